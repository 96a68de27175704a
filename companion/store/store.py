"""Keeps the log of accepted actions, and documents, whatever they mean."""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sqlalchemy import Connection, Engine, create_engine, func, select
from sqlalchemy.exc import IntegrityError, SQLAlchemyError
from sqlalchemy.pool import QueuePool

from companion.errors import CorruptRecordError, StoreError
from companion.store.failures import failing_clearly
from companion.store.log_entry import LogEntry
from companion.store.schema import ACTIONS, DOCUMENTS, make_sqlite_durable, prepare_tables

FILE_NAME = "companion.sqlite3"
"""The one file in the data folder (two more stand beside it while it is open)."""

Document = dict[str, Any]
"""What a room's `to_document` gave: anything that JSON can say."""


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game of a table, as far as the store knows it.

    Attributes:
        game_id: The game.
        action_count: How many actions were kept.
        began_at_s: When the first one was kept (seconds since 1970), or None if nobody said.
        last_at_s: When the last one was kept, likewise.
    """

    game_id: str
    action_count: int
    began_at_s: float | None
    last_at_s: float | None


class Store:
    """One data folder; can be used from any thread.

    What a method has kept when it returns is on the disk: neither `kill -9` nor a pulled plug
    takes it back.

    Args:
        place: The data folder, made if it is not there, or an SQLAlchemy URL. `"sqlite://"` is a
            store in memory, for tests.
        wait_for_lock_s: How long to wait while another program writes the same file.

    Raises:
        StoreError: The folder cannot be made, read or written.
        NewerSchemaError: It was written by a newer version of this program.
        CorruptRecordError: The file is damaged, or is something else.

    Example:
        >>> with Store("sqlite://") as store:
        ...     store.append_action("home", "1", 0, {"action": "new_game"})
        ...     store.actions("home", "1")
        ({'action': 'new_game'},)
    """

    def __init__(self, place: str | Path, *, wait_for_lock_s: float = 2.0) -> None:
        text = str(place)
        if "://" in text:
            self.where = text
            url = text
        else:
            folder = Path(place)
            self.where = text
            with failing_clearly("make the data folder", self.where):
                # The log holds the key card: other users of this machine have no business in it.
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                # SQLite gives the files beside it, its log and its index, the same mode.
                _close_to_others(folder / FILE_NAME)
            url = f"sqlite:///{folder.absolute() / FILE_NAME}"
        with failing_clearly("open the data file", self.where):
            self._engine = _make_engine(url, wait_for_lock_s)
            try:
                prepare_tables(self._engine, self.where)
            except BaseException:
                self._engine.dispose()
                raise

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

        Args:
            table_code: The table.
            game_id: The game of that table.
            number: Which action of that game, from 0, without a gap.
            document: The action.
            at_s: When, in seconds since 1970.

        Raises:
            StoreError: It could not be kept, or an action of that number is already there.
            ValueError: The number leaves a gap.
        """
        entry = LogEntry(table_code, game_id, number, document, at_s)
        with self._writing(entry.deed) as connection:
            _insert(connection, entry)

    def append_together(self, entries: Sequence[LogEntry]) -> tuple[Exception | None, ...]:
        """Keep several accepted actions with one wait for the disk.

        Returns:
            For each entry None, when it is on the disk, or what `append_action` would have raised.
        """
        try:
            with self._engine.begin() as connection:
                for entry in entries:
                    _insert(connection, entry)
        except (IntegrityError, ValueError):
            # One of them is wrong, and the others need not suffer for it.
            return tuple(self._refusal(entry) for entry in entries)
        except (SQLAlchemyError, OSError) as error:
            return tuple(self._refusal(entry, error) for entry in entries)
        return (None,) * len(entries)

    def _refusal(self, entry: LogEntry, known: Exception | None = None) -> Exception | None:
        """What keeping this entry alone raises; where that is known, in a message of its own."""
        try:
            with failing_clearly(entry.deed, self.where):
                if known is not None:
                    raise known
                with self._engine.begin() as connection:
                    _insert(connection, entry)
        except (StoreError, ValueError) as refused:
            return refused
        return None

    def actions(self, table_code: str, game_id: str) -> tuple[Document, ...]:
        """Fetch the actions of one game in order; none when there is no such game.

        Raises:
            StoreError: They could not be fetched.
            CorruptRecordError: One is damaged or missing.
        """
        with self._reading(f"fetch game {game_id!r} of table {table_code!r}") as connection:
            rows = connection.execute(
                select(ACTIONS.c.number, ACTIONS.c.document, ACTIONS.c.check_sum)
                .where(ACTIONS.c.table_code == table_code, ACTIONS.c.game_id == game_id)
                .order_by(ACTIONS.c.number)
            ).all()
        documents = []
        for expected, (number, text, check_sum) in enumerate(rows):
            name = f"action {number} of game {game_id!r} at table {table_code!r}"
            if number != expected:
                raise CorruptRecordError(
                    f"{self.where!r} is damaged: {name} comes where {expected} was expected"
                )
            documents.append(_as_document(text, check_sum, name, self.where))
        return tuple(documents)

    def games(self, table_code: str) -> tuple[GameRecord, ...]:
        """List the games of a table, oldest first.

        Raises:
            StoreError: They could not be fetched.
        """
        with self._reading(f"list the games of table {table_code!r}") as connection:
            rows = connection.execute(
                select(
                    ACTIONS.c.game_id,
                    func.count(),
                    func.min(ACTIONS.c.at_s),
                    func.max(ACTIONS.c.at_s),
                )
                .where(ACTIONS.c.table_code == table_code)
                .group_by(ACTIONS.c.game_id)
                .order_by(func.min(ACTIONS.c.id))
            ).all()
        return tuple(GameRecord(*row) for row in rows)

    def table_codes(self) -> tuple[str, ...]:
        """List the tables that have a log, in alphabetical order.

        Raises:
            StoreError: They could not be fetched.
        """
        with self._reading("list the tables") as connection:
            return tuple(
                connection.execute(
                    select(ACTIONS.c.table_code).distinct().order_by(ACTIONS.c.table_code)
                ).scalars()
            )

    def action_count(self, table_code: str) -> int:
        """Count the actions kept for a table over all its games.

        Raises:
            StoreError: They could not be counted.
        """
        with self._reading(f"count the actions of table {table_code!r}") as connection:
            return connection.execute(
                select(func.count()).where(ACTIONS.c.table_code == table_code)
            ).scalar_one()

    def delete_game(self, table_code: str, game_id: str) -> int:
        """Forget a whole game: the only way in which the log ever loses something.

        Returns:
            How many actions were forgotten.

        Raises:
            StoreError: It could not be forgotten; it is all there.
        """
        here = (ACTIONS.c.table_code == table_code) & (ACTIONS.c.game_id == game_id)
        with self._writing(f"forget game {game_id!r} of table {table_code!r}") as connection:
            return connection.execute(ACTIONS.delete().where(here)).rowcount

    def save_document(self, kind: str, name: str, document: Mapping[str, Any]) -> None:
        """Keep a document in place of the one of the same kind and name.

        Raises:
            StoreError: It could not be kept; the old one is still there.
        """
        text = _as_text(document)
        values = {"document": text, "check_sum": zlib.crc32(text.encode())}
        here = (DOCUMENTS.c.kind == kind) & (DOCUMENTS.c.name == name)
        with self._writing(f"keep {kind} {name!r}") as connection:
            changed = connection.execute(DOCUMENTS.update().where(here).values(values))
            if changed.rowcount == 0:
                connection.execute(DOCUMENTS.insert().values(kind=kind, name=name, **values))

    def load_document(self, kind: str, name: str) -> Document | None:
        """Fetch a document, or None when there is none of that kind and name.

        Raises:
            StoreError: It could not be fetched.
            CorruptRecordError: It is damaged.
        """
        here = (DOCUMENTS.c.kind == kind) & (DOCUMENTS.c.name == name)
        with self._reading(f"fetch {kind} {name!r}") as connection:
            row = connection.execute(
                select(DOCUMENTS.c.document, DOCUMENTS.c.check_sum).where(here)
            ).first()
        if row is None:
            return None
        return _as_document(row[0], row[1], f"{kind} {name!r}", self.where)

    def document_names(self, kind: str) -> tuple[str, ...]:
        """List the names of the documents of a kind, in alphabetical order.

        Raises:
            StoreError: They could not be fetched.
        """
        with self._reading(f"list every {kind}") as connection:
            return tuple(
                connection.execute(
                    select(DOCUMENTS.c.name)
                    .where(DOCUMENTS.c.kind == kind)
                    .order_by(DOCUMENTS.c.name)
                ).scalars()
            )

    def delete_document(self, kind: str, name: str) -> None:
        """Forget a document; nothing happens when there is none.

        Raises:
            StoreError: It could not be forgotten.
        """
        here = (DOCUMENTS.c.kind == kind) & (DOCUMENTS.c.name == name)
        with self._writing(f"forget {kind} {name!r}") as connection:
            connection.execute(DOCUMENTS.delete().where(here))

    @contextmanager
    def _reading(self, what: str) -> Iterator[Connection]:
        with failing_clearly(what, self.where), self._engine.connect() as connection:
            yield connection

    @contextmanager
    def _writing(self, what: str) -> Iterator[Connection]:
        with failing_clearly(what, self.where), self._engine.begin() as connection:
            yield connection

    def close(self) -> None:
        """Let go of the file."""
        with failing_clearly("close the data file", self.where):
            self._engine.dispose()

    def __enter__(self) -> Self:
        """Use the store as a context, closed at its end."""
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        """Close it."""
        self.close()


def _insert(connection: Connection, entry: LogEntry) -> None:
    there = connection.execute(
        select(func.count()).where(
            ACTIONS.c.table_code == entry.table_code, ACTIONS.c.game_id == entry.game_id
        )
    ).scalar_one()
    if entry.number > there:
        raise ValueError(
            f"action {entry.number} of game {entry.game_id!r} leaves a gap: {there} come before it"
        )
    text = _as_text(entry.document)
    connection.execute(
        ACTIONS.insert().values(
            table_code=entry.table_code,
            game_id=entry.game_id,
            number=entry.number,
            at_s=entry.at_s,
            document=text,
            check_sum=zlib.crc32(text.encode()),
        )
    )


def _close_to_others(file: Path) -> None:
    if not file.exists():
        file.touch(mode=0o600)
    elif os.name == "posix" and file.stat().st_mode & 0o077:
        with suppress(PermissionError):  # it is somebody else's, who lets us in
            file.chmod(0o600)


def _make_engine(url: str, wait_for_lock_s: float) -> Engine:
    # An error that reaches a log must not quote the documents: they hold the key card.
    options: dict[str, Any] = {"hide_parameters": True}
    if not url.startswith("sqlite"):
        return create_engine(url, **options)
    options["connect_args"] = {
        # The pool hands a connection to one thread at a time, and threads change.
        "timeout": wait_for_lock_s,
        "check_same_thread": False,
    }
    if url in ("sqlite://", "sqlite:///:memory:"):
        # A store in memory lives as long as its one connection, which goes from hand to hand: two
        # threads at once would end each other's transactions.
        options |= {"poolclass": QueuePool, "pool_size": 1, "max_overflow": 0}
    engine = create_engine(url, **options)
    make_sqlite_durable(engine)
    return engine


def _as_text(document: Mapping[str, Any]) -> str:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _as_document(text: str, check_sum: int, name: str, where: str) -> Document:
    if zlib.crc32(text.encode()) != check_sum:
        raise CorruptRecordError(f"{where!r} is damaged: {name} is not as it was written")
    try:
        document = json.loads(text)
    except ValueError as error:
        raise CorruptRecordError(f"{where!r} is damaged: {name} is not readable") from error
    if not isinstance(document, dict):
        raise CorruptRecordError(
            f"{where!r} is damaged: {name} is {type(document).__name__}, an object was expected"
        )
    return document
