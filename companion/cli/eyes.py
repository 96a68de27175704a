"""Which eyes a table needs: tags of a deck, or cards without any."""

from __future__ import annotations

from companion.deck.cards import Deck
from companion.deck.tags import tags_of
from companion.terms import Edition, GuessersSide
from companion.vision.readers import Reader, TaggedReader, UntaggedReader
from companion.vision.tags import make_tag_bank


def make_reader(deck: Deck, edition: Edition, untagged_from: GuessersSide | None) -> Reader:
    """What reads one frame.

    Args:
        deck: The cards in play.
        edition: Whose cover cards lie on the table.
        untagged_from: Where the guessers sit, when the cards have no tags.
    """
    if untagged_from is not None:
        return UntaggedReader(untagged_from, edition)
    return TaggedReader(make_tag_bank(tags_of(deck)), edition)
