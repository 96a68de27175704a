"""Which places of a grid something lies over: an arm, a hand, a mug.

Where no card's edge is seen, either no card lies there or something hides it. What hides it does
not look like the table top, which shows between the cards.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.terms import GRID_SIDE
from companion.vision.gradient import HALF_LIGHTNESS, GradientField
from companion.vision.homography import carry, fit_homography, points_inside
from companion.vision.lattice import PLACES, Lattice

_Floats = NDArray[np.float64]

_UNSUPPORTED = 0.62
_SUPPORTED = 0.8
_MOST_HIDDEN = 10
_LEAST_SUPPORTED = 14
"""More than half of the cards must be seen for what they are."""

_UNLIKE_TABLE = 11.0
"""CIE L*a*b*, lightness counting half: sleeves and skin differ from wood, cloth and plain tables
by 15 and more, a table's own patches by less than 7 from what shows in the gaps beside them."""

_NEAREST_GAPS = 7

_INSIDE = np.linspace(0.2, 0.8, 6)


def hidden_places(field: GradientField, lattice: Lattice, support: _Floats) -> NDArray[np.bool_]:
    """Which cells are hidden by something that is no table.

    Args:
        field: The picture's gradients and colours.
        lattice: The grid, its outlines at the cards' own edges.
        support: float64, shape `(25,)`: how well edges support each outline, 0 to 1.

    Returns:
        bool, shape `(25,)`; all False where too little else is seen to believe in a board.
    """
    nothing = np.zeros(len(support), dtype=bool)
    seen = support > _SUPPORTED
    grid = seen.reshape(GRID_SIDE, GRID_SIDE)
    if seen.sum() < _LEAST_SUPPORTED or not (grid.any(axis=0).all() and grid.any(axis=1).all()):
        return nothing
    unsupported = support < _UNSUPPORTED
    if not unsupported.any():
        return nothing
    quads = lattice.corners_px.reshape(-1, 4, 2)
    table = _table_beside(field, quads)
    if table is None:
        return nothing
    patches = _patches(field, quads)
    away = np.linalg.norm(patches - table[:, None], axis=2)
    # A hand covers most of a card, or it would be seen for a card.
    hidden = unsupported & (np.median(away, axis=1) > _UNLIKE_TABLE)
    return hidden if hidden.sum() <= _MOST_HIDDEN else nothing


def _table_beside(field: GradientField, quads: _Floats) -> _Floats | None:
    """The table's colour beside each cell, from the gaps where four cards meet and around."""
    image_from_lattice = fit_homography(PLACES, quads.mean(axis=1))
    steps = np.arange(-1, GRID_SIDE) + 0.5
    crossings = np.array([(x, y) for x in steps for y in steps])
    # Beside the board the table is seen a little further out.
    middle = (GRID_SIDE - 1) / 2
    crossings = middle + (crossings - middle) * np.where(
        np.abs(crossings - middle) > middle, 1.06, 1.0
    )
    points = carry(crossings, image_from_lattice)
    width, height = field.size_wh
    inside = ((points >= 1) & (points <= (width - 2, height - 2))).all(axis=1)
    if inside.sum() < _NEAREST_GAPS:
        return None
    crossings = crossings[inside]
    colors = _colors(field, points[inside])
    apart = np.linalg.norm(PLACES[:, None] - crossings[None], axis=2)
    nearest = np.argsort(apart, axis=1)[:, :_NEAREST_GAPS]
    beside = np.median(colors[nearest], axis=1)
    # An arm hides gaps too: the whole table's colour is asked where it lies between.
    everywhere = np.median(colors, axis=0)
    is_odd = np.linalg.norm(beside - everywhere, axis=1) > _UNLIKE_TABLE
    return np.where(is_odd[:, None], everywhere, beside)


def _patches(field: GradientField, quads: _Floats) -> _Floats:
    """Colours inside each cell, shape `(n, 36, 3)`."""
    return _colors(field, points_inside(quads, _INSIDE, _INSIDE))


def _colors(field: GradientField, points: _Floats) -> _Floats:
    return np.asarray(field.lab_at(points) * HALF_LIGHTNESS, dtype=np.float64)
