"""What a round costs: `pytest -m benchmark -s tests/league/test_speed.py` prints the figures."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator

import pytest

from companion.league.matching import Witness
from companion.league.pairing import order_stack, pair_round
from companion.league.points import most_rounds_for

pytestmark = pytest.mark.benchmark

MOST_S_FOR_64 = 0.5


def costs(count: int, rounds: int, seed: int = 1) -> Iterator[tuple[float, int]]:
    """Seconds and full searches of each round of an evening by chance."""
    rng = random.Random(seed)
    points = {f"p{number}": 0 for number in range(count)}
    met: list[tuple[str, str]] = []
    byes: list[str] = []
    for number in range(1, rounds + 1):
        searched = 0
        search = Witness._search

        def counted(self: Witness, places: object, search: object = search) -> object:
            nonlocal searched
            searched += 1
            return search(self, places)  # type: ignore[operator]

        Witness._search = counted  # type: ignore[method-assign,assignment]
        try:
            started = time.perf_counter()
            stack = order_stack(points, seed="x", round_number=number)
            paired = pair_round(stack, met=met, byes=byes)
            took = time.perf_counter() - started
        finally:
            Witness._search = search  # type: ignore[method-assign]
        met += paired.tables
        if paired.bye is not None:
            byes.append(paired.bye)
            points[paired.bye] += 3
        for one, other in paired.tables:
            for player, gained in zip(
                (one, other), rng.choice(((3, 1), (1, 3), (2, 2))), strict=True
            ):
                points[player] += gained
        yield took, searched


@pytest.mark.parametrize(
    ("count", "rounds"), [(64, 6), (128, 7), (256, 8), (512, 9), (64, 63), (63, 63)]
)
def test_a_round_is_paired_at_once(count: int, rounds: int) -> None:
    import networkx  # noqa: F401  # loading it is no part of a round

    assert rounds <= most_rounds_for(count)
    took = list(costs(count, rounds))
    worst, searches = max(took)
    total = sum(searched for _, searched in took)
    print(
        f"{count} players, {rounds} rounds: worst round {worst * 1000:.1f} ms with {searches} full "
        f"searches; {total} searches in all"
    )

    if count <= 64:
        assert worst <= MOST_S_FOR_64
