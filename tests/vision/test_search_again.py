"""Pieces whose outline was mistaken, and a line of cards under an arm."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.simulated.surface import Surface
from companion.terms import ALL_CELLS, Cell, CoverCard
from companion.vision.cells import CellOutlines, sight_tags
from companion.vision.frame import Frame
from companion.vision.hidden_line import find_beside_hidden_line
from companion.vision.lattice import PLACES
from companion.vision.pipeline import working_scale
from companion.vision.readers import TaggedReader
from companion.vision.reading import BoardReading, CellState, Unseen
from companion.vision.search_again import expected_edges, search_again
from companion.vision.tags import TagBank
from companion.vision.verdict import is_sure

COVERS = {Cell(1, 2): CoverCard.YELLOW, Cell(3, 3): CoverCard.ORANGE}
MISTAKEN = (Cell(0, 0), Cell(1, 2), Cell(2, 4))


def as_seen(quads_px: NDArray[np.float64]) -> CellOutlines:
    return CellOutlines(quads_px, np.zeros(len(quads_px)), np.ones(len(quads_px), bool))


def test_piece_with_a_mistaken_outline_is_found_by_its_tag(shoot, dealt, bank: TagBank) -> None:
    taken = shoot(COVERS, tilt_deg=20, seed=5, size_wh=(1920, 1080))
    gray = np.asarray(cv2.cvtColor(taken.image, cv2.COLOR_BGR2GRAY), np.uint8)
    quads = taken.quads_px.copy()
    for cell in MISTAKEN:
        # The outline of a card and of the cover that sticks out of it together.
        middle = quads[cell.position].mean(axis=0)
        quads[cell.position] = middle + 1.25 * (quads[cell.position] - middle)
    sightings = sight_tags(gray, as_seen(quads), bank)
    assert not any(is_sure(sightings.matches[cell.position]) for cell in MISTAKEN)

    found = search_again(gray, sightings, PLACES, bank)

    assert all(is_sure(match) for match in found.matches)
    for cell in ALL_CELLS:
        piece = found.pieces[cell.position]
        assert piece is not None
        if cell not in COVERS:
            assert piece.id == dealt[cell.position]
    width = np.linalg.norm(taken.quads_px[:, 1] - taken.quads_px[:, 0], axis=1)
    middles = found.outlines.corners_px.mean(axis=1)
    off = np.linalg.norm(middles - taken.quads_px.mean(axis=1), axis=1)
    assert (off < 0.04 * width).all()


def test_neighbours_card_is_not_taken_twice(shoot, bank: TagBank) -> None:
    taken = shoot(tilt_deg=10, seed=6)
    gray = np.asarray(cv2.cvtColor(taken.image, cv2.COLOR_BGR2GRAY), np.uint8)
    quads = taken.quads_px.copy()
    blank = np.round(quads[7]).astype(np.int32)
    cv2.fillConvexPoly(gray, blank, 128)
    sightings = sight_tags(gray, as_seen(quads), bank)

    found = search_again(gray, sightings, PLACES, bank)

    assert [is_sure(match) for match in found.matches] == [at != 7 for at in range(25)]
    names = [piece.id for piece in found.pieces if piece is not None]
    assert len(names) == len(set(names))


def test_few_known_pieces_are_no_neighbourhood(shoot, bank: TagBank) -> None:
    gray = np.zeros((720, 1280), np.uint8)
    sightings = sight_tags(gray, as_seen(shoot(seed=7).quads_px), bank)

    assert search_again(gray, sightings, PLACES, bank) is sightings


def test_cards_are_expected_where_their_neighbours_say(shoot) -> None:
    quads = shoot(tilt_deg=30, seed=8).quads_px
    known = np.arange(25) % 4 != 0

    expected = expected_edges(PLACES[known], quads[known], PLACES[~known])

    width = np.linalg.norm(quads[~known, 1] - quads[~known, 0], axis=1)
    off = np.abs(expected - quads[~known]).max(axis=(1, 2))
    assert (off < 0.12 * width).all()


SLEEVE_BGR = (60, 70, 150)


def with_an_arm_along(image: NDArray[np.uint8], quads_px: NDArray[np.float64], row: int) -> None:
    """A sleeve over most of a row of cards, from the picture's side to behind its last card."""
    line = quads_px.reshape(5, 5, 4, 2)[row]
    first, last = line[0].mean(axis=0), line[-1].mean(axis=0)
    height = np.linalg.norm(line[0, 3] - line[0, 0])
    along = (last - first) / np.linalg.norm(last - first)
    start = np.round(first - 900 * along).astype(int)
    end = np.round(last + 0.4 * height * along).astype(int)
    cv2.line(image, start.tolist(), end.tolist(), SLEEVE_BGR, round(0.8 * height), cv2.LINE_AA)


@pytest.mark.parametrize("row", [0, 4])
def test_line_under_an_arm_is_hidden_and_the_others_are_read(
    row: int, shoot, dealt, bank: TagBank
) -> None:
    taken = shoot(tilt_deg=10, seed=9, surface=Surface.GREEN_CLOTH)
    image = taken.image.copy()
    with_an_arm_along(image, taken.quads_px, row)

    reading = TaggedReader(bank).read(Frame(image, 0.0, 0))

    assert isinstance(reading, BoardReading)
    for cell in ALL_CELLS:
        seen = reading.at(cell)
        if cell.row == row:
            assert seen.state is CellState.HIDDEN
        else:
            assert seen.card == dealt[cell.position]


def test_four_lines_without_an_arm_are_no_table(shoot, bank: TagBank) -> None:
    taken = shoot(tilt_deg=10, seed=9, surface=Surface.GREEN_CLOTH)
    image = taken.image.copy()
    table_bgr = image[8, 8].tolist()
    for quad in taken.quads_px[20:]:
        middle = quad.mean(axis=0)
        larger = np.round(middle + 1.25 * (quad - middle)).astype(np.int32)
        cv2.fillConvexPoly(image, larger, table_bgr)

    assert find_beside_hidden_line(image, working_scale(image)) is None
    assert isinstance(TaggedReader(bank).read(Frame(image, 0.0, 0)), Unseen)
