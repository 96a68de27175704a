"""Reads the rows of a deck file, CSV or YAML, and says which line cannot be used and why."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import yaml

from companion.deck.text_files import decode_text
from companion.errors import DeckError

COLUMNS = ("id", "word", "picture", "language")
"""What a row may hold; only the word is needed."""

LONGEST_WORD = 40
"""Letters of a word: more would be smaller on a card than people can read across a table."""

LONGEST_ID = 60
"""Letters of a card's id."""

MOST_CARDS = 2000
"""Cards of a deck: every two of its tags are compared, which takes seconds from here on."""


@dataclass(frozen=True, slots=True)
class Row:
    """One card as the file gives it; fields that the file leaves out are empty.

    Attributes:
        line: Line of the file, from 1.
    """

    line: int
    id: str
    word: str
    picture: str
    language: str


@dataclass(frozen=True, slots=True)
class DeckFile:
    """What a deck file says.

    Attributes:
        name: Its own name; empty for none.
        rows: Its cards.
        note: What people should know of how its letters were read; empty for nothing.
    """

    name: str
    rows: tuple[Row, ...]
    note: str = ""


def read_deck_file(path: Path) -> DeckFile:
    """Read a deck file.

    Raises:
        DeckError: The file cannot be read, or a line of it cannot be used.
    """
    readers = {".csv": _from_csv, ".yaml": _from_yaml, ".yml": _from_yaml}
    reader = readers.get(path.suffix.lower())
    if reader is None:
        raise DeckError(f"{path}: a deck is a .csv or .yaml file, not {path.suffix or 'this'!r}")
    try:
        # A pipe would be waited for until somebody writes into it.
        if path.exists() and not path.is_file():
            raise DeckError(f"{path}: this is no file; a deck is a .csv or .yaml file")
        content = path.read_bytes()
    except OSError as error:
        reason = error.strerror or "it cannot be read"
        raise DeckError(f"{path}: {reason}; a deck is a .csv or .yaml file") from error
    file = decode_text(path, content)
    found = replace(reader(path, file.text), note=file.note)
    if not found.rows:
        raise DeckError(f"{path}: the deck has no cards; write at least one word")
    if len(found.rows) > MOST_CARDS:
        line = found.rows[MOST_CARDS].line
        raise refuse(path, line, f"a deck has {MOST_CARDS} cards at most; make two of it")
    return found


def refuse(path: Path, line: int, reason: str) -> DeckError:
    """Make the error for one line of a deck file."""
    return DeckError(f"{path}, line {line}: {reason}")


def _from_csv(path: Path, text: str) -> DeckFile:
    head = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = max(",;\t", key=head.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    header: list[str] | None = None
    rows = []
    try:
        for fields in reader:
            if not any(field.strip() for field in fields):
                continue
            if header is None:
                header = _csv_header(path, reader.line_num, fields)
                continue
            if len(fields) > len(header):
                raise refuse(
                    path,
                    reader.line_num,
                    f"{len(fields)} fields where the first line names {len(header)}; "
                    "put a word that holds a comma in quotes",
                )
            named = dict(zip(header, fields, strict=False))
            rows.append(_row(path, reader.line_num, named))
    except csv.Error as error:
        raise refuse(path, reader.line_num, f"this is not CSV ({error})") from error
    return DeckFile("", tuple(rows))


def _csv_header(path: Path, line: int, fields: list[str]) -> list[str]:
    header = [field.strip().casefold() for field in fields]
    for column in header:
        if column not in COLUMNS:
            raise refuse(
                path,
                line,
                f"unknown column {column!r}; the first line names columns out of "
                f"{', '.join(COLUMNS)}",
            )
    if len(set(header)) < len(header):
        raise refuse(path, line, "a column is named twice")
    if "word" not in header:
        raise refuse(path, line, "the column 'word' is missing")
    return header


def _from_yaml(path: Path, text: str) -> DeckFile:
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise refuse(path, line, f"this is not YAML ({error.problem or error.context})") from error
    except yaml.YAMLError as error:
        raise refuse(path, 1, "this is not YAML; it holds signs that no text file has") from error
    except RecursionError:
        raise refuse(path, 1, "brackets stand in brackets too deep for a deck") from None
    name = language = ""
    cards = root
    if isinstance(root, yaml.MappingNode):
        top = dict(_pairs(path, root))
        for key, node in top.items():
            if key not in ("name", "language", "cards"):
                raise refuse(
                    path,
                    node.start_mark.line + 1,
                    f"unknown entry {key!r}; a deck has name, language and cards",
                )
        name, language = (_scalar(path, top[key]) if key in top else "" for key in _TOP_TEXTS)
        cards = top.get("cards")
    if not isinstance(cards, yaml.SequenceNode):
        line = root.start_mark.line + 1 if root else 1
        raise refuse(path, line, "a deck is a list of cards, or has one under 'cards'")
    rows = []
    for node in cards.value:
        line = node.start_mark.line + 1
        if isinstance(node, yaml.ScalarNode):
            fields = {"word": _scalar(path, node)}
        elif isinstance(node, yaml.MappingNode):
            fields = {key: _scalar(path, value) for key, value in _pairs(path, node)}
        else:
            raise refuse(path, line, "a card is a word, or has word, id, picture and language")
        for key in fields:
            if key not in COLUMNS:
                raise refuse(path, line, f"unknown entry {key!r}; a card has {', '.join(COLUMNS)}")
        rows.append(_row(path, line, {"language": language} | fields))
    return DeckFile(name, tuple(rows))


_TOP_TEXTS = ("name", "language")


def _pairs(path: Path, node: yaml.MappingNode) -> Iterator[tuple[str, yaml.Node]]:
    seen = set()
    for key_node, value in node.value:
        key = _scalar(path, key_node)
        if key in seen:
            raise refuse(path, key_node.start_mark.line + 1, f"{key!r} stands here twice")
        seen.add(key)
        yield key, value


def _scalar(path: Path, node: yaml.Node) -> str:
    if not isinstance(node, yaml.ScalarNode):
        raise refuse(path, node.start_mark.line + 1, "a text is expected here")
    # A word such as `yes`, `null` or `12` is a word: YAML's own types are passed over.
    return str(node.value)


def _row(path: Path, line: int, fields: dict[str, str]) -> Row:
    row = Row(line, *(" ".join(fields.get(column, "").split()) for column in COLUMNS))
    reason = why_no_word(row.word) or _why_no_language(row.language)
    if reason:
        raise refuse(path, line, reason)
    return row


_LANGUAGE = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,3}")
"""A code as in BCP 47, of which decks have little use beyond `en` and `pt-BR`."""


def _why_no_language(language: str) -> str | None:
    if not language or _LANGUAGE.fullmatch(language):
        return None
    shown = language if len(language) <= 20 else f"{language[:20]}..."
    return f"{shown!r} is no language; write its code, such as en or de"


def why_no_word(word: str) -> str | None:
    """Say why a text cannot be a card's word; None when it can.

    Example:
        >>> why_no_word("donut"), why_no_word("")
        (None, 'the word is missing')
    """
    if not word:
        return "the word is missing"
    if len(word) > LONGEST_WORD:
        return f"{word!r} has {len(word)} letters, a card holds {LONGEST_WORD}"
    strange = next((sign for sign in word if not _may_stand(sign)), None)
    if strange is not None:
        return f"the word holds a sign that cannot be printed: {strange!r}"
    return None


def _may_stand(sign: str) -> bool:
    # The joiners say in Persian and in Indian scripts how letters are written.
    return sign.isprintable() or sign in "\u200c\u200d"
