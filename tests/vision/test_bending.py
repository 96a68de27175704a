"""Lenses guessed from cards that people laid as they liked."""

from __future__ import annotations

import numpy as np
import pytest

from companion.simulated.layout import deal_grid, place_cards
from companion.simulated.pose import aim, project
from companion.terms import ALL_CELLS
from companion.vision.bending import guess_lens
from companion.vision.homography import carry, fit_homography
from companion.vision.profile import Intrinsics
from companion.vision.reading import BoardReading, CellReading, CellState

SIZE_WH = (1280, 720)
FOCAL_PX = 0.85 * 1280


def a_lens(k1: float, focal_px: float = FOCAL_PX) -> Intrinsics:
    return Intrinsics(SIZE_WH, (focal_px, focal_px), (639.5, 359.5), (k1, 0.0, 0.0, 0.0, 0.0))


def a_reading(seed: int, lens: Intrinsics, hidden: int = 0, noise_px: float = 0.5) -> BoardReading:
    """25 cards before a camera that bends, corners found with an error of half a pixel."""
    rng = np.random.default_rng(seed)
    grid = deal_grid(rng, (63.0, 45.0))
    cards = place_cards(rng, grid, tuple(("card", str(at), "word") for at in range(25)))
    pose = aim(
        grid.outline_mm,
        size_wh=SIZE_WH,
        tilt_deg=float(rng.uniform(0, 35)),
        turn_deg=float(rng.uniform(-10, 10)),
        fill=0.85,
    )
    cells = []
    for cell, card in zip(ALL_CELLS, cards, strict=True):
        quad = lens.distort(project(pose.image_from_board, card.corners_mm))
        quad = quad + rng.normal(0, noise_px, (4, 2))
        state = CellState.HIDDEN if cell.position < hidden else CellState.CARD
        cells.append(CellReading(cell, state, None, None, None, quad, 0.5))
    return BoardReading(tuple(cells), False, 0.0, 0)


def bent_px(lens: Intrinsics, guess: Intrinsics | None) -> float:
    """How far from straight the middle 85 % of the picture is left by a guess."""
    x, y = np.meshgrid(np.linspace(96, 1183, 13), np.linspace(54, 665, 13))
    seen = np.column_stack([x.ravel(), y.ravel()])
    ours, theirs = (guess or a_lens(0.0)).undistort(seen), lens.undistort(seen)
    return float(np.linalg.norm(carry(ours, fit_homography(ours, theirs)) - theirs, axis=1).max())


@pytest.mark.parametrize("k1", [-0.3, -0.2, -0.1, 0.1])
def test_bending_is_guessed_from_one_reading(k1: float) -> None:
    guesses = [guess_lens([a_reading(seed, a_lens(k1))], SIZE_WH) for seed in range(4)]

    assert all(guesses)
    assert [guess.distortion[0] for guess in guesses if guess] == pytest.approx([k1] * 4, abs=0.045)
    left = [bent_px(a_lens(k1), guess) for guess in guesses]
    assert max(left) < 0.4 * bent_px(a_lens(k1), None)


def test_more_readings_guess_better() -> None:
    lens = a_lens(-0.2)
    guess = guess_lens([a_reading(seed, lens) for seed in range(4)], SIZE_WH)

    assert guess is not None
    assert guess.distortion[0] == pytest.approx(-0.2, abs=0.015)
    assert bent_px(lens, guess) < 3.0 < 15.0 < bent_px(lens, None)


def test_other_focal_length_bends_the_same_picture() -> None:
    """The guess has a usual focal length; its k1 makes up for it."""
    lens = a_lens(-0.2, focal_px=1000.0)
    guess = guess_lens([a_reading(seed, lens) for seed in range(3)], SIZE_WH)

    assert bent_px(lens, guess) < 0.25 * bent_px(lens, None)


def test_straight_lens_stays_straight() -> None:
    readings = [a_reading(seed, a_lens(0.0)) for seed in range(4)]

    assert guess_lens(readings, SIZE_WH) is None


def test_few_cards_tell_nothing() -> None:
    assert guess_lens([a_reading(0, a_lens(-0.3), hidden=12)], SIZE_WH) is None
    assert guess_lens([], SIZE_WH) is None
