"""Marks for the camera: the table's four corners, and the board that measures a lens."""

from __future__ import annotations

from companion.deck.aruco import (
    CORNER_MARK_RIM_MM,
    CORNER_MARK_SIDE_MM,
    CORNER_MARKS,
    LENS_TARGET,
    marker_modules,
)
from companion.deck.geometry import BoxMm
from companion.deck.palette import BLACK, HAIRLINE
from companion.errors import SheetOverflowError
from printables.leaflet import Leaf, leaf_area, leaf_paper, write_paragraph
from printables.outline import Outline, dark_modules, rectangle
from printables.pdf import Align, Pen, Weight
from printables.tongue import Tell, in_english

_NAMES = {
    "far-left": "far left",
    "far-right": "far right",
    "near-right": "near right",
    "near-left": "near left",
}


def corner_marks(paper_name: str, tell: Tell = in_english) -> list[Leaf]:
    """Four marks to be cut out and laid at the corners of the 25 cards."""
    paper = leaf_paper(paper_name, is_landscape=False)
    area = leaf_area(paper)
    side = CORNER_MARK_SIDE_MM + 2 * CORNER_MARK_RIM_MM
    label_mm = 8.0
    gap = 12.0
    left = area.x_mm + (area.w_mm - 2 * side - gap) / 2
    top = area.y_mm + 44.0
    boxes = {
        name: BoxMm(
            left + (name.endswith("right")) * (side + gap),
            top + (name.startswith("near")) * (side + label_mm + gap),
            side,
            side + label_mm,
        )
        for name in CORNER_MARKS
    }

    def draw(pen: Pen, area: BoxMm) -> None:
        title = tell("Corner marks")
        y = write_paragraph(pen, title, area.x_mm, area.y_mm, area.w_mm, 8.0, Weight.BOLD)
        write_paragraph(
            pen,
            tell(
                "Cut along the thin lines. Lay one mark at each corner of the 25 cards, all "
                "upright for the guessers, about a card's width away: far means the cluemasters' "
                "side. They help the camera on patterned tables, and tell it when a picture is "
                "mirrored."
            ),
            area.x_mm,
            y + 1.5,
            area.w_mm,
            4.4,
        )
        for name, box in boxes.items():
            pen.stroke(rectangle(box), 0.2, HAIRLINE)
            mark = _mark_box(box)
            pen.fill(dark_modules(marker_modules(CORNER_MARKS[name]), mark), BLACK)
            y = box.y_mm + side + 3.0
            pen.text(tell(_NAMES[name]), box.x_mm + side / 2, y, 4.2, BLACK, align=Align.CENTRE)

    pieces = tuple(("corner_mark", name, box) for name, box in boxes.items())
    how = tell("print at 100 % (true size)")
    return [Leaf(tell("corner marks"), draw, pieces=pieces, how=how)]


def _mark_box(box: BoxMm) -> BoxMm:
    return BoxMm(
        box.x_mm + CORNER_MARK_RIM_MM,
        box.y_mm + CORNER_MARK_RIM_MM,
        CORNER_MARK_SIDE_MM,
        CORNER_MARK_SIDE_MM,
    )


def lens_target(paper_name: str, tell: Tell = in_english) -> list[Leaf]:
    """The board for `companion calibrate lens`.

    Raises:
        SheetOverflowError: The paper is too small.
    """
    board = LENS_TARGET
    paper = leaf_paper(paper_name, is_landscape=True)
    area = leaf_area(paper)
    width, height = board.cols * board.square_mm, board.rows * board.square_mm
    if width > area.w_mm or height > area.h_mm - 4:
        raise SheetOverflowError(what="the lens target", needs_mm=width, has_mm=area.w_mm)
    box = BoxMm((paper.width_mm - width) / 2, (paper.height_mm - height) / 2, width, height)

    def draw(pen: Pen, area: BoxMm) -> None:
        squares = Outline(())
        for row in range(board.rows):
            for col in range(board.cols):
                if (row + col) % 2 == 0:
                    squares += rectangle(_square(box, row, col))
        pen.fill(squares, BLACK)
        rim = (board.square_mm - board.marker_mm) / 2
        for marker, row, col in board.markers:
            square = _square(box, row, col)
            at = BoxMm(square.x_mm + rim, square.y_mm + rim, board.marker_mm, board.marker_mm)
            pen.fill(dark_modules(marker_modules(marker), at), BLACK, is_even_odd=True)
        write = tell(
            "{cols} x {rows} squares of {side} mm: measure one row, it is {width} mm long. Glue "
            "the sheet to something flat, such as glass.",
            cols=board.cols,
            rows=board.rows,
            side=f"{board.square_mm:g}",
            width=f"{width:g}",
        )
        y = area.y_mm + area.h_mm + 4.0
        pen.text(write, paper.width_mm / 2, y, 3.2, BLACK, align=Align.CENTRE)

    pieces = (("lens_target", "board", box),)
    how = tell("print at 100 % (true size)")
    return [Leaf(tell("lens target"), draw, is_landscape=True, pieces=pieces, how=how)]


def _square(box: BoxMm, row: int, col: int) -> BoxMm:
    side = LENS_TARGET.square_mm
    return BoxMm(box.x_mm + col * side, box.y_mm + row * side, side, side)
