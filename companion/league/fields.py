"""Reads and writes the fields of actions as they go over the wire, each with its range."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from math import isfinite
from typing import Any, Final, TypeVar

from companion.errors import UnreadableError
from companion.league.decks import RegisteredDeck
from companion.league.endings import BY_HAND, Ending
from companion.league.match import StepKind
from companion.league.points import TimeoutRule

LONGEST_TEXT: Final = 120
LONGEST_CODE: Final = 24
MOST_NUMBER: Final = 9999
MOST_PLAYERS: Final = 2000

Word = TypeVar("Word", bound=StrEnum)


def write(value: Any) -> Any:
    """Write the value of a field as plain data."""
    if isinstance(value, RegisteredDeck):
        return {"starter": value.starter, "size": value.size, "hash": value.hash}
    if isinstance(value, StrEnum):
        return value.value
    if isinstance(value, tuple):
        return [write(each) for each in value]
    return value


def _refuse(name: str, value: object, expected: str) -> UnreadableError:
    return UnreadableError(f"{name!r} is {expected}; got {value!r}", text=str(value))


def read_text(name: str, value: Any) -> str:
    """A text with stray blanks taken out."""
    if not isinstance(value, str) or len(value) > LONGEST_TEXT or not value.isprintable():
        raise _refuse(name, value, f"a text of up to {LONGEST_TEXT} letters")
    return " ".join(value.split())


def read_code(name: str, value: Any) -> str:
    """An id or a code: letters, digits, `-`, `_` and `.`, so that it can stand in an address.

    It begins with a letter or a digit: browsers take `.` and `..` out of an address.
    """
    text = read_text(name, str(value) if type(value) is int else value)
    if (
        len(text) > LONGEST_CODE
        or (text != "" and not text[0].isalnum())
        or any(
            not (letter.isascii() and letter.isalnum()) and letter not in "-_." for letter in text
        )
    ):
        raise _refuse(
            name, value, f"up to {LONGEST_CODE} of the letters A-Z, digits, '-', '_', '.'"
        )
    return text


def read_number(name: str, value: Any) -> int:
    """A whole number from 0."""
    if type(value) is not int or not 0 <= value <= MOST_NUMBER:
        raise _refuse(name, value, f"a whole number from 0 to {MOST_NUMBER}")
    return value


def read_seconds(name: str, value: Any) -> float:
    """A moment in seconds since 1970."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        raise _refuse(name, value, "a time in seconds")
    return float(value)


def read_flag(name: str, value: Any) -> bool:
    """True or false."""
    if not isinstance(value, bool):
        raise _refuse(name, value, "true or false")
    return value


def read_codes(name: str, value: Any) -> tuple[str, ...]:
    """A list of ids."""
    if not isinstance(value, list | tuple) or len(value) > MOST_PLAYERS:
        raise _refuse(name, value, "a list of player ids")
    return tuple(read_code(name, each) for each in value)


def read_pairs(name: str, value: Any) -> tuple[tuple[str, str], ...]:
    """A list of pairs of ids."""
    if not isinstance(value, list | tuple) or len(value) > MOST_PLAYERS:
        raise _refuse(name, value, "a list of pairs")
    pairs = []
    for each in value:
        pair = read_codes(name, each)
        if len(pair) != 2:
            raise _refuse(name, each, "a pair of player ids")
        pairs.append((pair[0], pair[1]))
    return tuple(pairs)


def read_games(name: str, value: Any) -> tuple[int, int]:
    """Games won by both players."""
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise _refuse(name, value, "the games won by both, such as [2, 1]")
    return read_number(name, value[0]), read_number(name, value[1])


def read_decks(name: str, value: Any) -> tuple[RegisteredDeck, ...]:
    """Decks with starting character, size and perhaps a hash."""
    if not isinstance(value, list | tuple) or len(value) > 9:
        raise _refuse(name, value, "a list of decks")
    decks = []
    for each in value:
        if not isinstance(each, Mapping):
            raise _refuse(name, each, "a deck with 'starter' and 'size'")
        starter = read_text(f"{name}.starter", each.get("starter"))
        if not starter:
            raise _refuse(f"{name}.starter", starter, "the name of a starting character")
        decks.append(
            RegisteredDeck(
                starter,
                read_number(f"{name}.size", each.get("size")),
                read_text(f"{name}.hash", each.get("hash") or ""),
            )
        )
    return tuple(decks)


def read_ending(name: str, value: Any) -> Ending:
    """A way to end that may be typed in."""
    ending = _read_word(Ending, name, value)
    if ending not in BY_HAND:
        raise _refuse(name, value, f"one of {', '.join(BY_HAND)}")
    return ending


def _read_word(kind: type[Word], name: str, value: Any) -> Word:
    try:
        return kind(value)
    except ValueError:
        raise _refuse(name, value, f"one of {', '.join(kind)}") from None


READERS: Final[Mapping[str, Callable[[str, Any], Any]]] = {
    "title": read_text,
    "code": read_code,
    "seed": read_text,
    "date": read_text,
    "rules_version": read_text,
    "rounds": read_number,
    "timeout_rule": lambda name, value: _read_word(TimeoutRule, name, value),
    "is_friendly": read_flag,
    "checks_decks": read_flag,
    "bye_average": read_flag,
    "allows_agreed_draw": read_flag,
    "player": read_code,
    "player_name": read_text,
    "decks": read_decks,
    "is_namesake": read_flag,
    "stack": read_codes,
    "reason": read_text,
    "tables": read_pairs,
    "bye": read_code,
    "round": read_number,
    "table": read_number,
    "games": read_games,
    "ending": read_ending,
    "step": lambda name, value: _read_word(StepKind, name, value),
    "running": read_flag,
    "at_s": read_seconds,
}
"""By the name of the field, which means the same in every action."""
