"""The table top under the cards: wood, cloth, plain."""

from __future__ import annotations

from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.simulated.light import linear_from_srgb
from companion.vision.frame import Image

TEXTURE_PX_PER_MM = 2.0
TEXTURE_PX = 1200
"""A tile of 60 cm; beyond its edge it is mirrored."""


class Surface(StrEnum):
    """What the table is made of."""

    LIGHT_WOOD = "light wood"
    DARK_WOOD = "dark wood"
    GREEN_CLOTH = "green cloth"
    DOTTED_CLOTH = "dotted cloth"
    WHITE = "white"
    BLACK = "black"


_COLOURS_BGR: dict[Surface, tuple[int, int, int]] = {
    Surface.LIGHT_WOOD: (118, 163, 200),
    Surface.DARK_WOOD: (42, 62, 96),
    Surface.GREEN_CLOTH: (70, 92, 46),
    Surface.DOTTED_CLOTH: (150, 108, 78),
    Surface.WHITE: (222, 226, 228),
    Surface.BLACK: (40, 38, 38),
}


def draw_surface(surface: Surface, rng: np.random.Generator) -> Image:
    """Draw one tile of a table top, uint8 BGR, `TEXTURE_PX_PER_MM` pixels a millimetre."""
    side = TEXTURE_PX
    colour = np.array(_COLOURS_BGR[surface], np.float32)
    shade = _clouds(rng, (24, 24), side, 0.04)
    if surface in (Surface.LIGHT_WOOD, Surface.DARK_WOOD):
        shade += _clouds(rng, (160, 8), side, 0.10) + _clouds(rng, (600, 24), side, 0.08)
        top = _shaded(colour, shade)
        _draw_planks(top, rng)
        return top
    shade += rng.normal(0, 0.035, (side, side)).astype(np.float32)
    top = _shaded(colour, shade)
    if surface is Surface.DOTTED_CLOTH:
        step = int(rng.integers(40, 70))
        for row, y in enumerate(range(0, side, step)):
            for x in range((row % 2) * step // 2, side, step):
                cv2.circle(top, (x, y), step // 7, (214, 218, 222), cv2.FILLED, cv2.LINE_AA)
    # The lens never sees threads this fine as sharp as they are.
    return np.asarray(cv2.GaussianBlur(top, (0, 0), 1.0), np.uint8)


def view_of_surface(
    tile: Image,
    image_from_board: NDArray[np.float64],
    size_wh: tuple[int, int],
    origin_mm: tuple[float, float],
) -> NDArray[np.float32]:
    """See the table top through the camera.

    Args:
        tile: From `draw_surface`.
        image_from_board: Where the camera stands.
        size_wh: Picture size.
        origin_mm: Point of the board under the tile's top left corner.

    Returns:
        Linear light, float32, shape `(H, W, 3)`.
    """
    mm_from_tile = np.array(
        [
            [1 / TEXTURE_PX_PER_MM, 0, origin_mm[0]],
            [0, 1 / TEXTURE_PX_PER_MM, origin_mm[1]],
            [0, 0, 1.0],
        ]
    )
    seen = cv2.warpPerspective(
        tile,
        image_from_board @ mm_from_tile,
        size_wh,
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REFLECT_101,
    )
    return linear_from_srgb(np.asarray(seen, np.uint8))


def _clouds(
    rng: np.random.Generator, cells_hw: tuple[int, int], side: int, strength: float
) -> NDArray[np.float32]:
    coarse = rng.normal(0, strength, cells_hw).astype(np.float32)
    return np.asarray(cv2.resize(coarse, (side, side), interpolation=cv2.INTER_CUBIC), np.float32)


def _shaded(colour: NDArray[np.float32], shade: NDArray[np.float32]) -> Image:
    return np.asarray(np.clip(colour * (1 + shade)[..., None], 0, 255), np.uint8)


def _draw_planks(top: Image, rng: np.random.Generator) -> None:
    y = int(rng.integers(60, 240))
    while y < TEXTURE_PX:
        top[y : y + 3] = top[y : y + 3] // 2
        y += int(rng.integers(200, 300))
