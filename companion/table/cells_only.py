"""Leaves of a picture only what lies in the 25 cells: a key card may stand beside them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.vision.frame import Image


def mask_to_cells(image: Image, quads_px: NDArray[np.float64]) -> Image:
    """Cut a picture down to the hull of the cells; everything outside the hull is black.

    Args:
        image: The picture, uint8, shape `(H, W, 3)`.
        quads_px: Corners of all cells, float, shape `(n, 4, 2)`, columns x, y, in pixels of this
            picture; they may lie outside it.

    Returns:
        A new picture, as large as the hull's upright bounding box inside the picture; one black
        pixel when nothing of the hull is in the picture.

    Raises:
        ValueError: `quads_px` is not of shape `(n, 4, 2)` with n of at least 1.

    Example:
        >>> white = np.full((8, 8, 3), 255, np.uint8)
        >>> diamond = np.array([[[3, 1], [5, 3], [3, 5], [1, 3]]], float)
        >>> (mask_to_cells(white, diamond)[:, :, 0] // 255).tolist()
        [[0, 0, 1, 0, 0], [0, 1, 1, 1, 0], [1, 1, 1, 1, 1], [0, 1, 1, 1, 0], [0, 0, 1, 0, 0]]
    """
    if quads_px.ndim != 3 or quads_px.shape[1:] != (4, 2) or len(quads_px) == 0:
        raise ValueError(f"expected quads of shape (n, 4, 2), got {quads_px.shape}")
    hull_px = _convex_hull(quads_px.reshape(-1, 2))
    height, width = image.shape[:2]
    top = max(0, int(np.ceil(hull_px[:, 1].min())))
    bottom = min(height - 1, int(np.floor(hull_px[:, 1].max())))
    if bottom < top:
        return np.zeros((1, 1, 3), np.uint8)
    rows = np.arange(top, bottom + 1)
    left_px, right_px = _spans(hull_px, rows)
    left = max(0, int(np.ceil(left_px.min())))
    right = min(width - 1, int(np.floor(right_px.max())))
    if right < left:
        return np.zeros((1, 1, 3), np.uint8)
    columns = np.arange(left, right + 1)
    is_inside = (columns >= left_px[:, None]) & (columns <= right_px[:, None])
    cut = image[top : bottom + 1, left : right + 1].copy()
    cut[~is_inside] = 0
    return cut


def _convex_hull(points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Find the corners of the convex hull, in order (Andrew's monotone chain)."""
    ordered = sorted({(float(x), float(y)) for x, y in points})
    if len(ordered) < 3:
        return np.array(ordered, float)

    def chain(path: list[tuple[float, float]]) -> list[tuple[float, float]]:
        kept: list[tuple[float, float]] = []
        for x, y in path:
            while len(kept) >= 2:
                (ax, ay), (bx, by) = kept[-2], kept[-1]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0:
                    break
                kept.pop()
            kept.append((x, y))
        return kept

    return np.array(chain(ordered)[:-1] + chain(ordered[::-1])[:-1], float)


def _spans(
    hull_px: NDArray[np.float64], rows: NDArray[np.int_]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Find where each row of pixels enters a convex polygon and where it leaves it."""
    left_px = np.full(len(rows), np.inf)
    right_px = np.full(len(rows), -np.inf)
    for (ax, ay), (bx, by) in zip(hull_px, np.roll(hull_px, -1, axis=0), strict=True):
        crossed = (rows >= min(ay, by)) & (rows <= max(ay, by))
        if ay == by:
            xs = np.array([[ax], [bx]])
        else:
            xs = (ax + (rows[crossed] - ay) * (bx - ax) / (by - ay))[None, :]
        left_px[crossed] = np.minimum(left_px[crossed], xs.min(axis=0))
        right_px[crossed] = np.maximum(right_px[crossed], xs.max(axis=0))
    return left_px, right_px
