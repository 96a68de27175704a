"""A table without tags that lies cornerwise keeps the side it was first read from."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.terms import ALL_CELLS, Cell, CoverCard
from companion.vision.naming import turn_reading
from companion.vision.reading import BoardReading, CellReading, CellState
from companion.vision.same_way import in_known_order

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
