"""Reads the fields of actions as they come over the wire, each with its range."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.desk.scoring import Kind
from companion.errors import UnreadableError

LONGEST_TEXT: Final = 120
MOST_NUMBER: Final = 99


def _refuse(name: str, value: object, expected: str) -> UnreadableError:
    return UnreadableError(f"{name!r} is {expected}; got {value!r}", text=str(value))


def read_text(name: str, value: Any, is_optional: bool) -> str | None:
    """A text with stray blanks taken out."""
    if value is None and is_optional:
        return None
    if not isinstance(value, str) or len(value) > LONGEST_TEXT or not value.isprintable():
        raise _refuse(name, value, f"a text of up to {LONGEST_TEXT} letters")
    return " ".join(value.split())


def read_number(name: str, value: Any, is_optional: bool) -> int | None:
    """A whole number."""
    if value is None and is_optional:
        return None
    if type(value) is not int or abs(value) > MOST_NUMBER:
        raise _refuse(name, value, f"a whole number up to {MOST_NUMBER}")
    return value


def read_count(name: str, value: Any, is_optional: bool) -> int | None:
    """A whole number from 1."""
    number = read_number(name, value, is_optional)
    if number is not None and number < 1:
        raise _refuse(name, value, f"a whole number from 1 to {MOST_NUMBER}")
    return number


def read_flag(name: str, value: Any, is_optional: bool) -> bool | None:
    """True or false."""
    if value is None and is_optional:
        return None
    if not isinstance(value, bool):
        raise _refuse(name, value, "true or false")
    return value


def read_texts(name: str, value: Any, _is_optional: bool) -> tuple[str, ...]:
    """A list of texts."""
    if not isinstance(value, list | tuple) or len(value) > MOST_NUMBER:
        raise _refuse(name, value, "a list of texts")
    return tuple(text for each in value if (text := read_text(name, each, False)))


def read_counts(name: str, value: Any, _is_optional: bool) -> dict[str, int]:
    """Whole numbers by player."""
    if not isinstance(value, Mapping):
        raise _refuse(name, value, "numbers by player")
    counts = {}
    for player, number in value.items():
        count = read_number(f"{name}.{player}", number, False)
        assert count is not None
        if count:
            counts[str(player)] = count
    return counts


def read_kind(name: str, value: Any, _is_optional: bool) -> Kind:
    """One of the two kinds."""
    try:
        return Kind(value)
    except ValueError:
        raise _refuse(name, value, "'complete' or 'trash'") from None


READERS: Final[Mapping[str, Callable[[str, Any, bool], Any]]] = {
    "players": read_texts,
    "first": read_text,
    "quick": read_flag,
    "by": read_text,
    "title": read_text,
    "traits": read_texts,
    "complete": read_count,
    "trash": read_count,
    "by_effect": read_flag,
    "scene": read_text,
    "star": read_flag,
    "matches": read_flag,
    "character": read_text,
    "kind": read_kind,
    "characters": read_texts,
    "owner": read_text,
    "counted": read_counts,
    "need": read_count,
    "effect": read_counts,
    "player": read_text,
    "points": read_number,
    "reason": read_text,
}
"""By the name of the field, which means the same in every action."""
