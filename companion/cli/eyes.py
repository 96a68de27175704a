"""Which eyes a table needs: tags of a deck, or cards without any."""

from __future__ import annotations

from collections.abc import Mapping

from companion.deck.cards import Deck
from companion.deck.tags import tags_of
from companion.errors import UsageError
from companion.terms import Edition, GuessersSide
from companion.vision.readers import Reader, TaggedReader, UntaggedReader
from companion.vision.tags import make_tag_bank
from companion.vision.words import WORDS_EXTRA, TextReader, load_text_reader


def make_reader(
    deck: Deck,
    edition: Edition,
    untagged_from: GuessersSide | None,
    *,
    text_reader: TextReader | None = None,
    known: Mapping[str, str] | None = None,
) -> Reader:
    """What reads one frame.

    Args:
        deck: The cards in play.
        edition: Whose cover cards lie on the table.
        untagged_from: Where the guessers sit, when the cards have no tags.
        text_reader: Reads the words on untagged cards.
        known: The words to expect there and their cards' ids; None where any may come.
    """
    if untagged_from is not None:
        return UntaggedReader(untagged_from, edition, text_reader, known)
    return TaggedReader(make_tag_bank(tags_of(deck)), edition)


def need_text_reader() -> TextReader:
    """The reader of words.

    Raises:
        UsageError: The extra is not installed.
    """
    reader = load_text_reader()
    if reader is None:
        raise UsageError(f"--words needs an optional package: {WORDS_EXTRA}")
    return reader


def words_of(deck: Deck) -> dict[str, str]:
    """The deck's words and the ids of their cards."""
    return {card.word: card.id for card in deck.cards}
