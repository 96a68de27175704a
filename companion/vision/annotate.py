"""A picture with what is seen drawn on it."""

from __future__ import annotations

import cv2
import numpy as np

from companion.deck.palette import ACCENT, CARD, INK, color_of
from companion.terms import Edition
from companion.vision.frame import Image
from companion.vision.reading import BoardReading, CellReading, CellState, Unseen

_SHIFT = 4
_FONT = cv2.FONT_HERSHEY_SIMPLEX


def draw_reading(
    image: Image, reading: BoardReading | Unseen, edition: Edition = Edition.SIMPSONS
) -> Image:
    """Draw outlines, names and covers over a copy of a picture.

    Args:
        image: uint8, shape `(H, W, 3)`, BGR.
        reading: What was read in it.
        edition: Whose colours the covers have.
    """
    drawn = image.copy()
    size = max(0.4, image.shape[0] / 1800)
    if isinstance(reading, Unseen):
        _label(drawn, f"not found: {reading.value}", (12, round(40 * size) + 8), 1.2 * size)
        return drawn
    for cell in reading.cells:
        _draw_cell(drawn, cell, edition, size)
    if reading.is_mirrored:
        _label(drawn, "the picture is mirrored", (12, round(40 * size) + 8), 1.2 * size)
    return drawn


def _draw_cell(drawn: Image, cell: CellReading, edition: Edition, size: float) -> None:
    outline = np.round(cell.quad_px * (1 << _SHIFT)).astype(np.int32)
    color = ACCENT if cell.cover is None else color_of(cell.cover, edition)
    thick = max(1, round(3 * size))
    if cell.state in (CellState.HIDDEN, CellState.EMPTY):
        for start, end in zip(outline, np.roll(outline, -1, axis=0), strict=True):
            near, far = start + (end - start) // 3, start + 2 * (end - start) // 3
            cv2.line(drawn, _xy(near), _xy(far), INK.as_bgr(), thick + 2, cv2.LINE_AA, _SHIFT)
            cv2.line(drawn, _xy(near), _xy(far), CARD.as_bgr(), thick, cv2.LINE_AA, _SHIFT)
    else:
        cv2.polylines(drawn, [outline], True, INK.as_bgr(), thick + 2, cv2.LINE_AA, _SHIFT)
        cv2.polylines(drawn, [outline], True, color.as_bgr(), thick, cv2.LINE_AA, _SHIFT)
    name = cell.card or "?"
    if cell.cover is not None:
        name = edition.shown_as(cell.cover.value).replace("_", " ")
    elif cell.state in (CellState.HIDDEN, CellState.EMPTY):
        name = cell.state.value
    text = f"{name} {cell.margin:.2f}" if cell.margin else name
    # Between the middle and the lower edge: the large word and the tag stay readable.
    low = cell.quad_px[2:].mean(axis=0)
    middle = cell.quad_px.mean(axis=0)
    at = middle + 0.12 * (low - middle)
    (width, height), _ = cv2.getTextSize(text, _FONT, size, _thick(size))
    _label(drawn, text, (round(at[0] - width / 2), round(at[1] + height / 2)), size)


def _xy(point: np.ndarray[tuple[int, ...], np.dtype[np.int32]]) -> tuple[int, int]:
    return int(point[0]), int(point[1])


def _thick(size: float) -> int:
    return max(1, round(1.6 * size))


def _label(drawn: Image, text: str, at_xy: tuple[int, int], size: float) -> None:
    """Light text on a dark plate: readable on any card and any table."""
    (width, height), below = cv2.getTextSize(text, _FONT, size, _thick(size))
    margin = max(3, round(8 * size))
    left, top = at_xy[0] - margin, at_xy[1] - height - margin
    right, bottom = at_xy[0] + width + margin, at_xy[1] + below + margin // 2
    top, left = max(top, 0), max(left, 0)
    plate = drawn[top : max(bottom, top), left : max(right, left)]
    if plate.size:
        plate[:] = cv2.addWeighted(
            plate, 0.2, np.full_like(plate, INK.as_bgr(), dtype=np.uint8), 0.8, 0.0
        )
    cv2.putText(drawn, text, at_xy, _FONT, size, CARD.as_bgr(), _thick(size), cv2.LINE_AA)
