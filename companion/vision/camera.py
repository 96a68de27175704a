"""Cameras, video files and streams as sources of frames; the only file of this room with a thread.

A camera is told from a file by what it is asked for: a file is read frame by frame on its own
clock, whatever is live is read by a thread that keeps the newest picture only, so that a slow
reader never lags behind the table.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import cv2

from companion.errors import CameraLostError, UsageError
from companion.vision.frame import Frame, FrameSource, Image
from companion.vision.quiet import quiet_stderr, silence_opencv
from companion.vision.video_file import VideoFile, as_bgr

WANTED_SIZE_WH = (1920, 1080)
"""One and a half times the pixels a module of 1280 x 720, and MJPG carries it over USB 2."""

OPEN_WAIT_S = 10.0
"""Some webcams take seven seconds to their first picture."""

READ_WAIT_S = 5.0
"""A camera that is silent for so long is lost: in a dark room webcams slow down to 5 a second."""

MOST_FAILURES = 10
"""Failed reads in a row after which a camera is lost; one now and then is a USB hiccup."""

CAMERAS_TRIED = 6
"""Indices 0 to 5: laptops with an infrared camera use up four, then comes the one on the stand."""

_SCHEMES = ("rtsp://", "rtsps://", "http://", "https://", "rtmp://", "udp://", "tcp://")
_LINUX_CAMERAS = Path("/sys/class/video4linux")


class Capture(Protocol):
    """The little of `cv2.VideoCapture` that is used here."""

    def read(self) -> tuple[bool, Any]:
        """Wait for a picture: whether there is one, and the picture."""

    def release(self) -> None:
        """Let go of the device."""


@dataclass(frozen=True, slots=True)
class CameraFound:
    """A camera that can be opened.

    Attributes:
        index: The number to open it by.
        backend: What the system reads it with.
        size_wh: Size of the picture that truly came, None when it opens and gives none.
        device_name: What its maker calls it, None where the system does not say.
    """

    index: int
    backend: str
    size_wh: tuple[int, int] | None
    device_name: str | None


def open_camera(
    source: str,
    *,
    wanted_size_wh: tuple[int, int] = WANTED_SIZE_WH,
    open_wait_s: float = OPEN_WAIT_S,
    read_wait_s: float = READ_WAIT_S,
) -> FrameSource:
    """Open a camera, a video file or a stream.

    Args:
        source: A number, a device's name or a part of it, a file, or a URL (RTSP, HTTP MJPEG).
        wanted_size_wh: Asked of a camera; what comes may differ, and counts.
        open_wait_s: Longest wait for the first picture of something live.
        read_wait_s: Longest wait for each later one.

    Raises:
        CameraLostError: It is not there or gives no picture.
        UsageError: Nothing was named.
    """
    wanted = source.strip()
    if not wanted:
        raise UsageError("no camera was named: give a number, a device name, a file or a URL")
    silence_opencv()
    if wanted.lower().startswith(_SCHEMES):
        return LiveCamera(
            lambda: _open_url(wanted, open_wait_s, read_wait_s),
            name=wanted,
            open_wait_s=open_wait_s,
            read_wait_s=read_wait_s,
        )
    if Path(wanted).is_file():
        return VideoFile(Path(wanted))
    index = _index_of(wanted)
    return LiveCamera(
        lambda: _open_device(index, wanted_size_wh),
        name=f"camera {index}",
        open_wait_s=open_wait_s,
        read_wait_s=read_wait_s,
    )


def list_cameras(tried: int = CAMERAS_TRIED) -> tuple[CameraFound, ...]:
    """Open each camera for one picture and see what truly comes; prints nothing."""
    names = _device_names()
    # Linux tells which there are, and probing one that is not there takes its time elsewhere.
    indices = sorted(names) if sys.platform == "linux" else range(tried)
    with quiet_stderr():
        return tuple(found for index in indices if (found := _probe(index, names.get(index))))


class LiveCamera:
    """A camera or a stream, read by a thread of its own that keeps only the newest picture.

    All that OpenCV does with the device happens in that thread, opening too, so that no wait of
    `read` is longer than it was told. After `CameraLostError` the next `read` tries to open the
    camera again.
    """

    def __init__(
        self,
        open_capture: Callable[[], Capture],
        *,
        name: str,
        open_wait_s: float = OPEN_WAIT_S,
        read_wait_s: float = READ_WAIT_S,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Open it and wait for its first picture.

        Raises:
            CameraLostError: It cannot be opened, or gives no picture in time.
        """
        self._open_capture = open_capture
        self._name = name
        self._open_wait_s = open_wait_s
        self._read_wait_s = read_wait_s
        self._clock = clock
        self._news = threading.Condition()
        self._newest: Frame | None = None
        self._next_number = 0
        self._last_given = -1
        self._size_wh = (0, 0)
        self._film: _Film | None = None
        self._is_closed = False
        self._start()

    @property
    def name(self) -> str:
        """The camera as it was named."""
        return self._name

    @property
    def is_simulated(self) -> bool:
        """A real camera."""
        return False

    @property
    def size_wh(self) -> tuple[int, int]:
        """Size of the pictures that truly come."""
        return self._size_wh

    def read(self) -> Frame | None:
        """Wait for a picture newer than the last one given; None after `close`.

        Raises:
            CameraLostError: None came in time, or the camera has stopped.
        """
        if self._film is None and not self._is_closed:
            self._start()
        with self._news:
            film = self._film
            self._news.wait_for(
                lambda: self._is_closed or self._has_news() or film is None or film.ended_by,
                self._read_wait_s,
            )
            if self._is_closed:
                return None
            if self._has_news():
                return self._take()
        raise self._lost(film, f"has given no picture for {self._read_wait_s:g} s")

    def close(self) -> None:
        """Let go of the camera; a `read` under way comes back with None."""
        with self._news:
            self._is_closed = True
            film, self._film = self._film, None
            self._news.notify_all()
        if film is not None:
            film.stop()

    def _start(self) -> None:
        film = _Film(self._open_capture, self._arrived, self._ended, self._name)
        with self._news:
            self._film = film
            film.thread.start()
            self._news.wait_for(lambda: self._has_news() or film.ended_by, self._open_wait_s)
            if self._has_news():
                return
        raise self._lost(film, f"gives no picture within {self._open_wait_s:g} s")

    def _lost(self, film: _Film | None, silence: str) -> CameraLostError:
        why = film.ended_by if film is not None and film.ended_by else silence
        self._film = None
        if film is not None:
            film.stop()
        return CameraLostError(
            f"{self._name} {why}", device=self._name, last_frame=self._next_number - 1
        )

    def _has_news(self) -> bool:
        return self._newest is not None and self._newest.number > self._last_given

    def _take(self) -> Frame | None:
        frame = self._newest
        if frame is not None:
            self._last_given = frame.number
        return frame

    # Called in the camera's own thread.

    def _arrived(self, film: _Film, image: Image) -> None:
        at_s = self._clock()
        with self._news:
            if film is not self._film:
                return
            self._newest = Frame(image=image, captured_at_s=at_s, number=self._next_number)
            self._next_number += 1
            self._size_wh = (image.shape[1], image.shape[0])
            self._news.notify_all()

    def _ended(self) -> None:
        with self._news:
            self._news.notify_all()


class _Film:
    """One run of the reading thread, from opening to the end."""

    def __init__(
        self,
        open_capture: Callable[[], Capture],
        arrived: Callable[[_Film, Image], None],
        ended: Callable[[], None],
        name: str,
    ) -> None:
        self.ended_by = ""
        self._open_capture = open_capture
        self._arrived = arrived
        self._ended = ended
        self._is_wanted = True
        # A driver that hangs must not keep the program from ending.
        self.thread = threading.Thread(target=self._run, name=f"reads {name}", daemon=True)

    def stop(self) -> None:
        """Ask the thread to end, and wait a little; a hanging driver is left to itself."""
        self._is_wanted = False
        if self.thread is not threading.current_thread():
            self.thread.join(timeout=1.0)

    def _run(self) -> None:
        try:
            capture = self._open_capture()
        except CameraLostError as error:
            self.ended_by = error.message
        except (cv2.error, OSError) as error:
            self.ended_by = f"cannot be opened ({_reason(error)})"
        else:
            try:
                self._read_all(capture)
            finally:
                capture.release()
        self._ended()

    def _read_all(self, capture: Capture) -> None:
        failures = 0
        while self._is_wanted and failures < MOST_FAILURES:
            try:
                is_read, image = capture.read()
            except (cv2.error, OSError) as error:
                self.ended_by = f"has stopped ({_reason(error)})"
                return
            if is_read and image is not None:
                failures = 0
                self._arrived(self, as_bgr(image))
            else:
                failures += 1
                # Reads that fail at once must not spin; a camera's frame takes about so long.
                time.sleep(0.02)
        if self._is_wanted:
            self.ended_by = "has stopped giving pictures"


def _open_device(index: int, size_wh: tuple[int, int]) -> cv2.VideoCapture:
    capture = cv2.VideoCapture(index)
    if not capture.isOpened():
        capture.release()
        known = ", ".join(str(number) for number in sorted(_device_names()))
        there = f"; this machine has {known}" if known else ""
        raise CameraLostError(f"is not there or is in use by another program{there}", device="")
    # The order matters: without MJPG many webcams refuse 1920 x 1080, or give 5 pictures a second.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, size_wh[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size_wh[1])
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
    return capture


def _open_url(url: str, open_wait_s: float, read_wait_s: float) -> cv2.VideoCapture:
    capture = cv2.VideoCapture(
        url,
        cv2.CAP_FFMPEG,
        [
            cv2.CAP_PROP_OPEN_TIMEOUT_MSEC,
            int(open_wait_s * 1000),
            cv2.CAP_PROP_READ_TIMEOUT_MSEC,
            int(read_wait_s * 1000),
        ],
    )
    if not capture.isOpened():
        capture.release()
        raise CameraLostError("does not answer, or is no stream that can be read", device=url)
    return capture


def _index_of(wanted: str) -> int:
    """Find a camera's number.

    Raises:
        CameraLostError: There is no camera of this name.
    """
    if wanted.isascii() and wanted.isdigit() and len(wanted) <= 3:
        return int(wanted)
    if wanted.startswith("/dev/video") and wanted[10:].isdigit():
        return int(wanted[10:])
    names = _device_names()
    matching = [index for index, name in names.items() if wanted.lower() in name.lower()]
    if matching:
        return min(matching)
    known = ", ".join(f"{index} {name!r}" for index, name in sorted(names.items()))
    raise CameraLostError(
        f"there is no file and no camera {wanted!r}; "
        f"{f'cameras here: {known}' if known else 'no camera was found here by name'}; "
        "give a number, a device name, a file or a URL",
        device=wanted,
    )


def _device_names() -> dict[int, str]:
    """The cameras' names by number; OpenCV has none, Linux keeps them in files."""
    names: dict[int, str] = {}
    try:
        for entry in _LINUX_CAMERAS.iterdir():
            number = entry.name.removeprefix("video")
            if number.isdigit():
                names[int(number)] = (entry / "name").read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return names
    return names


def _probe(index: int, device_name: str | None) -> CameraFound | None:
    try:
        capture = _open_device(index, WANTED_SIZE_WH)
    except (CameraLostError, cv2.error):
        return None
    try:
        backend = capture.getBackendName()
        is_read, image = capture.read()
    except cv2.error:
        return None
    finally:
        capture.release()
    size_wh = (image.shape[1], image.shape[0]) if is_read and image is not None else None
    return CameraFound(index, backend, size_wh, device_name)


def _reason(error: Exception) -> str:
    return " ".join(str(error).split())[:120]
