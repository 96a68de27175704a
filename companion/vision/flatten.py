"""Outlines of one size, with the perspective taken out of them.

Cards of one deck are equally large, so the cube root of an outline's area is a linear function of
its place in the picture: that function is the vanishing line of the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.deck.geometry import CARD_HEIGHT_MM, CARD_WIDTH_MM
from companion.terms import GRID_SIDE
from companion.vision.quads import Outlines

_Floats = NDArray[np.float64]

_SEEDS = 60
_STEEP_SEEDS = 24
_STEEP_SLOPES = (0.25, 0.6)
_WAYS = 8
"""A camera tilted by 50 degrees near the board sees cards at one side of it half as large as in
the middle: with 0.25 alone such boards are missed."""

_SETS_TRIED = 12
"""Cards, and the tags, word boxes or pictures on them, each make a set of equal outlines."""

SIZE_TOLERANCE = 0.10
"""In the cube root of the area; outlines of one picture scatter by 1 to 3 %."""

_SHAPE_TOLERANCE = 0.14
"""In the logarithm of a side's length, crooked cards and the lens included."""

_TURN_TOLERANCE = 0.35
"""Radians: cards laid by hand lie up to 16 degrees crooked."""

_MOST_OUTLINES = 90


@dataclass(frozen=True, slots=True, eq=False)
class FlatSet:
    """Outlines of one size and shape in the plane without perspective.

    Attributes:
        centers: float64, shape `(m, 2)`, in units of the mean card's two sides.
        corners_px: float64, shape `(m, 4, 2)`, rolled so that all first corners agree.
        inset_mm: float64, shape `(m,)`.
        quality: float64, shape `(m,)`.
        size_error: float64, shape `(m,)`: how far each one's size is from the set's, as a share.
    """

    centers: _Floats
    corners_px: _Floats
    inset_mm: _Floats
    quality: _Floats
    size_error: _Floats


def size_of(outlines: Outlines) -> _Floats:
    """Cube root of each outline's area, corrected for its inset, shape `(n,)`."""
    corners = outlines.corners_px
    following = np.roll(corners, -1, axis=1)
    area = 0.5 * np.abs(
        (corners[..., 0] * following[..., 1] - corners[..., 1] * following[..., 0]).sum(axis=1)
    )
    inset = outlines.inset_mm
    whole = CARD_WIDTH_MM * CARD_HEIGHT_MM
    part = (CARD_WIDTH_MM - 2 * inset) * (CARD_HEIGHT_MM - 2 * inset)
    return np.asarray(np.cbrt(area * whole / part), dtype=np.float64)


def flat_sets(outlines: Outlines, least: int) -> Iterator[FlatSet]:
    """Find sets of equally large outlines and take the perspective out of each.

    Args:
        outlines: Candidates of one picture.
        least: How many outlines a set needs.

    Yields:
        The sets, the likeliest first.
    """
    centers = outlines.centers_px
    size = size_of(outlines)
    quality = outlines.quality
    mean = centers.mean(axis=0)
    scale = max(float(np.abs(centers - mean).max()), 1.0)
    columns = np.column_stack([np.ones(len(size)), (centers - mean) / scale])
    apart = np.linalg.norm(centers[:, None] - centers[None], axis=2)
    found: list[tuple[float, _Floats, NDArray[np.bool_]]] = []
    seen: set[bytes] = set()
    planes, members = _size_planes(columns, size, quality)
    for plane, inliers in zip(planes, members, strict=True):
        key = inliers.tobytes()
        if inliers.sum() < least or key in seen:
            continue
        seen.add(key)
        places = _distinct_quality(np.flatnonzero(inliers), size, quality, apart)
        # Larger outlines first where the counts are alike: a tag lies inside a card.
        weight = places * float(size[inliers].mean())
        found.append((weight, plane, inliers))
    found.sort(key=lambda entry: -entry[0])
    yielded: list[_Floats] = []
    for _, plane, inliers in found:
        reach = [plane @ [1, x, y] for x, y in ((0, 0), (0.7, 0), (-0.7, 0), (0, 0.7), (0, -0.7))]
        levels = np.log(np.maximum(reach, 1e-6))
        if any(np.abs(levels - other).max() < 0.05 for other in yielded):
            continue
        yielded.append(levels)
        flat = _without_perspective(outlines, plane, inliers, mean, scale, columns, size)
        if len(flat.centers) >= least:
            yield flat
        if len(yielded) >= _SETS_TRIED:
            return


def _size_planes(
    columns: _Floats, size: _Floats, quality: _Floats
) -> tuple[_Floats, NDArray[np.bool_]]:
    """Fit size as a linear function of place, growing outwards from one outline after another.

    Returns:
        Planes, shape `(p, 3)`, and which outlines are as large as each says, `(p, n)`.
    """
    order = np.argsort(-(quality**3 * size))
    flat_starts = order[:_SEEDS]
    distance = np.linalg.norm(columns[flat_starts, None, 1:] - columns[None, :, 1:], axis=2)
    alike = np.abs(size[None] / size[flat_starts, None] - 1) < 0.2
    distance = np.where(alike, distance, np.inf)
    nearest = np.sort(distance, axis=1)[
        np.arange(len(flat_starts)), np.minimum(7, alike.sum(1) - 1)
    ]
    members = [alike & (distance <= nearest[:, None])]
    planes = [np.column_stack([size[flat_starts], np.zeros((len(flat_starts), 2))])]
    # A tilted camera: outlines that are none would hold the plane flat.
    angle = np.arange(_WAYS) * 2 * np.pi / _WAYS
    ways = np.column_stack([np.cos(angle), np.sin(angle)])
    slopes = np.concatenate([steepness * ways for steepness in _STEEP_SLOPES])
    for seed in order[:_STEEP_SEEDS]:
        steep = size[seed] * np.column_stack([1 - slopes @ columns[seed, 1:], slopes])
        planes.append(steep)
        members.append(_of_size(columns, size, steep))
    return _grown_planes(columns, size, quality, np.concatenate(planes), np.concatenate(members))


def _of_size(columns: _Floats, size: _Floats, planes: _Floats) -> NDArray[np.bool_]:
    """Which outlines are as large as each plane says, shape `(p, n)`."""
    expected = np.maximum(planes @ columns.T, 1e-6)
    return np.asarray(np.abs(size / expected - 1) < SIZE_TOLERANCE)


def _grown_planes(
    columns: _Floats,
    size: _Floats,
    quality: _Floats,
    planes: _Floats,
    members: NDArray[np.bool_],
) -> tuple[_Floats, NDArray[np.bool_]]:
    """Fit every plane to its members and choose them anew until nothing changes."""
    products = (columns[:, :, None] * columns[:, None, :]).reshape(len(columns), 9)
    # A little pull towards "no slope": a few outlines in one corner say little about it.
    ridge = np.diag([0.0, 0.02, 0.02])
    moving = np.arange(len(planes))
    for _ in range(8):
        moving = moving[members[moving].sum(axis=1) >= 4]
        if len(moving) == 0:
            break
        weight = members[moving] * quality
        normal = (weight @ products).reshape(-1, 3, 3) + ridge
        planes[moving] = np.linalg.solve(normal, ((weight * size) @ columns)[..., None])[..., 0]
        now = _of_size(columns, size, planes[moving])
        is_changed = (now != members[moving]).any(axis=1)
        members[moving] = now
        moving = moving[is_changed]
    return planes, members


def _distinct_quality(
    inliers: NDArray[np.intp], size: _Floats, quality: _Floats, apart: _Floats
) -> float:
    """Sum of the qualities of the 25 best places: several outlines of one card count once.

    Cubed: twenty clear outlines are worth more than thirty doubtful ones.
    """
    order = inliers[np.argsort(-quality[inliers])]
    free = np.ones(len(order), dtype=bool)
    total, places = 0.0, 0
    for at, index in enumerate(order):
        if free[at] and places < GRID_SIDE * GRID_SIDE:
            total += float(quality[index]) ** 3
            places += 1
            free &= apart[index, order] > 0.35 * float(size[index]) ** 1.5
    return total


def _without_perspective(
    outlines: Outlines,
    plane: _Floats,
    inliers: NDArray[np.bool_],
    mean: _Floats,
    scale: float,
    columns: _Floats,
    size: _Floats,
) -> FlatSet:
    """Carry the outlines of one size into the plane in which they are equally large."""
    # The linear function, in picture coordinates, is the third row of the rectification.
    slope = plane[1:] / scale
    offset = plane[0] - slope @ mean
    flat_from_image = np.array([[1, 0, 0], [0, 1, 0], [slope[0], slope[1], offset]])
    chosen = np.flatnonzero(inliers)
    chosen = chosen[np.argsort(-outlines.quality[chosen], kind="stable")[:_MOST_OUTLINES]]
    corners = outlines.corners_px[chosen]
    flat = cv2.perspectiveTransform(corners.reshape(-1, 1, 2), flat_from_image)
    flat = np.asarray(flat, dtype=np.float64).reshape(-1, 4, 2)
    quality = outlines.quality[chosen]
    corners, flat, kept = _same_way_round(corners, flat, quality)
    chosen, quality = chosen[kept], quality[kept]
    inset = outlines.inset_mm[chosen]
    grow = CARD_WIDTH_MM / (CARD_WIDTH_MM - 2 * inset)[:, None]
    across = grow * ((flat[:, 1] - flat[:, 0]) + (flat[:, 2] - flat[:, 3])) / 2
    down = grow * ((flat[:, 3] - flat[:, 0]) + (flat[:, 2] - flat[:, 1])) / 2
    alike = _commonest_shape(across, down, quality)
    card_from_flat = np.linalg.inv(
        np.column_stack([np.median(across[alike], axis=0), np.median(down[alike], axis=0)])
    )
    expected = np.maximum(columns[chosen] @ plane, 1e-6)
    return FlatSet(
        centers=(flat.mean(axis=1) @ card_from_flat.T)[alike],
        corners_px=corners[alike],
        inset_mm=inset[alike],
        quality=quality[alike],
        size_error=(size[chosen] / expected - 1)[alike],
    )


def _commonest_shape(across: _Floats, down: _Floats, quality: _Floats) -> NDArray[np.bool_]:
    """Which outlines have the two side lengths that most good ones share."""
    sides = np.log(
        np.column_stack([np.linalg.norm(across, axis=1), np.linalg.norm(down, axis=1)]) + 1e-9
    )
    close = np.abs(sides[:, None] - sides[None]).max(axis=2) < _SHAPE_TOLERANCE
    return np.asarray(close[int(np.argmax(close @ quality))])


def _same_way_round(
    corners_px: _Floats, flat: _Floats, quality: _Floats
) -> tuple[_Floats, _Floats, NDArray[np.bool_]]:
    """Roll every quad so that its first side runs the same way as the others'.

    Which of the four sides is called "first" does not matter, as long as all agree on it.
    """
    across = (flat[:, 1] - flat[:, 0]) + (flat[:, 2] - flat[:, 3])
    down = (flat[:, 3] - flat[:, 0]) + (flat[:, 2] - flat[:, 1])
    reference = _commonest_side(across, down, quality)
    sides = np.stack([across, down, -across, -down], axis=1)
    cosines = sides @ reference / np.maximum(np.linalg.norm(sides, axis=2), 1e-9)
    turns = np.argmax(cosines, axis=1)
    kept = cosines[np.arange(len(flat)), turns] > np.cos(_TURN_TOLERANCE)
    order = (np.arange(4)[None, :] + turns[:, None]) % 4
    rows = np.arange(len(flat))[:, None]
    return corners_px[rows, order][kept], flat[rows, order][kept], kept


def _commonest_side(across: _Floats, down: _Floats, quality: _Floats) -> _Floats:
    """Unit vector of the side direction that most good quads share."""
    sides = np.concatenate([across, down, -across, -down])
    units = sides / np.maximum(np.linalg.norm(sides, axis=1, keepdims=True), 1e-9)
    close = units @ units.T > np.cos(_TURN_TOLERANCE / 2)
    best = int(np.argmax(close @ np.tile(quality, 4)))
    mean = units[close[best]].mean(axis=0)
    return np.asarray(mean / np.linalg.norm(mean), dtype=np.float64)
