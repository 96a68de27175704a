"""What we print, we can read: sheet, raster, simulated photograph, reading."""

from __future__ import annotations

import itertools
import random
from dataclasses import dataclass

import pytest

from companion.deck.cards import Deck
from companion.simulated.faces import FaceShelf
from companion.simulated.photograph import photograph
from companion.terms import ALL_CELLS, CoverCard
from companion.vision.pipeline import read_board
from companion.vision.reading import BoardReading, CellState
from companion.vision.tags import TagBank

BOARDS = tuple(itertools.product(range(8), ("word", "picture")))
CONDITIONS = tuple(
    itertools.product(((1920, 1080), (1280, 720)), (0.0, 20.0, 35.0), (2700.0, 4000.0, 6500.0))
)
COVERS = (CoverCard.ORANGE,) * 4 + (CoverCard.YELLOW,) * 4 + (CoverCard.NEUTRAL,) * 3
ALL_SHOTS = tuple(itertools.product(CONDITIONS, BOARDS))
FEW_SHOTS = tuple(
    (CONDITIONS[(7 * at) % len(CONDITIONS)], board) for at, board in enumerate(BOARDS)
)
"""All 400 faces once, the conditions taken in turn."""


@dataclass
class Tally:
    cards: int = 0
    named: int = 0
    wrong: int = 0
    covers: int = 0
    covers_right: int = 0
    covers_wrong: int = 0
    unseen: int = 0


def take_all(shots: tuple, deck: Deck, faces: FaceShelf, bank: TagBank) -> Tally:
    tally = Tally()
    ids = [card.id for card in deck.cards]
    for number, ((size_wh, tilt_deg, lamp_k), (board, face)) in enumerate(shots):
        rng = random.Random(number)
        cards = tuple(("card", name, face) for name in ids[25 * board : 25 * board + 25])
        kinds = (*COVERS, CoverCard.GAME_OVER)
        covers = dict(zip(rng.sample(ALL_CELLS, len(kinds)), kinds, strict=True))
        if number % 2:
            covers = {}
        taken = photograph(
            faces,
            cards,
            covers={cell: ("cover_card", kind.value, "front") for cell, kind in covers.items()},
            size_wh=size_wh,
            tilt_deg=tilt_deg,
            turn_deg=rng.choice((0, 90, 180, 270)) + rng.uniform(-8, 8),
            lamp_k=lamp_k,
            fill=0.8,
            seed=number,
        )
        reading = read_board(taken.image, bank)
        if not isinstance(reading, BoardReading):
            tally.unseen += 1
            continue
        for cell in ALL_CELLS:
            seen = reading.at(cell)
            if cell in covers:
                tally.covers += 1
                tally.covers_right += seen.cover is covers[cell]
                tally.covers_wrong += (
                    seen.cover is not covers[cell] and seen.state is not CellState.HIDDEN
                )
            else:
                tally.cards += 1
                tally.named += seen.card == cards[cell.position][1]
                tally.wrong += seen.card not in (None, cards[cell.position][1])
                tally.covers_wrong += seen.cover is not None
    return tally


def check(tally: Tally) -> None:
    assert tally.unseen == 0
    assert tally.wrong == 0
    assert tally.covers_wrong == 0
    assert tally.named >= 0.99 * tally.cards
    assert tally.covers_right == tally.covers


def test_printed_faces_are_read_once_each(
    springfield: Deck, printed_faces: FaceShelf, bank: TagBank
) -> None:
    check(take_all(FEW_SHOTS, springfield, printed_faces, bank))


@pytest.mark.slow
def test_printed_faces_are_read_in_every_light_size_and_tilt(
    springfield: Deck, printed_faces: FaceShelf, bank: TagBank
) -> None:
    tally = take_all(ALL_SHOTS, springfield, printed_faces, bank)
    print(f"\nprint, photograph, read: {len(ALL_SHOTS)} pictures, {tally}")
    check(tally)
