from __future__ import annotations

import pytest

from tests.league.random_event import Seen, play_an_evening


@pytest.mark.parametrize("seed", range(12))
def test_evening_by_chance_is_paired_as_it_must_be(seed: int) -> None:
    play_an_evening(seed, most_players=16)


@pytest.mark.slow
def test_two_thousand_evenings_by_chance_are_paired_as_they_must_be() -> None:
    total = Seen()
    for seed in range(2000):
        seen = play_an_evening(seed)
        total.rounds += seen.rounds
        total.rematches += seen.rematches
        total.second_byes += seen.second_byes
        total.forced += seen.forced
    print(total)

    assert total.rounds > 10_000
