"""Which camera an evening has: the one that was named, or the first that gives a picture."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from companion.cli.camera_profiles import name_of_camera
from companion.errors import CameraLostError
from companion.vision.camera import LiveCamera, list_cameras, open_camera
from companion.vision.frame import Frame, FrameSource
from companion.vision.locks import LockReport

AUTO = "auto"


@dataclass(frozen=True, slots=True)
class Camera:
    """A camera for a table.

    Attributes:
        open_source: Opens it; called again when it was lost.
        close: Lets go of what was opened and never asked for.
        name: What people call it.
        kept_as: What its profile is kept under.
        size_wh: Size of its pictures, where it is known before the first one.
        lock: Holds its colours (true) or lets them go; None where there is nothing to hold.
    """

    open_source: Callable[[], FrameSource]
    close: Callable[[], None]
    name: str
    kept_as: str
    size_wh: tuple[int, int] | None = None
    lock: Callable[[bool], LockReport] | None = None


def choose_camera(asked: str) -> Camera | None:
    """Open the camera that was asked for, so that one that is not there is said at once.

    Args:
        asked: `auto`, a number, a device name, a file or a URL.

    Returns:
        The camera; None where `auto` finds none.

    Raises:
        CameraLostError: The camera that was named is not there or gives no picture.
    """
    if asked != AUTO:
        return _kept_open(open_camera(asked), asked)
    for found in list_cameras():
        if found.size_wh is None:
            continue
        try:
            source = open_camera(str(found.index))
        except CameraLostError:
            continue
        return _kept_open(source, str(found.index))
    return None


def _kept_open(source: FrameSource, asked: str) -> Camera:
    if isinstance(source, LiveCamera):
        # It waits for its device by itself, and knows which one it was.
        return Camera(
            lambda: StaysOpen(source),
            source.close,
            source.name,
            kept_as=name_of_camera(source),
            size_wh=source.size_wh,
            lock=lambda is_locked: source.lock(is_locked=is_locked),
        )
    ready = [source]

    def open_source() -> FrameSource:
        return InItsOwnTime(ready.pop() if ready else open_camera(asked))

    def close() -> None:
        while ready:
            ready.pop().close()

    return Camera(open_source, close, source.name, kept_as=name_of_camera(source))


class StaysOpen:
    """A live camera that outlives the reader who lost it."""

    def __init__(self, camera: LiveCamera) -> None:
        self._camera = camera

    @property
    def name(self) -> str:
        """The camera's name."""
        return self._camera.name

    @property
    def is_simulated(self) -> bool:
        """A real camera."""
        return self._camera.is_simulated

    def read(self) -> Frame | None:
        """Wait for the next frame."""
        return self._camera.read()

    def close(self) -> None:
        """Leave it open: whoever opened it closes it."""


class InItsOwnTime:
    """A film that gives its frames when they were taken, as a camera would.

    A table keeps the newest frame only: read as fast as it goes, a film would be over at once.
    """

    def __init__(
        self,
        film: FrameSource,
        *,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._film = film
        self._clock = clock
        self._sleep = sleep
        self._began_s: float | None = None

    @property
    def name(self) -> str:
        """The film's name."""
        return self._film.name

    @property
    def is_simulated(self) -> bool:
        """Whether the film is made up."""
        return self._film.is_simulated

    def read(self) -> Frame | None:
        """Give the next frame when its moment has come."""
        frame = self._film.read()
        if frame is None:
            return None
        now_s = self._clock()
        if self._began_s is None:
            self._began_s = now_s - frame.captured_at_s
        wait_s = self._began_s + frame.captured_at_s - now_s
        if wait_s > 0:
            self._sleep(wait_s)
        return frame

    def close(self) -> None:
        """Let go of the film."""
        self._film.close()
