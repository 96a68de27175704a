from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.terms import ALL_CELLS, CoverCard
from companion.vision.light_alone import (
    but_for_light,
    cell_colors,
    changed_as_one,
    first_believed,
)
from companion.vision.reading import BoardReading, CellReading, CellState

WIDE, HIGH = 60, 40
PLACES = np.array([(WIDE * cell.col + 30.0, HIGH * cell.row + 20.0) for cell in ALL_CELLS])
QUADS = np.array(
    [place + np.array([(-24, -16), (24, -16), (24, 16), (-24, 16)]) for place in PLACES]
)
HERE = 12


def a_table(rng):
    """Picture cards of any colour, a grey cover in the middle."""
    colors = rng.integers(30, 170, (25, 3))
    colors[HERE] = 120
    return picture_of(colors)


def picture_of(colors):
    return np.repeat(np.repeat(colors.reshape(5, 5, 3), HIGH, 0), WIDE, 1).astype(np.uint8)


def in_other_light(image, gains, *, across=0.0):
    """The same under a lamp that stands to one side, its colour not yet followed."""
    ramp = 1 + across * np.linspace(-1, 1, image.shape[1])
    linear = (image / 255.0) ** 2.2 * np.array(gains) * ramp[None, :, None]
    return (255 * np.clip(linear, 0, 1) ** (1 / 2.2)).astype(np.uint8)


def a_reading(state=CellState.COVERED, cover=CoverCard.NEUTRAL):
    cells = [
        CellReading(cell, CellState.CARD, None, None, None, quad, 0.5)
        for cell, quad in zip(ALL_CELLS, QUADS, strict=True)
    ]
    cells[HERE] = replace(cells[HERE], state=state, cover=cover)
    return BoardReading(tuple(cells), False, 0.0, 0)


@pytest.fixture
def image():
    return a_table(np.random.default_rng(3))


@pytest.mark.parametrize("across", [0.0, 0.3])
@pytest.mark.parametrize("gains", [(0.6, 0.9, 1.3), (0.7, 0.7, 0.7), (1.4, 1.3, 1.2)], ids=str)
def test_lamp_changes_all_cells_alike(gains, across, image):
    before = cell_colors(image, QUADS)
    after = cell_colors(in_other_light(image, gains, across=across), QUADS)

    light = changed_as_one(before, after, PLACES)
    assert light.is_as_others.all()
    assert light.is_other_light
    np.testing.assert_allclose(light.by_light, after - before, atol=0.1)


def test_cover_that_is_lifted_as_the_lamp_goes_on_changes_by_itself(image):
    before = cell_colors(image, QUADS)
    lifted = image.copy()
    lifted[2 * HIGH : 3 * HIGH, 2 * WIDE : 3 * WIDE] = (215, 225, 228)
    after = cell_colors(in_other_light(lifted, (0.6, 0.9, 1.1)), QUADS)

    alone = changed_as_one(before, after, PLACES).is_as_others
    assert not alone[HERE]
    assert np.delete(alone, HERE).all()


def test_curve_that_is_read_off_cards_all_alike_excuses_no_cover():
    """Between cards of one brightness the camera's curve is nothing but noise."""
    rng = np.random.default_rng(5)
    white = np.full((25, 3), 170)
    cards = picture_of(white) + rng.integers(-2, 3, (5 * HIGH, 5 * WIDE, 3))
    white[HERE] = 120
    covered = in_other_light(picture_of(white).astype(np.uint8), (0.8, 0.8, 0.8))
    before = first_believed(cards.astype(np.uint8), QUADS).colors
    before[HERE] -= 0.3
    curved = before + 0.01 * rng.standard_normal(before.shape)

    light = changed_as_one(curved, cell_colors(covered, QUADS), PLACES)

    assert not light.is_as_others[HERE]
    assert np.delete(light.is_as_others, HERE).all()


def test_cell_under_an_arm_is_believed_in_the_light_of_now(image):
    """The exposure pumps while the arm rests; the cover under it is told when it has gone."""
    cards = a_reading(CellState.CARD, None)
    believed = first_believed(image, QUADS)
    free = np.arange(25) != HERE
    armed = image.copy()
    armed[2 * HIGH : 3 * HIGH, 2 * WIDE : 3 * WIDE] = (140, 170, 220)
    for number, gain in enumerate((0.8, 0.6, 0.45), 1):
        now = replace(cards, captured_at_s=number / 15)
        dark = in_other_light(armed, (gain,) * 3)
        _, believed = but_for_light(cards, now, dark, believed, free)

    expected = cell_colors(in_other_light(image, (0.45,) * 3), QUADS)
    np.testing.assert_allclose(believed.colors, expected, atol=0.1)


def test_steady_light_is_no_excuse(image):
    """What was read wrongly may be put right while nothing changes."""
    wrong = a_reading(CellState.CARD, None)

    told, _ = but_for_light(
        wrong, a_reading(), image, first_believed(image, QUADS), np.ones(25, bool)
    )

    assert told.cells[HERE].cover is CoverCard.NEUTRAL


def test_arm_over_a_row_has_no_say_in_the_light(image):
    before = cell_colors(image, QUADS)
    crossed = in_other_light(image, (0.6, 0.9, 1.2))
    crossed[2 * HIGH + HIGH // 8 : 3 * HIGH, : 4 * WIDE] = (150, 170, 220)

    alone = changed_as_one(before, cell_colors(crossed, QUADS), PLACES).is_as_others
    assert not alone[10:14].any()
    assert np.delete(alone, range(10, 14)).all()


@pytest.mark.parametrize(
    ("state", "cover"),
    [(CellState.CARD, None), (CellState.HIDDEN, None), (CellState.COVERED, CoverCard.GAME_OVER)],
)
def test_what_only_the_light_changed_stays_what_it_was(state, cover, image):
    warm = in_other_light(image, (0.5, 0.9, 1.2))
    everywhere = np.ones(25, bool)
    wrong = a_reading(state, cover)

    at_once, believed = but_for_light(
        a_reading(), wrong, warm, first_believed(image, QUADS), everywhere
    )
    soon, believed = but_for_light(
        at_once, replace(wrong, captured_at_s=2.0), warm, believed, everywhere
    )
    late, _ = but_for_light(soon, replace(wrong, captured_at_s=9.0), warm, believed, everywhere)

    assert at_once.cells[HERE].cover is soon.cells[HERE].cover is CoverCard.NEUTRAL
    assert late.cells[HERE].state is state


def test_doubtful_verdict_gives_way_to_a_clearer_one_in_other_light(image):
    """What was read under a hand's shadow is not kept against what is seen without it."""
    warm = in_other_light(image, (0.5, 0.9, 1.2))
    known, clearer = a_reading(), a_reading(CellState.COVERED, CoverCard.GAME_OVER)
    doubtful = replace(
        known, cells=tuple(replace(cell, margin=cell.margin - 0.2) for cell in known.cells)
    )
    told = [
        but_for_light(before, clearer, warm, first_believed(image, QUADS), np.ones(25, bool))[
            0
        ].cells[HERE]
        for before in (known, doubtful)
    ]

    assert [cell.cover for cell in told] == [CoverCard.NEUTRAL, CoverCard.GAME_OVER]


def test_hidden_cell_is_known_again_in_other_light(image):
    hidden = a_reading(CellState.HIDDEN, None)

    believed, _ = but_for_light(
        hidden,
        a_reading(),
        in_other_light(image, (0.5, 0.9, 1.2)),
        first_believed(image, QUADS),
        np.ones(25, bool),
    )

    assert believed.cells[HERE].cover is CoverCard.NEUTRAL
