"""How strongly colour changes across a line, whatever the light: the measure of an edge."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.frame import Image

_Floats = NDArray[np.float64]

_SOFT_PX = 1.3
_NEIGHBOURHOOD_SHARE = 1 / 16
_STRONGEST = 12.0


HALF_LIGHTNESS = np.array([0.5 / 2.55, 1.0, 1.0])
"""Weighs CIE L*a*b* as OpenCV scales it, lightness to 255, for distances in which lightness counts
half: grain, lamps and shadows vary in it."""


@dataclass(frozen=True, slots=True, eq=False)
class GradientField:
    """Gradients of lightness and both colour axes, each over its own noise.

    Attributes:
        across_x: float32, shape `(H, W, 3)`: change along x, 1 where an edge is clear.
        across_y: The same along y.
        lab: float32, shape `(H, W, 3)`: the softened picture, CIE L*a*b* as OpenCV scales it.
    """

    across_x: NDArray[np.float32]
    across_y: NDArray[np.float32]
    lab: NDArray[np.float32]

    @property
    def size_wh(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.across_x.shape[1], self.across_x.shape[0]

    def across(self, points: _Floats, normals: _Floats) -> _Floats:
        """Change across a line at points on it: the clearest of the three channels.

        Args:
            points: float64, shape `(..., 2)`, pixels.
            normals: float64, unit vectors, broadcast against `points`.

        Returns:
            float64, shape `(...)`; 0 outside the picture.
        """
        width, height = self.size_wh
        xy = np.rint(points).astype(np.int32)
        x, y = xy[..., 0], xy[..., 1]
        inside = (x >= 0) & (y >= 0) & (x < width) & (y < height)
        at = np.where(inside, y * width + x, 0)
        normals = normals.astype(np.float32)
        change = np.take(self.across_x.reshape(-1, 3), at, axis=0) * normals[..., :1]
        change += np.take(self.across_y.reshape(-1, 3), at, axis=0) * normals[..., 1:]
        np.abs(change, out=change)
        # Three channels by hand: numpy reduces so short an axis slowly.
        clearest = np.maximum(np.maximum(change[..., 0], change[..., 1]), change[..., 2])
        return np.asarray(np.where(inside, clearest, 0.0), dtype=np.float64)

    def lab_at(self, points: _Floats) -> NDArray[np.float32]:
        """Colour at points, those outside taken from the picture's edge.

        Args:
            points: float64, shape `(..., 2)`, pixels.

        Returns:
            float32, shape `(..., 3)`, CIE L*a*b* as OpenCV scales it.
        """
        return np.take(self.lab.reshape(-1, 3), self._nearest(points), axis=0)

    def lightness_at(self, points: _Floats) -> NDArray[np.float32]:
        """Lightness alone at points, as of `lab_at`, shape `(...)`."""
        return np.take(self.lab.reshape(-1), 3 * self._nearest(points))

    def _nearest(self, points: _Floats) -> NDArray[np.int32]:
        """Index of each point's pixel, row by row; of one outside the nearest."""
        width, height = self.size_wh
        xy = np.rint(points).astype(np.int32)
        x, y = np.clip(xy[..., 0], 0, width - 1), np.clip(xy[..., 1], 0, height - 1)
        return np.asarray(y * width + x, dtype=np.int32)


def measure_gradient(image: Image) -> GradientField:
    """Measure a picture.

    A wooden grain, a dotted cloth and a noisy sensor all have gradients; what counts is how far
    one stands out from its neighbourhood.

    Args:
        image: uint8, shape `(H, W, 3)`, BGR.
    """
    lab = cv2.cvtColor(image, cv2.COLOR_BGR2LAB).astype(np.float32)
    lab = cv2.GaussianBlur(lab, (0, 0), _SOFT_PX).astype(np.float32)
    window = round(max(image.shape[:2]) * _NEIGHBOURHOOD_SHARE) | 1
    across_x = cv2.Scharr(lab, cv2.CV_32F, 1, 0, scale=1 / 32)
    across_y = cv2.Scharr(lab, cv2.CV_32F, 0, 1, scale=1 / 32)
    strength = np.sqrt(across_x**2 + across_y**2)
    around = cv2.blur(np.minimum(strength, _STRONGEST), (window, window))
    usual = np.maximum(np.median(strength[::4, ::4], axis=(0, 1)), 0.15)
    noise = 1.2 * around + usual + 0.25
    return GradientField(
        across_x=np.asarray(across_x / noise, dtype=np.float32),
        across_y=np.asarray(across_y / noise, dtype=np.float32),
        lab=np.asarray(lab, dtype=np.float32),
    )


_ALONG = (np.arange(16) + 0.5) / 16 * 0.84 + 0.08
"""Places along a side that are asked: away from the corners, which may be round."""

_OFFSETS_PX = (-1.5, 0.0, 1.5)


def side_support(field: GradientField, quads_px: _Floats) -> _Floats:
    """How much of each side of each quad lies on an edge, 0 to 1, shape `(n, 4)`.

    A long stretch without an edge counts more than its length: the outline crosses a gap.

    Args:
        field: The picture.
        quads_px: float64, shape `(n, 4, 2)`.
    """
    along = np.roll(quads_px, -1, axis=1) - quads_px
    length = np.linalg.norm(along, axis=-1, keepdims=True) + 1e-6
    normals = np.stack([along[..., 1], -along[..., 0]], axis=-1) / length
    points = quads_px[:, :, None] + along[:, :, None] * _ALONG[None, None, :, None]
    sideways = normals[:, :, None]
    change = np.max(
        [field.across(points + offset * sideways, sideways) for offset in _OFFSETS_PX], axis=0
    )
    clear = np.minimum(change, 1.0)
    run = np.zeros(clear.shape[:-1])
    longest = np.zeros(clear.shape[:-1])
    for at in range(clear.shape[-1]):
        run = np.where(clear[..., at] < 0.35, run + 1, 0)
        longest = np.maximum(longest, run)
    support = clear.mean(axis=-1) - 0.8 * np.maximum(longest - 1, 0) / len(_ALONG)
    return np.asarray(np.maximum(support, 0.0), dtype=np.float64)


def rim_unevenness(field: GradientField, quads_px: _Floats, inset_share: float = 0.05) -> _Floats:
    """How uneven the colour just inside each outline is, 0 to 1, shape `(n,)`.

    Cards have a plain rim; a quad from one card's word box to the next has not. Without this,
    lattices lock from word box to word box.
    """
    sides = np.linalg.norm(quads_px - np.roll(quads_px, -1, axis=1), axis=-1)
    narrow = np.minimum(sides[:, 0] + sides[:, 2], sides[:, 1] + sides[:, 3]) / 2
    depth = np.maximum(inset_share * narrow, 3.0)[:, None, None]
    along = np.roll(quads_px, -1, axis=1) - quads_px
    length = np.linalg.norm(along, axis=-1, keepdims=True) + 1e-6
    inward = np.stack([-along[..., 1], along[..., 0]], axis=-1) / length
    points = quads_px[:, :, None] + along[:, :, None] * _ALONG[None, None, ::2, None]
    points = points + (inward * depth)[:, :, None]
    colors = field.lab_at(points).reshape(len(quads_px), -1, 3)
    off = np.abs(colors - np.median(colors, axis=1, keepdims=True))
    uneven = off[..., 0] / 25 + off[..., 1] / 10 + off[..., 2] / 10
    return np.asarray(np.minimum(uneven, 1.0).mean(axis=1), dtype=np.float64)
