"""Looks a deck over before it is printed: what is wrong with it, and what is only unwise."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import snowballstemmer

from companion.deck.cards import Card, Deck
from companion.deck.picture_files import is_picture_file, picture_pixels
from companion.deck.tags import most_alike, tags_of
from companion.terms import ALL_CELLS

FINEST_USE_PX = 220
"""Longer side of a picture below which it looks coarse on a card: 37 mm at 150 dpi."""

_STEMMERS = {
    "da": "danish", "de": "german", "en": "english", "es": "spanish", "fi": "finnish",
    "fr": "french", "hu": "hungarian", "it": "italian", "nl": "dutch", "no": "norwegian",
    "pt": "portuguese", "ro": "romanian", "ru": "russian", "sv": "swedish", "tr": "turkish",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Remark:
    """Something about one card, or about the whole deck.

    Attributes:
        code: Stable name of the kind of remark, such as `deck/same-stem`.
        is_fatal: Whether the deck cannot be printed or read as it is.
        where: File, line and card; the deck's name for the whole of it.
        text: What it is, and what would cure it.
    """

    code: str
    is_fatal: bool
    where: str
    text: str

    def __str__(self) -> str:
        return f"{self.where}: {self.text}"


def look_over(deck: Deck, why_not: Callable[[Card], str | None]) -> tuple[Remark, ...]:
    """Look over every card.

    Args:
        deck: The deck.
        why_not: Says why a card cannot be printed (a letter that the font lacks, a word that is
            too long, a picture that cannot be drawn), None when it can; the print shop knows.

    Example:
        >>> deck = Deck("own", (Card("bee", "bee"), Card("bees", "bees")))
        >>> [remark.code for remark in look_over(deck, lambda card: None)]
        ['deck/same-stem', 'deck/too-few']
    """
    return tuple(
        remark
        for part in (
            _letters(deck),
            _double_words(deck),
            _same_stems(deck),
            _unprintable(deck, why_not),
            _coarse_pictures(deck),
            _alike_tags(deck),
            _whole(deck),
        )
        for remark in part
    )


def _letters(deck: Deck) -> Iterator[Remark]:
    for note in deck.notes:
        where, _, text = note.partition(": ")
        yield Remark("deck/old-letters", False, where, text)


def _double_words(deck: Deck) -> Iterator[Remark]:
    seen: dict[str, Card] = {}
    for card in deck.cards:
        first = seen.setdefault(_plain(card.word), card)
        if first is not card:
            text = f"{card.word!r} is the word of {first.where} too; leave one of them out"
            yield Remark("deck/double-word", False, card.where, text)


def _same_stems(deck: Deck) -> Iterator[Remark]:
    # Rulebook, "Valid Clues": a word with the same root as one on the table is no clue, so two
    # such words on one table take each other's best clues away.
    seen: dict[tuple[str, str], Card] = {}
    for card in deck.cards:
        name = _STEMMERS.get(card.language.partition("-")[0])
        if name is None:
            continue
        stems = snowballstemmer.stemmer(name).stemWords(re.findall(r"\w+", card.word.casefold()))
        first = seen.setdefault((name, " ".join(stems)), card)
        if first is not card and _plain(first.word) != _plain(card.word):
            text = f"{card.word!r} has the stem of {first.word!r} ({first.where})"
            yield Remark("deck/same-stem", False, card.where, text)


def _unprintable(deck: Deck, why_not: Callable[[Card], str | None]) -> Iterator[Remark]:
    for card in deck.cards:
        reason = why_not(card)
        if reason is not None:
            yield Remark("deck/unprintable", True, card.where, reason)


def _coarse_pictures(deck: Deck) -> Iterator[Remark]:
    for card in deck.cards:
        if not is_picture_file(card.picture) or card.folder is None:
            continue
        try:
            size = picture_pixels(card.folder / card.picture)
        except OSError:
            continue  # that it is not there is said already
        if size is not None and max(size) < FINEST_USE_PX:
            text = (
                f"the picture {card.picture!r} has {size[0]} x {size[1]} pixels only; it looks "
                f"coarse below {FINEST_USE_PX}"
            )
            yield Remark("deck/coarse-picture", False, card.where, text)


def _alike_tags(deck: Deck) -> Iterator[Remark]:
    where = {card.id: card.where for card in deck.cards}
    for one, other in most_alike(tags_of(deck)):
        text = (
            f"its tag is too much like that of {other.piece.id!r} for a camera; give one of the "
            "two another id"
        )
        yield Remark("deck/alike-tags", True, where.get(one.piece.id, one.piece.id), text)


def _whole(deck: Deck) -> Iterator[Remark]:
    if len(deck) < len(ALL_CELLS):
        text = (
            f"{len(deck)} cards, and a table needs {len(ALL_CELLS)}: add some, or mix it with "
            "another deck"
        )
        yield Remark("deck/too-few", False, f"deck {deck.name!r}", text)


def _plain(word: str) -> str:
    return unicodedata.normalize("NFKC", word).casefold()
