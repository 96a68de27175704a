from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.errors import ClueRefusedError, NotYourTurnError, RuleBrokenError
from companion.game.actions import AskClue, GiveClue
from companion.game.giving import LONGEST_WORD
from companion.game.pieces import AskedClue, Clue
from companion.game.rules import apply_action, may_give_clue
from companion.game.state import GameState, Phase
from companion.terms import Team

Begin = Callable[..., GameState]
Play = Callable[..., GameState]


def test_clue_is_one_word_and_one_number(begin: Begin, play: Play) -> None:
    state = play(begin(), "clue SNOW 2")

    assert state.clue == Clue("SNOW", 2, Team.ORANGE)
    assert (state.phase, state.guesses_left) == (Phase.GUESS, 3)


@pytest.mark.parametrize("number", ["0", "unlimited"])
def test_expert_clue_is_refused_without_the_switch(begin: Begin, play: Play, number: str) -> None:
    with pytest.raises(ClueRefusedError) as caught:
        play(begin(), f"clue BEER {number}")
    assert (caught.value.code, caught.value.clue) == ("rule/clue-refused", "BEER")


@pytest.mark.parametrize(("number", "kept"), [("0", 0), ("unlimited", None)])
def test_expert_clue_is_given_behind_the_switch(
    begin: Begin, play: Play, number: str, kept: int | None
) -> None:
    clue = play(begin(expert_clues=True), f"clue BEER {number}").clue

    assert clue is not None
    assert (clue.number, clue.number_text) == (kept, number)


@pytest.mark.parametrize("number", [26, -1, 99])
def test_number_is_refused_beyond_the_cards(begin: Begin, number: int) -> None:
    with pytest.raises(ClueRefusedError):
        apply_action(begin(), GiveClue("SNOW", number))


@pytest.mark.parametrize("word", ["", "   ", "x" * (LONGEST_WORD + 1), "A\x00B", "\u202e"])
def test_word_is_refused_when_it_is_none(begin: Begin, word: str) -> None:
    with pytest.raises(ClueRefusedError):
        apply_action(begin(), GiveClue(word, 1))


def test_word_is_taken_even_where_advice_is_against_it(begin: Begin) -> None:
    clue = apply_action(begin(), GiveClue("  two   words ", 1)).clue

    assert clue is not None
    assert clue.word == "two words"


def test_turn_has_exactly_one_clue(begin: Begin, play: Play) -> None:
    state = play(begin(), "clue SNOW 2")

    with pytest.raises(ClueRefusedError, match="exactly one clue"):
        play(state, "clue FLY 1")
    with pytest.raises(ClueRefusedError, match="exactly one clue"):
        play(state, "guess A1", "clue FLY 1 by orange")


def test_clue_of_the_other_team_is_refused_before_the_first_guess(begin: Begin, play: Play) -> None:
    for lines in ([], ["clue SNOW 2"]):
        with pytest.raises(NotYourTurnError):
            play(begin(), *lines, "clue FLY 1 by yellow")


@pytest.mark.parametrize("by", ["", " by yellow"])
def test_second_clue_after_a_guess_is_the_other_teams(begin: Begin, play: Play, by: str) -> None:
    state = play(begin(), "clue SNOW 2", "guess A1", f"clue FLY 1{by}")

    assert state.clue == Clue("FLY", 1, Team.YELLOW)
    assert (state.turn, state.guesses_left) == (Team.YELLOW, 2)


def test_clue_may_be_recorded_late(begin: Begin, play: Play) -> None:
    state = play(begin(), "guess A1", "guess B1", "clue SNOW 3")

    assert (state.turn, state.guesses_left, state.right_guesses) == (Team.ORANGE, 2, 2)


def test_late_clue_that_is_used_up_ends_the_turn(begin: Begin, play: Play) -> None:
    state = play(begin(), "guess A1", "guess B1", "clue SNOW 1")

    assert (state.turn, state.phase) == (Team.YELLOW, Phase.CLUE)


def test_late_clue_is_refused_when_more_was_guessed_than_it_allows(
    begin: Begin, play: Play
) -> None:
    with pytest.raises(ClueRefusedError, match="3 guesses have been made"):
        play(begin(), "guess A1", "guess B1", "guess C1", "clue SNOW 1")


def test_clue_may_be_given_by_the_teams_that_can_be_meant(begin: Begin, play: Play) -> None:
    assert may_give_clue(begin()) == (Team.ORANGE,)
    assert may_give_clue(play(begin(), "clue SNOW 1")) == ()
    assert may_give_clue(play(begin(), "clue SNOW 1", "guess A1")) == (Team.YELLOW,)
    assert may_give_clue(play(begin(), "guess A1")) == (Team.ORANGE, Team.YELLOW)
    assert may_give_clue(play(begin(), "guess E5")) == ()


# ---------------------------------------------------------------- asking the rival cluemaster


def test_rival_cluemaster_is_asked_and_allows(begin: Begin, play: Play) -> None:
    asked = play(begin(), "ask SNOWMAN by orange")
    assert asked.asked == (AskedClue("SNOWMAN", Team.ORANGE),)

    allowed = play(asked, "allow SNOWMAN by yellow")
    assert allowed.asked == (AskedClue("SNOWMAN", Team.ORANGE, allowed=True),)
    given = play(allowed, "clue snowman 2")
    assert given.clue == Clue("snowman", 2, Team.ORANGE, allowed=True)


def test_refused_word_may_still_be_given_but_is_not_recorded_as_allowed(
    begin: Begin, play: Play
) -> None:
    state = play(begin(), "ask SNOWMAN by orange", "refuse SNOWMAN by yellow", "clue SNOWMAN 2")

    assert state.clue == Clue("SNOWMAN", 2, Team.ORANGE, allowed=False)


def test_rival_cluemaster_may_allow_a_clue_that_was_given(begin: Begin, play: Play) -> None:
    state = play(begin(), "clue SNOWMAN 2", "guess A1", "allow SNOWMAN by yellow")

    assert state.clue == Clue("SNOWMAN", 2, Team.ORANGE, allowed=True)
    assert state.moves[0].clue == state.clue


def test_rival_cluemaster_is_asked_at_any_time(begin: Begin, play: Play) -> None:
    for lines in ([], ["clue FLY 1"], ["guess A1", "cover C4 neutral"]):
        state = play(begin(), *lines, "ask SNOWMAN by yellow")
        assert state.asked == (AskedClue("SNOWMAN", Team.YELLOW),)


def test_own_cluemaster_cannot_allow(begin: Begin, play: Play) -> None:
    state = play(begin(), "clue SNOWMAN 2", "allow SNOWMAN by orange")

    assert state.clue is not None
    assert not state.clue.allowed


def test_question_about_a_word_is_asked_once(begin: Begin, play: Play) -> None:
    state = play(begin(), "ask SNOWMAN by orange", "ask snowman by orange")

    assert state.asked == (AskedClue("snowman", Team.ORANGE),)


def test_asked_words_are_forgotten_when_the_askers_turn_ends(begin: Begin, play: Play) -> None:
    state = play(begin(), "ask SNOWMAN by orange", "ask BOAT by yellow", "guess C4")

    assert state.asked == (AskedClue("BOAT", Team.YELLOW),)


def test_nobody_is_asked_before_a_game(begin: Begin, play: Play) -> None:
    with pytest.raises(RuleBrokenError):
        apply_action(GameState(), AskClue("SNOWMAN", Team.ORANGE))
    with pytest.raises(RuleBrokenError):
        play(begin(), "guess E5", "ask SNOWMAN by orange")
