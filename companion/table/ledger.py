"""Keeps one desk or one league evening: check, apply, keep, swap, tell."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from time import time
from typing import Any, Generic, TypeVar

from companion.errors import CompanionError, StaleRevisionError, StoreError
from companion.store.store import GameRecord, Store
from companion.table.channel import Channel, Mailbox

LOG = logging.getLogger(__name__)

State = TypeVar("State")
Action = TypeVar("Action")


@dataclass(frozen=True, slots=True)
class Rulebook(Generic[State, Action]):
    """The rules that a ledger is kept by.

    Attributes:
        empty: The state before anything has happened.
        apply_action: Gives the next state, or raises.
        completed: Fills an action with what only this moment knows (who is paired, what time it
            is), so that a replay gives the same again.
        begins: Whether an action begins a new game, with a log of its own.
        to_document: Writes an action.
        from_document: Reads one.
    """

    empty: State
    apply_action: Callable[[State, Action], State]
    completed: Callable[[State, Action, float], Action]
    begins: Callable[[Action], bool]
    to_document: Callable[[Action], Mapping[str, Any]]
    from_document: Callable[[Mapping[str, Any]], Action]


class Ledger(Generic[State, Action]):
    """Takes actions one at a time, and tells who listens.

    As at a table of the word game: an action is, under one lock and in this order, checked, applied
    by the rules, kept by the store, swapped in, and told. Where one of these fails everything stays
    as it was.

    Args:
        shelf: Under which name the store keeps it.
        store: Where accepted actions are kept. What it holds of this ledger is taken up again.
        rulebook: The rules.
        clock: Seconds since 1970.

    Raises:
        StoreError: The store cannot be read. (A damaged log is not raised: the ledger begins anew
            and `trouble` says what was wrong.)
    """

    def __init__(
        self,
        shelf: str,
        store: Store,
        rulebook: Rulebook[State, Action],
        *,
        clock: Callable[[], float] = time,
    ) -> None:
        self.shelf = shelf
        self.channel = Channel()
        self._store = store
        self._rulebook = rulebook
        self._clock = clock
        # Reentrant: a listener may look while it is being told.
        self._lock = threading.RLock()
        self.trouble: str | None = None
        self._game_id: str | None = None
        self._count = 0
        revision = store.action_count(shelf)
        self._now = (rulebook.empty, revision)
        self._take_up(revision)

    @property
    def now(self) -> tuple[State, int]:
        """The state and its revision, as one: they belong together."""
        return self._now

    @property
    def state(self) -> State:
        """The state."""
        return self._now[0]

    @property
    def revision(self) -> int:
        """Count of actions accepted, over all games and restarts."""
        return self._now[1]

    @property
    def game_id(self) -> str | None:
        """The running game's number, or None before the first."""
        return self._game_id

    def now_s(self) -> float:
        """Seconds since 1970 by this ledger's clock."""
        return self._clock()

    def listen(self, on_news: Callable[[], None]) -> Mailbox:
        """Begin to listen; see `Channel`."""
        return self.channel.listen(on_news)

    def submit(self, action: Action, *, seen_revision: int | None = None) -> int:
        """Take one action, or refuse it.

        Args:
            action: The action.
            seen_revision: The revision that whoever acts saw; None for a program that does not
                look.

        Returns:
            The revision that this action made.

        Raises:
            StaleRevisionError: Somebody else was quicker: look again.
            RuleBrokenError: The rules refuse it.
            StoreError: It could not be kept.
        """
        return self.submit_all((action,), seen_revision=seen_revision)

    def submit_all(self, actions: Sequence[Action], *, seen_revision: int | None = None) -> int:
        """Take several actions that belong together: all of them, or none where one is refused.

        Raises:
            StaleRevisionError: As `submit`.
            RuleBrokenError: As `submit`.
            StoreError: One could not be kept; those before it stand.
        """
        with self._lock:
            state, revision = self._now
            if seen_revision is not None and seen_revision != revision:
                raise StaleRevisionError(seen=seen_revision, current=revision)
            accepted: list[tuple[Action, State]] = []
            for each in actions:
                action = self._rulebook.completed(state, each, self._clock())
                state = self._rulebook.apply_action(state, action)
                accepted.append((action, state))
            try:
                for action, after in accepted:
                    self._keep(action)
                    revision += 1
                    self._now = (after, revision)
            finally:
                self.channel.tell(revision)
        return revision

    def _keep(self, action: Action) -> None:
        is_new = self._rulebook.begins(action) or self._game_id is None
        game_id = self._next_game_id() if is_new else str(self._game_id)
        number = 0 if is_new else self._count
        self._store.append_action(
            self.shelf,
            game_id,
            number,
            self._rulebook.to_document(action),
            at_s=self._clock(),
        )
        self._game_id, self._count = game_id, number + 1
        self.trouble = None

    def games(self) -> tuple[GameRecord, ...]:
        """The games of this ledger, oldest first.

        Raises:
            StoreError: They could not be fetched.
        """
        return self._store.games(self.shelf)

    def documents(self, game_id: str) -> tuple[dict[str, Any], ...]:
        """Everything that was accepted in one game, what was undone and the undoing included.

        Raises:
            StoreError: It could not be fetched.
        """
        return self._store.actions(self.shelf, game_id)

    def state_of(self, game_id: str) -> State:
        """How a game stands, or stood at its end.

        Raises:
            StoreError: It could not be fetched.
            RuleBrokenError: Its log makes no sense.
        """
        state = self._rulebook.empty
        for document in self.documents(game_id):
            state = self._rulebook.apply_action(state, self._rulebook.from_document(document))
        return state

    def _next_game_id(self) -> str:
        return str(len(self._store.games(self.shelf)) + 1)

    def _take_up(self, revision: int) -> None:
        """Replay the last game; the revision goes on, so that no page sees it go back."""
        games = self._store.games(self.shelf)
        if not games:
            return
        last = games[-1]
        try:
            self._now = (self.state_of(last.game_id), revision)
        except (CompanionError, ValueError) as error:
            LOG.warning("the last game of %r could not be brought back", self.shelf)
            why = error.message if isinstance(error, StoreError) else "its log makes no sense"
            self.trouble = f"the last game could not be brought back: {why}"
            return
        self._game_id, self._count = last.game_id, last.action_count
