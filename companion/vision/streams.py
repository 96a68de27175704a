"""Network cameras: RTSP and HTTP MJPEG through FFmpeg, with waits that end."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import cv2

from companion.errors import CameraLostError

AGAIN_WAIT_S = 2.5
"""A network camera that comes back is noticed within this: a try that hangs because it was made
while there was nothing ends by then, and the next one finds the camera."""

_PATIENT_EVERY = 4
"""Some cameras take longer to answer: every so many tries get the whole wait."""


_OPTIONS = "OPENCV_FFMPEG_CAPTURE_OPTIONS"
_SOONER = "fpsprobesize;3"
"""FFmpeg looks at twenty pictures to guess the rate, which nobody here asks for: an RTSP stream of
15 a second opened in 2.0 s with that and opens in 1.0 s without."""


_SECRET = re.compile(r"((?:^|[?&;])[^=&;]*(?:pass|pwd|token|auth|key|secret)[^=&;]*=)[^&;]*", re.I)


def without_secrets(url: str) -> str:
    """A stream's address as everybody at the table may read it: its user and password left out.

    Example:
        >>> without_secrets("rtsp://host:pa/ss@10.0.0.7:554/cam?channel=1&token=x")
        'rtsp://10.0.0.7:554/cam?channel=1&token=...'
    """
    scheme, mark, rest = url.partition("://")
    if not mark:
        return url
    address, query_mark, query = rest.partition("?")
    host, slash, path = address.partition("/")
    if "@" not in host and "@" in path and not host.rpartition(":")[2].isdigit() and ":" in host:
        # A password with a slash in it that nobody wrote as %2F.
        host, slash, path = f"{host}/{path}".rpartition("@")[2].partition("/")
    host = host.rpartition("@")[2]
    shown = _SECRET.sub(r"\1...", query)
    return f"{scheme}://{host}{slash}{path}{query_mark}{shown}"


class StreamOpener:
    """Opens a stream, each try bounded."""

    def __init__(self, url: str, *, open_wait_s: float, read_wait_s: float) -> None:
        self._url = url
        self._open_wait_s = open_wait_s
        self._read_wait_s = read_wait_s
        self._tries = 0

    def __call__(self) -> StreamCapture:
        """Open it.

        Raises:
            CameraLostError: It does not answer in time.
        """
        is_patient = self._tries % _PATIENT_EVERY == 0
        self._tries += 1
        wait_s = self._open_wait_s if is_patient else min(AGAIN_WAIT_S, self._open_wait_s)
        with _opened_sooner(is_rtsp=self._url.lower().startswith("rtsp")):
            capture = cv2.VideoCapture(
                self._url,
                cv2.CAP_FFMPEG,
                [
                    cv2.CAP_PROP_OPEN_TIMEOUT_MSEC,
                    int(wait_s * 1000),
                    cv2.CAP_PROP_READ_TIMEOUT_MSEC,
                    # FFmpeg's own is 30 s. Longer than ours: a stream that only paused is kept.
                    int(max(2 * self._read_wait_s, 1.0) * 1000),
                ],
            )
        if not capture.isOpened():
            capture.release()
            raise CameraLostError(
                "does not answer, or is no stream that can be read",
                device=without_secrets(self._url),
            )
        self._tries = 1
        return StreamCapture(capture)


@contextmanager
def _opened_sooner(*, is_rtsp: bool) -> Iterator[None]:
    """Give FFmpeg options that OpenCV takes from nowhere else, unless people gave their own."""
    if _OPTIONS in os.environ:
        yield
        return
    # Over UDP a lost packet is a smear, so TCP is asked for first.
    os.environ[_OPTIONS] = f"rtsp_flags;prefer_tcp|{_SOONER}" if is_rtsp else _SOONER
    try:
        yield
    finally:
        # A film of one's own keeps its rate.
        os.environ.pop(_OPTIONS, None)


class StreamCapture:
    """An open stream. A network camera is known by its address, so that it has no identity."""

    def __init__(self, capture: cv2.VideoCapture) -> None:
        self._capture = capture

    def read(self) -> tuple[bool, Any]:
        """Wait for a picture."""
        return self._capture.read()

    def release(self) -> None:
        """Let go of the stream."""
        self._capture.release()
