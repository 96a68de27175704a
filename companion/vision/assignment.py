"""Which of a few kinds each thing is, when it is known how many there are of each kind.

With few kinds this has an exact answer without a general solver: an assignment is the cheapest
one if and only if no ring of kinds, each handing one thing on to the next, makes it cheaper. With
four kinds there are twenty such rings.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise, permutations

import numpy as np
from numpy.typing import NDArray

_Floats = NDArray[np.float64]

_NOTHING_GAINED = 1e-9


def assign(cost: _Floats, counts: Sequence[int]) -> NDArray[np.intp]:
    """Find the cheapest assignment with the given counts, exactly.

    Args:
        cost: float64, shape `(n, kinds)`: what it costs that a thing is of a kind.
        counts: How many there are of each kind, n in all.

    Returns:
        The kind of each thing, shape `(n,)`.

    Raises:
        ValueError: The counts do not add up to n.

    Example:
        >>> assign(np.array([[0.0, 5.0], [1.0, 9.0], [2.0, 3.0]]), (2, 1)).tolist()
        [0, 0, 1]
    """
    if sum(counts) != len(cost) or len(counts) != cost.shape[1]:
        raise ValueError(f"counts {tuple(counts)} do not fit costs of shape {cost.shape}")
    kinds = np.empty(len(cost), np.intp)
    left = list(counts)
    # A good beginning: who has a clear favourite chooses first.
    ordered = np.sort(cost, axis=1)
    for thing in np.argsort(ordered[:, 0] - ordered[:, 1], kind="stable"):
        kind = next(kind for kind in np.argsort(cost[thing], kind="stable") if left[kind] > 0)
        kinds[thing] = kind
        left[kind] -= 1
    while True:
        step, mover = _steps(cost, kinds)
        gain, ring = _cheapest_ring(step)
        if gain > -_NOTHING_GAINED:
            return kinds
        for kind, following in pairwise(ring):
            kinds[mover[kind, following]] = following


def cost_of_next_best(cost: _Floats, kinds: NDArray[np.intp]) -> float:
    """What the best different assignment with the same counts costs more than this cheapest one.

    Example:
        >>> cost = np.array([[0.0, 5.0], [1.0, 9.0], [2.0, 3.0]])
        >>> cost_of_next_best(cost, assign(cost, (2, 1)))
        4.0
    """
    return _cheapest_ring(_steps(cost, kinds)[0])[0]


def _steps(cost: _Floats, kinds: NDArray[np.intp]) -> tuple[_Floats, NDArray[np.intp]]:
    """Cheapest step from kind to kind, and who takes it."""
    count = cost.shape[1]
    step = np.full((count, count), np.inf)
    mover = np.full((count, count), -1, np.intp)
    for kind in range(count):
        members = np.nonzero(kinds == kind)[0]
        if len(members) == 0:
            continue
        change = cost[members] - cost[members, kind][:, None]
        step[kind] = change.min(axis=0)
        mover[kind] = members[change.argmin(axis=0)]
        step[kind, kind] = np.inf
    return step, mover


def _cheapest_ring(step: _Floats) -> tuple[float, tuple[int, ...]]:
    rings = _rings(len(step))
    return min((float(sum(step[a, b] for a, b in pairwise(ring))), ring) for ring in rings)


@cache
def _rings(count: int) -> tuple[tuple[int, ...], ...]:
    """Every ring of two kinds or more, once, its first kind repeated at the end."""
    return tuple(
        (*ring, ring[0])
        for length in range(2, count + 1)
        for ring in permutations(range(count), length)
        if ring[0] == min(ring)
    )
