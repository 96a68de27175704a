from __future__ import annotations

import numpy as np
import pytest

from companion.cli.eyes import make_reader
from companion.cli.faces import printed_faces
from companion.deck.cards import Deck
from companion.deck.geometry import CardGeometry
from companion.simulated.faces import FaceShelf
from companion.simulated.table import Room, SimulatedTable
from companion.terms import ALL_CELLS, Edition
from companion.vision.frame import Frame, Image
from companion.vision.reading import BoardReading


@pytest.fixture(scope="module")
def some_cards(springfield: Deck) -> Deck:
    return Deck("some", springfield.cards[:30])


def a_picture(deck: Deck, card: CardGeometry) -> Image:
    faces = FaceShelf(printed_faces(deck, Edition.SIMPSONS, card))
    table = SimulatedTable(faces, np.random.default_rng(5), Room(size_wh=(1920, 1080)))
    for cell, each in zip(ALL_CELLS, deck.cards, strict=False):
        table.put_card(cell, ("card", each.id, "word"))
    cover = ("cover_card", "orange", "front")
    table.put_cover(ALL_CELLS[7], table.take_cover(ALL_CELLS[7], cover))
    return table.photograph()


def names(reading: object) -> list[str | None]:
    assert isinstance(reading, BoardReading), reading
    return [str(cell.cover) if cell.cover else cell.card for cell in reading.cells]


def expected(deck: Deck) -> list[str | None]:
    return [
        "orange" if cell is ALL_CELLS[7] else each.id
        for cell, each in zip(ALL_CELLS, deck.cards, strict=False)
    ]


@pytest.mark.parametrize("size", [(63, 88), (70, 70)], ids=["tall", "square"])
def test_cards_of_a_common_size_are_read_when_nobody_named_it(size, some_cards):
    frame = Frame(a_picture(some_cards, CardGeometry(*size)), 0.0, 0)
    reader = make_reader(some_cards, Edition.SIMPSONS, None)

    reading = reader.read(frame)

    assert names(reading) == expected(some_cards)
    assert isinstance(reading, BoardReading)
    again = reader.read_some(frame.image, reading, ALL_CELLS[:3])
    assert [cell.card for cell in again] == expected(some_cards)[:3]


def test_cards_of_any_size_are_read_when_it_is_named(some_cards):
    card = CardGeometry(90, 55)

    reading = make_reader(some_cards, Edition.SIMPSONS, None, card=card).read(
        Frame(a_picture(some_cards, card), 0.0, 0)
    )

    assert names(reading) == expected(some_cards)


@pytest.mark.parametrize("is_known", [True, False], ids=["printer named", "size in the picture"])
def test_cards_of_a_printer_off_scale_are_read(is_known, some_cards):
    card = CardGeometry().came_out_at(0.93, 1.05)

    reader = make_reader(some_cards, Edition.SIMPSONS, None, card=card if is_known else None)

    picture = Frame(a_picture(some_cards, card), 0.0, 0)
    assert names(reader.read(picture)) == expected(some_cards)


def test_card_off_scale_keeps_its_place_on_the_face():
    true, card = CardGeometry(), CardGeometry().came_out_at(0.9, 1.1)

    for name in ("tag", "tag_patch", "frame_outer", "cover_field"):
        meant, came = getattr(true, name), getattr(card, name)
        assert (came.x_mm / 0.9, came.w_mm / 0.9) == pytest.approx((meant.x_mm, meant.w_mm))
        assert (came.y_mm / 1.1, came.h_mm / 1.1) == pytest.approx((meant.y_mm, meant.h_mm))
