"""Floors for every set of pictures: right, wrong and unknown apart, so that a loss shows."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.terms import CoverCard, Edition, GuessersSide
from companion.vision.frame import Image
from companion.vision.picture import decode_picture
from companion.vision.reading import BoardReading, CellState, Unseen
from companion.vision.untagged import read_untagged

NEAR = 0.25
"""A cell is found where its centre lies within this share of a card's width."""

SURELY_VISIBLE = 0.9


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


@dataclass
class Score:
    """Places of cells, and what is said to lie there."""

    pictures: int = 0
    whole: int = 0
    boards_claimed_wrongly: int = 0
    places: int = 0
    places_right: int = 0
    covered: int = 0
    covered_right: int = 0
    covered_wrong: int = 0
    bare: int = 0
    bare_right: int = 0
    bare_wrong: int = 0

    def __str__(self) -> str:
        unknown = self.covered - self.covered_right - self.covered_wrong
        bare_unknown = self.bare - self.bare_right - self.bare_wrong
        return (
            f"{self.pictures} pictures, {self.whole} whole, {self.places_right} of {self.places} "
            f"places, {self.boards_claimed_wrongly} false boards; {self.covered} covered: "
            f"{self.covered_right} right, {self.covered_wrong} wrong, {unknown} unknown; "
            f"{self.bare} bare: {self.bare_right} right, {self.bare_wrong} called covered, "
            f"{bare_unknown} unknown"
        )


def places_right(reading: BoardReading, centers: NDArray[np.float64], card_px: float) -> int:
    """How many of the 25 places are right, up to a turn of the whole board."""
    seen = np.array([cell.quad_px.mean(axis=0) for cell in reading.cells]).reshape(5, 5, 2)
    truth = centers.reshape(5, 5, 2)
    return max(
        int((np.linalg.norm(np.rot90(seen, turn) - truth, axis=2) < NEAR * card_px).sum())
        for turn in range(4)
    )


def count_places(
    score: Score, reading: BoardReading | Unseen, centers: NDArray[np.float64], card_px: float
) -> None:
    score.pictures += 1
    score.places += 25
    if isinstance(reading, Unseen):
        return
    right = places_right(reading, centers, card_px)
    score.places_right += right
    score.whole += right == 25
    score.boards_claimed_wrongly += right < 20


def photographed_tables(photos: Path) -> Iterator[tuple[str, Image, NDArray[np.float64]]]:
    for board in json.loads((photos / "boards.json").read_text())["boards"]:
        image = decode_picture((photos / board["file"]).read_bytes(), board["file"])
        yield board["file"], image, np.array(board["centres"], dtype=np.float64).reshape(25, 2)


def card_width_px(centers: NDArray[np.float64]) -> float:
    """A card is a little less wide than the pitch of its columns."""
    grid = centers.reshape(5, 5, 2)
    return 0.93 * float(np.median(np.linalg.norm(np.diff(grid, axis=1), axis=2)))


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


def side_of_the_guessers(quads: NDArray[np.float64]) -> GuessersSide:
    """Towards which side of the picture the last row lies."""
    centers = quads.mean(axis=1).reshape(5, 5, 2)
    x, y = centers[4].mean(axis=0) - centers[0].mean(axis=0)
    if abs(x) > abs(y):
        return GuessersSide.RIGHT if x > 0 else GuessersSide.LEFT
    return GuessersSide.BOTTOM if y > 0 else GuessersSide.TOP


def score_samples(folder: Path, numbers: slice) -> Score:
    """Path-traced pictures with answers."""
    score = Score()
    for answers in sorted(folder.glob("*.json"))[numbers]:
        truth = json.loads(answers.read_text())
        picture = answers.with_suffix(".jpg")
        image = decode_picture(picture.read_bytes(), picture.name)
        quads = np.array([cell["quad"] for cell in truth["cells"]], dtype=np.float64)
        reading = read_untagged(image, side=side_of_the_guessers(quads))
        width_px = float(np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1).min())
        count_places(score, reading, quads.mean(axis=1), width_px)
        if isinstance(reading, Unseen):
            continue
        for cell, true in zip(reading.cells, truth["cells"], strict=True):
            if true["visible"] < SURELY_VISIBLE:
                continue
            kind = CoverCard(true["cover"]) if true["cover"] else None
            if kind is None:
                score.bare += 1
                score.bare_right += cell.state is CellState.CARD
                score.bare_wrong += cell.state is CellState.COVERED
            else:
                score.covered += 1
                score.covered_right += cell.cover is kind
                score.covered_wrong += cell.state is CellState.CARD or cell.cover not in (
                    None,
                    kind,
                )
    return score


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
