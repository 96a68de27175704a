from __future__ import annotations

import json
import socket

import cv2
import numpy as np
import pytest

from companion.terms import ALL_CELLS, Face
from companion.vision.naming import mirror_reading, name_cards, turn_reading
from companion.vision.picture import decode_picture
from companion.vision.reading import BoardReading, CellReading, CellState
from companion.vision.untagged import read_untagged
from companion.vision.words import (
    WordSighting,
    closest_word,
    guessers_turn_of,
    load_text_reader,
    read_words,
)

WORDS = [
    "donut",
    "saxophone",
    "nuclear",
    "tavern",
    "skateboard",
    "clown",
    "pacifier",
    "snow",
    "monorail",
    "bowling",
    "alien",
    "rocket",
    "teacher",
    "bus",
    "piano",
    "lawyer",
    "doctor",
    "church",
    "bully",
    "garden",
    "tractor",
    "sailor",
    "casino",
    "tattoo",
    "prank",
]

CELL_W, CELL_H = 200, 136


def a_table_of_words(turned=()):
    """A flat picture of 25 word cards, and where they lie; some of them on their heads."""
    image = np.full((5 * CELL_H, 5 * CELL_W, 3), (70, 100, 140), np.uint8)
    quads = []
    for at, word in enumerate(WORDS):
        row, col = divmod(at, 5)
        card = np.full((CELL_H - 10, CELL_W - 10, 3), 240, np.uint8)
        size = cv2.getTextSize(word.upper(), cv2.FONT_HERSHEY_DUPLEX, 1.0, 2)[0][0]
        scale = min(0.9, 0.85 * (CELL_W - 10) / size)
        place = (12, 100)
        cv2.putText(card, word.upper(), place, cv2.FONT_HERSHEY_DUPLEX, scale, (20,) * 3, 2, 16)
        if at in turned:
            card = card[::-1, ::-1]
        left, top = col * CELL_W + 5, row * CELL_H + 5
        image[top : top + CELL_H - 10, left : left + CELL_W - 10] = card
        right, bottom = left + CELL_W - 11, top + CELL_H - 11
        quads.append([[left, top], [right, top], [right, bottom], [left, bottom]])
    return image, np.array(quads, dtype=np.float64)


def a_reading_of(quads, state=CellState.CARD):
    cells = [
        CellReading(cell, state, None, None, None, quad, 0.5)
        for cell, quad in zip(ALL_CELLS, quads, strict=True)
    ]
    return BoardReading(tuple(cells), False, 0.0, 0)


def assert_names_are_right(reading):
    """Hardly a name is missing and none is wrong."""
    named = [cell.card for cell in reading.cells]
    assert sum(name is not None for name in named) >= 22
    assert all(name in (None, word) for name, word in zip(named, WORDS, strict=True))


@pytest.fixture(scope="session")
def text_reader():
    reader = load_text_reader()
    if reader is None:
        pytest.skip("the optional extra 'words' is not installed")
    return reader


@pytest.fixture
def no_network(monkeypatch):
    def refuse(*_args, **_how):
        raise AssertionError("the network was asked")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)


class Parrot:
    """Says the same of every card: one line, and how it reads each way."""

    def __init__(self, upright, turned):
        self.says = [upright, turned]
        self.asked = 0

    def detect(self, image):
        height, width = image.shape[0] / 5, image.shape[1] / 5
        return [
            np.array([[20, 40], [120, 40], [120, 60], [20, 60]])
            + np.array([col * width, row * height])
            for row in range(5)
            for col in range(5)
        ]

    def recognise(self, line):
        self.asked += 1
        return self.says[(self.asked - 1) % 2]


@pytest.mark.parametrize(
    ("read", "known", "answer"),
    [
        pytest.param("DONUT", ["Donut"], "Donut", id="the word itself"),
        pytest.param("D0NUT", ["Donut", "Bus"], "Donut", id="one letter off"),
        pytest.param("TAVEN", ["Tavern"], "Tavern", id="one letter lost"),
        pytest.param("COAT", ["Boat", "Coal"], None, id="two words as near"),
        pytest.param("BOAT", ["Coat", "Boats"], None, id="two words one letter off"),
        pytest.param("GOAT", ["Boat", "Bolt"], None, id="another word two letters off"),
        pytest.param("BUZ", ["Bus"], None, id="too short for a guess"),
        pytest.param("ICECREAM", ["Ice Cream"], "Ice Cream", id="without its space"),
        pytest.param("LAMP", ["Donut"], None, id="no word of the deck"),
    ],
)
def test_closest_word_is_only_an_unambiguous_one(read, known, answer):
    assert closest_word(read, known) == answer


def test_turn_is_told_by_most_words_only():
    def seen(*turns):
        return [None] + [WordSighting("DONUT", turn, 1.0) for turn in turns]

    assert guessers_turn_of(seen(2, 2, 2, 2, 2, 0)) == 2
    assert guessers_turn_of(seen(2, 2, 2)) is None
    assert guessers_turn_of(seen(0, 0, 0, 2, 2, 2)) is None


def test_word_read_badly_is_not_guessed():
    image, quads = a_table_of_words()

    read = read_words(image, quads, Parrot(("DONUT", 0.9), ("x", 0.2)))

    assert read == (None,) * 25


def test_word_of_the_deck_may_be_read_less_well():
    image, quads = a_table_of_words()

    read = read_words(image, quads, Parrot(("DONUT", 0.9), ("x", 0.2)), known=["Donut"])

    assert {seen and seen.word for seen in read} == {"Donut"}


def test_word_that_reads_both_ways_is_not_guessed():
    image, quads = a_table_of_words()

    assert read_words(image, quads, Parrot(("SNOW", 1.0), ("MONS", 1.0))) == (None,) * 25


def test_word_seen_on_two_cards_names_neither():
    image, quads = a_table_of_words()

    named = name_cards(image, a_reading_of(quads), Parrot(("DONUT", 1.0), ("x", 0.2)))

    assert {cell.card for cell in named.cells} == {None}


def test_turning_and_mirroring_come_back_to_the_same():
    _, quads = a_table_of_words()
    reading = a_reading_of(quads)

    turned = turn_reading(turn_reading(turn_reading(reading, 1), 1), 2)
    mirrored = mirror_reading(mirror_reading(reading))

    for again in (turned, mirrored):
        assert [cell.cell for cell in again.cells] == list(ALL_CELLS)
        assert np.allclose([cell.quad_px for cell in again.cells], quads)


def test_words_are_read_without_a_network_whatever_way_they_lie(text_reader, no_network):
    image, quads = a_table_of_words(turned=(3, 11))

    read = read_words(image, quads, text_reader)

    assert [seen and seen.word.lower() for seen in read] == WORDS
    assert [seen.turn for seen in read if seen] == [2 if at in (3, 11) else 0 for at in range(25)]


def test_table_seen_from_opposite_is_turned_by_its_words(text_reader):
    image, quads = a_table_of_words()
    seen_from_opposite = turn_reading(a_reading_of(quads), 2)

    named = name_cards(image, seen_from_opposite, text_reader)

    assert_names_are_right(named)
    assert Face.WORD in {cell.face for cell in named.cells}
    assert np.allclose([cell.quad_px for cell in named.cells], quads)


def test_mirrored_table_is_noticed_by_its_words(text_reader):
    image, quads = a_table_of_words()
    flipped = np.ascontiguousarray(image[:, ::-1])
    # As seen: the same places, read from left to right.
    named = name_cards(flipped, a_reading_of(quads), text_reader)

    assert named.is_mirrored
    assert_names_are_right(named)


def test_covered_cell_gets_no_name(text_reader):
    image, quads = a_table_of_words()

    named = name_cards(image, a_reading_of(quads, CellState.COVERED), text_reader)

    assert {cell.card for cell in named.cells} == {None}


@pytest.mark.parametrize(
    "which",
    [
        pytest.param(slice(0, 1), id="one"),
        pytest.param(slice(None), id="all", marks=pytest.mark.slow),
    ],
)
def test_words_of_real_photographs(which, text_reader, photos):
    answers = json.loads((photos / "boards.json").read_text())["boards"][which]
    right = wrong = count = 0
    for board in answers:
        image = decode_picture((photos / board["file"]).read_bytes(), board["file"])
        reading = read_untagged(image, text_reader=text_reader)
        assert isinstance(reading, BoardReading), (board["file"], reading)
        wanted = [word.lower().replace(" ", "-") for row in board["words"] for word in row]
        named = [cell.card for cell in reading.cells]
        centers = np.array([cell.quad_px.mean(axis=0) for cell in reading.cells])
        card_px = np.linalg.norm(reading.cells[0].quad_px[1] - reading.cells[0].quad_px[0])
        truth = np.array(board["centres"], dtype=np.float64).reshape(-1, 2)
        is_there = np.linalg.norm(centers - truth, axis=1) < 0.25 * card_px
        count += len(wanted)
        right += sum(a == b and bool(c) for a, b, c in zip(named, wanted, is_there, strict=True))
        wrong += sum(a not in (None, b) for a, b in zip(named, wanted, strict=True))

    print(f"words on photographs: {right} of {count} right, {wrong} wrong")
    assert right >= 0.99 * count
    assert wrong == 0
