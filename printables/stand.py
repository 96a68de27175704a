"""A stand for the key card: one strip of card, folded into an easel."""

from __future__ import annotations

from companion.deck.geometry import BoxMm
from companion.deck.palette import BACK, BLACK, HAIRLINE, QUIET, WHITE
from companion.errors import SheetOverflowError
from printables.leaflet import Leaf, leaf_area, leaf_paper, write_paragraph
from printables.outline import polygon, rectangle
from printables.pdf import Align, Pen, Weight
from printables.tongue import Tell, in_english

WIDTH_MM = 76.0
"""A key card of 63 mm, in a sleeve, with a little air."""

PANELS: tuple[tuple[str, float, str], ...] = (
    ("lip", 11.0, "lip"),
    ("ledge", 9.0, "ledge"),
    ("rest", 84.0, "the key card leans here"),
    ("rear", 78.0, "rear"),
    ("floor", 44.0, "floor"),
    ("tab", 9.0, "glue under the ledge"),
)
"""Name, length along the strip, and what is written on it; folds lie between them."""

_FOLDS = {"lip": "towards you", "ledge": "towards you", "rest": "away", "rear": "away"}
"""How the fold below a panel goes, seen from the printed side; the tab goes straight on from the
floor."""

_SCORE_DASH_MM = 2.0


def stand(paper_name: str, tell: Tell = in_english) -> list[Leaf]:
    """The stand's strip and how it is folded.

    Raises:
        SheetOverflowError: The paper is too small.
    """
    paper = leaf_paper(paper_name, is_landscape=False)
    area = leaf_area(paper)
    length = sum(height for _, height, _ in PANELS)
    if length > area.h_mm:
        raise SheetOverflowError(what="the stand", needs_mm=length, has_mm=round(area.h_mm, 1))
    box = BoxMm(area.x_mm + 2, area.y_mm + (area.h_mm - length) / 2, WIDTH_MM, length)

    def draw(pen: Pen, area: BoxMm) -> None:
        _draw_strip(pen, box, tell)
        x = box.x_mm + box.w_mm + 19
        width = area.x_mm + area.w_mm - x
        y = write_paragraph(pen, tell("Key card stand"), x, area.y_mm + 8, width, 8, Weight.BOLD)
        for step in (
            "Print on card of 160 g or more, or glue the sheet to a cereal box.",
            "1. Cut along the outline.",
            "2. Score the dashed lines with an empty pen and a ruler. Fold the upper two towards "
            "you, the lower two away from you.",
            "3. Bring the tab under the ledge and glue it there: rest, rear and floor are a "
            "triangle now, the lip stands up in front.",
            "4. Lean the key card on the rest, its foot behind the lip. Only the cluemasters' side "
            "shows it.",
        ):
            y = write_paragraph(pen, tell(step), x, y + 3, width, 4.4)
        _draw_profile(pen, x + width / 2, y + 92, tell)

    how = tell("print at 100 % (true size)")
    return [Leaf(tell("key card stand"), draw, pieces=(("stand", "strip", box),), how=how)]


def _draw_strip(pen: Pen, box: BoxMm, tell: Tell) -> None:
    y = box.y_mm
    for name, height, label in PANELS:
        panel = BoxMm(box.x_mm, y, box.w_mm, height)
        if name in ("lip", "rear"):
            pen.fill_box(panel, HAIRLINE.mixed_with(WHITE, 0.55))
        middle = y + height / 2 + 1.2
        pen.text(tell(label), box.x_mm + box.w_mm / 2, middle, 3.6, BLACK, align=Align.CENTRE)
        y += height
        if name == "floor":
            pen.line(box.x_mm, y, box.x_mm + box.w_mm, y, 0.15, QUIET)
        elif name != "tab":
            pen.text(tell(_FOLDS[name]), box.x_mm + box.w_mm + 1.2, y + 0.9, 2.6, QUIET)
            x = box.x_mm
            while x < box.x_mm + box.w_mm - 1e-6:
                pen.line(x, y, x + _SCORE_DASH_MM, y, 0.25, BLACK)
                x += 2 * _SCORE_DASH_MM
    pen.stroke(rectangle(box), 0.25, BLACK)


def _draw_profile(pen: Pen, x: float, floor_y: float, tell: Tell) -> None:
    # The easel from the side, at four fifths of its size: a triangle of rest, rear and floor.
    scale = 0.8
    lengths = {name: length * scale for name, length, _ in PANELS}
    rest, rear, floor = lengths["rest"], lengths["rear"], lengths["floor"]
    across = (rest**2 - rear**2 + floor**2) / (2 * floor)
    high = (rest**2 - across**2) ** 0.5
    left = x - floor / 2
    top = (left + across, floor_y - high)
    pen.stroke(polygon([(left, floor_y), top, (left + floor, floor_y)]), 0.5, BLACK)
    ledge = left - lengths["ledge"]
    pen.line(left, floor_y, ledge, floor_y, 0.5, BLACK)
    pen.line(ledge, floor_y, ledge, floor_y - lengths["lip"], 0.5, BLACK)
    # The card, leaning.
    foot = left - 1.2
    share = 88 * scale / rest
    tip = (foot + across * share, floor_y - 0.6 - high * share)
    pen.line(foot, floor_y - 0.6, *tip, 1.1, BACK)
    pen.text(tell("from the side"), x, floor_y + 6, 3.2, QUIET, align=Align.CENTRE)
