"""Whole pages that are no grid of pieces: the stand, the rules, targets for the camera."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from companion.deck.geometry import BoxMm
from companion.deck.palette import BLACK
from companion.deck.paper import paper_size
from companion.deck.printer import PrinterProfile
from companion.errors import SheetOverflowError
from printables.pdf import Align, Document, Pen, Weight, missing_glyphs, text_width
from printables.press import Manifest
from printables.sheet import PRINTABLE_MARGIN_MM, Paper

BAND_MM = 6.0
"""Strip at the top for the note and at the bottom for the scale."""

_NOTE_MM = 2.4
_LEADING = 1.36


@dataclass(frozen=True, slots=True)
class Leaf:
    """One page.

    Attributes:
        name: What the page is, for its note.
        draw: Draws into the area between the note and the scale.
        is_landscape: Whether the paper lies on its long side.
        pieces: What is on it for the manifest: kind, id, where on the page.
        how: How it is to be printed, for its note.
        is_back: Whether the printer's shift of the back is undone on it.
        prepare: Defines the stamps that `draw` uses.
    """

    name: str
    draw: Callable[[Pen, BoxMm], None]
    is_landscape: bool = False
    pieces: tuple[tuple[str, str, BoxMm], ...] = ()
    how: str = "print at 100 % (true size)"
    is_back: bool = False
    prepare: Callable[[Document], None] | None = field(default=None)


def press_leaves(
    leaves: Sequence[Leaf],
    paper_name: str,
    *,
    title: str,
    duplex: str | None = None,
    printer: PrinterProfile | None = None,
) -> tuple[bytes, Manifest]:
    """Print pages; the same to the byte for the same leaves.

    Returns:
        The PDF file and its manifest.
    """
    document = Document(f"Springfield Companion: {title}", duplex=duplex)
    manifest: Manifest = {"pages": [], "pieces": []}
    for number, leaf in enumerate(leaves):
        paper = leaf_paper(paper_name, is_landscape=leaf.is_landscape)
        transform = None
        if printer is not None and not printer.is_true:
            transform = printer.undone(paper.width_mm, paper.height_mm, is_back=leaf.is_back)
        if leaf.prepare is not None:
            leaf.prepare(document)
        whole = BoxMm(0.0, 0.0, paper.width_mm, paper.height_mm)
        with document.page(paper.width_mm, paper.height_mm, trim=whole, transform=transform) as pen:
            left, right = PRINTABLE_MARGIN_MM, paper.width_mm - PRINTABLE_MARGIN_MM
            baseline = PRINTABLE_MARGIN_MM + _NOTE_MM * 0.8
            pen.text(f"Springfield Companion · {leaf.name}", left, baseline, _NOTE_MM, BLACK)
            pen.text(leaf.how, right, baseline, _NOTE_MM, BLACK, align=Align.RIGHT)
            leaf.draw(pen, leaf_area(paper))
        manifest["pages"].append(
            {"width_mm": round(paper.width_mm, 4), "height_mm": round(paper.height_mm, 4)}
        )
        for kind, piece_id, box in leaf.pieces:
            manifest["pieces"].append(_entry(number, kind, piece_id, box))
    return document.finish(), manifest


def leaf_paper(paper_name: str, *, is_landscape: bool) -> Paper:
    """A paper as a leaf lies on it."""
    short, long = paper_size(paper_name)
    return Paper(paper_name, long, short) if is_landscape else Paper(paper_name, short, long)


def leaf_area(paper: Paper) -> BoxMm:
    """What a leaf may draw on."""
    margin = PRINTABLE_MARGIN_MM
    return BoxMm(
        margin,
        margin + BAND_MM,
        paper.width_mm - 2 * margin,
        paper.height_mm - 2 * (margin + BAND_MM),
    )


def wrap(text: str, width_mm: float, size_mm: float, weight: Weight = Weight.REGULAR) -> list[str]:
    """Break a text into lines that fit.

    Raises:
        SheetOverflowError: One word is wider than the line.

    Example:
        >>> wrap("one two three", 20, 4)
        ['one two', 'three']
    """
    lines: list[str] = []
    line = ""
    # Not at every white space: one that must not break holds a number to its unit.
    for word in text.split(" "):
        longer = f"{line} {word}" if line else word
        if text_width(longer, size_mm, weight) <= width_mm:
            line = longer
            continue
        needs = text_width(word, size_mm, weight)
        if needs > width_mm:
            raise SheetOverflowError(
                what=f"the word {word!r}", needs_mm=round(needs, 1), has_mm=round(width_mm, 1)
            )
        lines.append(line)
        line = word
    return [*lines, line] if line else lines


def write_paragraph(
    pen: Pen,
    text: str,
    x: float,
    top: float,
    width_mm: float,
    size_mm: float,
    weight: Weight = Weight.REGULAR,
    align: Align = Align.LEFT,
) -> float:
    """Write a text in lines; the result is where the next paragraph begins."""
    plain = "".join("?" if missing_glyphs(sign) else sign for sign in text)
    y = top
    for line in wrap(plain, width_mm, size_mm, weight):
        y += size_mm * _LEADING
        at = x + {Align.LEFT: 0.0, Align.CENTRE: 0.5, Align.RIGHT: 1.0}[align] * width_mm
        pen.text(line, at, y - size_mm * 0.36, size_mm, BLACK, weight, align)
    return y


def _entry(page: int, kind: str, piece_id: str, box: BoxMm) -> dict[str, object]:
    return {
        "page": page,
        "kind": kind,
        "id": piece_id,
        "face": "front",
        "x_mm": round(box.x_mm, 4),
        "y_mm": round(box.y_mm, 4),
        "w_mm": round(box.w_mm, 4),
        "h_mm": round(box.h_mm, 4),
        "turned_deg": 0,
        "tag_mm": None,
        "tag": None,
    }
