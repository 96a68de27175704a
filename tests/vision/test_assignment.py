from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from companion.vision.assignment import assign, cost_of_next_best


@pytest.mark.parametrize("seed", range(8))
def test_assignment_is_the_cheapest_of_all_and_the_margin_that_of_the_second(seed: int) -> None:
    rng = np.random.default_rng(seed)
    cost = rng.uniform(0, 1, (7, 3))
    counts = (3, 2, 2)
    every = {
        kinds: sum(cost[thing, kind] for thing, kind in enumerate(kinds))
        for kinds in set(permutations((0, 0, 0, 1, 1, 2, 2)))
    }
    best, second = sorted(every.values())[:2]

    kinds = assign(cost, counts)

    assert every[tuple(kinds.tolist())] == pytest.approx(best)
    assert cost_of_next_best(cost, kinds) == pytest.approx(second - best)


def test_assignment_refuses_counts_that_do_not_fit() -> None:
    with pytest.raises(ValueError, match="do not fit"):
        assign(np.zeros((3, 2)), (1, 1))
