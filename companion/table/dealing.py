"""What the companion deals when people did not: cards and a key."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from enum import StrEnum
from typing import TypeVar

from companion.deck.cards import Deck
from companion.errors import DeckError
from companion.game.actions import ChooseKey, NewGame
from companion.game.key_card import CELL_COUNT, Chance, deal_key_card
from companion.game.state import CardOnTable, KeySource
from companion.terms import Face

KeyAction = TypeVar("KeyAction", NewGame, ChooseKey)


class Faces(StrEnum):
    """Which side of the cards is up.

    Rulebook, "Setup": all pictures or all words; "Already Know the Game": or mixed.
    """

    WORDS = "words"
    PICTURES = "pictures"
    MIXED = "mixed"


def deal_cards(
    deck: Deck,
    rng: Chance,
    faces: Faces = Faces.WORDS,
    *,
    put_away: Collection[str] = (),
) -> tuple[CardOnTable, ...]:
    """Deal 25 cards of a deck, each choice equally likely. Rulebook, "Setup".

    Args:
        deck: The cards.
        rng: The chance.
        faces: Which side is up.
        put_away: Cards, by id, that are dealt only when the others do not suffice.

    Raises:
        DeckError: The deck has fewer than 25 cards.
    """
    left = [card for card in deck.cards if card.id not in put_away]
    again = [card for card in deck.cards if card.id in put_away]
    while again and len(left) < CELL_COUNT:
        left.append(again.pop(rng.randrange(len(again))))
    if len(left) < CELL_COUNT:
        raise DeckError(f"deck {deck.name!r} has {len(left)} cards; a table needs {CELL_COUNT}")
    dealt = []
    for _ in range(CELL_COUNT):
        card = left.pop(rng.randrange(len(left)))
        if faces is Faces.MIXED:
            face = (Face.WORD, Face.PICTURE)[rng.randrange(2)]
        else:
            face = Face.WORD if faces is Faces.WORDS else Face.PICTURE
        dealt.append(CardOnTable(card.id, card.word, face))
    return tuple(dealt)


def with_dealt_key(action: KeyAction, rng: Chance) -> KeyAction:
    """Deal the key where the companion is to deal it and nobody has."""
    if action.key_source is not KeySource.DEALT or action.key is not None:
        return action
    return replace(action, key=deal_key_card(rng, starting_team=action.starting_team))
