"""Bright patches that may be squares of a key card.

A square is brighter than the dark panel around it in at least one channel: a red one in red, a
blue one in blue. So each channel is asked, against its surroundings at three sizes.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.frame import Image

_Floats = NDArray[np.float64]

DARKEST = 12.0
"""Added before the logarithm: sensor noise would make dark panels look patterned."""

_SURROUNDINGS_SHARES = (0.03, 0.075, 0.16)
_BRIGHTER = 0.02
_SIDE_SHARES = (0.008, 0.14)
_MOST_RAGGED = 40.0
"""Perimeter squared over area; a square has 16."""
_RECTANGULAR = (0.9, 1.1)
"""Area over that of the rectangle with the same moments: an ellipse has 1.05, so discs
pass; letters, crosses and everything branched do not."""
_THINNEST = 0.08
_LEAST_SOLID = 0.87
_MOST_KEPT = 700


@dataclass(frozen=True, slots=True, eq=False)
class Patches:
    """Patches, the most square-like first.

    Attributes:
        center_px: float64, shape `(n, 2)`, columns x, y.
        area_px: float64, shape `(n,)`, square pixels.
        spread: float64, shape `(n, 2, 2)`: covariance of the patch's pixels.
    """

    center_px: _Floats
    area_px: _Floats
    spread: _Floats

    def __len__(self) -> int:
        """How many there are."""
        return len(self.area_px)


def detect_patches(image: Image) -> Patches:
    """Find everything that may be a square.

    Args:
        image: The picture, its long side about a thousand pixels.
    """
    longest = max(image.shape[:2])
    light = np.log(image.astype(np.float32) + DARKEST)
    channels = (light.max(axis=2), light[..., 2], light[..., 0], light.min(axis=2))
    rows = []
    for channel in channels:
        soft = np.asarray(cv2.GaussianBlur(channel, (0, 0), 0.8))
        for share in _SURROUNDINGS_SHARES:
            size = int(longest * share) | 1
            around = cv2.boxFilter(soft, -1, (size, size), borderType=cv2.BORDER_REPLICATE)
            mask = (soft > around + _BRIGHTER).astype(np.uint8)
            contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
            for contour in contours:
                row = _measure(np.asarray(contour, np.int32), longest)
                if row is not None:
                    rows.append(row)
    if not rows:
        return Patches(np.zeros((0, 2)), np.zeros(0), np.zeros((0, 2, 2)))
    kept = _one_of_each_place(np.array(rows, np.float64))
    spread = kept[:, [3, 4, 4, 5]].reshape(-1, 2, 2)
    return Patches(kept[:, :2], kept[:, 2], spread)


def _measure(contour: NDArray[np.int32], longest: int) -> tuple[float, ...] | None:
    """Centre, area, covariance (xx, xy, yy) and likeness of a contour that may be a square."""
    length = len(contour)
    if not 22 <= length <= 0.7 * longest:
        return None
    moments = cv2.moments(contour)
    area = moments["m00"]
    if not (_SIDE_SHARES[0] * longest) ** 2 <= area <= (_SIDE_SHARES[1] * longest) ** 2:
        return None
    if length * length > _MOST_RAGGED * area:
        return None
    xx, xy, yy = moments["mu20"] / area, moments["mu11"] / area, moments["mu02"] / area
    determinant = xx * yy - xy * xy
    if determinant <= 0:
        return None
    rectangular = area / (12 * determinant**0.5)
    if not _RECTANGULAR[0] < rectangular < _RECTANGULAR[1]:
        return None
    half_trace = (xx + yy) / 2
    root = max(half_trace**2 - determinant, 0.0) ** 0.5
    if half_trace - root < _THINNEST * (half_trace + root):
        return None
    solid = area / max(cv2.contourArea(cv2.convexHull(contour)), 1e-6)
    if solid < _LEAST_SOLID:
        return None
    likeness = solid - abs(rectangular - 1)
    return moments["m10"] / area, moments["m01"] / area, area, xx, xy, yy, likeness


def _one_of_each_place(rows: _Floats) -> _Floats:
    """Of patches at one place and of about one size, the likeliest."""
    rows = rows[np.argsort(-rows[:, 6], kind="stable")]
    kept = np.zeros((_MOST_KEPT, rows.shape[1]))
    count = 0
    for row in rows:
        others = kept[:count]
        away = np.hypot(others[:, 0] - row[0], others[:, 1] - row[1])
        ratio = others[:, 2] / row[2]
        side = np.sqrt(np.minimum(others[:, 2], row[2]))
        if not ((away < 0.3 * side) & (ratio < 1.8) & (ratio > 0.55)).any():
            kept[count] = row
            count += 1
            if count == _MOST_KEPT:
                break
    return kept[:count]
