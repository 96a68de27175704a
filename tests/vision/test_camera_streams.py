"""Network cameras that are cut off and come back; FFmpeg films them, on loopback."""

from __future__ import annotations

import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Iterator

import pytest

from companion.errors import CameraLostError
from companion.vision.camera import open_camera
from companion.vision.frame import FrameSource
from tests.vision.rtsp_relay import RtspCamera

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="ffmpeg, which films, is not here"),
]

BACK_WITHIN_S = 2.0
RETRY_S = 0.5
"""As `companion.table.live` tries a lost camera."""


class MjpegCamera:
    """An HTTP MJPEG stream of FFmpeg's."""

    def __init__(self, port: int) -> None:
        film = "testsrc2=size=640x360:rate=15"
        self._ffmpeg = subprocess.Popen(
            [
                *("ffmpeg", "-v", "quiet", "-nostdin", "-re", "-f", "lavfi", "-i", film),
                *("-f", "mpjpeg", "-q:v", "3", "-listen", "1"),
                f"http://127.0.0.1:{port}/table.mjpg",
            ]
        )

    def stop(self) -> None:
        self._ffmpeg.kill()
        self._ffmpeg.wait()


def a_free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(params=["mjpeg", "rtsp"])
def served(request: pytest.FixtureRequest) -> Iterator[tuple[str, dict[str, object]]]:
    port = a_free_port()
    at: dict[str, object] = {}
    if request.param == "mjpeg":
        at["start"] = lambda: at.update(camera=MjpegCamera(port))
        yield f"http://127.0.0.1:{port}/table.mjpg", at
    else:
        at["start"] = lambda: at.update(camera=RtspCamera(port))
        yield f"rtsp://127.0.0.1:{port}/table", at
    at["camera"].stop()  # type: ignore[attr-defined]


def open_when_it_is_there(url: str) -> FrameSource:
    until_s = time.monotonic() + 15
    while True:
        try:
            return open_camera(url)
        except CameraLostError:
            if time.monotonic() > until_s:
                raise


def read_for(source: FrameSource, count: int) -> None:
    for _ in range(count):
        assert source.read() is not None


def wait_for_picture(source: FrameSource, within_s: float) -> float:
    """How long it took until a picture came, tried as the table tries."""
    began_s = time.monotonic()
    waiting = threading.Event()
    while time.monotonic() - began_s < within_s:
        try:
            frame = source.read()
        except CameraLostError:
            waiting.wait(RETRY_S)
        else:
            assert frame is not None
            return time.monotonic() - began_s
    raise AssertionError(f"no picture within {within_s} s")


def test_stream_that_was_cut_is_back_soon(served: tuple[str, dict[str, object]]) -> None:
    url, at = served
    at["start"]()  # type: ignore[operator]
    source = open_when_it_is_there(url)
    took = []
    try:
        for _ in range(3):
            read_for(source, 15)
            at["camera"].stop()  # type: ignore[attr-defined]
            with pytest.raises(CameraLostError) as caught:
                read_for(source, 1000)
            assert "\n" not in caught.value.message
            at["start"]()  # type: ignore[operator]
            took.append(wait_for_picture(source, 20.0))
    finally:
        source.close()
    print(f"\n{url.split(':')[0]}: pictures again {', '.join(f'{s:.2f}' for s in took)} s after")

    # FFmpeg itself takes its time to start on a busy machine.
    assert sorted(took)[1] < BACK_WITHIN_S
