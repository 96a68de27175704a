from __future__ import annotations

import random

import pytest

from companion.errors import FindingError
from companion.league.pairing import order_stack, pair_round
from tests.league.pairing_checker import best_by_force


def test_stack_is_ordered_by_the_published_seed() -> None:
    nobody_has_points = dict.fromkeys("ABCDEFGH", 0)

    first = order_stack(nobody_has_points, seed="springfield-2003", round_number=1)
    second = order_stack(nobody_has_points, seed="springfield-2003", round_number=2)

    assert "".join(first) == "GAHEDCBF"
    assert "".join(second) == "EHBFACDG"


def test_stack_has_the_most_points_on_top() -> None:
    stack = order_stack({"a": 3, "b": 9, "c": 6}, seed="s", round_number=2)

    assert stack == ("b", "c", "a")


@pytest.mark.parametrize("seed", range(60))
def test_pairing_is_the_one_that_brute_force_finds(seed: int) -> None:
    rng = random.Random(seed)
    stack = [f"p{n}" for n in range(rng.randint(2, 9))]
    density = rng.random()
    met = [
        (one, other)
        for at, one in enumerate(stack)
        for other in stack[at + 1 :]
        if rng.random() < density
    ]
    byes = [player for player in stack if rng.random() < rng.choice((0.2, 0.9))]

    paired = pair_round(stack, met=met, byes=byes)

    pairs, bye, rematches = best_by_force(stack, {frozenset(pair) for pair in met}, byes)
    assert list(paired.tables) == pairs
    assert paired.bye == bye
    assert paired.rematches == rematches


def test_second_bye_needs_confirmation_when_everybody_had_one() -> None:
    paired = pair_round(["a", "b", "c"], byes=["a", "b", "c"])

    assert paired.bye == "c"
    assert paired.is_second_bye
    assert paired.needs_confirmation


@pytest.mark.parametrize("stack", [[], ["a"], ["a", "b", "a"]])
def test_stack_that_cannot_be_paired_is_refused(stack: list[str]) -> None:
    with pytest.raises(FindingError, match="stack"):
        pair_round(stack)
