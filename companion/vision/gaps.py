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
from companion.vision.homography import points_inside
from companion.vision.lattice import Lattice

_Floats = NDArray[np.float64]

_TOUCHING = 0.03
"""Usual gap between two outlines, in card widths, below which cards would touch."""

_WIDTHS = np.arange(0.04, 0.3, 0.01)
"""Of the strip, in widths of the outline."""

_IS_EDGE = 0.7
_MOST_CELLS = 18
"""Of 25: so many show the strip at one side or the other."""

_AS_GOOD = 0.98
_EDGE = 0.045
"""How wide an edge is at most, in widths of the outline."""

_OTHER_COLOUR = 8.0
_SAME_GROUND = 10.0
"""Lab units, lightness counting half."""

_DARK_GROUND = 0.6
"""Lightness of the table over that of white on the cards."""

_BEYOND = 0.08
"""In widths of the outline, from its edge."""

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
    at = np.arange(len(quads))
    line = at % GRID_SIDE if sides == (3, 1) else at // GRID_SIDE
    ground = _ground(field, quads, sides, line)
    inside = field.lightness_at(points_inside(quads, _ALONG, _ALONG))
    if np.median(ground[:, 0]) / HALF_LIGHTNESS[0] > _DARK_GROUND * np.percentile(inside, 90):
        # On a pale table a white border is told from the table by its edge alone.
        return corners
    tried = []
    for share in _WIDTHS:
        strips = np.stack([_strip(field, quads, side, share) for side in sides])
        # shape (2, n): how far each strip's colour is from that of the table.
        away = np.linalg.norm(strips[:, :, None] - ground, axis=-1).min(axis=-1)
        of_table = np.argmin(away, axis=0)
        support = np.stack(
            [side_support(field, _moved(quads, side, share))[:, side] for side in sides]
        )[of_table, at]
        seen = (away.min(axis=0) < _SAME_GROUND) & (away.max(axis=0) > _OTHER_COLOUR)
        seen &= support >= _IS_EDGE
        if seen.sum() >= _MOST_CELLS:
            tried.append((float(support[seen].sum()), float(share), seen, of_table == 1))
    if not tried:
        return corners
    best = max(score for score, *_ in tried)
    # The first edge is the card's, a frame printed on it comes later. It is a few pixels wide, and
    # its middle is meant.
    good = [each for each in tried if each[0] >= _AS_GOOD * best]
    edge = [each for each in good if each[1] - good[0][1] < _EDGE]
    _, width, seen, is_high = edge[len(edge) // 2]
    # Where a strip is not clear, it lies on the side where most of its line have it.
    for cell in np.flatnonzero(~seen):
        beside = seen & (line == line[cell])
        is_high[cell] = is_high[beside if beside.any() else seen].mean() > 0.5
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


def _ground(
    field: GradientField, quads: _Floats, sides: tuple[int, int], line: NDArray[np.int_]
) -> _Floats:
    """The table's colour beyond the outermost outlines, float64, shape `(10, 3)`."""
    beyond = []
    for side, at in zip(sides, (0, GRID_SIDE - 1), strict=True):
        outer = _moved(quads[line == at], side, -2 * _BEYOND)
        beyond.append(_strip(field, outer, side, 2 * _BEYOND))
    return np.concatenate(beyond)
