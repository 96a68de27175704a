"""What lies closely around each cell, by which an arm is told from a cover and from a shadow.

A cover changes its cell and leaves the gaps around it as they are; an arm takes their place; a
shadow darkens cards, gaps and table alike, softly from one side of a card to the other.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.motion import CHANGED_LEVELS, THUMBNAIL_WIDTH_PX, exposure_gain

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

_SHADOW = (0.55, 1.6)
"""Brightness of a place in a person's shadow, and out of it again, over what it was."""

_OTHER_LIGHT_LEVELS = 2.0
"""Grey levels by which surroundings as a whole are brighter or darker than they were; less is
followed by drifting."""

_LEAST_PX = 30
"""A fit of ten numbers wants so many."""


@dataclass(frozen=True, slots=True, eq=False)
class Surroundings:
    """The pixels of a thumbnail closely around a cell.

    Attributes:
        pixels: int, shape `(n,)`: their flat indices.
        light: float64, shape `(n, 10)`: the ways in which light varies softly over them, the
            terms of a cubic in x and y. The edge of a shadow is twice as wide as a card or more.
    """

    pixels: NDArray[np.int_]
    light: _Floats


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
    around = []
    for quad in (quads_px - step // 2) / step:
        center = quad.mean(axis=0)
        inner, outer = (center + size * (quad - center) for size in _AROUND)
        ring = np.zeros(thumbnail.shape, np.uint8)
        cv2.fillConvexPoly(ring, np.round(outer).astype(np.int32), 1)
        cv2.fillConvexPoly(ring, np.round(inner).astype(np.int32), 0)
        pixels = np.flatnonzero(ring)
        half = max(1.0, float(np.ptp(quad, axis=0).max()) / 2)
        x = (pixels % thumbnail.shape[1] - center[0]) / half
        y = (pixels // thumbnail.shape[1] - center[1]) / half
        terms = [x**i * y**j for i in range(4) for j in range(4 - i)]
        around.append(Surroundings(pixels, np.stack(terms, axis=1)))
    return tuple(around)


def crossed_cells(
    before: _Thumbnail,
    after: _Thumbnail,
    labels: NDArray[np.uint8],
    surroundings: tuple[Surroundings, ...],
    was_crossed: NDArray[np.bool_],
    levels: float = CHANGED_LEVELS,
) -> NDArray[np.bool_]:
    """Cells whose surroundings changed too, shape `(25,)`: an arm lies there, and no cover.

    Args:
        before: An earlier thumbnail.
        after: A later one of the same size.
        labels: Which pixel belongs to which cell.
        surroundings: Which pixels lie around each cell.
        was_crossed: bool, shape `(25,)`: where an arm lay a frame ago.
        levels: By how much a pixel must differ.
    """
    gain = exposure_gain(before, after, labels)
    least = np.where(was_crossed, _STILL_CROSSED_SHARE, _CROSSED_SHARE)
    one, other = before.reshape(-1), after.reshape(-1)
    return np.array(
        [
            _is_crossed(one[around.pixels], other[around.pixels], around, gain, share, levels)
            for around, share in zip(surroundings, least, strict=True)
        ]
    )


def _is_crossed(
    before: _Thumbnail,
    after: _Thumbnail,
    around: Surroundings,
    gain: float,
    least_share: float,
    levels: float,
) -> bool:
    """Whether what is seen around a cell is another thing, and not the same in other light."""
    if len(before) == 0:
        return False
    if (np.abs(after - gain * before) > levels).mean() < least_share:
        return False
    own = float(np.median(after / np.maximum(before, 4.0)))
    if not _SHADOW[0] < own / gain < _SHADOW[1]:
        return True
    lit = _lit(before, after, around)
    return bool((np.abs(after - lit * before) > levels).mean() >= _OTHER_THING_SHARE)


def follow_light(
    reference: _Thumbnail,
    thumbnail: _Thumbnail,
    surroundings: tuple[Surroundings, ...],
    levels: float = CHANGED_LEVELS,
) -> _Thumbnail:
    """What lies around the cells as it was, in the light of now.

    Places where something else lies now keep the light in which they were last seen.

    Args:
        reference: The thumbnail in which they were seen.
        thumbnail: The newest one.
        surroundings: Which pixels lie around each cell.
        levels: By how much a pixel must differ to be another thing.

    Returns:
        The reference with other light, float32; `reference` itself where the light is the same.
    """
    one, other = reference.reshape(-1), thumbnail.reshape(-1)
    followed = one
    for around in surroundings:
        before, after = one[around.pixels], other[around.pixels]
        if len(before) == 0 or abs(float(np.median(after - before))) < _OTHER_LIGHT_LEVELS:
            continue
        expected = _lit(before, after, around) * before
        is_same = np.abs(after - expected) <= levels
        if is_same.mean() <= 1 - _OTHER_THING_SHARE:
            continue
        if followed is one:
            followed = one.copy()
        followed[around.pixels[is_same]] = expected[is_same]
    return reference if followed is one else followed.reshape(reference.shape)


def _lit(before: _Thumbnail, after: _Thumbnail, around: Surroundings) -> _Thumbnail:
    """By how much the light changed at each pixel, if it is the light, shape `(n,)`."""
    ratio = after / np.maximum(before, 4.0)
    own = float(np.median(ratio))
    low, high = own * _SHADOW[0], own * _SHADOW[1]
    fitted = (ratio > low) & (ratio < high)
    if fitted.sum() < _LEAST_PX:
        return np.full(len(before), own, np.float32)
    terms, was = around.light[fitted], before[fitted].astype(np.float64)
    along = np.linalg.lstsq(terms * was[:, None], after[fitted], rcond=None)[0]
    return np.clip(around.light @ along, low, high).astype(np.float32)
