"""Decks that were named on the command line, and what people should know of them."""

from __future__ import annotations

from collections.abc import Sequence

from companion.cli.console import say
from companion.deck.cards import Deck, load_decks


def take_decks(names: Sequence[str] | None) -> Deck:
    """Read the decks that were named, the built-in one if none was, and say how if need be.

    Raises:
        DeckError: There is no such deck, or a row of it cannot be used.
    """
    deck = load_decks(names or ())
    for note in deck.notes:
        say(note)
    return deck
