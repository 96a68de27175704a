"""What has changed in a picture since it was read, and what is moving now, cell by cell."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.frame import Image

_Floats = NDArray[np.float64]

THUMBNAIL_WIDTH_PX = 320
"""A card of 63 mm on a board that half fills the picture is 30 px wide in it."""

_CHANGED_LEVELS = 9.0
"""Grey levels, after smoothing: webcam noise of 8 levels leaves 1.6 in the thumbnail, JPEG blocks
4; a cover in place of a card moves 20 and more, a skin tone on white 30."""

_CHANGED_SHARE = 0.04
_CHANGED_LEAST_PX = 4


def make_thumbnail(image: Image) -> NDArray[np.float32]:
    """The picture's green channel, small and smooth, float32.

    Every n-th pixel is taken and neighbours are averaged: reading a tenth of the picture costs a
    tenth.
    """
    step = max(1, image.shape[1] // THUMBNAIL_WIDTH_PX)
    sparse = np.ascontiguousarray(image[step // 2 :: step, step // 2 :: step, 1])
    return cv2.blur(sparse, (3, 3)).astype(np.float32)


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


_AROUND = (1.25, 1.5)
"""Surroundings in sizes of the cell: the gap and the next cards' rims. A cover that is laid 4 mm
off its card stays inside."""


def label_surroundings(
    quads_px: _Floats, image_size_wh: tuple[int, int], thumbnail: NDArray[np.float32]
) -> tuple[NDArray[np.int_], ...]:
    """For every cell the flat indices of a thumbnail's pixels closely around it.

    Args:
        quads_px: float64, shape `(25, 4, 2)`, pixels of the full picture.
        image_size_wh: That picture's size.
        thumbnail: Whose pixels are meant.
    """
    step = max(1, image_size_wh[0] // THUMBNAIL_WIDTH_PX)
    around = []
    for quad in (quads_px - step // 2) / step:
        center = quad.mean(axis=0)
        inner, outer = (center + size * (quad - center) for size in _AROUND)
        ring = np.zeros(thumbnail.shape, np.uint8)
        cv2.fillConvexPoly(ring, np.round(outer).astype(np.int32), 1)
        cv2.fillConvexPoly(ring, np.round(inner).astype(np.int32), 0)
        around.append(np.flatnonzero(ring))
    return tuple(around)


_CROSSED_SHARE = 0.5


def crossed_cells(
    before: NDArray[np.float32],
    after: NDArray[np.float32],
    labels: NDArray[np.uint8],
    surroundings: tuple[NDArray[np.int_], ...],
) -> NDArray[np.bool_]:
    """Cells whose surroundings changed too, shape `(25,)`: an arm lies there, and no cover.

    Args:
        before: An earlier thumbnail.
        after: A later one of the same size.
        labels: Which pixel belongs to which cell.
        surroundings: Which pixels lie around each cell.
    """
    differs = _differing(before, after, labels).reshape(-1)
    return np.array(
        [len(ring) > 0 and differs[ring].mean() >= _CROSSED_SHARE for ring in surroundings]
    )


def _differing(
    before: NDArray[np.float32], after: NDArray[np.float32], labels: NDArray[np.uint8]
) -> NDArray[np.bool_]:
    """Which pixels differ more than noise and the camera's exposure explain."""
    inside = labels > 0
    ratio = after[inside] / np.maximum(before[inside], 4.0)
    gain = float(np.median(ratio)) if ratio.size else 1.0
    return np.asarray(np.abs(after - gain * before) > _CHANGED_LEVELS)


def changed_cells(
    before: NDArray[np.float32], after: NDArray[np.float32], labels: NDArray[np.uint8]
) -> NDArray[np.bool_]:
    """Which cells differ more than noise and the camera's exposure explain, shape `(25,)`.

    Args:
        before: An earlier thumbnail.
        after: A later one of the same size.
        labels: Which pixel belongs to which cell.
    """
    differs = _differing(before, after, labels)
    area = np.bincount(labels.reshape(-1), minlength=26)[1:26]
    changed = np.bincount(labels[differs], minlength=26)[1:26]
    return np.asarray(changed >= np.maximum(_CHANGED_SHARE * area, _CHANGED_LEAST_PX))


def has_changed(before: NDArray[np.float32], after: NDArray[np.float32]) -> bool:
    """Whether a picture as a whole differs, where no cells are known."""
    gain = float(np.median(after / np.maximum(before, 4.0)))
    differs = np.abs(after - gain * before) > _CHANGED_LEVELS
    return int(differs.sum()) > 0.002 * differs.size
