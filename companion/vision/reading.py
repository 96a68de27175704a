"""What was seen: one cell, one frame, or the reason why there is nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from companion.terms import GRID_SIDE, Cell, CoverCard, Face


class CellState(StrEnum):
    """What lies in a cell, as far as this frame tells."""

    CARD = "card"
    """An uncovered card."""
    COVERED = "covered"
    """A cover card of a known kind."""
    HIDDEN = "hidden"
    """Something is in the way, or it cannot be told what lies there."""
    EMPTY = "empty"
    """The bare table."""


@dataclass(frozen=True, slots=True, eq=False)
class CellReading:
    """One cell in one frame.

    Attributes:
        cell: Which one, as the guessers read the table.
        state: What lies there.
        card: Id of the card whose tag was read, or None.
        face: Which of its faces is up, or None.
        cover: The kind of cover, None unless `state` is `COVERED`.
        quad_px: Corners of the card or cover, float64, shape `(4, 2)`, columns x, y: top left,
            top right, bottom right, bottom left as the guessers read the table.
        margin: How clear the decision was: best answer minus second best, 0 to 1.
        foreign_tag: Text of a tag that is not of this deck, or None.
        if_covered: The cover that lies there if one does, by its colour; None where even then it
            could be this or that.
        dealt: How many other cards, without tags, took this one's place since the start.
    """

    cell: Cell
    state: CellState
    card: str | None
    face: Face | None
    cover: CoverCard | None
    quad_px: NDArray[np.float64]
    margin: float
    foreign_tag: str | None = None
    if_covered: CoverCard | None = None
    dealt: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class BoardReading:
    """The verdict of one frame.

    Attributes:
        cells: 25 readings, row by row.
        is_mirrored: The camera shows the table mirrored.
        captured_at_s: The frame's time.
        frame_number: The frame's number.
    """

    cells: tuple[CellReading, ...]
    is_mirrored: bool
    captured_at_s: float
    frame_number: int

    def at(self, cell: Cell) -> CellReading:
        """The reading of one cell."""
        return self.cells[cell.row * GRID_SIDE + cell.col]


def without_piece(reading: CellReading, state: CellState) -> CellReading:
    """A place of which nothing more is said than that it is hidden, or empty."""
    return replace(reading, state=state, card=None, face=None, cover=None, margin=0.0)


def cards_elsewhere(before: BoardReading, cells: Iterable[CellReading]) -> int:
    """How many cards that a board knows are now seen in other cells than there.

    Args:
        before: The board.
        cells: What is seen now, of all cells or some.
    """
    places = {cell.card: cell.cell for cell in before.cells if cell.card is not None}
    return sum(
        cell.card is not None and places.get(cell.card, cell.cell) != cell.cell for cell in cells
    )


class Unseen(StrEnum):
    """Why a frame has no reading, in words that a host understands."""

    BLACK = "the picture is black"
    FEW_CARDS = "fewer than thirteen cards in view"
    NO_GRID = "the cards in view make no grid of five by five"
    TOO_FEW_ROWS = "fewer than five rows in view"
    TOO_FEW_COLUMNS = "fewer than five columns in view"
    UNKNOWN_DECK = "cards are in view, but none of this deck"
    OTHER_DECK = "another deck lies here, none of its cards is of the deck in play"
    KEY_CARD = "a key card is in view; turn it away from the camera"
    TOO_SMALL = "the picture is too small: it takes 320 by 240 pixels or more"
    CARDS_TOO_SMALL = "the cards are too small in the picture; bring the camera nearer"
    NO_PICTURE = "the camera gives no usable picture"


@dataclass(frozen=True, slots=True)
class SettledCell:
    """What lies in a cell, once it has lasted.

    Attributes:
        cell: Which one.
        state: `HIDDEN` only while nothing has been known yet.
        card: The card that lies there (under the cover, where it was seen before), or None.
        face: Its upper face, or None.
        cover: The cover that lies there, or None.
        since_s: When the present state was first seen.
        dealt: How many other cards, without tags, took this one's place since the start.
    """

    cell: Cell
    state: CellState
    card: str | None
    face: Face | None
    cover: CoverCard | None
    since_s: float
    dealt: int = 0


@dataclass(frozen=True, slots=True)
class SettledBoard:
    """A verdict that lasted.

    Attributes:
        cells: 25 cells, row by row. A cell that is hidden now keeps what was known of it.
        hidden: The cells that cannot be seen at this moment.
        at_s: Time of the frame that settled it.
    """

    cells: tuple[SettledCell, ...]
    hidden: frozenset[Cell]
    at_s: float

    def at(self, cell: Cell) -> SettledCell:
        """One cell."""
        return self.cells[cell.row * GRID_SIDE + cell.col]
