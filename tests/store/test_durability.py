"""Kill -9 at random moments: no accepted action lost, none doubled."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.store.store import Store

CHILD = Path(__file__).with_name("append_until_killed.py")
ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Toll:
    """What the kills cost: accepted actions in all, and how many were lost or doubled."""

    accepted: int
    lost: int
    doubled: int


def kill_again_and_again(folder: Path, kills: int, seed: int) -> Toll:
    rng = random.Random(seed)
    said: list[int] = []
    for _ in range(kills):
        with subprocess.Popen(
            [sys.executable, str(CHILD), str(folder)],
            stdout=subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        ) as child:
            assert child.stdout is not None
            # The moment is chosen by what was accepted so far and then left to the scheduler:
            # the child goes on writing while the signal is on its way.
            for _ in range(rng.randint(1, 30)):
                said.append(int(child.stdout.readline()))
            child.kill()
            said += [
                int(line)
                for line in child.stdout.read().splitlines(keepends=True)
                if line.endswith(b"\n")
            ]
    with Store(folder) as store:
        kept = [document["number"] for document in store.actions("home", "1")]
    return Toll(
        accepted=len(said),
        lost=len(set(said) - set(kept)),
        doubled=len(kept) - len(set(kept)) + len(said) - len(set(said)),
    )


def test_store_loses_and_doubles_nothing_when_killed(tmp_path: Path) -> None:
    toll = kill_again_and_again(tmp_path, kills=3, seed=1)

    assert toll.accepted >= 3
    assert (toll.lost, toll.doubled) == (0, 0)


@pytest.mark.slow
def test_store_loses_and_doubles_nothing_when_killed_fifty_times(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    toll = kill_again_and_again(tmp_path, kills=50, seed=2)
    with capsys.disabled():
        sys.stdout.write(
            f"\nstore: 50 x kill -9, {toll.accepted} accepted actions,"
            f" {toll.lost} lost, {toll.doubled} doubled\n"
        )

    assert (toll.lost, toll.doubled) == (0, 0)
