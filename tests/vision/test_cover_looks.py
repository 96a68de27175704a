"""What was shown of covers, against what colours say."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.terms import CoverCard, Edition
from companion.vision import cover_looks
from companion.vision.any_covers import FaceVerdict
from companion.vision.cover_looks import judge_cells, look_of
from companion.vision.profile import InkSeen

WIDE, HIGH = 90, 60
QUAD = np.array([[0, 0], [WIDE, 0], [WIDE, HIGH], [0, HIGH]], float) - 0.5
RGB = (0.5, 0.5, 0.5)

NOTHING = FaceVerdict(kind=None, is_known=False, margin=0.3, if_covered=None)
BARE = FaceVerdict(kind=None, is_known=True, margin=4.0, if_covered=None)


def a_cover(ink_bgr, *, has_hat=False, is_turned=False):
    """A bust in a darker tone, seen by a webcam."""
    cover = np.full((HIGH, WIDE, 3), ink_bgr, np.uint8)
    darker = tuple(int(0.7 * part) for part in ink_bgr)
    cv2.circle(cover, (45, 24), 10, darker, -1)
    cv2.ellipse(cover, (45, 60), (24, 18), 0, 180, 360, darker, -1)
    if has_hat:
        cv2.rectangle(cover, (20, 4), (70, 16), (30, 30, 30), -1)
    noise = np.random.default_rng(2).normal(0, 4, cover.shape)
    seen = np.clip(cover + noise, 0, 255).astype(np.uint8)
    return np.ascontiguousarray(seen[::-1, ::-1]) if is_turned else seen


ORANGE, YELLOW, PALE = (34, 119, 232), (40, 196, 242), (203, 212, 216)


def said_of(monkeypatch, image, by_colour, shown):
    """One cell, of which colours say so much."""
    monkeypatch.setattr(cover_looks, "judge_faces", lambda *_: (by_colour,))
    inks = {kind: InkSeen(RGB, 2.0, look_of(cover, QUAD)) for kind, cover in shown.items()}
    return judge_cells(image, QUAD[None], Edition.SIMPSONS, inks)[0]


@pytest.mark.parametrize("is_turned", [False, True])
@pytest.mark.parametrize("by_colour", [NOTHING, BARE], ids=["nothing", "a card"])
def test_drawing_that_was_shown_says_what_it_is(by_colour, is_turned, monkeypatch):
    shown = {CoverCard.NEUTRAL: a_cover(PALE), CoverCard.ORANGE: a_cover(ORANGE, has_hat=True)}
    said = said_of(monkeypatch, a_cover(PALE, is_turned=is_turned), by_colour, shown)

    assert said.is_known
    assert said.kind is CoverCard.NEUTRAL


def test_card_is_like_no_cover(monkeypatch):
    card = np.full((HIGH, WIDE, 3), 235, np.uint8)
    cv2.putText(card, "DONUT", (12, 40), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (20, 20, 20), 2)

    assert said_of(monkeypatch, card, BARE, {CoverCard.NEUTRAL: a_cover(PALE)}) is BARE


def test_colour_tells_kinds_with_one_drawing_apart(monkeypatch):
    """One box prints the same bust in every ink."""
    shown = {CoverCard.ORANGE: a_cover((60, 110, 215)), CoverCard.YELLOW: a_cover((50, 120, 220))}
    clear = FaceVerdict(kind=None, is_known=False, margin=0.3, if_covered=CoverCard.YELLOW)
    between = a_cover((55, 115, 217))

    assert said_of(monkeypatch, between, clear, shown).kind is CoverCard.YELLOW
    assert not said_of(monkeypatch, between, NOTHING, shown).is_known


def test_nobody_knows_where_colour_and_drawing_disagree(monkeypatch):
    yellow = FaceVerdict(kind=CoverCard.YELLOW, is_known=True, margin=3.0, if_covered=None)
    shown = {CoverCard.NEUTRAL: a_cover(PALE), CoverCard.YELLOW: a_cover(YELLOW, has_hat=True)}

    assert not said_of(monkeypatch, a_cover(PALE), yellow, shown).is_known


def test_cover_without_a_drawing_has_no_look():
    assert look_of(np.full((HIGH, WIDE, 3), 128, np.uint8), QUAD) is None
