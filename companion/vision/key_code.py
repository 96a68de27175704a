"""The QR code in the foot of our own key card, and which side of the card is up."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import zxingcpp
from numpy.typing import NDArray

from companion.terms import GRID_SIDE
from companion.vision.frame import Image

_Floats = NDArray[np.float64]

_QR_CODES = zxingcpp.BarcodeFormats([zxingcpp.BarcodeFormat.QRCode])

_PITCH_PX = 64
"""Pixels from square to square: 3.9 a module of the code, where 2.5 are enough for zxing-cpp."""
_REACH_PITCHES = 6.0
_FOOT_PITCHES = (3.2, 5.4)
"""How far from the middle the code may lie on our cards, the smallest and the tallest."""


@dataclass(frozen=True, slots=True)
class KeyCode:
    """A code beside the squares.

    Attributes:
        text: What it says, as read.
        quarter_turns: How often the card is turned clockwise from upright in the picture.
    """

    text: str
    quarter_turns: int


def read_code(image: Image, image_from_grid: NDArray[np.float64]) -> KeyCode | None:
    """Read the code in a key card's foot, whichever side that is on.

    Args:
        image: The picture, as large as there is one.
        image_from_grid: Where the squares lie in it.
    """
    side_px = round(2 * _REACH_PITCHES * _PITCH_PX)
    shift = (GRID_SIDE - 1) / 2 - _REACH_PITCHES
    grid_from_flat = np.array([[1 / _PITCH_PX, 0, shift], [0, 1 / _PITCH_PX, shift], [0, 0, 1]])
    flat = cv2.warpPerspective(
        image,
        image_from_grid @ grid_from_flat,
        (side_px, side_px),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=(128, 128, 128),
    )
    grey = cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY)
    for code in zxingcpp.read_barcodes(grey, formats=_QR_CODES):
        place = code.position
        corners = (place.top_left, place.top_right, place.bottom_right, place.bottom_left)
        at_px = np.array([(corner.x, corner.y) for corner in corners], np.float64)
        turns = _quarter_turns(at_px.mean(axis=0) / _PITCH_PX - _REACH_PITCHES)
        if turns is not None:
            return KeyCode(code.text, turns)
    return None


def _quarter_turns(from_middle: _Floats) -> int | None:
    """Turns of a card whose code lies there, in pitches from the middle; None if none has it there.

    Example:
        >>> _quarter_turns(np.array([2.0, 4.3])), _quarter_turns(np.array([-4.3, 2.0]))
        (0, 1)
    """
    x, y = from_middle
    for turns in range(4):
        if _FOOT_PITCHES[0] < y < _FOOT_PITCHES[1] and 0 < x < _FOOT_PITCHES[0]:
            return turns
        # Turned back a quarter, anticlockwise as seen.
        x, y = y, -x
    return None
