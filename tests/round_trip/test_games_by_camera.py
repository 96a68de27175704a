"""Whole games on the simulated table, seen by the camera alone, beside what the script did."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from random import Random

import pytest

from companion.cli.demo import games_by_chance, written_game
from companion.cli.demo_game import DemoGame
from companion.cli.faces import printed_faces
from companion.cli.performance import Comparison, Performance
from companion.deck.cards import built_in_deck
from companion.game.outcome import How
from companion.simulated.faces import FaceShelf
from companion.simulated.source import FRAMES_PER_S
from companion.store.store import Store
from companion.table.hall import HOME, Hall
from companion.terms import Edition, Team

FEW_FRAMES_PER_S = 8.0
"""For the quick run: three frames still fall into the time in which a reading settles."""

TEAMS = """\
mode: teams
key: OYNXO/YONYO/OYNOY/NOYOY/NONYN orange
clue SNOW 2
guess A1
stop
clue NIGHT 1
guess D1
"""
TWO_PLAYERS = """\
mode: two-player
key: OYNXO/YONYO/OYNOY/NOYOY/NONYN orange
clue SNOW 1
guess A1
guess C1
rival B1
clue NIGHT 1
guess D1
"""


@pytest.fixture(scope="module")
def shelf() -> FaceShelf:
    return FaceShelf(printed_faces(built_in_deck(), Edition.SIMPSONS))


def play(
    games: Iterable[DemoGame], seed: int, shelf: FaceShelf, frames_per_s: float = FRAMES_PER_S
) -> list[Comparison]:
    with Store("sqlite://") as store:
        hall = Hall(store, Random(seed), deck=built_in_deck())
        performance = Performance(
            hall.table(HOME).referee,
            deck=built_in_deck(),
            edition=Edition.SIMPSONS,
            faces=shelf,
            games=games,
            seed=seed,
        )
        return performance.play_at_once(frames_per_s)


@pytest.mark.parametrize(
    ("text", "winner"),
    [
        pytest.param(TEAMS, Team.ORANGE, id="teams", marks=pytest.mark.slow),
        pytest.param(TWO_PLAYERS, Team.YELLOW, id="two-player", marks=pytest.mark.slow),
    ],
)
def test_short_game_comes_out_as_the_script_wrote_it(
    text: str, winner: Team, shelf: FaceShelf
) -> None:
    game = written_game(text, built_in_deck(), seed=3)

    (comparison,) = play([game], 3, shelf, FEW_FRAMES_PER_S)

    assert comparison.is_right, comparison.in_one_line()
    outcome = comparison.state.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.how) == (winner, How.GAME_OVER_CARD)


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["teams", "two-player"])
@pytest.mark.parametrize("seed", range(1, 21))
def test_game_by_chance_comes_out_as_the_script_wrote_it(
    seed: int, mode: str, shelf: FaceShelf
) -> None:
    games = islice(games_by_chance(built_in_deck(), seed, mode, Edition.SIMPSONS), 1)

    (comparison,) = play(games, seed, shelf)

    print(f"\nseed {seed}, {mode}, {comparison.in_one_line()}")
    assert comparison.is_right, comparison.in_one_line()
