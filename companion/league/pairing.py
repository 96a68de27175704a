"""Who plays whom: the stack of score cards, the bye, the tables (3.2, 3.10, 3.11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from companion.errors import FindingError
from companion.league.matching import Witness

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Pairing:
    """One round as it was paired.

    Attributes:
        tables: Pairs in the order of the tables, the upper card first.
        bye: Who sits out, or None.
        rematches: How many pairs have met before.
        is_second_bye: Nobody was left who had no bye yet.
    """

    tables: tuple[Pair, ...]
    bye: str | None = None
    rematches: int = 0
    is_second_bye: bool = False

    @property
    def needs_confirmation(self) -> bool:
        """No legal pairing exists: the director confirms this one, with a reason."""
        return self.rematches > 0 or self.is_second_bye


def order_stack(points: Mapping[str, int], *, seed: str, round_number: int) -> tuple[str, ...]:
    """3.1, 3.10: the stack of cards, most points on top, equal points in random order.

    The order among equals comes from the seed that was published before round 1, so that
    everybody can check it. Tie-breaks never matter here (SA23).

    Example:
        >>> "".join(order_stack(dict.fromkeys("ABCDEFGH", 0), seed="springfield-2003",
        ...                     round_number=1))
        'GAHEDCBF'
    """
    return tuple(
        sorted(
            points,
            key=lambda player: (-points[player], lot_number(seed, f"r{round_number}", player)),
        )
    )


def lot_number(seed: str, what_for: str, player: str) -> str:
    """A player's lot: anybody who knows the seed can compute it."""
    return sha256(f"{seed}|{what_for}|{player}".encode()).hexdigest()


def pair_round(
    stack: Sequence[str], *, met: Iterable[Pair] = (), byes: Iterable[str] = ()
) -> Pairing:
    """Pair one round from the top of the stack down (3.2, 3.11).

    No second bye comes before no rematch, that before a bye as low as possible, that before
    neighbours in the stack. Among all pairings that are equally good in this sense it is the
    lexicographically first: the top player gets the highest possible partner, and so on.

    Args:
        stack: Players from the top.
        met: Pairs that have played each other.
        byes: Players who have had a bye, once for each.

    Raises:
        FindingError: `E_STACK`: fewer than two players, or one of them twice.
    """
    _require_stack(stack)
    place_of = {player: place for place, player in enumerate(stack)}
    met_places = {
        (place_of[one], place_of[other])
        for pair in met
        for one, other in (pair, pair[::-1])
        if one in place_of and other in place_of
    }

    def has_met(one: int, other: int) -> bool:
        return (one, other) in met_places

    places = range(len(stack))
    if len(stack) % 2 == 0:
        witness = Witness(places, has_met)
        return _seated(stack, tuple(places), witness, met_places)
    had = Counter(byes)
    fewest = min(had[player] for player in stack)
    candidates = [place for place in reversed(places) if had[stack[place]] == fewest]
    # 3.11: the bye goes to the last; whoever had one already is passed over. SA12, SA13: the
    # bye comes first, and moves up until the rest can be paired.
    best: tuple[int, int, Witness] | None = None
    for candidate in candidates:
        witness = Witness([place for place in places if place != candidate], has_met)
        if best is None or witness.alone_count < best[0]:
            best = (witness.alone_count, candidate, witness)
        if witness.alone_count == 0:
            break
    assert best is not None, "somebody has the fewest byes"
    _alone, sits_out, witness = best
    rest = tuple(place for place in places if place != sits_out)
    return _seated(stack, rest, witness, met_places, bye=sits_out, is_second_bye=fewest > 0)


def met_from_unmet(stack: Sequence[str], unmet: Iterable[Pair]) -> list[Pair]:
    """All pairs of the stack but those that have not met."""
    new = {frozenset(pair) for pair in unmet}
    return [
        (one, other)
        for at, one in enumerate(stack)
        for other in stack[at + 1 :]
        if frozenset((one, other)) not in new
    ]


def _seated(
    stack: Sequence[str],
    places: tuple[int, ...],
    witness: Witness,
    met: Collection[tuple[int, int]],
    *,
    bye: int | None = None,
    is_second_bye: bool = False,
) -> Pairing:
    """Fill the tables from the top: the highest partner with whom nobody is stranded.

    Whoever cannot be seated with somebody new is seated with an old opponent: two of them make
    one rematch, and there are never more rematches than need be.
    """
    budget = witness.alone_count // 2
    rematches = budget
    waiting = list(places)
    tables: list[Pair] = []
    while waiting:
        top = waiting.pop(0)
        for partner in waiting:
            cost = 1 if (top, partner) in met else 0
            if cost <= budget and witness.seat(top, partner, most_alone=2 * (budget - cost)):
                budget -= cost
                waiting.remove(partner)
                tables.append((stack[top], stack[partner]))
                break
        else:
            raise AssertionError(f"the witness seats {stack[top]!r}, and no table was found")
    return Pairing(tuple(tables), None if bye is None else stack[bye], rematches, is_second_bye)


def _require_stack(stack: Sequence[str]) -> None:
    if len(stack) < 2:
        raise FindingError("E_STACK", f"a round needs 2 players; the stack has {len(stack)}")
    twice = [player for player, count in Counter(stack).items() if count > 1]
    if twice:
        raise FindingError("E_STACK", f"{twice[0]!r} is in the stack twice", player=twice[0])
