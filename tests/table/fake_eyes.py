"""Eyes and cameras that see what a test says is there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from companion.table.eyes import Eyes
from companion.terms import ALL_CELLS
from companion.vision.frame import Frame, Image
from companion.vision.reading import BoardReading, CellReading, CellState, SettledBoard, Unseen
from tests.table.watching import Table

WHITE = np.full((100, 120, 3), 255, np.uint8)


def a_frame(number: int = 0, at_s: float = 0.0) -> Frame:
    return Frame(WHITE, at_s, number)


def a_reading(*, is_mirrored: bool = False) -> BoardReading:
    """Cells of 10 x 10 pixels from (20, 30) on."""
    cells = []
    for cell in ALL_CELLS:
        x, y = 20 + 10 * cell.col, 30 + 10 * cell.row
        quad = np.array([[x, y], [x + 10, y], [x + 10, y + 10], [x, y + 10]], float)
        cells.append(CellReading(cell, CellState.CARD, None, None, None, quad, 1.0))
    return BoardReading(tuple(cells), is_mirrored, 0.0, 0)


@dataclass(frozen=True, slots=True)
class Settled:
    board: SettledBoard | None


class FakeEyes:
    """Sees what the test says is there."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.reading: BoardReading | Unseen = a_reading()
        self.has_settled = True
        self.frames: list[int] = []
        self.on_frame: Callable[[Frame], None] = lambda frame: None

    def follow(self, track: object, frame: Frame) -> tuple[object, BoardReading | Unseen]:
        self.frames.append(frame.number)
        self.on_frame(frame)
        return (track, self.reading)

    def settle(self, so_far: object, reading: BoardReading | Unseen, at_s: float) -> Settled:
        return Settled(self.table.board() if self.has_settled else None)

    def draw(self, image: Image, reading: BoardReading | Unseen) -> Image:
        return image.copy()

    def encode(self, image: Image) -> bytes:
        return repr(image.shape).encode() + image.tobytes()

    @property
    def eyes(self) -> Eyes:
        return Eyes(self.follow, self.settle, self.draw, self.encode)


class Script:
    """A source that gives what it is handed: frames, errors, or None for its end."""

    name = "a script"
    is_simulated = True

    def __init__(self, *steps: Frame | Exception | None) -> None:
        self.steps = list(steps)
        self.is_closed = False

    def read(self) -> Frame | None:
        step = self.steps.pop(0)
        if isinstance(step, Exception):
            raise step
        return step

    def close(self) -> None:
        self.is_closed = True
