"""Puts pieces on sheets, front and back, and writes down where each one lies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from companion.deck.geometry import BoxMm
from printables.marks import (
    draw_bank_card,
    draw_crop_marks,
    draw_note,
    draw_scale,
    free_area,
)
from printables.pdf import Document, Pen, missing_glyphs
from printables.piece import PrintedPiece, Side
from printables.sheet import Flip, Grid, Place

Manifest = dict[str, list[dict[str, Any]]]
"""`pages` and `pieces`, as the command line's `--manifest` writes them."""


def press(
    pieces: Sequence[PrintedPiece], grid: Grid, flip: Flip, *, title: str
) -> tuple[bytes, Manifest]:
    """Print all pieces, a front page and its back page by turns.

    Returns:
        The PDF file, and where every side of every piece lies.
    """
    title = "".join("?" if missing_glyphs(sign) else sign for sign in title)
    document = Document(f"Springfield Companion: {title}", duplex=flip.value)
    manifest: Manifest = {"pages": [], "pieces": []}
    sheets = -(-len(pieces) // grid.count)
    for sheet in range(sheets):
        on_sheet = pieces[sheet * grid.count : (sheet + 1) * grid.count]
        for is_front in (True, False):
            placed = [
                (
                    piece,
                    piece.front if is_front else piece.back,
                    grid.front(at) if is_front else grid.back(at, flip),
                )
                for at, piece in enumerate(on_sheet)
            ]
            for _, side, _ in placed:
                if side.prepare is not None:
                    side.prepare(document)
            note = f"{title} · sheet {sheet + 1} of {sheets}, {'front' if is_front else 'back'}"
            page = len(manifest["pages"])
            with document.page(
                grid.paper.width_mm,
                grid.paper.height_mm,
                trim=grid.block,
                bleed_mm=grid.bleed_mm,
            ) as pen:
                _draw_surroundings(pen, grid, note, flip)
                for piece, side, place in placed:
                    _draw_side(pen, side, place)
                    manifest["pieces"].append(_entry(page, piece, side, place))
                if is_front:
                    draw_bank_card(pen, free_area(grid, len(on_sheet)))
            manifest["pages"].append(
                {"width_mm": _mm(grid.paper.width_mm), "height_mm": _mm(grid.paper.height_mm)}
            )
    return document.finish(), manifest


def _draw_surroundings(pen: Pen, grid: Grid, note: str, flip: Flip) -> None:
    draw_crop_marks(pen, grid)
    draw_note(
        pen, grid, note, f"print on both sides, flip on the {flip.value} edge, at 100 % (true size)"
    )
    draw_scale(pen, grid)


def _draw_side(pen: Pen, side: Side, place: Place) -> None:
    box = place.box
    if place.turned_deg == 180:
        with pen.placed(box.x_mm + box.w_mm, box.y_mm + box.h_mm, turned_deg=180):
            side.draw(pen)
    else:
        with pen.placed(box.x_mm, box.y_mm):
            side.draw(pen)


def _entry(page: int, piece: PrintedPiece, side: Side, place: Place) -> dict[str, Any]:
    box, tag = place.box, side.tag
    return {
        "page": page,
        "kind": piece.kind,
        "id": piece.id,
        "face": side.face,
        "x_mm": _mm(box.x_mm),
        "y_mm": _mm(box.y_mm),
        "w_mm": _mm(box.w_mm),
        "h_mm": _mm(box.h_mm),
        "turned_deg": place.turned_deg,
        "tag_mm": None if tag is None else _box_mm(tag),
        "tag": side.payload,
    }


def _box_mm(box: BoxMm) -> list[float]:
    return [_mm(value) for value in (box.x_mm, box.y_mm, box.w_mm, box.h_mm)]


def _mm(value: float) -> float:
    return round(value, 4)
