"""The 25 cards as if the camera hung straight above each of them."""

from __future__ import annotations

import cv2
import numpy as np

from companion.terms import GRID_SIDE
from companion.vision.frame import Image
from companion.vision.reading import BoardReading

CARD_SIZE_WH_PX = (168, 120)
"""7 to 5, as the cards are: readable on a phone where five stand beside each other."""


def straighten_cards(image: Image, reading: BoardReading) -> Image:
    """Set the 25 cells of a frame side by side, each straightened, turned as the guessers sit.

    Nothing of the picture that is not in a cell comes along.

    Args:
        image: The frame.
        reading: What was seen in it.

    Returns:
        A picture of five times five cards without gaps.
    """
    width, height = CARD_SIZE_WH_PX
    flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    sheet = np.empty((GRID_SIDE * height, GRID_SIDE * width, 3), np.uint8)
    for cell in reading.cells:
        flat_from_image = cv2.getPerspectiveTransform(cell.quad_px.astype(np.float32), flat)
        card = cv2.warpPerspective(image, flat_from_image, CARD_SIZE_WH_PX, flags=cv2.INTER_AREA)
        row, col = cell.cell
        sheet[row * height : (row + 1) * height, col * width : (col + 1) * width] = card
    return sheet
