"""Cells that changed because the light did, and lie as they lay.

A lamp that is switched on changes every card by nearly one factor a colour, before a webcam's
white balance follows; a cover that is laid or lifted changes one card against all others.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

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

_AS_OTHERS = 0.25
"""Natural logarithm. A grey cover in place of a white card changes by 0.8 and more against the
others, the palest beige one by 0.35 in red and 0.9 in blue; one lamp's unevenness by 0.1 from the
plane through all cells, a camera's curve by as much."""

_FOLLOWED_S = 6.0
"""Webcams' white balance follows a lamp within two to five seconds. Until then a cell that changed
as all others did is what it was; an exposure that pumps comes to rest at each turn for a frame."""

_CLEARER = 0.1
"""By so much margin a new verdict is believed all the same: one that was formed under a hand's
shadow must not be kept against all later ones."""

_STEADY_CURVE = 0.5
"""A camera's curve is read off cells of different brightness. By so much the logarithms must differ
together, or a cover among cards that are all alike would be explained as the curve's doing."""

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


@dataclass(frozen=True, slots=True, eq=False)
class LightChange:
    """What the light did between two pictures.

    Attributes:
        is_as_others: bool, shape `(n,)`: cells that changed as most did; False where it cannot be
            told.
        is_other_light: Whether there is other light now.
        by_light: float64, shape `(n, 3)`: by how much it changes each cell, natural logarithm.
    """

    is_as_others: NDArray[np.bool_]
    is_other_light: bool
    by_light: _Floats


def changed_as_one(before: _Floats, after: _Floats, places: _Floats) -> LightChange:
    """Which cells changed as most others did, and whether the light on the table changed.

    Args:
        before: float64, shape `(n, 3)`: `cell_colors` of an earlier picture.
        after: The same now.
        places: float64, shape `(n, 2)`: the cells' centres, pixels.
    """
    change = after - before
    middle = places.mean(axis=0)
    level = before.mean(axis=1)
    along = np.column_stack(
        [
            np.ones(len(places)),
            (places - middle) / max(np.ptp(places), 1.0),
            # A camera's curve lifts dark and bright by unlike factors.
            level - level.mean(),
        ]
    )
    is_shown = np.exp(np.maximum(before, after)) < _CLIPPED
    by_light = np.zeros(change.shape)
    light = np.zeros(3)
    for channel in range(3):
        fit = _fit(along, change[:, channel], is_shown[:, channel])
        if fit is None:
            is_shown[:, channel] = False
            continue
        by_light[:, channel] = along @ fit
        light[channel] = fit[0]
    worst = np.where(is_shown, np.abs(change - by_light), 0.0).max(axis=1)
    is_as_others = (worst < _AS_OTHERS) & (is_shown.sum(axis=1) >= 2)
    return LightChange(is_as_others, bool(np.abs(light).max() > _OTHER_LIGHT), by_light)


def _fit(along: _Floats, change: _Floats, usable: NDArray[np.bool_]) -> _Floats | None:
    """How most cells changed in one channel; None where too few show it."""
    if not usable.any():
        return None
    usual = float(np.median(change[usable]))
    used = usable & (np.abs(change - usual) < 2 * _AS_OTHERS)
    fit: _Floats | None = None
    no_curve = _STEADY_CURVE * np.eye(along.shape[1])[-1:]
    for _ in range(_ROUNDS):
        if used.sum() < _LEAST_CELLS:
            return None
        rows, wanted = np.vstack([along[used], no_curve]), np.append(change[used], 0.0)
        fit = np.asarray(np.linalg.lstsq(rows, wanted, rcond=None)[0], np.float64)
        away = np.abs(change - along @ fit)
        # What people lay and lift, hands too, has no say in what the light did.
        used = usable & (away <= max(_AS_OTHERS / 2, float(np.median(away[used]))))
    return fit


@dataclass(frozen=True, slots=True, eq=False)
class Believed:
    """How the cells looked when they were last read.

    Attributes:
        colors: float64, shape `(25, 3)`: `cell_colors`.
        other_light_at_s: When the light was last seen to change; -infinity if it never was.
    """

    colors: _Floats
    other_light_at_s: float


def first_believed(image: Image, quads_px: _Floats) -> Believed:
    """The start, with a board that was just found.

    Args:
        image: uint8, shape `(H, W, 3)`, BGR.
        quads_px: float64, shape `(25, 4, 2)`.
    """
    return Believed(cell_colors(image, quads_px), -np.inf)


def but_for_light(
    known: BoardReading,
    reading: BoardReading,
    image: Image,
    believed: Believed,
    is_read: NDArray[np.bool_],
) -> tuple[BoardReading, Believed]:
    """What is read now, with what was known of cells that only the light changed.

    Args:
        known: The newest reading of the same board.
        reading: This picture's, its time the picture's own.
        image: uint8, shape `(H, W, 3)`, BGR.
        believed: How the cells looked then.
        is_read: bool, shape `(25,)`: which cells were read in this picture.
    """
    now_s = reading.captured_at_s
    quads = np.array([cell.quad_px for cell in reading.cells])
    colors = cell_colors(image, quads)
    light = changed_as_one(believed.colors, colors, quads.mean(axis=1))
    is_news = np.array(
        [
            before.state is not CellState.HIDDEN
            and (now.state, now.cover) != (before.state, before.cover)
            and now.margin <= before.margin + _CLEARER
            for now, before in zip(reading.cells, known.cells, strict=True)
        ]
    )
    other_light_at_s = now_s if light.is_other_light else believed.other_light_at_s
    is_kept = is_news & light.is_as_others & is_read & (now_s - other_light_at_s < _FOLLOWED_S)
    cells = tuple(
        replace(before, quad_px=now.quad_px) if kept else now
        for now, before, kept in zip(reading.cells, known.cells, is_kept, strict=True)
    )
    # All in one light, so that the next is measured from the same: hidden cells are in it too.
    is_seen = is_read | light.is_as_others
    seen = np.where(is_seen[:, None], colors, believed.colors + light.by_light)
    return replace(reading, cells=cells), Believed(seen, other_light_at_s)
