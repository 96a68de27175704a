from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.cli.faces import printed_faces
from companion.cli.main import main
from companion.cli.watch import Watcher
from companion.deck.cards import built_in_deck
from companion.deck.tags import tags_of
from companion.errors import CameraLostError
from companion.simulated.screenplay import Deal, Hand, Lay, Lift, Wait
from companion.simulated.source import SimulatedSource
from companion.simulated.table import Room, SimulatedTable
from companion.terms import ALL_CELLS, Cell, Edition
from companion.vision.frame import Frame, Image
from companion.vision.readers import TaggedReader
from companion.vision.tags import make_tag_bank

FRAMES_PER_S = 15.0


def write_film(path: Path, images: Sequence[Image], code: str) -> Path:
    height, width = images[0].shape[:2]
    writer = cv2.VideoWriter(
        str(path), cv2.VideoWriter.fourcc(*code), FRAMES_PER_S, (width, height)
    )
    assert writer.isOpened()
    for image in images:
        writer.write(image)
    writer.release()
    return path


def filmed(steps: Sequence[Any], seed: int) -> list[Image]:
    deck = built_in_deck()
    faces = printed_faces(deck, Edition.SIMPSONS)
    cards = tuple(("card", card.id, "word") for card in deck.cards[:25])
    source = SimulatedSource(
        faces,
        [Deal(cards), *steps],
        np.random.default_rng(seed),
        room=Room(tilt_deg=15.0, turn_deg=0.0),
    )
    images = []
    while (frame := source.read()) is not None:
        images.append(frame.image)
    return images


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cover is laid and taken away; filmed between the hands, which others test."""
    deck = built_in_deck()
    table = SimulatedTable(
        printed_faces(deck, Edition.SIMPSONS), np.random.default_rng(5), Room(tilt_deg=15.0)
    )
    for cell, card in zip(ALL_CELLS, deck.cards, strict=False):
        table.put_card(cell, ("card", card.id, "word"))
    cover = table.take_cover(Cell(1, 3), ("cover_card", "orange", "front"))
    images = [table.photograph() for _ in range(12)]
    table.put_cover(Cell(1, 3), cover)
    images += [table.photograph() for _ in range(12)]
    table.lift_cover(Cell(1, 3))
    images += [table.photograph() for _ in range(12)]
    return write_film(tmp_path_factory.mktemp("film") / "evening.avi", images, "MJPG")


def test_watch_prints_one_event_a_line(evening: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", str(evening), "--json"]) == 0

    events = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert events[0]["event"] == "board_found"
    covers = [event for event in events if event["event"].startswith("cover_")]
    assert [(e["event"], e["row"], e["col"], e["cover"]) for e in covers] == [
        ("cover_placed", 1, 3, "orange"),
        ("cover_removed", 1, 3, "orange"),
    ]
    assert all(set(event) >= {"t_s", "frame", "event"} for event in events)
    assert covers[0]["t_s"] == pytest.approx(covers[0]["frame"] / FRAMES_PER_S, abs=0.1)


def test_watch_ends_with_one_when_no_table_was_seen(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    grey = [np.full((240, 320, 3), 128, np.uint8)] * 3
    film = write_film(tmp_path / "grey.avi", grey, "MJPG")

    assert main(["watch", str(film), "--json"]) == 1
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("name", ["missing.mp4", "letter.mp4"])
def test_watch_of_what_is_no_film_is_one_line_and_status_two(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    (tmp_path / "letter.mp4").write_text("Dear film,\n")

    assert main(["watch", str(tmp_path / name)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert name in line


def test_lost_camera_is_told_once_and_its_coming_back_too(
    capsys: pytest.CaptureFixture[str],
) -> None:
    reader = TaggedReader(make_tag_bank(tags_of(built_in_deck())[-6:]))
    watcher = Watcher(reader, Edition.SIMPSONS, as_json=True)
    grey = np.full((240, 320, 3), 128, np.uint8)
    lost = CameraLostError("camera 0 has stopped", device="camera 0")

    watcher.look(Frame(grey, 100.0, 0))
    watcher.lose(lost)
    watcher.lose(lost)
    watcher.look(Frame(grey, 107.5, 1))

    captured = capsys.readouterr()
    assert [json.loads(line) for line in captured.out.splitlines()] == [
        {"t_s": 0.0, "frame": 0, "event": "camera_lost"},
        {"t_s": 7.5, "frame": 1, "event": "camera_back"},
    ]
    assert len(captured.err.splitlines()) == 1


def test_source_that_is_interrupted_is_closed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    source = Interrupted()
    monkeypatch.setattr("companion.vision.camera.open_camera", lambda _asked: source)

    assert main(["watch", "0"]) == 1
    assert source.is_closed


class Interrupted:
    name = "a camera"
    is_closed = False

    def read(self) -> Frame | None:
        raise KeyboardInterrupt

    def close(self) -> None:
        self.is_closed = True


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="ffmpeg is not on this system")
def test_file_and_stream_of_the_same_film_give_the_same_events(tmp_path: Path) -> None:
    images = filmed(
        [
            Wait(1.5),
            Lay(Cell(1, 3), ("cover_card", "orange", "front")),
            Wait(1.0),
            Hand(),
            Lay(Cell(4, 0), ("cover_card", "neutral", "front")),
            Wait(1.5),
            Lift(Cell(1, 3)),
            Wait(1.0),
            Lay(Cell(2, 2), ("cover_card", "game_over", "front")),
            Wait(2.0),
        ],
        seed=6,
    )
    film = write_film(tmp_path / "evening.mp4", images, "mp4v")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}/film"
    sender = subprocess.Popen(
        [
            *("ffmpeg", "-loglevel", "error", "-re", "-i", film),
            *("-c:v", "mjpeg", "-q:v", "3", "-f", "mpjpeg", "-listen", "1", address),
        ],
        stdin=subprocess.DEVNULL,
    )
    try:
        # Asking whether it listens would take the one connection that ffmpeg answers.
        time.sleep(1.5)
        streamed = subprocess.Popen(
            [sys.executable, "-m", "companion", "watch", address, "--json"],
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ,
        )
        sender.wait(timeout=len(images) / FRAMES_PER_S + 60)
        time.sleep(5)  # the last events settle, then the stream is missed
        streamed.terminate()
        from_stream = _cover_events(streamed.communicate()[0])
    finally:
        sender.kill()
    read = subprocess.run(
        [sys.executable, "-m", "companion", "watch", str(film), "--json"],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    from_file = _cover_events(read.stdout)

    print(f"\nfile:   {from_file}\nstream: {from_stream}")
    assert [event[1:] for event in from_stream] == [event[1:] for event in from_file]
    assert len(from_file) == 4
    late_s = [a[0] - b[0] for a, b in zip(from_stream, from_file, strict=True)]
    assert max(late_s) - min(late_s) <= 0.5


def _cover_events(printed: str) -> list[tuple[Any, ...]]:
    events = [json.loads(line) for line in printed.splitlines()]
    return [
        (event["t_s"], event["event"], event["row"], event["col"], event["cover"])
        for event in events
        if event["event"].startswith("cover_")
    ]


def test_cards_of_another_deck_are_said_once(
    capsys: pytest.CaptureFixture[str], repository: Path
) -> None:
    image = cv2.imread(str(repository / "tests/frames/table_00.jpg"))
    assert image is not None
    others = [tag for tag in tags_of(built_in_deck()) if tag.piece.id != "lightning"]
    reader = TaggedReader(make_tag_bank(others[:60]))
    watcher = Watcher(reader, Edition.SIMPSONS, as_json=True)
    larger = cv2.resize(image, (1920, 1080), interpolation=cv2.INTER_CUBIC)

    for number in range(3):
        watcher.look(Frame(np.asarray(larger, np.uint8), number / 15, number))

    (line,) = capsys.readouterr().err.splitlines()
    assert "another deck lies here" in line
