"""Outlines to the one 5x5 lattice that explains most of them.

Cards of one deck are equally large, so the cube root of an outline's area is a linear function of
its place in the picture. With that the perspective is undone before anything is counted
(`flatten.py`), and what is left is a plain grid.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.terms import GRID_SIDE
from companion.vision.flatten import FlatSet, flat_sets
from companion.vision.homography import carry, fit_homography, grow_outline
from companion.vision.quads import Outlines
from companion.vision.reading import Unseen

_Floats = NDArray[np.float64]

MIN_CARDS = 13
"""Fewer than half of the cards fit several windows of a grid."""

_STEP_TOLERANCE = 0.27
"""In pitches: a cover 8 mm off its place in a pitch of 47 mm is at 0.17, and so may be its
neighbour; the mean of several neighbours' predictions is asked, so half of theirs is left."""

_MOST_STEPS = 400

_STEP_RANGE = (0.93, 1.75)
"""Pitch in card sizes: from cards that overlap by a border to gaps of three quarters of a card."""


PLACES = np.array(
    [(col, row) for row in range(GRID_SIDE) for col in range(GRID_SIDE)], dtype=np.float64
)
"""Column and row of the 25 places in reading order, shape `(25, 2)`."""


@dataclass(frozen=True, slots=True, eq=False)
class Lattice:
    """The 25 places of one picture, in the lattice's own reading order.

    Which of the four turns is the guessers' is not known here: tags say it.

    Attributes:
        corners_px: float64, shape `(5, 5, 4, 2)`: row, column, corner (clockwise, the first
            towards row 0 and column 0), x and y.
        inset_mm: float64, shape `(5, 5)`: how far inside the card's edge these corners lie.
        is_found: bool, shape `(5, 5)`: an outline was found; else the corners are predicted.
        image_from_lattice: float64, shape `(3, 3)`: carries (column, row) into the picture.
        residual_share: RMS distance of the found centres from the fit, in pitches.
    """

    corners_px: _Floats
    inset_mm: _Floats
    is_found: NDArray[np.bool_]
    image_from_lattice: _Floats
    residual_share: float

    def in_picture_scaled(self, factor: float) -> Lattice:
        """The same lattice in a copy of its picture that is so many times as large.

        Pixel centres, not corners, are whole numbers.
        """
        larger = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1 / factor]]) * factor
        larger = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1]]) @ larger
        return replace(
            self,
            corners_px=(self.corners_px + 0.5) * factor - 0.5,
            image_from_lattice=np.asarray(larger @ self.image_from_lattice, dtype=np.float64),
        )


def lattice_of(quads_px: _Floats) -> Lattice:
    """The lattice of 25 cards whose edges are told from outside, in reading order.

    Args:
        quads_px: float64, shape `(25, 4, 2)`, clockwise from the top left.
    """
    return Lattice(
        corners_px=quads_px.reshape(GRID_SIDE, GRID_SIDE, 4, 2),
        inset_mm=np.zeros((GRID_SIDE, GRID_SIDE)),
        is_found=np.ones((GRID_SIDE, GRID_SIDE), dtype=bool),
        image_from_lattice=fit_homography(
            PLACES, Outlines(quads_px, np.zeros(len(quads_px))).centers_px
        ),
        residual_share=0.0,
    )


def fit_lattice(outlines: Outlines) -> Lattice | Unseen:
    """Find the lattice, or say why there is none.

    Args:
        outlines: Candidates of one picture.

    Returns:
        The lattice in which most outlines have a place.
    """
    best: tuple[float, Lattice] | None = None
    reason = Unseen.FEW_CARDS
    for found in candidate_lattices(outlines):
        if isinstance(found, Unseen):
            reason = found
            continue
        if best is None or found[0] > best[0]:
            best = found
        if best[0] > _GOOD_ENOUGH:
            break
    return reason if best is None else best[1]


_GOOD_ENOUGH = 21.0
"""Of 25: no other set of outlines is looked at once this many clear cards have their place."""


def candidate_lattices(outlines: Outlines) -> Iterator[tuple[float, Lattice] | Unseen]:
    """Every lattice that some set of equal outlines makes, with how clear it is (25 at most).

    Args:
        outlines: Candidates of one picture.

    Yields:
        A lattice, or why one set has none; nothing where there are too few outlines.
    """
    if len(outlines) < MIN_CARDS:
        return
    for flat in flat_sets(outlines, MIN_CARDS):
        places = _grow(flat)
        yield _window(places, flat) if len(places) >= MIN_CARDS else Unseen.NO_GRID


def _grow(flat: FlatSet) -> dict[tuple[int, int], int]:
    """Give outlines integer places, growing from the outline with most neighbours."""
    centers = flat.centers
    offsets = centers[None, :, :] - centers[:, None, :]
    right = _step(offsets, flat.quality, along=0)
    below = _step(offsets, flat.quality, along=1)
    if right is None or below is None:
        return {}
    steps_from_card = np.linalg.inv(np.column_stack([right, below]))
    in_steps = offsets @ steps_from_card.T
    quality = flat.quality - 2.0 * np.abs(flat.size_error)
    degree = 2.0 * quality
    for direction in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        degree += (np.abs(in_steps - np.array(direction)).max(axis=2) < _STEP_TOLERANCE).any(axis=1)
    best: dict[tuple[int, int], int] = {}
    # More than one start: a stray outline may stand where several true ones point.
    for seed in np.argsort(-degree, kind="stable")[:3]:
        places = _grow_from(int(seed), in_steps, quality)
        if len(places) > len(best):
            best = places
        if len(best) >= GRID_SIDE * (GRID_SIDE - 1):
            break
    return best


def _step(offsets: _Floats, quality: _Floats, *, along: int) -> _Floats | None:
    """The commonest offset to the next card along one axis, in card sizes."""
    forward, sideways = offsets[..., along], offsets[..., 1 - along]
    near = (forward > _STEP_RANGE[0]) & (forward < _STEP_RANGE[1]) & (np.abs(sideways) < 0.45)
    found, weight = offsets[near], (quality[:, None] * quality[None])[near]
    if len(found) < 6:
        return None
    if len(found) > _MOST_STEPS:
        clearest = np.argsort(-weight, kind="stable")[:_MOST_STEPS]
        found, weight = found[clearest], weight[clearest]
    # The mode: the offset with most others around it.
    gaps = np.abs(found[:, None, :] - found[None, :, :]).max(axis=2) < 0.15
    centre = found[int(np.argmax(gaps @ weight))]
    return np.asarray(
        np.median(found[np.abs(found - centre).max(axis=1) < 0.22], axis=0), dtype=np.float64
    )


@dataclass(slots=True)
class _Votes:
    """What the taken places foretell of an open one: the sum of their misfits, and how many."""

    misfits: _Floats  # (m, 2)
    count: int


def _grow_from(seed: int, in_steps: _Floats, quality: _Floats) -> dict[tuple[int, int], int]:
    """Place outlines one by one, the one best explained by its neighbours first.

    Where no direct neighbour is left, places two steps away are asked: an arm may hide a row.
    """
    places = {(0, 0): seed}
    votes: dict[tuple[int, int], _Votes] = {}
    _vote((0, 0), seed, 1, in_steps, places, votes)
    while True:
        found = _best_next(places, votes, quality)
        if found is None:
            wide: dict[tuple[int, int], _Votes] = {}
            for place, outline in places.items():
                _vote(place, outline, 2, in_steps, places, wide)
            found = _best_next(places, wide, quality)
        if found is None:
            return places
        place, outline = found
        places[place] = outline
        votes.pop(place, None)
        _vote(place, outline, 1, in_steps, places, votes)


def _vote(
    voter: tuple[int, int],
    outline: int,
    reach: int,
    in_steps: _Floats,
    places: dict[tuple[int, int], int],
    votes: dict[tuple[int, int], _Votes],
) -> None:
    """Let one taken place foretell the open ones around it."""
    around = range(-reach, reach + 1)
    for step in ((right, below) for right in around for below in around):
        place = (voter[0] + step[0], voter[1] + step[1])
        if place in places or max(map(abs, place)) >= 2 * GRID_SIDE:
            continue
        misfit = in_steps[outline] - np.array(step)
        known = votes.get(place)
        if known is None:
            votes[place] = _Votes(misfit, 1)
        else:
            known.misfits = known.misfits + misfit
            known.count += 1


def _best_next(
    places: dict[tuple[int, int], int],
    votes: dict[tuple[int, int], _Votes],
    quality: _Floats,
) -> tuple[tuple[int, int], int] | None:
    """The open place and the free outline that agree best, or None."""
    if not votes:
        return None
    open_places = list(votes)
    counts = np.array([votes[place].count for place in open_places])
    means = np.stack([votes[place].misfits for place in open_places]) / counts[:, None, None]
    miss = np.abs(means).max(axis=2)
    miss[:, list(places.values())] = np.inf
    # Among several outlines of one card the clearest, not the nearest, is its own.
    cost = np.where(miss < _STEP_TOLERANCE, miss - 0.5 * quality, np.inf)
    outlines = np.argmin(cost, axis=1)
    rank = cost[np.arange(len(open_places)), outlines] - 0.2 * counts
    best = int(np.argmin(rank))
    return None if np.isinf(rank[best]) else (open_places[best], int(outlines[best]))


def _window(places: dict[tuple[int, int], int], flat: FlatSet) -> tuple[float, Lattice] | Unseen:
    """Choose the five by five places that hold most cards, and fill in the missing ones."""
    cols = [col for col, _ in places]
    rows = [row for _, row in places]
    clear = np.zeros((max(rows) - min(rows) + 9, max(cols) - min(cols) + 9), dtype=np.float32)
    for (col, row), index in places.items():
        clear[row - min(rows) + 4, col - min(cols) + 4] = max(float(flat.quality[index]), 0.05)
    taken = (clear > 0).astype(int)
    counts = cv2.filter2D(
        clear,
        -1,
        np.ones((GRID_SIDE, GRID_SIDE), np.float32),
        anchor=(0, 0),
        borderType=cv2.BORDER_CONSTANT,
    )
    top, left = np.unravel_index(int(np.argmax(counts)), counts.shape)
    window = taken[top : top + GRID_SIDE, left : left + GRID_SIDE]
    if window.shape != (GRID_SIDE, GRID_SIDE) or window.sum() < MIN_CARDS:
        return Unseen.FEW_CARDS
    if not _is_spanned(window.sum(axis=1)):
        return Unseen.TOO_FEW_ROWS
    if not _is_spanned(window.sum(axis=0)):
        return Unseen.TOO_FEW_COLUMNS
    others = counts.copy()
    others[top, left] = 0
    if others.max() >= counts[top, left] - 1e-3:
        return Unseen.NO_GRID
    first_col, first_row = int(left) - 4 + min(cols), int(top) - 4 + min(rows)
    chosen = {
        (row - first_row, col - first_col): index
        for (col, row), index in places.items()
        if 0 <= row - first_row < GRID_SIDE and 0 <= col - first_col < GRID_SIDE
    }
    lattice = _complete(chosen, flat)
    if isinstance(lattice, Unseen):
        return lattice
    return float(counts[top, left]) * _spread(lattice), lattice


def _spread(lattice: Lattice) -> float:
    """1 where cards fill their places; less for the boxes and pictures printed on them."""
    image_from_lattice = lattice.image_from_lattice
    found = lattice.corners_px[lattice.is_found]
    lattice_from_image = np.asarray(np.linalg.inv(image_from_lattice), dtype=np.float64)
    flat = carry(found.reshape(-1, 2), lattice_from_image).reshape(-1, 4, 2)
    width = float(np.median(flat[:, 1, 0] - flat[:, 0, 0]))
    height = float(np.median(flat[:, 3, 1] - flat[:, 0, 1]))
    return min(1.0, 0.55 + 0.5 * min(width, height))


def _is_spanned(counts: NDArray[np.int_]) -> bool:
    """Whether the first and the last line have cards, and at most one between has none.

    An arm may hide a line between; a line that is missing at the rim could be anywhere.
    """
    return bool(counts[0] and counts[-1] and (counts == 0).sum() <= 1)


def _complete(chosen: dict[tuple[int, int], int], flat: FlatSet) -> Lattice | Unseen:
    """Fit the homography and predict the outlines that were not found."""
    cells = np.array([(col, row) for row, col in chosen], dtype=np.float64)
    index = np.array(list(chosen.values()))
    quads = flat.corners_px[index]
    centers = Outlines(quads, flat.inset_mm[index]).centers_px
    image_from_lattice = fit_homography(cells, centers)
    lattice_from_image = np.asarray(np.linalg.inv(image_from_lattice), dtype=np.float64)
    on_lattice = carry(centers, lattice_from_image)
    off = on_lattice - cells
    residual = float(np.sqrt((off**2).sum(axis=1).mean()))
    if residual > 0.2:
        return Unseen.NO_GRID
    # The mean card's corners around its centre, in lattice units, at no inset.
    grown = grow_outline(quads, flat.inset_mm[index], 0.0)
    shapes = carry(grown.reshape(-1, 2), lattice_from_image).reshape(-1, 4, 2)
    shape = np.asarray(np.median(shapes - on_lattice[:, None, :], axis=0), dtype=np.float64)
    corners = np.empty((GRID_SIDE, GRID_SIDE, 4, 2))
    inset = np.zeros((GRID_SIDE, GRID_SIDE))
    is_found = np.zeros((GRID_SIDE, GRID_SIDE), dtype=bool)
    for row in range(GRID_SIDE):
        for col in range(GRID_SIDE):
            at = chosen.get((row, col))
            if at is not None:
                corners[row, col] = flat.corners_px[at]
                inset[row, col] = flat.inset_mm[at]
                is_found[row, col] = True
                continue
            # A lens bends the grid a little: neighbours' misfits are shared with the gap.
            distance = np.abs(cells - np.array([col, row])).sum(axis=1)
            weight = np.exp(-distance)
            shift = (off * weight[:, None]).sum(axis=0) / (weight.sum() + 0.3)
            corners[row, col] = carry(shape + np.array([col, row]) + shift, image_from_lattice)
    return Lattice(
        corners_px=corners,
        inset_mm=inset,
        is_found=is_found,
        image_from_lattice=image_from_lattice,
        residual_share=residual,
    )


_OF_FOUR_LINES = 18
"""Of 20: with so many cards in their places four whole lines are seen."""


def lattices_of_four_lines(outlines: Outlines) -> Iterator[tuple[Lattice, Lattice]]:
    """Every lattice of which four lines are plainly seen and one at the rim is not.

    Args:
        outlines: Candidates of one picture.

    Yields:
        The lattice with the fifth line before the four, and with it behind them.
    """
    if len(outlines) < _OF_FOUR_LINES:
        return
    for flat in flat_sets(outlines, MIN_CARDS):
        places = _grow(flat)
        for columns, rows in ((GRID_SIDE, GRID_SIDE - 1), (GRID_SIDE - 1, GRID_SIDE)):
            starts = {
                (col - right, row - down)
                for col, row in places
                for right in range(columns)
                for down in range(rows)
            }
            for left, top in sorted(starts):
                seen = {
                    (row - top, col - left): at
                    for (col, row), at in places.items()
                    if 0 <= col - left < columns and 0 <= row - top < rows
                }
                if len(seen) < _OF_FOUR_LINES:
                    continue
                step = (1, 0) if rows < columns else (0, 1)
                moved = {(row + step[0], col + step[1]): at for (row, col), at in seen.items()}
                before, behind = _complete(moved, flat), _complete(seen, flat)
                if isinstance(before, Lattice) and isinstance(behind, Lattice):
                    yield before, behind
