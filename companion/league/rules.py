"""The door of the league's rules: one state and one action give the next state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

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
)
from companion.league.check_in import announce, check_in, deck_check, edit_player, withdraw
from companion.league.finishing import (
    call_final,
    drop,
    no_show,
    record_lot,
    run_clock,
)
from companion.league.publishing import next_pairing, publish, unpublish
from companion.league.results import correct, enter_result, tell_step
from companion.league.state import EMPTY_EVENING, LeagueState, Status


def apply_action(state: LeagueState, action: Action) -> LeagueState:
    """Give the state after an action; the state handed in stays as it was.

    Raises:
        FindingError: The rules refuse the action.

    Example:
        >>> evening = apply_action(EMPTY_EVENING, NewEvent(title="Cup", code="cup", seed="s"))
        >>> evening = apply_action(evening, CheckIn(player_name="Ada"))
        >>> evening.players[0].id, evening.players[0].name
        ('1', 'Ada')
    """
    if isinstance(action, Undo):
        return _undone(state)
    if isinstance(action, NewEvent):
        return replace(announce(action), log=(action,))
    if state.status is Status.SETUP:
        raise FindingError("E_NO_EVENT", "no evening was announced yet")
    return replace(_done(state, action), log=(*state.log, action))


def replay(log: Sequence[Action]) -> LeagueState:
    """Play a log from nothing."""
    state = EMPTY_EVENING
    for action in log:
        state = apply_action(state, action)
    return state


def completed(state: LeagueState, action: Action) -> Action:
    """Fill a round that is to be published with its pairs, so that the log holds them.

    Raises:
        FindingError: It cannot be paired.
    """
    if not isinstance(action, PublishRound):
        return action
    stack, pairing = next_pairing(state, action.stack)
    return replace(action, stack=stack, tables=pairing.tables, bye=pairing.bye)


def _done(state: LeagueState, action: Action) -> LeagueState:
    match action:
        case CheckIn():
            return check_in(state, action)
        case EditPlayer():
            return edit_player(state, action)
        case Withdraw():
            return withdraw(state, action)
        case DeckCheck():
            return deck_check(state, action)
        case PublishRound():
            return publish(state, action)
        case Unpublish():
            return unpublish(state)
        case EnterResult():
            return enter_result(state, action)
        case Correct():
            return correct(state, action)
        case Drop():
            return drop(state, action)
        case NoShow():
            return no_show(state, action)
        case TellStep():
            return tell_step(state, action)
        case RunClock():
            return run_clock(state, action)
        case RecordLot():
            return record_lot(state, action)
        case StartFinal():
            return call_final(state)
        case _:
            raise ValueError(f"no action of a running evening: {action!r}")


def _undone(state: LeagueState) -> LeagueState:
    """SA21: undo is a new entry of the log that the store keeps; here it takes one away."""
    if len(state.log) < 2:
        raise FindingError("E_NOTHING_TO_UNDO", "there is nothing to undo")
    return replay(state.log[:-1])
