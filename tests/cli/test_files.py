from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.cli.files import make_folder, read_whole, write_whole
from companion.errors import UsageError


@pytest.mark.parametrize("name", ["missing.jpg", "folder", "empty.jpg"])
def test_file_that_cannot_be_used_is_named(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "empty.jpg").touch()

    with pytest.raises(UsageError, match=name):
        read_whole(tmp_path / name, "picture")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no named pipes among its files")
def test_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")

    with pytest.raises(UsageError, match="it is no file"):
        read_whole(tmp_path / "pipe", "picture")


def test_file_is_written_whole_and_leaves_nothing_beside_it(tmp_path: Path) -> None:
    write_whole(tmp_path / "cards.pdf", b"new")

    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [
        ("cards.pdf", b"new")
    ]


def test_old_file_stays_when_writing_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "cards.pdf"
    target.write_bytes(b"old")

    def disk_full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", disk_full)

    with pytest.raises(UsageError, match="No space left"):
        write_whole(target, b"new")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [
        ("cards.pdf", b"old")
    ]


@pytest.mark.parametrize("name", ["missing/cards.pdf", "folder"])
def test_place_that_cannot_be_written_is_named(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()

    with pytest.raises(UsageError, match=name):
        write_whole(tmp_path / name, b"new")


def test_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "taken").touch()

    with pytest.raises(UsageError, match=r"data folder .*taken"):
        make_folder(tmp_path / "taken", "data folder")
