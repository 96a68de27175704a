from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.cli.main import main


def test_deck_check_tells_size_and_smallest_difference(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["deck", "check", "springfield", "--json"]) == 0

    (line,) = capsys.readouterr().out.splitlines()
    found = json.loads(line)
    assert (found["deck"], found["cards"]) == ("springfield", 200)
    assert found["smallest_tag_difference"] >= 60


def test_deck_check_ends_with_one_when_the_deck_is_too_small_for_a_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deck = tmp_path / "two.csv"
    deck.write_text("word\nbee\nowl\n")

    assert main(["deck", "check", str(deck)]) == 1
    assert "2 cards, and a table needs 25" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "said"),
    [
        pytest.param("id,word\nbee,bee\nbee,hive\n", "line 3", id="double-id"),
        pytest.param("", "deck.csv", id="empty"),
        pytest.param("id,word\nbee\n", "line 2", id="missing-word"),
    ],
)
def test_deck_that_cannot_be_used_is_one_line_and_status_two(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str, said: str
) -> None:
    deck = tmp_path / "deck.csv"
    deck.write_text(content)

    assert main(["deck", "check", str(deck)]) == 2

    captured = capsys.readouterr()
    (line,) = captured.err.splitlines()
    assert said in line
    assert captured.out == ""


def test_deck_new_makes_a_deck_of_a_list(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "words.txt").write_text("bee\npolar bear\nBee\n")
    (tmp_path / "polar_bear.png").touch()
    deck = tmp_path / "my-words.csv"

    assert main(["deck", "new", str(tmp_path / "words.txt"), "-o", str(deck), "--json"]) == 0

    assert json.loads(capsys.readouterr().out) == {
        "file": str(deck),
        "cards": 2,
        "left_out": ["Bee"],
    }
    assert "polar-bear,polar bear,polar_bear.png,en" in deck.read_text()


def test_deck_new_writes_over_a_deck_only_when_forced(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "words.txt").write_text("bee\n")
    deck = tmp_path / "my-words.csv"
    deck.write_text("mine")
    asked = ["deck", "new", str(tmp_path / "words.txt"), "-o", str(deck)]

    assert main(asked) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "--force" in line
    assert deck.read_text() == "mine"
    assert main([*asked, "--force"]) == 0
    assert "bee" in deck.read_text()


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"# nothing\n"])
def test_list_that_makes_no_deck_is_one_line_and_leaves_no_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes
) -> None:
    (tmp_path / "words.txt").write_bytes(content)
    deck = tmp_path / "my-words.csv"

    assert main(["deck", "new", str(tmp_path / "words.txt"), "-o", str(deck)]) == 2

    (line,) = capsys.readouterr().err.splitlines()
    assert "words.txt" in line
    assert not deck.exists()
