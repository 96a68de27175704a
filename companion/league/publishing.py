"""Pairs a round and publishes it (3.1, 3.2, 3.10 to 3.12)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from companion.errors import FindingError
from companion.league.actions import PublishRound
from companion.league.check_in import require_decks, require_player
from companion.league.lookup import require_no_open_tables, require_round
from companion.league.pairing import Pairing, order_stack, pair_round
from companion.league.points import FEWEST_ROUNDS, most_rounds_for, require_enough, rounds_for
from companion.league.state import LeagueState, Match, Round, Status


def planned_rounds(state: LeagueState) -> int:
    """3.12: how many rounds are planned; what was announced, else the table's number."""
    if state.announced.rounds is not None:
        return state.announced.rounds
    # Whoever came in counts for the field, also after dropping out.
    count = len(state.players)
    if count < 2:
        return FEWEST_ROUNDS
    return rounds_for(count, is_friendly=True)


def next_pairing(state: LeagueState, stack: Sequence[str] = ()) -> tuple[tuple[str, ...], Pairing]:
    """3.1, 3.2, 3.10, 3.11: order the cards and pair them, without publishing.

    Args:
        state: The evening.
        stack: The cards as they were shuffled by hand; empty: by the seed.

    Raises:
        FindingError: No round can be paired now, or the stack is not one of these players.
    """
    _require_ready(state)
    points = state.points()
    active = {player.id: points[player.id] for player in state.active}
    number = len(state.rounds) + 1
    if stack:
        _require_order(state, stack, active)
        cards = tuple(stack)
    else:
        cards = order_stack(active, seed=state.announced.seed, round_number=number)
    return cards, pair_round(cards, met=state.met, byes=state.byes)


def publish(state: LeagueState, action: PublishRound) -> LeagueState:
    """3.11: publish the next round; what is published is never paired anew.

    Raises:
        FindingError: As `next_pairing`; `E_NEEDS_CONFIRMATION` when no legal pairing exists and
            no reason is given.
    """
    if action.tables:
        cards, pairing = _as_published(state, action)
    else:
        cards, pairing = next_pairing(state, action.stack)
    met = {frozenset(pair) for pair in state.met}
    again = [pair for pair in pairing.tables if frozenset(pair) in met]
    if pairing.needs_confirmation and not action.reason:
        raise FindingError(
            "E_NEEDS_CONFIRMATION",
            _why_confirm(state, pairing, again),
            rematches=[_names(state, pair) for pair in again],
            second_bye=_name(state, pairing.bye) if pairing.is_second_bye else None,
        )
    published = Round(
        number=len(state.rounds) + 1,
        stack=cards,
        points=state.points(),
        matches=tuple(
            Match(table=table, one=one, other=other, is_rematch=(one, other) in again)
            for table, (one, other) in enumerate(pairing.tables, start=1)
        ),
        bye=pairing.bye,
        reason=action.reason if pairing.needs_confirmation else "",
    )
    return replace(state, rounds=(*state.rounds, published), status=Status.ROUNDS)


def unpublish(state: LeagueState) -> LeagueState:
    """SA21: take a round back, only while none of its results exists."""
    current = require_round(state)
    if any(match.result is not None for match in current.matches):
        raise FindingError("E_HAS_RESULTS", f"round {current.number} has results: undo them first")
    rounds = state.rounds[:-1]
    # Whoever came in late into this very round was not there before it; SA20 seats them again.
    return replace(state, rounds=rounds, status=Status.ROUNDS if rounds else Status.CHECK_IN)


def _require_ready(state: LeagueState) -> None:
    if state.status in (Status.FINAL, Status.OVER):
        raise FindingError("E_FINAL_STARTED", "the final has begun: there are no more rounds")
    current = state.current
    if current is not None:
        require_no_open_tables(current)
    count = len(state.active)
    if current is None:
        # 1.2: as many are needed at the start; later the evening goes on with whoever is left.
        require_enough(count, is_friendly=state.announced.is_friendly)
        if state.announced.checks_decks:
            for player in state.active:
                require_decks(player.name, player.decks)
    if count < 2:
        raise FindingError("E_MIN_PLAYERS", f"{count} players are left", count=count, least=2)
    if len(state.rounds) + 1 > most_rounds_for(count):
        raise FindingError(
            "E_TOO_MANY_ROUNDS",
            f"{count} players can play {most_rounds_for(count)} rounds at most",
            count=count,
            most=most_rounds_for(count),
        )


def _require_order(state: LeagueState, stack: Sequence[str], active: dict[str, int]) -> None:
    """3.10: a stack shuffled by hand holds everybody once, most points on top."""
    for player in stack:
        require_player(state, player)
    if sorted(stack) != sorted(active):
        missing = [player for player in active if player not in stack]
        extra = [player for player in stack if player not in active or stack.count(player) > 1]
        wrong = _name(state, (missing or extra)[0])
        what = "is missing from" if missing else "must not be, or only once, in"
        raise FindingError("E_STACK", f"{wrong} {what} the stack", player=wrong)
    for upper, lower in pairwise(stack):
        if active[upper] < active[lower]:
            raise FindingError(
                "E_STACK",
                f"{_name(state, lower)} has more points than {_name(state, upper)} above",
                player=_name(state, lower),
            )


def _as_published(state: LeagueState, action: PublishRound) -> tuple[tuple[str, ...], Pairing]:
    """A round as the log has it: published pairings stay, whatever pairs rounds today."""
    _require_ready(state)
    seated = [player for pair in action.tables for player in pair]
    everybody = [*seated, *([] if action.bye is None else [action.bye])]
    if sorted(everybody) != sorted(player.id for player in state.active):
        raise FindingError("E_STACK", "a published round seats every active player once")
    met = {frozenset(pair) for pair in state.met}
    rematches = sum(frozenset(pair) in met for pair in action.tables)
    stack = action.stack or tuple(everybody)
    return stack, Pairing(action.tables, action.bye, rematches, action.bye in state.byes)


def _why_confirm(state: LeagueState, pairing: Pairing, again: list[tuple[str, str]]) -> str:
    parts = [" - ".join(_names(state, pair)) for pair in again]
    if pairing.is_second_bye:
        parts.append(f"second bye for {_name(state, pairing.bye)}")
    return f"no legal pairing exists; give a reason to confirm: {', '.join(parts)}"


def _name(state: LeagueState, player_id: str | None) -> str:
    player = None if player_id is None else state.player(player_id)
    return str(player_id) if player is None else player.name


def _names(state: LeagueState, pair: Sequence[str]) -> list[str]:
    return [_name(state, player) for player in pair]
