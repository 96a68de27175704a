"""Which code stands on which face.

A tag is a version 1 QR code that is completely filled: 20 characters, of which the first few can
be read by people and the rest are drawn from a hash, so that any two tags differ in many modules
and the camera can match a blurred one against the deck. A tag depends on its own card alone, never
on the deck around it: a card that was printed stays readable when the deck grows, is renamed or is
mixed with another.
"""

from __future__ import annotations

import functools
import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import segno

from companion.deck.geometry import TAG_MODULES
from companion.errors import DeckError
from companion.terms import CoverCard, Face

if TYPE_CHECKING:
    from companion.deck.cards import Deck

PAYLOAD_LENGTH = 20
"""ISO/IEC 18004, table 7: version 1-M holds 20 alphanumeric characters; filled, nothing is padding
that all tags would share."""

SMALLEST_DIFFERENCE = 48
"""Modules of 441 in which any two tags of a deck must differ. 208 modules carry data, so chance
tags differ in 104, and the nearest of the 80,000 pairs of a deck of 200 in 54 to 70. With 48 a
reader may be wrong in 23 modules before it mistakes one tag for another."""

COVER_FACE = "front"
"""The face of every cover card but the extra one: both its sides are the same."""

EXTRA = "extra"
"""The id of the cover card that is orange on one side and yellow on the other."""

_READABLE = 4

_SALT = "7"
"""Out of 25 salts the one with which the nearest two of springfield's 406 tags differ most: 68
modules, against 54 to 66. Never changed: every printed card depends on it."""

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"


@dataclass(frozen=True, slots=True)
class Piece:
    """One face of one printed piece.

    Attributes:
        kind: `card` or `cover_card`.
        id: The card's id, or the cover's kind, or `extra`.
        face: `word`, `picture`; for covers `front`; for the extra one `orange`, `yellow`.
    """

    kind: str
    id: str
    face: str


@dataclass(frozen=True, slots=True)
class Tag:
    """A code and the face it stands on."""

    payload: str
    piece: Piece


def payload_for(kind: str, name: str, face: str, word: str = "") -> str:
    """Make the 20 characters of one face's code.

    Args:
        kind: `card` or `cover_card`.
        name: The piece's own id.
        face: Which face.
        word: The card's word: two decks that number their cards alike still differ.

    Example:
        >>> payload_for("card", "donut", "word", "donut")
        'DONUWJ30CQR7ENNAACQB'
    """
    readable = re.sub(r"[^A-Z0-9]", "", name.upper())[:_READABLE] + face[0].upper()
    digest = hashlib.sha256("\n".join((_SALT, kind, name, face, word.casefold())).encode()).digest()
    number = int.from_bytes(digest)
    filler = ""
    while len(readable) + len(filler) < PAYLOAD_LENGTH:
        number, letter = divmod(number, len(_LETTERS))
        filler += _LETTERS[letter]
    return readable + filler


def is_tag(text: str) -> bool:
    """Whether a code is one of ours, of whatever deck.

    Example:
        >>> is_tag("DONUWJ30CQR7ENNAACQB"), is_tag("https://example.org")
        (True, False)
    """
    return len(text) == PAYLOAD_LENGTH and set(text) <= set(_LETTERS)


def readable_part(payload: str) -> str:
    """The letters of a tag that people can read: how its card's id begins.

    Example:
        >>> readable_part("DONUWJ30CQR7ENNAACQB")
        'DONU'
    """
    return payload[:_READABLE]


@functools.cache
def tag_modules(payload: str) -> tuple[tuple[bool, ...], ...]:
    """The code's modules, row by row, `True` where dark; no quiet zone.

    Example:
        >>> rows = tag_modules("DONUWJ30CQR7ENNAACQB")
        >>> len(rows), rows[0][:8]
        (21, (True, True, True, True, True, True, True, False))
    """
    code = segno.make(payload, version=1, error="m", micro=False, boost_error=False)
    rows = tuple(tuple(bool(module) for module in row) for row in code.matrix)
    assert len(rows) == TAG_MODULES
    return rows


def cover_tags() -> tuple[Tag, ...]:
    """The tags of the cover cards; they are the same for every deck."""
    pieces = [Piece("cover_card", cover.value, COVER_FACE) for cover in CoverCard]
    pieces += [
        Piece("cover_card", EXTRA, side.value) for side in (CoverCard.ORANGE, CoverCard.YELLOW)
    ]
    return tuple(Tag(payload_for(piece.kind, piece.id, piece.face), piece) for piece in pieces)


def tags_of(deck: Deck) -> tuple[Tag, ...]:
    """Every tag that may lie on the table: each face of each card, and the covers.

    A card without a picture has no picture face and no tag for it.
    """
    cards = tuple(
        Tag(
            payload_for("card", card.own_id, face.value, card.word),
            Piece("card", card.id, face.value),
        )
        for card in deck.cards
        for face in Face
        if face is Face.WORD or card.picture
    )
    return cards + cover_tags()


def smallest_difference(tags: Sequence[Tag]) -> int:
    """Count the modules in which the two most alike tags differ.

    Raises:
        ValueError: There are fewer than two tags.
    """
    if len(tags) < 2:
        raise ValueError(f"a difference needs two tags, not {len(tags)}")
    bits = [_as_number(tag.payload) for tag in tags]
    # Maps keep the inner loop out of Python: the 8 million pairs of 2,000 cards take a second.
    return min(
        min(map(int.bit_count, map(one.__xor__, bits[at + 1 :])))
        for at, one in enumerate(bits[:-1])
    )


def most_alike(tags: Sequence[Tag], fewer_than: int | None = None) -> list[tuple[Tag, Tag]]:
    """The pairs of tags that differ in fewer modules than a camera needs."""
    fewer_than = SMALLEST_DIFFERENCE if fewer_than is None else fewer_than
    bits = [_as_number(tag.payload) for tag in tags]
    found = []
    for at, one in enumerate(bits[:-1]):
        after = bits[at + 1 :]
        # As above: Python looks at single pairs only where one of them is too much alike.
        if min(map(int.bit_count, map(one.__xor__, after))) < fewer_than:
            found += [
                (tags[at], tag)
                for tag, other in zip(tags[at + 1 :], after, strict=True)
                if (one ^ other).bit_count() < fewer_than
            ]
    return found


def check_tags(deck: Deck) -> int:
    """Refuse a deck with two tags that a camera could mistake; return its smallest difference.

    Raises:
        DeckError: Two tags differ in fewer than `SMALLEST_DIFFERENCE` modules.
    """
    tags = tags_of(deck)
    found = smallest_difference(tags)
    if found < SMALLEST_DIFFERENCE:
        one, other = most_alike(tags)[0]
        raise DeckError(
            f"deck {deck.name!r}: the tags of {one.piece.id!r} and {other.piece.id!r} differ in "
            f"{found} modules only, {SMALLEST_DIFFERENCE} are needed; give one of the two cards "
            "another id"
        )
    return found


def _as_number(payload: str) -> int:
    return int("".join("01"[dark] for row in tag_modules(payload) for dark in row), 2)
