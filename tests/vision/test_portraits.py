from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.terms import ALL_CELLS, Cell, CoverCard
from companion.vision.likeness import likeness, take_faces
from companion.vision.portraits import (
    NO_PORTRAITS,
    TRUSTED_LOOKS,
    judge_by_layout,
    recall,
    show_own_cards,
)
from companion.vision.reading import BoardReading, CellReading, CellState

HERE = Cell(2, 3)
CELL_W, CELL_H = 90, 64


def a_face(rng, patches=7):
    """A card's picture: patches of colour on white, with a rim."""
    face = np.full((CELL_H - 8, CELL_W - 8, 3), 235, np.uint8)
    for _ in range(patches):
        place = rng.integers(10, [CELL_W - 18, CELL_H - 18]).tolist()
        cv2.circle(face, place, int(rng.integers(5, 16)), rng.integers(0, 256, 3).tolist(), -1)
    return face


def a_cover(colour=(150, 152, 150)):
    face = np.full((CELL_H - 8, CELL_W - 8, 3), colour, np.uint8)
    cv2.circle(face, (CELL_W // 2, 20), 12, tuple(int(0.8 * part) for part in colour), -1)
    return face


def a_picture(faces, *, gain=1.0, noise=0.0):
    """25 faces side by side, and a reading of bare cards."""
    image = np.full((5 * CELL_H, 5 * CELL_W, 3), 90, np.float64)
    cells = []
    for cell, face in zip(ALL_CELLS, faces, strict=True):
        left, top = cell.col * CELL_W + 4, cell.row * CELL_H + 4
        right, bottom = left + CELL_W - 8, top + CELL_H - 8
        image[top:bottom, left:right] = face
        quad = np.array([[left, top], [right, top], [right, bottom], [left, bottom]], float) - 0.5
        cells.append(CellReading(cell, CellState.CARD, None, None, None, quad, 0.5))
    image = gain * image + np.random.default_rng(1).normal(0, noise, image.shape)
    image = np.clip(image, 0, 255).astype(np.uint8)
    return image, BoardReading(tuple(cells), False, 0.0, 0)


def said(reading, cell, state, cover=None):
    cells = list(reading.cells)
    cells[cell.position] = replace(cells[cell.position], state=state, cover=cover)
    return replace(reading, cells=tuple(cells))


@pytest.fixture
def faces():
    rng = np.random.default_rng(5)
    return [a_face(rng) for _ in ALL_CELLS]


@pytest.fixture
def known(faces):
    """Portraits after two looks."""
    image, reading = a_picture(faces)
    _, portraits = recall(NO_PORTRAITS, image, reading)
    _, portraits = recall(portraits, image, reading)
    assert (portraits.looks == TRUSTED_LOOKS).all()
    return portraits


def covered(faces, cell, cover):
    laid = list(faces)
    laid[cell.position] = cover
    return laid


def test_face_is_known_again_in_other_light_and_among_noise(faces):
    image, reading = a_picture(faces)
    darker, _ = a_picture(faces, gain=0.5, noise=6)
    quads = np.array([cell.quad_px for cell in reading.cells])

    alike = likeness(take_faces(image, quads), take_faces(darker, quads + np.array([1.0, -0.7])))

    assert alike.min() > 0.8


def test_faces_of_other_cards_are_not_alike(faces):
    image, reading = a_picture(faces)
    seen = take_faces(image, np.array([cell.quad_px for cell in reading.cells]))

    assert np.percentile(likeness(seen, np.roll(seen, 3, axis=0)), 90) < 0.6


def test_card_that_looks_as_before_is_bare_whatever_its_colours_say(faces, known):
    image, reading = a_picture(faces, gain=0.6)

    judged, _ = recall(known, image, said(reading, HERE, CellState.COVERED, CoverCard.NEUTRAL))

    assert (judged.at(HERE).state, judged.at(HERE).cover) == (CellState.CARD, None)


def test_pale_cover_that_colours_call_bare_is_hidden(faces, known):
    image, reading = a_picture(covered(faces, HERE, a_cover((215, 225, 222))))

    judged, portraits = recall(known, image, reading)

    assert judged.at(HERE).state is CellState.HIDDEN
    assert np.array_equal(portraits.faces[HERE.position], known.faces[HERE.position])


@pytest.mark.parametrize(
    ("laid", "state"),
    [
        pytest.param(a_cover((210, 220, 222)), CellState.HIDDEN, id="a pale cover"),
        pytest.param(a_face(np.random.default_rng(77), patches=60), CellState.CARD, id="a card"),
    ],
)
def test_what_lies_there_instead_is_a_card_where_it_is_full_of_print(laid, state, faces, known):
    portraits, dealt = known, set()
    for number in range(1, 21):
        image, reading = a_picture(covered(faces, HERE, laid))
        told, portraits = recall(portraits, image, replace(reading, captured_at_s=number / 2))
        if number < 10:
            assert told.at(HERE).state is CellState.HIDDEN
        dealt = {cell.cell for cell in told.cells if cell.dealt}

    assert told.at(HERE).state is state
    assert dealt == ({HERE} if state is CellState.CARD else set())


def test_card_is_known_where_it_lay_though_its_outline_is_found_amiss(faces, known):
    image, reading = a_picture(faces)
    cells = list(reading.cells)
    amiss = cells[HERE.position].quad_px * 1.0
    amiss[[1, 2], 0] += 60
    cells[HERE.position] = replace(cells[HERE.position], quad_px=amiss)

    told, _ = recall(known, image, replace(reading, cells=tuple(cells)))

    assert told.at(HERE).state is CellState.CARD


def test_cover_that_colours_know_stays_a_cover(faces, known):
    image, reading = a_picture(covered(faces, HERE, a_cover()))

    judged, _ = recall(known, image, said(reading, HERE, CellState.COVERED, CoverCard.NEUTRAL))

    assert judged.at(HERE).cover is CoverCard.NEUTRAL


def test_one_look_is_not_believed(faces):
    hand, reading = a_picture(covered(faces, HERE, a_cover((120, 150, 205))))
    _, portraits = recall(NO_PORTRAITS, hand, reading)
    image, reading = a_picture(faces)

    judged, portraits = recall(portraits, image, reading)

    assert judged.at(HERE).state is CellState.CARD
    assert portraits.looks[HERE.position] == 1


def test_card_that_shows_its_own_face_has_nothing_over_it(faces, known):
    image, reading = a_picture(covered(faces, HERE, a_cover()), gain=0.8, noise=4)
    beside = Cell(2, 2)

    assert show_own_cards(known, image, reading, [HERE, beside]).tolist() == [False, True]
    assert not show_own_cards(NO_PORTRAITS, image, reading, [HERE, beside]).any()


def test_cells_that_were_not_read_are_left_alone(faces, known):
    image, reading = a_picture(covered(faces, HERE, a_cover()))

    judged, portraits = recall(known, image, reading, (Cell(0, 0),))

    assert judged.at(HERE).state is CellState.CARD
    assert np.array_equal(portraits.looks, known.looks)


def test_new_deal_gives_new_portraits(known):
    rng = np.random.default_rng(77)
    image, reading = a_picture([a_face(rng) for _ in ALL_CELLS])

    judged, portraits = recall(known, image, reading)

    # A card or two may look like the one before it by chance.
    assert sum(cell.state is CellState.CARD for cell in judged.cells) >= 22
    assert (portraits.looks == 1).sum() >= 20


def a_word_card(rng):
    face = np.full((CELL_H - 8, CELL_W - 8, 3), 225, np.uint8)
    cv2.rectangle(face, (5, 28), (CELL_W - 14, CELL_H - 14), (250, 250, 250), -1)
    cv2.rectangle(face, (3, 3), (CELL_W - 12, CELL_H - 12), (150, 170, 180), 2)
    for left in range(12, int(rng.integers(45, 72)), 9):
        cv2.rectangle(face, (left, 35), (left + int(rng.integers(3, 7)), 44), (30, 30, 30), -1)
    return face


def test_card_with_the_decks_layout_is_no_cover_and_another_no_card():
    rng = np.random.default_rng(3)
    faces = [a_word_card(rng) for _ in ALL_CELLS]
    image, reading = a_picture(covered(faces, Cell(4, 4), a_cover((225, 235, 230))))
    reading = said(reading, HERE, CellState.COVERED, CoverCard.NEUTRAL)

    judged = judge_by_layout(image, reading)

    assert judged.at(HERE).state is CellState.CARD
    assert judged.at(Cell(4, 4)).state is CellState.HIDDEN
    assert sum(cell.state is CellState.CARD for cell in judged.cells) == 24


def test_picture_cards_have_no_layout_to_judge_by(faces):
    image, reading = a_picture(faces)
    reading = said(reading, HERE, CellState.COVERED, CoverCard.NEUTRAL)

    assert judge_by_layout(image, reading) is reading
