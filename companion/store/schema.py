"""The tables of the data file, and which version of them it holds."""

from __future__ import annotations

from sqlalchemy import (
    Column,
    Engine,
    Float,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    event,
    inspect,
    select,
)
from sqlalchemy.engine.interfaces import DBAPIConnection

from companion.errors import CorruptRecordError, NewerSchemaError

SCHEMA_VERSION = 1
"""Raised with every change of the tables below; `prepare_tables` then brings old files up."""

METADATA = MetaData()

ABOUT = Table(
    "about",
    METADATA,
    Column("name", String(64), primary_key=True),
    Column("value", Text, nullable=False),
)
"""What the file says of itself: its schema version."""

ACTIONS = Table(
    "actions",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("table_code", String(64), nullable=False),
    Column("game_id", String(64), nullable=False),
    Column("number", Integer, nullable=False),
    Column("at_s", Float, nullable=True),
    Column("document", Text, nullable=False),
    Column("check_sum", Integer, nullable=False),
    # The second lock on the door: an action can be kept once only, whoever tries.
    UniqueConstraint("table_code", "game_id", "number"),
    sqlite_autoincrement=True,
)
"""The log: rows are added and never changed; only a whole game is ever removed."""

DOCUMENTS = Table(
    "documents",
    METADATA,
    Column("kind", String(64), primary_key=True),
    Column("name", String(255), primary_key=True),
    Column("document", Text, nullable=False),
    Column("check_sum", Integer, nullable=False),
)
"""Whatever else the rooms want kept, newest form only."""


def prepare_tables(engine: Engine, where: str) -> None:
    """Make the tables in a new file, or see to it that an old one can be used.

    Raises:
        NewerSchemaError: The file was written by a newer version of this program.
        CorruptRecordError: The file does not say its version.
    """
    with engine.begin() as connection:
        if not inspect(connection).has_table(ABOUT.name):
            METADATA.create_all(connection)
            connection.execute(
                ABOUT.insert().values(name="schema_version", value=str(SCHEMA_VERSION))
            )
            return
        written = connection.execute(
            select(ABOUT.c.value).where(ABOUT.c.name == "schema_version")
        ).scalar()
        if written is None or not written.isdecimal():
            raise CorruptRecordError(
                f"{where!r} says that its schema version is {written!r};"
                " a number was expected: move the file away to begin anew"
            )
        if int(written) > SCHEMA_VERSION:
            raise NewerSchemaError(
                f"{where!r} was written by a newer version of this program (schema {written},"
                f" this one knows up to {SCHEMA_VERSION}): update, or choose another data folder"
            )


def make_sqlite_durable(engine: Engine) -> None:
    """Have every SQLite connection write ahead, wait for the disk, and mind foreign keys."""

    def set_pragmas(connection: DBAPIConnection, _record: object) -> None:
        cursor = connection.cursor()
        try:
            # With a write-ahead log FULL means: the log is on the disk before COMMIT returns,
            # so neither kill -9 nor a pulled plug takes back what was accepted.
            cursor.execute("PRAGMA journal_mode = WAL")
            cursor.execute("PRAGMA synchronous = FULL")
            cursor.execute("PRAGMA foreign_keys = ON")
        finally:
            cursor.close()

    event.listen(engine, "connect", set_pragmas)
