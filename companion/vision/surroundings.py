"""What lies closely around each cell, by which an arm is told from a cover and from a shadow.

A cover changes its cell and leaves the gaps around it as they are; an arm takes their place; a
shadow darkens cards, gaps and table alike, softly from one side of a card to the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.terms import GRID_SIDE
from companion.vision.motion import CHANGED_LEVELS, THUMBNAIL_WIDTH_PX, exposure_gain
from companion.vision.reading import CellReading, CellState

_Floats = NDArray[np.float64]
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

_SHADOW = (0.55, 1.6)
"""Brightness of a place in a person's shadow, and out of it again, over what it was."""

_OTHER_LIGHT_LEVELS = 2.0
"""Grey levels by which surroundings as a whole are brighter or darker than they were; less is
followed by drifting."""

_BLOWN_OUT = 240.0
_BESIDE = np.ones((5, 5), np.uint8)
_LEAST_SHOWN = 0.3
"""White borders that a lamp has blown out come back darker than the table beside them when the
lamp goes off; a third of the surroundings is table at least."""

_DRIFT_LEVELS, _OTHER_DRIFT_LEVELS = 0.5, 0.1
"""What lies between the cards follows the light by so much a frame: a sun that sets is followed. Of
other things that lie there now an arm must leave nothing behind, and a mug be known at last."""

_FAR_AWAY = 1e-3
"""Share of what is seen within reach: below it nothing tells what the light does."""

_COARSER = 4

_LEAST_PX = 30
"""A fit of ten numbers wants so many."""


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """Some pixels of a thumbnail that lie together.

    Attributes:
        pixels: int, shape `(n,)`: their flat indices.
        light: float64, shape `(n, 10)`: the ways in which light varies softly over them, the
            terms of a cubic in x and y. The edge of a shadow is twice as wide as a card or more.
    """

    pixels: NDArray[np.int_]
    light: _Floats


@dataclass(frozen=True, slots=True, eq=False)
class Surroundings:
    """What belongs to a cell of a thumbnail.

    Attributes:
        ring: The pixels closely around it.
        area: Its own and the gap.
    """

    ring: Patch
    area: Patch


def label_surroundings(
    quads_px: _Floats, image_size_wh: tuple[int, int], thumbnail: _Thumbnail
) -> tuple[Surroundings, ...]:
    """For every cell the pixels of a thumbnail closely around it.

    Args:
        quads_px: float64, shape `(25, 4, 2)`, pixels of the full picture.
        image_size_wh: That picture's size.
        thumbnail: Whose pixels are meant.
    """
    step = max(1, image_size_wh[0] // THUMBNAIL_WIDTH_PX)
    return tuple(
        Surroundings(
            ring=_patch(quad, _AROUND[1], _AROUND[0], thumbnail.shape),
            area=_patch(quad, _AROUND[0], 0.0, thumbnail.shape),
        )
        for quad in (quads_px - step // 2) / step
    )


def _patch(quad: _Floats, outer: float, inner: float, shape: tuple[int, ...]) -> Patch:
    """The pixels between two copies of a quad, so many times as large."""
    center = quad.mean(axis=0)
    mask = np.zeros(shape, np.uint8)
    for size, label in ((outer, 1), (inner, 0)):
        if size:
            corners = np.round(center + size * (quad - center)).astype(np.int32)
            cv2.fillConvexPoly(mask, corners, label)
    pixels = np.flatnonzero(mask)
    half = max(1.0, float(np.ptp(quad, axis=0).max()) / 2)
    x = (pixels % shape[1] - center[0]) / half
    y = (pixels // shape[1] - center[1]) / half
    return Patch(pixels, np.stack([x**i * y**j for i in range(4) for j in range(4 - i)], axis=1))


def crossed_cells(
    before: _Thumbnail,
    after: _Thumbnail,
    labels: NDArray[np.uint8],
    surroundings: tuple[Surroundings, ...],
    was_crossed: NDArray[np.bool_],
    is_changed: NDArray[np.bool_],
    levels: float = CHANGED_LEVELS,
) -> NDArray[np.bool_]:
    """Cells whose surroundings changed too, shape `(25,)`: an arm lies there, and no cover.

    An arm comes from outside the board, so it lies over cells up to the board's edge; what lies
    over cells in its middle alone is a cover that was laid askew.

    Args:
        before: An earlier thumbnail.
        after: A later one of the same size.
        labels: Which pixel belongs to which cell.
        surroundings: Which pixels lie around each cell.
        was_crossed: bool, shape `(25,)`: where an arm lay a frame ago.
        is_changed: bool, shape `(25,)`: which cells look otherwise than before.
        levels: By how much a pixel must differ.
    """
    gain = exposure_gain(before, after, labels)
    showing = _not_blown_out(before, after)
    one, other = before.reshape(-1), after.reshape(-1)
    shares = np.array(
        [
            _changed_shares(
                one[around.ring.pixels],
                other[around.ring.pixels],
                around.ring,
                _shown(showing, around.ring),
                gain,
                levels,
            )
            for around in surroundings
        ]
    )
    changed, other_things = shares.T
    least = np.where(was_crossed, _STILL_CROSSED_SHARE, _CROSSED_SHARE)
    crossed = (changed >= least) & (other_things >= _OTHER_THING_SHARE)
    fingers = (changed >= _FINGERS_SHARE) & (other_things >= _OTHER_FINGERS_SHARE)
    arms = np.asarray(crossed & _reaches_the_edge(crossed | is_changed), dtype=np.bool_)
    return _grown(arms, fingers)


def _grown(cells: NDArray[np.bool_], may_be: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Some cells, and others that hang together with them, corners too."""
    while True:
        grid = cells.reshape(GRID_SIDE, GRID_SIDE).astype(np.uint8)
        beside = cv2.dilate(grid, _BESIDE_CELL).reshape(-1) > 0
        more = cells | (beside & may_be)
        if (more == cells).all():
            return cells
        cells = more


def _reaches_the_edge(cells: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which of some cells hang together, corners too, with one at the board's edge."""
    grid = cells.reshape(GRID_SIDE, GRID_SIDE).astype(np.uint8)
    _, parts = cv2.connectedComponents(grid, connectivity=8)
    at_the_edge = np.unique(np.concatenate([parts[[0, -1]].ravel(), parts[:, [0, -1]].ravel()]))
    return np.asarray(cells & np.isin(parts.reshape(-1), at_the_edge), dtype=np.bool_)


def _changed_shares(
    before: _Thumbnail,
    after: _Thumbnail,
    ring: Patch,
    shown: NDArray[np.bool_],
    gain: float,
    levels: float,
) -> tuple[float, float]:
    """Of what is seen around a cell, how much has changed, and how much is another thing.

    Another thing is what no change of light explains; the second share is 0 where the first is
    too small for an arm.
    """
    if len(before) == 0:
        return 0.0, 0.0
    changed = float((np.abs(after - gain * before) > levels)[shown].mean())
    if changed < _FINGERS_SHARE:
        return changed, 0.0
    own = float(np.median((after / np.maximum(before, 4.0))[shown]))
    if not _SHADOW[0] < own / gain < _SHADOW[1]:
        return changed, changed
    lit = _lit(before, after, ring, shown)
    return changed, float((np.abs(after - lit * before) > levels)[shown].mean())


def in_light_of_now(
    around: _Thumbnail,
    thumbnail: _Thumbnail,
    labels: NDArray[np.uint8],
    surroundings: tuple[Surroundings, ...],
    levels: float = CHANGED_LEVELS,
) -> _Thumbnail:
    """The table as it is remembered, in the light of the newest frame, float32.

    What an arm hides follows the camera's exposure with all the rest: when the arm has gone it
    must look as it did.

    Args:
        around: The table without arms, in the light of the frame before.
        thumbnail: The newest one.
        labels: Which pixel belongs to which cell.
        surroundings: Which pixels lie around each cell.
        levels: By how much a pixel must differ to be another thing.
    """
    exposed = around * np.float32(exposure_gain(around, thumbnail, labels))
    followed = follow_light(exposed, thumbnail, surroundings, levels)
    away = thumbnail - followed
    most = np.where(np.abs(away) <= levels, _DRIFT_LEVELS, _OTHER_DRIFT_LEVELS)
    return np.asarray(followed + np.clip(away, -most, most), np.float32)


def follow_light(
    reference: _Thumbnail,
    thumbnail: _Thumbnail,
    surroundings: tuple[Surroundings, ...],
    levels: float = CHANGED_LEVELS,
) -> _Thumbnail:
    """What lies around the cells as it was, in the light of now.

    Places where something else lies now are taken to be in the light that falls beside them: a
    shadow is softer than a card is large.

    Args:
        reference: The thumbnail in which they were seen.
        thumbnail: The newest one.
        surroundings: Which pixels belong to each cell.
        levels: By how much a pixel must differ to be another thing.

    Returns:
        The reference with other light, float32; `reference` itself where the light is the same.
    """
    one, other = reference.reshape(-1), thumbnail.reshape(-1)
    difference = other - one
    followed = one
    showing: NDArray[np.bool_] | None = None
    is_known = np.zeros(len(one), dtype=np.bool_)
    hidden = []
    patches = [each.area for each in surroundings] + [each.ring for each in surroundings]
    for patch in patches:
        change = difference[patch.pixels]
        if len(change) == 0 or abs(float(np.median(change))) < _OTHER_LIGHT_LEVELS:
            is_known[patch.pixels] = True
            continue
        before, after = one[patch.pixels], other[patch.pixels]
        if showing is None:
            showing = _not_blown_out(reference, thumbnail)
        shown = _shown(showing, patch)
        expected = _lit(before, after, patch, shown) * before
        is_same = np.abs(after - expected) <= levels
        if is_same[shown].mean() <= 1 - _OTHER_THING_SHARE:
            hidden.append(patch.pixels)
            continue
        if followed is one:
            followed = one.copy()
        followed[patch.pixels[is_same]] = expected[is_same]
        is_known[patch.pixels[is_same]] = True
    if followed is one:
        return reference
    if hidden:
        unknown = np.concatenate(hidden)
        unknown = unknown[~is_known[unknown]]
        light = _light_beside(reference, followed.reshape(reference.shape), is_known, hidden)
        followed[unknown] = one[unknown] * light[unknown]
    return followed.reshape(reference.shape)


def _light_beside(
    before: _Thumbnail,
    after: _Thumbnail,
    is_known: NDArray[np.bool_],
    hidden: Sequence[NDArray[np.int_]],
) -> _Thumbnail:
    """By how much the light changed where it cannot be seen, as it did beside, shape `(n,)`.

    Args:
        before: A thumbnail.
        after: The same where the light was followed.
        is_known: bool, shape `(n,)`: where it was.
        hidden: The pixels of places where it was not.
    """
    known = is_known.reshape(before.shape).astype(np.float32)
    change = np.log(np.maximum(after, 4.0) / np.maximum(before, 4.0)) * known
    # As far as a card is large; light is soft, so a quarter of the size will do.
    reach = float(np.sqrt(np.median([len(pixels) for pixels in hidden]))) / _COARSER
    high, wide = before.shape
    small = (max(1, wide // _COARSER), max(1, high // _COARSER))
    seen, changed = (
        cv2.GaussianBlur(cv2.resize(each, small, interpolation=cv2.INTER_AREA), (0, 0), reach)
        for each in (known, change)
    )
    light = np.exp(changed / np.maximum(seen, _FAR_AWAY)).astype(np.float32)
    return np.asarray(cv2.resize(light, (wide, high)).reshape(-1), np.float32)


def _not_blown_out(before: _Thumbnail, after: _Thumbnail) -> NDArray[np.bool_]:
    """Which pixels show how bright they are, flat: blown out ones do not, nor those beside them."""
    blown = (np.maximum(before, after) >= _BLOWN_OUT).astype(np.uint8)
    return np.asarray(cv2.dilate(blown, _BESIDE).reshape(-1) == 0, dtype=np.bool_)


def _shown(showing: NDArray[np.bool_], patch: Patch) -> NDArray[np.bool_]:
    """The same of some surroundings; all of them where most are blown out."""
    shown = showing[patch.pixels]
    return shown if shown.sum() >= _LEAST_SHOWN * len(shown) else np.ones_like(shown)


def _lit(
    before: _Thumbnail, after: _Thumbnail, patch: Patch, shown: NDArray[np.bool_]
) -> _Thumbnail:
    """By how much the light changed at each pixel, if it is the light, shape `(n,)`."""
    ratio = after / np.maximum(before, 4.0)
    own = float(np.median(ratio[shown]))
    low, high = own * _SHADOW[0], own * _SHADOW[1]
    fitted = shown & (ratio > low) & (ratio < high)
    if fitted.sum() < _LEAST_PX:
        return np.full(len(before), own, np.float32)
    terms, was = patch.light[fitted], before[fitted].astype(np.float64)
    along = np.linalg.lstsq(terms * was[:, None], after[fitted], rcond=None)[0]
    return np.clip(patch.light @ along, low, high).astype(np.float32)


def pixels_told(labels: NDArray[np.uint8], cells: Sequence[CellReading]) -> NDArray[np.bool_]:
    """Which pixels of a thumbnail lie in cells that could be read: an arm cannot."""
    told = [cell.cell.position + 1 for cell in cells if cell.state is not CellState.HIDDEN]
    return np.asarray(np.isin(labels, told), dtype=np.bool_)
