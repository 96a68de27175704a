"""Which eyes a table needs: tags of a deck, or cards without any."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.deck.cards import Deck
from companion.deck.geometry import COMMON_SIZES_MM, CardGeometry
from companion.deck.tags import tags_of
from companion.errors import UsageError
from companion.game.state import CardOnTable
from companion.table.card_names import NamesRead
from companion.terms import Edition, Face, GuessersSide
from companion.vision.card_sizes import ReaderOfSizes
from companion.vision.frame import Image
from companion.vision.knowledge import Knowledge
from companion.vision.naming import read_names
from companion.vision.readers import Reader, TaggedReader, UntaggedReader
from companion.vision.reading import BoardReading
from companion.vision.tags import make_tag_bank
from companion.vision.words import WORDS_EXTRA, TextReader, load_text_reader


def make_reader(
    deck: Deck,
    edition: Edition,
    untagged_from: GuessersSide | None,
    *,
    text_reader: TextReader | None = None,
    known: Mapping[str, str] | None = None,
    card: CardGeometry | None = None,
    knows: Callable[[], Knowledge] = Knowledge,
) -> Reader:
    """What reads one frame.

    Args:
        deck: The cards in play.
        edition: Whose cover cards lie on the table.
        untagged_from: Where the guessers sit, when the cards have no tags.
        text_reader: Reads the words on untagged cards.
        known: The words to expect there and their cards' ids; None where any may come.
        card: What the cards measure; None where they may have any of the common sizes.
        knows: What is known of the camera and the table.
    """
    if untagged_from is not None:
        return UntaggedReader(untagged_from, edition, text_reader, known, knows)
    cards = [card] if card else [CardGeometry(*size) for size in COMMON_SIZES_MM]
    bank = make_tag_bank(tags_of(deck), cards[0])
    readers = [TaggedReader(replace(bank, geometry=each), edition, knows) for each in cards]
    return readers[0] if card else ReaderOfSizes(readers)


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


class WayUp:
    """From which side the guessers of a table without tags read, once its words have told."""

    def __init__(self) -> None:
        self.turn = 0

    def turn_by(self, turn: int) -> None:
        """Read from another corner on."""
        self.turn = (self.turn + turn) % 4


def reader_of_names(
    text_reader: TextReader, known: Mapping[str, str] | None
) -> Callable[[Image, BoardReading], NamesRead]:
    """What reads the names of the cards in a picture.

    Args:
        text_reader: Reads words.
        known: The words to expect there and their cards' ids; None where any may come.
    """

    def read(image: Image, reading: BoardReading) -> NamesRead:
        named, printed, turn = read_names(image, reading, text_reader, known)
        if named.is_mirrored:
            # A mirrored table is said to the host by the hint of the camera, and names wait.
            return NamesRead((None,) * len(named.cells), 0)
        return NamesRead(
            tuple(
                CardOnTable(cell.card, printed[cell.card], cell.face or Face.WORD)
                if cell.card is not None
                else None
                for cell in named.cells
            ),
            turn,
        )

    return read
