"""Places from which a card was taken: they look like the table between the cards."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.terms import GRID_SIDE, Cell
from companion.vision.frame import Image
from companion.vision.gradient import HALF_LIGHTNESS
from companion.vision.homography import carry, fit_homography
from companion.vision.lattice import PLACES
from companion.vision.portraits import TRUSTED_LOOKS, VACANT
from companion.vision.reading import BoardReading, CellState, without_piece

_Floats = NDArray[np.float64]

_AWAY = 9.0
_SCATTER = 14.0
"""CIE L*a*b* as OpenCV scales it, for places in which no outline and no tag was found."""

_AWAY_GRAINED = 5.0
_SCATTER_GRAINED = 11.0
"""Of 71 places whose card was taken from six kinds of simulated table all are within, on grain and
dots too; that it is not the card is known by its portrait, or by its missing tag."""

_CLEARLY_APART = 10.0
_NO_PRINT = 13.0
"""White cards on a white table differ from it by their print alone: its darkest hundredth is 14 and
more away on 171 such cards, a place without a card has 12 at most."""

_AWAY_SAME = 3.5
_SCATTER_SAME = 4.5
"""A black cover on a black table differs from it by 1.4, the bare table from itself by up to 2.8;
grey covers on the greyest of 120 path-traced tables by 3.9 and more."""

_AWAY_SAME_AT_ONCE = 2.2
_SCATTER_SAME_AT_ONCE = 3.2
"""In a single picture nobody knows that a card lay there: only what has the table's very look."""

_FROM_TABLE = 15.0
"""From the usual colour between all cards, lightness counting half: a lamp in one corner leaves 10,
a hand that lies over a place and the crossings around it has 20 and more on most tables."""

_BETWEEN = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
_STEPS = np.arange(-1, GRID_SIDE) + 0.5
_CROSSINGS = np.array([(x, y) for x in _STEPS for y in _STEPS])
_REACH = np.linspace(-0.32, 0.32, 13)
_INSIDE = np.array([(x, y) for x in _REACH for y in _REACH])


def looks_empty(image: Image, image_from_cells: _Floats, cell: Cell) -> bool:
    """Whether a place looks like the table between the cards, and has no print.

    Args:
        image: uint8, shape `(H, W, 3)`, BGR.
        image_from_cells: float64, shape `(3, 3)`: carries (col, row) into the picture.
        cell: Which place.
    """
    lab = _colors(image, image_from_cells, cell)
    grained = _against_table(lab * HALF_LIGHTNESS)
    if grained.from_table > _FROM_TABLE:
        return False
    seen = _against_table(lab)
    if seen.away < _AWAY and seen.scatter < _SCATTER:
        return True
    return grained.away < _AWAY_GRAINED and grained.scatter < _SCATTER_GRAINED


def tell_vacant(
    image: Image, reading: BoardReading, cells: tuple[Cell, ...], looked: NDArray[np.int_]
) -> BoardReading:
    """Say which cards were taken away, where cards have no tags.

    A place that shows the table, where a card is known to have lain, is empty. Where the table has
    the very colour of a cover nobody can tell one from the other: such a place is hidden.

    Args:
        image: uint8, shape `(H, W, 3)`, BGR.
        reading: What is known of the board, and what was just read.
        cells: Which were just read; the others are left alone.
        looked: int, shape `(25,)`: in how many looks each card was seen alike (`Portraits.looks`).
    """
    doubtful = [
        cell
        for cell in cells
        if (looked[cell.position] >= TRUSTED_LOOKS or looked[cell.position] == VACANT)
        and reading.at(cell).state is not CellState.CARD
    ]
    if not doubtful:
        return reading
    image_from_cells = _image_from_cells(reading)
    at_cards = [
        _look(image, image_from_cells, read.cell).away
        for read in reading.cells
        if read.state is CellState.CARD
    ]
    is_like_cards = len(at_cards) == 0 or float(np.median(at_cards)) < _CLEARLY_APART
    changed = list(reading.cells)
    for cell in doubtful:
        read = changed[cell.position]
        seen = _look(image, image_from_cells, cell)
        is_table = seen.away < _AWAY_GRAINED and seen.scatter < _SCATTER_GRAINED
        is_table = is_table and seen.from_table < _FROM_TABLE
        if is_like_cards:
            is_table = is_table and seen.print_ < _NO_PRINT
        if is_table and (read.state is CellState.HIDDEN or looked[cell.position] == VACANT):
            changed[cell.position] = without_piece(read, CellState.EMPTY)
        elif seen.away < _AWAY_SAME and seen.scatter < _SCATTER_SAME:
            changed[cell.position] = without_piece(read, CellState.HIDDEN)
    return replace(reading, cells=tuple(changed))


def doubt_table_colours(image: Image, reading: BoardReading) -> BoardReading:
    """Say nothing of covers that look like the table itself: perhaps no card lies there.

    Args:
        image: uint8, shape `(H, W, 3)`, BGR.
        reading: What colours and edges say of cards without tags.
    """
    covered = [read.cell for read in reading.cells if read.state is CellState.COVERED]
    if not covered:
        return reading
    image_from_cells = _image_from_cells(reading)
    changed = list(reading.cells)
    for cell in covered:
        seen = _look(image, image_from_cells, cell)
        if seen.away < _AWAY_SAME_AT_ONCE and seen.scatter < _SCATTER_SAME_AT_ONCE:
            changed[cell.position] = without_piece(changed[cell.position], CellState.HIDDEN)
    return replace(reading, cells=tuple(changed))


def _image_from_cells(reading: BoardReading) -> _Floats:
    return fit_homography(PLACES, np.array([cell.quad_px.mean(axis=0) for cell in reading.cells]))


@dataclass(frozen=True, slots=True)
class _Seen:
    """A place against the table beside it.

    Attributes:
        away: How far its usual colour is from the table's.
        scatter: How far all but a seventh of it stays from its usual colour.
        print_: How far its most different hundredth is.
        from_table: How far its usual colour is from the whole table's.
    """

    away: float
    scatter: float
    print_: float
    from_table: float


def _look(image: Image, image_from_cells: _Floats, cell: Cell) -> _Seen:
    """Measure a place, lightness counting half."""
    return _against_table(_colors(image, image_from_cells, cell) * HALF_LIGHTNESS)


def _colors(image: Image, image_from_cells: _Floats, cell: Cell) -> _Floats:
    """CIE L*a*b* of a place's four crossings, of its inside, and of all 36 crossings, `(n, 3)`."""
    around = np.concatenate([_BETWEEN, _INSIDE]) + np.array([cell.col, cell.row])
    points = carry(np.concatenate([around, _CROSSINGS]), image_from_cells)
    pixels = cv2.remap(
        image,
        points[:, None, 0].astype(np.float32),
        points[:, None, 1].astype(np.float32),
        cv2.INTER_AREA,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return cv2.cvtColor(pixels, cv2.COLOR_BGR2LAB).reshape(-1, 3).astype(np.float64)


def _against_table(lab: _Floats) -> _Seen:
    """Measure a place against the four crossings around it, in the colours' own weights."""
    table, here, crossings = np.split(lab, [len(_BETWEEN), len(_BETWEEN) + len(_INSIDE)])
    middle = np.median(here, axis=0)
    # Two of four crossings: cards beside this one may lie over the others.
    nearest = np.sort(np.linalg.norm(table - middle, axis=1))[:2]
    scatter = np.linalg.norm(here - middle, axis=1)
    usual, most = np.percentile(scatter, [85, 99])
    from_table = float(np.linalg.norm(middle - np.median(crossings, axis=0)))
    return _Seen(float(nearest.max()), float(usual), float(most), from_table)
