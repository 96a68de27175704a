from __future__ import annotations

import csv
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from companion.game.actions import CardsSeen
from companion.game.clue import AdviceKind, advise, advise_for, visible_words
from companion.game.pieces import CardOnTable
from companion.game.rules import apply_action
from companion.game.state import GameState
from companion.terms import Face

Begin = Callable[..., GameState]
Play = Callable[..., GameState]


def kinds(word: str, *words_on_table: str) -> list[str]:
    return [advice.kind.value for advice in advise(word, words_on_table)]


@pytest.mark.parametrize(
    "word",
    [
        "SNOW",
        "sucker",
        "crazy",
        "gardener",
        "Moe's",
        "O'Brien",
        "Toot\u2019s",
        "J.R.",
        "Käse",
        "42",
        "jumping",
    ],
)
def test_nothing_speaks_against_an_ordinary_word(word: str) -> None:
    assert kinds(word, "DONUT", "SAXOPHONE", "CITY HALL") == []


@pytest.mark.parametrize("word", ["King Toot's", "two words", "a/b", "one+two", "rock&roll"])
def test_more_than_one_word_is_advised_against(word: str) -> None:
    assert kinds(word) == ["more_than_one_word"]


@pytest.mark.parametrize("word", ["close-by", "X-ray", "U\u2011Boot", "pick\u2013up"])
def test_hyphen_is_advised_against(word: str) -> None:
    assert kinds(word) == ["hyphen"]


@pytest.mark.parametrize("word", ["S", "s", "É", " Q ", "B."])
def test_single_letter_is_advised_against(word: str) -> None:
    assert kinds(word) == ["single_letter"]


@pytest.mark.parametrize(
    "word",
    ["Close", "left", "corner", "corners", "Row", "Mitte", "oben", "nächste", "RECHTS", "B3", "3b"],
)
def test_place_on_the_table_is_advised_against(word: str) -> None:
    assert kinds(word) == ["position"]


@pytest.mark.parametrize("word", ["", "  ", "...", "-"])
def test_nothing_is_no_word(word: str) -> None:
    assert kinds(word) == ["no_word"]


@pytest.mark.parametrize(
    ("word", "card"),
    [
        ("donut", "DONUT"),
        ("Moe's", "MOE"),
        ("CAFE", "Café"),
        ("Strasse", "Straße"),
        ("hall", "CITY HALL"),
    ],
)
def test_word_on_the_table_is_advised_against(word: str, card: str) -> None:
    assert kinds(word, "BOAT", card) == ["on_the_table"]


@pytest.mark.parametrize(
    ("word", "card"),
    [
        ("donuts", "DONUT"),
        ("snowing", "SNOW"),
        ("teacher", "TEACH"),
        ("saxophonist", "SAXOPHONE"),
        ("musician", "MUSIC"),
        ("gardener", "GARDEN"),
        ("bakery", "BAKER"),
        ("knives", "KNIFE"),
        ("wolves", "WOLF"),
        ("mice", "MOUSE"),
        ("children", "CHILD"),
        ("halls", "CITY HALL"),
        ("Häuser", "HAUS"),
        ("Haeuser", "HAUS"),
        ("Katzen", "KATZE"),
        ("Kätzchen", "KATZE"),
        ("Spieler", "SPIEL"),
        ("Bäcker", "BACKEN"),
        ("Gärtner", "GARTEN"),
    ],
)
def test_word_with_the_same_root_is_advised_against(word: str, card: str) -> None:
    assert kinds(word, "BOAT", card) == ["same_root"]
    assert kinds(card.split()[-1], "BOAT", word) == ["same_root"]


@pytest.mark.parametrize(
    ("word", "card"), [("snowball", "SNOW"), ("snow", "SNOWMAN"), ("Schneeball", "SCHNEE")]
)
def test_compound_with_a_word_on_the_table_is_advised_against(word: str, card: str) -> None:
    assert kinds(word, card) == ["part_of"]


@pytest.mark.parametrize(
    ("word", "card"),
    [
        ("universe", "UNIVERSITY"),
        ("police", "POLITICS"),
        ("car", "CARROT"),
        ("moon", "MONEY"),
        ("Rat", "RATHAUS"),
    ],
)
def test_words_that_only_look_alike_are_fine(word: str, card: str) -> None:
    assert kinds(word, card) == []


def test_everything_that_speaks_against_a_word_is_said() -> None:
    found = advise("left donuts", ["DONUT", "BOAT"])

    assert [(advice.kind, advice.card_word) for advice in found] == [
        (AdviceKind.MORE_THAN_ONE_WORD, None),
        (AdviceKind.SAME_ROOT, "DONUT"),
    ]
    assert "'DONUT'" in found[1].message


def test_only_bare_words_with_the_word_side_up_are_visible(
    begin: Begin, play: Play, cards: tuple[CardOnTable, ...]
) -> None:
    hidden_back = replace(cards[3], face=Face.PICTURE)
    lying = (*cards[:3], hidden_back, None, *cards[5:])
    state = play(apply_action(begin(), CardsSeen(lying)), "guess A1")

    words = visible_words(state)
    assert words == ("WORD1", "WORD2", *(card.word for card in cards[5:]))


def test_advice_for_a_table_passes_by_what_is_covered(
    begin: Begin, play: Play, cards: tuple[CardOnTable, ...]
) -> None:
    donut = CardOnTable("donut", "DONUT")
    state = apply_action(begin(), CardsSeen((donut, *cards[1:])))

    assert [advice.kind for advice in advise_for(state, "donuts")] == [AdviceKind.SAME_ROOT]
    assert advise_for(play(state, "guess A1"), "donuts") == ()


def test_words_of_the_built_in_deck_do_not_alarm_about_each_other(repository: Path) -> None:
    deck = repository / "companion" / "deck" / "springfield.csv"
    if not deck.exists():
        pytest.skip("the built-in deck is not there")
    with deck.open(encoding="utf-8", newline="") as lines:
        words = [row["word"] for row in csv.DictReader(lines)]

    assert [(word, kinds(word, *set(words) - {word})) for word in words[::4]] == [
        (word, []) for word in words[::4]
    ]
