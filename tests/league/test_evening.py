from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.errors import FindingError
from companion.league.actions import (
    Action,
    CheckIn,
    Correct,
    DeckCheck,
    Drop,
    EditPlayer,
    EnterResult,
    NewEvent,
    NoShow,
    PublishRound,
    RecordLot,
    RunClock,
    StartFinal,
    TellStep,
    Undo,
    Unpublish,
    Withdraw,
    from_document,
    to_document,
)
from companion.league.decks import RegisteredDeck
from companion.league.endings import Ending
from companion.league.match import StepKind
from companion.league.rules import apply_action, completed, replay
from companion.league.state import LeagueState, Status
from companion.league.views import player_view, standings_view

Evening = Callable[..., LeagueState]
After = Callable[..., LeagueState]


def refusal(state: LeagueState, action: Action) -> str:
    before = state
    with pytest.raises(FindingError) as refused:
        apply_action(state, action)
    assert state == before
    return refused.value.finding


def test_check_in_gives_the_next_number_when_no_id_is_typed(evening: Evening) -> None:
    state = apply_action(evening(0), CheckIn(player_name="Ada", player="1"))
    state = apply_action(state, CheckIn(player_name="Ben"))

    assert [player.id for player in state.players] == ["1", "2"]


def test_check_in_notices_a_name_that_is_there_already(evening: Evening) -> None:
    state = evening(2)
    again = CheckIn(player_name="player  1")

    assert refusal(state, again) == "E_SAME_NAME"
    assert refusal(state, CheckIn(player_name="x", player="p1")) == "E_SAME_ID"
    known = CheckIn(player_name="Player 1", is_namesake=True)
    assert len(apply_action(state, known).players) == 3


def test_check_in_refuses_decks_that_are_not_legal(evening: Evening) -> None:
    small = (RegisteredDeck("A", 49), RegisteredDeck("B", 50))

    assert refusal(evening(0), CheckIn(player_name="Ada", decks=small)) == "E_SIZE"


@pytest.mark.parametrize(
    ("announced", "finding"),
    [
        pytest.param({"seed": ""}, "E_SEED", id="seed"),
        pytest.param({"title": ""}, "E_TITLE", id="title"),
        pytest.param({"rounds": 3}, "E_TOO_FEW_ROUNDS", id="rounds"),
    ],
)
def test_evening_cannot_be_announced(
    evening: Evening, announced: dict[str, object], finding: str
) -> None:
    values = {"title": "Cup", "code": "cup", "seed": "s", **announced}

    assert refusal(evening(0), NewEvent(**values)) == finding  # type: ignore[arg-type]


def test_round_one_needs_eight_players_unless_it_is_friendly(evening: Evening) -> None:
    assert refusal(evening(7), PublishRound()) == "E_MIN_PLAYERS"
    assert apply_action(evening(7, is_friendly=True), PublishRound()).rounds[0].bye is not None


def test_round_one_needs_everybodys_decks(evening: Evening) -> None:
    state = apply_action(evening(8), CheckIn(player_name="Late"))

    assert refusal(state, PublishRound()) == "E_DECK_COUNT"


def test_decks_are_locked_once_round_one_is_published(evening: Evening) -> None:
    state = apply_action(evening(8), PublishRound())
    other = (RegisteredDeck("X", 60), RegisteredDeck("Y", 60))

    assert refusal(state, EditPlayer(player="P1", decks=other)) == "E_DECKS_LOCKED"
    assert refusal(state, Withdraw(player="P1")) == "E_STARTED"
    assert apply_action(state, EditPlayer(player="P1", player_name="Eve")).players[0].name == "Eve"


def test_deck_check_notes_a_changed_deck(evening: Evening) -> None:
    decks = (RegisteredDeck("A", 50, "aa"), RegisteredDeck("B", 50, "bb"))
    state = apply_action(evening(0), CheckIn(player_name="Ada", player="A", decks=decks))
    changed = (RegisteredDeck("B", 50, "bb"), RegisteredDeck("A", 50, "cc"))

    state = apply_action(state, DeckCheck(player="A", decks=changed))

    assert state.players[0].notes == ("R0: E_DECK_CHANGED",)


def test_next_round_waits_for_every_result(evening: Evening) -> None:
    state = apply_action(evening(8), PublishRound())

    assert refusal(state, PublishRound()) == "E_RESULTS_MISSING"
    assert refusal(state, StartFinal()) == "E_RESULTS_MISSING"


@pytest.mark.parametrize(
    ("result", "finding"),
    [
        pytest.param(EnterResult(round=1, table=1, games=(3, 1)), "E_RESULT", id="3-1"),
        pytest.param(EnterResult(round=1, table=1, games=(2, 2)), "E_RESULT", id="2-2"),
        pytest.param(EnterResult(round=1, table=9, games=(2, 0)), "E_UNKNOWN_TABLE", id="table"),
        pytest.param(EnterResult(round=2, table=1, games=(2, 0)), "E_UNKNOWN_ROUND", id="round"),
        pytest.param(EnterResult(round=0, table=0, games=(2, 0)), "E_NO_FINAL", id="final"),
        pytest.param(
            EnterResult(round=1, table=1, games=(1, 0), ending=Ending.PLAYED), "E_RESULT", id="1-0"
        ),
        pytest.param(
            EnterResult(round=1, table=1, games=(1, 1), ending=Ending.AGREED),
            "E_AGREED_DRAW",
            id="agreed",
        ),
    ],
)
def test_result_that_cannot_be_is_refused(
    evening: Evening, result: EnterResult, finding: str
) -> None:
    assert refusal(apply_action(evening(8), PublishRound()), result) == finding


def test_result_may_be_changed_until_the_next_round_and_then_needs_a_reason(
    evening: Evening, after: After
) -> None:
    state = evening(8, rounds_played=1)
    changed = EnterResult(round=1, table=1, games=(0, 2))
    state = apply_action(state, changed)
    winner = state.rounds[0].matches[0].other
    assert state.points()[winner] == 3

    published = apply_action(state, PublishRound())
    assert refusal(published, changed) == "E_ROUND_CLOSED"
    assert refusal(published, Correct(round=1, table=1, games=(2, 0), reason="")) == "E_REASON"
    corrected = apply_action(
        published, Correct(round=1, table=1, games=(2, 0), reason="misread the slip")
    )
    assert corrected.points()[winner] == 1
    assert corrected.rounds[1].matches == published.rounds[1].matches


def test_unpublish_only_while_the_round_has_no_result(evening: Evening) -> None:
    state = apply_action(evening(8), PublishRound())

    assert apply_action(state, Unpublish()).rounds == ()
    with_result = apply_action(state, EnterResult(round=1, table=1, games=(2, 0)))
    assert refusal(with_result, Unpublish()) == "E_HAS_RESULTS"


def test_stack_shuffled_by_hand_is_taken_and_looked_over(evening: Evening) -> None:
    state = evening(8)
    by_hand = tuple(f"P{n}" for n in (3, 1, 2, 4, 8, 7, 6, 5))

    first = apply_action(state, PublishRound(stack=by_hand)).rounds[0]

    assert first.matches[0].players == ("P3", "P1")
    assert refusal(state, PublishRound(stack=by_hand[1:])) == "E_STACK"
    assert refusal(state, PublishRound(stack=(*by_hand, "P9"))) == "E_UNKNOWN_PLAYER"
    second = evening(8, rounds_played=1)
    lowest_first = tuple(sorted(second.points(), key=lambda player: second.points()[player]))
    assert refusal(second, PublishRound(stack=lowest_first)) == "E_STACK"


def test_dropped_player_keeps_points_and_plays_no_more(evening: Evening) -> None:
    state = apply_action(evening(8, rounds_played=1), Drop(player="P3"))
    points = state.points()["P3"]
    state = apply_action(state, PublishRound())

    assert state.rounds[1].match_of("P3") is None
    assert state.rounds[1].bye is not None
    assert state.points()["P3"] == points
    assert refusal(state, Drop(player="P3")) == "E_DROPPED"


def test_player_who_drops_during_a_match_loses_it_with_one_point(evening: Evening) -> None:
    state = apply_action(evening(8), PublishRound())
    match = state.rounds[0].matches[0]

    dropped = apply_action(state, Drop(player=match.one))
    absent = apply_action(state, NoShow(player=match.one))

    assert (dropped.points()[match.one], dropped.points()[match.other]) == (1, 3)
    assert (absent.points()[match.one], absent.points()[match.other]) == (0, 3)
    assert not absent.player(match.one).is_active  # type: ignore[union-attr]


def test_late_player_takes_the_bye_holder_before_time_starts(
    evening: Evening, after: After
) -> None:
    state = apply_action(evening(9), PublishRound())
    holder = state.rounds[0].bye
    decks = state.players[0].decks
    late = CheckIn(player_name="Late", player="L", decks=decks)

    seated = apply_action(state, late)
    waiting = after(state, RunClock(running=True, at_s=1.0), late)

    assert seated.rounds[0].bye is None
    assert seated.rounds[0].matches[-1].players == (holder, "L")
    assert waiting.rounds[0].bye == holder
    assert waiting.player("L").joined_round == 2  # type: ignore[union-attr]
    assert waiting.points()["L"] == 0
    assert refusal(evening(8, rounds_played=2), late) == "E_TOO_LATE"


def test_rounds_end_when_nobody_is_left_to_meet(evening: Evening) -> None:
    state = evening(2, rounds_played=1, is_friendly=True)

    assert refusal(state, PublishRound()) == "E_TOO_MANY_ROUNDS"


def test_rematch_is_published_only_with_a_reason(evening: Evening) -> None:
    # Three rounds in which each of P1-P3 meets each of P4-P6: only P1-P3 and P4-P6 are new to
    # each other, and three cannot be seated two by two.
    state = evening(6, is_friendly=True)
    for number, order in enumerate(("142536", "152634", "162435"), start=1):
        state = apply_action(state, PublishRound(stack=tuple(f"P{each}" for each in order)))
        for table in (1, 2, 3):
            state = apply_action(state, EnterResult(round=number, table=table, games=(1, 1)))

    assert refusal(state, PublishRound()) == "E_NEEDS_CONFIRMATION"
    confirmed = apply_action(state, PublishRound(reason="the hall agreed"))
    assert sum(match.is_rematch for match in confirmed.rounds[3].matches) == 1
    assert confirmed.rounds[3].reason == "the hall agreed"


def test_match_clock_counts_only_while_it_runs(evening: Evening, after: After) -> None:
    state = after(
        apply_action(evening(8), PublishRound()),
        RunClock(running=True, at_s=100.0),
        RunClock(running=False, at_s=160.0),
    )

    assert state.rounds[0].clock.ran_s == 60.0
    assert refusal(state, RunClock(running=False, at_s=200.0)) == "E_CLOCK"


def test_steps_of_a_match_are_followed(evening: Evening) -> None:
    state = apply_action(evening(8), PublishRound())
    one = state.rounds[0].matches[0].one
    told = TellStep(round=1, table=1, step=StepKind.START_ROLL, player=one)

    state = apply_action(state, told)

    assert state.rounds[0].matches[0].steps[0].player == one
    assert refusal(state, told) == "E_STEP"


def test_final_needs_four_rounds(evening: Evening) -> None:
    assert refusal(evening(8, rounds_played=3), StartFinal()) == "E_TOO_FEW_ROUNDS"


def test_final_is_won_by_two_games_and_decides_the_first_two_places(
    evening: Evening,
) -> None:
    state = apply_action(evening(8, rounds_played=4), StartFinal())
    assert state.final is not None
    one, other = state.final.match.players
    assert refusal(state, EnterResult(round=0, table=0, games=(1, 0))) == "E_RESULT"

    over = apply_action(state, EnterResult(round=0, table=0, games=(1, 2)))

    assert over.status is Status.OVER
    assert [row["id"] for row in standings_view(over)[:2]] == [other, one]
    assert player_view(over, other)["won"]
    assert refusal(over, PublishRound()) == "E_FINAL_STARTED"


def test_next_in_order_moves_up_when_a_finalist_drops(evening: Evening) -> None:
    state = apply_action(evening(8, rounds_played=4), StartFinal())
    assert state.final is not None
    gone = state.final.match.one

    moved = apply_action(state, Drop(player=gone))

    assert moved.final is not None
    assert gone not in moved.final.match.players


def test_physical_lot_takes_the_place_of_the_seeds(evening: Evening) -> None:
    state = evening(8)

    drawn = apply_action(state, RecordLot(stack=tuple(f"P{n}" for n in range(1, 9))))

    assert [row["id"] for row in standings_view(drawn)] == [f"P{n}" for n in range(1, 9)]
    assert [row["id"] for row in standings_view(state)] != [f"P{n}" for n in range(1, 9)]


def test_undo_gives_the_state_before(evening: Evening) -> None:
    state = evening(8, rounds_played=1)

    assert apply_action(apply_action(state, PublishRound()), Undo()) == state


def test_evening_comes_back_from_its_documents(evening: Evening, after: After) -> None:
    state = evening(9)
    state = apply_action(state, completed(state, PublishRound()))
    state = after(
        state,
        RunClock(running=True, at_s=5.5),
        EnterResult(round=1, table=1, games=(1, 1)),
        NoShow(player=state.rounds[0].matches[1].one),
    )

    assert replay([from_document(to_document(each)) for each in state.log]) == state
