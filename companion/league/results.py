"""Results, corrections, and what is told of a match while it is played (3.4 to 3.9)."""

from __future__ import annotations

from dataclasses import replace

from companion.errors import FindingError
from companion.league.actions import FINAL_ROUND, Correct, EnterResult, TellStep
from companion.league.endings import Ending, ending_of, result_by
from companion.league.lookup import require_match, require_round, with_match
from companion.league.match import Step, follow_match
from companion.league.points import GAMES_TO_WIN
from companion.league.state import FINAL_TABLE, LeagueState, Match, Status


def enter_result(state: LeagueState, action: EnterResult) -> LeagueState:
    """3.9: the director writes a result; free to change until the next round (SA21)."""
    if action.round == FINAL_ROUND:
        return _final_result(state, action)
    current = require_round(state)
    if state.status in (Status.FINAL, Status.OVER) or 0 < action.round < current.number:
        raise FindingError(
            "E_ROUND_CLOSED",
            f"round {action.round} is closed: correct it with a reason",
            round=action.round,
        )
    if action.round != current.number:
        raise FindingError(
            "E_UNKNOWN_ROUND",
            f"there is no round {action.round} yet; round {current.number} is the newest",
            round=action.round,
        )
    match = require_match(current, action.table)
    return with_match(state, current, _ended(state, match, action.games, action.ending))


def correct(state: LeagueState, action: Correct) -> LeagueState:
    """SA21: put a result right with a reason; totals are built anew, pairings stay."""
    if not action.reason:
        raise FindingError("E_REASON", "a correction needs a reason")
    if action.round == FINAL_ROUND:
        if state.final is None or state.final.match.result is None:
            raise FindingError("E_NO_RESULT", "the final has no result to correct")
        noted = (*state.final.match.corrections, action.reason)
        entered = _final_result(
            state,
            EnterResult(
                round=FINAL_ROUND, table=FINAL_TABLE, games=action.games, ending=action.ending
            ),
        )
        assert entered.final is not None
        match = replace(entered.final.match, corrections=noted)
        return replace(entered, final=replace(entered.final, match=match))
    found = next((each for each in state.rounds if each.number == action.round), None)
    if found is None:
        raise FindingError(
            "E_UNKNOWN_ROUND", f"there is no round {action.round}", round=action.round
        )
    old = require_match(found, action.table)
    if old.result is None:
        raise FindingError(
            "E_NO_RESULT",
            f"table {action.table} of round {action.round} has no result to correct",
            round=action.round,
            table=action.table,
        )
    changed = _ended(state, old, action.games, action.ending)
    mended = replace(changed, corrections=(*old.corrections, action.reason))
    return with_match(state, found, mended)


def _ended(
    state: LeagueState, match: Match, games: tuple[int, int], ending: Ending | None
) -> Match:
    how = ending_of(games) if ending is None else ending
    result = result_by(
        how,
        match.one,
        match.other,
        games,
        timeout_rule=state.announced.timeout_rule,
        allows_agreed_draw=state.announced.allows_agreed_draw,
    )
    return replace(match, result=result, ending=how)


def tell_step(state: LeagueState, action: TellStep) -> LeagueState:
    """3.4 to 3.8: tell one step of a match that is being played."""
    step = Step(action.step, action.player)
    if action.round == FINAL_ROUND:
        if state.final is None:
            raise FindingError("E_NO_FINAL", "the final has not been called")
        match = state.final.match
        follow_match(match.players, (*match.steps, step))
        told = replace(match, steps=(*match.steps, step))
        return replace(state, final=replace(state.final, match=told))
    current = require_round(state)
    if action.round != current.number:
        raise FindingError(
            "E_ROUND_CLOSED", f"round {action.round} is not played now", round=action.round
        )
    match = require_match(current, action.table)
    if match.result is not None:
        raise FindingError("E_STEP", "this match has a result already")
    follow_match(match.players, (*match.steps, step))
    return with_match(state, current, replace(match, steps=(*match.steps, step)))


def _final_result(state: LeagueState, action: EnterResult) -> LeagueState:
    """3.13: no time limit; whoever first wins two games wins the evening."""
    final = state.final
    if final is None:
        raise FindingError("E_NO_FINAL", "the final has not been called")
    match = _ended(state, final.match, action.games, action.ending)
    assert match.result is not None
    if match.ending is not Ending.CONCESSION and max(action.games) < GAMES_TO_WIN:
        raise FindingError(
            "E_RESULT",
            "the final has no time limit: it is played until somebody has won two games",
            one=action.games[0],
            other=action.games[1],
        )
    return replace(state, final=replace(final, match=match), status=Status.OVER)
