"""A table with a key that is easy to remember, and moves written as lines of a game.

A B C D E
O O O O O  1   the far row
O O O O Y  2
Y Y Y Y Y  3
Y Y N N N  4
N N N N X  5
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.game.actions import NewGame
from companion.game.key_card import KeyCard
from companion.game.lines import parse_action
from companion.game.marks import parse_key
from companion.game.pieces import CardOnTable, KeySource
from companion.game.rules import apply_action, start_game
from companion.game.state import GameState
from companion.terms import Face, Team

PLAIN_KEY = "OOOOO/OOOOY/YYYYY/YYNNN/NNNNX orange"

Begin = Callable[..., GameState]
Play = Callable[..., GameState]


@pytest.fixture
def key() -> KeyCard:
    """The key drawn above."""
    return parse_key(PLAIN_KEY)


@pytest.fixture
def begin(key: KeyCard) -> Begin:
    """Set a game up; `paper=True` keeps its key from the companion."""

    def begun(*, paper: bool = False, **setup: Any) -> GameState:
        if paper:
            how = {"key_source": KeySource.PAPER, "starting_team": Team.ORANGE}
        else:
            how = {"key": key}
        return start_game(NewGame(**{**how, **setup}))

    return begun


@pytest.fixture
def play() -> Play:
    """Play lines of a game's text, one action each."""

    def played(state: GameState, *lines: str) -> GameState:
        for line in lines:
            state = apply_action(state, parse_action(line, state.edition))
        return state

    return played


@pytest.fixture
def cards() -> tuple[CardOnTable, ...]:
    """25 cards, word side up."""
    return tuple(CardOnTable(f"card-{n}", f"WORD{n}", Face.WORD) for n in range(25))
