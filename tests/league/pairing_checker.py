"""Checks pairings without a look at the room: brute force, nothing clever.

Pairings are generated in lexicographical order (the top player with the highest partner first,
and so on), so the first one that is found is the one that must have been chosen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

Pair = tuple[str, str]


def all_pairings(stack: Sequence[str]) -> Iterator[list[Pair]]:
    """Every way to fill the tables, in lexicographical order."""
    if not stack:
        yield []
        return
    top, rest = stack[0], stack[1:]
    for at, partner in enumerate(rest):
        for others in all_pairings([*rest[:at], *rest[at + 1 :]]):
            yield [(top, partner), *others]


def best_by_force(
    stack: Sequence[str], met: set[frozenset[str]], byes: Sequence[str]
) -> tuple[list[Pair], str | None, int]:
    """What must be chosen: second byes first, then rematches, then a low bye, then the order."""
    options: list[str | None] = [None]
    if len(stack) % 2:
        fewest = min(byes.count(player) for player in stack)
        options = [player for player in reversed(stack) if byes.count(player) == fewest]
    best: tuple[int, list[Pair], str | None] | None = None
    for bye in options:
        for pairs in all_pairings([player for player in stack if player != bye]):
            rematches = sum(frozenset(pair) in met for pair in pairs)
            if best is None or rematches < best[0]:
                best = (rematches, pairs, bye)
    assert best is not None
    return best[1], best[2], best[0]


def can_be_seated(players: Sequence[str], met: set[frozenset[str]], found: dict[str, bool]) -> bool:
    """Whether everybody can be seated with somebody new; remembers what was asked before."""
    if not players:
        return True
    name = "|".join(players)
    if name not in found:
        top, rest = players[0], list(players[1:])
        found[name] = any(
            frozenset((top, partner)) not in met
            and can_be_seated([each for each in rest if each != partner], met, found)
            for partner in rest
        )
    return found[name]
