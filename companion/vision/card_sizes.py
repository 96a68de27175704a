"""Cards of a size that nobody named: the one in which the deck's tags are read is believed."""

from __future__ import annotations

from collections.abc import Sequence

from companion.terms import Cell
from companion.vision.frame import Frame, Image
from companion.vision.portraits import Portraits
from companion.vision.readers import Reader
from companion.vision.reading import BoardReading, CellReading, Unseen


class ReaderOfSizes:
    """Readers of one deck printed in several sizes, behind the face of one.

    The frame lines of any size are found alike, but the tag lies elsewhere on each, so only the
    true size reads the deck. Once a size has read, it is the first that is tried.

    Args:
        readers: One for each size, the usual one first.
    """

    def __init__(self, readers: Sequence[Reader]) -> None:
        if not readers:
            raise ValueError("at least one reader is needed, none was given")
        self._readers = list(readers)

    def read(self, frame: Frame) -> BoardReading | Unseen:
        """Read a frame in the size that read the last one, else in the others."""
        first = self._readers[0].read(frame)
        if first is not Unseen.UNKNOWN_DECK:
            return first
        for reader in self._readers[1:]:
            reading = reader.read(frame)
            if isinstance(reading, BoardReading):
                self._readers.remove(reader)
                self._readers.insert(0, reader)
                return reading
            if reading is Unseen.OTHER_DECK:
                first = reading
        return first

    def read_some(
        self, image: Image, board: BoardReading, cells: tuple[Cell, ...]
    ) -> list[CellReading]:
        """Read some cells again in the size at hand."""
        return self._readers[0].read_some(image, board, cells)

    def hold(self, frame: Frame, last: BoardReading) -> BoardReading | None:
        """Hold the last lattice in the size at hand."""
        return self._readers[0].hold(frame, last)

    def recall(
        self,
        image: Image,
        reading: BoardReading,
        cells: tuple[Cell, ...],
        portraits: Portraits,
    ) -> tuple[BoardReading, Portraits]:
        """Recall in the size at hand."""
        return self._readers[0].recall(image, reading, cells, portraits)
