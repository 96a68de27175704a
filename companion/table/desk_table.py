"""Score desks of the card game: where their rules and the store meet."""

from __future__ import annotations

import threading
from collections.abc import Callable
from time import time
from typing import Any

from companion.desk.actions import Action, NewGame, Score, from_document, to_document
from companion.desk.notation import format_game, format_points_table
from companion.desk.rules import apply_action, preview_score
from companion.desk.state import EMPTY_DESK, DeskState
from companion.desk.views import scoring_view, view_of
from companion.errors import UnknownTableError
from companion.store.store import Store
from companion.table.ledger import Ledger, Rulebook

HOME_DESK = "home"
"""The desk at home: always there."""

DESK_KIND = "desk"
"""The kind of document by which a desk that was opened is remembered."""

MOST_DESKS = 500

RULEBOOK: Rulebook[DeskState, Action] = Rulebook(
    empty=EMPTY_DESK,
    apply_action=apply_action,
    completed=lambda _state, action, _now_s: action,
    begins=lambda action: isinstance(action, NewGame),
    to_document=to_document,
    from_document=from_document,
)


class DeskTable(Ledger[DeskState, Action]):
    """One score desk.

    Args:
        code: Its code, as in its pages' addresses.
        store: Where it is kept.
        clock: Seconds since 1970.

    Example:
        >>> desk = DeskTable("home", Store("sqlite://"))
        >>> desk.submit(NewGame(players=("Ada", "Ben")), seen_revision=0)
        1
        >>> desk.view()["turn"]
        'Ada'
    """

    def __init__(self, code: str, store: Store, *, clock: Callable[[], float] = time) -> None:
        super().__init__(f"{DESK_KIND}/{code}", store, RULEBOOK, clock=clock)
        self.code = code
        self._view: tuple[int, dict[str, Any]] = (-1, {})

    def view(self) -> dict[str, Any]:
        """The whole view; not to be changed, others are given the same."""
        state, revision = self.now
        if self._view[0] != revision or not self._view[1]:
            view = {"revision": revision, "game": self.game_id, **view_of(state)}
            self._view = (revision, {**view, "trouble": self.trouble})
        return self._view[1]

    def preview(self, action: Score) -> dict[str, Any]:
        """The points that a declaration would give.

        Raises:
            RuleBrokenError: It would be refused.
        """
        state, revision = self.now
        return {"revision": revision, **scoring_view(preview_score(state, action))}

    def export_text(self, game_id: str) -> str:
        """A game as text, one line for each thing that happened."""
        return format_game(self.state_of(game_id))

    def export_points(self, game_id: str) -> str:
        """How the points of a game grew, as CSV."""
        return format_points_table(self.state_of(game_id))

    def export_document(self, game_id: str) -> dict[str, Any]:
        """A game with its whole log, as plain data."""
        return {
            "kind": DESK_KIND,
            "desk": self.code,
            "game": game_id,
            "log": list(self.documents(game_id)),
            "view": view_of(self.state_of(game_id)),
        }


class DeskHall:
    """All score desks of a server; can be used from any thread.

    Args:
        store: Where everything is kept. Desks that were open before are open again.
        clock: Seconds since 1970.
    """

    def __init__(self, store: Store, *, clock: Callable[[], float] = time) -> None:
        self._store = store
        self._clock = clock
        self._lock = threading.Lock()
        codes = dict.fromkeys((HOME_DESK, *store.document_names(DESK_KIND)))
        self._desks = {code: DeskTable(code, store, clock=clock) for code in codes}

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of all desks, the home desk first."""
        with self._lock:
            return tuple(self._desks)

    def desk(self, code: str) -> DeskTable:
        """Find a desk by its code.

        Raises:
            UnknownTableError: There is none.
        """
        with self._lock:
            found = self._desks.get(code)
        if found is None:
            raise UnknownTableError(f"there is no desk {code!r}")
        return found

    def open_desk(self) -> DeskTable:
        """Open a further desk; desks are numbered.

        Raises:
            StoreError: It could not be kept.
            UnknownTableError: There are too many.
        """
        with self._lock:
            number = len(self._desks) + 1
            if number > MOST_DESKS:
                raise UnknownTableError(f"there are {MOST_DESKS} desks already")
            code = str(number)
            self._store.save_document(DESK_KIND, code, {"opened_at_s": self._clock()})
            desk = self._desks[code] = DeskTable(code, self._store, clock=self._clock)
            return desk
