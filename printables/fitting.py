"""Names as people type them, in the room that a form leaves."""

from __future__ import annotations

from companion.deck.geometry import BoxMm
from companion.deck.palette import Color
from printables.pdf import CAP_HEIGHT, Align, Pen, Weight, missing_glyphs, text_width

SMALLEST_SIZE_MM = 2.2
"""Below this nobody reads a form: a longer name is cut short instead."""

SMALLEST_SHARE = 0.7
"""How far a name may shrink beside the others before it is cut short."""

SHORTENED = "…"


def printable(text: str, weight: Weight = Weight.REGULAR) -> str:
    """Put `?` for each sign that the font lacks: a name in another script stops no evening."""
    lacking = missing_glyphs(text, weight)
    return "".join("?" if sign in lacking else sign for sign in text) if lacking else text


def fitted(text: str, width_mm: float, size_mm: float, weight: Weight) -> tuple[str, float]:
    """The text and the size at which it fits: smaller first, then cut short.

    Example:
        >>> fitted("Ada", 40.0, 4.0, Weight.REGULAR)
        ('Ada', 4.0)
    """
    line = printable(text, weight)
    width = text_width(line, size_mm, weight)
    if width <= width_mm:
        return line, size_mm
    # Somewhat smaller is still a list that one reads down; much smaller is a line one misses.
    size = max(SMALLEST_SIZE_MM, size_mm * max(SMALLEST_SHARE, width_mm / width))
    while len(line) > 1 and text_width(line, size, weight) > width_mm:
        line = line.removesuffix(SHORTENED)[:-1] + SHORTENED
    return line, size


def write_fitted(
    pen: Pen,
    text: str,
    box: BoxMm,
    size_mm: float,
    color: Color,
    weight: Weight = Weight.REGULAR,
    align: Align = Align.LEFT,
) -> None:
    """Write one line into a box, in the middle of its height."""
    line, size = fitted(text, box.w_mm, size_mm, weight)
    x = box.x_mm + {Align.LEFT: 0.0, Align.CENTRE: 0.5, Align.RIGHT: 1.0}[align] * box.w_mm
    baseline = box.y_mm + (box.h_mm + size * CAP_HEIGHT) / 2
    pen.text(line, x, baseline, size, color, weight, align)
