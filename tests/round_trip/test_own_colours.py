"""Covers in colours of people's own: the camera tells them by their tags, also unmeasured."""

import random
from collections import Counter

import pytest

from companion.deck.cards import Deck, built_in_deck
from companion.deck.tags import tags_of
from companion.errors import UsageError
from companion.simulated.faces import FaceShelf, RasterFace
from companion.simulated.photograph import photograph
from companion.terms import ALL_CELLS, CoverCard, Edition
from companion.vision.pipeline import read_board
from companion.vision.reading import BoardReading
from companion.vision.tags import make_tag_bank
from printables.livery import make_livery
from printables.order import PrintOrder, make_sheets
from printables.preview import cut_faces

DECK = Deck("few", built_in_deck().cards[:25])
KINDS = (CoverCard.ORANGE,) * 4 + (CoverCard.YELLOW,) * 4 + (CoverCard.NEUTRAL,) * 3
SHOTS = (((1920, 1080), 0.0, 2700.0), ((1280, 720), 20.0, 4000.0), ((1920, 1080), 35.0, 6500.0))


def faces_of(order):
    sheets = make_sheets(order)
    return {
        key: RasterFace(image, width, height)
        for key, (image, width, height) in cut_faces(sheets.pdf, sheets.manifest, 200).items()
    }


@pytest.fixture(scope="module")
def cards():
    return faces_of(PrintOrder("cards", deck=DECK))


def read_covers(cards, colors, seed, shots=SHOTS):
    """How covers in these colours are read: right, open or wrong."""
    rng = random.Random(seed)
    livery = make_livery(Edition.SIMPSONS, colors=colors)
    shelf = FaceShelf(cards | faces_of(PrintOrder("covers", livery=livery)))
    bank = make_tag_bank(tags_of(DECK))
    reads = Counter()
    for at, (size_wh, tilt_deg, lamp_k) in enumerate(shots):
        covers = dict(zip(rng.sample(ALL_CELLS, len(KINDS)), KINDS, strict=True))
        taken = photograph(
            shelf,
            tuple(("card", card.id, "word") for card in DECK.cards),
            covers={cell: ("cover_card", kind.value, "front") for cell, kind in covers.items()},
            size_wh=size_wh,
            tilt_deg=tilt_deg,
            lamp_k=lamp_k,
            turn_deg=rng.uniform(-8, 8),
            seed=10 * seed + at,
        )
        reading = read_board(taken.image, bank)
        assert isinstance(reading, BoardReading)
        for cell, kind in covers.items():
            seen = reading.at(cell).cover
            reads["right" if seen is kind else "open" if seen is None else "wrong"] += 1
    return reads


def test_covers_in_own_colours_are_told_by_their_tags(cards):
    reads = read_covers(cards, "orange=" + "#2e8b57,yellow=" + "#7030a0", seed=1, shots=SHOTS[:2])

    assert reads == {"right": 2 * len(KINDS)}


@pytest.mark.slow
def test_covers_in_any_colours_that_may_be_printed_are_told_by_their_tags(cards):
    rng = random.Random(5)
    reads, liveries = Counter(), 0
    while liveries < 40:
        one, other = (f"#{rng.randrange(1 << 24):06x}" for _ in range(2))
        try:
            reads += read_covers(cards, f"orange={one},yellow={other}", seed=liveries)
            liveries += 1
        except UsageError:
            continue

    print(f"{liveries} pairs of colours by chance: {dict(reads)}")
    assert reads["wrong"] == 0
    assert reads["right"] >= 0.99 * reads.total()
