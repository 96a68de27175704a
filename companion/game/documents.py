"""Cards and key cards as documents: plain values for the wire and the store."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, TypeVar

from companion.errors import UnreadableError
from companion.game.key_card import KeyCard
from companion.game.pieces import CardOnTable
from companion.terms import GRID_SIDE, Edition, Face, Role, Team

Word = TypeVar("Word", bound=StrEnum)

LONGEST_CARD_WORD = 60
"""Letters of a card's word: what decks allow, and half as many again."""

LONGEST_CARD_ID = 400
"""Letters of a card's id: in a mixed deck the name of the deck's file stands before it."""


def as_word(kind: type[Word], value: Any, edition: Edition) -> Word:
    """Read one of the words of an enumeration, or raise `UnreadableError`."""
    for member in kind:
        if member.value == value:
            return member
    legal = ", ".join(edition.shown_as(member.value) for member in kind)
    raise UnreadableError(f"{value!r} is none of {legal}", text=str(value))


def write_card(card: CardOnTable | None) -> dict[str, str] | None:
    """Write a card as a document."""
    if card is None:
        return None
    return {"id": card.id, "word": card.word, "face": card.face.value}


def read_card(value: Any) -> CardOnTable:
    """Read a card from its document; the inverse of `write_card`.

    Raises:
        UnreadableError: Not a card.
    """
    if (
        not isinstance(value, Mapping)
        or not isinstance(value.get("id"), str)
        or not isinstance(value.get("word"), str)
    ):
        raise UnreadableError(f"a card has an id and a word; got {value!r}", text=str(value))
    for name, longest in (("id", LONGEST_CARD_ID), ("word", LONGEST_CARD_WORD)):
        text = value[name]
        if not 0 < len(text) <= longest or not all(map(_may_stand, text)):
            raise UnreadableError(
                f"a card's {name} is 1 to {longest} letters that can be printed; got "
                f"{text[:LONGEST_CARD_WORD]!r}",
                text=ascii(text[:LONGEST_CARD_WORD]),
            )
    face = as_word(Face, value.get("face", Face.WORD), Edition.SIMPSONS)
    return CardOnTable(value["id"], value["word"], face)


def _may_stand(sign: str) -> bool:
    # The joiners say in Persian and in Indian scripts how letters are written.
    return sign.isprintable() or sign in "\u200c\u200d"


def write_key(key: KeyCard, edition: Edition = Edition.SIMPSONS) -> dict[str, Any]:
    """Write a key card as it lies: its rows as the guessers' cells, and who starts."""
    return {
        "grid": ["".join(edition.letter(role) for role in row) for row in key.rows()],
        "start": edition.shown_as(key.starting_team.value),
    }


def read_key(value: Any, edition: Edition = Edition.SIMPSONS) -> KeyCard:
    """Read a key card; the inverse of `write_key`.

    Raises:
        UnreadableError: Not five rows of five letters, or not 9, 8, 7 and 1 of a kind. The
            message does not repeat the layout.
    """
    rows = value.get("grid") if isinstance(value, Mapping) else None
    roles = {edition.letter(role): role for role in Role}
    if (
        not isinstance(rows, list | tuple)
        or len(rows) != GRID_SIDE
        or any(not isinstance(row, str) or len(row) != GRID_SIDE for row in rows)
        or any(letter not in roles for row in rows for letter in row)
    ):
        raise UnreadableError(
            f"a key has a grid of five rows of five letters {' '.join(roles)}", text="key"
        )
    start = as_word(Team, edition.meant_by(str(value.get("start"))), edition)
    try:
        return KeyCard(tuple(roles[letter] for row in rows for letter in row), start)
    except ValueError:
        raise UnreadableError(
            f"a key on which {edition.shown_as(start.value)} starts has 9 of its squares, 8 of "
            "the other team's, 7 neutral and 1 game-over",
            text="key",
        ) from None
