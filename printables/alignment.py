"""Vernier sheets: what a printer does wrong, read off in tenths of a millimetre without a ruler.

The front has a tick every 1.0 mm, the back one every 0.9 mm. Held against a lamp, the pair that
meets tells the back's shift in tenths: its number, with its sign. Two places far apart tell the
angle, bars of a known length the scale.
"""

from __future__ import annotations

from companion.deck.geometry import BoxMm
from companion.deck.palette import BLACK
from companion.deck.paper import (
    ACROSS_BAR_MM,
    DOWN_BAR_MM,
    VERNIER_BACK_STEP_MM,
    VERNIER_STEP_MM,
    vernier_centres,
)
from printables.leaflet import Leaf, leaf_paper, write_paragraph
from printables.outline import rectangle
from printables.pdf import Align, Pen, Weight
from printables.sheet import Flip, Paper, turns_sideways
from printables.tongue import Tell, in_english

TICKS = 20
"""On both sides of the middle: shifts up to 2 mm."""

_REACH_MM = 22.0
"""From a cross's middle to its two scales."""

_LINE_MM = 0.12

_LONGEST_NAME = 24
"""Letters of a printer's name that fit on one line, the widest too."""


def alignment_sheets(
    paper_name: str, flip: Flip, tell: Tell = in_english, profile_name: str | None = None
) -> list[Leaf]:
    """A front and a back: they measure the printer, or with its profile what that leaves.

    Args:
        paper_name: What it is printed on.
        flip: Along which edge the printer turns the sheet.
        tell: Gives texts in the sheet's language.
        profile_name: Of the printer whose faults are undone on it, if one is.
    """
    last_step = (
        tell(
            "4. companion calibrate print-scale keeps the numbers under a name of your choice; "
            "--printer NAME then undoes the faults on every sheet."
        )
        if profile_name is None
        else tell(
            "4. The faults of printer {name} are undone here: every number ought to be 0. Where "
            "one is not, print this sheet without that printer's name and measure anew; what is "
            "read here is only the rest.",
            name=profile_name
            if len(profile_name) <= _LONGEST_NAME
            else f"{profile_name[: _LONGEST_NAME - 1]}…",
        )
    )
    paper = leaf_paper(paper_name, is_landscape=True)
    sideways = turns_sideways(paper, flip)

    def draw_front(pen: Pen, area: BoxMm) -> None:
        centres = vernier_centres(paper_name, is_back=False, turns_sideways=sideways)
        for x, y in centres:
            _draw_scales(pen, x, y, VERNIER_STEP_MM, (-_REACH_MM, -_REACH_MM), 4.0)
        _draw_bars(pen, paper, tell)
        x = paper.width_mm / 2 - 62
        title = tell("How true is this printer?")
        top = write_paragraph(pen, title, x, paper.height_mm / 2 - 50, 124, 8, Weight.BOLD)
        steps = (
            f"1. Print both sides, flip on the {flip.value} edge, at 100 %.",
            "2. Look at the back, held against a lamp. At A and at B find, on each of the two "
            "scales, the tick of the back that meets its partner of the front: the one that is as "
            "many ticks away from the longest. Note its number: A across, A down, B across, B "
            "down.",
            "3. Measure the two bars on this side with a ruler, to half a millimetre.",
        )
        for step in (*map(tell, steps), last_step):
            top = write_paragraph(pen, step, x, top + 1.6, 124, 4.2)

    def draw_back(pen: Pen, area: BoxMm) -> None:
        # Behind the front's scales, which lie left of and above their middle.
        reach = (_REACH_MM, -_REACH_MM) if sideways else (-_REACH_MM, _REACH_MM)
        centres = vernier_centres(paper_name, is_back=True, turns_sideways=sideways)
        for name, (x, y) in zip("AB", centres, strict=True):
            _draw_scales(pen, x, y, VERNIER_BACK_STEP_MM, reach, -4.0)
            _draw_labels(pen, x, y, reach, name, tell)

    how = tell(f"print both sides, flip on the {flip.value} edge, at 100 %")
    return [
        Leaf(tell("alignment sheet, front"), draw_front, is_landscape=True, how=how),
        Leaf(tell("alignment sheet, back"), draw_back, is_landscape=True, how=how, is_back=True),
    ]


def _draw_scales(
    pen: Pen, x: float, y: float, step_mm: float, reach: tuple[float, float], length_mm: float
) -> None:
    # A front's ticks begin at the scale's line and go outwards, a back's go inwards: seen through
    # the paper they stand end to end.
    down_x, across_y = x + reach[0], y + reach[1]
    out_x = length_mm if reach[0] > 0 else -length_mm
    out_y = length_mm if reach[1] > 0 else -length_mm
    for tick in range(-TICKS, TICKS + 1):
        # The ticks meet anew every millimetre: only a pair of one length, as far from the middle
        # on both sides of the paper, is meant.
        share = 1.25 if tick == 0 else 1.0 if tick % 10 == 0 else 0.8 if tick % 5 == 0 else 0.55
        at = tick * step_mm
        pen.line(x + at, across_y, x + at, across_y + out_y * share, _LINE_MM, BLACK)
        pen.line(down_x, y + at, down_x + out_x * share, y + at, _LINE_MM, BLACK)


def _draw_labels(
    pen: Pen, x: float, y: float, reach: tuple[float, float], name: str, tell: Tell
) -> None:
    # A back that is shifted by n tenths to the right meets the front at tick n.
    in_x, in_y = (-1 if side > 0 else 1 for side in reach)
    for tick in range(-15, 16, 5):
        label = f"{tick:+d}" if tick else "0"
        at = tick * VERNIER_BACK_STEP_MM
        across_y = y + reach[1] + in_y * 5.6
        pen.text(label, x + at, across_y + 0.8, 2.2, BLACK, align=Align.CENTRE)
        down_x = x + reach[0] + in_x * 7.4
        pen.text(label, down_x, y + at + 0.8, 2.2, BLACK, align=Align.CENTRE)
    pen.text(name, x + in_x * 5, y + in_y * 7 + 3, 8.0, BLACK, Weight.BOLD, Align.CENTRE)
    pen.text(
        tell("across"), x + in_x * 5, y + reach[1] + in_y * 9.2, 2.4, BLACK, align=Align.CENTRE
    )
    with pen.placed(x + reach[0] + in_x * 11.4, y + in_y * 5, turned_deg=90):
        pen.text(tell("down"), 0.0, 0.8, 2.4, BLACK, align=Align.CENTRE)


def _draw_bars(pen: Pen, paper: Paper, tell: Tell) -> None:
    left, bottom = (paper.width_mm - ACROSS_BAR_MM) / 2, paper.height_mm - 24.0
    pen.fill(rectangle(BoxMm(left, bottom, ACROSS_BAR_MM, 3.0)), BLACK)
    label = tell("across: {length} mm", length=f"{ACROSS_BAR_MM:g}")
    pen.text(label, paper.width_mm / 2, bottom - 1.5, 3.2, BLACK, align=Align.CENTRE)
    right, top = paper.width_mm - 26.0, 22.0
    pen.fill(rectangle(BoxMm(right, top, 3.0, DOWN_BAR_MM)), BLACK)
    label = tell("down: {length} mm", length=f"{DOWN_BAR_MM:g}")
    pen.text(label, right - 2, top + 8, 3.2, BLACK, align=Align.RIGHT)
