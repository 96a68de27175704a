from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.deck.tags import payload_for, tags_of
from companion.terms import ALL_CELLS, Cell, CoverCard
from companion.vision.pipeline import read_board
from companion.vision.reading import BoardReading, CellState, Unseen
from companion.vision.tags import TagBank, make_tag_bank

COVERS = {
    Cell(0, 0): CoverCard.ORANGE,
    Cell(1, 3): CoverCard.YELLOW,
    Cell(2, 2): CoverCard.GAME_OVER,
    Cell(4, 4): CoverCard.NEUTRAL,
    Cell(4, 1): CoverCard.ORANGE,
}


def read(image: NDArray[np.uint8], bank: TagBank) -> BoardReading:
    reading = read_board(image, bank)
    assert isinstance(reading, BoardReading), reading
    return reading


def names(reading: BoardReading) -> tuple[str | None, ...]:
    return tuple(cell.card for cell in reading.cells)


@pytest.mark.parametrize("turn_deg", [0, 37, 90, 180, 250, 315])
def test_cards_are_named_whatever_way_the_camera_looks(turn_deg, shoot, dealt, bank):
    reading = read(shoot(turn_deg=turn_deg, seed=turn_deg).image, bank)

    assert names(reading) == dealt
    assert not reading.is_mirrored


def test_quads_lie_on_the_cards(shoot, bank):
    taken = shoot(COVERS, tilt_deg=25, turn_deg=100, seed=4, size_wh=(1920, 1080))

    reading = read(taken.image, bank)

    width_px = np.linalg.norm(taken.quads_px[:, 1] - taken.quads_px[:, 0], axis=1)
    quads = np.array([cell.quad_px for cell in reading.cells])
    # A cover may lie turned by half: its corners are still named as the guessers read the table.
    miss = np.minimum(
        np.abs(quads - taken.quads_px).max(axis=(1, 2)),
        np.abs(quads - np.roll(taken.quads_px, 2, axis=1)).max(axis=(1, 2)),
    )
    assert (miss < 0.04 * width_px).all()


def test_covers_are_told_from_cards(shoot, dealt, bank):
    reading = read(shoot(COVERS, tilt_deg=20, seed=2).image, bank)

    for cell in ALL_CELLS:
        seen = reading.at(cell)
        if cell in COVERS:
            assert (seen.state, seen.cover, seen.card) == (CellState.COVERED, COVERS[cell], None)
        else:
            assert (seen.state, seen.cover, seen.card) == (
                CellState.CARD,
                None,
                dealt[cell.position],
            )


def test_covers_without_a_readable_tag_are_told_by_their_colour(shoot, bank, springfield):
    taken = shoot(COVERS, seed=2, size_wh=(1920, 1080), lamp_k=3000)
    cards_only = [tag for tag in _tags(springfield) if tag.piece.kind == "card"]

    reading = read(taken.image, make_tag_bank(cards_only))

    for cell, kind in COVERS.items():
        assert reading.at(cell).cover in (kind, None)
    assert sum(reading.at(cell).cover is kind for cell, kind in COVERS.items()) >= 4
    assert all(reading.at(cell).cover is None for cell in ALL_CELLS if cell not in COVERS)


def _tags(deck):
    return tags_of(deck)


def test_mirrored_picture_is_noticed_and_its_cells_are_right(shoot, dealt, bank):
    image = np.ascontiguousarray(shoot(COVERS, turn_deg=20, seed=5).image[:, ::-1])

    reading = read(image, bank)

    assert reading.is_mirrored
    for cell in ALL_CELLS:
        assert reading.at(cell).cover is COVERS.get(cell)
        if cell not in COVERS:
            assert reading.at(cell).card == dealt[cell.position]


def test_hand_over_cells_gives_hidden_and_no_cover(shoot, dealt, bank):
    taken = shoot(seed=6)
    image = taken.image.copy()
    center = taken.quads_px[7:9].mean(axis=(0, 1)).astype(int)
    image[center[1] - 45 : center[1] + 45, center[0] - 90 : center[0] + 90] = (120, 150, 205)

    reading = read(image, bank)

    assert all(cell.cover is None for cell in reading.cells)
    assert {reading.cells[7].state, reading.cells[8].state} <= {CellState.HIDDEN, CellState.CARD}
    assert reading.cells[7].card in (None, dealt[7])


def test_large_picture_gives_quads_in_its_own_pixels(shoot, bank):
    taken = shoot(seed=1, size_wh=(3840, 2160))

    reading = read(taken.image, bank)

    centers = np.array([cell.quad_px.mean(axis=0) for cell in reading.cells])
    assert np.abs(centers - taken.quads_px.mean(axis=1)).max() < 12


def test_small_picture_is_read(shoot, dealt, bank):
    reading = read(shoot(seed=3, size_wh=(640, 480)).image, bank)

    assert all(
        cell.card in (None, dealt[at]) and cell.cover is None
        for at, cell in enumerate(reading.cells)
    )


@pytest.mark.parametrize(
    ("image", "reason"),
    [
        pytest.param(np.zeros((720, 1280, 3), np.uint8), Unseen.BLACK, id="black"),
        pytest.param(np.full((720, 1280, 3), 200, np.uint8), Unseen.FEW_CARDS, id="white"),
        pytest.param(np.full((50, 50, 3), 200, np.uint8), Unseen.TOO_SMALL, id="tiny"),
        pytest.param(
            np.random.default_rng(1).integers(0, 256, (480, 640, 3), dtype=np.uint8),
            Unseen.FEW_CARDS,
            id="noise",
        ),
    ],
)
def test_picture_without_a_board_says_why(image, reason, bank):
    assert read_board(image, bank) is reason


def test_board_cut_at_one_side_is_not_found(shoot, bank):
    taken = shoot(seed=8)
    edge = int(taken.quads_px[3::5, :, 0].mean() + 20)

    assert isinstance(read_board(np.ascontiguousarray(taken.image[:, :edge]), bank), Unseen)


def test_another_deck_is_not_named(shoot, springfield):
    others = [tag for tag in _tags(springfield) if tag.piece.id > "m"]

    reading = read_board(shoot(seed=9).image, make_tag_bank(others))

    assert reading is Unseen.OTHER_DECK


def test_tag_of_another_deck_is_decoded(shoot, springfield, dealt):
    most = [tag for tag in _tags(springfield) if tag.piece.id != dealt[3]]

    cell = read(shoot(seed=9, size_wh=(1920, 1080)).image, make_tag_bank(most)).cells[3]

    assert (cell.state, cell.card, cell.cover) == (CellState.CARD, None, None)
    assert cell.foreign_tag == payload_for("card", dealt[3], "word", springfield.cards[3].word)


def test_wrong_array_is_refused(bank):
    with pytest.raises(ValueError, match="uint8"):
        read_board(np.zeros((10, 10), np.uint8), bank)
