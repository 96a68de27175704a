from __future__ import annotations

import json
import shutil
import tomllib
from pathlib import Path

import pytest

from companion.cli.main import main


@pytest.fixture
def one_frame(tmp_path: Path, repository: Path) -> Path:
    frames = repository / "tests/frames"
    shutil.copy(frames / "table_00.jpg", tmp_path)
    shutil.copy(frames / "frames.toml", tmp_path)
    return tmp_path


def test_every_frame_has_an_entry_and_every_entry_a_frame(repository: Path) -> None:
    frames = repository / "tests/frames"
    entries = tomllib.loads((frames / "frames.toml").read_text("utf-8"))

    assert set(entries) == {path.name for path in frames.glob("*.jpg")}
    assert all("made_by" in entry for entry in entries.values())


def test_bench_names_every_card_of_a_frame(
    one_frame: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", str(one_frame), "--rounds", "1", "--json"]) == 0

    (line,) = capsys.readouterr().out.splitlines()
    found = json.loads(line)
    assert found["frames"] == 1
    ours = found["readers"]["companion"]
    assert (ours["right"], ours["wrong"]) == (found["cards_in_view"], 0)


@pytest.mark.parametrize(
    ("toml", "said"),
    [
        pytest.param(None, "frames.toml", id="no-answers"),
        pytest.param("=", "is not TOML", id="broken-answers"),
        pytest.param("", "holds no picture", id="no-frames"),
    ],
)
def test_bench_without_frames_is_one_line_and_status_two(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], toml: str | None, said: str
) -> None:
    if toml is not None:
        (tmp_path / "frames.toml").write_text(toml or "# none\n")

    assert main(["bench", str(tmp_path)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert said in line


@pytest.mark.slow
def test_full_reading_takes_at_most_six_times_the_aruco_detector(
    capsys: pytest.CaptureFixture[str], repository: Path
) -> None:
    assert main(["bench", str(repository / "tests/frames"), "--json"]) == 0

    found = json.loads(capsys.readouterr().out)
    with capsys.disabled():
        print(f"\nbench: {json.dumps(found)}")
    assert found["times_aruco"] <= 6
    assert found["readers"]["companion"]["wrong"] == 0
