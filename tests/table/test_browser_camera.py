from __future__ import annotations

import threading

import numpy as np
import pytest

from companion.errors import CameraLostError, UsageError
from companion.table import browser_camera
from companion.table.browser_camera import BrowserCamera
from companion.vision.frame import Image


def decode(jpeg: bytes) -> Image:
    if jpeg == b"broken":
        raise UsageError("damaged")
    return np.full((2, 2, 3), jpeg[0], np.uint8)


@pytest.fixture
def camera() -> BrowserCamera:
    return BrowserCamera("iPhone, Safari", decode)


def test_newest_picture_is_read_and_the_others_are_dropped(camera: BrowserCamera) -> None:
    for picture in (b"\x01", b"\x02", b"\x03"):
        camera.put(picture)

    frame = camera.read()
    assert frame is not None
    assert frame.image[0, 0, 0] == 3


def test_broken_picture_is_passed_over(camera: BrowserCamera) -> None:
    camera.put(b"broken")
    later = threading.Timer(0.05, camera.put, (b"\x07",))
    later.start()

    frame = camera.read()
    later.join()
    assert frame is not None
    assert frame.image[0, 0, 0] == 7


def test_silent_phone_is_a_lost_camera(
    camera: BrowserCamera, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(browser_camera, "SILENT_AFTER_S", 0.01)

    with pytest.raises(CameraLostError, match="iPhone"):
        camera.read()


def test_frames_are_numbered_and_never_simulated(camera: BrowserCamera) -> None:
    camera.put(b"\x01")
    first = camera.read()
    camera.put(b"\x02")
    second = camera.read()

    assert first is not None
    assert second is not None
    assert second.number == first.number + 1
    assert not camera.is_simulated
