"""Actions of several tables, written down together."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from companion.errors import StoreError
from companion.store.log_entry import LogEntry
from companion.store.store import Store
from companion.table.keeper import Keeper

PATIENCE_S = 5.0


class SlowStore(Store):
    """A store whose disk is busy with the first action until it is let go on."""

    def __init__(self) -> None:
        super().__init__("sqlite://")
        self.is_busy, self.may_go_on = threading.Event(), threading.Event()
        self.batches: list[int] = []

    def append_action(self, *of_what: Any, **more: Any) -> None:
        self.batches.append(1)
        self.is_busy.set()
        assert self.may_go_on.wait(PATIENCE_S)
        super().append_action(*of_what, **more)

    def append_together(self, entries: Any) -> tuple[Exception | None, ...]:
        self.batches.append(len(entries))
        return super().append_together(entries)


def keep_at_once(store: SlowStore, entries: list[LogEntry]) -> dict[str, Exception | None]:
    """Have each entry kept by a thread of its own while the disk is busy; gives the refusals."""
    keeper = Keeper(store)
    refusals: dict[str, Exception | None] = {}

    def keep(entry: LogEntry) -> None:
        try:
            keeper.append_action(entry.table_code, entry.game_id, entry.number, entry.document)
            refusals[entry.table_code] = None
        except (StoreError, ValueError) as error:
            refusals[entry.table_code] = error

    threads = [threading.Thread(target=keep, args=(entry,)) for entry in entries]
    threads[0].start()
    assert store.is_busy.wait(PATIENCE_S)
    for thread in threads[1:]:
        thread.start()
    while len(keeper._waiting) < len(entries) - 1:
        threading.Event().wait(0.001)
    store.may_go_on.set()
    for thread in threads:
        thread.join(PATIENCE_S)
    return refusals


def test_keeper_writes_together_what_came_while_the_disk_was_busy() -> None:
    codes = ["home", "bcdf", "ghjk", "lmnp"]
    with SlowStore() as store:
        refusals = keep_at_once(store, [LogEntry(code, "1", 0, {"of": code}) for code in codes])

        assert store.batches == [1, 3]
        assert refusals == dict.fromkeys(codes)
        for code in codes:
            assert store.actions(code, "1") == ({"of": code},)


def test_keeper_tells_each_table_of_its_own_refusal() -> None:
    with SlowStore() as store:
        entries = [
            LogEntry("home", "1", 0, {}),
            LogEntry("bcdf", "1", 0, {"a": 1}),
            LogEntry("ghjk", "1", 3, {}),
        ]
        refusals = keep_at_once(store, entries)

        assert refusals["bcdf"] is None
        assert "leaves a gap" in str(refusals["ghjk"])
        assert store.actions("bcdf", "1") == ({"a": 1},)


def test_keeper_raises_what_the_store_raises() -> None:
    with Store("sqlite://") as store:
        keeper = Keeper(store)
        keeper.append_action("home", "1", 0, {})
        with pytest.raises(StoreError, match="already there"):
            keeper.append_action("home", "1", 0, {})
        keeper.append_action("home", "1", 1, {})

        assert store.action_count("home") == 2
