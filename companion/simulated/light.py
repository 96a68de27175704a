"""The lamp over the table, and what a webcam makes of its light."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.vision.frame import Image

_STEPS = 4096
_SRGB = np.arange(256) / 255.0
_TO_LINEAR = np.where(_SRGB <= 0.04045, _SRGB / 12.92, ((_SRGB + 0.055) / 1.055) ** 2.4).astype(
    np.float32
)
_LINEAR = np.arange(_STEPS) / (_STEPS - 1.0)
_TO_SRGB = np.clip(
    np.where(_LINEAR <= 0.0031308, 12.92 * _LINEAR, 1.055 * _LINEAR ** (1 / 2.4) - 0.055) * 255
    + 0.5,
    0,
    255,
).astype(np.uint8)


def linear_from_srgb(image: Image) -> NDArray[np.float32]:
    """Turn sRGB bytes into linear light, 0 to 1 (IEC 61966-2-1)."""
    return _TO_LINEAR[image]


def srgb_from_linear(light: NDArray[np.float32]) -> Image:
    """Turn linear light into sRGB bytes; what is brighter than 1 is clipped, as in a sensor."""
    steps = np.clip(light * np.float32(_STEPS - 1) + np.float32(0.5), 0, _STEPS - 1)
    return np.asarray(np.take(_TO_SRGB, steps.astype(np.uint16)), np.uint8)


@dataclass(frozen=True, slots=True)
class Light:
    """The light of one evening and the camera's answer to it.

    Attributes:
        lamp_k: Colour temperature of the lamp, kelvin.
        corrected: Share of the lamp's cast that the camera's white balance takes away, 0 to 1.
        exposure: Brightness of a white card in the middle of the board, linear, 0 to 1.
        fall_off: How much darker the side away from the lamp is, 0 to 1.
        lamp_side_deg: Where the lamp stands: 0 right of the picture, 90 below it.
        vignette: How much darker the picture's corners are, 0 to 1.
    """

    lamp_k: float = 4000.0
    corrected: float = 0.7
    exposure: float = 0.72
    fall_off: float = 0.3
    lamp_side_deg: float = 235.0
    vignette: float = 0.12

    def gains_bgr(self) -> NDArray[np.float32]:
        """What the lamp and the white balance do to each channel of a grey card.

        Example:
            >>> Light(lamp_k=6500, exposure=1.0).gains_bgr().round(2).tolist()
            [1.0, 1.0, 1.0]
        """
        cast = black_body_bgr(self.lamp_k) / black_body_bgr(6500.0)
        left_over = cast ** (1.0 - self.corrected)
        luminance = float(left_over @ np.array([0.0722, 0.7152, 0.2126]))
        return np.asarray(left_over / luminance * self.exposure, np.float32)

    def field(self, size_wh: tuple[int, int]) -> NDArray[np.float32]:
        """Brightness over the picture: a slope away from the lamp and darker corners.

        Returns:
            float32, shape `(H, W)`, 1 in the middle of the picture.
        """
        width, height = size_wh
        across = ((np.arange(width, dtype=np.float32) + 0.5) / width - 0.5)[None, :] * 2
        down = ((np.arange(height, dtype=np.float32) + 0.5) / height - 0.5)[:, None] * 2
        towards = np.radians(self.lamp_side_deg)
        slope = across * np.float32(np.cos(towards)) + down * np.float32(np.sin(towards))
        # An even slope would be a wall of light; a lamp gains faster than it falls off.
        lamp = np.exp(slope * np.float32(self.fall_off))
        corners = 1.0 - np.float32(self.vignette) * (across**2 + down**2) / 2
        return np.asarray(lamp * corners, np.float32)


def black_body_bgr(temperature_k: float) -> NDArray[np.float64]:
    """Colour of a black body in linear sRGB, blue first, green scaled to 1.

    Planck's locus after Kim et al. (US patent 7024034), 1,667 to 25,000 K.
    """
    inverse = 1000.0 / temperature_k
    if temperature_k <= 4000:
        x = np.polyval([-0.2661239, -0.2343589, 0.8776956, 0.179910], inverse)
    else:
        x = np.polyval([-3.0258469, 2.1070379, 0.2226347, 0.240390], inverse)
    if temperature_k <= 2222:
        y = np.polyval([-1.1063814, -1.34811020, 2.18555832, -0.20219683], x)
    elif temperature_k <= 4000:
        y = np.polyval([-0.9549476, -1.37418593, 2.09137015, -0.16748867], x)
    else:
        y = np.polyval([3.0817580, -5.87338670, 3.75112997, -0.37001483], x)
    big_x, big_z = x / y, (1 - x - y) / y
    red = 3.2404542 * big_x - 1.5371385 - 0.4985314 * big_z
    green = -0.9692660 * big_x + 1.8760108 + 0.0415560 * big_z
    blue = 0.0556434 * big_x - 0.2040259 + 1.0572252 * big_z
    return np.maximum(np.array([blue, green, red]) / green, 0.02)


def deal_light(rng: np.random.Generator, lamp_k: float | None = None) -> Light:
    """Take a lamp, a white balance and an exposure by chance."""
    return Light(
        lamp_k=float(rng.uniform(2700, 6500)) if lamp_k is None else lamp_k,
        corrected=float(rng.uniform(0.5, 0.9)),
        exposure=float(rng.uniform(0.55, 0.85)),
        fall_off=float(rng.uniform(0.1, 0.4)),
        lamp_side_deg=float(rng.uniform(0, 360)),
        vignette=float(rng.uniform(0.05, 0.2)),
    )
