from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.cli.main import main
from companion.cli.read_key import CODE_AGAINST_SQUARES, MIRRORED, FoundKey, check_reading
from companion.game.key_card import KeyCard, format_code, key_from_rank, parse_code
from companion.terms import Edition, Role
from companion.vision.key_card import KeyCardReading
from companion.vision.key_code import KeyCode
from companion.vision.picture import encode_picture
from printables.order import PrintOrder, What, make_sheets
from printables.preview import cut_faces


@pytest.fixture(scope="module")
def printed_key(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A picture of one of our key cards on a grey table, and its code."""
    sheets = make_sheets(PrintOrder(What.KEYS, seed=7, count=1))
    faces = cut_faces(sheets.pdf, sheets.manifest, 160)
    (code,) = {name for _, name, side in faces if side == "front"}
    face = faces["key_card", code, "front"][0]
    image = cv2.copyMakeBorder(face, 90, 90, 90, 90, cv2.BORDER_CONSTANT, value=(120, 130, 140))
    path = tmp_path_factory.mktemp("keys") / "key.png"
    path.write_bytes(encode_picture(np.asarray(image, np.uint8)))
    return path, code


def a_reading(key: KeyCard, code: KeyCode | None) -> KeyCardReading:
    seen = key.as_cluemasters_see()
    grid = tuple(seen[at : at + 5] for at in range(0, 25, 5))
    corners = np.array([[0, 0], [50, 0], [50, 50], [0, 50.0]])
    return KeyCardReading(Edition.SIMPSONS, grid, key.starting_team, corners, 40.0, True, code)


def test_read_key_prints_one_object_a_picture(
    printed_key: tuple[Path, str], capsys: pytest.CaptureFixture[str]
) -> None:
    path, code = printed_key

    assert main(["read-key", str(path), "--json"]) == 0

    (line,) = capsys.readouterr().out.splitlines()
    found = json.loads(line)
    assert list(found) == ["file", "found", "reason", "grid", "start", "corners_px", "code"]
    assert (found["file"], found["found"], found["reason"]) == (str(path), True, None)
    seen = parse_code(code).as_cluemasters_see()
    assert "".join(found["grid"]) == "".join(Edition.SIMPSONS.letter(role) for role in seen)
    assert found["start"] == parse_code(code).starting_team.value
    assert found["code"] == code
    assert np.array(found["corners_px"]).shape == (4, 2)


def test_read_key_shows_people_the_grid(
    printed_key: tuple[Path, str], capsys: pytest.CaptureFixture[str]
) -> None:
    path, code = printed_key

    assert main(["read-key", str(path)]) == 0

    lines = capsys.readouterr().out.splitlines()
    assert code in lines[0]
    assert [len(line.split()) for line in lines[1:]] == [5] * 5


def test_read_key_refuses_a_card_of_another_edition(
    printed_key: tuple[Path, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["read-key", str(printed_key[0]), "--edition", "classic", "--json"]) == 1

    found = json.loads(capsys.readouterr().out)
    assert (found["found"], found["grid"], found["code"]) == (False, None, None)


def test_read_key_ends_with_one_and_a_reason_when_there_is_no_key_card(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], grey_picture: bytes
) -> None:
    (tmp_path / "grey.png").write_bytes(grey_picture)

    assert main(["read-key", str(tmp_path / "grey.png"), "--json"]) == 1

    found = json.loads(capsys.readouterr().out)
    assert not found["found"]
    assert found["reason"]


def test_read_key_says_in_one_line_what_is_no_picture(
    tmp_path: Path, printed_key: tuple[Path, str], capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "letter.jpg").write_bytes(b"Dear picture,\n")

    assert main(["read-key", str(tmp_path / "letter.jpg"), str(printed_key[0]), "--json"]) == 2

    captured = capsys.readouterr()
    (line,) = captured.err.splitlines()
    assert "letter.jpg" in line
    assert json.loads(captured.out)["found"] is True


@pytest.mark.parametrize("turns", range(4))
def test_code_and_squares_agree_whichever_side_is_up(turns: int) -> None:
    key = key_from_rank(987_654_321)
    code = format_code(key)

    found = check_reading(a_reading(key.turned(turns), KeyCode(code, turns)))

    assert isinstance(found, FoundKey)
    assert (found.key, found.code) == (key.turned(turns), code)


def test_code_and_squares_that_disagree_are_refused() -> None:
    code = KeyCode(format_code(key_from_rank(5)), 0)

    assert check_reading(a_reading(key_from_rank(987_654_321), code)) == CODE_AGAINST_SQUARES


def test_a_code_of_something_else_is_passed_over() -> None:
    key = key_from_rank(987_654_321)

    found = check_reading(a_reading(key, KeyCode("https://example.org", 0)))

    assert isinstance(found, FoundKey)
    assert found.code == format_code(key)


def test_a_mirrored_picture_is_noticed_and_said() -> None:
    key = key_from_rank(987_654_321)
    seen = key.as_cluemasters_see()
    flipped: list[Role] = [seen[row * 5 + col] for row in range(5) for col in reversed(range(5))]
    mirrored = KeyCard.from_cluemasters(flipped, key.starting_team)

    assert check_reading(a_reading(mirrored, KeyCode(format_code(key), 3))) == MIRRORED
