"""The lattice seen through a lens that is known: straight while it is fitted, bent where it lies.

Points are straightened, not the picture: a grid that a wide lens bends becomes a plain one, cards
that nothing shows are foretold where they are, and every patch is still cut out of the picture as
it came.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from companion.terms import GRID_SIDE
from companion.vision.homography import fit_homography
from companion.vision.lattice import PLACES, Lattice, fit_lattice
from companion.vision.profile import Intrinsics
from companion.vision.quads import Outlines
from companion.vision.reading import Unseen


def fit_bent_lattice(outlines: Outlines, lens: Intrinsics) -> Lattice | Unseen:
    """Find the lattice of outlines that a lens has bent.

    Args:
        outlines: Candidates of one picture, as they are seen.
        lens: The lens, for pictures of this size.

    Returns:
        The lattice, its corners where they are seen.
    """
    if len(outlines) == 0:
        return fit_lattice(outlines)
    found = fit_lattice(replace(outlines, corners_px=lens.undistort(outlines.corners_px)))
    return found if isinstance(found, Unseen) else bend(found, lens)


def bend(lattice: Lattice, lens: Intrinsics) -> Lattice:
    """Carry a lattice of a straightened picture into the picture as it is seen."""
    corners = lens.distort(lattice.corners_px)
    centers = Outlines(corners.reshape(-1, 4, 2), np.zeros(GRID_SIDE**2)).centers_px
    return replace(lattice, corners_px=corners, image_from_lattice=fit_homography(PLACES, centers))
