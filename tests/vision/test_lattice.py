from __future__ import annotations

import numpy as np
import pytest

from companion.vision.homography import carry
from companion.vision.lattice import Lattice, fit_lattice
from companion.vision.quads import Outlines, crossing_of_diagonals
from companion.vision.reading import Unseen

TILTED = np.array([[1.1, 0.2, 180.0], [-0.05, 0.75, 120.0], [0.0001, 0.0006, 1.0]])
"""A camera that leans back: far cards are half as large as near ones."""


def a_grid(rng, *, jitter_mm=3.0, cells=None, image_from_mm=TILTED, rows=5, cols=5):
    """Outlines of cards of 63 x 45 mm, 75 x 55 mm apart, laid by hand."""
    quads = []
    for row in range(rows):
        for col in range(cols):
            if cells is not None and (row, col) not in cells:
                continue
            angle = rng.normal(0, 0.04)
            turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
            card = np.array([[-31.5, -22.5], [31.5, -22.5], [31.5, 22.5], [-31.5, 22.5]])
            center = np.array([75 * col, 55 * row]) + rng.normal(0, jitter_mm / 2, 2)
            quads.append(carry(card @ turn.T + center, image_from_mm))
    order = rng.permutation(len(quads))
    corners = np.array([np.roll(quads[at], rng.integers(4), axis=0) for at in order])
    return Outlines(corners, np.zeros(len(corners)))


def centers_of(lattice):
    return crossing_of_diagonals(lattice.corners_px.reshape(25, 4, 2)).reshape(5, 5, 2)


def places(image_from_mm=TILTED):
    grid = np.array([[75.0 * col, 55.0 * row] for row in range(5) for col in range(5)])
    return carry(grid, image_from_mm).reshape(5, 5, 2)


def misses(lattice):
    return min(
        float(np.linalg.norm(np.rot90(centers_of(lattice), turn) - places(), axis=2).max())
        for turn in range(4)
    )


@pytest.mark.parametrize("seed", range(5))
def test_whole_grid_is_found_under_tilt(seed):
    lattice = fit_lattice(a_grid(np.random.default_rng(seed)))

    assert isinstance(lattice, Lattice)
    assert lattice.is_found.all()
    assert misses(lattice) < 12


@pytest.mark.parametrize("seed", range(5))
def test_missing_cards_are_predicted(seed):
    rng = np.random.default_rng(seed)
    hidden = {(2, 1), (2, 2), (3, 2), (1, 4), (0, 0)}
    cells = {(row, col) for row in range(5) for col in range(5)} - hidden

    lattice = fit_lattice(a_grid(rng, cells=cells))

    assert isinstance(lattice, Lattice)
    assert lattice.is_found.sum() == 20
    assert misses(lattice) < 20


def test_column_hidden_by_an_arm_is_bridged():
    cells = {(row, col) for row in range(5) for col in range(5) if col != 2}

    lattice = fit_lattice(a_grid(np.random.default_rng(1), cells=cells))

    assert isinstance(lattice, Lattice)
    assert misses(lattice) < 20


def test_clutter_is_left_out():
    rng = np.random.default_rng(3)
    grid = a_grid(rng)
    clutter = rng.uniform(0, 900, (40, 1, 2)) + np.array([[0, 0], [16, 0], [16, 16], [0, 16]])
    outlines = Outlines(np.concatenate([grid.corners_px, clutter]), np.zeros(65))

    lattice = fit_lattice(outlines)

    assert isinstance(lattice, Lattice)
    assert misses(lattice) < 12


@pytest.mark.parametrize(
    ("rows", "cols"), [pytest.param(5, 3, id="three columns"), pytest.param(4, 5, id="four rows")]
)
def test_smaller_grid_is_no_board(rows, cols):
    found = fit_lattice(a_grid(np.random.default_rng(2), rows=rows, cols=cols))

    assert isinstance(found, Unseen)


def test_few_outlines_are_said():
    assert fit_lattice(Outlines(np.zeros((0, 4, 2)), np.zeros(0))) is Unseen.FEW_CARDS


def test_scattered_outlines_are_no_grid():
    rng = np.random.default_rng(4)
    card = np.array([[0, 0], [63, 0], [63, 45], [0, 45.0]])
    corners = rng.uniform(0, 2000, (30, 1, 2)) + card

    assert isinstance(fit_lattice(Outlines(corners, np.zeros(30))), Unseen)
