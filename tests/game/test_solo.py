from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.errors import NotYourTurnError, RuleBrokenError
from companion.game.outcome import How, Outcome
from companion.game.pieces import Mode
from companion.game.solo import chart, chart_result
from companion.game.state import GameState
from companion.terms import Team

Begin = Callable[..., GameState]
Play = Callable[..., GameState]

OWN = ["A1", "B1", "C1", "D1", "E1", "A2", "B2", "C2", "D2"]
RIVALS = ["E2", "A3", "B3", "C3", "D3", "E3", "A4", "B4"]


@pytest.fixture(params=["two players", "three allies"])
def solo(request: pytest.FixtureRequest, begin: Begin) -> GameState:
    if request.param == "two players":
        return begin(mode=Mode.TWO_PLAYER)
    return begin(mode=Mode.THREE, allies=True)


@pytest.mark.parametrize(
    ("left", "result"),
    [
        (8, "Ultra Phenomenal"),
        (7, "Really Awesome"),
        (6, "An Amazing Feat"),
        (5, "Pretty Incredible"),
        (4, "Excellent Effort"),
        (3, "Great Teamwork"),
        (2, "Getting the Picture"),
        (1, "Better Than Losing"),
    ],
)
def test_won_game_has_the_charts_name(solo: GameState, play: Play, left: int, result: str) -> None:
    turns = 8 - left
    rounds = [
        line
        for own, rival in zip(OWN, RIVALS[:turns], strict=False)
        for line in (f"guess {own}", "stop", f"rival {rival}")
    ]
    state = play(solo, *rounds, *(f"guess {cell}" for cell in OWN[turns:]))

    assert state.outcome == Outcome(Team.ORANGE, How.ALL_FOUND, result)
    assert chart_result(left) == result


def test_chart_has_eight_results_best_first() -> None:
    assert [left for left, _ in chart()] == [8, 7, 6, 5, 4, 3, 2, 1]


@pytest.mark.parametrize("left", [0, 9, -1])
def test_chart_has_no_other_result(left: int) -> None:
    with pytest.raises(ValueError, match="1 to 8"):
        chart_result(left)


def test_own_team_starts_with_nine(solo: GameState) -> None:
    assert (solo.own_team, solo.turn) == (Team.ORANGE, Team.ORANGE)
    assert (solo.remaining(Team.ORANGE), solo.remaining(Team.YELLOW)) == (9, 8)


def test_rival_covers_one_card_each_turn(solo: GameState, play: Play) -> None:
    state = play(solo, "clue SNOW 1", "guess C4")
    assert (state.turn, state.is_rivals_turn) == (Team.YELLOW, True)

    after = play(state, "rival B3")
    assert (after.turn, after.remaining(Team.YELLOW)) == (Team.ORANGE, 7)
    with pytest.raises(NotYourTurnError):
        play(after, "rival C3")


def test_rival_cover_may_say_that_the_own_team_stopped(solo: GameState, play: Play) -> None:
    state = play(solo, "clue SNOW 2", "guess A1", "rival E2")

    assert [move.kind for move in state.moves] == ["clue", "guess", "end_turn", "rival_cover"]
    assert state.turn is Team.ORANGE


@pytest.mark.parametrize("cell", ["A1", "C4", "E5"])
def test_rival_cover_is_refused_on_other_cards(solo: GameState, play: Play, cell: str) -> None:
    with pytest.raises(RuleBrokenError, match="not one of the simulated rival's"):
        play(solo, "guess D4", f"rival {cell}")


def test_own_team_that_touches_the_rivals_card_still_waits_for_its_turn(
    solo: GameState, play: Play
) -> None:
    state = play(solo, "clue SNOW 2", "guess E2")

    assert state.is_rivals_turn
    assert play(state, "rival A3").remaining(Team.YELLOW) == 6


def test_game_is_lost_when_all_rival_cards_are_placed(solo: GameState, play: Play) -> None:
    rounds = [
        line
        for own, rival in zip(OWN, RIVALS, strict=False)
        for line in (f"guess {own}", "stop", f"rival {rival}")
    ]

    assert play(solo, *rounds).outcome == Outcome(Team.YELLOW, How.ALL_FOUND)


def test_game_is_lost_when_the_last_rival_card_is_touched(solo: GameState, play: Play) -> None:
    rounds = [
        line
        for own, rival in zip(OWN, RIVALS[:7], strict=False)
        for line in (f"guess {own}", "stop", f"rival {rival}")
    ]

    assert play(solo, *rounds, "guess B4").outcome == Outcome(Team.YELLOW, How.ALL_FOUND)


def test_game_is_lost_by_the_game_over_card(solo: GameState, play: Play) -> None:
    assert play(solo, "guess E5").outcome == Outcome(Team.YELLOW, How.GAME_OVER_CARD)


def test_nobody_plays_for_the_rival(solo: GameState, play: Play) -> None:
    state = play(solo, "guess C4")

    for line in ("guess A3", "clue FLY 1", "stop", "clue FLY 1 by orange"):
        with pytest.raises(NotYourTurnError):
            play(state, line)
    with pytest.raises(NotYourTurnError):
        play(solo, "guess A3 by yellow")
    with pytest.raises(NotYourTurnError):
        play(solo, "clue FLY 2 by yellow")


def test_rival_has_no_cluemaster_who_could_be_asked(solo: GameState, play: Play) -> None:
    for line in ("ask SNOWMAN by orange", "allow SNOWMAN by yellow"):
        with pytest.raises(RuleBrokenError, match="no cluemaster"):
            play(solo, line)


def test_no_card_is_covered_for_a_rival_with_players(begin: Begin, play: Play) -> None:
    with pytest.raises(RuleBrokenError, match="both teams have players"):
        play(begin(), "guess C4", "rival E2")
