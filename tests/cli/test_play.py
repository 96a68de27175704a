from __future__ import annotations

import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from companion.cli import cameras, evening, play
from companion.cli.cameras import InItsOwnTime, choose_camera
from companion.cli.evening import phones_reach
from companion.cli.main import main
from companion.cli.settings import Settings
from companion.errors import CameraLostError
from companion.vision.camera import CameraFound
from companion.vision.frame import Frame, FrameSource


@pytest.fixture
def taken_port() -> Iterator[int]:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        yield taken.getsockname()[1]


def one_line(capsys: pytest.CaptureFixture[str]) -> str:
    captured = capsys.readouterr()
    assert captured.out == ""
    (line,) = captured.err.splitlines()
    return line


def test_port_in_use_is_one_line_and_status_two(
    tmp_path: Path, taken_port: int, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ["--camera", "none", "--no-browser", "--host", "127.0.0.1", "--data", str(tmp_path)]

    assert main(["play", *options, "--port", str(taken_port)]) == 2
    assert f"port {taken_port}" in one_line(capsys)


def test_data_folder_that_cannot_be_written_is_one_line_and_status_two(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    data = str(tmp_path / "file")

    assert main(["play", "--camera", "none", "--no-browser", "--port", "0", "--data", data]) == 2
    line = one_line(capsys)
    assert "data folder" in line
    assert data in line


@pytest.mark.parametrize("camera", ["97", "no such camera", "missing.mp4"])
def test_named_camera_that_is_not_there_is_one_line_and_status_two(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], camera: str
) -> None:
    data = tmp_path / "data"

    assert main(["play", "--camera", camera, "--no-browser", "--data", str(data)]) == 2
    assert camera in one_line(capsys)
    assert not data.exists()


@pytest.mark.parametrize("options", [["--port", "{port}"], ["--data", "{file}"], ["--deck", "no"]])
def test_what_is_cheap_is_said_before_cameras_are_looked_for(
    tmp_path: Path,
    taken_port: int,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    options: list[str],
) -> None:
    def look_for_cameras() -> tuple[CameraFound, ...]:
        raise AssertionError("cameras were looked for")

    (tmp_path / "file").touch()
    monkeypatch.setattr(cameras, "list_cameras", look_for_cameras)
    named = [each.format(port=taken_port, file=tmp_path / "file") for each in options]

    assert main(["play", "--data", str(tmp_path / "data"), *named]) == 2
    assert one_line(capsys)
    assert not (tmp_path / "data").exists()


def test_profile_that_is_not_there_is_one_line_and_status_two(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data"

    assert main(["play", "--profile", "attic", "--port", "0", "--data", str(data)]) == 2
    assert "no profile of a camera 'attic'" in one_line(capsys)
    assert not data.exists()
    assert main(["play", "--profile", "attic", "--camera", "none", "--data", str(data)]) == 2
    assert "goes with a camera" in one_line(capsys)


def test_untagged_cards_are_not_on_the_simulated_table_and_it_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cameras, "list_cameras", tuple)
    monkeypatch.setattr(play, "play_on_the_simulated_table", lambda settings: None)

    assert main(["play", "--untagged", "--port", "0", "--data", str(tmp_path)]) == 0
    said = capsys.readouterr().err
    assert "the simulated table plays" in said
    assert "--untagged waits for a camera" in said


def test_deck_that_cannot_be_used_is_one_line_and_status_two(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deck = tmp_path / "double.csv"
    deck.write_text("id,word\nbee,bee\nbee,hive\n")
    options = ["--camera", "none", "--no-browser", "--data", str(tmp_path / "data")]

    assert main(["play", *options, "--deck", str(deck)]) == 2
    assert "line 3" in one_line(capsys)


@pytest.mark.parametrize("camera", ["none", "demo"])
def test_deck_that_is_too_small_for_a_table_is_one_line_and_status_two(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], camera: str
) -> None:
    deck = tmp_path / "two.csv"
    deck.write_text("word\nbee\nowl\n")
    options = ["--no-browser", "--data", str(tmp_path / "data"), "--deck", str(deck)]

    assert main(["play", "--camera", camera, *options]) == 2
    assert "2 cards; a table needs 25" in capsys.readouterr().err.splitlines()[-1]
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        pytest.param(["--guessers", "top"], "goes with --untagged", id="guessers"),
        pytest.param(["--untagged"], "not with --camera none", id="untagged"),
        pytest.param(["--untagged", "--camera", "demo"], "not with --camera demo", id="demo"),
        pytest.param(["--data", ""], "name a folder", id="data"),
    ],
)
def test_options_that_make_no_sense_are_one_line_and_status_two(
    capsys: pytest.CaptureFixture[str], options: list[str], said: str
) -> None:
    assert main(["play", "--camera", "none", *options]) == 2
    assert said in one_line(capsys)


def test_second_program_on_one_data_folder_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data"
    with evening.an_evening(Settings(data=data), data):
        assert main(["play", "--camera", "none", "--no-browser", "--data", str(data)]) == 2
    assert "another companion already keeps its evening in" in one_line(capsys)

    with evening.an_evening(Settings(data=data), data):
        pass


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_data_folder_is_closed_to_other_users_unless_it_was_there(tmp_path: Path) -> None:
    (tmp_path / "open").mkdir()
    (tmp_path / "open").chmod(0o755)
    for name, mode in (("open", 0o755), ("new", 0o700)):
        data = tmp_path / name
        with evening.an_evening(Settings(data=data), data / "simulated"):
            assert data.stat().st_mode & 0o777 == mode
            assert (data / "simulated").stat().st_mode & 0o777 == 0o700


def test_table_without_a_camera_opens_and_tells_its_address(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    serve = evening.serve
    monkeypatch.setattr(evening, "open_browser", opened.append)
    monkeypatch.setattr(
        evening, "serve", lambda *args, **options: serve(*args, **options | {"stop_after_s": 0.05})
    )
    options = ["--camera", "none", "--port", "0", "--host", "127.0.0.1", "--data", str(tmp_path)]

    assert main(["play", *options]) == 0

    (address,) = opened
    assert address.endswith("/t/home/host")
    assert f"The table is open: {address}" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends Ctrl-C to whole consoles only")
def test_interrupt_closes_the_table_quietly(tmp_path: Path, repository: Path) -> None:
    options = ["--camera", "none", "--port", "0", "--host", "127.0.0.1", "--no-browser"]
    with subprocess.Popen(
        [sys.executable, "-m", "companion", "play", *options, "--data", tmp_path],
        cwd=repository,
        stderr=subprocess.PIPE,
        text=True,
        # A shell that runs tests in the background may have told its children to ignore Ctrl-C.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as program:
        assert program.stderr is not None
        assert program.stderr.readline().startswith("The table is open")

        program.send_signal(signal.SIGINT)

        assert program.communicate(timeout=20)[1] == ""
        assert program.returncode == 0


def test_first_camera_that_gives_a_picture_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    found = (CameraFound(0, "V4L2", None, "Infrared"), CameraFound(2, "V4L2", (640, 480), "Cam"))
    monkeypatch.setattr(cameras, "list_cameras", lambda: found)
    monkeypatch.setattr(cameras, "open_camera", lambda asked: Film(f"camera {asked}"))

    camera = choose_camera("auto")

    assert camera is not None
    assert camera.open_source().name == "camera 2"


def test_camera_that_opens_no_more_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(asked: str) -> FrameSource:
        raise CameraLostError("is in use", device=asked)

    monkeypatch.setattr(
        cameras, "list_cameras", lambda: (CameraFound(0, "V4L2", (640, 480), None),)
    )
    monkeypatch.setattr(cameras, "open_camera", refuse)

    assert choose_camera("auto") is None


def test_camera_is_opened_once_and_again_only_after_it_was_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened: list[str] = []

    def open_film(asked: str) -> FrameSource:
        opened.append(asked)
        return Film(asked)

    monkeypatch.setattr(cameras, "open_camera", open_film)
    camera = choose_camera("3")
    assert camera is not None

    camera.open_source()
    assert opened == ["3"]
    camera.open_source()
    assert opened == ["3", "3"]


def test_film_gives_its_frames_in_its_own_time() -> None:
    slept: list[float] = []
    now_s = iter([100.0, 100.1])
    film = InItsOwnTime(
        Film("film", at_s=(5.0, 5.5)), clock=lambda: next(now_s), sleep=slept.append
    )

    assert film.read() is not None
    assert film.read() is not None
    assert film.read() is None
    assert slept == [pytest.approx(0.4)]


def test_phones_reach_nothing_when_the_pages_are_for_this_machine_only() -> None:
    assert phones_reach("127.0.0.1", 8080) == []
    assert phones_reach("192.168.0.7", 8080) == ["http://192.168.0.7:8080/"]


class Film:
    def __init__(self, name: str, at_s: tuple[float, ...] = ()) -> None:
        self.name = name
        self.is_simulated = False
        self._at_s = list(at_s)

    def read(self) -> Frame | None:
        if not self._at_s:
            return None
        return Frame(np.zeros((2, 2, 3), np.uint8), self._at_s.pop(0), 0)

    def close(self) -> None:
        self._at_s.clear()
