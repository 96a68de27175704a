"""A table that lies cornerwise: which side is the guessers' is asked once, not in every picture."""

from __future__ import annotations

import numpy as np

from companion.terms import GRID_SIDE
from companion.vision.naming import turn_reading
from companion.vision.reading import BoardReading

_SAME_PLACE = 0.3
_OTHER_PLACE = 0.8
"""In card widths: cells read the same way lie within the first, read another way most of them lie
further than the second."""

_CORNERWISE_DEG = 20.0
"""About 45 degrees to the picture: there a picture's noise turns the nearest side."""


def in_known_order(known: BoardReading, reading: BoardReading) -> BoardReading:
    """Read a table of cards without names as it was read before, where both ways are as good.

    The host names a side of the picture; of a table turned by 45 degrees two sides face it alike.

    Args:
        known: The newest reading of the same camera.
        reading: This picture's.
    """
    cells = (*known.cells, *reading.cells)
    if known.is_mirrored is not reading.is_mirrored or any(cell.card for cell in cells):
        return reading
    if not _lies_cornerwise(reading) or _away(known, reading) < _OTHER_PLACE:
        return reading
    for turn in (1, 3):
        turned = turn_reading(reading, turn)
        if _away(known, turned) < _SAME_PLACE:
            return turned
    return reading


def _lies_cornerwise(reading: BoardReading) -> bool:
    """Whether the way towards the guessers is about diagonal in the picture."""
    middles = np.array([cell.quad_px.mean(axis=0) for cell in reading.cells]).reshape(
        GRID_SIDE, GRID_SIDE, 2
    )
    down = (middles[-1] - middles[0]).mean(axis=0)
    right = (middles[:, -1] - middles[:, 0]).mean(axis=0)
    # Seen aslant the two are not at right angles; what is between them tells how the table lies.
    between = down / np.linalg.norm(down) + right / np.linalg.norm(right)
    angle = np.degrees(np.arctan2(between[1], between[0])) % 90
    return bool(min(angle, 90 - angle) < _CORNERWISE_DEG)


def _away(one: BoardReading, other: BoardReading) -> float:
    """How far the cells of two readings lie apart, the median, in card widths."""
    quads, others = (np.array([cell.quad_px for cell in reading.cells]) for reading in (one, other))
    width = np.median(np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1))
    apart = np.linalg.norm(quads.mean(axis=1) - others.mean(axis=1), axis=1)
    return float(np.median(apart) / max(width, 1e-6))
