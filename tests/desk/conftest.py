from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.desk.actions import Action, NewGame
from companion.desk.rules import apply_action
from companion.desk.state import EMPTY_DESK, DeskState

Play = Callable[..., DeskState]


@pytest.fixture
def played() -> Play:
    """A game of Ada, Ben and Cleo (Ada begins) after some actions."""

    def play(*actions: Action, quick: bool = False) -> DeskState:
        state = apply_action(EMPTY_DESK, NewGame(players=("Ada", "Ben", "Cleo"), quick=quick))
        for action in actions:
            state = apply_action(state, action)
        return state

    return play
