"""What lies closely around each cell, by which an arm is told from a cover and from a shadow.

A cover changes its cell and leaves the gaps around it as they are; an arm takes their place; a
shadow darkens cards, gaps and table alike, softly from one side of a card to the other.

What lies around a cell is remembered as it was seen in one picture, of one light. Were a part of it
seen anew while an arm lies over the rest, it would be in two lights, and look strange for ever.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.terms import ALL_CELLS, GRID_SIDE
from companion.vision.motion import CHANGED_LEVELS, THUMBNAIL_WIDTH_PX

_Floats = NDArray[np.float64]
_Flags = NDArray[np.bool_]
_Thumbnail = NDArray[np.float32]

_AROUND = (1.25, 1.5)
"""Surroundings in sizes of the cell: the gap and the next cards' rims. A cover that is laid 4 mm
off its card stays inside."""

_CROSSED_SHARE = 0.35
_STILL_CROSSED_SHARE = 0.25
"""Of what lies around a cell, changed: an arm that has come stays until nearly all is as it was.
Laid beside it, a cover changes an eighth."""

_OTHER_THING_SHARE = 0.2
"""Of what lies around a card the next cards' rims are a third: a shadow leaves them brighter than
the table, an arm does not."""

_FINGERS_SHARE, _OTHER_FINGERS_SHARE = 0.2, 0.15
"""The same where an arm lies over the cell beside it: fingertips come from one side only."""
_BESIDE_CELL = np.ones((3, 3), np.uint8)

_SAME_SHARE = 0.05
"""Of what lies around a cell, changed, light left out: so little is noise. What comes slowly shows
more than that before it is taken for the table."""

_SHADOW = (0.55, 1.6)
"""Brightness of a place in a person's shadow, and out of it again, over what it was."""

_BLOWN_OUT = 240.0
_BESIDE = np.ones((5, 5), np.uint8)
_LEAST_SHOWN = 0.3
"""White borders that a lamp has blown out come back darker than the table beside them when the
lamp goes off; a third of the surroundings is table at least."""

_LEAST_PX = 30
"""A fit of ten numbers wants so many."""

_DARKEST = 4.0
"""Grey levels: a ratio of darker pixels is noise."""


@dataclass(frozen=True, slots=True, eq=False)
class Surroundings:
    """Which pixels of a thumbnail lie closely around each cell, all cells one after the other.

    Attributes:
        pixels: int, shape `(n,)`: their flat indices.
        cells: int, shape `(n,)`: around which cell each lies.
        starts: int, shape `(26,)`: where each cell's begin.
        light: float64, shape `(n, 10)`: the ways in which light varies softly around a cell, the
            terms of a cubic in x and y. The edge of a shadow is twice as wide as a card or more.
    """

    pixels: NDArray[np.int_]
    cells: NDArray[np.int_]
    starts: NDArray[np.int_]
    light: _Floats

    def of(self, cell: int) -> slice:
        """Where one cell's pixels are."""
        return slice(int(self.starts[cell]), int(self.starts[cell + 1]))


@dataclass(frozen=True, slots=True, eq=False)
class Remembered:
    """What lay around the cells when no arm did.

    Attributes:
        levels: float32, shape `(n,)`: the surroundings' pixels.
        is_shown: bool, shape `(n,)`: those that show how bright they are: blown out ones do not,
            nor do those beside them.
        exposure: float64, shape `(25,)`: the camera's exposure when each cell's were seen.
    """

    levels: _Thumbnail
    is_shown: _Flags
    exposure: _Floats


def label_surroundings(
    quads_px: _Floats, image_size_wh: tuple[int, int], thumbnail: _Thumbnail
) -> Surroundings:
    """For every cell the pixels of a thumbnail closely around it.

    Args:
        quads_px: float64, shape `(25, 4, 2)`, pixels of the full picture.
        image_size_wh: That picture's size.
        thumbnail: Whose pixels are meant.
    """
    step = max(1, image_size_wh[0] // THUMBNAIL_WIDTH_PX)
    rings = [_ring(quad, thumbnail.shape) for quad in (quads_px - step // 2) / step]
    counts = [len(pixels) for pixels, _ in rings]
    return Surroundings(
        pixels=np.concatenate([pixels for pixels, _ in rings]),
        cells=np.repeat(np.arange(len(rings)), counts),
        starts=np.concatenate([[0], np.cumsum(counts)]),
        light=np.concatenate([light for _, light in rings]),
    )


def _ring(quad: _Floats, shape: tuple[int, ...]) -> tuple[NDArray[np.int_], _Floats]:
    """The pixels between two copies of a quad, so many times as large, and how light varies."""
    center = quad.mean(axis=0)
    mask = np.zeros(shape, np.uint8)
    for size, label in zip(reversed(_AROUND), (1, 0), strict=True):
        corners = np.round(center + size * (quad - center)).astype(np.int32)
        cv2.fillConvexPoly(mask, corners, label)
    pixels = np.flatnonzero(mask)
    half = max(1.0, float(np.ptp(quad, axis=0).max()) / 2)
    x = (pixels % shape[1] - center[0]) / half
    y = (pixels // shape[1] - center[1]) / half
    return pixels, np.stack([x**i * y**j for i in range(4) for j in range(4 - i)], axis=1)


def remember(thumbnail: _Thumbnail, surroundings: Surroundings, exposure: float) -> Remembered:
    """What lies around the cells now.

    Args:
        thumbnail: A picture without arms.
        surroundings: Which of its pixels lie around each cell.
        exposure: The camera's exposure in it.
    """
    return Remembered(
        thumbnail.reshape(-1)[surroundings.pixels],
        _shows(thumbnail)[surroundings.pixels],
        np.full(len(ALL_CELLS), exposure),
    )


def refresh(
    remembered: Remembered,
    thumbnail: _Thumbnail,
    surroundings: Surroundings,
    exposure: float,
    cells: _Flags,
) -> Remembered:
    """The same with what lies around some cells now.

    Args:
        remembered: What was remembered.
        thumbnail: The newest picture.
        surroundings: Which of its pixels lie around each cell.
        exposure: The camera's exposure in it.
        cells: bool, shape `(25,)`: around which cells no arm lies.
    """
    if not cells.any():
        return remembered
    now = remember(thumbnail, surroundings, exposure)
    if cells.all():
        return now
    is_new = cells[surroundings.cells]
    return Remembered(
        np.where(is_new, now.levels, remembered.levels),
        np.where(is_new, now.is_shown, remembered.is_shown),
        np.where(cells, exposure, remembered.exposure),
    )


def crossed_cells(
    remembered: Remembered,
    thumbnail: _Thumbnail,
    surroundings: Surroundings,
    exposure: float,
    was_crossed: _Flags,
    is_changed: _Flags,
    levels: float = CHANGED_LEVELS,
) -> tuple[_Flags, _Flags]:
    """Cells whose surroundings changed too: an arm lies there, and no cover.

    An arm comes from outside the board, so it lies over cells up to the board's edge; what lies
    over cells in its middle alone is a cover that was laid askew.

    Args:
        remembered: What lay around the cells.
        thumbnail: The newest picture.
        surroundings: Which of its pixels lie around each cell.
        exposure: The camera's exposure in it.
        was_crossed: bool, shape `(25,)`: where an arm lay a frame ago.
        is_changed: bool, shape `(25,)`: which cells look otherwise than before.
        levels: By how much a pixel must differ.

    Returns:
        The cells, bool, shape `(25,)`; and those whose surroundings are the same in some light,
        the same shape.
    """
    after = thumbnail.reshape(-1)[surroundings.pixels]
    gains = exposure / remembered.exposure
    differs = np.abs(after - gains[surroundings.cells] * remembered.levels) > levels
    shown = remembered.is_shown & _shows(thumbnail)[surroundings.pixels]
    whole = np.diff(surroundings.starts)
    in_view = _count(surroundings, shown)
    # Where most is blown out, all of it is asked.
    is_blown = in_view < _LEAST_SHOWN * whole
    asked = shown | is_blown[surroundings.cells]
    counts = np.maximum(np.where(is_blown, whole, in_view), 1)
    changed = _count(surroundings, differs & asked) / counts
    other_things = np.where(changed < _SAME_SHARE, changed, 0.0)
    for cell in np.flatnonzero(changed >= _SAME_SHARE):
        at = surroundings.of(int(cell))
        other_things[cell] = _other_share(
            remembered.levels[at], after[at], surroundings.light[at], asked[at], gains[cell], levels
        )
    least = np.where(was_crossed, _STILL_CROSSED_SHARE, _CROSSED_SHARE)
    crossed = (changed >= least) & (other_things >= _OTHER_THING_SHARE)
    fingers = (changed >= _FINGERS_SHARE) & (other_things >= _OTHER_FINGERS_SHARE)
    if crossed.any():
        crossed = _grown(crossed & _reaches_the_edge(crossed | is_changed), fingers)
    return crossed, np.asarray(other_things < _SAME_SHARE, dtype=np.bool_)


def _count(surroundings: Surroundings, pixels: _Flags) -> _Floats:
    """How many of each cell's pixels are meant, shape `(25,)`."""
    cells = surroundings.cells[pixels]
    return np.bincount(cells, minlength=len(ALL_CELLS)).astype(np.float64)


def with_neighbours(cells: _Flags) -> _Flags:
    """Some cells and those beside them, corners too, bool, shape `(25,)`."""
    grid = cells.reshape(GRID_SIDE, GRID_SIDE).astype(np.uint8)
    return np.asarray(cv2.dilate(grid, _BESIDE_CELL).reshape(-1) > 0, dtype=np.bool_)


def _grown(cells: _Flags, may_be: _Flags) -> _Flags:
    """Some cells, and others that hang together with them, corners too."""
    while True:
        more = cells | (with_neighbours(cells) & may_be)
        if (more == cells).all():
            return cells
        cells = more


def _reaches_the_edge(cells: _Flags) -> _Flags:
    """Which of some cells hang together, corners too, with one at the board's edge."""
    grid = cells.reshape(GRID_SIDE, GRID_SIDE).astype(np.uint8)
    _, parts = cv2.connectedComponents(grid, connectivity=8)
    at_the_edge = np.unique(np.concatenate([parts[[0, -1]].ravel(), parts[:, [0, -1]].ravel()]))
    return np.asarray(cells & np.isin(parts.reshape(-1), at_the_edge), dtype=np.bool_)


def _other_share(
    before: _Thumbnail,
    after: _Thumbnail,
    light: _Floats,
    shown: _Flags,
    gain: float,
    levels: float,
) -> float:
    """Of what is seen around a cell, how much is another thing: what no change of light explains.

    A change that is larger than any shadow's is none of light.
    """
    ratio = after / np.maximum(before, _DARKEST)
    own = float(np.median(ratio[shown]))
    if not _SHADOW[0] < own / gain < _SHADOW[1]:
        return float((np.abs(after - gain * before) > levels)[shown].mean())
    lit = _lit(before, after, ratio, own, light, shown)
    return float((np.abs(after - lit * before) > levels)[shown].mean())


def _shows(thumbnail: _Thumbnail) -> _Flags:
    """Which pixels show how bright they are, flat: blown out ones do not, nor those beside them."""
    blown = (thumbnail >= _BLOWN_OUT).astype(np.uint8)
    return np.asarray(cv2.dilate(blown, _BESIDE).reshape(-1) == 0, dtype=np.bool_)


def _lit(
    before: _Thumbnail,
    after: _Thumbnail,
    ratio: NDArray[np.floating],
    own: float,
    light: _Floats,
    shown: _Flags,
) -> _Thumbnail:
    """By how much the light changed at each pixel, if it is the light, shape `(n,)`."""
    low, high = own * _SHADOW[0], own * _SHADOW[1]
    fitted = shown & (ratio > low) & (ratio < high)
    if fitted.sum() < _LEAST_PX:
        return np.full(len(before), own, np.float32)
    terms, was = light[fitted], before[fitted].astype(np.float64)
    along = np.linalg.lstsq(terms * was[:, None], after[fitted], rcond=None)[0]
    return np.clip(light @ along, low, high).astype(np.float32)
