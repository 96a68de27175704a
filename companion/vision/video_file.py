"""A video file as a source of frames, on the clock of the file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.errors import CameraLostError
from companion.vision.frame import Frame, Image


class VideoFile:
    """A video file, read frame by frame as fast as `read` is called, on the file's own clock."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._number = 0
        self._last_s = 0.0
        self._capture: cv2.VideoCapture | None = None
        try:
            self._capture = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
            frames_per_s = float(self._capture.get(cv2.CAP_PROP_FPS))
            self._first = self._next_image()
        except cv2.error:
            frames_per_s, self._first = 0.0, None
        # Files without a rate exist (raw MJPEG); 25 is what ffmpeg takes them for.
        self._frames_per_s = frames_per_s if 0 < frames_per_s <= 1000 else 25.0
        if self._first is None:
            self.close()
            raise CameraLostError(
                f"{str(path)!r} is not a video that can be read: "
                "give an MP4, AVI, MKV or MJPEG file",
                device=str(path),
            )

    @property
    def name(self) -> str:
        """The file's name."""
        return self._path.name

    @property
    def is_simulated(self) -> bool:
        """A file was filmed once."""
        return False

    def read(self) -> Frame | None:
        """Give the next frame, None after the last."""
        image, self._first = self._first, None
        if image is None:
            image = self._next_image()
        if image is None:
            self.close()
            return None
        frame = Frame(image=image, captured_at_s=self._clock_s(), number=self._number)
        self._last_s = frame.captured_at_s
        self._number += 1
        return frame

    def close(self) -> None:
        """Let go of the file."""
        if self._capture is not None:
            self._capture.release()
            self._capture = None

    def _next_image(self) -> Image | None:
        if self._capture is None:
            return None
        try:
            is_read, image = self._capture.read()
        except cv2.error:
            return None
        return as_bgr(image) if is_read else None

    def _clock_s(self) -> float:
        """The frame's time stamp; its number over the rate where the file has no stamps."""
        counted_s = self._number / self._frames_per_s
        stamp_ms = 0.0 if self._capture is None else self._capture.get(cv2.CAP_PROP_POS_MSEC)
        if self._number == 0:
            return max(0.0, stamp_ms / 1000)
        return stamp_ms / 1000 if stamp_ms / 1000 > self._last_s else max(counted_s, self._last_s)


def as_bgr(image: Any) -> Image:
    """Make any picture of a camera BGR bytes: infrared cameras give grey ones."""
    array = np.asarray(image, np.uint8)
    return array if array.ndim == 3 else np.asarray(cv2.cvtColor(array, cv2.COLOR_GRAY2BGR))
