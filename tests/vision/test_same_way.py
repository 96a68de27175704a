"""A table without tags that has not moved keeps the side and the places it was first read with."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.terms import ALL_CELLS, Cell, CoverCard
from companion.vision.light_alone import first_believed
from companion.vision.naming import turn_reading
from companion.vision.reading import BoardReading, CellReading, CellState
from companion.vision.same_way import has_stayed, in_known_order

PITCH_PX = (80.0, 60.0)


def a_table(angle_deg: float, card: str | None = None, moved_px: float = 0.0) -> BoardReading:
    """A table turned by so much, an orange cover at its top left."""
    angle = np.radians(angle_deg)
    turned = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    cells = []
    for cell in ALL_CELLS:
        middle = np.array([(cell.col - 2) * PITCH_PX[0], (cell.row - 2) * PITCH_PX[1]])
        card_px = np.array([(-33, -24), (33, -24), (33, 24), (-33, 24)]) + middle
        cover = CoverCard.ORANGE if cell == Cell(0, 0) else None
        state = CellState.CARD if cover is None else CellState.COVERED
        quad = card_px @ turned + (640 + moved_px, 360)
        cells.append(CellReading(cell, state, None if cover else card, None, cover, quad, 0.5))
    return BoardReading(tuple(cells), False, 0.0, 0)


def cover_of(reading: BoardReading) -> Cell:
    return next(cell.cell for cell in reading.cells if cell.cover)


@pytest.mark.parametrize("turn", [1, 3])
@pytest.mark.parametrize("angle_deg", [38.0, 45.0, -50.0, 222.0])
def test_table_that_lies_cornerwise_is_read_as_before(angle_deg: float, turn: int) -> None:
    known = a_table(angle_deg)

    kept = in_known_order(known, turn_reading(a_table(angle_deg + 0.4), turn))

    assert cover_of(kept) == Cell(0, 0)
    assert [cell.cell for cell in kept.cells] == list(ALL_CELLS)


@pytest.mark.parametrize(
    ("known", "reading"),
    [
        pytest.param(a_table(5.0), turn_reading(a_table(5.0), 1), id="lies straight"),
        pytest.param(a_table(45.0), turn_reading(a_table(45.0), 2), id="from opposite"),
        pytest.param(a_table(45.0), turn_reading(a_table(45.0, moved_px=300.0), 1), id="moved"),
        pytest.param(a_table(45.0), turn_reading(a_table(45.0, card="donut"), 1), id="names"),
        pytest.param(
            replace(a_table(45.0), is_mirrored=True), turn_reading(a_table(45.0), 1), id="mirrored"
        ),
        pytest.param(a_table(45.0), a_table(45.3), id="the same"),
    ],
)
def test_what_tells_more_is_believed(known: BoardReading, reading: BoardReading) -> None:
    assert in_known_order(known, reading) is reading


# ---------------------------------------------------------------- a sixth column

WIDE, HIGH = 60, 40


def a_long_table(seed: int) -> NDArray[np.uint8]:
    """Seven columns of places: the table, a pile of covers, five of cards."""
    rng = np.random.default_rng(seed)
    colors = rng.integers(40, 220, (5, 7, 3))
    colors[:, 0] = (70, 110, 150)
    return np.repeat(np.repeat(colors, HIGH, 0), WIDE, 1).astype(np.uint8)


def a_board_at(first_column: int) -> BoardReading:
    cells = []
    for cell in ALL_CELLS:
        x, y = WIDE * (cell.col + first_column) + 30.0, HIGH * cell.row + 20.0
        quad = np.array([(-24, -16), (24, -16), (24, 16), (-24, 16)]) + np.array([x, y])
        cells.append(CellReading(cell, CellState.CARD, None, None, None, quad, 0.5))
    return BoardReading(tuple(cells), False, 0.0, 0)


def test_pile_and_an_arm_move_no_board() -> None:
    image = a_long_table(1)
    known = a_board_at(2)
    believed = first_believed(image, np.array([cell.quad_px for cell in known.cells]))
    crossed = image.copy()
    crossed[: 3 * HIGH, 6 * WIDE :] = (150, 170, 220)

    assert has_stayed(known, a_board_at(1), crossed, believed)


def test_camera_knocked_by_one_column_moves_the_board() -> None:
    image = a_long_table(2)
    known = a_board_at(2)
    believed = first_believed(image, np.array([cell.quad_px for cell in known.cells]))
    knocked = np.full_like(image, (70, 110, 150))
    knocked[:, :-WIDE] = image[:, WIDE:]

    assert not has_stayed(known, a_board_at(1), knocked, believed)


def test_cards_that_are_named_say_themselves_where_they_lie() -> None:
    image = a_long_table(3)
    known = a_board_at(2)
    believed = first_believed(image, np.array([cell.quad_px for cell in known.cells]))
    now = a_board_at(1)
    named = replace(now, cells=(replace(now.cells[0], card="trombone"), *now.cells[1:]))

    assert not has_stayed(known, named, image, believed)
