"""Leaving, the match clock, lots, the ranking and who plays the final (3.3, 3.13)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.errors import FindingError
from companion.league.actions import Drop, NoShow, RecordLot, RunClock
from companion.league.check_in import require_player, with_player
from companion.league.endings import Ending, result_without
from companion.league.lookup import require_no_open_tables, require_round, with_match
from companion.league.points import FEWEST_ROUNDS
from companion.league.ranking import DrawLot, Ranking, finalists, lot_from_seed, rank
from companion.league.standings import meetings
from companion.league.state import (
    FINAL_TABLE,
    Clock,
    Final,
    LeagueState,
    Match,
    Player,
    Status,
)


def drop(state: LeagueState, action: Drop) -> LeagueState:
    """SA18: keep the points, play no more; a match that is being played is lost 0-2."""
    return _leave(state, action.player, is_no_show=False)


def no_show(state: LeagueState, action: NoShow) -> LeagueState:
    """SA19: the opponent gets 3 points, whoever did not come gets 0 and is out."""
    return _leave(state, action.player, is_no_show=True)


def _leave(state: LeagueState, player_id: str, *, is_no_show: bool) -> LeagueState:
    player = require_player(state, player_id)
    current = require_round(state)
    if not player.is_active:
        raise FindingError("E_DROPPED", f"{player.name} has left already", player=player.name)
    match = current.match_of(player.id)
    after = state
    if state.status is Status.ROUNDS and match is not None and match.result is None:
        ending = Ending.NO_SHOW if is_no_show else Ending.DROPPED
        result = result_without(player.id, *match.players, is_no_show=is_no_show)
        after = with_match(state, current, replace(match, result=result, ending=ending))
    elif is_no_show:
        raise FindingError(
            "E_NO_MATCH", f"{player.name} has no match that waits", player=player.name
        )
    gone = replace(player, dropped_round=current.number, is_no_show=is_no_show)
    return _final_anew(with_player(after, gone), gone)


def _final_anew(state: LeagueState, gone: Player) -> LeagueState:
    """SA18: the next in order moves up, as long as the final has no result."""
    final = state.final
    if final is None or final.match.result is not None or gone.id not in final.match.players:
        return state
    return call_final(replace(state, final=None, status=Status.ROUNDS))


def run_clock(state: LeagueState, action: RunClock) -> LeagueState:
    """1.3, 3.3: start or stop the match clock; whoever hands the action over knows the time."""
    current = require_round(state)
    clock = current.clock
    if action.running is (clock.since_s is not None):
        what = "runs" if action.running else "stands"
        raise FindingError("E_CLOCK", f"the clock {what} already")
    if action.running:
        clock = replace(clock, since_s=action.at_s)
    else:
        assert clock.since_s is not None
        clock = Clock(ran_s=clock.ran_s + max(0.0, action.at_s - clock.since_s))
    changed = replace(current, clock=clock)
    return replace(state, rounds=(*state.rounds[:-1], changed))


def record_lot(state: LeagueState, action: RecordLot) -> LeagueState:
    """3.13: a physical draw takes the place of the seed's, for exactly this group."""
    for player in action.stack:
        require_player(state, player)
    if len(set(action.stack)) != len(action.stack) or len(action.stack) < 2:
        raise FindingError("E_STACK", "a lot puts two or more players in order, each once")
    return replace(state, lots=(*state.lots, action.stack))


def drawn_lot(state: LeagueState) -> DrawLot:
    """The lot of an evening: drawn physically for a group, else from the published seed."""
    by_seed = lot_from_seed(state.announced.seed)

    def draw(group: Sequence[str]) -> Sequence[str] | None:
        drawn = next((lot for lot in reversed(state.lots) if set(lot) == set(group)), None)
        return by_seed(group) if drawn is None else drawn

    return draw


def ranking_of(state: LeagueState) -> Ranking:
    """3.10, 3.13: everybody in order by the rounds, the final left out."""
    played = [each.played for each in state.rounds]
    return rank(
        state.points(), meetings(played), state.opponent_scores(), draw_lot=drawn_lot(state)
    )


def call_final(state: LeagueState) -> LeagueState:
    """3.13: after the last round the first two play the final.

    Raises:
        FindingError: `E_FINAL_STARTED`, `E_RESULTS_MISSING`, `E_TOO_FEW_ROUNDS` or
            `E_MIN_PLAYERS`.
    """
    if state.final is not None:
        raise FindingError("E_FINAL_STARTED", "the final has been called already")
    current = require_round(state)
    require_no_open_tables(current)
    least = FEWEST_ROUNDS if not state.announced.is_friendly else 1
    if current.number < least:
        raise FindingError(
            "E_TOO_FEW_ROUNDS",
            f"{current.number} rounds were played; a league evening has at least {least}",
            count=current.number,
            least=least,
        )
    played = [each.played for each in state.rounds]
    found = finalists(
        state.points(),
        meetings(played),
        state.opponent_scores(),
        draw_lot=drawn_lot(state),
        dropped=[player.id for player in state.players if not player.is_active],
    )
    if len(found.players) < 2:
        raise FindingError("E_MIN_PLAYERS", "nobody is left for a final", count=1, least=2)
    one, other = found.players
    final = Final(match=Match(table=FINAL_TABLE, one=one, other=other), stage=found.stage)
    return replace(state, final=final, status=Status.FINAL)
