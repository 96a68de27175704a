"""Which eyes a table needs: tags of a deck, or cards without any."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from companion.deck.cards import Deck
from companion.deck.geometry import COMMON_SIZES_MM, CardGeometry
from companion.deck.tags import tags_of
from companion.errors import UsageError
from companion.game.state import CardOnTable
from companion.table.album_book import AlbumBook
from companion.table.card_names import NamesRead
from companion.terms import Edition, Face, GuessersSide
from companion.vision.card_sizes import ReaderOfSizes
from companion.vision.frame import Image
from companion.vision.knowledge import Knowledge
from companion.vision.naming import mirror_reading, read_names, turn_reading
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
    """How a table without tags lies in the picture, once its words or pictures have told."""

    def __init__(self) -> None:
        self.turn = 0
        self.is_mirrored = False

    def turn_by(self, turn: int) -> None:
        """Read from another corner on."""
        self.turn = (self.turn + turn) % 4

    def mirror(self, is_mirrored: bool) -> None:  # the namer tells it so
        """Read in a mirror, or no more."""
        self.is_mirrored = is_mirrored

    def apply(self, reading: BoardReading) -> BoardReading:
        """The reading as the table truly lies."""
        turned = turn_reading(reading, self.turn)
        return mirror_reading(turned) if self.is_mirrored else turned


def name_table(
    image: Image,
    reading: BoardReading,
    text_reader: TextReader | None,
    known: Mapping[str, str] | None,
    album: AlbumBook | None,
) -> tuple[BoardReading, dict[str, str], int]:
    """Name a table without tags by its words, and what has none by its pictures.

    Args:
        image: The picture.
        reading: What was found in it.
        text_reader: Reads words, where the extra for it is installed.
        known: The words to expect there and their cards' ids; None where any may come.
        album: The pictures of earlier evenings; this table's are added.

    Returns:
        The reading with names, what is shown for each name, and by how many corners the reading
        was turned.
    """
    if reading.is_mirrored:
        # Perhaps not any more: the picture itself is asked again.
        reading = replace(mirror_reading(reading), is_mirrored=False)
    named, turn = reading, 0
    shown: dict[str, str] = {}
    if text_reader is not None:
        named, shown, turn = read_names(image, reading, text_reader, known)
    if album is None or named.is_mirrored:
        return named, shown, turn
    seen = album.look(image, named)
    if seen.is_mirrored:
        return mirror_reading(reading), {}, 0
    cells = tuple(
        cell if picture is None else replace(cell, card=picture.card, face=Face.PICTURE)
        for cell, picture in zip(named.cells, seen.pictures, strict=True)
    )
    shown |= {picture.card: picture.word for picture in seen.pictures if picture is not None}
    return replace(named, cells=cells), shown, turn


def reader_of_names(
    text_reader: TextReader | None,
    known: Mapping[str, str] | None,
    album: AlbumBook | None = None,
) -> Callable[[Image, BoardReading], NamesRead]:
    """What reads the names of the cards in a picture.

    Args:
        text_reader: Reads words; None where the extra for it is not installed.
        known: The words to expect there and their cards' ids; None where any may come.
        album: The pictures of earlier evenings.
    """

    def read(image: Image, reading: BoardReading) -> NamesRead:
        named, shown, turn = name_table(image, reading, text_reader, known, album)
        if named.is_mirrored:
            # A mirrored table is said to the host by the hint of the camera, and names wait.
            return NamesRead((None,) * len(named.cells), 0, is_mirrored=True)
        return NamesRead(
            tuple(
                CardOnTable(cell.card, shown[cell.card], cell.face or Face.WORD)
                if cell.card is not None
                else None
                for cell in named.cells
            ),
            turn,
        )

    return read
