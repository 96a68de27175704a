"""How a camera is opened: which backend is asked, for what, in which order, how often."""

from __future__ import annotations

import os
import sys
from typing import Any

import cv2
import numpy as np
import pytest

from companion.errors import CameraLostError
from companion.vision import devices
from companion.vision.devices import examine_camera, open_device

MJPG = float(cv2.VideoWriter.fourcc(*"MJPG"))
FOURCC, WIDTH, HEIGHT = (
    cv2.CAP_PROP_FOURCC,
    cv2.CAP_PROP_FRAME_WIDTH,
    cv2.CAP_PROP_FRAME_HEIGHT,
)


class Machine:
    """What `cv2.VideoCapture` opens here: which indices answer on which backend."""

    def __init__(self, answers: set[tuple[int, int]]) -> None:
        self.answers = answers
        self.asked: list[tuple[int, int]] = []
        self.opened: list[Opened] = []

    def __call__(self, index: int, backend: int) -> Opened:
        self.asked.append((index, backend))
        self.opened.append(Opened((index, backend) in self.answers))
        return self.opened[-1]


class Opened:
    """A webcam: 1080p as MJPG only, 640 x 480 unless it is asked for more."""

    def __init__(self, is_there: bool) -> None:
        self.is_there = is_there
        self.is_released = False
        self.sets: list[tuple[int, float]] = []

    def isOpened(self) -> bool:  # noqa: N802  # OpenCV's name
        return self.is_there

    def getBackendName(self) -> str:  # noqa: N802  # OpenCV's name
        return "V4L2"

    def set(self, property_: int, value: float) -> bool:
        self.sets.append((property_, value))
        return True

    def get(self, property_: int) -> float:
        # What was asked for is said back, whatever comes (opencv 23533, 29254).
        return next((value for at, value in reversed(self.sets) if at == property_), -1.0)

    def read(self) -> tuple[bool, Any]:
        asked = dict(self.sets)
        is_large = asked.get(FOURCC) == MJPG and asked.get(WIDTH, 0) >= 1920
        high, wide = (1080, 1920) if is_large else (480, 640)
        return True, np.zeros((high, wide, 3), np.uint8)

    def release(self) -> None:
        self.is_released = True


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Machine:
    """A machine of one system: its name, and which (index, backend) answer."""
    system, answers = request.param
    found = Machine(answers)
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(cv2, "VideoCapture", found)
    monkeypatch.setattr(devices, "device_names", dict)
    return found


DSHOW, MSMF, V4L2, MACOS = cv2.CAP_DSHOW, cv2.CAP_MSMF, cv2.CAP_V4L2, cv2.CAP_AVFOUNDATION


# opencv 17687: MSMF takes minutes with one webcam; opencvsharp 1663: it counts otherwise.
@pytest.mark.parametrize(
    "machine", [("win32", {(0, DSHOW), (0, MSMF)})], indirect=True, ids=["windows"]
)
def test_windows_asks_dshow_first_and_msmf_only_where_that_has_none(machine: Machine) -> None:
    open_device(0)
    assert machine.asked == [(0, DSHOW)]

    machine.answers = {(1, MSMF)}
    open_device(1)
    assert machine.asked[1:] == [(1, DSHOW), (1, MSMF)]
    assert machine.opened[1].is_released
    assert os.environ["OPENCV_VIDEOIO_MSMF_ENABLE_HW_TRANSFORMS"] == "0"


# emgucv 884: with the default backend a dead index opened another camera.
@pytest.mark.parametrize(
    "machine",
    [
        ("linux", {(0, V4L2), (1, cv2.CAP_ANY)}),
        ("win32", {(0, DSHOW), (1, cv2.CAP_ANY)}),
        ("darwin", {(0, MACOS), (1, cv2.CAP_ANY)}),
    ],
    indirect=True,
    ids=["linux", "windows", "macos"],
)
def test_dead_number_opens_no_other_camera(machine: Machine) -> None:
    with pytest.raises(CameraLostError) as refused:
        open_device(1)

    assert "not there" in refused.value.message
    assert cv2.CAP_ANY not in {backend for _, backend in machine.asked}
    assert all(opened.is_released for opened in machine.opened)


# opencv 24289, 5847: 1080p is there as MJPG only; opencv 26495, 27917: each `set` may take seconds.
@pytest.mark.parametrize(
    "machine",
    [("linux", {(0, V4L2)}), ("win32", {(0, DSHOW)}), ("darwin", {(0, MACOS)})],
    indirect=True,
    ids=["linux", "windows", "macos"],
)
def test_mjpg_is_asked_for_before_the_size_and_each_size_once(machine: Machine) -> None:
    opened = open_device(0)

    knobs = [property_ for property_, _ in machine.opened[0].sets]
    assert knobs.index(FOURCC) < knobs.index(WIDTH)
    assert knobs.count(WIDTH) == knobs.count(HEIGHT) == 1
    assert (FOURCC, MJPG) in machine.opened[0].sets
    # DSHOW forgets the format when the size changes after it, so that it is told once more.
    assert knobs.count(FOURCC) == (2 if sys.platform == "win32" else 1)
    assert opened.read()[1].shape == (1080, 1920, 3)


# opencv 23533, 29254: `get` says back what was asked for; only a picture tells.
@pytest.mark.parametrize("machine", [("linux", {(0, V4L2)})], indirect=True, ids=["linux"])
def test_size_is_what_comes_not_what_is_said(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = open_device(0)
    monkeypatch.setattr(Opened, "read", lambda self: (True, np.zeros((480, 640, 3), np.uint8)))

    found = examine_camera(0, None, opened, measure=False)

    assert found is not None
    assert opened.capture.get(WIDTH) == 1920
    assert found.size_wh == (640, 480)


# opencv 16427, rio 858: a terminal that may not use the camera never asks.
@pytest.mark.parametrize("machine", [("darwin", set())], indirect=True, ids=["macos"])
def test_macos_is_told_where_the_camera_is_allowed(machine: Machine) -> None:
    with pytest.raises(CameraLostError, match="Privacy & Security"):
        open_device(0)

    assert os.environ["OPENCV_AVFOUNDATION_SKIP_AUTH"] == "1"
