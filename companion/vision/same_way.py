"""A table without names that is read another way than a moment ago, and has not moved.

Which side of a table that lies cornerwise is the guessers' is asked once, not in every picture. An
arm over the last column and a pile of covers beside the first make a grid one column further on.
"""

from __future__ import annotations

import numpy as np

from companion.terms import GRID_SIDE
from companion.vision.frame import Image
from companion.vision.light_alone import Believed, cell_colors, changed_as_one
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


_LEFT_OUT = 0.5
"""In card widths."""
_AS_BEFORE = 12
_AS_BEFORE_LEFT_OUT = 2


def has_stayed(
    known: BoardReading, reading: BoardReading, image: Image, believed: Believed
) -> bool:
    """Whether cards that a reading leaves out lie there still: then its grid is another one.

    Where the camera was knocked by just one column the table shows in the places left out.

    Args:
        known: The newest reading of the same camera.
        reading: This picture's.
        image: uint8, shape `(H, W, 3)`, BGR.
        believed: How the known cells looked.
    """
    if any(cell.card for cell in (*known.cells, *reading.cells)):
        return False
    quads, others = (np.array([cell.quad_px for cell in each.cells]) for each in (known, reading))
    places = quads.mean(axis=1)
    width = np.median(np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1))
    apart = np.linalg.norm(places[:, None] - others.mean(axis=1)[None], axis=2).min(axis=1)
    left_out = apart > _LEFT_OUT * width
    if not left_out.any():
        return False
    light = changed_as_one(believed.colors, cell_colors(image, quads), places)
    is_as_before = light.is_as_others
    return bool(
        is_as_before.sum() >= _AS_BEFORE and is_as_before[left_out].sum() >= _AS_BEFORE_LEFT_OUT
    )


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
