from __future__ import annotations

import pytest

from companion.errors import FindingError
from companion.league.match import MatchProgress, Step, StepKind, follow_match

PAIR = ("P", "Q")


def told(*steps: tuple[StepKind, str | None]) -> MatchProgress:
    return follow_match(PAIR, [Step(kind, player) for kind, player in steps])


def test_loser_of_a_game_says_who_begins_the_next() -> None:
    progress = told((StepKind.START_ROLL, "P"), (StepKind.GAME, "P"), (StepKind.GAME, "Q"))

    assert progress.start_choosers == ("P", "Q", "P")
    assert progress.games == (1, 1)


def test_drawn_game_is_played_again_with_a_new_roll_and_the_same_right_to_decks() -> None:
    progress = told((StepKind.CLASH, None), (StepKind.DECK_ROLL, "Q"), (StepKind.GAME, None))

    assert progress.deck_choosers == ("Q",)
    assert progress.start_choosers == (None, None)
    assert progress.asks[0] is StepKind.START_ROLL


def test_other_player_chooses_the_deck_first_in_game_two_and_a_roll_in_game_three() -> None:
    progress = told(
        (StepKind.CLASH, None),
        (StepKind.DECK_ROLL, "Q"),
        (StepKind.GAME, "P"),
        (StepKind.GAME, "Q"),
    )

    assert progress.deck_choosers == ("Q", "P", None)
    assert StepKind.DECK_ROLL in progress.asks


def test_whoever_begins_decides_about_the_mulligan_first() -> None:
    begun = ((StepKind.START_ROLL, "P"), (StepKind.BEGINS, "Q"))

    with pytest.raises(FindingError, match="decides first"):
        told(*begun, (StepKind.MULLIGAN, "P"))
    progress = told(*begun, *((StepKind.MULLIGAN, "Q"),) * 3, (StepKind.KEEP, "P"))
    assert progress.mulligans == (0, 3)
    assert progress.kept == (True, True)
    with pytest.raises(FindingError, match="does not come now"):
        told(
            *begun, *((StepKind.MULLIGAN, "Q"),) * 3, (StepKind.KEEP, "P"), (StepKind.MULLIGAN, "Q")
        )


def test_exactly_three_turns_follow_the_one_that_is_ended_after_time() -> None:
    progress = told((StepKind.TIME, "Q"))

    assert progress.turns == ("Q", "P", "Q", "P")
    assert progress.turns_left == 4
    over = told((StepKind.TIME, "Q"), *((StepKind.TURN_ENDED, None),) * 4)
    assert over.is_over
    assert over.asks == ()


def test_match_is_over_when_time_is_called_between_games() -> None:
    assert told((StepKind.GAME, "P"), (StepKind.TIME, None)).is_over


def test_second_game_won_in_the_extra_turns_wins_the_match() -> None:
    progress = told((StepKind.GAME, "P"), (StepKind.TIME, "Q"), (StepKind.GAME, "P"))

    assert progress.games == (2, 0)
    assert progress.is_over


def test_no_game_is_begun_after_time() -> None:
    assert told((StepKind.TIME, "Q"), (StepKind.GAME, "P")).is_over


def test_stranger_is_refused() -> None:
    with pytest.raises(FindingError, match="does not play"):
        told((StepKind.START_ROLL, "Z"))
