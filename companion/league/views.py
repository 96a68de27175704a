"""What may be seen of an evening: by everybody, by its director, by one player's phone.

Deck hashes and the director's notes are for the director alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

from companion.errors import FindingError
from companion.league.finishing import ranking_of
from companion.league.lookup import result_for
from companion.league.match import MATCH_TIME_S, MatchProgress, follow_match
from companion.league.points import is_many_rounds, most_rounds_for
from companion.league.publishing import planned_rounds
from companion.league.state import Final, LeagueState, Match, Round, Status


def public_view(state: LeagueState) -> dict[str, Any]:
    """What the wall shows, and every phone."""
    current = state.current
    announced = state.announced
    return {
        "status": state.status.value,
        "title": announced.title,
        "code": announced.code,
        "date": announced.date,
        "seed": announced.seed,
        "rules_version": announced.rules_version,
        "timeout_rule": announced.timeout_rule.value,
        "is_friendly": announced.is_friendly,
        "checks_decks": announced.checks_decks,
        "bye_average": announced.bye_average,
        "allows_agreed_draw": announced.allows_agreed_draw,
        "planned_rounds": planned_rounds(state),
        "round": 0 if current is None else current.number,
        "clock": _clock_view(current),
        "players": [
            {"id": player.id, "name": player.name, "active": player.is_active}
            for player in state.players
        ],
        "rounds": [_round_view(state, each) for each in state.rounds],
        "standings": standings_view(state),
        "final": _final_view(state, state.final),
    }


def director_view(state: LeagueState) -> dict[str, Any]:
    """The public view and what the director's desk needs besides."""
    count = len(state.active)
    following = len(state.rounds) + 1
    return {
        **public_view(state),
        "players": [
            {
                "id": player.id,
                "name": player.name,
                "active": player.is_active,
                "no_show": player.is_no_show,
                "joined_round": player.joined_round,
                "decks": [
                    {"starter": deck.starter, "size": deck.size, "hash": deck.hash}
                    for deck in player.decks
                ],
                "notes": list(player.notes),
            }
            for player in state.players
        ],
        "can_undo": len(state.log) > 1,
        "open_tables": [] if state.current is None else list(state.current.open_tables),
        "most_rounds": most_rounds_for(count) if count else 0,
        "many_rounds": bool(count) and is_many_rounds(following, count),
        "last": None if not state.log else state.log[-1].name,
    }


def player_view(state: LeagueState, player_id: str) -> dict[str, Any]:
    """What one player's phone shows.

    Raises:
        FindingError: `E_UNKNOWN_PLAYER`.
    """
    player = state.player(player_id)
    if player is None:
        raise FindingError(
            "E_UNKNOWN_PLAYER", f"no player has the id {player_id!r}", player=player_id
        )
    standing = next(row for row in standings_view(state) if row["id"] == player.id)
    current = state.current
    own_final = (
        state.final if state.final is not None and player.id in state.final.match.players else None
    )
    match = None if current is None else current.match_of(player.id)
    return {
        "status": state.status.value,
        "title": state.announced.title,
        "code": state.announced.code,
        "id": player.id,
        "name": player.name,
        "active": player.is_active,
        "round": 0 if current is None else current.number,
        "planned_rounds": planned_rounds(state),
        "clock": _clock_view(current),
        "bye": current is not None and current.bye == player.id,
        "match": None if match is None else _seen_by(state, match, player.id),
        "final": None if own_final is None else _seen_by(state, own_final.match, player.id),
        "won": _winner(state) == player.id,
        "standing": standing,
        "history": history_view(state, player.id),
    }


def history_view(state: LeagueState, player_id: str) -> list[dict[str, Any]]:
    """A player's rounds as they stand on the score card."""
    rows: list[dict[str, Any]] = []
    total = 0
    for each in state.rounds:
        match = each.match_of(player_id)
        row: dict[str, Any] = {"round": each.number, "bye": each.bye == player_id}
        if row["bye"]:
            total += 3
            row.update(points=3, total=total)
        elif match is not None:
            row.update(_seen_by(state, match, player_id))
            seen = result_for(match, player_id)
            if seen is not None:
                total += seen[2]
                row["total"] = total
        else:
            continue
        rows.append(row)
    return rows


def standings_view(state: LeagueState, after_round: int | None = None) -> list[dict[str, Any]]:
    """Everybody in order, with what put each before the next.

    Args:
        state: The evening.
        after_round: As it stood after this round; None: as it stands.
    """
    if after_round is not None:
        rounds = tuple(each for each in state.rounds if each.number <= after_round)
        state = replace(state, rounds=rounds, final=None)
    records = state.records()
    scores = state.opponent_scores()
    ranking = ranking_of(state)
    order = list(ranking.order)
    stages = [stage.value for stage in ranking.stages]
    final = state.final
    if final is not None:
        # SA24: the winner of the final is first and the loser second, whatever the totals. Before
        # it is played the finalists stand on top in the order of 3.13.
        first = _winner(state)
        pair = sorted(final.match.players, key=lambda player: player != first)
        order = [*pair, *(player for player in order if player not in pair)]
        stages = _stages_after_final(order, ranking.order, stages, is_played=first is not None)
    by_id = {player.id: player for player in state.players}
    return [
        {
            "place": place,
            "id": player,
            "name": by_id[player].name,
            "active": by_id[player].is_active,
            "points": records[player].points,
            "opponent_score": plain_number(scores[player]),
            "has_bye": records[player].byes > 0,
            "results": records[player].results,
            "games": list(records[player].games),
            "decided_by": stages[place - 1] if place <= len(stages) else None,
        }
        for place, player in enumerate(order, start=1)
    ]


def plain_number(score: int | Fraction) -> int | float:
    """An opponent score as people read it: whole, or with two places."""
    return int(score) if score == int(score) else round(float(score), 2)


def progress_view(progress: MatchProgress) -> dict[str, Any]:
    """Where a match stands and what may be told next."""
    return {
        "players": list(progress.players),
        "games": list(progress.games),
        "game": len(progress.winners) + (0 if progress.is_over else 1),
        "has_clash": progress.has_clash,
        "deck_chooser": progress.deck_choosers[-1],
        "start_chooser": progress.start_choosers[-1],
        "begins": progress.begins,
        "mulligans": list(progress.mulligans),
        "kept": list(progress.kept),
        "turns": list(progress.turns),
        "turns_ended": progress.turns_ended,
        "turns_left": progress.turns_left,
        "is_time_called": progress.is_time_called,
        "is_over": progress.is_over,
        "asks": [kind.value for kind in progress.asks],
    }


def _stages_after_final(
    order: Sequence[str], ranked: Sequence[str], stages: Sequence[str], *, is_played: bool
) -> list[str]:
    place = {player: at for at, player in enumerate(ranked)}
    shown = []
    for at, (upper, lower) in enumerate(pairwise(order)):
        if at == 0:
            shown.append("final" if is_played else stages[0])
        elif at == 1:
            shown.append("finalist")
        else:
            one, other = place[upper], place[lower]
            shown.append(stages[one] if other == one + 1 else "points")
    return shown


def _winner(state: LeagueState) -> str | None:
    if state.status is not Status.OVER or state.final is None:
        return None
    result = state.final.match.result
    assert result is not None, "an evening is over when the final has a result"
    one, other = state.final.match.players
    return one if result.games[0] > result.games[1] else other


def _clock_view(current: Round | None) -> dict[str, Any] | None:
    if current is None:
        return None
    clock = current.clock
    return {"ran_s": clock.ran_s, "since_s": clock.since_s, "limit_s": MATCH_TIME_S}


def _round_view(state: LeagueState, each: Round) -> dict[str, Any]:
    return {
        "number": each.number,
        "tables": [_match_view(state, match) for match in each.matches],
        "bye": None if each.bye is None else _who(state, each.bye),
        "reason": each.reason,
        "stack": list(each.stack),
    }


def _final_view(state: LeagueState, final: Final | None) -> dict[str, Any] | None:
    if final is None:
        return None
    winner = _winner(state)
    return {
        **_match_view(state, final.match),
        "decided_by": final.stage.value,
        "lot": [_who(state, player) for player in final.lot],
        "winner": None if winner is None else _who(state, winner),
    }


def _match_view(state: LeagueState, match: Match) -> dict[str, Any]:
    result = match.result
    steps = follow_match(match.players, match.steps) if match.steps else None
    return {
        "table": match.table,
        "one": _who(state, match.one),
        "other": _who(state, match.other),
        "games": None if result is None else list(result.games),
        "points": None if result is None else [result.points, result.other_points],
        "ending": None if match.ending is None else match.ending.value,
        "is_rematch": match.is_rematch,
        "corrections": list(match.corrections),
        "progress": None if steps is None else progress_view(steps),
    }


def _seen_by(state: LeagueState, match: Match, player_id: str) -> dict[str, Any]:
    """A match as one of its players sees it."""
    other = match.other if match.one == player_id else match.one
    seen = result_for(match, player_id)
    return {
        "table": match.table,
        "opponent": _who(state, other),
        "games": None if seen is None else list(seen[1]),
        "points": None if seen is None else seen[2],
        "ending": None if match.ending is None else match.ending.value,
    }


def _who(state: LeagueState, player_id: str) -> Mapping[str, str]:
    player = state.player(player_id)
    return {"id": player_id, "name": player_id if player is None else player.name}
