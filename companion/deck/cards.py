"""Springfield cards: which words and pictures a deck holds."""

from __future__ import annotations

import functools
import hashlib
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from companion.deck.deck_file import (
    LONGEST_ID,
    MOST_CARDS,
    read_deck_file,
    refuse,
    why_no_word,
)
from companion.deck.picture_files import PICTURE_ENDINGS, is_picture_file, lies_outside
from companion.errors import DeckError

BUILT_IN = "springfield"
"""The deck that comes with the program: 200 everyday words."""

_ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Card:
    """One Springfield card: a word on one side, a picture on the other.

    Attributes:
        id: Names the card for good, in a deck of one's own or in a mixed one.
        word: The word as it is spoken, not in capitals.
        picture: Name of a pictogram or of a picture file beside the deck file; empty for none.
        language: Language of the word, as `en` or `de`.
        source: The file the card was read from; a picture file is looked for beside it. It does
            not make two cards differ, and neither does the line.
        line: Line of that file, from 1.
    """

    id: str
    word: str
    picture: str = ""
    language: str = "en"
    source: Path | None = field(default=None, compare=False, repr=False)
    line: int = field(default=0, compare=False, repr=False)

    @property
    def folder(self) -> Path | None:
        """Where a picture file is looked for; None for a card that was read from no file."""
        return None if self.source is None else self.source.parent

    @property
    def where(self) -> str:
        """Where people find the card: file and line, or its id.

        Example:
            >>> Card("bee", "bee").where, Card("bee", "bee", source=Path("zoo.csv"), line=3).where
            ("card 'bee'", "zoo.csv, line 3, card 'bee'")
        """
        if self.source is None or not self.line:
            return f"card {self.id!r}"
        return f"{self.source}, line {self.line}, card {self.id!r}"

    @property
    def own_id(self) -> str:
        """The id in the card's own deck; in a mixed deck the deck's name may stand before it.

        Example:
            >>> Card("food.donut", "donut").own_id
            'donut'
        """
        return self.id.rpartition(".")[2]


@dataclass(frozen=True, slots=True)
class Deck:
    """Cards that are played together.

    Attributes:
        name: What people call it.
        cards: In the order of the file.
        notes: What people should know of how its files were read.
    """

    name: str
    cards: tuple[Card, ...]
    notes: tuple[str, ...] = field(default=(), compare=False, repr=False)

    def __len__(self) -> int:
        return len(self.cards)

    @property
    def fingerprint(self) -> str:
        """Eight letters that tell two decks apart; the order of the cards does not matter.

        Example:
            >>> one, two = Card("bee", "bee"), Card("owl", "owl")
            >>> Deck("a", (one, two)).fingerprint == Deck("b", (two, one)).fingerprint
            True
        """
        lines = sorted(
            "\t".join((card.own_id, card.word, card.picture, card.language)) for card in self.cards
        )
        digest = hashlib.sha256("\n".join(lines).encode()).hexdigest().upper()
        return f"{digest[:4]}-{digest[4:8]}"

    def card(self, card_id: str) -> Card:
        """Find a card by its id.

        Raises:
            DeckError: The deck has no such card.
        """
        found = next((card for card in self.cards if card.id == card_id), None)
        if found is None:
            raise DeckError(f"deck {self.name!r} has no card {card_id!r}")
        return found


def load_deck(path_or_name: str | Path) -> Deck:
    """Read a deck: the built-in one by its name, any other from a CSV or YAML file.

    A folder of pictures is a deck too: `polar bear.jpg` is the picture of the word "polar bear".

    Raises:
        DeckError: There is no such deck, or a row cannot be used; the message says file, line
            and reason.

    Example:
        >>> deck = load_deck("springfield")
        >>> len(deck), deck.card("donut").picture
        (200, 'doughnut')
    """
    if str(path_or_name) == BUILT_IN:
        return built_in_deck()
    path = Path(path_or_name)
    if path.is_dir():
        return _deck_of_pictures(path)
    if not path.exists():
        raise DeckError(
            f"there is no deck {str(path_or_name)!r}: give a CSV or YAML file, a folder of "
            f"pictures, or {BUILT_IN!r}"
        )
    return _read_deck(path)


@functools.cache
def built_in_deck() -> Deck:
    """The deck `springfield`."""
    return _read_deck(Path(__file__).with_name(f"{BUILT_IN}.csv"))


def load_decks(paths_or_names: Iterable[str | Path]) -> Deck:
    """Read several decks and mix them; none asked for is the built-in one."""
    decks = [load_deck(name) for name in paths_or_names]
    return mix_decks(decks) if decks else built_in_deck()


def mix_decks(decks: Iterable[Deck]) -> Deck:
    """Put several decks into one.

    The same card in two decks (same id, same word) is one card. Two cards that only share an id
    both stay: the later one gets its deck's name before its id, and keeps its printed tag.

    Raises:
        ValueError: No deck was given.
        DeckError: Together they have too many cards.

    Example:
        >>> food = Deck("food", (Card("1", "bacon"), Card("owl", "owl")))
        >>> zoo = Deck("zoo", (Card("1", "bear"), Card("owl", "owl")))
        >>> [card.id for card in mix_decks([food, zoo]).cards]
        ['1', 'owl', 'zoo.1']
    """
    given = list(decks)
    if not given:
        raise ValueError("mixing needs at least one deck")
    if len(given) == 1:
        return given[0]
    mixed: dict[str, Card] = {}
    for deck in given:
        for card in deck.cards:
            held = mixed.get(card.id)
            if held is None:
                mixed[card.id] = card
            elif held.word.casefold() != card.word.casefold():
                mixed[f"{deck.name}.{card.id}"] = replace(card, id=f"{deck.name}.{card.id}")
    if len(mixed) > MOST_CARDS:
        raise DeckError(f"these decks have {len(mixed)} cards; {MOST_CARDS} at most can be mixed")
    notes = tuple(note for deck in given for note in deck.notes)
    return Deck(" + ".join(deck.name for deck in given), tuple(mixed.values()), notes)


def id_from_word(word: str) -> str:
    """Make a card's id from its word.

    Example:
        >>> id_from_word("Ferris Wheel"), id_from_word("Bär"), id_from_word("Ήλιος")
        ('ferris-wheel', 'bar-1517', 'x-c0ec')
    """
    folded = unicodedata.normalize("NFKD", word.casefold()).encode("ascii", "ignore").decode()
    plain = re.sub(r"[^a-z0-9]+", "-", folded).strip("-")
    if plain and word.isascii():
        return plain
    # Letters were lost, so that "Bär" and "bar" would be one: a few signs of a hash part them.
    digest = hashlib.sha256(word.casefold().encode()).hexdigest()
    return f"{plain or 'x'}-{digest[:4]}"


def _read_deck(path: Path) -> Deck:
    found = read_deck_file(path)
    cards: dict[str, Card] = {}
    lines: dict[str, int] = {}
    for row in found.rows:
        card_id = row.id or id_from_word(row.word)
        if not _ID.fullmatch(card_id):
            raise refuse(
                path,
                row.line,
                f"the id {card_id!r} cannot be used; an id has small letters a to z, digits, "
                "and single hyphens between them",
            )
        if len(card_id) > LONGEST_ID:
            raise refuse(path, row.line, f"the id has more than {LONGEST_ID} letters")
        if is_picture_file(row.picture) and lies_outside(path.parent, row.picture):
            raise refuse(
                path,
                row.line,
                f"the picture {row.picture!r} lies outside the deck's folder; copy it beside the "
                "deck",
            )
        if card_id in cards:
            first = lines[card_id]
            raise refuse(
                path,
                row.line,
                f"the id {card_id!r} stands in line {first} already"
                if row.id
                else f"{row.word!r} is the word of line {first} too; leave one of them out, or "
                "give it an id of its own",
            )
        lines[card_id] = row.line
        cards[card_id] = Card(card_id, row.word, row.picture, row.language or "en", path, row.line)
    notes = (found.note,) if found.note else ()
    return Deck(found.name or path.stem, tuple(cards.values()), notes)


def _deck_of_pictures(folder: Path) -> Deck:
    try:
        names = sorted(path.name for path in folder.iterdir() if path.is_file())
    except OSError as error:
        raise DeckError(f"{folder}: {error.strerror or 'it cannot be read'}") from error
    cards: dict[str, Card] = {}
    for name in names:
        if not is_picture_file(name) or name.startswith("."):
            continue
        # Some systems write an umlaut as two signs in file names; a word is written with one.
        stem = unicodedata.normalize("NFC", name.rpartition(".")[0])
        word = " ".join(re.sub(r"[_\s]+", " ", stem).split())
        reason = why_no_word(word)
        if reason:
            raise DeckError(f"{folder / name}: {reason}; give the picture another name")
        if lies_outside(folder, name):
            raise DeckError(
                f"{folder / name}: the picture lies outside the deck's folder; copy it into it"
            )
        if len(cards) == MOST_CARDS:
            raise DeckError(f"{folder}: a deck has {MOST_CARDS} cards at most; make two of it")
        card_id = id_from_word(word)
        if card_id in cards:
            raise DeckError(
                f"{folder / name}: {cards[card_id].picture!r} is the same word; "
                "give one of the two pictures another name"
            )
        cards[card_id] = Card(card_id, word, name, source=folder / name)
    if not cards:
        raise DeckError(
            f"{folder}: there is no picture in this folder ({', '.join(PICTURE_ENDINGS)})"
        )
    return Deck(folder.resolve().name, tuple(cards.values()))
