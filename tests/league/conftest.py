from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.league.actions import Action, CheckIn, EnterResult, NewEvent, PublishRound
from companion.league.decks import RegisteredDeck
from companion.league.rules import apply_action
from companion.league.state import EMPTY_EVENING, LeagueState

Evening = Callable[..., LeagueState]
DECKS = (RegisteredDeck("Star A", 50), RegisteredDeck("Star B", 52))


def an_evening(count: int = 8, *, rounds_played: int = 0, **announced: object) -> LeagueState:
    """Players P1, P2, ... checked in, and rounds in which whoever is named first wins 2-0."""
    state = apply_action(
        EMPTY_EVENING,
        NewEvent(title="Cup", code="cup", seed="springfield-2003", **announced),  # type: ignore[arg-type]
    )
    for number in range(1, count + 1):
        state = apply_action(
            state, CheckIn(player=f"P{number}", player_name=f"Player {number}", decks=DECKS)
        )
    for number in range(1, rounds_played + 1):
        state = apply_action(state, PublishRound())
        for match in state.rounds[-1].matches:
            state = apply_action(state, EnterResult(round=number, table=match.table, games=(2, 0)))
    return state


@pytest.fixture
def evening() -> Evening:
    return an_evening


@pytest.fixture
def after() -> Callable[..., LeagueState]:
    def play(state: LeagueState, *actions: Action) -> LeagueState:
        for action in actions:
            state = apply_action(state, action)
        return state

    return play
