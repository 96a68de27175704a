"""The lattice seen through a lens that is known: straight while it is fitted, bent where it lies.

Points are straightened, not the picture: a grid that a wide lens bends becomes a plain one, cards
that nothing shows are foretold where they are, and every patch is still cut out of the picture as
it came.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.terms import GRID_SIDE
from companion.vision.frame import Image
from companion.vision.homography import fit_homography
from companion.vision.lattice import Lattice, fit_lattice
from companion.vision.profile import Intrinsics
from companion.vision.quads import Outlines
from companion.vision.reading import Unseen

_Floats = NDArray[np.float64]


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
    steps = np.array([(col, row) for row in range(GRID_SIDE) for col in range(GRID_SIDE)], float)
    centers = Outlines(corners.reshape(-1, 4, 2), np.zeros(GRID_SIDE**2)).centers_px
    return replace(lattice, corners_px=corners, image_from_lattice=fit_homography(steps, centers))


def straighten_picture(image: Image, lens: Intrinsics) -> tuple[Image, Intrinsics]:
    """Undo a lens for eyes that look for straight edges in the picture itself.

    Args:
        image: uint8, shape `(H, W, 3)`, BGR.
        lens: The lens, for pictures of this size.

    Returns:
        The picture, wide enough to hold all that the camera saw, and the straight lens that would
        have taken it; `back_to_seen` carries its points back.
    """
    straight = _straight_lens(lens)
    size_wh = (image.shape[1], image.shape[0])
    across, down = cv2.initUndistortRectifyMap(
        lens.matrix, np.array(lens.distortion), np.eye(3), straight.matrix, size_wh, cv2.CV_16SC2
    )
    # Replicated, not black: the rim of the picture must not become an edge of cards.
    flat = cv2.remap(image, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(flat, np.uint8), straight


def back_to_seen(points_px: _Floats, straight: Intrinsics, lens: Intrinsics) -> _Floats:
    """Carry points of a straightened picture to where the camera saw them."""
    rays = (points_px - np.array(straight.centre_xy_px)) / straight.focal_xy_px
    return lens.distort(rays * lens.focal_xy_px + np.array(lens.centre_xy_px))


def _straight_lens(lens: Intrinsics) -> Intrinsics:
    wide, _ = cv2.getOptimalNewCameraMatrix(
        lens.matrix, np.array(lens.distortion), lens.size_wh, alpha=1.0
    )
    return Intrinsics(
        lens.size_wh,
        (float(wide[0, 0]), float(wide[1, 1])),
        (float(wide[0, 2]), float(wide[1, 2])),
    )
