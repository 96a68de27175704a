"""What stands around the pieces: crop marks, the note, the scale bar, the bank card's outline."""

from __future__ import annotations

from companion.deck.geometry import BoxMm
from companion.deck.palette import BLACK, HAIRLINE, QUIET
from printables.outline import rounded
from printables.pdf import Align, Pen, Weight, text_width
from printables.sheet import (
    LONGEST_MARK_MM,
    MARK_OFFSET_MM,
    NOTE_BAND_MM,
    PRINTABLE_MARGIN_MM,
    SHORTEST_MARK_BESIDE_BLEED_MM,
    Grid,
)
from printables.tongue import Tell, in_english

MARK_LINE_MM = 0.2
"""0.57 points: seen on paper, no wider than a pair of scissors is exact."""

INNER_LINE_MM = 0.12
INNER_TICK_MM = 1.0
"""Half of a fine tick's length: within the plain rim of the pieces beside it."""

WIDEST_GAP_MM = 12.0
"""Cuts this close together have waste between them, not a piece."""

BANK_CARD_MM = (85.60, 53.98)
"""ISO/IEC 7810, ID-1: the ruler everybody carries."""

BANK_CARD_RADIUS_MM = 3.18

SCALE_BAR_MM = 100.0

_TEXT_MM = 2.4


def draw_crop_marks(pen: Pen, grid: Grid) -> None:
    """Draw a short line at both ends of every cut, inside the printable area.

    The first cut would carry off the marks of the next: so fine ticks stand where cuts cross, on
    the cut itself, where a cut of a hair's width takes them away. Between pieces with bleed they
    stand in the waste.
    """
    block, paper = grid.printed_area, grid.paper
    right, bottom = block.x_mm + block.w_mm, block.y_mm + block.h_mm
    start = MARK_OFFSET_MM + grid.bleed_mm
    tall = min(LONGEST_MARK_MM, block.y_mm - PRINTABLE_MARGIN_MM - NOTE_BAND_MM - start)
    wide = min(LONGEST_MARK_MM, block.x_mm - PRINTABLE_MARGIN_MM - start)
    # Too near to the note, marks above and below are left to the ticks in the waste.
    for x in grid.cuts_x() if tall >= SHORTEST_MARK_BESIDE_BLEED_MM - 1e-6 else ():
        pen.line(x, block.y_mm - start - tall, x, block.y_mm - start, MARK_LINE_MM, BLACK)
        pen.line(x, bottom + start, x, bottom + start + tall, MARK_LINE_MM, BLACK)
    for y in grid.cuts_y():
        pen.line(block.x_mm - start - wide, y, block.x_mm - start, y, MARK_LINE_MM, BLACK)
        pen.line(right + start, y, right + start + wide, y, MARK_LINE_MM, BLACK)
    assert paper.width_mm >= right + start + wide + PRINTABLE_MARGIN_MM - 1e-6


def draw_inner_ticks(pen: Pen, grid: Grid) -> None:
    """Draw the ticks where cuts cross inside the block; drawn last, over the pieces' rims."""
    for x, (left, right) in _ends(grid.cuts_x()):
        for y, (above, below) in _ends(grid.cuts_y()):
            for reach_x, reach_y in ((left, 0.0), (right, 0.0), (0.0, above), (0.0, below)):
                if reach_x or reach_y:
                    pen.line(x, y, x + reach_x, y + reach_y, INNER_LINE_MM, HAIRLINE)


def _ends(cuts: list[float]) -> list[tuple[float, tuple[float, float]]]:
    # How far a tick reaches from each cut to the one before and to the one after: into a gap
    # between pieces for half of it, along a shared edge for a little, outwards not at all.
    found = []
    for at, cut in enumerate(cuts):
        gaps = [cuts[at] - cuts[at - 1] if at else 0.0]
        gaps.append(cuts[at + 1] - cut if at + 1 < len(cuts) else 0.0)
        is_in_gap = [0 < gap < WIDEST_GAP_MM for gap in gaps]
        if any(is_in_gap):
            before, after = (
                min(gap, INNER_TICK_MM) if inside else 0.0
                for gap, inside in zip(gaps, is_in_gap, strict=True)
            )
        else:
            before, after = (INNER_TICK_MM if gap else 0.0 for gap in gaps)
        found.append((cut, (-before, after)))
    return found


def draw_fold(pen: Pen, grid: Grid) -> None:
    """Draw the fold of a fold sheet: dashes in the margins and between the halves."""
    paper, area = grid.paper, grid.printed_area
    if paper.is_landscape:
        x = paper.width_mm / 2
        for y in _dashes(area.y_mm - MARK_OFFSET_MM, area.y_mm + area.h_mm + MARK_OFFSET_MM):
            pen.line(x, y, x, y + 2.0, MARK_LINE_MM, BLACK)
    else:
        y = paper.height_mm / 2
        for x in _dashes(area.x_mm - MARK_OFFSET_MM, area.x_mm + area.w_mm + MARK_OFFSET_MM):
            pen.line(x, y, x + 2.0, y, MARK_LINE_MM, BLACK)


def _dashes(start: float, end: float) -> list[float]:
    count = int((end - start) / 4.0)
    return [start + at * (end - start) / count for at in range(count)]


def draw_note(pen: Pen, grid: Grid, left: str, right: str) -> None:
    """Write along the top edge what the sheet is, and how to print it.

    The right part is left out where the paper is too narrow for both.
    """
    baseline = PRINTABLE_MARGIN_MM + _TEXT_MM * 0.8
    begin, end = _note_span(grid)
    pen.text(left, begin, baseline, _TEXT_MM, BLACK)
    needs = sum(text_width(text, _TEXT_MM, Weight.REGULAR) for text in (left, right))
    if needs + 4 <= end - begin:
        pen.text(right, end, baseline, _TEXT_MM, BLACK, align=Align.RIGHT)


def draw_scale(pen: Pen, grid: Grid, tell: Tell = in_english) -> None:
    """Draw along the bottom edge a bar of 100 mm, and one as long as a bank card."""
    y = grid.paper.height_mm - PRINTABLE_MARGIN_MM - 1.2
    begin, end = _note_span(grid)
    x = begin
    for length, label in (
        (SCALE_BAR_MM, "100 mm"),
        (BANK_CARD_MM[0], tell("a bank card's long side")),
    ):
        width = length + 1.5 + text_width(label, _TEXT_MM, Weight.REGULAR)
        if x + width > end + 1e-6:
            return
        pen.line(x, y, x + length, y, MARK_LINE_MM, BLACK)
        for tick in range(11 if length == SCALE_BAR_MM else 2):
            at = x + tick * 10 if length == SCALE_BAR_MM else x + tick * length
            half = 1.1 if at in (x, x + length) else 0.6
            pen.line(at, y - half, at, y + half, MARK_LINE_MM, BLACK)
        pen.text(label, x + length + 1.5, y + _TEXT_MM * 0.35, _TEXT_MM, BLACK)
        x += width + 8


def draw_bank_card(pen: Pen, area: BoxMm, tell: Tell = in_english) -> bool:
    """Draw a bank card's outline in a free area; False where it does not fit."""
    width, height = BANK_CARD_MM
    if area.w_mm < width + 8 or area.h_mm < height + 8:
        return False
    x = area.x_mm + (area.w_mm - width) / 2
    y = area.y_mm + (area.h_mm - height) / 2
    pen.stroke(rounded(BoxMm(x, y, width, height), BANK_CARD_RADIUS_MM), MARK_LINE_MM, BLACK)
    lines = (
        tell("A bank card fits this outline exactly:"),
        tell("then the sheet was printed at true size."),
    )
    for at, line in enumerate(lines):
        pen.text(line, x + width / 2, y + height / 2 + 4.4 * at - 1, 3.2, QUIET, align=Align.CENTRE)
    return True


def free_area(grid: Grid, used: int) -> BoxMm:
    """The larger of the two free rectangles of a front page's block that holds `used` pieces."""
    if used >= grid.count:
        return BoxMm(0.0, 0.0, 0.0, 0.0)
    block = grid.block
    full_rows, rest = divmod(used, grid.cols)
    below_row = full_rows + (1 if rest else 0)
    candidates = [(below_row, 0), (full_rows, rest)]
    boxes = []
    for row, col in candidates:
        top = block.y_mm + row * (grid.piece_h_mm + 2 * grid.bleed_mm)
        left = block.x_mm + col * (grid.piece_w_mm + 2 * grid.bleed_mm)
        boxes.append(
            BoxMm(left, top, block.x_mm + block.w_mm - left, block.y_mm + block.h_mm - top)
        )
    return max(boxes, key=lambda box: min(box.w_mm / BANK_CARD_MM[0], box.h_mm / BANK_CARD_MM[1]))


def _note_span(grid: Grid) -> tuple[float, float]:
    # As wide as the block, but never narrower than the paper's middle 180 mm.
    block, paper = grid.printed_area, grid.paper
    most = paper.width_mm - 2 * PRINTABLE_MARGIN_MM
    width = min(most, max(block.w_mm, 180.0))
    begin = (paper.width_mm - width) / 2
    return begin, begin + width
