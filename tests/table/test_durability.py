"""Kill -9 at random moments of games: the evening comes back as it was."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from companion.deck.cards import load_deck
from companion.store.store import Store
from companion.table.channel import Channel
from companion.table.referee import Referee
from tests.table.watching import finger_print

CHILD = Path(__file__).with_name("play_until_killed.py")
ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Toll:
    """What the kills cost.

    `wrong` counts restarts that brought back another state than the one that was accepted last.
    """

    accepted: int
    lost: int
    doubled: int
    wrong: int


def kill_again_and_again(folder: Path, kills: int, seed: int) -> Toll:
    rng = Random(seed)
    said: list[tuple[int, int]] = []
    wrong = 0
    for number in range(kills):
        with subprocess.Popen(
            [sys.executable, str(CHILD), str(folder), str(number)],
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        ) as child:
            assert child.stdout is not None
            lines = [child.stdout.readline() for _ in range(rng.randint(1, 40))]
            child.kill()  # it plays on while the signal is on its way
            lines += child.stdout.read().splitlines(keepends=True)
        for line in lines:
            if line.endswith(b"\n"):
                revision, print_of_state = line.split()
                said.append((int(revision), int(print_of_state)))
        with Store(folder) as store:
            back = Referee("home", store, Channel(), rng, deck=load_deck("springfield"))
        last, print_of_last = said[-1]
        # One action may have been kept whose acceptance nobody heard of any more.
        is_same = back.revision == last and finger_print(back.state) == print_of_last
        wrong += not (is_same or back.revision == last + 1)
    with Store(folder) as store:
        kept = store.action_count("home")
    revisions = [revision for revision, _ in said]
    return Toll(
        accepted=len(said),
        lost=sum(revision > kept for revision in revisions),
        doubled=len(revisions) - len(set(revisions)),
        wrong=wrong,
    )


def test_evening_comes_back_when_killed(tmp_path: Path) -> None:
    toll = kill_again_and_again(tmp_path, kills=3, seed=1)

    assert (toll.lost, toll.doubled, toll.wrong) == (0, 0, 0)


@pytest.mark.slow
def test_evening_comes_back_when_killed_fifty_times(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    toll = kill_again_and_again(tmp_path, kills=50, seed=2)
    with capsys.disabled():
        sys.stdout.write(
            f"\ntable: 50 x kill -9 while games are played, {toll.accepted} accepted actions,"
            f" {toll.lost} lost, {toll.doubled} doubled, {toll.wrong} evenings not as they were\n"
        )

    assert (toll.lost, toll.doubled, toll.wrong) == (0, 0, 0)
