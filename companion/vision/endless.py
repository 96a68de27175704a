"""Grids that are no table of cards: tiles, checked cloth, keyboards, chance crossings."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.terms import GRID_SIDE
from companion.vision.gradient import GradientField, side_support
from companion.vision.homography import carry, fit_homography
from companion.vision.lattice import Lattice

_Floats = NDArray[np.float64]

_FRAMED = 0.5
_OF_A_LINE = 3
"""So many of five places in a line beyond the board that are framed as cards are: at most one on
38 photographs and renders, three and more on ruled paper."""

_WELL_FRAMED = 0.6
_LEAST_FRAMED = 13
"""Cells whose weakest side lies on an edge: 20 and more on photographs, altered ones and renders,
8 where lines cross by chance."""

_SHIFTS = (-0.06, 0.0, 0.06)
"""In pitches: what lies beyond the board is predicted from it."""


def goes_on(field: GradientField, lattice: Lattice) -> bool:
    """Whether the grid has a sixth row or column in the picture: then it is no table of cards.

    Args:
        field: The picture's gradients.
        lattice: The grid, its outlines at the cards' own edges.
    """
    quads = lattice.corners_px.reshape(-1, 4, 2)
    places = np.array([(at % GRID_SIDE, at // GRID_SIDE) for at in range(len(quads))], float)
    image_from_lattice = fit_homography(places, quads.mean(axis=1))
    flat = carry(quads.reshape(-1, 2), np.asarray(np.linalg.inv(image_from_lattice)))
    shape = np.median(flat.reshape(-1, 4, 2) - places[:, None], axis=0)
    return any(_is_line(field, line, shape, image_from_lattice) for line in _lines_beyond())


def is_framed(field: GradientField, lattice: Lattice) -> bool:
    """Whether most cells have an edge on each side: lines that cross by chance have not.

    Args:
        field: The picture's gradients.
        lattice: The grid, its outlines at the cards' own edges.
    """
    weakest = side_support(field, lattice.corners_px.reshape(-1, 4, 2)).min(axis=1)
    return int((weakest > _WELL_FRAMED).sum()) >= _LEAST_FRAMED


def _lines_beyond() -> list[_Floats]:
    """The four lines of five places just beyond the board, each shape `(5, 2)`."""
    along = np.arange(GRID_SIDE, dtype=np.float64)
    lines = []
    for beyond in (-1.0, float(GRID_SIDE)):
        across = np.full(GRID_SIDE, beyond)
        lines += [np.column_stack([along, across]), np.column_stack([across, along])]
    return lines


def _is_line(
    field: GradientField, line: _Floats, shape: _Floats, image_from_lattice: _Floats
) -> bool:
    shifts = np.array([(dx, dy) for dx in _SHIFTS for dy in _SHIFTS])
    flat = line[None, :, None] + shape[None, None] + shifts[:, None, None]
    quads = carry(flat.reshape(-1, 2), image_from_lattice).reshape(-1, 4, 2)
    width, height = field.size_wh
    is_inside = ((quads >= 0) & (quads <= (width - 1, height - 1))).all(axis=(1, 2))
    support = side_support(field, quads).min(axis=1)
    framed = ((support > _FRAMED) & is_inside).reshape(len(shifts), GRID_SIDE)
    return bool((framed.sum(axis=1) >= _OF_A_LINE).any())
