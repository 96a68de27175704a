"""Whether cards of another deck lie on the table: their tags are ours, and none of this deck."""

from __future__ import annotations

from collections.abc import Iterable

from companion.deck.tags import is_tag, readable_part
from companion.vision.reading import BoardReading

LEAST_CARDS = 3
"""One foreign card strayed in; three were dealt from another box."""

_NAMED = 3


def is_other_deck(texts: Iterable[str | None]) -> bool:
    """Whether so many tags were read that are of another deck.

    Args:
        texts: What foreign tags say, None where there is none.
    """
    return len(_tags(texts)) >= LEAST_CARDS


def say_other_deck(reading: BoardReading) -> str | None:
    """One line for people where another deck lies on the table, else None."""
    tags = _tags(cell.foreign_tag for cell in reading.cells)
    if len(tags) < LEAST_CARDS:
        return None
    named = ", ".join(readable_part(tag) for tag in tags[:_NAMED])
    more = f" and {len(tags) - _NAMED} more" if len(tags) > _NAMED else ""
    return f"another deck lies here ({named}{more}): these cards are not of the deck in play"


def _tags(texts: Iterable[str | None]) -> list[str]:
    return [text for text in texts if text is not None and is_tag(text)]
