"""Outlines that reach from card to card are drawn back; cards that touch are left alone."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.vision.gaps import without_gaps
from companion.vision.gradient import measure_gradient
from companion.vision.lattice import Lattice

WIDE, HIGH = 120, 84
GROUND = (50, 60, 70)


def a_table(gap_x, gap_y):
    """White cards with a frame line printed on them, in straight rows; and their places."""
    rng = np.random.default_rng(0)
    image = np.full((640, 960, 3), GROUND, np.uint8)
    cards = np.empty((5, 5, 2))
    for row in range(5):
        for col in range(5):
            left, top = 90 + col * (WIDE + gap_x), 70 + row * (HIGH + gap_y)
            cards[row, col] = left, top
            corner = (left + WIDE - 1, top + HIGH - 1)
            cv2.rectangle(image, (left, top), corner, (235, 240, 240), -1)
            inner = ((left + 9, top + 9), (left + WIDE - 10, top + HIGH - 10))
            cv2.rectangle(image, *inner, (150, 160, 170), 2)
            word = f"{rng.integers(100, 999)}"
            cv2.putText(image, word, (left + 25, top + 55), cv2.FONT_HERSHEY_DUPLEX, 1, (30,) * 3)
    noise = rng.normal(0, 3, image.shape)
    return np.clip(image + noise, 0, 255).astype(np.uint8), cards


def outlines(cards, left=0, top=0, right=0, bottom=0):
    sides = np.array([[-left, -top], [WIDE + right, -top], [WIDE + right, HIGH + bottom]])
    box = np.concatenate([sides, [[-left, HIGH + bottom]]])
    corners = cards[:, :, None] + box - 0.5
    return Lattice(corners, np.zeros((5, 5)), np.ones((5, 5), bool), np.eye(3), 0.0)


@pytest.mark.parametrize(
    "taken_in",
    [
        pytest.param({"left": 16}, id="left"),
        pytest.param({"right": 16}, id="right"),
        pytest.param({"top": 12}, id="top"),
        pytest.param({"left": 16, "bottom": 12}, id="both ways"),
    ],
)
def test_strip_of_the_table_is_left_out(taken_in):
    image, cards = a_table(16, 12)

    drawn = without_gaps(measure_gradient(image), outlines(cards, **taken_in))

    assert np.abs(drawn.corners_px - outlines(cards).corners_px).max() < 2.5


def test_each_card_has_its_strip_on_its_own_side():
    image, cards = a_table(16, 12)
    mixed = outlines(cards, left=16).corners_px.copy()
    mixed[:, 0] = outlines(cards, right=16).corners_px[:, 0]
    lattice = outlines(cards)
    lattice.corners_px[:] = mixed

    drawn = without_gaps(measure_gradient(image), lattice)

    assert np.abs(drawn.corners_px - outlines(cards).corners_px).max() < 2.5


@pytest.mark.parametrize("gaps", [(16, 12), (1, 1), (0, 12)])
def test_true_outlines_stay(gaps):
    image, cards = a_table(*gaps)
    lattice = outlines(cards)

    assert without_gaps(measure_gradient(image), lattice) is lattice
