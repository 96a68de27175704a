from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.cli.main import main


def test_print_writes_sheets_and_their_manifest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pdf, manifest = tmp_path / "covers.pdf", tmp_path / "covers.json"

    assert main(["print", "covers", "-o", str(pdf), "--manifest", str(manifest), "--json"]) == 0

    (line,) = capsys.readouterr().out.splitlines()
    assert json.loads(line) == {
        "files": [str(pdf), str(manifest)],
        "pages": 4,
        "pieces": 50,
    }
    assert pdf.read_bytes().startswith(b"%PDF")
    assert len(json.loads(manifest.read_text())["pieces"]) == 50


def test_print_gives_the_same_bytes_for_the_same_seed(tmp_path: Path) -> None:
    for name in ("one.pdf", "two.pdf"):
        out = str(tmp_path / name)
        assert main(["print", "keys", "--seed", "7", "--count", "2", "-o", out]) == 0

    assert (tmp_path / "one.pdf").read_bytes() == (tmp_path / "two.pdf").read_bytes()


@pytest.mark.parametrize(
    "options",
    [
        pytest.param(["--paper", "A9"], id="paper"),
        pytest.param(["--size", "big"], id="size"),
        pytest.param(["--size", "400x400"], id="too-large"),
        pytest.param(["--bleed", "99"], id="bleed"),
        pytest.param(["--deck", "no-such-deck.csv"], id="deck"),
    ],
)
def test_print_that_cannot_be_done_is_one_line_and_leaves_no_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str]
) -> None:
    assert main(["print", "covers", "-o", str(tmp_path / "out.pdf"), *options]) == 2

    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("companion print: ")
    assert list(tmp_path.iterdir()) == []


def test_code_of_an_evening_that_would_end_an_address_is_refused(tmp_path, capsys):
    arguments = ["print", "league-cards", "--event", "a/b", "-o", str(tmp_path / "cards.pdf")]

    assert main(arguments) == 2
    assert "--event" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
