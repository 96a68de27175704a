"""League evenings: where their rules and the store meet."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from time import time
from typing import Any

from companion.errors import FindingError, UnknownTableError
from companion.league.actions import (
    Action,
    NewEvent,
    RunClock,
    from_document,
    to_document,
)
from companion.league.match import follow_match
from companion.league.publishing import next_pairing
from companion.league.roster import read_roster
from companion.league.rules import apply_action, completed
from companion.league.state import EMPTY_EVENING, LeagueState
from companion.league.steps import steps_from
from companion.league.views import (
    director_view,
    player_view,
    progress_view,
    public_view,
)
from companion.store.store import Store
from companion.table.ledger import Ledger, Rulebook

LEAGUE_KIND = "league"
"""The kind of document by which an evening is remembered."""

MOST_EVENINGS = 500


def _completed(state: LeagueState, action: Action, now_s: float) -> Action:
    """Whoever acts from outside says neither what time it is nor who is paired."""
    if isinstance(action, RunClock):
        return replace(action, at_s=now_s)
    return completed(state, action)


RULEBOOK: Rulebook[LeagueState, Action] = Rulebook(
    empty=EMPTY_EVENING,
    apply_action=apply_action,
    completed=_completed,
    begins=lambda action: isinstance(action, NewEvent),
    to_document=to_document,
    from_document=from_document,
)


class LeagueTable(Ledger[LeagueState, Action]):
    """One league evening.

    Args:
        code: Its code, as in its pages' addresses.
        store: Where it is kept.
        clock: Seconds since 1970.
    """

    def __init__(self, code: str, store: Store, *, clock: Callable[[], float] = time) -> None:
        super().__init__(f"{LEAGUE_KIND}/{code}", store, RULEBOOK, clock=clock)
        self.code = code
        self._views: tuple[LeagueState | None, dict[str, dict[str, Any]]] = (None, {})

    def public_view(self) -> dict[str, Any]:
        """What everybody may see, with the time by the server's clock."""
        return self._stamped("", public_view)

    def director_view(self) -> dict[str, Any]:
        """What the director sees."""
        view = self._stamped("director", director_view)
        return {**view, "trouble": self.trouble}

    def player_view(self, player_id: str) -> dict[str, Any]:
        """What one player's phone shows.

        Raises:
            FindingError: There is no such player.
        """
        return self._stamped(f"player/{player_id}", lambda state: player_view(state, player_id))

    def preview_round(self, stack: Sequence[str] = ()) -> dict[str, Any]:
        """The next round as it would be paired now; nothing is published.

        Raises:
            FindingError: It cannot be paired.
        """
        state, revision = self.now
        cards, pairing = next_pairing(state, stack)
        names = {player.id: player.name for player in state.players}
        met = {frozenset(pair) for pair in state.met}

        def who(player: str) -> dict[str, str]:
            return {"id": player, "name": names[player]}

        return {
            "revision": revision,
            "round": len(state.rounds) + 1,
            "stack": [who(player) for player in cards],
            "tables": [
                {"one": who(one), "other": who(other), "is_rematch": frozenset((one, other)) in met}
                for one, other in pairing.tables
            ],
            "bye": None if pairing.bye is None else who(pairing.bye),
            "is_second_bye": pairing.is_second_bye,
            "needs_confirmation": pairing.needs_confirmation,
        }

    def check_in_all(self, content: bytes, *, seen_revision: int | None = None) -> int:
        """Check in everybody of a roster, or nobody.

        Returns:
            How many were checked in.

        Raises:
            UnreadableError: The file cannot be read.
            FindingError: One of them cannot be checked in; the message names the player.
        """
        roster = read_roster(content)
        state = self.state
        for each in roster:  # all of them on paper first, so that the list goes in whole
            try:
                state = apply_action(state, each)
            except FindingError as error:
                said = f"{each.player_name}: {error.message}"
                raise FindingError(error.finding, said, **error.values) from error
        self.submit_all(roster, seen_revision=seen_revision)
        return len(roster)

    def _stamped(
        self, name: str, cut: Callable[[LeagueState], Mapping[str, Any]]
    ) -> dict[str, Any]:
        state, revision = self.now
        if self._views[0] is not state:
            self._views = (state, {})
        cache = self._views[1]
        if name not in cache:
            cache[name] = {"revision": revision, **cut(state)}
        return {**cache[name], "now_s": round(self.now_s(), 1)}


class LeagueHall:
    """All evenings of a server; can be used from any thread.

    Args:
        store: Where everything is kept. Evenings from before are there again.
        clock: Seconds since 1970.
    """

    def __init__(self, store: Store, *, clock: Callable[[], float] = time) -> None:
        self._store = store
        self._clock = clock
        self._lock = threading.Lock()
        self._evenings = {
            code: LeagueTable(code, store, clock=clock)
            for code in store.document_names(LEAGUE_KIND)
        }

    @property
    def evenings(self) -> tuple[LeagueTable, ...]:
        """All evenings."""
        with self._lock:
            return tuple(self._evenings.values())

    def evening(self, code: str) -> LeagueTable:
        """Find an evening by its code.

        Raises:
            UnknownTableError: There is none.
        """
        with self._lock:
            found = self._evenings.get(code)
        if found is None:
            raise UnknownTableError(f"there is no league evening {code!r}")
        return found

    def open_evening(self, action: NewEvent) -> LeagueTable:
        """Announce a new evening.

        Raises:
            FindingError: Its code is taken, or what is announced cannot be.
            StoreError: It could not be kept.
        """
        with self._lock:
            apply_action(EMPTY_EVENING, action)  # refused before anything is kept
            taken = {code.casefold() for code in self._evenings}
            if action.code.casefold() in taken or len(taken) >= MOST_EVENINGS:
                raise FindingError(
                    "E_SAME_CODE", f"there is an evening {action.code!r} already", id=action.code
                )
            self._store.save_document(LEAGUE_KIND, action.code, {"opened_at_s": self._clock()})
            evening = LeagueTable(action.code, self._store, clock=self._clock)
            evening.submit(action)
            self._evenings[action.code] = evening
            return evening


def follow(document: Mapping[str, Any]) -> dict[str, Any]:
    """Follow a match through steps that a phone remembers; nothing is kept.

    Raises:
        UnreadableError: The document makes no sense.
        FindingError: A step does not fit.
    """
    players, steps = steps_from(document)
    return progress_view(follow_match(players, steps))
