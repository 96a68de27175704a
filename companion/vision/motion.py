"""What has changed in a picture since it was read, and what is moving now, cell by cell."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.frame import Image

_Floats = NDArray[np.float64]

THUMBNAIL_WIDTH_PX = 320
"""A card of 63 mm on a board that half fills the picture is 30 px wide in it."""

CHANGED_LEVELS = 9.0
"""Grey levels, after smoothing: webcam noise of 8 levels leaves 1.6 in the thumbnail, JPEG blocks
4; a cover in place of a card moves 20 and more, a skin tone on white 30."""

_MOST_LEVELS = 16.0
_OVER_NOISE = 5.0
"""In bad light a webcam's noise is coarse: it passes 9 levels somewhere in every card."""

_CHANGED_SHARE = 0.04
_CHANGED_LEAST_PX = 4


def make_thumbnail(image: Image) -> NDArray[np.float32]:
    """The picture's green channel, small and smooth, float32.

    Four pixels of each square of n by n are taken and neighbours are averaged: reading a part of
    the picture costs a part.
    """
    step = max(1, image.shape[1] // THUMBNAIL_WIDTH_PX)
    if step < _SQUARE_PX:
        sparse = np.ascontiguousarray(image[step // 2 :: step, step // 2 :: step, 1])
        return cv2.blur(sparse, (3, 3)).astype(np.float32)
    high, wide = image.shape[0] // step, image.shape[1] // step
    total = np.zeros((high, wide), np.uint16)
    for down in (step // 4, step // 4 + step // 2):
        for right in (step // 4, step // 4 + step // 2):
            total += image[down : high * step : step, right : wide * step : step, 1]
    return cv2.blur(total.astype(np.float32), (3, 3)) * np.float32(0.25)


_SQUARE_PX = 4
"""From here on a square has four pixels that do not touch."""


def noise_levels(
    before: NDArray[np.float32], after: NDArray[np.float32], labels: NDArray[np.uint8]
) -> float:
    """By how many levels a pixel must differ to have changed, from two frames in a row.

    Half of the board or more lies still between two frames, hands or not; where the camera itself
    moves the answer is the largest.

    Args:
        before: The thumbnail of the frame before.
        after: The newest one.
        labels: Which pixel belongs to which cell.
    """
    inside = labels > 0
    if not inside.any():
        return CHANGED_LEVELS
    differences = after[inside] - exposure_gain(before, after, labels) * before[inside]
    # For normal noise the median of the absolute difference is 0.674 of its spread.
    spread = float(np.median(np.abs(differences))) / 0.674
    return float(np.clip(_OVER_NOISE * spread, CHANGED_LEVELS, _MOST_LEVELS))


def label_cells(
    quads_px: _Floats, image_size_wh: tuple[int, int], thumbnail: NDArray[np.float32]
) -> NDArray[np.uint8]:
    """For every pixel of a thumbnail the cell it lies in, 1 to 25; 0 outside.

    Args:
        quads_px: float64, shape `(25, 4, 2)`, pixels of the full picture.
        image_size_wh: That picture's size.
        thumbnail: Whose pixels are labelled.
    """
    step = max(1, image_size_wh[0] // THUMBNAIL_WIDTH_PX)
    labels = np.zeros(thumbnail.shape, np.uint8)
    for at, quad in enumerate((quads_px - step // 2) / step):
        cv2.fillConvexPoly(labels, np.round(quad).astype(np.int32), at + 1)
    return labels


def exposure_gain(
    before: NDArray[np.float32], after: NDArray[np.float32], labels: NDArray[np.uint8]
) -> float:
    """By how much the camera's exposure or the lamps changed all cells."""
    inside = labels > 0
    ratio = after[inside] / np.maximum(before[inside], 4.0)
    return float(np.median(ratio)) if ratio.size else 1.0


def _differing(
    before: NDArray[np.float32],
    after: NDArray[np.float32],
    labels: NDArray[np.uint8],
    levels: float,
) -> NDArray[np.bool_]:
    """Which pixels differ more than noise and the camera's exposure explain."""
    gain = exposure_gain(before, after, labels)
    return np.asarray(np.abs(after - gain * before) > levels)


def changed_cells(
    before: NDArray[np.float32],
    after: NDArray[np.float32],
    labels: NDArray[np.uint8],
    levels: float = CHANGED_LEVELS,
) -> NDArray[np.bool_]:
    """Which cells differ more than noise and the camera's exposure explain, shape `(25,)`.

    Args:
        before: An earlier thumbnail.
        after: A later one of the same size.
        labels: Which pixel belongs to which cell.
        levels: By how much a pixel must differ.
    """
    return _is_enough(_differing(before, after, labels, levels), labels)


def _is_enough(differs: NDArray[np.bool_], labels: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """In which cells enough pixels differ."""
    area = np.bincount(labels.reshape(-1), minlength=26)[1:26]
    changed = np.bincount(labels[differs], minlength=26)[1:26]
    return np.asarray(changed >= np.maximum(_CHANGED_SHARE * area, _CHANGED_LEAST_PX))


_PASSING_LIGHT = (0.8, 1.25)
"""Brightness of a cell over what it was a frame ago: the soft edge of a shadow that goes over it at
half a metre a second takes a twentieth a frame."""


def moving_cells(
    before: NDArray[np.float32],
    after: NDArray[np.float32],
    labels: NDArray[np.uint8],
    levels: float = CHANGED_LEVELS,
) -> NDArray[np.bool_]:
    """Cells in which something moves from one frame to the next, and not light alone, `(25,)`.

    A shadow that passes changes all of a card by one factor; a hand changes it place by place.

    Args:
        before: The thumbnail of the frame before.
        after: The newest one.
        labels: Which pixel belongs to which cell.
        levels: By how much a pixel must differ.
    """
    moving = changed_cells(before, after, labels, levels)
    if not moving.any():
        return moving
    flat = labels.reshape(-1)
    light = [np.bincount(flat, image.reshape(-1), minlength=26) for image in (before, after)]
    usual = exposure_gain(before, after, labels)
    own = light[1] / np.maximum(light[0], 1.0)
    own = np.clip(own, usual * _PASSING_LIGHT[0], usual * _PASSING_LIGHT[1]).astype(np.float32)
    differs = np.abs(after - own[labels] * before) > levels
    return moving & _is_enough(differs, labels)


def has_changed(before: NDArray[np.float32], after: NDArray[np.float32]) -> bool:
    """Whether a picture as a whole differs, where no cells are known."""
    gain = float(np.median(after / np.maximum(before, 4.0)))
    differs = np.abs(after - gain * before) > CHANGED_LEVELS
    return int(differs.sum()) > 0.002 * differs.size
