"""From frame to frame: a still table costs next to nothing, and an arm does not lose it.

A frame that shows what the last read frame showed gives the same reading. One that differs is read
again; where an arm hides so much that no lattice is found, but the camera has not moved, the last
lattice still says where the cells are.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.terms import Edition
from companion.vision.frame import Frame, Image
from companion.vision.pipeline import read_board, read_with_reference
from companion.vision.reading import BoardReading, Unseen
from companion.vision.tags import TagBank

_THUMB_WIDTH_PX = 160
"""A card of 63 mm on a board that half fills the picture is 10 px wide in it."""

_CHANGED_LEVELS = 7.0
"""Grey levels, after blurring: webcam noise of 8 levels leaves 1 in the thumbnail, JPEG blocks 3;
a cover in place of a card moves 20 and more."""

_CHANGED_PIXELS = 3

_REREAD_EVERY_S = 5.0
"""A still table is read again now and then: slow drifts of light creep under the threshold."""

_STILL_SHARE_PX = 1.5
"""Outlines that lie where they lay, within this many pixels, say that the camera has not moved."""


@dataclass(frozen=True, slots=True, eq=False)
class Track:
    """What is carried from frame to frame.

    Attributes:
        thumbnail: The last frame that was read, small and blurred.
        reading: What was read in it.
        last_board: The newest reading that found the board, or None.
        read_at_s: When that frame was taken.
        reads: How many frames have been read in full.
        frames: How many frames came.
    """

    thumbnail: NDArray[np.float32]
    reading: BoardReading | Unseen
    last_board: BoardReading | None
    read_at_s: float
    reads: int
    frames: int


def follow(
    track: Track | None, frame: Frame, bank: TagBank, edition: Edition = Edition.SIMPSONS
) -> tuple[Track, BoardReading | Unseen]:
    """Read the next frame of a source.

    Args:
        track: What the last call returned; None at the start.
        frame: The new frame.
        bank: The deck in play.
        edition: Whose cover cards lie on the table.

    Returns:
        What to hand to the next call, and this frame's reading.
    """
    thumbnail = _thumbnail(frame.image)
    if (
        track is not None
        and track.thumbnail.shape == thumbnail.shape
        and frame.captured_at_s - track.read_at_s < _REREAD_EVERY_S
        and not _has_changed(track.thumbnail, thumbnail)
    ):
        return replace(track, frames=track.frames + 1), _retimed(track.reading, frame)
    reading = read_board(
        frame.image,
        bank,
        edition=edition,
        captured_at_s=frame.captured_at_s,
        frame_number=frame.number,
    )
    last_board = track.last_board if track is not None else None
    if isinstance(reading, Unseen) and last_board is not None:
        reading = read_with_reference(frame, last_board, bank, edition) or reading
    return (
        Track(
            thumbnail=thumbnail,
            reading=reading,
            last_board=reading if isinstance(reading, BoardReading) else last_board,
            read_at_s=frame.captured_at_s,
            reads=(track.reads if track is not None else 0) + 1,
            frames=(track.frames if track is not None else 0) + 1,
        ),
        reading,
    )


def _thumbnail(image: Image) -> NDArray[np.float32]:
    """The frame small, grey and soft."""
    scale = _THUMB_WIDTH_PX / image.shape[1]
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    gray = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(gray, (0, 0), 0.8), dtype=np.float32)


def _has_changed(before: NDArray[np.float32], after: NDArray[np.float32]) -> bool:
    """Whether more changed than noise and the camera's exposure explain."""
    gain = float(np.median(after / np.maximum(before, 4.0)))
    difference = np.abs(after - gain * before)
    return int((difference > _CHANGED_LEVELS).sum()) >= _CHANGED_PIXELS


def _retimed(reading: BoardReading | Unseen, frame: Frame) -> BoardReading | Unseen:
    """The same reading, of a later frame."""
    if isinstance(reading, Unseen):
        return reading
    return replace(reading, captured_at_s=frame.captured_at_s, frame_number=frame.number)
