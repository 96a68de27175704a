"""Files and streams are real; devices are stood in for by captures that do as they are told."""

from __future__ import annotations

import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.errors import CameraLostError, UsageError
from companion.vision import camera, devices
from companion.vision.camera import LiveCamera, list_cameras, open_camera
from companion.vision.frame import Frame, FrameSource
from companion.vision.video_file import VideoFile

SIZE_WH = (160, 120)


@pytest.fixture(autouse=True)
def no_thread_stays() -> Iterator[None]:
    before = set(threading.enumerate())
    yield
    for thread in set(threading.enumerate()) - before:
        thread.join(timeout=5)
        assert not thread.is_alive(), f"{thread.name!r} still runs"


@pytest.fixture
def video(tmp_path: Path) -> Path:
    """Thirty frames at 15 a second, each a little brighter."""
    path = tmp_path / "table.mp4"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 15, SIZE_WH)
    for number in range(30):
        writer.write(a_picture(number * 8))
    writer.release()
    return path


def a_picture(brightness: int) -> np.ndarray:
    return np.full((SIZE_WH[1], SIZE_WH[0], 3), brightness, np.uint8)


def all_frames(source: FrameSource) -> list[Frame]:
    frames: list[Frame] = []
    _read_into(frames, source)
    return frames


class ToldCapture:
    """A device that gives what a test puts into it, and waits otherwise."""

    def __init__(self) -> None:
        self.is_released = threading.Event()
        self._answers: list[tuple[bool, Any] | Exception] = []
        self._news = threading.Condition()

    def put(self, *answers: tuple[bool, Any] | Exception) -> ToldCapture:
        with self._news:
            self._answers.extend(answers)
            self._news.notify_all()
        return self

    def wait_until_read(self) -> None:
        with self._news:
            assert self._news.wait_for(lambda: not self._answers, 5)

    def read(self) -> tuple[bool, Any]:
        with self._news:
            if not self._news.wait_for(lambda: bool(self._answers), 0.1):
                return False, None
            answer = self._answers.pop(0)
            self._news.notify_all()
        if isinstance(answer, Exception):
            raise answer
        return answer

    def release(self) -> None:
        self.is_released.set()


def live(capture: ToldCapture, **waits: float) -> LiveCamera:
    return LiveCamera(lambda: capture, name="camera 3", **waits)  # type: ignore[arg-type]


# ---------------------------------------------------------------- files


def test_file_is_read_frame_by_frame_on_its_own_clock(video: Path) -> None:
    source = open_camera(str(video))
    frames = all_frames(source)

    assert isinstance(source, VideoFile)
    assert (source.name, source.is_simulated) == ("table.mp4", False)
    assert [frame.number for frame in frames] == list(range(30))
    assert [frame.captured_at_s for frame in frames] == pytest.approx(
        [number / 15 for number in range(30)], abs=0.002
    )
    means = [frame.image.mean() for frame in frames]
    assert means == sorted(means)
    assert frames[0].image.shape == (120, 160, 3)


def test_file_stays_at_its_end(video: Path) -> None:
    source = open_camera(str(video))
    all_frames(source)

    assert source.read() is None
    source.close()
    assert source.read() is None


def test_cut_off_file_ends_early(video: Path, tmp_path: Path) -> None:
    whole = tmp_path / "whole.avi"
    writer = cv2.VideoWriter(str(whole), cv2.VideoWriter.fourcc(*"MJPG"), 15, SIZE_WH)
    for number in range(30):
        writer.write(a_picture(number * 8))
    writer.release()
    cut = tmp_path / "cut.avi"
    cut.write_bytes(whole.read_bytes()[: whole.stat().st_size // 2])

    frames = all_frames(open_camera(str(cut)))

    assert 0 < len(frames) < 30
    times = [frame.captured_at_s for frame in frames]
    assert all(earlier < later for earlier, later in pairwise(times))


@pytest.mark.parametrize(
    "content",
    [pytest.param(b"", id="empty"), pytest.param(b"orange, yellow\n" * 40, id="text")],
)
def test_file_that_is_no_video_is_refused_in_one_line(
    tmp_path: Path, content: bytes, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "notes.mp4"
    path.write_bytes(content)

    with pytest.raises(CameraLostError, match=r"notes\.mp4.*is not a video") as caught:
        open_camera(str(path))

    assert "\n" not in caught.value.message
    assert capfd.readouterr() == ("", "")


# ---------------------------------------------------------------- names


@pytest.mark.parametrize("nothing", ["", "   "], ids=repr)
def test_nothing_named_is_a_usage_error(nothing: str) -> None:
    with pytest.raises(UsageError, match="no camera was named"):
        open_camera(nothing)


@pytest.mark.parametrize("name", ["no-such-camera", "missing.mp4", "/dev/nothing"])
def test_camera_that_is_not_there_is_named_with_what_would_do(name: str) -> None:
    with pytest.raises(CameraLostError, match="give a number, a device name, a file") as caught:
        open_camera(name)

    assert repr(name) in caught.value.message


def test_number_without_a_camera_is_refused(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(CameraLostError, match="camera 97 is not there"):
        open_camera("97", open_wait_s=5)

    assert capfd.readouterr() == ("", "")


def test_device_is_found_by_a_part_of_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, name in ((0, "Laptop Infrared"), (2, "Stand Cam HD"), (3, "Stand Cam HD")):
        (tmp_path / f"video{number}").mkdir()
        (tmp_path / f"video{number}" / "name").write_text(name + "\n")
    monkeypatch.setattr(devices, "_LINUX_CAMERAS", tmp_path)
    opened: list[int] = []

    def open_device(index: int, size_wh: tuple[int, int]) -> ToldCapture:
        opened.append(index)
        return ToldCapture().put((True, a_picture(1)))

    monkeypatch.setattr(devices, "open_device", open_device)
    open_camera("stand cam").close()

    assert opened == [2]
    with pytest.raises(CameraLostError, match="0 'Laptop Infrared', 2 'Stand Cam HD'"):
        open_camera("other cam")


def test_listing_cameras_prints_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    for found in list_cameras(tried=2):
        assert found.backend

    assert capfd.readouterr() == ("", "")


# ---------------------------------------------------------------- live


def test_live_camera_gives_only_the_newest_picture() -> None:
    capture = ToldCapture().put((True, a_picture(10)))
    source = live(capture)
    capture.put((True, a_picture(20)), (True, a_picture(30)), (False, None), (True, a_picture(40)))
    capture.wait_until_read()
    deadline = time.monotonic() + 5
    newest = source.read()
    while newest is not None and newest.image[0, 0, 0] < 40 and time.monotonic() < deadline:
        newest = source.read()

    assert newest is not None
    assert (newest.number, newest.image[0, 0, 0]) == (3, 40)
    assert source.size_wh == SIZE_WH
    source.close()
    assert capture.is_released.wait(5)
    assert source.read() is None


def test_grey_picture_becomes_bgr() -> None:
    source = live(ToldCapture().put((True, np.full((4, 6), 9, np.uint8))))
    frame = source.read()
    source.close()

    assert frame is not None
    assert frame.image.shape == (4, 6, 3)


def test_live_camera_that_stops_is_lost_after_its_last_picture() -> None:
    failures = [(False, None)] * camera.MOST_FAILURES
    capture = ToldCapture().put((True, a_picture(10)), *failures)
    source = live(capture)

    assert source.read() is not None
    with pytest.raises(CameraLostError, match="camera 3 has stopped giving pictures") as caught:
        source.read()
    assert caught.value.last_frame == 0
    assert capture.is_released.wait(5)


def test_silent_camera_is_lost_when_the_wait_ends() -> None:
    source = live(ToldCapture().put((True, a_picture(10))), read_wait_s=0.05)
    source.read()

    with pytest.raises(CameraLostError, match=r"no picture for 0\.05 s"):
        source.read()


def test_camera_that_opens_and_gives_nothing_is_refused() -> None:
    with pytest.raises(CameraLostError, match=r"no picture within 0\.05 s"):
        live(ToldCapture(), open_wait_s=0.05)


@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(cv2.error("driver\n trouble"), id="cv2.error"),
        pytest.param(OSError("driver\n trouble"), id="OSError"),
    ],
)
def test_drivers_errors_do_not_leave_the_room(fault: Exception) -> None:
    source = live(ToldCapture().put((True, a_picture(10)), fault))
    source.read()

    with pytest.raises(CameraLostError, match=r"has stopped \(driver trouble\)"):
        source.read()

    def cannot_open() -> ToldCapture:
        raise fault

    with pytest.raises(CameraLostError, match=r"cannot be opened \(driver trouble\)"):
        LiveCamera(cannot_open, name="camera 3")


def test_lost_camera_is_opened_again_and_counts_on() -> None:
    captures = [
        ToldCapture().put((True, a_picture(10)), OSError("pulled out")),
        ToldCapture().put((True, a_picture(20))),
    ]
    source = LiveCamera(lambda: captures.pop(0), name="camera 3")
    source.read()
    with pytest.raises(CameraLostError):
        source.read()
    back = source.read()
    source.close()

    assert back is not None
    assert (back.number, back.image[0, 0, 0]) == (1, 20)


def test_close_wakes_a_waiting_reader() -> None:
    source = live(ToldCapture().put((True, a_picture(10))), read_wait_s=30)
    source.read()
    seen: list[Frame | None] = [None]
    reader = threading.Thread(target=lambda: seen.append(source.read()))
    reader.start()
    source.close()
    reader.join(timeout=5)

    assert not reader.is_alive()
    assert seen[-1] is None


# ---------------------------------------------------------------- streams


@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="ffmpeg, which serves, is not here")
def test_http_mjpeg_stream_is_read_and_its_end_is_a_loss(video: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    url = f"http://127.0.0.1:{port}/table.mjpg"
    command = ["ffmpeg", "-v", "quiet", "-nostdin", "-re", "-i", str(video)]
    command += ["-f", "mpjpeg", "-q:v", "3", "-listen", "1", url]
    with subprocess.Popen(command) as server:
        try:
            source = _open_when_it_listens(url)
            frames: list[Frame] = []
            with pytest.raises(CameraLostError, match="has stopped"):
                _read_into(frames, source)
            source.close()
        finally:
            server.kill()

    # The newest picture only: on a busy machine some are passed over, none comes twice.
    assert len(frames) >= 10
    numbers = [frame.number for frame in frames]
    assert numbers == sorted(set(numbers))
    assert frames[-1].image.mean() == pytest.approx(29 * 8, abs=6)
    took_s = frames[-1].captured_at_s - frames[0].captured_at_s
    assert took_s == pytest.approx(29 / 15, abs=0.8)


def test_stream_that_does_not_answer_is_refused_in_one_line(
    capfd: pytest.CaptureFixture[str],
) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{probe.getsockname()[1]}/video"

    with pytest.raises(CameraLostError, match="does not answer"):
        open_camera(url, open_wait_s=5)

    assert capfd.readouterr() == ("", "")


def test_page_that_is_no_stream_is_refused() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            peer, _ = server.accept()
            with peer:
                peer.recv(4096)
                peer.sendall(b"HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n<p>hello</p>")

        page = threading.Thread(target=answer)
        page.start()
        with pytest.raises(CameraLostError, match="no stream that can be read"):
            open_camera(f"http://127.0.0.1:{server.getsockname()[1]}/", open_wait_s=5)
        page.join(timeout=5)


def _read_into(frames: list[Frame], source: FrameSource) -> None:
    while (frame := source.read()) is not None:
        frames.append(frame)


def _open_when_it_listens(url: str) -> FrameSource:
    deadline = time.monotonic() + 10
    while True:
        try:
            return open_camera(url, open_wait_s=5, read_wait_s=5)
        except CameraLostError:
            if time.monotonic() > deadline:
                raise
