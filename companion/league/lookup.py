"""Finds rounds and tables of an evening, or says which there are."""

from __future__ import annotations

from dataclasses import replace

from companion.errors import FindingError
from companion.league.standings import Result
from companion.league.state import LeagueState, Match, Round


def require_round(state: LeagueState) -> Round:
    """The newest round.

    Raises:
        FindingError: `E_NO_ROUND`.
    """
    if state.current is None:
        raise FindingError("E_NO_ROUND", "no round is published yet")
    return state.current


def require_no_open_tables(current: Round) -> None:
    """3.10: all results of a round are written down before it goes on.

    Raises:
        FindingError: `E_RESULTS_MISSING`.
    """
    if current.open_tables:
        tables = ", ".join(map(str, current.open_tables))
        raise FindingError(
            "E_RESULTS_MISSING",
            f"round {current.number} still plays at table {tables}",
            round=current.number,
            tables=tables,
        )


def require_match(within: Round, table: int) -> Match:
    """The match at a table of a round.

    Raises:
        FindingError: `E_UNKNOWN_TABLE`.
    """
    found = within.match(table)
    if found is None:
        raise FindingError(
            "E_UNKNOWN_TABLE",
            f"round {within.number} has no table {table}; it has 1 to {len(within.matches)}",
            table=table,
            round=within.number,
        )
    return found


def with_match(state: LeagueState, within: Round, changed: Match) -> LeagueState:
    """The state with one match of a round changed."""
    matches = tuple(changed if each.table == changed.table else each for each in within.matches)
    rounds = tuple(
        replace(each, matches=matches) if each.number == within.number else each
        for each in state.rounds
    )
    return replace(state, rounds=rounds)


def result_for(match: Match, player: str) -> tuple[Result, tuple[int, int], int] | None:
    """A match's result, games and points as one of its players sees them."""
    result = match.result
    if result is None:
        return None
    if player == match.one:
        return result, result.games, result.points
    return result, (result.games[1], result.games[0]), result.other_points
