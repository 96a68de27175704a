"""What cameras do to people, each fault played by a capture that does as it is told."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from companion.errors import CameraLostError
from companion.vision import camera
from companion.vision.camera import LiveCamera
from companion.vision.frame import Frame
from companion.vision.trouble import TroubleKind

SIZE_WH = (128, 72)


def a_picture(number: int, size_wh: tuple[int, int] = SIZE_WH) -> np.ndarray:
    """Lively enough to be no covered lens, and never the same twice."""
    rng = np.random.default_rng(number)
    coarse = rng.integers(40, 220, (9, 16, 3), np.uint8)
    return np.ascontiguousarray(
        np.kron(coarse, np.ones((size_wh[1] // 9, size_wh[0] // 16, 1))), np.uint8
    )


class Clock:
    """A clock that is turned by hand."""

    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


class Script:
    """A device: pictures and failures in their order, hanging when there is none."""

    def __init__(self, clock: Clock, *answers: Any, identity: str | None = None) -> None:
        self.identity = identity
        self.delay_s = 0.0
        self.is_released = threading.Event()
        self._clock = clock
        self._answers = list(answers)
        self._news = threading.Condition()

    def put(self, *answers: Any) -> None:
        with self._news:
            self._answers.extend(answers)
            self._news.notify_all()

    def read(self) -> tuple[bool, Any]:
        with self._news:
            # Hangs until there is something, or until the test lets go of it.
            self._news.wait_for(lambda: self._answers or self.is_let_go, 20)
            answer = self._answers.pop(0) if self._answers else None
        if isinstance(answer, tuple):
            self.delay_s, answer = answer
        self._clock.now_s += 1 / 30
        return answer is not None, answer

    is_let_go = False

    def let_go(self) -> None:
        with self._news:
            self.is_let_go = True
            self._news.notify_all()

    def release(self) -> None:
        self.is_released.set()


class Desk:
    """Opens one script after the other; an error in the list is a device that is not there."""

    def __init__(self, *captures: Script | CameraLostError) -> None:
        self.captures = list(captures)
        self.opened: list[Script] = []
        self.times = 0

    def __call__(self) -> Script:
        self.times += 1
        capture = self.captures.pop(0) if self.captures else CameraLostError("is gone", device="3")
        if isinstance(capture, CameraLostError):
            raise capture
        self.opened.append(capture)
        return capture


GONE = CameraLostError("is gone", device="3")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def made() -> Iterator[list[tuple[LiveCamera, Desk]]]:
    cameras: list[tuple[LiveCamera, Desk]] = []
    yield cameras
    for live, desk in cameras:
        for capture in desk.opened:
            capture.let_go()
        live.close()


def start(
    made: list[tuple[LiveCamera, Desk]], clock: Clock, *captures: Any, **how: Any
) -> LiveCamera:
    desk = Desk(*captures)
    live = LiveCamera(desk, name="camera 3", clock=clock, **{"read_wait_s": 3.0, **how})
    made.append((live, desk))
    return live


def newest(live: LiveCamera, number: int) -> Frame:
    """Read until the picture of this number has come; a busy machine may need a second look."""
    for _ in range(100):
        try:
            frame = live.read()
        except CameraLostError as error:
            if "has given no picture" not in error.message:
                raise
            continue
        assert frame is not None
        if frame.number >= number:
            return frame
    raise AssertionError(f"picture {number} never came")


def until_trouble(live: LiveCamera, kind: TroubleKind) -> Frame:
    for _ in range(400):
        frame = live.read()
        assert frame is not None
        if frame.trouble is not None and frame.trouble.kind is kind:
            return frame
    raise AssertionError(f"{kind} was never told")


def read_on(live: LiveCamera) -> None:
    while True:
        live.read()


# opencv 22677: `read` hangs for ever when a network camera returns while it is opened.
def test_read_that_hangs_is_bounded_and_goes_on_where_it_stopped(made: Any, clock: Clock) -> None:
    script = Script(clock, a_picture(0))
    live = start(made, clock, script, read_wait_s=0.15)
    newest(live, 0)

    with pytest.raises(CameraLostError, match=r"has given no picture for 0\.15 s"):
        live.read()
    script.put(a_picture(1))

    assert newest(live, 1).number == 1
    assert made[0][1].times == 1


def test_driver_that_never_comes_back_is_left_and_the_camera_opened_anew(
    made: Any, clock: Clock
) -> None:
    scripts = [Script(clock, a_picture(n)) for n in range(2)]
    live = start(made, clock, *scripts, read_wait_s=0.15)
    newest(live, 0)
    with pytest.raises(CameraLostError):
        live.read()
    clock.now_s += camera.GIVEN_UP_AFTER_S
    with pytest.raises(CameraLostError):
        live.read()

    assert newest(live, 1).number == 1
    assert made[0][1].times == 2


def test_drivers_that_hang_are_not_heaped_up(made: Any, clock: Clock) -> None:
    live = start(made, clock, *(Script(clock, a_picture(n)) for n in range(8)), read_wait_s=0.15)
    for _ in range(camera.MOST_HANGING):
        newest(live, 0)
        clock.now_s += camera.GIVEN_UP_AFTER_S
        with pytest.raises(CameraLostError):
            read_on(live)
    with pytest.raises(CameraLostError, match="hangs in its driver: unplug it"):
        live.read()

    assert made[0][1].times == camera.MOST_HANGING


def test_camera_that_is_away_for_thirty_seconds_comes_back(made: Any, clock: Clock) -> None:
    first = Script(clock, a_picture(0), *[None] * camera.MOST_FAILURES)
    live = start(made, clock, first, *[GONE] * 30, Script(clock, a_picture(1)))
    newest(live, 0)
    for _ in range(31):
        with pytest.raises(CameraLostError):
            live.read()
        clock.now_s += 1

    assert newest(live, 1).number == 1
    assert first.is_released.wait(5)


# opencv 14044, 5221: after the plug was pulled some drivers answer every other read.
def test_every_other_read_that_fails_is_a_loss(made: Any, clock: Clock) -> None:
    halting = [answer for n in range(20) for answer in (None, a_picture(n))]
    live = start(made, clock, Script(clock, a_picture(99), *halting))

    with pytest.raises(CameraLostError, match="has stopped giving pictures"):
        read_on(live)


def test_frozen_camera_is_told_and_opened_again(made: Any, clock: Clock) -> None:
    frozen = [a_picture(1)] * 250
    healthy = Script(clock)
    live = start(made, clock, Script(clock, a_picture(0), *frozen), healthy)
    # A thread that races ahead must not show the healthy pictures before the frozen ones were seen.
    frame = until_trouble(live, TroubleKind.FROZEN)
    healthy.put(*map(a_picture, range(9)))
    while frame.trouble is not None:
        frame = newest(live, frame.number + 1)

    assert made[0][1].times == 2


def test_broken_pictures_are_passed_over(made: Any, clock: Clock) -> None:
    torn = a_picture(1).copy()
    torn[40:] = 128
    live = start(made, clock, Script(clock, a_picture(0), torn, torn, a_picture(2)))
    frame = newest(live, 1)

    assert frame.number == 1
    assert np.array_equal(frame.image, a_picture(2))


def test_time_does_not_run_backwards(made: Any, clock: Clock) -> None:
    """A driver that hands out what it had kept for itself: the cover laid since is not in it."""
    kept = [(2.0, a_picture(number)) for number in range(1, 4)]
    live = start(made, clock, Script(clock, a_picture(0), *kept, (0.0, a_picture(9))))

    assert np.array_equal(newest(live, 1).image, a_picture(9))


def test_other_size_is_told(made: Any, clock: Clock) -> None:
    small = [a_picture(n, (64, 36)) for n in range(20)]
    live = start(made, clock, Script(clock, a_picture(0), *small))

    frame = until_trouble(live, TroubleKind.CHANGED_SIZE)

    assert frame.image.shape == (36, 64, 3)
    assert live.size_wh == (64, 36)


# emgucv 884, opentrack 1031, opencv 22901: another camera answers under the same number.
def test_other_camera_in_its_place_is_not_taken(made: Any, clock: Clock) -> None:
    first = Script(clock, a_picture(0), *[None] * 10, identity="Stand Cam (1:2)")
    other = Script(clock, a_picture(1), identity="Laptop Infrared (3:4)")
    live = start(made, clock, first, other, Script(clock, a_picture(2), identity="Stand Cam (1:2)"))
    newest(live, 0)
    with pytest.raises(CameraLostError, match="has stopped"):
        live.read()
    with pytest.raises(CameraLostError, match="another camera answers in its place: 'Laptop"):
        live.read()

    assert other.is_released.is_set()
    assert np.array_equal(newest(live, 1).image, a_picture(2))


def test_pictures_keep_the_time_when_they_were_taken(made: Any, clock: Clock) -> None:
    live = start(made, clock, Script(clock, (2.0, a_picture(0)), (2.0, a_picture(1))))
    frame = newest(live, 1)

    assert frame.captured_at_s == pytest.approx(clock.now_s - 2.0, abs=0.05)
    assert frame.trouble is not None
    assert frame.trouble.kind is TroubleKind.LATE


# opencv 13145: a reader that is slower than the camera is given old frames.
def test_two_seconds_of_waiting_pictures_are_passed_over(made: Any, clock: Clock) -> None:
    script = Script(clock, a_picture(0))
    live = start(made, clock, script)
    newest(live, 0)
    script.put(*map(a_picture, range(1, 62)))
    assert newest(live, 61).number == 61


def test_newest_frame_is_at_most_two_old_for_a_slow_reader(made: Any, clock: Clock) -> None:
    script = Script(clock, a_picture(0))
    live = start(made, clock, script)
    behind = []
    for block in range(12):
        # Eight pictures come while the eyes look at one.
        script.put(*map(a_picture, range(8 * block + 1, 8 * block + 9)))
        frame = newest(live, 8 * block + 7)
        behind.append(8 * block + 8 - frame.number)

    assert max(behind) <= 2
