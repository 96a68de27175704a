"""Printed key cards, judged by numbers: right, wrong and refused apart; wrong is always 0."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.terms import Edition
from companion.vision.frame import Image
from companion.vision.key_card import KeyCardReading, KeyUnseen, read_key_card
from printables.order import PrintOrder, What, make_sheets
from printables.preview import cut_faces
from tests.vision.key_pictures import (
    KeyPicture,
    harsh,
    harsh_own,
    on_a_table,
    own_cards,
    photographs,
)

FACE_DPI = 160.0
CORNER_OFF = 0.2
"""Of a square's side: as far as a corner may lie from the answer."""


@pytest.fixture(scope="session")
def real_cards(repository: Path) -> list[KeyPicture]:
    folder = repository.parent / "shared" / "photos"
    if not (folder / "keys.json").exists():
        pytest.skip("the photographs of key cards (../shared/photos) are not here")
    return photographs(folder)


@pytest.fixture(scope="session")
def our_cards() -> dict[Edition, list[KeyPicture]]:
    """Some of our own key cards."""
    return {edition: print_cards(edition, 4) for edition in Edition}


def print_cards(edition: Edition, count: int) -> list[KeyPicture]:
    """Our own key cards, rasterised from the printed sheets."""
    sheets = make_sheets(PrintOrder(What.KEYS, edition=edition, seed=7, count=count))
    faces: dict[str, Image] = {
        name: face[0]
        for (kind, name, side), face in cut_faces(sheets.pdf, sheets.manifest, FACE_DPI).items()
        if (kind, side) == ("key_card", "front")
    }
    return own_cards(faces, edition)


def judge(pictures: Iterable[KeyPicture]) -> tuple[Counter[str], list[str]]:
    """Count right, wrong and refused; and what to look at again."""
    counts: Counter[str] = Counter()
    notes = []
    for picture in pictures:
        reading = read_key_card(picture.image)
        if isinstance(reading, KeyUnseen):
            verdict = "refused"
            notes.append(f"{picture.name}: {reading}")
        elif reading.grid != picture.grid:
            verdict = "wrong grid"
            notes.append(f"{picture.name}: wrong grid, margin {reading.margin:.1f}")
        elif reading.start is not picture.start:
            verdict = "wrong start"
            notes.append(f"{picture.name}: wrong start, margin {reading.margin:.1f}")
        else:
            verdict = "right"
        counts[verdict] += 1
    return counts, notes


def corner_error(reading: KeyCardReading, picture: KeyPicture) -> float:
    """Largest distance of a corner from its answer, in sides of a square."""
    side_px = cv2.contourArea(picture.corners_px.astype(np.float32)) ** 0.5 / 5
    return float(np.linalg.norm(reading.corners_px - picture.corners_px, axis=1).max() / side_px)


def test_every_photograph_is_read_whole(real_cards: list[KeyPicture]) -> None:
    for picture in real_cards:
        reading = read_key_card(picture.image)

        assert isinstance(reading, KeyCardReading), f"{picture.name}: {reading}"
        assert (reading.grid, reading.start) == (picture.grid, picture.start), picture.name
        assert corner_error(reading, picture) < CORNER_OFF, picture.name
        assert reading.edition is Edition.CLASSIC
        assert reading.code is None


def test_a_classic_card_is_never_read_as_the_other_box(real_cards: list[KeyPicture]) -> None:
    for picture in real_cards[:3]:
        assert read_key_card(picture.image, (Edition.SIMPSONS,)) is KeyUnseen.OTHER_COLOURS, (
            picture.name
        )


def test_harsh_photographs_give_no_wrong_card(real_cards: list[KeyPicture]) -> None:
    counts, notes = judge(harsh(real_cards, 6))

    assert counts["wrong grid"] + counts["wrong start"] == 0, notes
    assert counts["refused"] <= 1, notes


@pytest.mark.parametrize("edition", list(Edition))
def test_our_harsh_cards_give_no_wrong_card(
    our_cards: dict[Edition, list[KeyPicture]], edition: Edition
) -> None:
    counts, notes = judge(harsh_own(our_cards[edition], 3))

    assert counts == {"right": 3}, notes


@pytest.mark.parametrize("quarter", range(4))
def test_our_card_is_read_any_side_up_and_its_code_says_which(
    our_cards: dict[Edition, list[KeyPicture]], quarter: int
) -> None:
    card = on_a_table(our_cards[Edition.SIMPSONS][1], np.random.default_rng(2))
    image = np.ascontiguousarray(np.rot90(card.image, -quarter))

    reading = read_key_card(image)

    assert isinstance(reading, KeyCardReading)
    assert reading.is_own_print
    assert np.array_equal(
        np.array(reading.grid), np.rot90(np.array(card.grid, dtype=object), -quarter)
    )
    assert reading.code is not None
    assert (f"simpsons {reading.code.text}", reading.code.quarter_turns) == (card.name, quarter)


def test_one_covered_square_is_mended_by_counts_and_bars(
    our_cards: dict[Edition, list[KeyPicture]],
) -> None:
    card = on_a_table(our_cards[Edition.CLASSIC][0], np.random.default_rng(3))
    image = card.image.copy()
    # Something green lies on the square in the middle.
    x, y = card.corners_px.mean(axis=0).astype(int)
    half = round(float(card.corners_px[1, 0] - card.corners_px[0, 0]) / 11)
    image[y - half : y + half, x - half : x + half] = (60, 160, 60)

    reading = read_key_card(image)

    assert isinstance(reading, KeyCardReading)
    assert (reading.grid, reading.start) == (card.grid, card.start)


def test_two_covered_squares_are_refused(our_cards: dict[Edition, list[KeyPicture]]) -> None:
    card = on_a_table(our_cards[Edition.CLASSIC][0], np.random.default_rng(3))
    image = card.image.copy()
    x, y = card.corners_px.mean(axis=0).astype(int)
    pitch = round(float(card.corners_px[1, 0] - card.corners_px[0, 0]) / 4.87)
    half = round(pitch * 0.43)
    image[y - half : y + half, x - half : x + half + pitch] = (60, 160, 60)

    assert isinstance(read_key_card(image), KeyUnseen)


@pytest.mark.parametrize("wrong_at", [(0, 0), (2, 2), (4, 1)])
def test_a_card_that_breaks_the_counts_is_refused(
    our_cards: dict[Edition, list[KeyPicture]], wrong_at: tuple[int, int]
) -> None:
    card = on_a_table(our_cards[Edition.SIMPSONS][0], np.random.default_rng(4))
    image = card.image.copy()
    origin = card.corners_px[0]
    pitch = float(card.corners_px[1, 0] - card.corners_px[0, 0]) / 4.87
    wrong = card.grid[wrong_at[0]][wrong_at[1]]
    other = next(
        (row, col)
        for row in range(5)
        for col in range(5)
        if card.grid[row][col].team is not None and card.grid[row][col] is not wrong
    )

    def square(at: tuple[int, int]) -> tuple[slice, slice]:
        x, y = (origin + np.array(at[::-1]) * pitch).round().astype(int)
        side = round(pitch * 0.87)
        return slice(y, y + side), slice(x, x + side)

    image[square(wrong_at)] = image[square(other)]

    assert isinstance(read_key_card(image), KeyUnseen)


@pytest.mark.parametrize(
    ("image", "reason"),
    [
        pytest.param(np.zeros((30, 30, 3), np.uint8), KeyUnseen.TOO_SMALL, id="tiny"),
        pytest.param(np.full((480, 640, 3), 200, np.uint8), KeyUnseen.NO_GRID, id="plain"),
        pytest.param(
            np.random.default_rng(1).integers(0, 256, (480, 640, 3), np.uint8),
            KeyUnseen.NO_GRID,
            id="noise",
        ),
    ],
)
def test_a_picture_without_a_key_card_says_why(image: Image, reason: KeyUnseen) -> None:
    assert read_key_card(image) is reason


def test_a_chessboard_is_no_key_card() -> None:
    squares = np.indices((5, 5)).sum(axis=0) % 2
    board = np.kron(np.where(squares, 220, 150), np.ones((60, 60)))
    gap = np.kron(np.ones((5, 5)), np.pad(np.ones((52, 52)), 4))
    image = np.full((600, 700, 3), 40, np.uint8)
    image[100:400, 150:450] = np.where(gap > 0, board, 40)[..., None]

    assert isinstance(read_key_card(image), KeyUnseen)


@pytest.mark.slow
def test_400_harsh_photographs(
    real_cards: list[KeyPicture], capsys: pytest.CaptureFixture[str]
) -> None:
    counts, notes = judge(harsh(real_cards, 400))

    with capsys.disabled():
        print(f"\nkey cards, 400 harsh photographs: {dict(counts)}", *notes, sep="\n  ")
    assert counts["wrong grid"] + counts["wrong start"] == 0
    assert counts["refused"] <= 0.05 * 400


@pytest.mark.slow
@pytest.mark.parametrize("edition", list(Edition))
def test_200_harsh_pictures_of_our_cards(
    edition: Edition, capsys: pytest.CaptureFixture[str]
) -> None:
    counts, notes = judge(harsh_own(print_cards(edition, 40), 200))

    with capsys.disabled():
        print(f"\nkey cards, 200 of our {edition} print: {dict(counts)}", *notes, sep="\n  ")
    assert counts["wrong grid"] + counts["wrong start"] == 0
    assert counts["refused"] <= 0.02 * 200
