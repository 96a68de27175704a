from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.cli.check import differences
from companion.cli.main import main

SHARED = Path(__file__).parents[2].parent / "shared" / "specs" / "vectors.yaml"

GOOD = """
schema: desk-and-league-vectors/1
swiss:
- {id: X-1, op: total_points, in: {cases: [[8, 4]]}, out: {totals: [64]}}
"""


@pytest.mark.skipif(not SHARED.exists(), reason="the worked examples lie beside the project")
def test_every_worked_example_holds(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(SHARED), "--json"]) == 0

    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["id"] for line in lines if not line["holds"]] == []
    assert len(lines) >= 30


def test_example_that_fails_is_named_with_what_was_expected(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(GOOD.replace("64", "65"))

    assert main(["check", str(path)]) == 1
    told = capsys.readouterr()
    assert "expected [65], got [64]" in told.out
    assert "0 of 1 worked examples hold" in told.err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        pytest.param("{", "is not YAML", id="no-yaml"),
        pytest.param("[" * 5000, "too deep", id="deep"),
        pytest.param("schema: other/1\n", "its schema must be", id="schema"),
        pytest.param("schema: desk-and-league-vectors/1\n", "holds no examples", id="empty"),
        pytest.param(
            "schema: desk-and-league-vectors/1\ntcg: [{id: A}]\n", "an example has", id="row"
        ),
    ],
)
def test_file_that_cannot_be_used_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, said: str
) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(text)

    assert main(["check", str(path)]) == 2
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1


@pytest.mark.parametrize("given", ["{}", "{cases: 3}", "{cases: [[1]]}"])
def test_example_with_wrong_shape_fails_and_the_others_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], given: str
) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(GOOD + f"- {{id: X-2, op: total_points, in: {given}, out: {{totals: []}}}}\n")

    assert main(["check", str(path)]) == 1
    assert "1 of 2" in capsys.readouterr().err


def test_differences_allow_more_than_is_expected() -> None:
    assert list(differences({"a": 1}, {"a": 1, "b": 2})) == []
    assert list(differences({"a": 1}, {"a": True})) != []
    assert list(differences({}, {"error": "E_COUNT"})) != []
