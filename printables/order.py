"""An order for the print shop, and the sheets that fill it."""

from __future__ import annotations

import random
import shlex
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path

from companion.deck.cards import BUILT_IN, Deck, built_in_deck
from companion.deck.geometry import CARD_HEIGHT_MM, CARD_WIDTH_MM, CardGeometry
from companion.deck.key_geometry import KeyCardGeometry
from companion.deck.paper import paper_size
from companion.deck.picture_files import is_picture_file
from companion.deck.printer import PrinterProfile
from companion.deck.tags import check_tags
from companion.errors import UsageError
from companion.game.key_card import SET_SIZE, KeyCard, deal_set
from companion.terms import Edition
from printables.alignment import alignment_sheets
from printables.cards import CardShop
from printables.cover_cards import COVER_SET, cover_pieces
from printables.key_cards import blank_piece, key_piece, keys_from_codes
from printables.leaflet import Leaf, press_leaves
from printables.league_cards import (
    CARDS_ON_A_PAGE,
    ScoreCard,
    numbered_cards,
    score_card_leaves,
)
from printables.league_words import LEAGUE_LANGUAGES
from printables.livery import Livery
from printables.own_font import OwnFont
from printables.piece import PrintedPiece
from printables.press import Manifest, Progress, press
from printables.reading_pages import BoxLine, inlay, rules, solo_chart
from printables.rules_words import LANGUAGES
from printables.sheet import Flip, plan_grid
from printables.stand import stand
from printables.targets import corner_marks, lens_target
from printables.tongue import Tell, in_english, tell_in

MOST_BLEED_MM = 5.0
MOST_KEY_CARDS = 2000


COVERS_OF_OWN = (
    "covers in own colours are told by their tags; lay them out once and measure them (companion "
    "calibrate colours), and they are told by colour too. The pages keep the edition's colours"
)


class What(StrEnum):
    """What can be printed."""

    CARDS = "cards"
    KEYS = "keys"
    COVERS = "covers"
    STAND = "stand"
    RULES = "rules"
    SOLO_CHART = "solo-chart"
    CORNER_MARKS = "corner-marks"
    LENS_TARGET = "lens-target"
    ALIGNMENT = "alignment"
    INLAY = "inlay"
    LEAGUE_CARDS = "league-cards"


GRIDS = (What.CARDS, What.KEYS, What.COVERS)
"""What is cut out of a grid; all else are whole pages."""


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
        codes: Key cards by their codes, such as those drawn by hand; then `seed` and `count` are
            of no account.
        livery: Own colours, names and little ink; None for the edition's look.
        font: A font file for words that the bundled font cannot write.
        printer: A printer's faults to undo; None for a true printer.
        languages: Of the rules, a page each; of all other sheets the first, or of the league's
            score cards the first that they are written in.
        score_cards: Score cards of the league; none: `count` of them to be filled in by hand.
        is_blank: Whether key cards keep their squares to themselves: a preview for everybody.
        is_first_sheet_only: Whether the first sheet is enough: a preview that is there at once.
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
    codes: tuple[str, ...] = field(default=(), repr=False)
    livery: Livery | None = None
    font: Path | None = None
    printer: PrinterProfile | None = None
    languages: tuple[str, ...] = LANGUAGES
    score_cards: tuple[ScoreCard, ...] = field(default=(), repr=False)
    is_blank: bool = False
    is_first_sheet_only: bool = False

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
        if not self.languages:
            raise UsageError(f"language is one or more of {', '.join(LANGUAGES)}; none is named")
        if self.what is What.COVERS and self.livery is not None and self.livery.colors:
            self.livery.check_covers()

    @property
    def notes(self) -> tuple[str, ...]:
        """What people should know before they print, a line each."""
        notes = self.deck.notes if self.deck is not None and self.what is What.CARDS else ()
        if self.what is What.COVERS and self.look.colors:
            notes += (COVERS_OF_OWN,)
        return notes

    @property
    def look(self) -> Livery:
        """How the kinds look."""
        return self.livery or Livery(self.edition)


@dataclass(frozen=True, slots=True, repr=False)
class Sheets:
    """Printed sheets; key cards are in them, so they are never shown in a log.

    Attributes:
        pdf: The file.
        manifest: Where every piece lies, as `--manifest` writes it.
    """

    pdf: bytes
    manifest: Manifest


def make_sheets(order: PrintOrder, on_sheet: Progress | None = None) -> Sheets:
    """Fill an order.

    The same order gives the same bytes; an order for key cards without a seed gives others each
    time.

    Args:
        order: What is wanted.
        on_sheet: Told after each sheet how many are done, and of how many.

    Raises:
        DeckError: A card of the deck cannot be printed.
        SheetOverflowError: Something does not fit.
        UnreadableError: A key card's code is mistyped.
        UsageError: An option cannot be used.
    """
    if order.what not in GRIDS:
        return _make_leaves(order)
    width, height = order.size or _usual_size(order.what)
    tell = tell_in(order.languages[0])
    title, pieces = _pieces(order, width, height, tell)
    grid = plan_grid(
        order.paper, width, height, bleed_mm=order.bleed, is_folded=order.flip is Flip.FOLD
    )
    pdf, manifest = press(
        pieces,
        grid,
        order.flip,
        title=title,
        printer=order.printer,
        on_sheet=on_sheet,
        most_sheets=1 if order.is_first_sheet_only else None,
        tell=tell,
    )
    return Sheets(pdf, manifest)


def sheets_needed(order: PrintOrder) -> int:
    """How many sheets of paper an order takes, without printing it.

    Example:
        >>> sheets_needed(PrintOrder("cards")), sheets_needed(PrintOrder("keys", paper="A3"))
        (13, 3)
    """
    if order.what not in GRIDS:
        if order.what is What.LEAGUE_CARDS:
            return -(-pieces_in(order) // CARDS_ON_A_PAGE)
        return len(order.languages) if order.what is What.RULES else 1
    width, height = order.size or _usual_size(order.what)
    grid = plan_grid(
        order.paper, width, height, bleed_mm=order.bleed, is_folded=order.flip is Flip.FOLD
    )
    return -(-pieces_in(order) // grid.count)


def pieces_in(order: PrintOrder) -> int:
    """How many pieces are cut out."""
    if order.what is What.CARDS:
        return len(order.deck or built_in_deck())
    if order.what is What.KEYS:
        return len(order.codes) or order.count
    if order.what is What.COVERS:
        return sum(count for _, count in COVER_SET)
    if order.what is What.LEAGUE_CARDS:
        return len(order.score_cards) or order.count
    return {What.CORNER_MARKS: 4, What.STAND: 1}.get(order.what, 0)


def _make_leaves(order: PrintOrder) -> Sheets:
    if order.flip is Flip.FOLD and order.what is What.ALIGNMENT:
        raise UsageError("the alignment sheet is printed on both sides: flip is long or short")
    leaves: list[Leaf]
    is_spoken_here = order.what not in (What.RULES, What.LEAGUE_CARDS)
    tell = tell_in(order.languages[0]) if is_spoken_here else in_english
    duplex = None
    match order.what:
        case What.STAND:
            leaves = stand(order.paper, tell)
        case What.RULES:
            leaves = rules(order.languages, order.look)
        case What.LEAGUE_CARDS:
            cards = order.score_cards or numbered_cards(order.count)
            # German where nothing else is asked for: it is a German league's paper.
            language = next((each for each in LEAGUE_LANGUAGES if each in order.languages), "")
            leaves = score_card_leaves(cards, language or order.languages[0])
        case What.SOLO_CHART:
            leaves = solo_chart(tell)
        case What.CORNER_MARKS:
            leaves = corner_marks(order.paper, tell)
        case What.LENS_TARGET:
            leaves = lens_target(order.paper, tell)
        case What.ALIGNMENT:
            used = order.printer.name if order.printer else None
            leaves = alignment_sheets(order.paper, order.flip, tell, used)
            duplex = order.flip.value
        case _:
            deck = order.deck or built_in_deck()
            leaves = inlay(
                _box_lines(order),
                tell(
                    "Deck {deck}, {count} cards, fingerprint {fingerprint}",
                    deck=deck.name,
                    count=len(deck),
                    fingerprint=deck.fingerprint,
                ),
                order.paper,
                tell,
            )
    title = leaves[0].name
    pdf, manifest = press_leaves(
        leaves, order.paper, title=title, duplex=duplex, printer=order.printer
    )
    return Sheets(pdf, manifest)


_BOX = {
    What.CARDS: "Springfield cards, both sides",
    What.KEYS: "Key cards, both sides",
    What.COVERS: "Cover cards, both sides",
    What.STAND: "Key card stand",
    What.RULES: "The rules on one page",
    What.SOLO_CHART: "Chart for two players",
    What.CORNER_MARKS: "Corner marks, where the camera needs help",
    What.INLAY: "This sheet",
}


def _box_lines(order: PrintOrder) -> list[BoxLine]:
    lines = []
    for what, name in _BOX.items():
        one = replace(order, what=what, livery=None, size=None)
        command = f"companion print {what.value} -o {what.value}.pdf --paper {order.paper}"
        if what in GRIDS and order.flip is not Flip.LONG:
            command += f" --flip {order.flip.value}"
        if order.languages != LANGUAGES:
            command += f" --language {','.join(order.languages)}"
        if what in (What.CARDS, What.INLAY):
            command += "".join(f" --deck {shlex.quote(name)}" for name in _deck_names(order.deck))
        lines.append((name, command, sheets_needed(one), pieces_in(one)))
    return lines


def _deck_names(deck: Deck | None) -> list[str]:
    """What `--deck` is given, without folders: where files lie is not the paper's business."""
    if deck is None:
        return []
    built_in = built_in_deck().cards[0].source
    found = []
    for source in (card.source for card in deck.cards if card.source is not None):
        if source == built_in:
            found.append(BUILT_IN)
        elif is_picture_file(source.name):
            folder = source.parent.name
            found.append(folder if folder in deck.name else "pictures")
        else:
            found.append(source.name)
    names = list(dict.fromkeys(found))
    return [] if names == [BUILT_IN] else names


def _usual_size(what: What) -> tuple[float, float]:
    if what is What.KEYS:
        key = KeyCardGeometry()
        return key.width_mm, key.height_mm
    return CARD_WIDTH_MM, CARD_HEIGHT_MM


def _pieces(
    order: PrintOrder, width: float, height: float, tell: Tell
) -> tuple[str, list[PrintedPiece]]:
    if order.what is What.KEYS:
        return tell("key cards"), _key_pieces(order, KeyCardGeometry(width, height), tell)
    geometry = CardGeometry(width, height)
    if order.what is What.COVERS:
        geometry.check_size()
        return tell("cover cards"), cover_pieces(geometry, order.look)
    deck = order.deck or built_in_deck()
    font = OwnFont(order.font) if order.font else None
    shop = CardShop(geometry, font, is_low_ink=order.look.is_low_ink)
    shop.check(deck)
    if not order.is_first_sheet_only:
        check_tags(deck)
    title = tell("Springfield cards, deck {deck}", deck=f"{deck.name} {deck.fingerprint}")
    return title, [shop.piece(card) for card in deck.cards]


def _key_pieces(order: PrintOrder, geometry: KeyCardGeometry, tell: Tell) -> list[PrintedPiece]:
    geometry.check()
    if order.is_blank:
        return [blank_piece(number + 1, geometry, order.look) for number in range(order.count)]
    keys: tuple[KeyCard, ...]
    if order.codes:
        keys = keys_from_codes(order.codes)
    else:
        rng = random.SystemRandom() if order.seed is None else random.Random(order.seed)
        keys = deal_set(rng, order.count)
    return [
        key_piece(key, number, geometry, order.look, tell)
        for number, key in enumerate(keys, start=1)
    ]
