"""What goes in comes out; what cannot be kept is said in one clear line."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.errors import CorruptRecordError, NewerSchemaError, StoreError
from companion.store.log_entry import LogEntry
from companion.store.store import FILE_NAME, GameRecord, Store


def change(folder: Path, statement: str) -> None:
    with closing(sqlite3.connect(folder / FILE_NAME)) as connection:
        connection.execute(statement)
        connection.commit()


def one_clear_line(error: StoreError) -> bool:
    return "\n" not in error.message and "SELECT" not in error.message


def test_actions_come_back_in_order_after_reopening(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        for number in range(3):
            store.append_action("home", "1", number, {"action": "guess", "col": number})
    with Store(tmp_path) as store:
        kept = store.actions("home", "1")

    assert [document["col"] for document in kept] == [0, 1, 2]


def test_actions_of_other_tables_and_games_stay_apart(store: Store) -> None:
    store.append_action("home", "1", 0, {"a": 1})
    store.append_action("home", "2", 0, {"a": 2})
    store.append_action("cafe", "1", 0, {"a": 3})

    assert store.actions("home", "2") == ({"a": 2},)
    assert store.actions("cafe", "9") == ()
    assert store.table_codes() == ("cafe", "home")
    assert (store.action_count("home"), store.action_count("cafe")) == (2, 1)


def test_games_are_listed_oldest_first_with_their_times(store: Store) -> None:
    store.append_action("home", "9", 0, {}, at_s=100.0)
    store.append_action("home", "9", 1, {}, at_s=130.0)
    store.append_action("home", "10", 0, {})

    assert store.games("home") == (
        GameRecord("9", 2, 100.0, 130.0),
        GameRecord("10", 1, None, None),
    )


def test_append_refuses_an_action_that_is_already_there(store: Store) -> None:
    store.append_action("home", "1", 0, {"action": "first"})
    with pytest.raises(StoreError, match="already there") as refused:
        store.append_action("home", "1", 0, {"action": "second"})

    assert one_clear_line(refused.value)
    assert store.actions("home", "1") == ({"action": "first"},)


def test_append_refuses_a_gap(store: Store) -> None:
    with pytest.raises(ValueError, match="leaves a gap: 0 come before it"):
        store.append_action("home", "1", 1, {})


@pytest.mark.parametrize(
    "document",
    [
        pytest.param({}, id="empty"),
        pytest.param({"word": "Käse ☃", "deep": {"list": [1, None, True, 0.5]}}, id="unicode"),
    ],
)
def test_document_comes_back_as_it_was(store: Store, document: dict[str, object]) -> None:
    store.save_document("profile", "webcam", {"old": True})
    store.save_document("profile", "webcam", document)

    assert store.load_document("profile", "webcam") == document
    assert store.document_names("profile") == ("webcam",)


def test_document_is_none_when_never_kept_or_deleted(store: Store) -> None:
    store.save_document("profile", "webcam", {})
    store.delete_document("profile", "webcam")
    store.delete_document("profile", "webcam")

    assert store.load_document("profile", "webcam") is None


def test_connection_writes_ahead_waits_for_the_disk_and_minds_foreign_keys(store: Store) -> None:
    with store._engine.connect() as connection:
        settings = [
            connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        ]

    assert settings == ["wal", 2, 1]


def test_open_refuses_a_file_of_a_newer_version(tmp_path: Path) -> None:
    Store(tmp_path).close()
    change(tmp_path, "UPDATE about SET value = '99' WHERE name = 'schema_version'")
    with pytest.raises(NewerSchemaError, match=r"schema 99, this one knows up to 1") as refused:
        Store(tmp_path)

    assert one_clear_line(refused.value)


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda f: change(f, "DELETE FROM about"), id="no version"),
        pytest.param(lambda f: change(f, "UPDATE about SET value = 'x'"), id="version no number"),
        pytest.param(lambda f: (f / FILE_NAME).write_text("hello " * 999), id="no database"),
    ],
)
def test_open_refuses_a_damaged_file(tmp_path: Path, spoil: Callable[[Path], object]) -> None:
    Store(tmp_path).close()
    spoil(tmp_path)
    with pytest.raises(CorruptRecordError) as refused:
        Store(tmp_path)

    assert one_clear_line(refused.value)


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        pytest.param("UPDATE actions SET document = '{' WHERE number = 1", "not as it", id="torn"),
        pytest.param(
            "UPDATE actions SET document = replace(document, 'b', 'c')", "not as it", id="changed"
        ),
        pytest.param("DELETE FROM actions WHERE number = 1", "2 of game '1'", id="gap"),
        pytest.param(
            "UPDATE actions SET document = '[]', check_sum = 223132457", "list", id="no object"
        ),
    ],
)
def test_actions_refuses_damaged_records(tmp_path: Path, damage: str, says: str) -> None:
    with Store(tmp_path) as store:
        for number in range(3):
            store.append_action("home", "1", number, {"a": "b"})
    change(tmp_path, damage)
    with Store(tmp_path) as store, pytest.raises(CorruptRecordError, match=says) as refused:
        store.actions("home", "1")

    assert one_clear_line(refused.value)


def test_load_document_refuses_a_damaged_record(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        store.save_document("profile", "webcam", {"a": 1})
    change(tmp_path, "UPDATE documents SET document = '{\"a\":2}'")
    with Store(tmp_path) as store, pytest.raises(CorruptRecordError, match="profile 'webcam'"):
        store.load_document("profile", "webcam")


def test_open_says_so_when_a_file_stands_in_the_folders_place(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("")
    for place in (tmp_path / "taken", tmp_path / "taken" / "below"):
        with pytest.raises(StoreError, match="a file stands where a folder is needed") as refused:
            Store(place)

        assert one_clear_line(refused.value)


def test_open_says_so_when_the_folder_is_not_writable() -> None:
    # Not even root may make a folder there.
    with pytest.raises(StoreError, match="cannot make the data folder in '/proc/evening'"):
        Store("/proc/evening")


def test_append_says_so_when_the_disk_is_full(store: Store) -> None:
    with store._engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(StoreError, match="the disk is full") as refused:
        store.append_action("home", "1", 0, {"long": "x" * 100_000})

    assert one_clear_line(refused.value)
    assert store.actions("home", "1") == ()


def test_append_together_keeps_all(store: Store) -> None:
    told = store.append_together(
        [LogEntry(code, "1", 0, {"a": code}, 7.0) for code in ("home", "cafe")]
        + [LogEntry("home", "1", 1, {"a": 2})]
    )

    assert told == (None, None, None)
    assert store.actions("home", "1") == ({"a": "home"}, {"a": 2})
    assert store.games("cafe")[0].began_at_s == 7.0


def test_append_together_refuses_only_what_is_wrong(store: Store) -> None:
    store.append_action("home", "1", 0, {"a": 1})
    right = LogEntry("cafe", "1", 0, {"a": 2})

    there, kept, gap = store.append_together(
        [LogEntry("home", "1", 0, {"a": 3}), right, LogEntry("home", "1", 5, {"a": 4})]
    )

    assert isinstance(there, StoreError)
    assert "already there" in there.message
    assert kept is None
    assert isinstance(gap, ValueError)
    assert store.actions("home", "1") == ({"a": 1},)
    assert store.actions("cafe", "1") == ({"a": 2},)


def test_append_together_keeps_nothing_when_the_disk_is_full(store: Store) -> None:
    with store._engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
    told = store.append_together(
        [LogEntry(code, "1", 0, {"long": "x" * 100_000}) for code in ("home", "cafe")]
    )

    for code, error in zip(("home", "cafe"), told, strict=True):
        assert isinstance(error, StoreError)
        assert one_clear_line(error)
        assert f"table '{code}'" in error.message
        assert "the disk is full" in error.message
        assert store.action_count(code) == 0


def test_append_says_so_when_another_program_holds_the_file(store: Store, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "evening" / FILE_NAME)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="another program holds it"):
            store.append_action("home", "1", 0, {})
        other.rollback()
    store.append_action("home", "1", 0, {})

    assert store.action_count("home") == 1


def test_append_says_so_when_the_file_is_read_only(store: Store) -> None:
    with store._engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA query_only = ON")
    with pytest.raises(StoreError, match="it is not writable"):
        store.append_action("home", "1", 0, {})


def test_error_never_quotes_a_document(store: Store) -> None:
    secret = {"key": "OYNX"}
    store.append_action("home", "1", 0, secret)
    with pytest.raises(StoreError) as refused:
        store.append_action("home", "1", 0, secret)
    told = f"{refused.value} {refused.value.__cause__}"

    assert "OYNX" not in told


@pytest.mark.parametrize("method", ["actions", "games", "load_document", "document_names"])
def test_reading_says_so_when_the_tables_are_gone(tmp_path: Path, method: str) -> None:
    arguments = {"actions": ("home", "1"), "load_document": ("a", "b")}.get(method, ("a",))
    with Store(tmp_path) as store:
        change(tmp_path, "DROP TABLE actions")
        change(tmp_path, "DROP TABLE documents")
        with pytest.raises(StoreError, match="not a data file of this program"):
            getattr(store, method)(*arguments)


def test_folder_is_closed_to_other_users(tmp_path: Path) -> None:
    Store(tmp_path / "evening").close()

    assert (tmp_path / "evening").stat().st_mode & 0o077 == 0


@pytest.mark.skipif(os.name != "posix", reason="Windows has no such modes")
def test_data_file_is_closed_to_other_users_in_an_open_folder_too(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    (tmp_path / FILE_NAME).touch(mode=0o644)
    with Store(tmp_path) as store:
        store.save_document("profile", "webcam", {})

        assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o600}
    assert tmp_path.stat().st_mode & 0o777 == 0o755
