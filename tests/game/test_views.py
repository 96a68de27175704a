from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from companion.game.actions import CardsSeen, NewGame
from companion.game.key_card import KeyCard, format_code
from companion.game.pieces import CardOnTable, Mode
from companion.game.rules import apply_action, start_game
from companion.game.state import EMPTY_TABLE, GameState
from companion.game.views import view_for
from companion.terms import Audience, Edition

Begin = Callable[..., GameState]
Play = Callable[..., GameState]

EVERYBODY = [Audience.GUESSER, Audience.TABLE_SCREEN]
AGREED = {
    "edition",
    "mode",
    "phase",
    "turn",
    "clue",
    "guesses_left",
    "remaining",
    "cells",
    "outcome",
}


@pytest.mark.parametrize("audience", list(Audience))
def test_view_has_the_fields_that_others_rely_on(begin: Begin, audience: Audience) -> None:
    view = view_for(begin(), audience)

    assert set(view) >= AGREED
    assert json.loads(json.dumps(view)) == view


def test_public_view_has_the_agreed_shape(
    begin: Begin, play: Play, cards: tuple[CardOnTable, ...]
) -> None:
    state = play(apply_action(begin(), CardsSeen(cards)), "clue SNOW 2", "guess A1")
    view = view_for(state, Audience.GUESSER)

    assert {name: view[name] for name in AGREED - {"cells", "clue"}} == {
        "edition": "simpsons",
        "mode": "teams",
        "phase": "guess",
        "turn": "orange",
        "guesses_left": 2,
        "remaining": {"orange": 8, "yellow": 8},
        "outcome": None,
    }
    assert (view["clue"]["word"], view["clue"]["number"]) == ("SNOW", "2")
    assert len(view["cells"]) == 25
    assert view["cells"][0] == {
        "row": 0,
        "col": 0,
        "card": "card-0",
        "word": "WORD0",
        "face": "word",
        "cover": "orange",
    }
    assert view["cells"][8] == {
        "row": 1,
        "col": 3,
        "card": "card-8",
        "word": "WORD8",
        "face": "word",
        "cover": None,
    }


def test_view_of_an_empty_table_is_in_setup() -> None:
    view = view_for(EMPTY_TABLE, Audience.GUESSER)

    assert (view["phase"], view["turn"], view["remaining"]) == (
        "setup",
        None,
        {"orange": None, "yellow": None},
    )


def test_view_speaks_the_words_of_the_edition(begin: Begin, play: Play) -> None:
    state = play(begin(edition=Edition.CLASSIC), "clue SNOW 1", "guess A1", "guess E2")
    for audience in Audience:
        view = view_for(state, audience)
        text = json.dumps(view)

        assert (view["edition"], view["turn"]) == ("classic", "blue")
        assert view["remaining"] == {"red": 8, "blue": 7}
        assert (view["cells"][0]["cover"], view["cells"][9]["cover"]) == ("red", "blue")
        assert "orange" not in text
        assert "yellow" not in text
    assert view_for(state, Audience.CLUEMASTER)["key"]["grid"][0] == "RRRRR"


def test_view_says_how_the_game_ended(begin: Begin, play: Play) -> None:
    lost = view_for(play(begin(), "guess E5"), Audience.GUESSER)
    assert lost["outcome"] == {"winner": "yellow", "how": "game_over_card", "chart": None}
    assert (lost["phase"], lost["guesses_left"]) == ("over", None)

    cells = ["A1", "B1", "C1", "D1", "E1", "A2", "B2", "C2", "D2"]
    solo = play(begin(mode=Mode.TWO_PLAYER), *(f"guess {cell}" for cell in cells))
    assert view_for(solo, Audience.GUESSER)["outcome"] == {
        "winner": "orange",
        "how": "all_found",
        "chart": "Ultra Phenomenal",
    }


@pytest.mark.parametrize("audience", EVERYBODY)
def test_view_has_no_key_for_guessers_before_the_end(
    begin: Begin, play: Play, key: KeyCard, audience: Audience
) -> None:
    for lines in ([], ["clue SNOW 1"], ["guess A1", "cover C4 neutral"], ["guess A1", "lift A1"]):
        view = view_for(play(begin(), *lines), audience)

        assert "key" not in view
        assert format_code(key) not in json.dumps(view)


@pytest.mark.parametrize("audience", EVERYBODY)
def test_view_shows_the_key_to_everybody_after_the_end(
    begin: Begin, play: Play, key: KeyCard, audience: Audience
) -> None:
    over = play(begin(), "guess E5")

    assert view_for(over, audience)["key"]["code"] == format_code(key)
    assert "key" not in view_for(play(over, "undo"), audience)


def test_cluemaster_sees_the_key_from_the_other_side(begin: Begin, key: KeyCard) -> None:
    shown = view_for(begin(), Audience.CLUEMASTER)["key"]

    assert shown["grid"] == ["OOOOO", "OOOOY", "YYYYY", "YYNNN", "NNNNX"]
    assert shown["cluemasters_grid"] == ["XNNNN", "NNNYY", "YYYYY", "YOOOO", "OOOOO"]
    assert (shown["start"], shown["code"]) == ("orange", format_code(key))


def test_there_is_no_key_to_see_on_paper_or_before_it_is_chosen(begin: Begin, play: Play) -> None:
    for state in (start_game(NewGame()), begin(paper=True)):
        assert view_for(state, Audience.CLUEMASTER)["key"] is None
    over = play(begin(paper=True), "cover A1 game_over")
    assert "key" not in view_for(over, Audience.GUESSER)


def test_only_cluemasters_see_what_is_asked(begin: Begin, play: Play) -> None:
    state = play(begin(), "guess A1", "cover C4 neutral", "ask BOAT by yellow")
    found = [{"id": "wrong", "row": 0, "col": 1, "role": "game_over"}]
    cluemaster = view_for(state, Audience.CLUEMASTER, discrepancies=found)

    assert cluemaster["question"] == {
        "row": 3,
        "col": 2,
        "cover": "neutral",
        "teams": ["orange", "yellow"],
    }
    assert cluemaster["asked"] == [{"word": "BOAT", "team": "yellow", "allowed": None}]
    assert cluemaster["discrepancies"] == found
    for audience in EVERYBODY:
        view = view_for(state, audience, discrepancies=found)
        assert view == view_for(state, audience)
        assert view["phase"] == "settle"
        assert not {"question", "asked", "discrepancies"} & set(view)
        assert "BOAT" not in json.dumps(view)


def test_only_cluemasters_see_that_a_clue_was_allowed(begin: Begin, play: Play) -> None:
    given = play(begin(), "clue BOAT 1")
    allowed = play(given, "allow BOAT by yellow")

    assert view_for(allowed, Audience.CLUEMASTER)["clue"]["allowed"] is True
    for audience in EVERYBODY:
        assert view_for(allowed, audience) == view_for(given, audience)


def test_moves_tell_what_everybody_saw(begin: Begin, play: Play) -> None:
    state = play(begin(), "clue SNOW 2", "guess A1", "stop", "cover C4 neutral")
    moves = view_for(state, Audience.GUESSER)["moves"]

    assert [(move["kind"], move["team"]) for move in moves] == [
        ("clue", "orange"),
        ("guess", "orange"),
        ("end_turn", "orange"),
        ("guess", "yellow"),
    ]
    assert moves[3] == {"kind": "guess", "team": "yellow", "row": 3, "col": 2, "cover": "neutral"}


def test_moves_forget_a_cover_that_was_lifted(begin: Begin, play: Play) -> None:
    state = play(begin(), "clue SNOW 2", "cover C4 neutral", "lift C4")

    assert view_for(state, Audience.GUESSER) == view_for(
        play(begin(), "clue SNOW 2"), Audience.GUESSER
    )


def test_view_says_when_the_simulated_rival_is_waited_for(begin: Begin, play: Play) -> None:
    state = play(begin(mode=Mode.THREE, allies=True), "guess C4")
    view = view_for(state, Audience.TABLE_SCREEN)

    assert (view["mode"], view["simulated_rival"], view["rivals_turn"]) == ("three", "yellow", True)
    assert view_for(begin(), Audience.GUESSER)["simulated_rival"] is None


def test_view_counts_the_covers_left_in_the_box(begin: Begin, play: Play) -> None:
    view = view_for(play(begin(), "guess A1"), Audience.GUESSER)

    assert view["covers_left"] == {"orange": 8, "yellow": 8, "neutral": 7, "game_over": 1}
