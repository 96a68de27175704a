"""The outline in each cell, once the lattice and the shape of a card are known.

Cards and covers of one box are equally large. So in each cell the one placement of that shape is
looked for that edges support best: a quad from the card's edge on one side to the cover's on the
other has another size, and is none.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.terms import GRID_SIDE
from companion.vision.gradient import GradientField, rim_unevenness, side_support
from companion.vision.hidden import hidden_places
from companion.vision.homography import carry, fit_homography, points_inside
from companion.vision.lattice import PLACES, Lattice
from companion.vision.quads import Outlines

_Floats = NDArray[np.float64]

_CANDIDATES = 6
_NEAR = 0.42
"""In pitches: how far from its place a card may lie."""

_MISFIT_PENALTY = 1.5
_RIM_PENALTY = 0.3
_BORDERS = (0.04, 0.07, 0.1, 0.13, 0.16, 0.19)
"""White borders, as shares of half a card's height: 2 mm of 45 are 0.09."""

_CLEARLY_BETTER = 0.02
_ALL_SEEN = 0.9

_OVERLAP_ALLOWED = 0.12
_OVERLAP_PENALTY = 1.0
"""A cover 5 mm off its card on every side lies over 10 % of the next one."""

_FIRST_STEPS = (0.03, 0.05)
_LAST_STEPS = (0.012, 0.02)
"""In pitches and radians: a card's outline is wanted to 2 % of its width."""

_WEAK = 0.62
_SEARCHED = np.linspace(-0.36, 0.36, 9)
"""Where no candidate outline is good, the cell's surroundings are searched, in pitches."""

_CLEARLY_SEEN = 0.8

_UNDER_AN_ARM = 2
_CLEARLY_SEEN_BESIDE_AN_ARM = 1.0
_SEEN_BESIDE_AN_ARM = 0.7
"""Where two more of a line are not seen an arm lies along it, and a hand has edges enough for an
outline: on 180 path-traced tables cells that it hides reach 0.9 there, and cards in view have 0.65
to 1.0. So between the two both the outline and the place have a say."""

_LIKENESS = 0.35
_LEAST_AGREEMENT = 0.45
_FLAT_PRINT = 60.0
"""A patch whose lightness scatters by less than 2.5 levels has no print to agree with."""

_SEEN = 0.5
"""Least support of an outline that counts as found; of 16 path-traced tables with words, cells
under a hand stay below 0.4 and nearly all others above 0.6."""


def place_cards(field: GradientField, lattice: Lattice, outlines: Outlines) -> Lattice:
    """Choose and adjust the outline of every cell.

    Args:
        field: The picture's gradients.
        lattice: Where the cells are, with first outlines (at the cards' own edges).
        outlines: All candidates of the picture.

    Returns:
        The lattice with better outlines; `is_found` says where edges support one.
    """
    image_from_lattice, shape = _card_shape(field, lattice)
    lattice_from_image = np.asarray(np.linalg.inv(image_from_lattice), dtype=np.float64)
    stretch = _stretch(image_from_lattice)
    flat = carry(outlines.corners_px.reshape(-1, 2), lattice_from_image).reshape(-1, 4, 2)
    centers = carry(outlines.centers_px, lattice_from_image)
    turns = _turns(flat, stretch)
    own = carry(lattice.corners_px.reshape(-1, 2), lattice_from_image).reshape(-1, 4, 2)
    starts: list[tuple[int, float, float, float]] = []
    for at in range(GRID_SIDE * GRID_SIDE):
        cell = PLACES[at]
        distance = np.linalg.norm(centers - cell, axis=1)
        near = np.flatnonzero(distance < _NEAR)
        near = near[np.argsort(-(outlines.quality[near] - 0.3 * distance[near]))][:_CANDIDATES]
        starts += [(at, *centers[index], turns[index]) for index in near]
        starts.append((at, *own[at].mean(axis=0), float(_turns(own[at][None], stretch)[0])))
        starts.append((at, float(cell[0]), float(cell[1]), 0.0))
    poses = np.array(starts)
    best = _choose(field, poses, shape, stretch, image_from_lattice)
    grown = _grown_to_the_edge(field, best, shape, stretch, image_from_lattice)
    if grown is not None:
        shape = grown
        best = _choose(field, poses, shape, stretch, image_from_lattice)
    weak = np.flatnonzero(best[:, 3] < _WEAK)
    if len(weak):
        searched = [
            (at, at % GRID_SIDE + dx, at // GRID_SIDE + dy, turn)
            for at in weak
            for dx in _SEARCHED
            for dy in _SEARCHED
            for turn in (-0.1, 0.0, 0.1)
        ]
        poses = np.concatenate([poses, np.array(searched)])
        best = _choose(field, poses, shape, stretch, image_from_lattice)
    lies_over = _overlap(poses, best, shape)
    if lies_over.any():
        best = _choose(field, poses, shape, stretch, image_from_lattice, lies_over)
    for step, turn in (_FIRST_STEPS, _FIRST_STEPS, _LAST_STEPS):
        nudges = np.array(
            [
                (dx, dy, da)
                for dx in (-step, 0, step)
                for dy in (-step, 0, step)
                for da in (-turn, 0, turn)
            ]
        )
        tried = (best[:, None, :3] + nudges[None]).reshape(-1, 3)
        cells = np.repeat(np.arange(len(best)), len(nudges))
        best = _best_of_cell(field, tried, cells, shape, stretch, image_from_lattice)
    # A weak outline may be an arm's edge: the weaker, the nearer it is kept to its place. Where
    # nothing is seen, the place itself is the best guess.
    unseen = best[:, 3] <= _SEEN
    pull = _pull(best[:, 3], unseen)[:, None]
    places = np.column_stack([PLACES, np.zeros(len(PLACES))])
    corners = _placed((1 - pull) * best[:, :3] + pull * places, shape, stretch, image_from_lattice)
    placed = replace(
        lattice,
        corners_px=corners.reshape(GRID_SIDE, GRID_SIDE, 4, 2),
        inset_mm=np.zeros((GRID_SIDE, GRID_SIDE)),
        is_found=~unseen.reshape(GRID_SIDE, GRID_SIDE),
        image_from_lattice=image_from_lattice,
    )
    over = hidden_places(field, placed, _support(field, corners))
    if not over.any():
        return placed
    corners[over] = _placed(places, shape, stretch, image_from_lattice)[over]
    return replace(
        placed,
        corners_px=corners.reshape(GRID_SIDE, GRID_SIDE, 4, 2),
        is_found=~(unseen | over).reshape(GRID_SIDE, GRID_SIDE),
    )


def _pull(support: _Floats, unseen: NDArray[np.bool_]) -> _Floats:
    """How far each outline is drawn to its place, 0 to 1."""
    grid = unseen.reshape(GRID_SIDE, GRID_SIDE)
    in_line = np.maximum(grid.sum(axis=1, keepdims=True), grid.sum(axis=0, keepdims=True)) - grid
    is_beside = (in_line >= _UNDER_AN_ARM).reshape(-1)
    clearly = np.where(is_beside, _CLEARLY_SEEN_BESIDE_AN_ARM, _CLEARLY_SEEN)
    least = np.where(is_beside, _SEEN_BESIDE_AN_ARM, _SEEN)
    return np.asarray(np.clip((clearly - support) / (clearly - least), 0.0, 1.0), np.float64)


def _support(field: GradientField, quads: _Floats) -> _Floats:
    """How well edges support each outline, 0 to 1: its weakest side counts twice."""
    sides = side_support(field, quads)
    return np.asarray((sides.sum(axis=1) + sides.min(axis=1)) / 5, dtype=np.float64)


def _choose(
    field: GradientField,
    poses: _Floats,
    shape: _Floats,
    stretch: float,
    image_from_lattice: _Floats,
    lies_over: _Floats | float = 0.0,
) -> _Floats:
    """The best pose of each cell, from rows of cell, x, y and turn; shape `(25, 4)`."""
    cells, placed = poses[:, 0].astype(int), poses[:, 1:]
    bonus = _likeness(field, placed, cells, shape, stretch, image_from_lattice)
    bonus = bonus - _OVERLAP_PENALTY * lies_over
    return _best_of_cell(field, placed, cells, shape, stretch, image_from_lattice, bonus)


def _overlap(poses: _Floats, best: _Floats, shape: _Floats) -> _Floats:
    """How much of each pose lies over clearer cards of other cells, as a share, shape `(n,)`.

    Half a card beside an arm, its edge and a neighbour's make an outline too: but cards lie side
    by side.
    """
    cells = poses[:, 0].astype(int)
    width, height = shape[1, 0] - shape[0, 0], shape[2, 1] - shape[1, 1]
    apart = np.abs(poses[:, None, 1:3] - best[None, :, :2])
    across = np.clip(width - apart[..., 0], 0, None) / width
    down = np.clip(height - apart[..., 1], 0, None) / height
    share = across * down
    share[best[cells, 3][:, None] >= best[None, :, 3]] = 0.0
    return np.asarray(np.clip(share.max(axis=1) - _OVERLAP_ALLOWED, 0, None), dtype=np.float64)


def judge_lattice(field: GradientField, lattice: Lattice) -> float:
    """How well a placed lattice explains the picture, about 0 to 1.

    Edges around every card speak for it; uneven rims, a weak row and an uneven grid against: a
    lattice from word box to word box has edges too.
    """
    quads = lattice.corners_px.reshape(-1, 4, 2)
    support = _support(field, quads)
    # What an arm hides speaks neither for nor against.
    hidden = hidden_places(field, lattice, support)
    grid = np.ma.MaskedArray(support, hidden).reshape(GRID_SIDE, GRID_SIDE)
    weakest = min(float(grid.mean(axis=0).min()), float(grid.mean(axis=1).min()))
    uneven = float(rim_unevenness(field, quads)[~hidden].mean())
    irregular = max(0.0, lattice.residual_share - _USUAL_RESIDUAL)
    return 0.7 * float(grid.mean()) + 0.3 * weakest - 0.5 * uneven - 2.0 * irregular


_USUAL_RESIDUAL = 0.07
"""In pitches: cards laid by people on the photographs and renders scatter by 0.03 to 0.09."""


def _card_shape(field: GradientField, lattice: Lattice) -> tuple[_Floats, _Floats]:
    """The homography once more, and the mean card's corners around its centre, in pitches."""
    quads = lattice.corners_px.reshape(-1, 4, 2)
    found = lattice.is_found.reshape(-1)
    score = np.where(found, _support(field, quads), 0.0)
    image_from_lattice = fit_homography(
        PLACES[found], Outlines(quads[found], np.zeros(int(found.sum()))).centers_px
    )
    lattice_from_image = np.asarray(np.linalg.inv(image_from_lattice), dtype=np.float64)
    flat = carry(quads.reshape(-1, 2), lattice_from_image).reshape(-1, 4, 2)
    width = np.linalg.norm(flat[:, 1] + flat[:, 2] - flat[:, 0] - flat[:, 3], axis=1) / 2
    height = np.linalg.norm(flat[:, 3] + flat[:, 2] - flat[:, 0] - flat[:, 1], axis=1) / 2
    half_w = _weighted_median(width, score**2) / 2
    half_h = _weighted_median(height, score**2) / 2
    shape = np.array([[-half_w, -half_h], [half_w, -half_h], [half_w, half_h], [-half_w, half_h]])
    return image_from_lattice, shape


def _grown_to_the_edge(
    field: GradientField,
    best: _Floats,
    shape: _Floats,
    stretch: float,
    image_from_lattice: _Floats,
) -> _Floats | None:
    """The card's own shape where what was found is the picture or box printed on it, else None.

    A border's inner edge is as clear as the card's. But covers of the same size have edges at the
    outer one only, and so the larger of two shapes that edges support equally is the card.
    """
    supports = []
    shapes = [shape]
    for border in _BORDERS:
        across, down = border * shape[2, 1] / stretch, border * shape[2, 1]
        shapes.append(shape + np.sign(shape) * np.array([across, down]))
    for tried in shapes:
        quads = _placed(best[:, :3], tried, stretch, image_from_lattice)
        supports.append(float(_support(field, quads).mean()))
    least = supports[0] + _CLEARLY_BETTER if max(supports[1:]) < _ALL_SEEN else supports[0]
    for tried, support in zip(reversed(shapes[1:]), reversed(supports[1:]), strict=True):
        if support >= max(least, max(supports) - _CLEARLY_BETTER):
            return tried
    return None


def _weighted_median(values: _Floats, weights: _Floats) -> float:
    order = np.argsort(values)
    total = np.cumsum(weights[order])
    return float(values[order[int(np.searchsorted(total, total[-1] / 2))]])


def _stretch(image_from_lattice: _Floats) -> float:
    """How much longer a step along a row is than one down a column, in the middle."""
    middle = np.array([[2.0, 2.0], [2.1, 2.0], [2.0, 2.1]])
    here, right, below = carry(middle, image_from_lattice)
    across, down = float(np.linalg.norm(right - here)), float(np.linalg.norm(below - here))
    return across / max(down, 1e-9)


def _turns(flat: _Floats, stretch: float) -> _Floats:
    """How far each quad is turned in the lattice's plane, radians, up to quarter turns."""
    sides = np.roll(flat, -1, axis=1) - flat
    angle = np.arctan2(sides[..., 1], sides[..., 0] * stretch)
    quarter = np.exp(4j * angle).sum(axis=1)
    return np.asarray(np.angle(quarter) / 4, dtype=np.float64)


def _placed(poses: _Floats, shape: _Floats, stretch: float, image_from_lattice: _Floats) -> _Floats:
    """Corners in the picture of the card's shape at each pose (x, y, turn), `(n, 4, 2)`."""
    cosine, sine = np.cos(poses[:, 2])[:, None], np.sin(poses[:, 2])[:, None]
    x, y = shape[:, 0] * stretch, shape[:, 1]
    turned = np.stack([(cosine * x - sine * y) / stretch, sine * x + cosine * y], axis=-1)
    flat = turned + poses[:, None, :2]
    return carry(flat.reshape(-1, 2), image_from_lattice).reshape(-1, 4, 2)


def _best_of_cell(
    field: GradientField,
    poses: _Floats,
    cells: NDArray[np.int_],
    shape: _Floats,
    stretch: float,
    image_from_lattice: _Floats,
    bonus: _Floats | None = None,
) -> _Floats:
    """The best pose of each cell, shape `(25, 4)`: x, y, turn, support."""
    quads = _placed(poses, shape, stretch, image_from_lattice)
    score, support = _scores(field, quads, poses, cells)
    order = np.lexsort((-(score if bonus is None else score + bonus), cells))
    first = np.unique(cells[order], return_index=True)[1]
    chosen = order[first]
    return np.column_stack([poses[chosen], support[chosen]])


def _scores(
    field: GradientField, quads: _Floats, poses: _Floats, cells: NDArray[np.int_]
) -> tuple[_Floats, _Floats]:
    """How good each pose is in its cell, and how well edges alone support it."""
    support = _support(field, quads)
    places = np.column_stack([cells % GRID_SIDE, cells // GRID_SIDE])
    off = np.linalg.norm(poses[:, :2] - places, axis=1)
    score = support - _RIM_PENALTY * rim_unevenness(field, quads)
    score = score - _MISFIT_PENALTY * np.maximum(off - 0.12, 0) ** 2 - 0.2 * np.abs(poses[:, 2])
    return np.asarray(score, dtype=np.float64), np.asarray(support, dtype=np.float64)


def _likeness(
    field: GradientField,
    poses: _Floats,
    cells: NDArray[np.int_],
    shape: _Floats,
    stretch: float,
    image_from_lattice: _Floats,
) -> _Floats:
    """What each pose gains because its print agrees with the other cells', shape `(n,)`.

    Word cards of one deck share their layout, so the outlines that agree with each other are the
    cards' own; picture cards share nothing, and then nothing is gained.
    """
    quads = _placed(poses, shape, stretch, image_from_lattice)
    score, _ = _scores(field, quads, poses, cells)
    prints = _prints(field, quads)
    gained = np.zeros(len(poses))
    order = np.argsort(-score)
    first = order[np.unique(cells[order], return_index=True)[1]]
    mean = prints[first[np.argsort(-score[first])[:12]]].mean(axis=0)
    agreement = 0.0
    for _ in range(4):
        mean = mean / max(float(np.linalg.norm(mean)), 1e-6)
        alike = prints @ mean
        gained = _LIKENESS * np.clip(alike, 0.0, 1.0)
        order = np.lexsort((-(score + gained), cells))
        chosen = order[np.unique(cells[order], return_index=True)[1]]
        agreement = float(np.median(alike[chosen]))
        mean = (prints[chosen] * np.clip(alike[chosen], 0.05, 1.0)[:, None]).mean(axis=0)
    return gained if agreement > _LEAST_AGREEMENT else np.zeros(len(poses))


def _prints(field: GradientField, quads: _Floats) -> _Floats:
    """The lightness inside each quad, 30 x 20 samples, mean 0 and norm 1, shape `(n, 600)`."""
    points = points_inside(quads, (np.arange(30) + 0.5) / 30, (np.arange(20) + 0.5) / 20)
    light = field.lightness_at(points).astype(np.float64)
    light = light - light.mean(axis=1, keepdims=True)
    norm = np.linalg.norm(light, axis=1, keepdims=True)
    return np.asarray(light / np.maximum(norm, _FLAT_PRINT), dtype=np.float64)
