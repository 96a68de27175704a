"""How people lay cards: nearly straight, nearly in line."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.simulated.faces import FaceKey
from companion.terms import ALL_CELLS, GRID_SIDE, Cell

JITTER_MM = 0.9
MOST_JITTER_MM = 2.0
JITTER_DEG = 0.8
MOST_JITTER_DEG = 2.2
"""By eye and by hand: a pair of neighbours seldom differs by more than a few millimetres."""

COVER_JITTER_MM = 1.6
MOST_COVER_JITTER_MM = 4.0
COVER_JITTER_DEG = 2.0
MOST_COVER_JITTER_DEG = 6.0
"""Covers are put down faster, at arm's length."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A card or a cover as it lies.

    Attributes:
        face: What is up.
        centre_mm: Its centre in the board plane: origin at the centre of cell (0, 0), x along
            the row, y down the column.
        turned_deg: Turn of its own up, clockwise as the guessers see it.
        width_mm: Trim width.
        height_mm: Trim height.
    """

    face: FaceKey
    centre_mm: tuple[float, float]
    turned_deg: float
    width_mm: float
    height_mm: float

    @property
    def board_from_face(self) -> NDArray[np.float64]:
        """From millimetres of the upright face (origin top left) to those of the board."""
        angle = np.radians(self.turned_deg)
        cos, sin = np.cos(angle), np.sin(angle)
        turned = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1.0]])
        to_centre = np.array([[1, 0, -self.width_mm / 2], [0, 1, -self.height_mm / 2], [0, 0, 1.0]])
        laid = np.array([[1, 0, self.centre_mm[0]], [0, 1, self.centre_mm[1]], [0, 0, 1.0]])
        return np.asarray(laid @ turned @ to_centre, np.float64)

    @property
    def corners_mm(self) -> NDArray[np.float64]:
        """Its corners on the board, shape `(4, 2)`, as the guessers read the table.

        Top left, top right, bottom right, bottom left, however the piece itself is turned.
        """
        upright = np.array(
            [
                [0, 0, 1],
                [self.width_mm, 0, 1],
                [self.width_mm, self.height_mm, 1],
                [0, self.height_mm, 1.0],
            ]
        )
        corners = (upright @ self.board_from_face.T)[:, :2]
        is_upside_down = np.cos(np.radians(self.turned_deg)) < 0
        return np.roll(corners, 2, axis=0) if is_upside_down else corners


@dataclass(frozen=True, slots=True)
class Grid:
    """The 5 x 5 grid on which somebody lays cards.

    Attributes:
        card_wh_mm: Size of the cards.
        gap_wh_mm: Gaps between columns and between rows.
    """

    card_wh_mm: tuple[float, float]
    gap_wh_mm: tuple[float, float]

    @property
    def pitch_mm(self) -> tuple[float, float]:
        """Distance of neighbouring centres along a row and down a column."""
        return (
            self.card_wh_mm[0] + self.gap_wh_mm[0],
            self.card_wh_mm[1] + self.gap_wh_mm[1],
        )

    def centre_mm(self, cell: Cell) -> tuple[float, float]:
        """Where the middle of a cell is meant to be."""
        pitch_x, pitch_y = self.pitch_mm
        return (cell.col * pitch_x, cell.row * pitch_y)

    @property
    def outline_mm(self) -> NDArray[np.float64]:
        """Corners of the whole board, shape `(4, 2)`."""
        half_w, half_h = self.card_wh_mm[0] / 2, self.card_wh_mm[1] / 2
        right, bottom = self.centre_mm(Cell(GRID_SIDE - 1, GRID_SIDE - 1))
        return np.array(
            [
                [-half_w, -half_h],
                [right + half_w, -half_h],
                [right + half_w, bottom + half_h],
                [-half_w, bottom + half_h],
            ]
        )


def deal_grid(rng: np.random.Generator, card_wh_mm: tuple[float, float]) -> Grid:
    """Take the gaps of a new table by chance: 5 to 12 mm."""
    gap_x, gap_y = rng.uniform(6, 11, 2)
    return Grid(card_wh_mm=card_wh_mm, gap_wh_mm=(float(gap_x), float(gap_y)))


def place_card(rng: np.random.Generator, grid: Grid, cell: Cell, face: FaceKey) -> Piece:
    """Lay one card by hand."""
    return _placed(
        rng,
        face=face,
        near_mm=grid.centre_mm(cell),
        size_wh_mm=grid.card_wh_mm,
        jitter_mm=(JITTER_MM, MOST_JITTER_MM),
        jitter_deg=(JITTER_DEG, MOST_JITTER_DEG),
        turned_deg=0.0,
    )


def place_cover(
    rng: np.random.Generator, card: Piece, face: FaceKey, size_wh_mm: tuple[float, float]
) -> Piece:
    """Lay a cover on a card, slightly crooked, either way up."""
    return _placed(
        rng,
        face=face,
        near_mm=card.centre_mm,
        size_wh_mm=size_wh_mm,
        jitter_mm=(COVER_JITTER_MM, MOST_COVER_JITTER_MM),
        jitter_deg=(COVER_JITTER_DEG, MOST_COVER_JITTER_DEG),
        turned_deg=180.0 * float(rng.integers(0, 2)),
    )


def place_cards(
    rng: np.random.Generator, grid: Grid, faces: tuple[FaceKey, ...]
) -> tuple[Piece, ...]:
    """Lay 25 cards, row by row.

    Raises:
        ValueError: There are not 25 faces.
    """
    if len(faces) != len(ALL_CELLS):
        raise ValueError(f"a table has {len(ALL_CELLS)} cards, not {len(faces)}")
    return tuple(
        place_card(rng, grid, cell, face) for cell, face in zip(ALL_CELLS, faces, strict=True)
    )


def _placed(
    rng: np.random.Generator,
    *,
    face: FaceKey,
    near_mm: tuple[float, float],
    size_wh_mm: tuple[float, float],
    jitter_mm: tuple[float, float],
    jitter_deg: tuple[float, float],
    turned_deg: float,
) -> Piece:
    off = np.clip(rng.normal(0, jitter_mm[0], 2), -jitter_mm[1], jitter_mm[1])
    turn = float(np.clip(rng.normal(0, jitter_deg[0]), -jitter_deg[1], jitter_deg[1]))
    return Piece(
        face=face,
        centre_mm=(near_mm[0] + float(off[0]), near_mm[1] + float(off[1])),
        turned_deg=turned_deg + turn,
        width_mm=size_wh_mm[0],
        height_mm=size_wh_mm[1],
    )
