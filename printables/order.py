"""An order for the print shop, and the sheets that fill it."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from enum import StrEnum

from companion.deck.cards import Deck, built_in_deck
from companion.deck.geometry import CARD_HEIGHT_MM, CARD_WIDTH_MM, CardGeometry
from companion.deck.key_geometry import KeyCardGeometry
from companion.deck.tags import check_tags
from companion.errors import UsageError
from companion.game.key_card import SET_SIZE, deal_set
from companion.terms import Edition
from printables.cards import card_piece, check_deck, check_size
from printables.cover_cards import cover_pieces
from printables.key_cards import key_piece
from printables.piece import PrintedPiece
from printables.press import Manifest, press
from printables.sheet import Flip, paper_size, plan_grid

MOST_BLEED_MM = 5.0
MOST_KEY_CARDS = 2000


class What(StrEnum):
    """What can be printed."""

    CARDS = "cards"
    KEYS = "keys"
    COVERS = "covers"


@dataclass(frozen=True, slots=True)
class PrintOrder:
    """What is wanted on paper.

    Attributes:
        what: Which pieces.
        paper: `A4`, `Letter` or `A3`.
        size: Width and height of a piece in millimetres; None for the usual one.
        deck: Whose cards; None for the built-in deck.
        seed: Which set of key cards; None for one that nobody can foretell.
        flip: Along which edge the printer turns the sheet.
        bleed: Ink beyond the trim in millimetres.
        edition: Whose colours.
        count: How many key cards.
    """

    what: What
    paper: str = "A4"
    size: tuple[float, float] | None = None
    deck: Deck | None = field(default=None, repr=False)
    seed: int | None = field(default=None, repr=False)
    flip: Flip = Flip.LONG
    bleed: float = 0.0
    edition: Edition = Edition.SIMPSONS
    count: int = SET_SIZE

    def __post_init__(self) -> None:
        """Refuse what no printer can do; take words for the choices."""
        for name, kind in (("what", What), ("flip", Flip), ("edition", Edition)):
            value = getattr(self, name)
            try:
                object.__setattr__(self, name, kind(value))
            except ValueError as error:
                choices = ", ".join(member.value for member in kind)
                raise UsageError(f"{name} is one of {choices}, not {value!r}") from error
        paper_size(self.paper)
        if not 0 <= self.bleed <= MOST_BLEED_MM:
            raise UsageError(f"bleed is 0 to {MOST_BLEED_MM:g} mm, not {self.bleed:g}")
        if not 1 <= self.count <= MOST_KEY_CARDS:
            raise UsageError(f"a set has 1 to {MOST_KEY_CARDS} key cards, not {self.count}")


@dataclass(frozen=True, slots=True, repr=False)
class Sheets:
    """Printed sheets; key cards are in them, so they are never shown in a log.

    Attributes:
        pdf: The file.
        manifest: Where every piece lies, as `--manifest` writes it.
    """

    pdf: bytes
    manifest: Manifest


def make_sheets(order: PrintOrder) -> Sheets:
    """Fill an order.

    The same order gives the same bytes; an order for key cards without a seed gives others each
    time.

    Raises:
        DeckError: A card of the deck cannot be printed.
        SheetOverflowError: Something does not fit.
        UsageError: An option cannot be used.
    """
    width, height = order.size or _usual_size(order.what)
    title, pieces = _pieces(order, width, height)
    grid = plan_grid(order.paper, width, height, bleed_mm=order.bleed)
    pdf, manifest = press(pieces, grid, order.flip, title=title)
    return Sheets(pdf, manifest)


def _usual_size(what: What) -> tuple[float, float]:
    if what is What.KEYS:
        key = KeyCardGeometry()
        return key.width_mm, key.height_mm
    return CARD_WIDTH_MM, CARD_HEIGHT_MM


def _pieces(order: PrintOrder, width: float, height: float) -> tuple[str, list[PrintedPiece]]:
    if order.what is What.KEYS:
        key_geometry = KeyCardGeometry(width, height)
        key_geometry.check()
        rng = random.SystemRandom() if order.seed is None else random.Random(order.seed)
        keys = deal_set(rng, order.count)
        numbered = enumerate(keys, start=1)
        return "key cards", [
            key_piece(key, number, key_geometry, order.edition) for number, key in numbered
        ]
    geometry = CardGeometry(width, height)
    if order.what is What.COVERS:
        check_size(geometry)
        return "cover cards", cover_pieces(geometry, order.edition)
    deck = order.deck or built_in_deck()
    check_deck(deck, geometry)
    check_tags(deck)
    title = f"Springfield cards, deck {deck.name} {deck.fingerprint}"
    return title, [card_piece(card, geometry) for card in deck.cards]
