import re

import pytest
import zxingcpp
from numpy import array, kron, ones, pad, uint8

from companion.deck.cards import Card, Deck, load_deck
from companion.deck.tags import (
    SMALLEST_DIFFERENCE,
    Tag,
    check_tags,
    cover_tags,
    most_alike,
    payload_for,
    smallest_difference,
    tag_modules,
    tags_of,
)
from companion.errors import DeckError


def test_every_face_and_every_cover_has_its_own_tag():
    tags = tags_of(load_deck("springfield"))

    assert len(tags) == 2 * 200 + 6
    assert len({tag.payload for tag in tags}) == len(tags)
    assert len({tag.piece for tag in tags}) == len(tags)


def test_payload_fills_its_code_completely():
    assert all(
        re.fullmatch(r"[A-Z0-9]{20}", tag.payload) for tag in tags_of(load_deck("springfield"))
    )


def test_any_two_tags_of_springfield_differ_in_sixty_eight_modules():
    assert smallest_difference(tags_of(load_deck("springfield"))) == 68


def test_tag_does_not_depend_on_the_deck_around_the_card():
    card = load_deck("springfield").card("donut")
    alone = {tag.payload for tag in tags_of(Deck("other", (card,)))}

    assert alone <= {tag.payload for tag in tags_of(load_deck("springfield"))}


def test_tags_never_change():
    # Printed cards lie in people's boxes: these three stand for all.
    assert payload_for("card", "donut", "word", "donut") == "DONUWJ30CQR7ENNAACQB"
    assert [tag.payload[:5] for tag in cover_tags()] == [
        "ORANF", "YELLF", "NEUTF", "GAMEF", "EXTRO", "EXTRY",
    ]  # fmt: skip


def test_card_without_a_picture_has_no_picture_tag():
    tags = tags_of(Deck("own", (Card("bee", "bee"),)))

    assert [tag.piece.face for tag in tags if tag.piece.kind == "card"] == ["word"]


def test_modules_are_a_code_that_a_reader_reads():
    payload = payload_for("card", "donut", "word", "donut")
    dark = array(tag_modules(payload))
    image = pad(kron(~dark, ones((4, 4))) * 255, 16, constant_values=255).astype(uint8)

    assert dark.shape == (21, 21)
    assert [found.text for found in zxingcpp.read_barcodes(image)] == [payload]


def test_deck_with_two_tags_too_alike_is_refused(monkeypatch):
    deck = load_deck("springfield")
    monkeypatch.setattr("companion.deck.tags.SMALLEST_DIFFERENCE", 100)

    with pytest.raises(DeckError, match="68 modules only"):
        check_tags(deck)


def test_most_alike_tags_are_those_below_the_difference():
    tags = tags_of(load_deck("springfield"))

    assert most_alike(tags) == []
    assert len(most_alike(tags, 69)) == len(most_alike(list(reversed(tags)), 69)) > 0


def test_check_gives_the_smallest_difference():
    assert check_tags(load_deck("springfield")) >= SMALLEST_DIFFERENCE


def test_difference_of_one_tag_is_a_callers_mistake():
    with pytest.raises(ValueError, match="needs two tags"):
        smallest_difference([Tag("A" * 20, cover_tags()[0].piece)])
