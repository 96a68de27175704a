"""Covers that a camera saw: who touched the card was not seen."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.errors import NotYourTurnError, RuleBrokenError
from companion.game.outcome import How, Outcome
from companion.game.pieces import Mode
from companion.game.state import GameState, Phase, Question
from companion.terms import Cell, CoverCard, Team

Begin = Callable[..., GameState]
Play = Callable[..., GameState]

CLUE = "clue SNOW 3"
ALL_ORANGE = ["A1", "B1", "C1", "D1", "E1", "A2", "B2", "C2", "D2"]
ALL_YELLOW = ["E2", "A3", "B3", "C3", "D3", "E3", "A4", "B4"]


@pytest.fixture(params=[False, True], ids=["known key", "paper key"])
def game(request: pytest.FixtureRequest, begin: Begin) -> GameState:
    return begin(paper=request.param)


def test_own_colour_needs_no_question(game: GameState, play: Play) -> None:
    state = play(game, CLUE, "cover A1 orange", "cover B1 orange")

    assert (state.turn, state.right_guesses, state.question) == (Team.ORANGE, 2, None)


def test_first_cover_of_a_turn_needs_no_question(game: GameState, play: Play) -> None:
    for cover in ("cover C4 neutral", "cover E2 yellow"):
        state = play(game, CLUE, cover)
        assert (state.turn, state.phase) == (Team.YELLOW, Phase.CLUE)
    lost = play(game, CLUE, "cover E5 game_over")
    assert lost.outcome == Outcome(Team.YELLOW, How.GAME_OVER_CARD)


def test_neutral_cover_asks_after_a_right_guess(game: GameState, play: Play) -> None:
    state = play(game, CLUE, "cover A1 orange", "cover C4 neutral")

    assert state.phase is Phase.SETTLE
    assert state.question == Question(Cell(3, 2), CoverCard.NEUTRAL)
    assert state.turn is Team.ORANGE  # nothing is decided before


def test_neutral_cover_was_the_teams_own_touch(game: GameState, play: Play) -> None:
    state = play(game, CLUE, "cover A1 orange", "cover C4 neutral", "settle by orange")

    assert (state.turn, state.phase, state.question) == (Team.YELLOW, Phase.CLUE, None)
    assert [(move.kind, move.team) for move in state.moves[1:]] == [
        ("guess", Team.ORANGE),
        ("guess", Team.ORANGE),
    ]


def test_neutral_cover_was_the_other_teams_touch(game: GameState, play: Play) -> None:
    state = play(game, CLUE, "cover A1 orange", "cover C4 neutral", "settle by yellow")

    assert (state.turn, state.phase) == (Team.ORANGE, Phase.CLUE)
    assert [(move.kind, move.team) for move in state.moves[1:]] == [
        ("guess", Team.ORANGE),
        ("end_turn", Team.ORANGE),
        ("guess", Team.YELLOW),
    ]


@pytest.mark.parametrize("loser", list(Team))
def test_game_over_cover_loses_for_the_team_that_touched_it(
    game: GameState, play: Play, loser: Team
) -> None:
    asked = play(game, CLUE, "cover A1 orange", "cover E5 game_over")
    assert (asked.phase, asked.outcome) == (Phase.SETTLE, None)

    lost = play(asked, f"settle by {loser.value}")
    assert lost.outcome == Outcome(loser.rival, How.GAME_OVER_CARD)


def test_no_question_after_a_recorded_stop(game: GameState, play: Play) -> None:
    state = play(game, CLUE, "cover A1 orange", "stop", "cover C4 neutral")

    assert (state.turn, state.phase, state.question) == (Team.ORANGE, Phase.CLUE, None)


def test_no_question_after_a_used_up_clue(game: GameState, play: Play) -> None:
    state = play(game, "clue SNOW 1", "cover A1 orange", "cover B1 orange", "cover C4 neutral")

    assert (state.turn, state.phase) == (Team.ORANGE, Phase.CLUE)


def test_question_comes_with_a_clue_that_was_only_spoken(game: GameState, play: Play) -> None:
    assert play(game, "cover A1 orange", "cover C4 neutral").phase is Phase.SETTLE


def test_other_teams_colour_starts_their_turn(game: GameState, play: Play) -> None:
    state = play(game, CLUE, "cover A1 orange", "cover E2 yellow")

    assert (state.turn, state.phase, state.question) == (Team.YELLOW, Phase.CLUE, None)
    assert state.moves[-1].team is None  # nobody knows and nobody needs to


def test_colours_of_both_teams_need_no_question_in_any_order(game: GameState, play: Play) -> None:
    covers = ["A1 orange", "E2 yellow", "B1 orange", "A3 yellow", "B3 yellow", "C1 orange"]
    state = play(game, *(f"cover {cover}" for cover in covers))

    assert (state.turn, state.remaining(Team.ORANGE)) == (Team.ORANGE, 6)


def test_neutral_cover_asks_when_the_team_may_have_guessed_right(
    game: GameState, play: Play
) -> None:
    # Orange stopped and yellow found E2, or orange touched E2 by mistake: nobody knows.
    state = play(game, "cover A1 orange", "cover E2 yellow", "cover C4 neutral")

    assert (state.phase, state.turn) == (Phase.SETTLE, Team.YELLOW)


def test_clue_makes_certain_that_the_turn_begins(game: GameState, play: Play) -> None:
    state = play(
        game, CLUE, "cover A1 orange", "cover E2 yellow", "clue FLY 2 by yellow", "cover C4 neutral"
    )

    assert (state.phase, state.turn) == (Phase.CLUE, Team.ORANGE)


def test_team_that_may_have_guessed_may_stop(game: GameState, play: Play) -> None:
    state = play(game, "cover A1 orange", "cover E2 yellow", "stop by yellow")

    assert state.turn is Team.ORANGE


def test_clue_of_the_other_team_says_that_the_turn_was_ended(game: GameState, play: Play) -> None:
    state = play(game, CLUE, "cover A1 orange", "clue FLY 2 by yellow", "cover C4 neutral")

    assert (state.turn, state.question) == (Team.ORANGE, None)


def test_last_card_of_a_team_ends_the_game_whoever_touched_it(game: GameState, play: Play) -> None:
    yellow = [f"cover {cell} yellow" for cell in ALL_YELLOW]
    state = play(game, "cover C4 neutral", *yellow[:7], "stop", "cover A1 orange", yellow[7])

    assert state.outcome == Outcome(Team.YELLOW, How.ALL_FOUND)


def test_nothing_else_is_taken_before_the_answer(game: GameState, play: Play) -> None:
    state = play(game, CLUE, "cover A1 orange", "cover C4 neutral")

    for line in ("cover B1 orange", "guess B1 orange", "clue FLY 1 by yellow", "stop"):
        with pytest.raises(NotYourTurnError, match="answer first"):
            play(state, line)


def test_answer_names_a_team(game: GameState, play: Play) -> None:
    state = play(game, CLUE, "cover A1 orange", "cover C4 neutral")

    with pytest.raises(RuleBrokenError, match="which team"):
        play(state, "settle")


def test_answer_may_name_the_cell_too(game: GameState, play: Play) -> None:
    state = play(game, CLUE, "cover A1 orange", "cover C4 neutral", "settle C4 by orange")

    assert state.turn is Team.YELLOW


def test_answer_is_refused_when_nothing_is_asked(game: GameState, play: Play) -> None:
    with pytest.raises(RuleBrokenError, match="not asked"):
        play(game, "settle by orange")


# ---------------------------------------------------------------- discrepancies


def test_confirmed_touch_scores_by_the_key(begin: Begin, play: Play) -> None:
    # A yellow cover was laid on A1, which is orange: the cluemaster says that it was touched.
    state = play(begin(), CLUE, "settle A1")

    assert state.cover_at(Cell(0, 0)) is CoverCard.ORANGE
    assert (state.turn, state.right_guesses) == (Team.ORANGE, 1)


def test_confirmed_touch_asks_who_when_the_key_says_neutral(begin: Begin, play: Play) -> None:
    state = play(begin(), CLUE, "cover A1 orange", "settle C4")

    assert state.phase is Phase.SETTLE
    assert play(state, "settle by yellow").turn is Team.ORANGE


def test_confirmed_touch_of_a_team_needs_no_question(begin: Begin, play: Play) -> None:
    state = play(begin(), CLUE, "cover A1 orange", "settle C4 by yellow")

    assert (state.turn, state.phase) == (Team.ORANGE, Phase.CLUE)


def test_confirmed_touch_is_refused_with_a_paper_key(begin: Begin, play: Play) -> None:
    with pytest.raises(RuleBrokenError, match="believed"):
        play(begin(paper=True), "settle A1")


# ---------------------------------------------------------------- the simulated rival


@pytest.fixture(params=[False, True], ids=["known key", "paper key"])
def solo(request: pytest.FixtureRequest, begin: Begin) -> GameState:
    return begin(paper=request.param, mode=Mode.TWO_PLAYER)


def test_rivals_cover_is_the_rivals_turn_after_a_stop(solo: GameState, play: Play) -> None:
    state = play(solo, CLUE, "cover A1 orange", "stop")
    assert state.is_rivals_turn

    after = play(state, "cover E2 yellow")
    assert (after.turn, after.is_rivals_turn) == (Team.ORANGE, False)
    assert after.moves[-1].kind == "rival_cover"


def test_neutral_cover_needs_no_question_when_there_is_one_team(
    solo: GameState, play: Play
) -> None:
    state = play(solo, CLUE, "cover A1 orange", "cover C4 neutral")

    assert (state.question, state.is_rivals_turn) == (None, True)


def test_game_over_cover_loses_at_once_when_there_is_one_team(solo: GameState, play: Play) -> None:
    state = play(solo, CLUE, "cover A1 orange", "cover E5 game_over")

    assert state.outcome == Outcome(Team.YELLOW, How.GAME_OVER_CARD)


def test_rivals_cover_asks_after_a_right_guess_without_a_stop(solo: GameState, play: Play) -> None:
    # A wrong guess, or the rival's turn: it decides whose turn it is next.
    state = play(solo, CLUE, "cover A1 orange", "cover E2 yellow")
    assert state.phase is Phase.SETTLE

    touched = play(state, "settle by orange")
    assert touched.is_rivals_turn
    rivals = play(state, "settle by yellow")
    assert (rivals.turn, rivals.is_rivals_turn) == (Team.ORANGE, False)
    assert rivals.moves[-1].kind == "rival_cover"


def test_rivals_cover_is_a_wrong_guess_when_nothing_was_guessed_yet(
    solo: GameState, play: Play
) -> None:
    assert play(solo, CLUE, "cover E2 yellow").is_rivals_turn


def test_own_cover_waits_for_the_rivals(solo: GameState, play: Play) -> None:
    state = play(solo, CLUE, "cover C4 neutral")

    for cover in ("cover A1 orange", "cover D4 neutral", "guess A1 orange"):
        with pytest.raises(NotYourTurnError):
            play(state, cover)


def test_last_rival_cover_loses_without_a_question(solo: GameState, play: Play) -> None:
    rounds = [
        line
        for own, rivals in zip(ALL_ORANGE, ALL_YELLOW[:7], strict=False)
        for line in (f"cover {own} orange", "stop", f"cover {rivals} yellow")
    ]
    state = play(solo, *rounds, "cover C2 orange", "cover B4 yellow")

    assert state.outcome == Outcome(Team.YELLOW, How.ALL_FOUND)
