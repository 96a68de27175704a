"""Outlines that take in the gap beside each card, drawn back to the card.

Where cards lie in straight rows on a dark table, a quad from a card's edge to its neighbour's has
an edge on every side too. The strip in it is told by its colour: it is the table's, as beyond the
board, and only at one side of each card.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.terms import GRID_SIDE
from companion.vision.gradient import HALF_LIGHTNESS, GradientField, side_support
from companion.vision.lattice import Lattice

_Floats = NDArray[np.float64]

_TOUCHING = 0.03
"""Usual gap between two outlines, in card widths, below which cards would touch."""

_WIDTHS = np.arange(0.04, 0.3, 0.01)
"""Of the strip, in widths of the outline."""

_IS_EDGE = 0.7
_MOST_CELLS = 18
"""Of 25: so many show the strip at one side or the other."""

_OTHER_COLOUR = 8.0
_SAME_GROUND = 10.0
"""Lab units, lightness counting half."""

_ALONG = np.linspace(0.2, 0.8, 9)


def without_gaps(field: GradientField, lattice: Lattice) -> Lattice:
    """Draw the outlines back where they reach from card to card.

    Args:
        field: The picture's gradients.
        lattice: The grid, its outlines at edges.

    Returns:
        The lattice, its outlines narrower by the gap where there is one; else as it was.
    """
    corners = lattice.corners_px
    for sides in ((3, 1), (0, 2)):
        corners = _drawn_back(field, corners, sides)
    return lattice if corners is lattice.corners_px else replace(lattice, corners_px=corners)


def _drawn_back(field: GradientField, corners: _Floats, sides: tuple[int, int]) -> _Floats:
    """The same along one axis.

    Args:
        field: The picture's gradients.
        corners: float64, shape `(5, 5, 4, 2)`.
        sides: The sides that face each other there: left and right, or top and bottom.
    """
    quads = corners.reshape(-1, 4, 2)
    if _usual_gap(corners, sides) > _TOUCHING:
        return corners
    low, high = sides
    width, chosen = 0.0, np.zeros(len(quads), dtype=bool)
    best = 0.0
    is_high = np.zeros(len(quads), dtype=bool)
    for share in _WIDTHS:
        support = np.stack(
            [side_support(field, _moved(quads, side, share))[:, side] for side in (low, high)]
        )
        strips = np.stack([_strip(field, quads, side, share) for side in (low, high)])
        differ = np.linalg.norm(strips[0] - strips[1], axis=-1) > _OTHER_COLOUR
        seen = differ & (support.max(axis=0) >= _IS_EDGE)
        score = float(np.where(seen, support.max(axis=0), 0.0).sum())
        if seen.sum() >= _MOST_CELLS and score > best:
            best, width, chosen, is_high = score, float(share), seen, support[1] > support[0]
    if width == 0.0 or not _is_ground(field, quads, sides, width, chosen, is_high):
        return corners
    # Where a strip is not clear, it lies on the side where most of its line have it.
    line = np.arange(len(quads)) % GRID_SIDE if sides == (3, 1) else np.arange(25) // GRID_SIDE
    for at in np.flatnonzero(~chosen):
        beside = chosen & (line == line[at])
        is_high[at] = is_high[beside].mean() > 0.5 if beside.any() else is_high[chosen].mean() > 0.5
    drawn = np.where(is_high[:, None, None], _moved(quads, high, width), _moved(quads, low, width))
    return np.asarray(drawn.reshape(corners.shape), dtype=np.float64)


def _usual_gap(corners: _Floats, sides: tuple[int, int]) -> float:
    """Between neighbouring outlines, in card widths."""
    low, high = sides
    ends = (corners[:, :, low] + corners[:, :, (low + 1) % 4]) / 2
    starts = (corners[:, :, high] + corners[:, :, (high + 1) % 4]) / 2
    depth = starts - ends
    if sides == (3, 1):
        gap, depth = ends[:, 1:] - starts[:, :-1], depth[:, :-1]
    else:
        gap, depth = ends[1:] - starts[:-1], depth[:-1]
    along = (gap * depth).sum(axis=-1) / np.maximum((depth**2).sum(axis=-1), 1e-9)
    return float(np.median(along))


def _moved(quads: _Floats, side: int, share: float) -> _Floats:
    """The quads with one side moved inwards by a share of the depth."""
    moved = quads.copy()
    one, other = side, (side + 1) % 4
    across_one, across_other = (side + 3) % 4, (side + 2) % 4
    moved[:, one] += share * (quads[:, across_one] - quads[:, one])
    moved[:, other] += share * (quads[:, across_other] - quads[:, other])
    return moved


def _strip(field: GradientField, quads: _Floats, side: int, share: float) -> _Floats:
    """Usual colour of the strip inside one side, shape `(n, 3)`."""
    inside = _moved(quads, side, share / 2)
    start, end = inside[:, side], inside[:, (side + 1) % 4]
    points = start[:, None] + (end - start)[:, None] * _ALONG[:, None]
    return np.asarray(np.median(field.lab_at(points) * HALF_LIGHTNESS, axis=1), dtype=np.float64)


def _is_ground(
    field: GradientField,
    quads: _Floats,
    sides: tuple[int, int],
    width: float,
    chosen: NDArray[np.bool_],
    is_high: NDArray[np.bool_],
) -> bool:
    """Whether the strips have one colour, and it is not that of the frames printed on cards.

    The strips of all cells are one table; and beyond the outermost cards it goes on.
    """
    low, high = sides
    strips = np.where(
        is_high[:, None], _strip(field, quads, high, width), _strip(field, quads, low, width)
    )
    first = np.arange(len(quads)) % GRID_SIDE if sides == (3, 1) else np.arange(25) // GRID_SIDE
    beyond = []
    for side, at in ((low, 0), (high, GRID_SIDE - 1)):
        outer = quads[first == at]
        beyond.append(_strip(field, _moved(outer, side, -1.5 * width), side, width))
    ground = np.concatenate(beyond)
    away = np.linalg.norm(strips[chosen][:, None] - ground[None], axis=-1).min(axis=1)
    return bool((away < _SAME_GROUND).mean() > 0.8)
