"""A lattice that is known, held while an arm hides most of it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.terms import GRID_SIDE
from companion.vision.cells import CellOutlines
from companion.vision.flatten import SIZE_TOLERANCE, size_of
from companion.vision.homography import fit_homography
from companion.vision.lattice import PLACES, Lattice
from companion.vision.quads import Outlines

_Floats = NDArray[np.float64]

_HELD_SHARE = 0.06
"""In card sizes: outlines of a camera that has not moved come back within 1 %."""

_HELD_LEAST = 4
"""So many outlines must lie where they lay."""

_SHIFTED_SHARE = 0.4
"""In card sizes: further away lies another cell's card."""


def choose_outlines(quads_px: _Floats, outlines: Outlines) -> CellOutlines:
    """The outline that a new picture shows of each card, or the old one.

    Args:
        quads_px: float64, shape `(n, 4, 2)`: the cards' edges as they were last seen, clockwise.
        outlines: Candidates of the new picture.
    """
    corners, inset = quads_px.copy(), np.zeros(len(quads_px))
    is_found = np.zeros(len(quads_px), dtype=bool)
    for at, nearest in enumerate(_nearest(quads_px, outlines)[0]):
        if nearest >= 0:
            turns = [np.roll(outlines.corners_px[nearest], turn, axis=0) for turn in range(4)]
            corners[at] = min(turns, key=lambda quad: float(np.abs(quad - quads_px[at]).sum()))
            inset[at] = outlines.inset_mm[nearest]
            is_found[at] = True
    return CellOutlines(corners, inset, is_found)


def hold_lattice(quads_px: _Floats, outlines: Outlines) -> Lattice | None:
    """Keep a lattice that is known, with the outlines that a new picture shows.

    Args:
        quads_px: float64, shape `(25, 4, 2)`: the cards' edges as they were last seen.
        outlines: Candidates of the new picture.

    Returns:
        The lattice, or None where too few outlines lie where they lay.
    """
    _, miss = _nearest(quads_px, outlines)
    if (miss < _HELD_SHARE).sum() < _HELD_LEAST:
        return None
    held = choose_outlines(quads_px, outlines)
    centers = Outlines(quads_px, np.zeros(len(quads_px))).centers_px
    return Lattice(
        corners_px=held.corners_px.reshape(GRID_SIDE, GRID_SIDE, 4, 2),
        inset_mm=held.inset_mm.reshape(GRID_SIDE, GRID_SIDE),
        is_found=held.is_found.reshape(GRID_SIDE, GRID_SIDE),
        image_from_lattice=fit_homography(PLACES, centers),
        residual_share=0.0,
    )


def _nearest(quads_px: _Floats, outlines: Outlines) -> tuple[NDArray[np.int_], _Floats]:
    """Index of the outline at each quad (-1 for none) and its distance in card sizes."""
    chosen = np.full(len(quads_px), -1)
    distance = np.full(len(quads_px), np.inf)
    if len(outlines) == 0:
        return chosen, distance
    old = Outlines(quads_px, np.zeros(len(quads_px)))
    size, own = size_of(outlines), size_of(old)
    centers = outlines.centers_px
    for at, center in enumerate(old.centers_px):
        miss = np.linalg.norm(centers - center, axis=1) / own[at] ** 1.5
        miss[np.abs(size / own[at] - 1) > SIZE_TOLERANCE] = np.inf
        nearest = int(np.argmin(miss))
        if miss[nearest] < _SHIFTED_SHARE:
            chosen[at], distance[at] = nearest, miss[nearest]
    return chosen, distance
