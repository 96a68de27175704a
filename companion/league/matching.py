"""Perfect matchings among players who have not met, kept up while tables are filled.

A round is paired from the top down (3.11), and no choice may strand somebody further down. So a
way to seat everybody is kept at hand, the *witness*. A table that is in the witness is safe. For
another table the witness is mended where one exchange does it, and only where that fails is a
maximum matching computed anew, which is the one thing that costs time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

Met = Callable[[int, int], bool]
"""Whether the players at two places of the stack have met."""

NOBODY: Final = -1


class Witness:
    """A maximum matching of unmet players among those who are still to be seated.

    Args:
        places: Places of the stack, from the top.
        has_met: Whether two of them have met.
    """

    def __init__(self, places: Sequence[int], has_met: Met) -> None:
        self._has_met = has_met
        self._partner = dict.fromkeys(places, NOBODY)
        self.searches = 0
        """How many maximum matchings were computed from nothing."""
        for place in places:
            if self._partner[place] == NOBODY:
                self._take_first_free(place, places)
        for place in places:
            if self._partner[place] == NOBODY:
                self._mend(place, NOBODY, self._partner)
        if self.alone_count > len(places) % 2:
            self._partner = self._search(places)

    @property
    def alone_count(self) -> int:
        """How many cannot be seated with somebody new."""
        return sum(partner == NOBODY for partner in self._partner.values())

    def seat(self, one: int, other: int, most_alone: int) -> bool:
        """Seat two players if no more than `most_alone` of the rest are then left alone.

        Returns:
            Whether they sit; if not, everything is as it was.
        """
        rest = {
            place: partner for place, partner in self._partner.items() if place not in (one, other)
        }
        left = [
            partner for partner in (self._partner[one], self._partner[other]) if partner in rest
        ]
        for place in left:
            rest[place] = NOBODY
        if left:
            self._mend(left[0], left[1] if len(left) > 1 else NOBODY, rest)
        if _alone(rest) > most_alone:
            searched = self._search(tuple(rest))
            if _alone(searched) > most_alone:
                return False
            rest = searched
        self._partner = rest
        return True

    def _take_first_free(self, place: int, places: Iterable[int]) -> None:
        for other in places:
            if other > place and self._is_new(place, other) and self._partner[other] == NOBODY:
                self._partner[place], self._partner[other] = other, place
                return

    def _is_new(self, one: int, other: int) -> bool:
        return one != other and not self._has_met(one, other)

    def _mend(self, one: int, other: int, partners: dict[int, int]) -> None:
        """Seat one or two who are alone by at most one exchange with a seated pair."""
        alone = [place for place, partner in partners.items() if partner == NOBODY]
        for stranger in [other, *alone] if other != NOBODY else alone:
            if self._is_new(one, stranger):
                partners[one], partners[stranger] = stranger, one
                return
        for stranger in alone:
            if stranger == one:
                continue
            for place, partner in partners.items():
                if (
                    partner != NOBODY
                    and self._is_new(one, place)
                    and self._is_new(stranger, partner)
                ):
                    partners[one], partners[place] = place, one
                    partners[stranger], partners[partner] = partner, stranger
                    return

    def _search(self, places: Sequence[int]) -> dict[int, int]:
        """A maximum matching from nothing."""
        # Loaded when first needed: most rounds never need it, and it takes a moment to load.
        import networkx

        self.searches += 1
        graph = networkx.Graph()
        graph.add_nodes_from(places)
        graph.add_edges_from(
            (one, other)
            for at, one in enumerate(places)
            for other in places[at + 1 :]
            if self._is_new(one, other)
        )
        partner = dict.fromkeys(places, NOBODY)
        for one, other in networkx.max_weight_matching(graph, maxcardinality=True):
            partner[one], partner[other] = other, one
        return partner


def _alone(partners: dict[int, int]) -> int:
    return sum(partner == NOBODY for partner in partners.values())
