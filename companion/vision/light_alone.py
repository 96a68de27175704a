"""Cells that changed because the light did, and lie as they lay.

A lamp that is switched on changes every card by nearly one factor a colour, before a webcam's
white balance follows; a cover that is laid or lifted changes one card against all others.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.vision.frame import Image
from companion.vision.homography import points_inside
from companion.vision.reading import BoardReading, CellState

_Floats = NDArray[np.float64]

_INSIDE = np.linspace(0.2, 0.8, 6)
_GAMMA = 2.2
_LEAST_LIGHT = 2e-3
"""Linear: below it a sensor's noise is all there is."""

_CLIPPED = 0.85
"""Linear: brighter cells do not show by how much the light grew."""

_OTHER_LIGHT = 0.06
"""Natural logarithm: a twentieth more or less light, or another colour of it by as much."""

_AS_OTHERS = 0.18
"""Natural logarithm. A grey cover in place of a white card changes by 0.8 and more against the
others, the palest beige one by 0.35 in red and 0.9 in blue; one lamp's unevenness by 0.1 from the
plane through all cells."""

_LEAST_CELLS = 8
_ROUNDS = 3


def cell_colors(image: Image, quads_px: _Floats) -> _Floats:
    """Logarithm of each cell's mean colour.

    Args:
        image: uint8, shape `(H, W, 3)`, BGR.
        quads_px: float64, shape `(n, 4, 2)`.

    Returns:
        float64, shape `(n, 3)`, natural logarithm of linear BGR from 0 to 1.
    """
    height, width = image.shape[:2]
    xy = np.rint(points_inside(quads_px, _INSIDE, _INSIDE)).astype(np.intp)
    x, y = np.clip(xy[..., 0], 0, width - 1), np.clip(xy[..., 1], 0, height - 1)
    linear = (image[y, x].astype(np.float64) / 255) ** _GAMMA
    return np.asarray(np.log(np.maximum(linear.mean(axis=1), _LEAST_LIGHT)), dtype=np.float64)


def changed_with_light(before: _Floats, after: _Floats, places: _Floats) -> NDArray[np.bool_]:
    """Which cells changed as all others did while the light changed, shape `(n,)`.

    Args:
        before: float64, shape `(n, 3)`: `cell_colors` when each cell was last believed.
        after: The same now.
        places: float64, shape `(n, 2)`: the cells' centres, pixels.
    """
    change = after - before
    nothing = np.zeros(len(change), dtype=np.bool_)
    usable = np.exp(np.maximum(before, after)).max(axis=1) < _CLIPPED
    middle = places.mean(axis=0)
    along = np.column_stack([np.ones(len(places)), (places - middle) / max(np.ptp(places), 1.0)])
    used = usable.copy()
    away = np.zeros(len(change))
    for _ in range(_ROUNDS):
        if used.sum() < _LEAST_CELLS:
            return nothing
        plane = np.linalg.lstsq(along[used], change[used], rcond=None)[0]
        away = np.abs(change - along @ plane).max(axis=1)
        # What people lay and lift, hands too, has no say in what the light did.
        used = usable & (away <= max(_AS_OTHERS, float(np.median(away[usable]))))
    if np.abs(np.median(change[used], axis=0)).max() < _OTHER_LIGHT:
        return nothing
    return np.asarray(away < _AS_OTHERS, dtype=np.bool_)


def but_for_light(
    known: BoardReading,
    reading: BoardReading,
    image: Image,
    colors: _Floats,
    is_read: NDArray[np.bool_],
) -> tuple[BoardReading, _Floats]:
    """What is read now, with what was known of cells that only the light changed.

    Args:
        known: The newest reading of the same board.
        reading: This picture's.
        image: uint8, shape `(H, W, 3)`, BGR.
        colors: float64, shape `(25, 3)`: `cell_colors` when each cell was last believed.
        is_read: bool, shape `(25,)`: which cells were read in this picture.

    Returns:
        The reading to believe, and the cells' colours now for those that are believed anew.
    """
    quads = np.array([cell.quad_px for cell in reading.cells])
    now_colors = cell_colors(image, quads)
    is_kept = changed_with_light(colors, now_colors, quads.mean(axis=1)) & is_read
    is_kept &= np.array(
        [
            before.state is not CellState.HIDDEN
            and (now.state, now.cover) != (before.state, before.cover)
            for now, before in zip(reading.cells, known.cells, strict=True)
        ]
    )
    cells = tuple(
        replace(before, quad_px=now.quad_px) if kept else now
        for now, before, kept in zip(reading.cells, known.cells, is_kept, strict=True)
    )
    is_new = (is_read & ~is_kept)[:, None]
    return replace(reading, cells=cells), np.where(is_new, now_colors, colors)
