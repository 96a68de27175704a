"""The ground of a face: the one colour that fills most of it, whatever is drawn on it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_Floats = NDArray[np.float64]

GROUND_SHARE = 0.62
"""Covers with a bust on them in three tones have 0.64 of their ground in view, plain ones all."""

_ALIKE = np.array([0.12, 0.06])
"""Cube root of linear light: by how much the mean of the channels may differ, and any channel less
that mean. A lamp from one side varies one ink by 0.1 in light over a card and by 0.03 in colour;
figures drawn on it are 0.1 and more darker or 0.1 of another colour."""

_EDGE_LINES = slice(3, 6)
"""One to three samples inside the edge, of lines from two samples outside it: 0.7 to 2 mm."""

_EDGE_ALIKE = 1.5 * _ALIKE
_ROUNDS = 3
_BLOCK = 3
"""Samples of a face are 0.7 mm apart; means of three by three are free of a webcam's noise."""

_LEAST_SHARE = 0.02


def measure_grounds(inner: _Floats, lines: _Floats) -> tuple[_Floats, _Floats, _Floats]:
    """Find each face's ground.

    A cover's ink is asked for where it may be found: in the middle and along each side. What
    fills the most of the face and reaches the most sides is the ground.

    Args:
        inner: float64, shape `(n, h, w, 3)`, linear RGB: the faces without their rims.
        lines: float64, shape `(n, 4, 11, 3)`: median colours along each side, from two samples
            outside to eight inside.

    Returns:
        The colour, linear RGB, shape `(n, 3)`; the share of the face that has it, `(n,)`; the
        number of sides that it reaches, `(n,)`.
    """
    count = len(inner)
    pixels = _blocks(inner)
    edges = np.cbrt(lines[:, :, _EDGE_LINES])
    starts = np.concatenate([np.median(pixels, axis=1)[:, None], edges[:, :, 1]], axis=1)
    ground = np.zeros((count, 3))
    share, sides = np.zeros(count), np.zeros(count)
    for number in range(starts.shape[1]):
        color, filled = _moved_to_most(pixels, starts[:, number])
        reached = _is_alike(edges, color[:, None, None], _EDGE_ALIKE).any(axis=2).sum(axis=1)
        is_better = filled * (1 + reached) > share * (1 + sides)
        ground[is_better] = color[is_better]
        share[is_better], sides[is_better] = filled[is_better], reached[is_better]
    return ground**3, share, sides


def _moved_to_most(pixels: _Floats, color: _Floats) -> tuple[_Floats, _Floats]:
    """A colour of each face moved to the middle of what is like it, and how much that is."""
    share = np.zeros(len(pixels))
    for _ in range(_ROUNDS):
        is_own = _is_alike(pixels, color[:, None], _ALIKE)
        share = is_own.mean(axis=1)
        total = (pixels * is_own[..., None]).sum(axis=1)
        mean = total / np.maximum(is_own.sum(axis=1), 1)[:, None]
        color = np.where(share[:, None] > _LEAST_SHARE, mean, color)
    return color, share


def _is_alike(some: _Floats, color: _Floats, most: _Floats) -> NDArray[np.bool_]:
    """Which colours are one ink in nearly the same light, shape `(...)` from `(..., 3)`."""
    away = some - color
    light = away.mean(axis=-1, keepdims=True)
    is_lit_alike = np.abs(light[..., 0]) < most[0]
    return np.asarray(is_lit_alike & (np.abs(away - light) < most[1]).all(axis=-1), np.bool_)


def _blocks(inner: _Floats) -> _Floats:
    """Cube roots of the means of small squares, shape `(n, m, 3)`."""
    count, high, wide, _ = inner.shape
    rows, columns = high // _BLOCK, wide // _BLOCK
    squares = inner[:, : rows * _BLOCK, : columns * _BLOCK].reshape(
        count, rows, _BLOCK, columns, _BLOCK, 3
    )
    return np.asarray(np.cbrt(squares.mean(axis=(2, 4))).reshape(count, -1, 3), np.float64)
