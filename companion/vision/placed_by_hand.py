"""The table's place when it cannot be found by itself: four corners dragged over the live picture.

White cards on a white table, shop-bought cards under covers from the start: a person sees at once
where the 25 cards lie, and four corners say it.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.deck.geometry import CARD_HEIGHT_MM, CARD_WIDTH_MM
from companion.terms import GRID_SIDE
from companion.vision.homography import carry
from companion.vision.lattice import PLACES, Lattice, lattice_of

_Floats = NDArray[np.float64]

USUAL_GAP_MM = 6.0
"""Between cards as people lay them: 2 to 10 mm; an error of 4 mm is a fifteenth of a card."""

_LEAST_CARD_PX = 24.0
"""A card that is less wide has tags of less than 0.3 pixels a module."""

_MOST_LEAN = 5.0
"""Longest over shortest opposite side; a table seen from further aside cannot be read."""


class PlaceRefusedError(ValueError):
    """The corners cannot be those of 25 cards; the message is for the person who dragged them."""


def place_by_hand(
    corners_px: _Floats,
    *,
    card_wh_mm: tuple[float, float] = (CARD_WIDTH_MM, CARD_HEIGHT_MM),
    gap_mm: float = USUAL_GAP_MM,
    is_across: bool = False,
) -> Lattice:
    """Make the lattice of 25 cards between four corners.

    Args:
        corners_px: float64, shape `(4, 2)`: the outer corners of the 25 cards together, as the
            guessers read them: top left, top right, bottom right, bottom left.
        card_wh_mm: Size of a card.
        gap_mm: Gap between cards.
        is_across: Cards lie with their narrow side towards the guessers.

    Returns:
        The lattice, its row 0 the guessers' far row: it is read with turn 0.

    Raises:
        PlaceRefusedError: No 25 cards lie so.
    """
    corners = np.asarray(corners_px, np.float64)
    _check(corners)
    width, height = card_wh_mm[::-1] if is_across else card_wh_mm
    whole = np.array([width, height]) * GRID_SIDE + gap_mm * (GRID_SIDE - 1)
    block = np.array([(0, 0), (whole[0], 0), (whole[0], whole[1]), (0, whole[1])], np.float64)
    image_from_block = exact_homography(block, corners)
    card = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64)
    flat = card[None] + (PLACES * (width + gap_mm, height + gap_mm))[:, None]
    quads = carry(flat.reshape(-1, 2), image_from_block).reshape(-1, 4, 2)
    if float(np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1).min()) < _LEAST_CARD_PX:
        raise PlaceRefusedError("the cards would be too small to be read: bring the camera nearer")
    return lattice_of(quads)


def _check(corners: _Floats) -> None:
    if corners.shape != (4, 2) or not np.isfinite(corners).all():
        raise PlaceRefusedError("a place has four corners")
    sides = np.roll(corners, -1, axis=0) - corners
    following = np.roll(sides, -1, axis=0)
    turns = sides[:, 0] * following[:, 1] - sides[:, 1] * following[:, 0]
    if (turns <= 0).all():
        raise PlaceRefusedError("left and right are exchanged: drag the corners round once more")
    if (turns <= 0).any():
        raise PlaceRefusedError("the sides cross, or a corner points inwards")
    lengths = np.linalg.norm(sides, axis=1)
    lean = max(
        lengths[0] / lengths[2],
        lengths[2] / lengths[0],
        lengths[1] / lengths[3],
        lengths[3] / lengths[1],
    )
    if lean > _MOST_LEAN:
        raise PlaceRefusedError("the table leans too far: raise the camera")


def exact_homography(source_xy: _Floats, target_xy: _Floats) -> _Floats:
    """The one homography that carries four points to four others."""
    return np.asarray(
        cv2.getPerspectiveTransform(source_xy.astype(np.float32), target_xy.astype(np.float32)),
        np.float64,
    )
