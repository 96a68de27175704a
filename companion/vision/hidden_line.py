"""Four lines of cards and an arm along the fifth: which side it is on, the bare table tells.

Twenty cards in four lines fit a grid of five by five in two ways. Where an arm lies along one
side and nothing but table on the other, the fifth line is under the arm.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.terms import ALL_CELLS, GRID_SIDE
from companion.vision.frame import Image
from companion.vision.lattice import Lattice, lattices_of_four_lines
from companion.vision.quads import detect_outlines
from companion.vision.vacant import looks_empty

_FULL = 4
"""Of five places under an arm, so many at least do not look like the table."""


def find_beside_hidden_line(image: Image, scale: float) -> Lattice | None:
    """Find the cards where one line at the rim is hidden.

    Args:
        image: uint8, shape `(H, W, 3)`, BGR.
        scale: By how much the picture is enlarged or reduced to be looked at.

    Returns:
        The lattice in the picture's own pixels; None where no line is hidden so.
    """
    if scale != 1:
        way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
        image = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=way), np.uint8)
    gray: NDArray[np.uint8] = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    for pair in lattices_of_four_lines(detect_outlines(gray)):
        bare = [_bare_places(image, lattice) for lattice in pair]
        for this, other in ((0, 1), (1, 0)):
            if bare[other] == GRID_SIDE and bare[this] <= GRID_SIDE - _FULL:
                return pair[this].in_picture_scaled(1 / scale)
    return None


def _bare_places(image: Image, lattice: Lattice) -> int:
    """How many places of the line that was added look like the table between the cards."""
    missing = ~lattice.is_found
    rim = [missing[0], missing[-1], missing[:, 0], missing[:, -1]]
    at = int(np.argmax([line.sum() for line in rim]))
    line = [
        cell
        for cell in ALL_CELLS
        if (cell.row, cell.row, cell.col, cell.col)[at] == (0, GRID_SIDE - 1, 0, GRID_SIDE - 1)[at]
    ]
    return sum(looks_empty(image, lattice.image_from_lattice, cell) for cell in line)
