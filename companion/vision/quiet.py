"""Keeps OpenCV, its FFmpeg and camera drivers from writing lines beside our one clear line."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import cv2

# FFmpeg inside OpenCV writes to standard error, and its level can be set in no other way. OpenCV
# looks once, when it first opens any video, so that it must be said before.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")

# Known knobs of OpenCV's camera backends; each is read when the first camera is opened.
# With hardware transforms MSMF was seen to take minutes to open one webcam.
os.environ.setdefault("OPENCV_VIDEOIO_MSMF_ENABLE_HW_TRANSFORMS", "0")
# macOS shows its question only to the main thread, and cameras are opened in a thread of their
# own: the system then asks by itself.
os.environ.setdefault("OPENCV_AVFOUNDATION_SKIP_AUTH", "1")


def silence_opencv() -> None:
    """Keep OpenCV's own log still."""
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)


@contextmanager
def quiet_stderr() -> Iterator[None]:
    """Silence what drivers and FFmpeg write to the process's standard error, not to Python's."""
    silence_opencv()
    sys.stderr.flush()
    try:
        kept = os.dup(2)
        nowhere = os.open(os.devnull, os.O_WRONLY)
    except OSError:
        # A program without standard error (a Windows service) has nothing to silence.
        yield
        return
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
