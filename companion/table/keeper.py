"""Writes down the accepted actions of all tables, those that come together with one wait."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.store.log_entry import LogEntry
from companion.store.store import Store


@dataclass(slots=True, eq=False)
class _Waiting:
    entry: LogEntry
    is_done: bool = False
    refused: Exception | None = None


class Keeper:
    """Stands before the store: whoever comes while the disk is busy goes with the next wait.

    Each `append_action` returns when its own action is on the disk, as the store's own does. But
    where ten tables move while the disk needs ten milliseconds for one, the ten are written
    together and wait ten milliseconds more, not a hundred.

    Args:
        store: Where everything is kept.

    Example:
        >>> store = Store("sqlite://")
        >>> Keeper(store).append_action("home", "1", 0, {"action": "new_game"})
        >>> store.action_count("home")
        1
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = threading.Lock()
        self._turn = threading.Lock()
        self._waiting: list[_Waiting] = []

    def append_action(
        self,
        table_code: str,
        game_id: str,
        number: int,
        document: Mapping[str, Any],
        *,
        at_s: float | None = None,
    ) -> None:
        """Keep one accepted action; it is on the disk when this returns.

        Raises:
            StoreError: It could not be kept, or an action of that number is already there.
            ValueError: The number leaves a gap.
        """
        mine = _Waiting(LogEntry(table_code, game_id, number, document, at_s))
        with self._lock:
            self._waiting.append(mine)
        # Whoever has the turn writes all that wait; the others find theirs done.
        with self._turn:
            if not mine.is_done:
                with self._lock:
                    batch, self._waiting = self._waiting, []
                self._write(batch)
        if mine.refused is not None:
            raise mine.refused

    def _write(self, batch: list[_Waiting]) -> None:
        refusals: tuple[Exception | None, ...] = (None,) * len(batch)
        try:
            if len(batch) == 1:
                alone = batch[0].entry
                self._store.append_action(
                    alone.table_code,
                    alone.game_id,
                    alone.number,
                    alone.document,
                    at_s=alone.at_s,
                )
            else:
                refusals = self._store.append_together([one.entry for one in batch])
        except Exception as error:
            refusals = (error,) * len(batch)
        for one, refused in zip(batch, refusals, strict=True):
            one.refused, one.is_done = refused, True
