from __future__ import annotations

import json
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from companion.errors import UnreadableError
from companion.game.actions import (
    ACTION_NAMES,
    Action,
    AllowClue,
    AskClue,
    CardsSeen,
    ChooseKey,
    CorrectCell,
    CoverLaid,
    CoverLifted,
    EndTurn,
    GiveClue,
    Guess,
    NewGame,
    RivalCover,
    Settle,
    Undo,
    from_document,
    to_document,
)
from companion.game.key_card import deal_key_card
from companion.game.pieces import CardOnTable, KeySource, Mode
from companion.terms import Cell, CoverCard, Edition, Face, Team

KEY = deal_key_card(Random(1))
CARDS = (None, *(CardOnTable(f"id {n}", "Wörd", Face.PICTURE) for n in range(24)))
ONE_OF_EACH: list[Action] = [
    NewGame(),
    NewGame(
        mode=Mode.THREE,
        allies=True,
        edition=Edition.CLASSIC,
        expert_clues=True,
        cards=CARDS,
        key_source=KeySource.ENTERED,
        key=KEY,
        starting_team=KEY.starting_team,
    ),
    ChooseKey(key_source=KeySource.PAPER, starting_team=Team.YELLOW),
    ChooseKey(key_source=KeySource.DEALT, key=KEY),
    CardsSeen(CARDS),
    GiveClue("SNOW", 2),
    GiveClue("SNOW", None, Team.YELLOW),
    AskClue("SNOWMAN", Team.ORANGE),
    AllowClue("SNOWMAN", Team.YELLOW, allowed=False),
    Guess(Cell(1, 3)),
    Guess(Cell(1, 3), Team.YELLOW, CoverCard.GAME_OVER),
    CoverLaid(Cell(0, 0), CoverCard.ORANGE),
    CoverLifted(Cell(4, 4)),
    CorrectCell(Cell(0, 1), None),
    CorrectCell(Cell(0, 1), CoverCard.YELLOW),
    EndTurn(),
    EndTurn(Team.ORANGE),
    RivalCover(Cell(2, 2)),
    Settle(Team.YELLOW),
    Settle(None, Cell(3, 1)),
    Undo(),
]


def test_every_action_is_tried_here() -> None:
    assert {action.name for action in ONE_OF_EACH} == set(ACTION_NAMES)


@pytest.mark.parametrize("action", ONE_OF_EACH, ids=lambda action: action.name)
@pytest.mark.parametrize("edition", list(Edition))
def test_document_is_read_back(action: Action, edition: Edition) -> None:
    document = json.loads(json.dumps(to_document(action, edition=edition)))

    assert from_document(document, edition=edition) == action


def test_wire_has_the_words_that_others_rely_on() -> None:
    agreed = {"clue", "guess", "end_turn", "rival_cover", "settle", "undo", "new_game"}

    assert agreed <= set(ACTION_NAMES)


@pytest.mark.parametrize(
    ("document", "action"),
    [
        ({"action": "guess", "row": 1, "col": 3, "revision": 7}, Guess(Cell(1, 3))),
        ({"action": "clue", "word": "SNOW", "number": "2"}, GiveClue("SNOW", 2)),
        ({"action": "clue", "word": "SNOW", "number": 2}, GiveClue("SNOW", 2)),
        ({"action": "clue", "word": "SNOW", "number": "Unlimited"}, GiveClue("SNOW", None)),
        ({"action": "end_turn"}, EndTurn()),
        ({"action": "rival_cover", "row": 0, "col": 0}, RivalCover(Cell(0, 0))),
        ({"action": "settle", "team": "yellow"}, Settle(Team.YELLOW)),
        ({"action": "undo"}, Undo()),
        ({"action": "new_game", "mode": "two-player"}, NewGame(mode=Mode.TWO_PLAYER)),
    ],
)
def test_document_from_a_script_is_read(document: Mapping[str, Any], action: Action) -> None:
    assert from_document(document) == action


def test_document_speaks_the_words_of_its_edition() -> None:
    document = to_document(Guess(Cell(0, 0), Team.ORANGE), edition=Edition.CLASSIC)

    assert document["team"] == "red"
    with pytest.raises(UnreadableError, match="'pink' is none of red, blue"):
        from_document({**document, "team": "pink"}, edition=Edition.CLASSIC)


def test_new_game_speaks_the_words_of_its_own_edition() -> None:
    document = {"action": "new_game", "edition": "classic", "key_source": "paper", "start": "blue"}

    assert from_document(document) == NewGame(
        edition=Edition.CLASSIC, key_source=KeySource.PAPER, starting_team=Team.YELLOW
    )


@pytest.mark.parametrize(
    "document",
    [
        pytest.param({}, id="no action"),
        pytest.param({"action": "castle"}, id="unknown action"),
        pytest.param({"action": ["guess"]}, id="action is a list"),
        pytest.param({"action": "guess"}, id="no cell"),
        pytest.param({"action": "guess", "row": 5, "col": 0}, id="row out of range"),
        pytest.param({"action": "guess", "row": -1, "col": 0}, id="negative row"),
        pytest.param({"action": "guess", "row": "1", "col": 0}, id="row is a text"),
        pytest.param({"action": "guess", "row": True, "col": 0}, id="row is true"),
        pytest.param({"action": "guess", "row": 1.0, "col": 0}, id="row has a point"),
        pytest.param({"action": "settle", "row": 1}, id="half a cell"),
        pytest.param({"action": "clue", "word": "SNOW"}, id="no number"),
        pytest.param({"action": "clue", "word": 7, "number": 1}, id="word is a number"),
        pytest.param({"action": "clue", "word": "A", "number": "many"}, id="number is a word"),
        pytest.param({"action": "clue", "word": "A", "number": True}, id="number is true"),
        pytest.param({"action": "clue", "word": "A", "number": -1}, id="negative number"),
        pytest.param({"action": "clue", "word": "A", "number": "²"}, id="superscript number"),
        pytest.param({"action": "clue", "word": "A", "number": None}, id="number is null"),
        pytest.param({"action": "cover", "row": 0, "col": 0, "cover": "pink"}, id="pink cover"),
        pytest.param({"action": "end_turn", "team": "pink"}, id="pink team"),
        pytest.param({"action": "new_game", "mode": "solo"}, id="unknown mode"),
        pytest.param({"action": "new_game", "edition": "star"}, id="unknown edition"),
        pytest.param({"action": "new_game", "mode": None}, id="mode is null"),
        pytest.param({"action": "new_game", "allies": "yes"}, id="allies is a text"),
        pytest.param({"action": "new_game", "key": "OOOOO"}, id="key is a text"),
        pytest.param({"action": "cards", "cards": [None]}, id="one card"),
        pytest.param({"action": "cards", "cards": [{"id": 1}] * 25}, id="card without a word"),
        pytest.param({"action": "cards", "cards": "x" * 25}, id="cards is a text"),
        pytest.param({"action": "allow_clue", "word": "A", "team": None}, id="answer of no team"),
        pytest.param({"action": "ask_clue", "word": "A", "team": None}, id="question of no team"),
        pytest.param({"action": "cover", "row": 0, "col": 0, "cover": None}, id="cover is null"),
        pytest.param(
            {"action": "cards", "cards": [{"id": "a", "word": "a"}] * 25}, id="a card twice"
        ),
    ],
)
def test_document_is_refused(document: Mapping[str, Any]) -> None:
    with pytest.raises(UnreadableError) as caught:
        from_document(document)
    assert caught.value.code == "text/unreadable"


@pytest.mark.parametrize("text", ["", "a\0", "a\nb", "\ud800", "\x1b[2J", "\u202e", "a" * 401])
@pytest.mark.parametrize("field", ["id", "word"])
def test_card_that_cannot_be_printed_is_refused(field: str, text: str) -> None:
    card = {"id": "bee", "word": "bee"} | {field: text}
    with pytest.raises(UnreadableError) as caught:
        from_document({"action": "cards", "cards": [card, *[None] * 24]})
    assert caught.value.message.isprintable()


@pytest.mark.parametrize(
    "key",
    [
        {"grid": ["OOOOO"] * 5, "start": "orange"},
        {"grid": ["OOOOO"] * 4, "start": "orange"},
        {"grid": ["ABCDE"] * 5, "start": "orange"},
        {"grid": [1, 2, 3, 4, 5], "start": "orange"},
        {"grid": ["OOOOO", "OOOOY", "YYYYY", "YYNNN", "NNNNX"], "start": "yellow"},
        {"grid": ["OOOOO", "OOOOY", "YYYYY", "YYNNN", "NNNNX"], "start": "pink"},
        {},
        [],
    ],
)
def test_key_that_is_refused_is_not_repeated_in_the_message(key: object) -> None:
    with pytest.raises(UnreadableError) as caught:
        from_document({"action": "key", "key_source": "entered", "key": key})
    assert "OOOOY" not in caught.value.message + caught.value.text
