"""Planes to planes: fitting, carrying points, and the one homography that every card is."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.deck.geometry import CARD_HEIGHT_MM, CARD_WIDTH_MM

_Floats = NDArray[np.float64]


def fit_homography(source_xy: _Floats, target_xy: _Floats) -> _Floats:
    """Fit target from source by damped least squares, misplaced points counting less.

    Cards lie a few millimetres off their places: undamped, a homography would bend after them.

    Args:
        source_xy: float64, shape `(n, 2)`, n of at least 4.
        target_xy: float64, shape `(n, 2)`.

    Returns:
        float64, shape `(3, 3)`, its last element 1.
    """
    source_mean, target_mean = source_xy.mean(axis=0), target_xy.mean(axis=0)
    source_scale = max(float(np.abs(source_xy - source_mean).max()), 1e-6)
    target_scale = max(float(np.abs(target_xy - target_mean).max()), 1e-6)
    x, y = ((source_xy - source_mean) / source_scale).T
    u, v = ((target_xy - target_mean) / target_scale).T
    zero, one = np.zeros_like(x), np.ones_like(x)
    design = np.concatenate(
        [
            np.column_stack([x, y, one, zero, zero, zero, -u * x, -u * y]),
            np.column_stack([zero, zero, zero, x, y, one, -v * x, -v * y]),
        ]
    )
    wanted = np.concatenate([u, v])
    ridge = np.diag([0, 0, 0, 0, 0, 0, 0.02, 0.02])
    weight = np.ones(len(x))
    solution = np.zeros(8)
    for _ in range(4):
        both = np.concatenate([weight, weight])[:, None]
        solution = np.linalg.solve(
            design.T @ (both * design) + ridge, design.T @ (both[:, 0] * wanted)
        )
        misfit = design @ solution - wanted
        miss = np.hypot(*np.split(misfit, 2))
        weight = 1 / (1 + (miss / (2 * np.median(miss) + 1e-3)) ** 2)
    normal = np.append(solution, 1.0).reshape(3, 3)
    into = np.array(
        [
            [1 / source_scale, 0, -source_mean[0] / source_scale],
            [0, 1 / source_scale, -source_mean[1] / source_scale],
            [0, 0, 1],
        ]
    )
    out = np.array(
        [[target_scale, 0, target_mean[0]], [0, target_scale, target_mean[1]], [0, 0, 1]]
    )
    full = out @ normal @ into
    return np.asarray(full / full[2, 2], dtype=np.float64)


def carry(points: _Floats, homography: _Floats) -> _Floats:
    """Points `(n, 2)` through a homography."""
    carried = cv2.perspectiveTransform(points.reshape(-1, 1, 2), homography)
    return np.asarray(carried, dtype=np.float64).reshape(-1, 2)


def points_inside(quads: _Floats, across: _Floats, down: _Floats) -> _Floats:
    """A grid of points in each quad, by equal shares of its sides.

    Args:
        quads: float64, shape `(n, 4, 2)`.
        across: float64, shape `(a,)`, shares along the first side, 0 to 1.
        down: float64, shape `(d,)`, shares along the last one.

    Returns:
        float64, shape `(n, d * a, 2)`, row by row.
    """
    u, v = (share.reshape(-1) for share in np.meshgrid(across, down))
    weights = np.column_stack([(1 - u) * (1 - v), u * (1 - v), u * v, (1 - u) * v])
    return np.asarray(weights @ quads, np.float64)


def grow_outline(
    corners_px: _Floats,
    inset_mm: _Floats,
    to_inset_mm: float,
    size_wh_mm: tuple[float, float] = (CARD_WIDTH_MM, CARD_HEIGHT_MM),
) -> _Floats:
    """Carry outlines from one inset to another by each quad's own homography.

    Args:
        corners_px: float64, shape `(n, 4, 2)`.
        inset_mm: float64, shape `(n,)`.
        to_inset_mm: The inset wanted; 0 is the card's edge.
        size_wh_mm: Width (first side) and height of the card.

    Returns:
        float64, shape `(n, 4, 2)`.
    """
    grown = np.empty_like(corners_px)
    for i, (quad, inset) in enumerate(zip(corners_px, inset_mm, strict=True)):
        image_from_card = image_from_card_mm(quad, float(inset), size_wh_mm)
        wanted = rectangle_mm(to_inset_mm, size_wh_mm)
        grown[i] = carry(wanted, image_from_card)
    return grown


def image_from_card_mm(
    corners_px: _Floats, inset_mm: float, size_wh_mm: tuple[float, float]
) -> _Floats:
    """The homography that carries a card's millimetres (origin at its top left) into the picture.

    Args:
        corners_px: float64, shape `(4, 2)`: top left, top right, bottom right, bottom left.
        inset_mm: How far inside the card's edge they lie.
        size_wh_mm: The card's width and height.

    Returns:
        float64, shape `(3, 3)`.
    """
    return np.asarray(
        cv2.getPerspectiveTransform(
            rectangle_mm(inset_mm, size_wh_mm).astype(np.float32), corners_px.astype(np.float32)
        ),
        dtype=np.float64,
    )


def rectangle_mm(inset_mm: float, size_wh_mm: tuple[float, float]) -> _Floats:
    """Corners of a card at an inset, top left first, clockwise, shape `(4, 2)`, millimetres."""
    width, height = size_wh_mm
    i = inset_mm
    return np.array([[i, i], [width - i, i], [width - i, height - i], [i, height - i]], np.float64)
