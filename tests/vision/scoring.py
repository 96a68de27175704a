"""How sets of pictures with answers are scored: right, wrong and unknown apart."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from companion.terms import CoverCard, GuessersSide
from companion.vision.frame import Image
from companion.vision.picture import decode_picture
from companion.vision.reading import BoardReading, CellState, Unseen
from companion.vision.untagged import read_untagged

NEAR = 0.25
"""A cell is found where its centre lies within this share of a card's width."""

SURELY_VISIBLE = 0.9
HIDDEN = 0.05


@dataclass
class Score:
    """Places of cells, and what is said to lie there."""

    pictures: int = 0
    whole: int = 0
    with_a_hidden_line: int = 0
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
            f"{self.pictures} pictures, {self.whole} whole, {self.with_a_hidden_line} with a whole "
            f"line hidden, {self.places_right} of {self.places} "
            f"places, {self.boards_claimed_wrongly} false boards; {self.covered} covered: "
            f"{self.covered_right} right, {self.covered_wrong} wrong, {unknown} unknown; "
            f"{self.bare} bare: {self.bare_right} right, {self.bare_wrong} called covered, "
            f"{bare_unknown} unknown"
        )


def places_right(
    reading: BoardReading, centers: NDArray[np.float64], card_px: NDArray[np.float64] | float
) -> int:
    """How many of the 25 places are right, up to a turn of the whole board."""
    seen = np.array([cell.quad_px.mean(axis=0) for cell in reading.cells]).reshape(5, 5, 2)
    truth = centers.reshape(5, 5, 2)
    near = NEAR * np.broadcast_to(card_px, 25).reshape(5, 5)
    return max(
        int((np.linalg.norm(np.rot90(seen, turn) - truth, axis=2) < near).sum())
        for turn in range(4)
    )


def count_places(
    score: Score,
    reading: BoardReading | Unseen,
    centers: NDArray[np.float64],
    card_px: NDArray[np.float64] | float,
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


def has_a_hidden_line(visible: NDArray[np.float64]) -> bool:
    """Whether a whole row or column is hidden, by a hand say."""
    grid = visible.reshape(5, 5) < HIDDEN
    return bool(grid.all(axis=0).any() or grid.all(axis=1).any())


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
        width_px = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)
        before = score.whole
        count_places(score, reading, quads.mean(axis=1), width_px)
        visible = np.array([cell["visible"] for cell in truth["cells"]], dtype=np.float64)
        score.with_a_hidden_line += has_a_hidden_line(visible) and score.whole == before
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
