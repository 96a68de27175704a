"""The colours of 25 squares: measured with the light and the glare that lie on them."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.terms import GRID_SIDE
from companion.vision.frame import Image
from companion.vision.key_panel import PITCH_PX, flat_at, flat_part

_Floats = NDArray[np.float64]

GAMMA = 2.2
"""Near enough to sRGB's own curve; cameras bend it more than the difference."""

_RING = (0.25, 0.36)
"""From the square's middle, in pitches: outside the mark that is printed in it (0.23), inside its
edge (0.43) by two standard deviations of the worst blur."""

_HUE_FLOOR = 0.08
_HALF_GAP = 0.05

_DARKER_PART = (0.1, 0.6)
"""Glare is uneven: of each square the darker part is believed, but not its darkest pixels."""

_DARKEST_VEIL = 1e-4
_FAINTEST_VEIL = 0.02
"""Below this share of white the panel's own print and the sensor's noise make the difference."""

_BLOWN_OUT = 245
_MOST_BLOWN_OUT = 0.6

_LAB_FROM_RGB = np.array(
    [[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]]
) / np.array([[0.9505], [1.0], [1.089]])
LUMINANCE = np.array([0.3, 0.5, 0.2])
"""Weights of brightness: blue weighs more than to the eye, else blue squares are dark."""


@dataclass(frozen=True, slots=True, eq=False)
class SquareColours:
    """What 25 squares look like, row by row.

    Attributes:
        light: float64, shape `(25, 3)`, linear red, green, blue, 1 = the camera's white.
        veil: float64, shape `(25, 3)`: the light that the dark panel around each square gives
            back: glare, haze, and a little of the panel itself.
        veil_unevenness: float64, shape `(25,)`: how far the four corners of each square disagree
            about the veil, as a share of it: a narrow glare may miss all four.
        rise: float64, shape `(25,)`: how much brighter a square is than the gaps at its four sides,
            1 as bright as squares usually are. Glare lies on both sides of an edge: no veil is
            in it, so a black square stays black however much light lies on it.
        is_seen: bool, shape `(25,)`: not blown out, not outside the picture.
    """

    light: _Floats
    veil: _Floats
    veil_unevenness: _Floats
    rise: _Floats
    is_seen: NDArray[np.bool_]


def measure_squares(flat: Image, is_inside: NDArray[np.bool_]) -> SquareColours:
    """Measure every square of a flat picture.

    Args:
        flat: A `KeyPanel`'s flat picture.
        is_inside: bool, shape `(25,)`: the square lies inside the photograph.
    """
    linear = linear_rgb(flat)
    corners = _measure_veil(linear)
    veil_everywhere = _spread_veil(corners, len(flat))
    light = np.zeros((GRID_SIDE * GRID_SIDE, 3))
    veil = np.zeros_like(light)
    is_seen = is_inside.copy()
    for row in range(GRID_SIDE):
        for col in range(GRID_SIDE):
            at = row * GRID_SIDE + col
            square = flat_part(linear, col, row, _RING[1], _RING[1])
            side = len(square)
            hole = round(side * (1 - _RING[0] / _RING[1]) / 2)
            is_ring = np.ones((side, side), bool)
            is_ring[hole : side - hole, hole : side - hole] = False
            order = np.argsort(square[is_ring] @ LUMINANCE)
            low, high = (int(share * len(order)) for share in _DARKER_PART)
            believed = order[low:high]
            light[at] = square[is_ring][believed].mean(axis=0)
            # The veil of the same pixels: where glare ends steeply, the darker part has less of it.
            around = flat_part(veil_everywhere, col, row, _RING[1], _RING[1])
            veil[at] = around[is_ring][believed].mean(axis=0)
            blown_out = flat_part(flat, col, row, _RING[1], _RING[1]).min(axis=2) > _BLOWN_OUT
            is_seen[at] &= bool(blown_out.mean() < _MOST_BLOWN_OUT)
    return SquareColours(light, veil, _unevenness(corners), _measure_rise(linear), is_seen)


def _measure_veil(linear: _Floats) -> _Floats:
    """The panel's own light at the corners between squares, shape `(6, 6, 3)`."""
    corners = np.zeros((GRID_SIDE + 1, GRID_SIDE + 1, 3))
    for row in range(GRID_SIDE + 1):
        for col in range(GRID_SIDE + 1):
            # At the rim a little further out: squares are there on one side only.
            x = col - 0.5 + 0.09 * ((col == GRID_SIDE) - (col == 0))
            y = row - 0.5 + 0.09 * ((row == GRID_SIDE) - (row == 0))
            part = flat_part(linear, x, y, 0.1, 0.1).reshape(-1, 3)
            corners[row, col] = np.percentile(part, 20, axis=0)
    return corners


def _measure_rise(linear: _Floats) -> _Floats:
    """Brightness across the edges of each square, all four of them, over the median square's."""
    grey = linear @ LUMINANCE
    middle, half = sum(_RING) / 2, (_RING[1] - _RING[0]) / 2
    rise = np.zeros((GRID_SIDE, GRID_SIDE))
    for row in range(GRID_SIDE):
        for col in range(GRID_SIDE):
            steps = []
            for x, y in ((0, -1), (1, 0), (0, 1), (-1, 0)):
                inside = (half, _RING[0]) if x else (_RING[0], half)
                gap = (_HALF_GAP, _RING[0]) if x else (_RING[0], _HALF_GAP)
                here = flat_part(grey, col + x * middle, row + y * middle, *inside)
                beside = flat_part(grey, col + x / 2, row + y / 2, *gap)
                steps.append(np.median(here) - np.median(beside))
            rise[row, col] = np.mean(steps)
    return np.asarray(rise.ravel() / max(float(np.median(rise)), 1e-6), np.float64)


def _unevenness(corners: _Floats) -> _Floats:
    """Largest less smallest of each square's four corners, as a share of their mean."""
    grey = corners.mean(axis=2)
    around = np.stack([grey[:-1, :-1], grey[1:, :-1], grey[:-1, 1:], grey[1:, 1:]])
    apart = np.ptp(around, axis=0) / (around.mean(axis=0) + _FAINTEST_VEIL)
    return np.asarray(apart.ravel(), np.float64)


def _spread_veil(corners: _Floats, side_px: int) -> _Floats:
    """The veil at every pixel of the flat picture, between corners as glare falls off."""
    along = np.clip((np.arange(side_px) - flat_at(-0.5)) / PITCH_PX, 0, GRID_SIDE)
    x, y = np.meshgrid(along.astype(np.float32), along.astype(np.float32))
    logs = np.log(corners + _DARKEST_VEIL).astype(np.float32)
    return np.asarray(np.exp(cv2.remap(logs, x, y, cv2.INTER_LINEAR)), np.float64)


def linear_rgb(image_bgr: NDArray[np.uint8]) -> _Floats:
    """Pixels as linear red, green, blue from 0 to 1."""
    return np.asarray((image_bgr[..., ::-1] / 255.0) ** GAMMA, np.float64)


def lab_of(linear: _Floats) -> _Floats:
    """Linear red, green, blue as CIE L*a*b* (D65).

    Example:
        >>> lab_of(np.array([1.0, 1.0, 1.0])).round().tolist()
        [100.0, 0.0, 0.0]
    """
    xyz = np.clip(linear, 0, None) @ _LAB_FROM_RGB.T
    bent = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    x, y, z = bent[..., 0], bent[..., 1], bent[..., 2]
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=-1)


def hue_of(linear: _Floats) -> _Floats:
    """What is left of a colour when its brightness is taken out: logarithms less their mean.

    Orange and yellow hold next to no blue, and its logarithm would be all noise: a share of the
    strongest channel is added to each.
    """
    logs = np.log(linear + _HUE_FLOOR * linear.max(axis=-1, keepdims=True) + 1e-4)
    return np.asarray(logs - logs.mean(axis=-1, keepdims=True), np.float64)
