"""What a table needs of those who see, and what they saw last; how a card is found is not known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from companion.table.cells_only import mask_to_cells
from companion.vision.frame import Frame, Image
from companion.vision.reading import BoardReading, SettledBoard, Unseen


class Settling(Protocol):
    """What the settling of readings must offer."""

    @property
    def board(self) -> SettledBoard | None:
        """The table as it lies, once that has lasted."""


@dataclass(frozen=True, slots=True)
class Eyes:
    """The functions that see, handed in so that the table never knows how a card is found.

    Attributes:
        follow: What the last call gave (None at first) and a frame: what to hand over next time,
            and the reading.
        settle: What the last call gave (None at first), a reading, its time: what has settled.
        draw: A picture with what was seen drawn on it.
        encode: A picture as JPEG.
        straighten: A picture's 25 cells set side by side; None where nobody looks at them.
    """

    follow: Callable[[Any, Frame], tuple[Any, BoardReading | Unseen]]
    settle: Callable[[Any, BoardReading | Unseen, float], Settling]
    draw: Callable[[Image, BoardReading | Unseen], Image]
    encode: Callable[[Image], bytes]
    straighten: Callable[[Image, BoardReading], Image] | None = None


Assistant = Callable[[Frame], Image]
"""Takes a frame in place of the eyes, while a camera is measured; gives the picture to show."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """The newest frame and what was seen in it.

    Attributes:
        frame: The frame.
        reading: What was read in it.
        shown: The picture to show in place of a drawn one, while a camera is measured.
    """

    frame: Frame
    reading: BoardReading | Unseen
    shown: Image | None = None


def picture_to_show(
    look: Look, draw: Callable[[Image, BoardReading | Unseen], Image], *, is_cut: bool
) -> Image | None:
    """Draw what was seen on its frame; cut down to the cells where that is asked.

    Returns:
        The picture; None where only the cells may be shown and they are not seen.
    """
    if not is_cut:
        return draw(look.frame.image, look.reading) if look.shown is None else look.shown
    if isinstance(look.reading, Unseen):
        return None
    quads_px = np.stack([cell.quad_px for cell in look.reading.cells])
    return mask_to_cells(draw(look.frame.image, look.reading), quads_px)
