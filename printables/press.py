"""Puts pieces on sheets, front and back, and writes down where each one lies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from companion.deck.geometry import BoxMm
from companion.deck.printer import PrinterProfile
from printables.marks import (
    draw_bank_card,
    draw_crop_marks,
    draw_fold,
    draw_inner_ticks,
    draw_note,
    draw_scale,
    free_area,
)
from printables.pdf import Document, Pen, Transform, missing_glyphs
from printables.piece import PrintedPiece, Side
from printables.sheet import Flip, Grid, Paper, Place
from printables.tongue import Tell, in_english

Manifest = dict[str, list[dict[str, Any]]]
"""`pages` and `pieces`, as the command line's `--manifest` writes them."""

Progress = Callable[[int, int], None]
"""Told how much is done, and of how much."""


def press(
    pieces: Sequence[PrintedPiece],
    grid: Grid,
    flip: Flip,
    *,
    title: str,
    printer: PrinterProfile | None = None,
    on_sheet: Progress | None = None,
    most_sheets: int | None = None,
    tell: Tell = in_english,
) -> tuple[bytes, Manifest]:
    """Print all pieces, a front page and its back page by turns; folded, both on one page.

    Args:
        pieces: What to print.
        grid: The places of a sheet.
        flip: How fronts get their backs.
        title: What this is.
        printer: Faults to undo; None for a true printer.
        on_sheet: Told after each sheet how many are done, and of how many.
        most_sheets: Stop after so many; None for all.
        tell: The language around the pieces.

    Returns:
        The PDF file, and where every side of every piece lies once the printer has done its part.
    """
    title = "".join("?" if missing_glyphs(sign) else sign for sign in title)
    is_folded = flip is Flip.FOLD
    duplex = None if is_folded else flip.value
    document = Document(f"Springfield Companion: {title}", duplex=duplex)
    manifest: Manifest = {"pages": [], "pieces": []}
    sheets = -(-len(pieces) // grid.count)
    for sheet in range(sheets if most_sheets is None else min(sheets, most_sheets)):
        of_sheet = pieces[sheet * grid.count : (sheet + 1) * grid.count]
        fronts = [(piece, piece.front, grid.front(at)) for at, piece in enumerate(of_sheet)]
        backs = [(piece, piece.back, grid.back(at, flip)) for at, piece in enumerate(of_sheet)]
        pages = [fronts + backs] if is_folded else [fronts, backs]
        for number, placed in enumerate(pages):
            for _, side, _ in placed:
                if side.prepare is not None:
                    side.prepare(document)
            face = tell("to fold") if is_folded else tell(("front", "back")[number])
            place_of_sheet = tell("sheet {sheet} of {sheets}", sheet=sheet + 1, sheets=sheets)
            note = f"{title} · {place_of_sheet}, {face}"
            page = len(manifest["pages"])
            paper = grid.paper
            with document.page(
                paper.width_mm,
                paper.height_mm,
                trim=grid.printed_area,
                bleed_mm=grid.bleed_mm,
                transform=_transform(printer, paper, is_back=number == 1),
            ) as pen:
                _draw_surroundings(pen, grid, note, flip, printer, tell)
                for piece, side, place in placed:
                    _draw_side(pen, side, place)
                    manifest["pieces"].append(_entry(page, piece, side, place))
                draw_inner_ticks(pen, grid)
                if number == 0 and not is_folded:
                    draw_bank_card(pen, free_area(grid, len(of_sheet)), tell)
            manifest["pages"].append(
                {"width_mm": _mm(paper.width_mm), "height_mm": _mm(paper.height_mm)}
            )
        if on_sheet is not None:
            on_sheet(sheet + 1, sheets)
    return document.finish(), manifest


def _transform(printer: PrinterProfile | None, paper: Paper, *, is_back: bool) -> Transform | None:
    if printer is None or printer.is_true:
        return None
    return printer.undone(paper.width_mm, paper.height_mm, is_back=is_back)


def _draw_surroundings(
    pen: Pen, grid: Grid, note: str, flip: Flip, printer: PrinterProfile | None, tell: Tell
) -> None:
    draw_crop_marks(pen, grid)
    how = tell(
        "print on one side at 100 %, fold at the dashes, glue, then cut"
        if flip is Flip.FOLD
        else f"print on both sides, flip on the {flip.value} edge, at 100 % (true size)"
    )
    if flip is Flip.FOLD:
        draw_fold(pen, grid)
    if printer is not None and not printer.is_true and not missing_glyphs(printer.name):
        how += " · " + tell("for printer {name}", name=printer.name)
    draw_note(pen, grid, note, how)
    draw_scale(pen, grid, tell)


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
