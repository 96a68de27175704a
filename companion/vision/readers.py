"""The ways to read a table, behind one face: tagged cards of a deck, or shop-bought ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from companion.terms import Cell, Edition, GuessersSide
from companion.vision.frame import Frame, Image
from companion.vision.pipeline import read_board, read_some, read_with_reference
from companion.vision.portraits import Portraits, recall
from companion.vision.reading import BoardReading, CellReading, Unseen
from companion.vision.tags import TagBank
from companion.vision.untagged import hold_cards, read_known_cells, read_untagged
from companion.vision.words import TextReader


class Reader(Protocol):
    """What `track.follow` asks of the eyes."""

    def read(self, frame: Frame) -> BoardReading | Unseen:
        """Read a frame from scratch."""

    def read_some(
        self, image: Image, board: BoardReading, cells: tuple[Cell, ...]
    ) -> list[CellReading]:
        """Read some cells again of a board that has not moved, in the order asked for."""

    def hold(self, frame: Frame, last: BoardReading) -> BoardReading | None:
        """Read a frame in which too much is hidden; None where the camera may have moved."""

    def recall(
        self,
        image: Image,
        reading: BoardReading,
        cells: tuple[Cell, ...],
        portraits: Portraits,
    ) -> tuple[BoardReading, Portraits]:
        """Correct what was read by how these cells looked while bare; keep how they look now."""


@dataclass(frozen=True, slots=True)
class TaggedReader:
    """Reads cards that were printed with tags.

    Attributes:
        bank: The deck in play.
        edition: Whose cover cards lie on the table.
    """

    bank: TagBank
    edition: Edition = Edition.SIMPSONS

    def read(self, frame: Frame) -> BoardReading | Unseen:
        """Find the frame lines, match the tags."""
        return read_board(
            frame.image,
            self.bank,
            edition=self.edition,
            captured_at_s=frame.captured_at_s,
            frame_number=frame.number,
        )

    def read_some(
        self, image: Image, board: BoardReading, cells: tuple[Cell, ...]
    ) -> list[CellReading]:
        """Match the tags of some cells."""
        return read_some(image, board, cells, self.bank, self.edition)

    def hold(self, frame: Frame, last: BoardReading) -> BoardReading | None:
        """Use the last lattice where enough outlines lie where they lay."""
        return read_with_reference(frame, last, self.bank, self.edition)

    def recall(
        self,
        image: Image,
        reading: BoardReading,
        cells: tuple[Cell, ...],
        portraits: Portraits,
    ) -> tuple[BoardReading, Portraits]:
        """Tags say more than pictures: nothing is kept."""
        return reading, portraits


@dataclass(frozen=True, slots=True)
class UntaggedReader:
    """Reads shop-bought cards: no names, but where cards and covers lie.

    Attributes:
        side: Where in the picture the guessers sit.
        edition: Whose cover cards lie on the table.
        text_reader: Reads the words on the cards, in seconds: for single pictures.
        known: The deck's words and their cards' ids, where the cards are of such a deck.
    """

    side: GuessersSide = GuessersSide.BOTTOM
    edition: Edition = Edition.SIMPSONS
    text_reader: TextReader | None = None
    known: Mapping[str, str] | None = None

    def read(self, frame: Frame) -> BoardReading | Unseen:
        """Find cards of any kind, judge all their faces together."""
        return read_untagged(
            frame.image,
            side=self.side,
            edition=self.edition,
            captured_at_s=frame.captured_at_s,
            frame_number=frame.number,
            text_reader=self.text_reader,
            known=self.known,
        )

    def read_some(
        self, image: Image, board: BoardReading, cells: tuple[Cell, ...]
    ) -> list[CellReading]:
        """Judge the table again where it is known to lie, and answer for some cells."""
        return read_known_cells(image, board, cells, self.edition)

    def hold(self, frame: Frame, last: BoardReading) -> BoardReading | None:
        """Judge the cells where they lay, as long as most cards lie there still."""
        readings = hold_cards(frame.image, last, self.edition)
        if readings is None:
            return None
        return BoardReading(tuple(readings), last.is_mirrored, frame.captured_at_s, frame.number)

    def recall(
        self,
        image: Image,
        reading: BoardReading,
        cells: tuple[Cell, ...],
        portraits: Portraits,
    ) -> tuple[BoardReading, Portraits]:
        """A card without a tag is known by its own earlier picture."""
        return recall(portraits, image, reading, cells)
