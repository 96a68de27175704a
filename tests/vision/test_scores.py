"""Floors for every set of pictures: right, wrong and unknown apart, so that a loss shows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.terms import Edition
from companion.vision.frame import Image
from companion.vision.reading import BoardReading, CellState
from companion.vision.untagged import read_untagged
from tests.vision.scoring import (
    Score,
    card_width_px,
    count_places,
    photographed_tables,
    score_samples,
)

# ---------------------------------------------------------------- ten alterations

Altered = tuple[Image, NDArray[np.float64]]
"""A picture, and what carries a point of the photograph into it, shape `(3, 3)`."""


def turned(image: Image, degrees: float) -> Altered:
    height, width = image.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0)
    cosine, sine = abs(turn[0, 0]), abs(turn[0, 1])
    wide, high = int(height * sine + width * cosine), int(height * cosine + width * sine)
    turn[:, 2] += ((wide - width) / 2, (high - height) / 2)
    ground = np.median(image.reshape(-1, 3), axis=0).tolist()
    moved = cv2.warpAffine(image, turn, (wide, high), borderValue=ground)
    return moved, np.vstack([turn, [0, 0, 1]])


def smaller(image: Image) -> Altered:
    reduced = cv2.resize(image, None, fx=0.4, fy=0.4, interpolation=cv2.INTER_AREA)
    return reduced, np.diag([0.4, 0.4, 1.0])


def darker(image: Image) -> Altered:
    noise = np.random.default_rng(1).normal(0, 8, image.shape)
    return clipped(((image / 255.0) ** 1.8) * 255 + noise), np.eye(3)


def blurred(image: Image) -> Altered:
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 2.5), np.uint8), np.eye(3)


def squeezed(image: Image) -> Altered:
    _, content = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 30])
    return np.asarray(cv2.imdecode(content, cv2.IMREAD_COLOR), np.uint8), np.eye(3)


def half_in_shadow(image: Image) -> Altered:
    edge = (np.arange(image.shape[1]) - 0.5 * image.shape[1]) / (0.02 * image.shape[1])
    shadow = 0.45 + 0.55 / (1 + np.exp(-edge))
    return clipped(image * shadow[None, :, None]), np.eye(3)


def lamp_of_2700_k(image: Image) -> Altered:
    return clipped(255 * (image / 255.0) * np.array([0.45, 0.78, 1.0])), np.eye(3)


def clipped(image: NDArray[np.float64]) -> Image:
    return np.clip(image, 0, 255).astype(np.uint8)


ALTERATIONS: dict[str, Callable[[Image], Altered]] = {
    "turned 7": lambda image: turned(image, 7),
    "turned 90": lambda image: turned(image, 90),
    "turned 180": lambda image: turned(image, 180),
    "turned 205": lambda image: turned(image, 205),
    "0.4 size": smaller,
    "gamma 1.8, noise 8": darker,
    "blur 2.5 px": blurred,
    "JPEG 30": squeezed,
    "half in shadow": half_in_shadow,
    "2700 K": lamp_of_2700_k,
}


# ---------------------------------------------------------------- counting


def score_photographs(
    photos: Path, names: list[str] | None, alterations: list[str | None]
) -> tuple[Score, dict[str, int]]:
    """The photographs as they are (None) or altered; the score, and places lost by alteration."""
    score, lost = Score(), dict.fromkeys((str(each) for each in alterations), 0)
    for name, image, centers in photographed_tables(photos):
        if names is not None and name not in names:
            continue
        for alteration in alterations:
            seen, carry = (
                (image, np.eye(3)) if alteration is None else ALTERATIONS[alteration](image)
            )
            moved = cv2.perspectiveTransform(centers.reshape(-1, 1, 2), carry).reshape(25, 2)
            reading = read_untagged(seen, edition=Edition.CLASSIC)
            before = score.places_right
            count_places(score, reading, moved, card_width_px(moved))
            lost[str(alteration)] += 25 - (score.places_right - before)
            if isinstance(reading, BoardReading):
                # Nothing is covered on these photographs.
                score.bare += 25
                score.bare_right += sum(cell.state is CellState.CARD for cell in reading.cells)
                score.bare_wrong += sum(cell.cover is not None for cell in reading.cells)
    return score, lost


# ---------------------------------------------------------------- floors


def test_photograph_of_a_real_table_is_found(photos):
    score, _ = score_photographs(photos, ["board_03.jpg"], [None, "0.4 size", "turned 205"])

    assert (score.whole, score.boards_claimed_wrongly, score.bare_wrong) == (3, 0, 0)


@pytest.mark.slow
def test_photographs_are_all_found_whole(photos):
    score, _ = score_photographs(photos, None, [None])

    print(f"photographs: {score}")
    assert score.whole == score.pictures == 6
    assert score.bare_wrong == 0


@pytest.mark.slow
def test_altered_photographs_are_found(photos):
    score, lost = score_photographs(photos, None, list(ALTERATIONS))

    print(f"altered photographs: {score}; places lost: {lost}")
    assert score.places_right >= 0.99 * score.places
    assert score.boards_claimed_wrongly == 0
    assert score.bare_wrong == 0


@pytest.mark.parametrize(
    ("numbers", "least_whole"),
    [
        pytest.param(slice(8, 11), 3, id="three"),
        pytest.param(slice(None), 15, id="all", marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("deck", ["words", "pictures"])
def test_path_traced_tables_are_found_and_no_cover_is_wrong(deck, numbers, least_whole, samples):
    score = score_samples(samples / deck, numbers)

    print(f"path-traced {deck}: {score}")
    assert score.whole >= least_whole
    assert score.boards_claimed_wrongly == 0
    assert score.covered_wrong == 0
    assert score.bare_wrong == 0
    assert score.covered_right >= 0.95 * score.covered
    assert score.bare_right >= 0.95 * score.bare
