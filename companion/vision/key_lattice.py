"""Five by five squares among the patches: where the grid of a key card may lie.

Grid coordinates: the centre of the square in row r and column c is (c, r).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.terms import GRID_SIDE
from companion.vision.homography import carry
from companion.vision.key_squares import Patches

_Floats = NDArray[np.float64]
_Place = tuple[int, int]

_NEIGHBOUR_AWAY = (0.95, 1.5)
"""Distance of neighbouring squares, measured in the seed's own sides (by its covariance)."""
_LIKE_AREAS = (0.5, 2.0)
_AREA_OF_PITCH = (0.42, 1.15)
_USUAL_AREA_OF_PITCH = 0.72
_REACH = (0.3, 0.3, 0.22, 0.22, 0.16)
"""How far from its place a patch may lie, in pitches, growth by growth: strict at the end."""
_MOST_TRIES = 300
_FEWEST = 10
_BEST_KEPT = 12


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """One place where the grid may lie.

    Attributes:
        image_from_grid: float64, shape `(3, 3)`: grid coordinates to pixels.
        support: How many of the 25 places have a patch of their own.
        outside: How many further patches continue the lattice beyond the 25 places.
        square_share: Side of a square as a share of the pitch.
    """

    image_from_grid: _Floats
    support: int
    outside: int
    square_share: float


def fit_lattices(patches: Patches) -> tuple[Lattice, ...]:
    """Grow lattices from neighbouring patches; best first."""
    found: list[Lattice] = []
    used = np.zeros(len(patches), int)
    for tried, (seed, right, below) in enumerate(_beginnings(patches, used)):
        if tried >= _MOST_TRIES:
            break
        places = _grow(patches, seed, right, below)
        if len(places) < _FEWEST:
            continue
        used[list(places.values())] += 1
        found.extend(_windows(patches, places))
        if found and max(lattice.support - lattice.outside for lattice in found) >= 24:
            break
    found.sort(key=lambda lattice: lattice.outside / 2 - lattice.support)
    return tuple(found[:_BEST_KEPT])


def _beginnings(patches: Patches, used: NDArray[np.int_]) -> Iterator[tuple[int, int, int]]:
    """Corners of three patches: one, its neighbour along a row, its neighbour down a column."""
    values, vectors = np.linalg.eigh(patches.spread * 12) if len(patches) else (None, None)
    if values is None or vectors is None:
        return
    sides_from_px = (vectors / np.sqrt(values)[:, None, :]) @ vectors.transpose(0, 2, 1)
    neighbours: list[tuple[NDArray[np.intp], _Floats]] = []
    for i in range(len(patches)):
        away = (patches.center_px - patches.center_px[i]) @ sides_from_px[i].T
        distance = np.hypot(away[:, 0], away[:, 1])
        ratio = patches.area_px / patches.area_px[i]
        near = (distance > _NEIGHBOUR_AWAY[0]) & (distance < _NEIGHBOUR_AWAY[1])
        near &= (ratio > _LIKE_AREAS[0]) & (ratio < _LIKE_AREAS[1])
        neighbours.append((np.nonzero(near)[0], away))
    for seed in np.argsort([-len(near) for near, _ in neighbours], kind="stable"):
        near, away = neighbours[seed]
        if len(near) < 2:
            return
        usual = np.abs(np.hypot(away[near, 0], away[near, 1]) - 1.15)
        for right, below in permutations(near[np.argsort(usual, kind="stable")][:6], 2):
            if used[seed] >= 2:
                break
            a, b = away[right], away[below]
            if a[0] * b[1] - a[1] * b[0] > 0.85 * np.hypot(*a) * np.hypot(*b):
                before = used[seed]
                yield int(seed), int(right), int(below)
                if used[seed] > before:
                    break


def _grow(patches: Patches, seed: int, right: int, below: int) -> dict[_Place, int]:
    """Let a lattice grow ring by ring from three patches; keys are (column, row)."""
    places: dict[_Place, int] = {(0, 0): seed, (1, 0): right, (0, 1): below}
    for step in range(7):
        grid = np.array(list(places), np.float64)
        image_from_grid = _fit(grid, patches.center_px[list(places.values())])
        if image_from_grid is None:
            return {}
        low = np.maximum(grid.min(axis=0).astype(int) - 1, -GRID_SIDE)
        high = np.minimum(grid.max(axis=0).astype(int) + 1, GRID_SIDE)
        wanted = np.array(
            [(x, y) for x in range(low[0], high[0] + 1) for y in range(low[1], high[1] + 1)],
            np.float64,
        )
        # Places behind the camera's horizon are none.
        wanted = wanted[wanted @ image_from_grid[2, :2] + image_from_grid[2, 2] > 0.15]
        if len(wanted) == 0:
            return {}
        taken = _take(patches, image_from_grid, wanted, _REACH[min(step, len(_REACH) - 1)])
        if len(taken) < 3:
            return {}
        if taken == places and step > 3:
            break
        places = taken
    return places


def _take(
    patches: Patches, image_from_grid: _Floats, wanted: _Floats, reach: float
) -> dict[_Place, int]:
    """The patch that lies at each wanted place, if one does."""
    at = carry(wanted, image_from_grid)
    pitch_area = _pitch_area(image_from_grid, wanted)
    away = np.linalg.norm(patches.center_px[None] - at[:, None], axis=2)
    within = reach * np.sqrt(pitch_area)[:, None]
    share = patches.area_px[None] / np.maximum(pitch_area, 1)[:, None]
    fits = (away < within) & (share > _AREA_OF_PITCH[0]) & (share < _AREA_OF_PITCH[1])
    misfit = away + 0.5 * np.abs(share - _USUAL_AREA_OF_PITCH) * within
    misfit = np.where(fits, misfit, np.inf)
    best = misfit.argmin(axis=1)
    return {
        (int(place[0]), int(place[1])): int(patch)
        for place, patch, miss in zip(wanted, best, misfit.min(axis=1), strict=True)
        if np.isfinite(miss)
    }


def _windows(patches: Patches, places: dict[_Place, int]) -> Iterator[Lattice]:
    """Every five by five places of a lattice that hold nearly as many patches as the best."""
    grid = np.array(list(places))
    counted = []
    for x in range(grid[:, 0].min() - GRID_SIDE + 1, grid[:, 0].max() + 1):
        for y in range(grid[:, 1].min() - GRID_SIDE + 1, grid[:, 1].max() + 1):
            inside = ((grid >= (x, y)) & (grid < (x + GRID_SIDE, y + GRID_SIDE))).all(axis=1)
            counted.append((int(inside.sum()), x, y, inside))
    most = max(count for count, *_ in counted)
    members = np.array(list(places.values()))
    for count, x, y, inside in counted:
        if count < max(most - 1, _FEWEST):
            continue
        own, here = members[inside], (grid[inside] - (x, y)).astype(np.float64)
        side_px = float(np.sqrt(np.median(patches.area_px[own])))
        fit, agreeing = cv2.findHomography(here, patches.center_px[own], cv2.RANSAC, 0.12 * side_px)
        if fit is None:
            continue
        image_from_grid = np.asarray(fit, np.float64)
        share = np.median(patches.area_px[own] / _pitch_area(image_from_grid, here)) ** 0.5
        yield Lattice(image_from_grid, int(agreeing.sum()), len(places) - count, float(share))


def _fit(grid: _Floats, at_px: _Floats) -> _Floats | None:
    """Image from grid: affine for a handful of patches, a homography for more."""
    if len(grid) >= 6:
        fit, _ = cv2.findHomography(grid, at_px, 0)
        return None if fit is None else np.asarray(fit, np.float64)
    affine = np.linalg.lstsq(np.column_stack([grid, np.ones(len(grid))]), at_px, rcond=None)[0]
    return np.vstack([affine.T, [0, 0, 1]])


def _pitch_area(image_from_grid: _Floats, grid: _Floats) -> _Floats:
    """Area of one cell of the lattice around each place, square pixels."""
    half_x, half_y = np.array([0.5, 0]), np.array([0, 0.5])
    a = carry(grid + half_x, image_from_grid) - carry(grid - half_x, image_from_grid)
    b = carry(grid + half_y, image_from_grid) - carry(grid - half_y, image_from_grid)
    return np.asarray(np.abs(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]), np.float64)
