"""Arms are told from covers and from shadows by what lies around a cell."""

from __future__ import annotations

import itertools

import cv2
import numpy as np
import pytest

from companion.vision.arms import follow_arms, no_arms
from companion.vision.motion import changed_cells, exposure_gain, label_cells, make_thumbnail
from companion.vision.surroundings import crossed_cells, label_surroundings, remember
from tests.vision.white_table import MIDDLE, SIZE_WH, around

NOWHERE = np.zeros(25, dtype=bool)
EVERYWHERE = np.ones(25, dtype=bool)


def crossed(image, changed, quads, was_crossed=NOWHERE):
    before, after = make_thumbnail(image), make_thumbnail(changed)
    labels = label_cells(quads, SIZE_WH, before)
    around = label_surroundings(quads, SIZE_WH, before)
    is_changed = changed_cells(before, after, labels)
    remembered = remember(before, around, 1.0)
    exposure = exposure_gain(before, after, labels)
    found, _ = crossed_cells(remembered, after, around, exposure, was_crossed, is_changed)
    return np.flatnonzero(found).tolist()


def with_arm(image, left, right, bottom):
    changed = image.copy()
    changed[:bottom, left:right] = (150, 150, 150)
    return changed


def shaded(image, place_px):
    """A person's soft shadow on the left, its edge as wide as in the filmed evenings."""
    edge = (np.arange(image.shape[1]) - place_px) / (0.05 * image.shape[1])
    shade = 0.6 + 0.4 / (1 + np.exp(-edge))
    return (image * shade[None, :, None]).astype(np.uint8)


def test_cover_laid_a_little_off_crosses_nothing(rough_image, flat_quads):
    changed = rough_image.copy()
    left, top = flat_quads[MIDDLE, 0].astype(int) + 9
    changed[top : top + 110, left : left + 180] = (40, 120, 230)

    assert crossed(rough_image, changed, flat_quads) == []


def test_arm_over_a_cell_crosses_it(rough_image, flat_quads):
    left, top = flat_quads[MIDDLE, 0].astype(int)
    changed = with_arm(rough_image, left - 60, left + 240, top + 200)

    assert MIDDLE in crossed(rough_image, changed, flat_quads)
    assert 20 not in crossed(rough_image, changed, flat_quads)


def test_arm_that_has_come_stays_until_it_is_nearly_gone(white_cards, flat_quads):
    left, top = flat_quads[10, 0].astype(int)
    fingers = white_cards.copy()
    fingers[top - 20 : top + 130, : left + 60] = 150

    assert crossed(white_cards, fingers, flat_quads) == []
    assert crossed(white_cards, fingers, flat_quads, EVERYWHERE) == [10]
    assert crossed(white_cards, white_cards, flat_quads, EVERYWHERE) == []


def test_fingertips_are_known_by_the_arm_that_lies_over_the_next_card(white_cards, flat_quads):
    left, top = flat_quads[MIDDLE, 0].astype(int)
    fingers = white_cards.copy()
    fingers[top - 25 : top + 80, left - 30 : left + 200] = 110
    arm = fingers.copy()
    arm[: top - 25, left - 30 : left + 200] = 110

    assert MIDDLE not in crossed(white_cards, fingers, flat_quads)
    assert MIDDLE in crossed(white_cards, arm, flat_quads)


def test_cover_laid_askew_in_the_middle_is_no_arm(white_cards, flat_quads):
    """It sticks out over the gaps and the next cards; but no arm leads to it."""
    askew = white_cards.copy()
    center = flat_quads[MIDDLE].mean(axis=0)
    corners = cv2.boxPoints((tuple(center + np.array([25, 20])), (180, 110), 25)).astype(np.int32)
    cv2.fillConvexPoly(askew, corners, (110, 110, 110))

    assert crossed(white_cards, askew, flat_quads) == []
    assert crossed(white_cards, askew, flat_quads, EVERYWHERE) == []


@pytest.mark.parametrize("place_px", [150, 420, 610, 700, 900])
def test_soft_shadow_crosses_nothing(white_cards, flat_quads, place_px):
    changed = shaded(white_cards, place_px)

    assert crossed(white_cards, changed, flat_quads) == []
    assert crossed(white_cards, changed, flat_quads, EVERYWHERE) == []


def test_lamp_that_blows_out_white_borders_crosses_nothing(white_cards, flat_quads):
    glaring = np.clip(white_cards * 1.75, 0, 255).astype(np.uint8)

    assert crossed(glaring, white_cards, flat_quads) == []
    assert crossed(white_cards, glaring, flat_quads, EVERYWHERE) == []


def following(film, quads):
    """Arms in each picture of a film, fifteen a second."""
    thumbnails = [make_thumbnail(picture) for picture in film]
    labels = label_cells(quads, SIZE_WH, thumbnails[0])
    arms = no_arms(quads, SIZE_WH, thumbnails[0], 0.0)
    told = [arms]
    for number, (previous, now) in enumerate(itertools.pairwise(thumbnails), 1):
        changed = changed_cells(thumbnails[0], now, labels)
        arms = follow_arms(arms, previous, now, labels, number / 15, changed, 9.0)
        told.append(arms)
    return told


def test_shadow_is_remembered_and_an_arm_is_not(white_cards, flat_quads):
    left, top = flat_quads[MIDDLE, 0].astype(int)
    in_shadow = shaded(white_cards, 640)
    armed = shaded(with_arm(white_cards, left - 60, left + 240, top + 200), 640)

    last = following([white_cards, *[armed] * 9], flat_quads)[-1]

    assert around(last, 20, in_shadow) < 3
    assert around(last, MIDDLE, armed) > 20
    assert np.isfinite(last.since_s[MIDDLE])


def test_arm_that_comes_slowly_does_not_become_the_table(white_cards, flat_quads):
    left, top = flat_quads[MIDDLE, 0].astype(int)
    film = [with_arm(white_cards, left - 60, left + 240, end) for end in range(0, top + 120, 4)]

    last = following([white_cards, *film], flat_quads)[-1]

    assert np.isfinite(last.since_s[[2, 7, MIDDLE]]).all()
    assert around(last, 7, white_cards) < 5


def test_shadow_that_comes_while_an_arm_rests_leaves_nothing_behind(white_cards, flat_quads):
    left, top = flat_quads[MIDDLE, 0].astype(int)
    armed = with_arm(white_cards, left - 60, left + 240, top + 200)
    film = [shaded(armed, place_px) for place_px in np.linspace(-300, 900, 30)]

    told = following([white_cards, *film, shaded(white_cards, 940)], flat_quads)

    assert np.isfinite(told[-2].since_s[MIDDLE])
    assert not np.isfinite(told[-1].since_s).any()
