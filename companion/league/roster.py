"""Reads a list of players as people keep it: a CSV with names, ids and starting characters."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from typing import Final

from companion.errors import UnreadableError
from companion.league.actions import CheckIn, from_document

_COLUMNS: Final = {
    "name": "player_name",
    "spieler": "player_name",
    "player": "player_name",
    "id": "player",
    "nummer": "player",
    "starter1": "starter1",
    "starter2": "starter2",
    "size1": "size1",
    "size2": "size2",
    "karten1": "size1",
    "karten2": "size2",
}

MOST_BYTES: Final = 200_000


def read_roster(content: bytes) -> tuple[CheckIn, ...]:
    r"""Read a roster; nothing is taken from a file of which one row cannot be used.

    Args:
        content: The file: UTF-8, comma or semicolon, a first line that names the columns (`name`;
            and if wanted `id`, `starter1`, `size1`, `starter2`, `size2`).

    Raises:
        UnreadableError: It cannot be read; the message says where and what would be accepted.

    Example:
        >>> [each.player_name for each in read_roster(b"name;id\nAda;7\n")]
        ['Ada']
    """
    text = decode(content)
    head = text.partition("\n")[0]
    delimiter = max(";,\t", key=head.count)
    rows = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter)
    columns = {
        column: _COLUMNS[plain]
        for column in rows.fieldnames or ()
        if column and (plain := column.strip().casefold()) in _COLUMNS
    }
    if "player_name" not in columns.values():
        raise UnreadableError(
            f"the first line names the columns, one of them 'name'; got {head.strip()!r}", text=head
        )
    try:
        return tuple(_check_ins(rows, columns))
    except csv.Error as error:
        raise UnreadableError(f"line {rows.line_num}: {error}", text="") from error


def decode(content: bytes) -> str:
    """Decode a CSV, or say in which line it is not UTF-8.

    Raises:
        UnreadableError: It is too long, or no UTF-8 (a Latin-1 file of an old spreadsheet).
    """
    if len(content) > MOST_BYTES:
        raise UnreadableError(f"this file is longer than {MOST_BYTES} bytes", text="")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise UnreadableError(
            f"line {line}: this file is not UTF-8, perhaps Latin-1; save it as 'CSV UTF-8'",
            text="",
            column=error.start,
        ) from None


def _check_ins(rows: csv.DictReader[str], columns: Mapping[str, str]) -> Iterator[CheckIn]:
    for row in rows:
        told = {columns[name]: (row[name] or "").strip() for name in columns}
        if not any(told.values()):
            continue
        line = rows.line_num
        if not told["player_name"]:
            raise UnreadableError(f"line {line}: there is no name", text=str(row))
        decks = []
        for number in ("1", "2"):
            starter = told.get(f"starter{number}", "")
            if starter:
                size = told.get(f"size{number}") or "50"
                if not size.isdecimal():
                    raise UnreadableError(
                        f"line {line}: the size of a deck is a number; got {size!r}", text=size
                    )
                decks.append({"starter": starter, "size": int(size)})
        document = {"action": CheckIn.name, "player_name": told["player_name"], "decks": decks}
        if told.get("player"):
            document["player"] = told["player"]
        try:
            read = from_document(document)
        except UnreadableError as error:
            raise UnreadableError(f"line {line}: {error.message}", text=str(row)) from error
        assert isinstance(read, CheckIn)
        yield read
