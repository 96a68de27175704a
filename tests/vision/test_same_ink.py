"""Cells are judged by their fellows: one ink, one print, and how much print cards have."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
import pytest

from companion.terms import CoverCard
from companion.vision.doubts import BARE, UNKNOWN, doubt_lone_ink, doubt_odd, doubt_veiled
from companion.vision.faces import FaceMeasures
from companion.vision.grounds import measure_grounds
from companion.vision.same_ink import NO_INK, cells_of_one_ink, plainer_than_cards
from companion.vision.white import KINDS

ORANGE, YELLOW, NEUTRAL = (
    KINDS.index(kind) for kind in (CoverCard.ORANGE, CoverCard.YELLOW, CoverCard.NEUTRAL)
)
INKS_LAB = np.array([[62.0, 38.5, 63.7], [81.0, 2.0, 77.0], [62.0, 0.0, 0.0], [18.0, 0.0, 0.0]])
RED = [55.0, 52.0, 45.0]


def measured(**known):
    """Faces of which only this was measured."""
    count = len(next(iter(known.values())))
    shapes = {"rims": (count, 4, 3), "rings": (count, 4, 3)}
    shapes |= dict.fromkeys(("centers",), (count, 2))
    shapes |= dict.fromkeys(("body", "bright", "ground"), (count, 3))
    blank = {each.name: np.zeros(shapes.get(each.name, (count,))) for each in fields(FaceMeasures)}
    return FaceMeasures(**(blank | {name: np.array(of) for name, of in known.items()}))


def inked(count, ground_share=0.75):
    """So many covers of one redder orange, and pictures with grounds of other colours."""
    pictures = [[70.0, -30.0, 30.0], [60.0, 20.0, -40.0], [62.0, 0.0, 0.0], [80.0, 35.0, 10.0]]
    ground = np.array([*[RED] * count, *pictures])
    faces = measured(
        ground_share=[*[ground_share] * count, 0.7, 0.8, 0.9, 0.7], share=[0.4] * (count + 4)
    )
    return faces, ground, np.full(len(ground), 60.0)


def test_covers_that_share_an_ink_of_a_kinds_hue_are_that_kind():
    kinds = cells_of_one_ink(*inked(3), INKS_LAB)

    assert kinds.tolist() == [ORANGE] * 3 + [NO_INK] * 4


@pytest.mark.parametrize("count", [2, 10])
def test_two_alike_may_be_chance_and_ten_are_more_than_the_box_holds(count):
    assert (cells_of_one_ink(*inked(count), INKS_LAB) == NO_INK).all()


def test_picture_with_a_covers_ground_and_another_drawing_is_no_cover():
    faces, ground, off_stock = inked(3)
    ground[3] = RED
    faces.share[3] = 0.9

    assert cells_of_one_ink(faces, ground, off_stock, INKS_LAB).tolist() == [0] * 3 + [NO_INK] * 4


def test_cards_on_tinted_stock_share_a_ground_and_are_no_covers():
    faces, ground, off_stock = inked(5)
    off_stock[:5] = 8.0

    assert (cells_of_one_ink(faces, ground, off_stock, INKS_LAB) == NO_INK).all()


def test_faces_with_far_less_print_than_the_cards_have_are_no_cards():
    faces = measured(ground_share=[0.4, 0.5, 0.45, 0.5, 0.55, 0.6, 0.97])
    sure = np.array([True] * 5 + [False] * 2)

    assert plainer_than_cards(faces, sure).tolist() == [False] * 6 + [True]
    assert not plainer_than_cards(faces, sure & (np.arange(7) > 0)).any()


def test_grey_on_which_no_figure_is_seen_may_be_black_under_a_lamp():
    answers = np.array([ORANGE, ORANGE, YELLOW, NEUTRAL, NEUTRAL, BARE])
    veiled = measured(darkness=[0.4, 0.5, 0.4, 0.42, 0.8, 0.2])
    plain = measured(darkness=[0.9, 0.92, 0.9, 0.9, 0.99, 0.2])

    doubted, kept = answers.copy(), answers.copy()
    doubt_veiled(veiled, doubted)
    doubt_veiled(plain, kept)

    assert doubted.tolist() == [ORANGE, ORANGE, YELLOW, NEUTRAL, UNKNOWN, BARE]
    assert kept.tolist() == answers.tolist()


@pytest.mark.parametrize(
    ("fingers", "margin", "told"),
    [
        pytest.param([81.0, 8.0, 7.0], 1.3, UNKNOWN, id="skin over a card"),
        pytest.param([74.0, 1.0, -2.0], 1.3, NEUTRAL, id="the same grey, under a lamp"),
        pytest.param([81.0, 8.0, 7.0], 2.5, NEUTRAL, id="clear by itself"),
    ],
)
def test_what_is_hardly_grey_must_look_like_the_greys_beside_it(fingers, margin, told):
    body = np.array([[71.0, 1.3, -1.6], [73.0, 1.5, -1.7], fingers, [100.0, 0.0, 0.0]])
    answers = np.array([NEUTRAL, NEUTRAL, NEUTRAL, BARE])

    doubt_odd(body, answers, np.array([4.9, 4.8, margin, 5.0]))

    assert answers.tolist() == [NEUTRAL, NEUTRAL, told, BARE]


@pytest.mark.parametrize(
    ("answers", "is_kept"),
    [
        pytest.param([YELLOW] * 3 + [UNKNOWN] * 3, False, id="one kind"),
        pytest.param([YELLOW] * 3 + [BARE] * 3, True, id="one kind among cards"),
        pytest.param([YELLOW] * 3 + [ORANGE] * 3, True, id="two kinds"),
    ],
)
def test_light_worked_out_from_one_kind_of_cover_proves_nothing(answers, is_kept):
    told = np.array(answers)

    doubt_lone_ink(told, np.full(6, 3.0))

    assert (told.tolist() == answers) is is_kept
    assert is_kept or (told == UNKNOWN).all()


@pytest.mark.parametrize("figure", [(0.6, 0.55, 0.5), (0.05, 0.02, 0.0)], ids=["pale", "dark"])
def test_ground_is_the_ink_whatever_is_drawn_on_it(figure):
    """A third of the face is a figure; a lamp lights one side more; the webcam is noisy."""
    rng = np.random.default_rng(4)
    ink = np.array([0.6, 0.16, 0.02])
    face = np.tile(ink, (2, 52, 82, 1))
    face[:, 15:45, 20:65] = figure
    face *= np.linspace(0.85, 1.15, 82)[:, None]
    face = np.clip(face + rng.normal(0, 0.02, face.shape), 0, 1)
    lines = np.tile(ink, (2, 4, 11, 1))
    lines[1] = 0.9

    ground, share, sides = measure_grounds(face, lines)

    assert np.abs(np.cbrt(ground) - np.cbrt(ink)).max() < 0.05
    assert 0.6 < share.min() <= share.max() < 0.75
    assert sides.tolist() == [4, 0]
