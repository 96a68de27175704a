from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGES = ("companion", "calibration", "printables")
SAYS_NOTHING = frozenset({"utils", "util", "helpers", "helper", "common", "core", "misc"})


def faults_of_plate(text: str) -> Iterator[str]:
    """A door plate is a docstring of what comes in, what goes out, what is never known."""
    body = ast.parse(text).body
    plate = ast.get_docstring(ast.parse(text)) or ""
    if not plate:
        yield "has no docstring"
    if len(body) > 1:
        yield "holds code: a re-export evades the import contracts"
    for words in ("comes in", "goes out", "must never know"):
        if words not in " ".join(plate.lower().split()):
            yield f"does not say what {words}"


def rooms(root: Path) -> list[Path]:
    return sorted(plate for package in PACKAGES for plate in (root / package).rglob("__init__.py"))


def test_every_room_has_a_door_plate_and_nothing_else(repository: Path) -> None:
    faults = [
        f"{plate.relative_to(repository)} {fault}"
        for plate in rooms(repository)
        for fault in faults_of_plate(plate.read_text("utf-8"))
    ]

    assert faults == []


def test_every_folder_with_modules_is_a_room(repository: Path) -> None:
    folders = {
        module.parent for package in PACKAGES for module in (repository / package).rglob("*.py")
    }

    assert [str(folder) for folder in folders if not (folder / "__init__.py").exists()] == []


@pytest.mark.parametrize(
    ("planted", "fault"),
    [
        pytest.param("", "has no docstring", id="empty"),
        pytest.param(
            '"""Comes in: a. Goes out: b. It must never know c."""\nfrom companion import terms\n',
            "holds code: a re-export evades the import contracts",
            id="re-export",
        ),
        pytest.param('"""A room."""', "does not say what must never know", id="says-nothing"),
    ],
)
def test_plate_check_finds_a_planted_fault(planted: str, fault: str) -> None:
    assert fault in list(faults_of_plate(planted))


def test_no_module_has_a_name_that_says_nothing(repository: Path) -> None:
    named = [
        module.relative_to(repository).as_posix()
        for folder in (*PACKAGES, "tests")
        for module in (repository / folder).rglob("*.py")
        if SAYS_NOTHING & {module.stem, *module.relative_to(repository).parts}
    ]

    assert named == []
