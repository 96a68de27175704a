"""Each checker of `make check` catches a fault planted for it."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., "subprocess.CompletedProcess[str]"]
Plant = Callable[[str, str], Path]

PLATE = '"""Comes in: a. Goes out: b. It must never know c."""\n'


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        pytest.param(
            '"""A hidden import."""\n\nimport importlib\n\n'
            'flask = importlib.import_module("flask")\n',
            "TID251",
            id="import-that-contracts-cannot-see",
        ),
        pytest.param('"""A queue."""\n\nimport asyncio\n', "TID251", id="banned-library"),
        pytest.param('"""A print."""\n\nprint("hello")\n', "T201", id="print-in-a-room"),
        pytest.param("x = 1\n", "D100", id="no-docstring"),
        pytest.param(
            '"""A name."""\n\n\nclass Lost(Exception):\n    """No suffix."""\n', "N818", id="name"
        ),
    ],
)
def test_ruff_finds_a_planted_fault(run_tool: Run, plant: Plant, text: str, rule: str) -> None:
    plant("companion/__init__.py", PLATE)
    plant("companion/game/__init__.py", PLATE)
    plant("companion/game/planted.py", text)

    checked = run_tool("ruff", "check", "--no-cache", "--output-format=concise", ".")

    assert checked.returncode == 1
    assert rule in checked.stdout


def test_ruff_finds_a_folder_that_contracts_cannot_see(run_tool: Run, plant: Plant) -> None:
    plant("companion/__init__.py", PLATE)
    plant("companion/game/deep/planted.py", '"""No __init__ beside it."""\n')

    checked = run_tool("ruff", "check", "--no-cache", "--output-format=concise", ".")

    assert "INP001" in checked.stdout


def test_ruff_format_finds_a_planted_fault(run_tool: Run, plant: Plant) -> None:
    plant("companion/planted.py", "x    =  1\n")

    assert run_tool("ruff", "format", "--no-cache", "--check", ".").returncode == 1


@pytest.mark.parametrize(
    ("text", "code"),
    [
        pytest.param("def bare(x):\n    return x\n", "no-untyped-def", id="untyped"),
        pytest.param("def one() -> int:\n    return 'one'\n", "return-value", id="wrong-type"),
    ],
)
def test_mypy_finds_a_planted_fault(
    run_tool: Run, plant: Plant, repository: Path, text: str, code: str
) -> None:
    plant("planted.py", text)

    # The cache of `make check` knows the standard library already: that saves some seconds.
    cache = f"--cache-dir={repository / '.mypy_cache'}"
    checked = run_tool("mypy", cache, "planted.py")

    assert checked.returncode == 1
    assert f"[{code}]" in checked.stdout
