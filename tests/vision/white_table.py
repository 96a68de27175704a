"""A table of white cards, seen from above, and what is remembered of it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.vision.arms import Arms
from companion.vision.frame import Image
from companion.vision.motion import make_thumbnail

SIZE_WH = (1280, 720)
MIDDLE = 12


def cards_on(quads: NDArray[np.float64]) -> Image:
    """White cards on a dark table, which a webcam's noise roughens."""
    rng = np.random.default_rng(1)
    image = np.full((720, 1280, 3), 60.0)
    for left, top in quads[:, 0].astype(int):
        image[top : top + 110, left : left + 180] = 170.0
    return np.clip(image + rng.normal(0, 4, image.shape), 0, 255).astype(np.uint8)


def laid(image: Image, quads: NDArray[np.float64], *cells: int, level: int = 110) -> Image:
    """The same with something of one grey upon some cards."""
    changed = image.copy()
    for left, top in quads[list(cells), 0].astype(int):
        changed[top : top + 110, left : left + 180] = level
    return changed


def around(arms: Arms, cell: int, picture: Image) -> float:
    """How far what is remembered around a cell is from a picture, in grey levels."""
    at = arms.surroundings.of(cell)
    seen = make_thumbnail(picture).reshape(-1)[arms.surroundings.pixels[at]]
    return float(np.abs(arms.around.levels[at] - seen).mean())
