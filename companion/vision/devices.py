"""Cameras as systems know them: their names, their backends, their knobs, what they truly give."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np

from companion.errors import CameraLostError
from companion.vision.quiet import quiet_stderr
from companion.vision.video_file import as_bgr

WANTED_SIZE_WH = (1920, 1080)
"""One and a half times the pixels a module of 1280 x 720, and MJPG carries it over USB 2."""

SIZES_TRIED = ((3840, 2160), (1920, 1080), (1280, 720), (640, 480))
CAMERAS_TRIED = 6
"""Indices 0 to 5: laptops with an infrared camera use up four, then comes the one on the stand."""

BACKENDS = {
    "linux": (cv2.CAP_V4L2,),
    "win32": (cv2.CAP_DSHOW, cv2.CAP_MSMF),
    "darwin": (cv2.CAP_AVFOUNDATION,),
}
"""Named, never "any": with that a dead number was seen to open another camera. DSHOW first: MSMF
was seen to take minutes to open one model."""

_LINUX_CAMERAS = Path("/sys/class/video4linux")
_LONGEST_DELAY_S = 60.0
_MEASURED_S = 1.5
_MOST_WAITING = 100
_MACOS = (
    "; on macOS allow the terminal to use the camera: System Settings, Privacy & Security, Camera"
)


class Capture(Protocol):
    """The little of a capture that is used.

    It may also have `identity` (which device answered, or None) and `delay_s` (age of the last
    picture), see `DeviceCapture`.
    """

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
        modes: Sizes that truly come when they are asked for; empty where they were not tried.
        rate_per_s: Pictures a second, measured; None where it was not.
        delay_s: How old a picture is when it comes: by the driver's time stamps, or by how many
            wait in its queue after a pause; None where it was not measured.
        notes: What else people should know, one line each.
    """

    index: int
    backend: str
    size_wh: tuple[int, int] | None
    device_name: str | None
    modes: tuple[tuple[int, int], ...] = ()
    rate_per_s: float | None = None
    delay_s: float | None = None
    notes: tuple[str, ...] = ()


class DeviceCapture:
    """A camera of this machine, opened.

    Attributes:
        identity: Which device answered: its name and where it is plugged in; None where the
            system does not say.
        delay_s: Age of the last picture by the driver's own time stamp, 0 where it has none.
    """

    def __init__(
        self,
        capture: cv2.VideoCapture,
        identity: str | None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.identity = identity
        self.delay_s = 0.0
        self.capture = capture
        self._clock = clock

    def read(self) -> tuple[bool, Any]:
        """Wait for a picture."""
        is_read, image = self.capture.read()
        if is_read:
            # V4L2 stamps with the monotonic clock; others give the place in a film, or nothing.
            stamp_s = self.capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
            delay_s = self._clock() - stamp_s if stamp_s > 0 else 0.0
            self.delay_s = delay_s if 0 <= delay_s < _LONGEST_DELAY_S else 0.0
        return is_read, image

    def release(self) -> None:
        """Let go of the device."""
        self.capture.release()


def open_device(
    index: int, size_wh: tuple[int, int] = WANTED_SIZE_WH, *, backend: int | None = None
) -> DeviceCapture:
    """Open a camera by number and ask for MJPG and a size.

    Args:
        index: Its number.
        size_wh: The size asked for; what comes may differ, and only a picture tells.
        backend: OpenCV's number of the backend, or None for those of this system.

    Raises:
        CameraLostError: It is not there, or another program has it.
    """
    backends = (backend,) if backend is not None else BACKENDS.get(sys.platform, (cv2.CAP_ANY,))
    for number in backends:
        capture = cv2.VideoCapture(index, number)
        if capture.isOpened():
            ask_for(capture, size_wh)
            return DeviceCapture(capture, identity_of(index))
        capture.release()
    known = ", ".join(str(number) for number in sorted(device_names()))
    there = f"; this machine has {known}" if known else ""
    hint = _MACOS if sys.platform == "darwin" else ""
    raise CameraLostError(f"is not there or is in use by another program{there}{hint}", device="")


class DeviceOpener:
    """Opens one camera of this machine, and finds it again when its number has changed."""

    def __init__(self, index: int, size_wh: tuple[int, int]) -> None:
        self._index = index
        self._size_wh = size_wh
        self._identity: str | None = None

    def __call__(self) -> Capture:
        """Open it.

        Raises:
            CameraLostError: It is not there.
        """
        index = self._index
        if self._identity is not None:
            # After a replug the camera may have another number, and its old one another camera.
            found = find_identity(self._identity)
            index = index if found is None else found
        capture = open_device(index, self._size_wh)
        self._identity = self._identity or getattr(capture, "identity", None)
        return capture


def ask_for(capture: cv2.VideoCapture, size_wh: tuple[int, int]) -> None:
    """Ask for MJPG and a size, in the order that works."""
    # Without MJPG first many webcams refuse 1920 x 1080 or give 5 pictures a second. Each of these
    # may take seconds on Windows, so that nothing is asked twice.
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_FRAME_WIDTH, size_wh[0])
    capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size_wh[1])
    if sys.platform == "win32":
        # DSHOW forgets the format when the size changes after it.
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)


def device_names() -> dict[int, str]:
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


def identity_of(index: int) -> str | None:
    """Name of a camera, and its serial number or plug; None where the system does not say."""
    name = device_names().get(index)
    if name is None:
        return None
    try:
        # videoN/device is the interface, its parent the device with its numbers.
        device = (_LINUX_CAMERAS / f"video{index}" / "device").resolve().parent
        numbers = [
            (device / part).read_text(encoding="utf-8").strip()
            for part in ("idVendor", "idProduct", "serial")
            if (device / part).is_file()
        ]
    except (OSError, UnicodeDecodeError):
        numbers = []
    return f"{name} ({':'.join(numbers)})" if numbers else name


def find_identity(identity: str) -> int | None:
    """The number that a camera has now: after a replug it may be another."""
    for index in sorted(device_names()):
        if identity_of(index) == identity:
            return index
    return None


def index_of(wanted: str) -> int:
    """Find a camera's number.

    Raises:
        CameraLostError: There is no camera of this name.
    """
    if wanted.isascii() and wanted.isdigit() and len(wanted) <= 3:
        return int(wanted)
    if wanted.startswith("/dev/video") and wanted[10:].isdigit():
        return int(wanted[10:])
    names = device_names()
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


def list_cameras(tried: int = CAMERAS_TRIED, *, measure: bool = False) -> tuple[CameraFound, ...]:
    """Open each camera and see what truly comes; prints nothing.

    Args:
        tried: How many numbers are tried where the system does not say which there are.
        measure: Try the usual sizes, and measure rate and delay; some seconds a camera.
    """
    names = device_names()
    # Linux tells which there are, and probing one that is not there takes its time elsewhere.
    indices = sorted(names) if sys.platform == "linux" else range(tried)
    found = []
    with quiet_stderr():
        for index in indices:
            try:
                opened = open_device(index)
            except (CameraLostError, cv2.error):
                continue
            found.append(examine_camera(index, names.get(index), opened, measure=measure))
    return tuple(camera for camera in found if camera is not None)


def examine_camera(
    index: int,
    device_name: str | None,
    opened: DeviceCapture,
    *,
    measure: bool,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> CameraFound | None:
    """See what an opened camera gives, and let go of it; None when it breaks.

    Args:
        index: Its number.
        device_name: Its name, or None.
        opened: The camera.
        measure: Try sizes, and measure rate and delay.
        clock: Monotonic seconds.
        sleep: Waits so many seconds.
    """
    capture = opened.capture
    try:
        backend = str(capture.getBackendName())
        size_wh = _size_that_comes(capture)
        if not measure or size_wh is None:
            return CameraFound(index, backend, size_wh, device_name)
        rate_per_s, delay_s = _measure(opened, clock, sleep)
        notes = []
        told = tuple(int(capture.get(prop)) for prop in (3, 4))
        if told != size_wh:
            notes.append(f"says that it gives {told[0]} x {told[1]}")
        modes: list[tuple[int, int]] = []
        for asked in SIZES_TRIED:
            ask_for(capture, asked)
            came = _size_that_comes(capture)
            if came is not None and came not in modes:
                modes.append(came)
        return CameraFound(
            index, backend, size_wh, device_name, tuple(modes), rate_per_s, delay_s, tuple(notes)
        )
    except cv2.error:
        return None
    finally:
        capture.release()


def _size_that_comes(capture: Any) -> tuple[int, int] | None:
    # The first picture after a change is sometimes still one of before.
    size_wh = None
    for _ in range(2):
        is_read, image = capture.read()
        if is_read and image is not None:
            height, width = as_bgr(image).shape[:2]
            size_wh = (width, height)
    return size_wh


def _measure(
    opened: DeviceCapture, clock: Callable[[], float], sleep: Callable[[float], None]
) -> tuple[float | None, float | None]:
    """Pictures a second, and the age of a picture."""
    began_s = clock()
    took_s: list[float] = []
    delays_s: list[float] = []
    while clock() - began_s < _MEASURED_S:
        before_s = clock()
        if not opened.read()[0]:
            return None, None
        took_s.append(clock() - before_s)
        delays_s.append(opened.delay_s)
    period_s = float(np.mean(took_s))
    if max(delays_s) > 0:
        return 1 / max(period_s, 1e-6), float(np.median(delays_s))
    sleep(20 * period_s)
    # What waits in the driver comes at once, what is live takes its time: a third of a period.
    waiting = 0
    while waiting < _MOST_WAITING:
        before_s = clock()
        if not opened.read()[0] or clock() - before_s > period_s / 3:
            break
        waiting += 1
    return 1 / max(period_s, 1e-6), waiting * period_s
