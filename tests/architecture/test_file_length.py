from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

LISTED_OVER = 400
FAILS_OVER = 500
FOLDERS = ("companion", "calibration", "printables", "tests")
WRITTEN_BY_HAND = frozenset({".py", ".css", ".js", ".html"})


def line_counts(root: Path) -> Iterator[tuple[str, int]]:
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in WRITTEN_BY_HAND and "__pycache__" not in path.parts:
                yield path.relative_to(root).as_posix(), path.read_text("utf-8").count("\n")


def test_files_are_short_enough_to_read_in_one_sitting(
    repository: Path, request: pytest.FixtureRequest
) -> None:
    counts = dict(line_counts(repository))

    request.config.long_files = [  # type: ignore[attr-defined]  # read by the summary
        f"{count:5} {name}" for name, count in counts.items() if count > LISTED_OVER
    ]
    assert {name: count for name, count in counts.items() if count > FAILS_OVER} == {}


def test_line_count_finds_a_planted_long_file(
    plant: Callable[[str, str], Path], tmp_path: Path
) -> None:
    plant("companion/endless.py", "x = 1\n" * (FAILS_OVER + 1))

    assert dict(line_counts(tmp_path)) == {"companion/endless.py": FAILS_OVER + 1}
