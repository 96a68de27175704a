"""The two decks of a league player (1.6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

DECKS: Final = 2
SMALLEST_DECK: Final = 50
"""1.6: two decks of one's own with at least 50 cards each."""


@dataclass(frozen=True, slots=True)
class RegisteredDeck:
    """One deck as it was brought to check-in.

    Attributes:
        starter: Its starting character.
        size: How many cards.
        hash: What the deck's cards hash to; empty when no list was handed in.
    """

    starter: str
    size: int
    hash: str = ""


@dataclass(frozen=True, slots=True)
class DeckFault:
    """One thing that is wrong with the decks of a player."""

    code: str
    message: str


def deck_faults(
    decks: Sequence[RegisteredDeck], *, is_changed: bool = False
) -> tuple[DeckFault, ...]:
    """1.6: find everything at once, in the fixed order.

    How many copies of a card are legal stands in another rulebook and is not checked here.

    Args:
        decks: The decks that were brought.
        is_changed: One of them is not what it was at check-in.
    """
    faults = []
    if len(decks) != DECKS:
        faults.append(
            DeckFault("E_DECK_COUNT", f"{len(decks)} decks; a player brings exactly {DECKS}")
        )
    small = [deck for deck in decks if deck.size < SMALLEST_DECK]
    if small:
        sizes = ", ".join(f"{deck.starter}: {deck.size}" for deck in small)
        faults.append(
            DeckFault("E_SIZE", f"a league deck has at least {SMALLEST_DECK} cards ({sizes})")
        )
    starters = [" ".join(deck.starter.split()).casefold() for deck in decks]
    if len(set(starters)) < len(starters):
        faults.append(
            DeckFault("E_SAME_STARTER", "the decks have one and the same starting character")
        )
    if is_changed:
        faults.append(DeckFault("E_DECK_CHANGED", "a deck is not what it was at check-in"))
    return tuple(faults)


def is_changed(locked: Sequence[RegisteredDeck], brought: Sequence[RegisteredDeck]) -> bool:
    """1.6: whether what is brought now differs from what was locked, where lists tell."""
    return any(
        old.hash and new.hash and old.hash != new.hash
        for old, new in zip(
            sorted(locked, key=lambda deck: deck.starter.casefold()),
            sorted(brought, key=lambda deck: deck.starter.casefold()),
            strict=False,
        )
    )
