"""Who may do what."""

from __future__ import annotations

import pytest

from companion.errors import NotAllowedError
from companion.game.actions import (
    Action,
    AllowClue,
    AskClue,
    CardsSeen,
    ChooseKey,
    CorrectCell,
    CoverLaid,
    CoverLifted,
    EndTurn,
    GiveClue,
    Guess,
    NewGame,
    RivalCover,
    Settle,
    Undo,
)
from companion.game.state import GameState, KeySource
from companion.table.permission import audience_of, may_answer, require_allowed
from companion.table.seats import Standing
from companion.terms import Audience, Cell, CoverCard, Team
from tests.table.watching import KEY

CELL = Cell(1, 2)
KNOWN = GameState(key=KEY)
PAPER = GameState(key_source=KeySource.PAPER)

ACTIONS: dict[str, Action] = {
    "new game": NewGame(),
    "new game with key": NewGame(key=KEY),
    "key dealt": ChooseKey(key_source=KeySource.DEALT),
    "key on paper": ChooseKey(key_source=KeySource.PAPER, starting_team=Team.ORANGE),
    "key entered": ChooseKey(key_source=KeySource.ENTERED, key=KEY),
    "key handed over as dealt": ChooseKey(key_source=KeySource.DEALT, key=KEY),
    "cards": CardsSeen(()),
    "clue": GiveClue("snow", 2),
    "ask": AskClue("snow", Team.ORANGE),
    "allow": AllowClue("snow", Team.YELLOW),
    "guess": Guess(CELL),
    "cover": CoverLaid(CELL, CoverCard.ORANGE),
    "lift": CoverLifted(CELL),
    "correct": CorrectCell(CELL, None),
    "end turn": EndTurn(),
    "rival": RivalCover(CELL),
    "settle": Settle(Team.ORANGE),
    "undo": Undo(),
}
CAMERA_ONLY = {"cards", "cover"}
HAS_KEY = {"new game with key", "key entered", "key handed over as dealt"}
HOST = {"new game", "key dealt", "key on paper", "end turn", "undo"}


def allowed(standing: Standing, state: GameState) -> set[str]:
    names = set()
    for name, action in ACTIONS.items():
        try:
            require_allowed(standing, action, state)
        except NotAllowedError:
            continue
        names.add(name)
    return names


@pytest.mark.parametrize(
    ("standing", "state", "expected"),
    [
        pytest.param(Standing.GUESSER, KNOWN, set(), id="guesser"),
        pytest.param(Standing.GUESSER, PAPER, set(), id="guesser, paper"),
        pytest.param(Standing.HOST, KNOWN, HOST, id="host"),
        pytest.param(Standing.HOST, PAPER, set(ACTIONS) - CAMERA_ONLY - HAS_KEY, id="host, paper"),
        pytest.param(Standing.CLUEMASTER, KNOWN, set(ACTIONS) - CAMERA_ONLY, id="cluemaster"),
        pytest.param(Standing.CAMERA, KNOWN, CAMERA_ONLY | {"correct"}, id="camera"),
    ],
)
def test_actions_belong_to(standing: Standing, state: GameState, expected: set[str]) -> None:
    assert allowed(standing, state) == expected


def test_every_kind_of_action_is_tried_here() -> None:
    assert {type(action) for action in ACTIONS.values()} == set(Action.__args__)


@pytest.mark.parametrize(
    ("standing", "audience"),
    [
        (Standing.CLUEMASTER, Audience.CLUEMASTER),
        (Standing.HOST, Audience.TABLE_SCREEN),
        (Standing.GUESSER, Audience.GUESSER),
        (Standing.CAMERA, Audience.TABLE_SCREEN),
    ],
)
def test_audience_of_a_standing(standing: Standing, audience: Audience) -> None:
    assert audience_of(standing) is audience


def test_host_may_answer_only_when_the_key_is_on_paper() -> None:
    assert not may_answer(Standing.HOST, KNOWN)
    assert may_answer(Standing.HOST, PAPER)
    assert not may_answer(Standing.GUESSER, PAPER)
