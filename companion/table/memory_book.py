"""The games of a table, from its log: summed up, replayed, exported, forgotten."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.errors import (
    CompanionError,
    NotAllowedError,
    StoreError,
    UnknownTableError,
)
from companion.game.actions import Action, CardsSeen, from_document
from companion.game.rules import apply_action
from companion.game.state import EMPTY_TABLE, GameState
from companion.game.views import view_for
from companion.store.photos import PhotoShelf
from companion.store.store import Store
from companion.table.evening import Played, evening_of, remember
from companion.table.referee import Referee
from companion.table.taking_up import FORGOTTEN_KIND, forgotten_actions
from companion.terms import Audience


@dataclass(frozen=True, slots=True)
class Step:
    """A game after one of its actions.

    Attributes:
        number: Which action, from 0.
        name: The action's name on the wire.
        view: The public view afterwards.
    """

    number: int
    name: str
    view: dict[str, Any]


class MemoryBook:
    """What is remembered of one table; can be used from any thread.

    Args:
        referee: The table.
        store: Its log.
        photos: Its photos.
    """

    def __init__(self, referee: Referee, store: Store, photos: PhotoShelf) -> None:
        self._referee = referee
        self._store = store
        self._photos = photos
        self._lock = threading.Lock()
        self._kept: dict[tuple[str, int], Played] = {}

    def games(self) -> tuple[Played, ...]:
        """All games, oldest first.

        Raises:
            StoreError: They could not be fetched.
        """
        found = []
        for record in self._store.games(self._referee.code):
            name = (record.game_id, record.action_count)
            with self._lock:
                played = self._kept.get(name)
            if played is None:
                played = Played(
                    record.game_id, record.began_at_s, record.last_at_s, record.action_count
                )
                try:
                    played = remember(played, self._states(record.game_id)[-1][1])
                except (CompanionError, ValueError, IndexError) as error:
                    if isinstance(error, StoreError) and not _is_damage(error):
                        raise
                    played = Played(*name_and_times(record), trouble=True)
                with self._lock:
                    self._kept[name] = played
            found.append(played)
        return tuple(found)

    def evening(self) -> tuple[Played, ...]:
        """The games of this evening, oldest first."""
        return evening_of(self.games())

    def played_cards(self) -> frozenset[str]:
        """The cards of this evening's games that are over, or were left after a clue."""
        moment = self._referee.moment
        return frozenset(
            card
            for game in self.evening()
            if game.outcome is not None or (game.clues and game.game_id != moment.game_id)
            for card in game.card_ids
        )

    def steps(self, game_id: str) -> tuple[Step, ...]:
        """Replay a game that is over, action by action, as everybody at the table saw it.

        Raises:
            UnknownTableError: There is no such game.
            NotAllowedError: It is still being played.
            StoreError: Its log cannot be read.
        """
        self._require_over(game_id)
        return tuple(
            Step(number, action.name, view_for(state, Audience.TABLE_SCREEN))
            for number, (action, state) in enumerate(self._states(game_id))
            # Readings of cards are no moves: the first view already shows what was named last.
            if number == 0 or not isinstance(action, CardsSeen)
        )

    def log(self, game_id: str) -> tuple[dict[str, Any], ...]:
        """The documents of a game that is over, its key included.

        Raises:
            UnknownTableError: There is no such game.
            NotAllowedError: It is still being played.
            StoreError: Its log cannot be read.
        """
        self._require_over(game_id)
        return tuple(self._store.actions(self._referee.code, game_id))

    def photo(self, game_id: str, number: int) -> bytes | None:
        """The table after so many actions of a game that is over.

        Raises:
            UnknownTableError: There is no such game.
            NotAllowedError: It is still being played.
            StoreError: It could not be fetched.
        """
        self._require_over(game_id)
        return self._photos.get(self._referee.code, game_id, number)

    def has_photos(self, game_id: str) -> bool:
        """Whether there are photos of a game."""
        return bool(self._photos.numbers(self._referee.code, game_id))

    def forget(self, game_id: str) -> None:
        """Delete a game and its photos for good.

        Raises:
            UnknownTableError: There is no such game.
            NotAllowedError: It is still being played.
            StoreError: It could not be deleted.
        """
        self._require_over(game_id, may_be_left=True)
        code = self._referee.code
        self._photos.forget(code, game_id)
        with self._lock:
            # The revision never goes back, not even over a restart: what is gone is counted.
            counted = forgotten_actions(self._store, code)
            gone = next(g.action_count for g in self._store.games(code) if g.game_id == game_id)
            self._store.save_document(FORGOTTEN_KIND, code, {"actions": counted + gone})
            self._store.delete_game(code, game_id)
            self._kept = {name: game for name, game in self._kept.items() if name[0] != game_id}

    def _require_over(self, game_id: str, *, may_be_left: bool = False) -> None:
        """Let games pass whose key lay open to all at their end.

        A game that was left keeps its secret: its key card may be on the stand again.
        """
        found = next((game for game in self.games() if game.game_id == game_id), None)
        if found is None:
            raise UnknownTableError(f"there is no game {game_id!r} at this table")
        if may_be_left:
            if self._referee.moment.game_id == game_id:
                raise NotAllowedError("this game is still on the table")
        elif found.outcome is None:
            raise NotAllowedError("this game has not come to its end")

    def _states(self, game_id: str) -> Sequence[tuple[Action, GameState]]:
        state = EMPTY_TABLE
        states = []
        for document in self._store.actions(self._referee.code, game_id):
            action = from_document(document)
            state = apply_action(state, action)
            states.append((action, state))
        return states


def name_and_times(record: Any) -> tuple[str, float | None, float | None, int]:
    """A record's fields in the order of `Played`."""
    return (record.game_id, record.began_at_s, record.last_at_s, record.action_count)


def _is_damage(error: StoreError) -> bool:
    return error.code == "store/corrupt"
