from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest

from companion.cli.main import main


@pytest.fixture(scope="module")
def frame(repository: Path) -> Path:
    return repository / "tests/frames/table_00.jpg"


def test_read_prints_one_object_a_picture(frame: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["read", str(frame), "--json"]) == 0

    (line,) = capsys.readouterr().out.splitlines()
    found = json.loads(line)
    assert (found["file"], found["found"], found["reason"], found["mirrored"]) == (
        str(frame),
        True,
        None,
        False,
    )
    assert [(cell["row"], cell["col"]) for cell in found["cells"]] == [
        (row, col) for row in range(5) for col in range(5)
    ]
    first = found["cells"][0]
    assert (first["state"], first["card"], first["face"], first["cover"]) == (
        "card",
        "lightning",
        "word",
        None,
    )
    assert len(first["quad_px"]) == 4
    assert {"state": "covered", "cover": "yellow", "card": None}.items() <= found["cells"][
        2
    ].items()


def test_read_speaks_the_words_of_the_edition(
    frame: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["read", str(frame), "--json", "--edition", "classic"]) == 0

    found = json.loads(capsys.readouterr().out)
    assert {cell["cover"] for cell in found["cells"]} <= {None, "red", "blue", "neutral"}


def test_read_shows_people_five_lines_of_five(
    frame: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["read", str(frame)]) == 0

    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 6
    assert lines[1].split() == ["lightning", "vampire", "[yellow]", "[neutral]", "dinosaur"]


def test_read_draws_what_it_saw(
    frame: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["read", str(frame), "--annotate", str(tmp_path / "seen")]) == 0

    assert (tmp_path / "seen" / "table_00.jpg").read_bytes().startswith(b"\xff\xd8")


def test_read_ends_with_one_when_no_table_is_in_the_picture(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], grey_picture: bytes
) -> None:
    (tmp_path / "grey.png").write_bytes(grey_picture)

    assert main(["read", str(tmp_path / "grey.png"), "--json"]) == 1

    found = json.loads(capsys.readouterr().out)
    assert (found["found"], found["cells"]) == (False, [])
    assert found["reason"]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        pytest.param("missing.jpg", None, id="missing"),
        pytest.param("empty.jpg", b"", id="empty"),
        pytest.param("letter.jpg", b"Dear picture,\n", id="text"),
        pytest.param("broken.png", b"\x89PNG\r\n\x1a\n\x00\x00", id="broken"),
    ],
)
def test_read_says_in_one_line_what_is_no_picture_and_reads_the_others(
    tmp_path: Path,
    frame: Path,
    capsys: pytest.CaptureFixture[str],
    name: str,
    content: bytes | None,
) -> None:
    bad = tmp_path / name
    if content is not None:
        bad.write_bytes(content)

    assert main(["read", str(bad), str(frame), "--json"]) == 2

    captured = capsys.readouterr()
    (line,) = captured.err.splitlines()
    assert name in line
    assert json.loads(captured.out)["found"] is True


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        (["--size", "63*45"], "a size is width x height in millimetres"),
        (["--size", "20x20"], "the width of a card needs"),
        (["--size", "63x45", "--untagged"], "for printed cards with tags"),
        (["--printer", "attic"], "there is no printer 'attic'"),
    ],
    ids=["no size", "too small", "untagged", "unknown printer"],
)
def test_read_says_what_is_wrong_with_a_card_size(options, complaint, frame, tmp_path, capsys):
    assert main(["read", str(frame), *options, "--data", str(tmp_path)]) == 2
    assert complaint in capsys.readouterr().err


def test_read_takes_the_cards_scale_from_the_printer(frame, tmp_path, capsys):
    measured = ["--a", "0", "0", "--b", "0", "0", "--across", "147", "--data", str(tmp_path)]
    assert main(["calibrate", "print-scale", "den", *measured]) == 0

    arguments = ["read", str(frame), "--printer", "den", "--data", str(tmp_path), "--json"]

    assert main(arguments) == 0
    cells = json.loads(capsys.readouterr().out.splitlines()[-1])["cells"]
    assert cells[0]["card"] == "lightning"


def test_damaged_png_is_one_line_and_no_other(frame, tmp_path, capfd):
    whole = cv2.imencode(".png", cv2.imread(str(frame)))[1].tobytes()
    damaged = tmp_path / "damaged.png"
    damaged.write_bytes(whole[: len(whole) // 2])

    assert main(["read", str(damaged)]) == 2
    assert len(capfd.readouterr().err.splitlines()) == 1
