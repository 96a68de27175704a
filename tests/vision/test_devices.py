"""Devices as systems know them: what they say, and what they give."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.vision import devices
from companion.vision.devices import DeviceCapture, DeviceOpener, examine_camera


class Clock:
    """A clock that is turned by hand."""

    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


def test_camera_is_found_under_its_new_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(devices, "_LINUX_CAMERAS", tmp_path)
    tried: list[int] = []

    class Opened:
        identity = "Stand Cam"

    def open_device(index: int, size_wh: tuple[int, int]) -> Opened:
        tried.append(index)
        return Opened()

    monkeypatch.setattr(devices, "open_device", open_device)

    def plugged(names: dict[int, str]) -> None:
        for number in range(3):
            (tmp_path / f"video{number}").mkdir(exist_ok=True)
            (tmp_path / f"video{number}" / "name").write_text(names.get(number, "-") + "\n")

    opener = DeviceOpener(0, (1920, 1080))
    plugged({0: "Stand Cam"})
    opener()
    plugged({0: "Laptop Infrared", 1: "Stand Cam"})
    opener()

    assert tried == [0, 1]


class FakeDevice:
    """A `cv2.VideoCapture` that says one size and gives another."""

    def __init__(self, clock: Clock, waiting: int = 0) -> None:
        self.clock = clock
        self.waiting = waiting
        self.size_wh = (640, 480)
        self.asked = {3: 0, 4: 0}
        self.is_released = False
        self.knobs = {cv2.CAP_PROP_AUTO_EXPOSURE: 3.0, cv2.CAP_PROP_EXPOSURE: 156.0}

    def getBackendName(self) -> str:  # noqa: N802  # OpenCV's name
        return "V4L2"

    def set(self, knob: int, value: float) -> bool:
        if knob in self.asked:
            self.asked[knob] = int(value)
            self.size_wh = (1280, 720) if self.asked[3] >= 1280 else (640, 480)
            return True
        if knob in self.knobs:
            self.knobs[knob] = value
        return True

    def get(self, knob: int) -> float:
        return float(self.asked.get(knob, self.knobs.get(knob, -1.0)))

    def read(self) -> tuple[bool, Any]:
        if self.waiting > 0:
            self.waiting -= 1
        else:
            self.clock.now_s += 0.04
        return True, np.zeros((self.size_wh[1], self.size_wh[0], 3), np.uint8)

    def release(self) -> None:
        self.is_released = True


def test_camera_is_measured_by_what_comes(clock: Clock) -> None:
    device = FakeDevice(clock)
    devices.ask_for(device, (1920, 1080))  # type: ignore[arg-type]
    opened = DeviceCapture(device, None, clock)  # type: ignore[arg-type]

    def pause(seconds: float) -> None:
        device.waiting = 4

    found = examine_camera(2, "Stand Cam", opened, measure=True, clock=clock, sleep=pause)

    assert found is not None
    assert found.size_wh == (1280, 720)
    assert found.modes == ((1280, 720), (640, 480))
    assert found.rate_per_s == pytest.approx(25)
    assert found.delay_s == pytest.approx(4 / 25)
    assert found.notes == ("says that it gives 1920 x 1080",)
    assert device.is_released


def test_age_comes_from_the_drivers_stamp(clock: Clock) -> None:
    device = FakeDevice(clock)
    device.knobs[cv2.CAP_PROP_POS_MSEC] = (clock.now_s - 1.96) * 1000
    opened = DeviceCapture(device, None, clock)  # type: ignore[arg-type]
    opened.read()

    assert opened.delay_s == pytest.approx(2.0)
