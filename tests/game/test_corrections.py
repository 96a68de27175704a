from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.errors import RuleBrokenError
from companion.game.actions import AskClue, CardsSeen, NewGame, Undo
from companion.game.pieces import CardOnTable
from companion.game.rules import apply_action, replay, start_game
from companion.game.state import GameState, Phase
from companion.terms import Cell, CoverCard, Team

Begin = Callable[..., GameState]
Play = Callable[..., GameState]


def forget_log(state: GameState) -> GameState:
    return replace(state, log=())


# ---------------------------------------------------------------- undo


@pytest.mark.parametrize(
    ("before", "line"),
    [
        pytest.param([], "clue SNOW 2", id="clue"),
        pytest.param(["clue SNOW 2"], "guess A1", id="right guess"),
        pytest.param(["clue SNOW 2"], "guess C4", id="wrong guess"),
        pytest.param(["clue SNOW 2"], "guess E5", id="end of the game"),
        pytest.param(["clue SNOW 2", "guess A1"], "stop", id="stop"),
        pytest.param(["clue SNOW 2", "guess A1"], "cover C4 neutral", id="question"),
        pytest.param(["guess A1", "cover C4 neutral"], "settle by yellow", id="answer"),
        pytest.param(["guess A1"], "lift A1", id="lifted cover"),
        pytest.param([], "settle A1", id="confirmed touch"),
    ],
)
def test_undo_gives_the_state_before(
    begin: Begin, play: Play, before: list[str], line: str
) -> None:
    state = play(begin(), *before)

    assert play(state, line, "undo") == state


def test_undo_goes_back_to_the_setup(begin: Begin, play: Play) -> None:
    state = play(begin(), "guess A1", "guess E2", "clue FLY 1", "guess C4")

    assert play(state, "undo", "undo", "undo", "undo") == begin()


def test_undo_is_refused_when_nothing_was_played(begin: Begin, play: Play) -> None:
    with pytest.raises(RuleBrokenError, match="nothing to undo"):
        play(begin(), "undo")


def test_undo_passes_by_readings_and_the_cluemasters_asides(
    begin: Begin, play: Play, cards: tuple[CardOnTable, ...]
) -> None:
    state = play(begin(), "clue SNOW 1", "guess A1")
    aside = apply_action(apply_action(state, CardsSeen(cards)), AskClue("BOAT", Team.YELLOW))

    undone = apply_action(aside, Undo())
    assert undone.cover_at(Cell(0, 0)) is None
    assert undone.cards == cards
    assert [asked.word for asked in undone.asked] == ["BOAT"]


def test_undo_of_the_key_drops_asides_that_need_a_game(play: Play) -> None:
    chosen = play(
        start_game(NewGame()),
        "key OOOOO/OOOOY/YYYYY/YYNNN/NNNNX orange entered",
        "ask BOAT by yellow",
    )

    undone = play(chosen, "undo")
    assert (undone.phase, undone.asked, len(undone.log)) == (Phase.SETUP, (), 1)


def test_log_replayed_is_the_state(begin: Begin, play: Play) -> None:
    state = play(
        begin(),
        "clue SNOW 2",
        "cover A1 orange",
        "cover C4 neutral",
        "settle by yellow",
        "lift A1",
        "guess B1",
    )

    assert replay(state.log) == state


# ---------------------------------------------------------------- lifted covers


def test_lifted_cover_is_as_if_it_had_never_been_laid(begin: Begin, play: Play) -> None:
    with_slip = play(begin(), "clue SNOW 3", "cover A1 orange", "cover B1 orange", "lift A1")
    without = play(begin(), "clue SNOW 3", "cover B1 orange")

    assert forget_log(with_slip) == forget_log(without)


def test_lifted_cover_gives_the_turn_back(begin: Begin, play: Play) -> None:
    state = play(begin(), "clue SNOW 3", "cover C4 neutral", "lift C4")

    assert (state.turn, state.phase, state.guesses_left) == (Team.ORANGE, Phase.GUESS, 4)


def test_lifted_cover_takes_its_question_with_it(begin: Begin, play: Play) -> None:
    asked = play(begin(), "clue SNOW 3", "cover A1 orange", "cover C4 neutral")
    for state in (play(asked, "lift C4"), play(asked, "settle by orange", "lift C4")):
        assert (state.turn, state.phase, state.question) == (Team.ORANGE, Phase.GUESS, None)


def test_lifted_cover_opens_a_game_that_was_over(begin: Begin, play: Play) -> None:
    state = play(begin(), "clue SNOW 3", "cover E5 game_over", "lift E5")

    assert (state.outcome, state.phase) == (None, Phase.GUESS)


def test_lifted_cover_may_be_laid_again_and_lifted_again(begin: Begin, play: Play) -> None:
    state = play(begin(), "cover A1 orange", "lift A1", "cover A1 orange", "lift A1")

    assert forget_log(state) == forget_log(begin())


def test_lift_is_refused_when_later_moves_rest_on_it(begin: Begin, play: Play) -> None:
    state = play(begin(), "clue SNOW 3", "cover C4 neutral", "clue FLY 1 by yellow")

    with pytest.raises(RuleBrokenError, match="undo them first"):
        play(state, "lift C4")


def test_lift_is_refused_where_no_cover_lies(begin: Begin, play: Play) -> None:
    with pytest.raises(RuleBrokenError, match="no cover"):
        play(begin(), "lift A1")


# ---------------------------------------------------------------- corrected cells


def test_corrected_cover_is_as_if_it_had_been_seen_rightly(begin: Begin, play: Play) -> None:
    corrected = play(begin(paper=True), "cover A1 orange", "cover B1 orange", "correct A1 yellow")
    right = play(begin(paper=True), "cover A1 yellow", "cover B1 orange")

    assert forget_log(corrected) == forget_log(right)


def test_corrected_guess_stays_a_guess(begin: Begin, play: Play) -> None:
    state = play(begin(paper=True), "guess A1 orange", "correct A1 neutral")

    assert (state.cover_at(Cell(0, 0)), state.turn) == (CoverCard.NEUTRAL, Team.YELLOW)


def test_correction_drops_an_answer_that_is_not_asked_for_any_more(
    begin: Begin, play: Play
) -> None:
    state = play(
        begin(paper=True),
        "cover A1 orange",
        "cover B1 neutral",
        "settle by orange",
        "correct B1 orange",
    )

    assert (state.turn, state.right_guesses) == (Team.ORANGE, 2)


def test_correction_lays_a_cover_that_was_not_seen(begin: Begin, play: Play) -> None:
    state = play(begin(paper=True), "correct A1 orange")

    assert state.remaining(Team.ORANGE) == 8
    assert play(state, "correct A1 bare").remaining(Team.ORANGE) == 9


def test_correction_of_a_correction_counts(begin: Begin, play: Play) -> None:
    state = play(
        begin(paper=True), "correct A1 orange", "correct A1 neutral", "correct A1 yellow", "undo"
    )

    assert state.cover_at(Cell(0, 0)) is CoverCard.NEUTRAL


@pytest.mark.parametrize("cover", list(CoverCard))
def test_correction_tells_nothing_of_a_known_key(
    begin: Begin, play: Play, cover: CoverCard
) -> None:
    messages = set()
    for cell in ("A1", "E2", "C4", "E5"):
        with pytest.raises(RuleBrokenError) as caught:
            play(begin(), f"correct {cell} {cover.value}")
        messages.add((caught.value.code, caught.value.message))

    assert len(messages) == 1


def test_correction_to_bare_lifts_with_a_known_key(begin: Begin, play: Play) -> None:
    state = play(begin(), "guess A1", "correct A1 bare")

    assert state.cover_at(Cell(0, 0)) is None
