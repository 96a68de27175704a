"""A picture with what is seen drawn on it."""

from __future__ import annotations

import cv2
import numpy as np

from companion.deck.palette import ACCENT, CARD, INK, color_of
from companion.terms import Edition
from companion.vision.frame import Image
from companion.vision.reading import BoardReading, CellReading, CellState, Unseen

_SHIFT = 4


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
    size = max(0.4, image.shape[0] / 1400)
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
    middle = cell.quad_px.mean(axis=0)
    text = f"{name} {cell.margin:.2f}" if cell.margin else name
    (width, _), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, size, 1)
    _label(drawn, text, (round(middle[0] - width / 2), round(middle[1])), size)


def _xy(point: np.ndarray[tuple[int, ...], np.dtype[np.int32]]) -> tuple[int, int]:
    return int(point[0]), int(point[1])


def _label(drawn: Image, text: str, at_xy: tuple[int, int], size: float) -> None:
    """Light text on a dark edge: readable on any table."""
    font, thick = cv2.FONT_HERSHEY_SIMPLEX, max(1, round(2 * size))
    cv2.putText(drawn, text, at_xy, font, size, INK.as_bgr(), thick + 3, cv2.LINE_AA)
    cv2.putText(drawn, text, at_xy, font, size, CARD.as_bgr(), thick, cv2.LINE_AA)
