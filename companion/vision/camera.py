"""Cameras, video files and streams as sources of frames; the only file of this room with a thread.

A camera is told from a file by what it is asked for: a file is read frame by frame on its own
clock, whatever is live is read by a thread that keeps the newest picture only, so that a slow
reader never lags behind the table.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

import cv2

from companion.errors import CameraLostError, UsageError
from companion.vision import devices
from companion.vision.devices import WANTED_SIZE_WH, CameraFound, Capture, list_cameras
from companion.vision.frame import Frame, FrameSource, Image
from companion.vision.health import (
    FREEZES_AFTER_S,
    STREAM_FREEZES_AFTER_S,
    Health,
    examine_picture,
    reopened,
)
from companion.vision.locks import LockReport, lock_camera
from companion.vision.quiet import silence_opencv
from companion.vision.streams import StreamOpener, without_secrets
from companion.vision.trouble import TroubleKind
from companion.vision.video_file import VideoFile, as_bgr

__all__ = ["CameraFound", "LiveCamera", "list_cameras", "open_camera"]

OPEN_WAIT_S = 10.0
"""Some webcams take seven seconds to their first picture."""

READ_WAIT_S = 2.0
"""A camera that is silent for so long is said to be lost; in a dark room webcams slow down to 5 a
second. It is waited for all the same: one that only hung goes on as if nothing had been."""

GIVEN_UP_AFTER_S = 10.0
"""A driver that hangs for so long is left to its thread, and the camera is opened anew."""

MOST_HANGING = 3
"""So many drivers may hang at once; then one of them must come back first."""

MOST_FAILURES = 10
"""Of twenty reads; one failure now and then is a USB hiccup. After the plug was pulled, some
drivers answer every other read with the last picture."""

_READS_COUNTED = 20
_REOPEN_EVERY_S = 5.0
_REOPENED_FOR = frozenset({TroubleKind.FROZEN, TroubleKind.LATE})
_SCHEMES = ("rtsp://", "rtsps://", "http://", "https://", "rtmp://", "udp://", "tcp://")


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
            StreamOpener(wanted, open_wait_s=open_wait_s, read_wait_s=read_wait_s),
            name=without_secrets(wanted),
            open_wait_s=open_wait_s,
            read_wait_s=read_wait_s,
            freezes_after_s=STREAM_FREEZES_AFTER_S,
        )
    if Path(wanted).is_file():
        return VideoFile(Path(wanted))
    index = devices.index_of(wanted)
    return LiveCamera(
        devices.DeviceOpener(index, wanted_size_wh),
        name=f"camera {index}",
        open_wait_s=open_wait_s,
        read_wait_s=read_wait_s,
        wanted_size_wh=wanted_size_wh,
    )


class LiveCamera:
    """A camera or a stream, read by a thread of its own that keeps only the newest picture.

    All that OpenCV does with the device happens in that thread, opening too, so that no wait of
    `read` is longer than it was told. After `CameraLostError` the next `read` waits for the camera
    again: one that hung goes on, one that is gone is opened again, and it must be the same one.
    """

    def __init__(
        self,
        open_capture: Callable[[], Capture],
        *,
        name: str,
        open_wait_s: float = OPEN_WAIT_S,
        read_wait_s: float = READ_WAIT_S,
        clock: Callable[[], float] = time.monotonic,
        wanted_size_wh: tuple[int, int] | None = None,
        freezes_after_s: float = FREEZES_AFTER_S,
    ) -> None:
        """Open it and wait for its first picture.

        Args:
            open_capture: Opens the device; called in the camera's thread, again when it was lost.
            name: What people call it.
            open_wait_s: Longest wait for the first picture.
            read_wait_s: Longest wait for each later one.
            clock: Monotonic seconds.
            wanted_size_wh: What the device was asked for, to be said where it gives less.
            freezes_after_s: How long the same picture may come.

        Raises:
            CameraLostError: It cannot be opened, or gives no picture in time.
        """
        self._open_capture = open_capture
        self._name = name
        self._open_wait_s = open_wait_s
        self._read_wait_s = read_wait_s
        self._clock = clock
        self._wanted_size_wh = wanted_size_wh
        self._freezes_after_s = freezes_after_s
        self._news = threading.Condition()
        self._newest: Frame | None = None
        self._next_number = 0
        self._last_given = -1
        self._health: Health | None = None
        self._identity: str | None = None
        self._film: _Film | None = None
        self._left: list[_Film] = []
        self._is_closed = False
        try:
            self._wait_for_news(open_wait_s, "gives no picture within")
        except CameraLostError:
            self.close()
            raise

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
        return self._health.size_wh if self._health is not None else (0, 0)

    @property
    def health(self) -> Health | None:
        """What is known of the camera: size, rate, delay, and what is wrong."""
        return self._health

    @property
    def identity(self) -> str | None:
        """Which device it is, where the system says so."""
        return self._identity

    def read(self) -> Frame | None:
        """Wait for a picture newer than the last one given; None after `close`.

        Raises:
            CameraLostError: None came in time, or the camera has stopped.
        """
        has_begun = self._film is not None and self._film.count > 0
        if has_begun:
            return self._wait_for_news(self._read_wait_s, "has given no picture for", takes=True)
        wait_s = max(self._open_wait_s, self._read_wait_s)
        return self._wait_for_news(wait_s, "gives no picture within", takes=True)

    def lock(self, *, is_locked: bool = True) -> LockReport:
        """Lock white balance, exposure and focus as they are now, or let them go again.

        Returns:
            What the driver did of it.

        Raises:
            CameraLostError: The camera does not answer.
        """
        reports: list[LockReport] = []
        film = self._film
        if film is not None:
            film.jobs.append(lambda it: reports.append(lock_camera(it, is_locked=is_locked)))
        with self._news:
            self._news.wait_for(lambda: bool(reports), self._read_wait_s)
        if not reports:
            raise CameraLostError(f"{self._name} does not answer", device=self._name)
        return reports[0]

    def close(self) -> None:
        """Let go of the camera; a `read` under way comes back with None."""
        with self._news:
            self._is_closed = True
            film, self._film = self._film, None
            self._news.notify_all()
        if film is not None:
            film.stop()

    def _wait_for_news(self, wait_s: float, silence: str, *, takes: bool = False) -> Frame | None:
        with self._news:
            film = self._film or self._begin()
            if film is not None:
                self._news.wait_for(
                    lambda: self._is_closed or self._has_news() or film.ended_by, wait_s
                )
            if self._is_closed:
                return None
            if film is not None and self._has_news():
                return self._take() if takes else None
            if film is None:
                why = "hangs in its driver: unplug it and plug it in again"
            elif film.ended_by:
                self._film = None
                why = film.ended_by
            else:
                why = f"{silence} {wait_s:g} s"
                if self._clock() - film.heard_at_s >= max(GIVEN_UP_AFTER_S, wait_s):
                    film.is_wanted, self._film = False, None
                    self._left.append(film)
        if film is not None and film.ended_by:
            film.stop()
        raise CameraLostError(
            f"{self._name} {why}", device=self._name, last_frame=self._next_number - 1
        )

    def _begin(self) -> _Film | None:
        """Start to read; None while too many drivers hang."""
        self._left = [film for film in self._left if film.thread.is_alive()]
        if self._is_closed or len(self._left) >= MOST_HANGING:
            return None
        self._health = reopened(self._health, self._clock())
        self._film = _Film(self)
        self._film.thread.start()
        return self._film

    def _has_news(self) -> bool:
        return self._newest is not None and self._newest.number > self._last_given

    def _take(self) -> Frame | None:
        frame = self._newest
        if frame is not None:
            self._last_given = frame.number
        return frame

    # ------------------------------------------------------------ called in the camera's own thread

    def _open(self) -> Capture:
        """Open the device; another one in its place is not taken.

        Raises:
            CameraLostError: It is not there.
        """
        capture = self._open_capture()
        identity: str | None = getattr(capture, "identity", None)
        if self._identity is not None and identity is not None and identity != self._identity:
            capture.release()
            raise CameraLostError(
                f"is gone, and another camera answers in its place: {identity!r} instead of "
                f"{self._identity!r}",
                device=self._name,
            )
        self._identity = self._identity or identity
        return capture

    def _arrived(self, film: _Film, image: Image, delay_s: float) -> bool:
        """Take a picture; gives whether the device should be opened again."""
        at_s = self._clock()
        with self._news:
            if film is not self._film:
                return False
            film.count += 1
            film.heard_at_s = at_s
            self._health = health = examine_picture(
                self._health,
                image,
                at_s,
                delay_s=delay_s,
                wanted_size_wh=self._wanted_size_wh,
                freezes_after_s=self._freezes_after_s,
            )
            trouble = health.trouble
            is_told = health.is_usable or (
                trouble is not None and trouble.kind is TroubleKind.DAMAGED
            )
            taken_at_s = at_s - delay_s
            # Time does not run backwards: what a driver had kept for itself is of the past.
            if is_told and (self._newest is None or taken_at_s >= self._newest.captured_at_s):
                self._newest = Frame(image, taken_at_s, self._next_number, trouble)
                self._next_number += 1
                self._news.notify_all()
        is_due = at_s - film.opened_at_s >= max(_REOPEN_EVERY_S, 2 * self._freezes_after_s)
        return is_due and trouble is not None and trouble.kind in _REOPENED_FOR

    def _ended(self) -> None:
        with self._news:
            self._news.notify_all()


class _Film:
    """One run of the reading thread, from opening to the end."""

    def __init__(self, camera: LiveCamera) -> None:
        self.ended_by = ""
        self.is_wanted = True
        self.count = 0
        self.jobs: list[Callable[[Capture], None]] = []
        self._camera = camera
        self.opened_at_s = self.heard_at_s = camera._clock()
        # A driver that hangs must not keep the program from ending.
        self.thread = threading.Thread(target=self._run, name=f"reads {camera.name}", daemon=True)

    def stop(self) -> None:
        """Ask the thread to end, and wait a little; a hanging driver is left to itself."""
        self.is_wanted = False
        if self.thread is not threading.current_thread():
            self.thread.join(timeout=1.0)

    def _run(self) -> None:
        is_again = True
        while is_again and self.is_wanted:
            is_again = False
            try:
                capture = self._camera._open()
            except CameraLostError as error:
                self.ended_by = error.message
            except (cv2.error, OSError) as error:
                self.ended_by = f"cannot be opened ({_reason(error)})"
            else:
                self.opened_at_s = self._camera._clock()
                try:
                    is_again = self._read_all(capture)
                finally:
                    capture.release()
        self._camera._ended()

    def _read_all(self, capture: Capture) -> bool:
        """Read to the end; gives whether the device is to be opened again."""
        failures: list[bool] = []
        while self.is_wanted:
            while self.jobs:
                self.jobs.pop(0)(capture)
                self._camera._ended()
            try:
                is_read, image = capture.read()
            except (cv2.error, OSError) as error:
                self.ended_by = f"has stopped ({_reason(error)})"
                return False
            is_read = is_read and image is not None
            failures = [*failures[1 - _READS_COUNTED :], not is_read]
            if sum(failures) >= MOST_FAILURES:
                self.ended_by = "has stopped giving pictures"
                return False
            if not is_read:
                # Reads that fail at once must not spin; a camera's frame takes about so long.
                time.sleep(0.02)
            elif self._camera._arrived(
                self, as_bgr(image), float(getattr(capture, "delay_s", 0.0))
            ):
                return True
        return False


def _reason(error: Exception) -> str:
    return " ".join(str(error).split())[:120]
