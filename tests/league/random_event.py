"""Plays evenings by chance and looks them over without a look at the room's own pairing."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass

import networkx

from companion.league.actions import (
    CheckIn,
    Drop,
    EnterResult,
    NewEvent,
    NoShow,
    PublishRound,
)
from companion.league.points import most_rounds_for, total_points
from companion.league.rules import apply_action
from companion.league.state import EMPTY_EVENING, LeagueState, Round
from tests.league.pairing_checker import best_by_force

RESULTS = ((2, 0), (2, 1), (1, 2), (0, 2), (1, 1), (1, 0), (0, 0))
FORCED_UP_TO = 8


@dataclass
class Seen:
    """What an evening by chance has shown."""

    rounds: int = 0
    rematches: int = 0
    second_byes: int = 0
    forced: int = 0


def play_an_evening(seed: int, *, most_players: int = 64) -> Seen:
    """Play one evening and check every round of it."""
    rng = random.Random(seed)
    count = rng.randint(8, most_players)
    state = apply_action(
        EMPTY_EVENING, NewEvent(title="x", code="x", seed=str(seed), checks_decks=False)
    )
    for number in range(count):
        state = apply_action(state, CheckIn(player=f"p{number}", player_name=f"n{number}"))
    # Mostly as many rounds as one plays, now and then until nobody is left to meet.
    rounds = rng.choice((4, 5, 6, 7, most_rounds_for(count)))
    leaves = rng.random() < 0.5
    is_plain = True
    seen = Seen()
    for number in range(1, rounds + 1):
        if len(state.active) < 2 or number > most_rounds_for(len(state.active)):
            break
        before = state
        state = apply_action(state, PublishRound(reason="chance"))
        check_round(before, state.rounds[-1], seen)
        if number == 1 and leaves and rng.random() < 0.5:
            state = apply_action(state, CheckIn(player="late", player_name="late"))
            is_plain = False
        for match in state.rounds[-1].matches:
            if leaves and rng.random() < 0.02:
                gone = rng.choice(match.players)
                kind = rng.choice((Drop, NoShow))
                state = apply_action(state, kind(player=gone))
                is_plain = False
                continue
            games = rng.choice(RESULTS)
            state = apply_action(state, EnterResult(round=number, table=match.table, games=games))
        if leaves and rng.random() < 0.2 and len(state.active) > 4:
            state = apply_action(state, Drop(player=rng.choice(state.active).id))
            is_plain = False
        if is_plain:
            assert sum(state.points().values()) == total_points(count, number)
    return seen


def check_round(before: LeagueState, published: Round, seen: Seen) -> None:
    """Look one published round over."""
    active = [player.id for player in before.active]
    points = before.points()
    stack = list(published.stack)
    tables = [match.players for match in published.matches]
    met = {frozenset(match.players) for each in before.rounds for match in each.matches}
    byes = [each.bye for each in before.rounds if each.bye is not None]
    seen.rounds += 1

    # Never a player left out, nobody twice, most points on top.
    seated = [player for pair in tables for player in pair]
    everybody = [*seated, *([published.bye] if published.bye else [])]
    assert sorted(everybody) == sorted(active) == sorted(stack)
    assert [points[player] for player in stack] == sorted(
        (points[player] for player in active), reverse=True
    )

    rematches = sum(frozenset(pair) in met for pair in tables)
    seen.rematches += rematches
    had = Counter(byes)
    if published.bye and had[published.bye]:
        seen.second_byes += 1
        assert all(had[player] for player in active)
    graph = unmet_graph(stack, met)
    if rematches:
        # A rematch only where no legal pairing exists, whoever sits out.
        fewest = min(had[player] for player in stack)
        outs: list[str | None] = (
            [player for player in stack if had[player] == fewest] if len(stack) % 2 else [None]
        )
        best = min(alone_without(graph, out) for out in outs)
        assert rematches == best // 2 > 0
    if published.bye and not rematches:
        # Whoever sits lower and had no more byes could not have been left out.
        for lower in stack[stack.index(published.bye) + 1 :]:
            if had[lower] <= had[published.bye]:
                assert alone_without(graph, lower) > 0
    if len(stack) <= FORCED_UP_TO:
        pairs, bye, fewest_rematches = best_by_force(stack, met, byes)
        assert (pairs, bye, fewest_rematches) == (tables, published.bye, rematches)
        seen.forced += 1
    elif not rematches:
        check_first(stack, tables, published.bye, graph)


def check_first(
    stack: list[str], tables: list[tuple[str, str]], bye: str | None, graph: networkx.Graph
) -> None:
    """Whoever was passed over for a table could not have sat there without stranding somebody."""
    place = {player: at for at, player in enumerate(stack)}
    waiting = [player for player in stack if player != bye]
    for top, partner in tables:
        assert waiting[0] == top
        for passed in waiting[1 : waiting.index(partner)]:
            if graph.has_edge(top, passed):
                rest = [player for player in waiting if player not in (top, passed)]
                assert alone_in(graph.subgraph(rest)) > 0
        waiting.remove(top)
        waiting.remove(partner)
        assert place[top] < place[partner]


def unmet_graph(stack: list[str], met: set[frozenset[str]]) -> networkx.Graph:
    graph = networkx.Graph()
    graph.add_nodes_from(stack)
    graph.add_edges_from(
        (one, other)
        for at, one in enumerate(stack)
        for other in stack[at + 1 :]
        if frozenset((one, other)) not in met
    )
    return graph


def alone_without(graph: networkx.Graph, out: str | None) -> int:
    return alone_in(graph.subgraph([player for player in graph if player != out]))


def alone_in(graph: networkx.Graph) -> int:
    """How many nobody new is left for, by networkx alone."""
    matching = networkx.max_weight_matching(graph, maxcardinality=True)
    return len(graph) - 2 * len(matching)
