"""The ways to read a table, behind one face: tagged cards of a deck, or shop-bought ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from companion.terms import ALL_CELLS, Cell, CoverCard, Edition, GuessersSide
from companion.vision.between_marks import (
    find_between_marks,
    guessers_turn_by,
    lies_between,
)
from companion.vision.corner_marks import CornerMarksSeen, find_corner_marks
from companion.vision.frame import Frame, Image
from companion.vision.hidden_line import find_beside_hidden_line
from companion.vision.knowledge import Knowledge
from companion.vision.lattice import Lattice
from companion.vision.naming import name_cards, turn_reading
from companion.vision.pipeline import read_board, read_some, read_with_reference, working_scale
from companion.vision.placed import TRIED_GAPS_MM, read_placed_faces, read_placed_tags
from companion.vision.portraits import Portraits, forget, recall
from companion.vision.reading import (
    BoardReading,
    CellReading,
    CellState,
    Unseen,
    cards_elsewhere,
)
from companion.vision.tags import TagBank
from companion.vision.untagged import (
    hold_cards,
    locate_any_cards,
    read_known_cells,
    read_untagged,
)
from companion.vision.vacant import tell_vacant
from companion.vision.words import TextReader

_NOTHING_TO_FIND = frozenset({Unseen.NO_PICTURE, Unseen.BLACK, Unseen.TOO_SMALL})
"""Where the picture itself shows nothing, no hint helps."""


_OF_ANOTHER_DECK = frozenset({Unseen.UNKNOWN_DECK, Unseen.OTHER_DECK})
"""All cards were found, and their tags are others: no other way of looking changes that, and the
same picture may be tried in other sizes of card."""

_MANY_HIDDEN = 3
"""So many cells without a name or cover are worth a second look in another way."""


def _hidden_in(reading: BoardReading | Unseen) -> int:
    if isinstance(reading, Unseen):
        return len(ALL_CELLS)
    return sum(cell.state is CellState.HIDDEN for cell in reading.cells)


def _agree(one: BoardReading, other: BoardReading) -> bool:
    """Whether no card that both know lies in two places."""
    return one.is_mirrored is other.is_mirrored and not cards_elsewhere(other, one.cells)


def size_of(image: Image) -> tuple[int, int]:
    """Width and height."""
    return image.shape[1], image.shape[0]


def _between(image: Image, marks: CornerMarksSeen) -> Lattice | None:
    # A mirrored table is not looked for: what it says would be the wrong way round.
    return None if marks.is_mirrored else find_between_marks(image, marks)


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
        knows: What is known beforehand of the camera and the table; it may change at any time.
    """

    bank: TagBank
    edition: Edition = Edition.SIMPSONS
    knows: Callable[[], Knowledge] = Knowledge

    def read(self, frame: Frame) -> BoardReading | Unseen:
        """Find the frame lines, match the tags; where that fails, look where others point."""
        knowledge = self.knows()
        reading = read_board(
            frame.image,
            self.bank,
            edition=self.edition,
            captured_at_s=frame.captured_at_s,
            frame_number=frame.number,
            inks=knowledge.inks,
            lens=knowledge.lens(size_of(frame.image)),
        )
        if reading in _NOTHING_TO_FIND or _hidden_in(reading) < _MANY_HIDDEN:
            return reading
        again = None
        if reading not in _OF_ANOTHER_DECK:
            again = self._read_where_cards_lie(frame, knowledge)
        if again is not None and (
            isinstance(reading, Unseen)
            or (_hidden_in(again) < _hidden_in(reading) and _agree(again, reading))
        ):
            return again
        if isinstance(reading, BoardReading):
            return reading
        for lattice in self._places(frame.image, knowledge):
            found = read_placed_tags(frame, lattice, self.bank, self.edition, knowledge.inks)
            if found is not None:
                return found
        if reading in _OF_ANOTHER_DECK:
            return reading
        beside = find_beside_hidden_line(frame.image, working_scale(frame.image))
        if beside is None:
            return reading
        found = read_placed_tags(frame, beside, self.bank, self.edition, knowledge.inks, turn=None)
        return reading if found is None else found

    def _read_where_cards_lie(self, frame: Frame, knowledge: Knowledge) -> BoardReading | None:
        """Look for the cards' own edges: small far cards show no frame line."""
        lattice = locate_any_cards(frame.image)
        if isinstance(lattice, Unseen):
            return None
        return read_placed_tags(frame, lattice, self.bank, self.edition, knowledge.inks, turn=None)

    def _places(self, image: Image, knowledge: Knowledge) -> Iterator[Lattice]:
        """Where the cards lie by a person's word, and by the corner marks."""
        card = self.bank.geometry
        by_hand = knowledge.placed(
            size_of(image), TRIED_GAPS_MM[1], (card.width_mm, card.height_mm)
        )
        if by_hand is not None:
            yield by_hand
        marks = find_corner_marks(image)
        between = None if marks is None else _between(image, marks)
        if between is not None:
            yield between

    def read_some(
        self, image: Image, board: BoardReading, cells: tuple[Cell, ...]
    ) -> list[CellReading]:
        """Match the tags of some cells."""
        return read_some(image, board, cells, self.bank, self.edition, self.knows().inks)

    def hold(self, frame: Frame, last: BoardReading) -> BoardReading | None:
        """Use the last lattice where enough outlines lie where they lay."""
        return read_with_reference(frame, last, self.bank, self.edition, self.knows().inks)

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
        knows: What is known beforehand of the camera and the table; it may change at any time.
    """

    side: GuessersSide = GuessersSide.BOTTOM
    edition: Edition = Edition.SIMPSONS
    text_reader: TextReader | None = None
    known: Mapping[str, str] | None = None
    knows: Callable[[], Knowledge] = Knowledge

    def read(self, frame: Frame) -> BoardReading | Unseen:
        """Find cards of any kind, judge all their faces together.

        A person who says where they lie is believed first, corner marks where they contradict the
        search or it finds nothing.
        """
        knowledge = self.knows()
        by_hand = [knowledge.placed(size_of(frame.image), gap_mm) for gap_mm in TRIED_GAPS_MM]
        told = [lattice for lattice in by_hand if lattice is not None]
        if told:
            placed = read_placed_faces(frame, told, self.edition, knowledge.inks)
            if placed is not None:
                return self._named(frame.image, placed)
        # No lens here: whole cards are followed along a bent grid as well as along a straight one.
        reading = read_untagged(
            frame.image,
            side=self.side,
            edition=self.edition,
            captured_at_s=frame.captured_at_s,
            frame_number=frame.number,
            text_reader=self.text_reader,
            known=self.known,
            inks=knowledge.inks,
        )
        if reading in _NOTHING_TO_FIND:
            return reading
        marks = find_corner_marks(frame.image)
        if marks is None:
            return reading
        if isinstance(reading, BoardReading) and lies_between(marks, reading):
            # Marks say whose side is which, so nobody has to tell where the guessers sit.
            return turn_reading(reading, guessers_turn_by(marks, reading))
        between = _between(frame.image, marks)
        if between is None:
            return reading
        placed = read_placed_faces(frame, [between], self.edition, knowledge.inks)
        return reading if placed is None else self._named(frame.image, placed)

    def _named(self, image: Image, reading: BoardReading) -> BoardReading:
        """Name the cards by their words, where somebody reads them."""
        if self.text_reader is None:
            return reading
        return name_cards(image, reading, self.text_reader, self.known)

    def read_some(
        self, image: Image, board: BoardReading, cells: tuple[Cell, ...]
    ) -> list[CellReading]:
        """Judge the table again where it is known to lie, and answer for some cells."""
        return read_known_cells(image, board, cells, self.edition, self.knows().inks)

    def hold(self, frame: Frame, last: BoardReading) -> BoardReading | None:
        """Judge the cells where they lay, as long as most cards lie there still."""
        readings = hold_cards(frame.image, last, self.edition, self.knows().inks)
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
        """A card without a tag is known by its own earlier picture, and missed where it lay."""
        is_neutral_known = CoverCard.NEUTRAL in (self.knows().inks or {})
        recalled, kept = recall(portraits, image, reading, cells, is_neutral_known=is_neutral_known)
        told = tell_vacant(image, recalled, cells, portraits.looks)
        # Another card may be laid there.
        gone = [cell for cell in cells if told.at(cell).state is CellState.EMPTY]
        return told, forget(kept, gone)
