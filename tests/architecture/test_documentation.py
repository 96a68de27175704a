from __future__ import annotations

import argparse
import shlex
import tomllib
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from companion.cli.main import make_parser
from companion.cli.settings import Settings
from companion.errors import CompanionError
from companion.game.actions import ACTION_NAMES
from companion.web.app import create_app
from printables.order import What


def commands_of(text: str) -> Iterator[str]:
    """The commands in a page's console blocks, without their prompt."""
    for line in text.splitlines():
        stripped = line.strip()
        if stripped.startswith("$ "):
            yield stripped.removeprefix("$ ")


def leaves(parser: argparse.ArgumentParser, name: str = "companion") -> Iterator[str]:
    inner = [
        (word, command)
        for action in parser._actions
        if isinstance(action, argparse._SubParsersAction)
        for word, command in action.choices.items()
    ]
    if not inner:
        yield name
    for word, command in inner:
        yield from leaves(command, f"{name} {word}")


@pytest.fixture(scope="module")
def readme(repository: Path) -> str:
    return (repository / "README.md").read_text("utf-8")


def test_readme_names_every_command(readme: str) -> None:
    assert [command for command in leaves(make_parser()) if f"`{command}" not in readme] == []


def test_commands_of_the_readme_are_ones_that_the_program_takes(readme: str) -> None:
    shown = [command for command in commands_of(readme) if command.startswith("companion ")]

    for command in shown:
        make_parser().parse_args(shlex.split(command)[1:])
    assert len(shown) >= 8


def test_make_commands_of_the_readme_are_targets(readme: str, repository: Path) -> None:
    makefile = (repository / "Makefile").read_text("utf-8")
    shown = [command for command in commands_of(readme) if command.startswith("make ")]

    assert [each for each in shown if f"\n{each.removeprefix('make ')}: " not in makefile] == []
    assert shown == ["make play", "make test"]


def test_readme_gives_a_reason_for_every_dependency(readme: str, repository: Path) -> None:
    project = tomllib.loads((repository / "pyproject.toml").read_text("utf-8"))["project"]
    names = [requirement.partition(">=")[0] for requirement in project["dependencies"]]

    assert [name for name in names if f"| {name} |" not in readme.lower()] == []


def test_readme_names_every_action(readme: str) -> None:
    assert [name for name in ACTION_NAMES if f"`{name}`" not in readme] == []


def test_readme_names_every_error_code(readme: str) -> None:
    # Errors of one room alone are known once the room is loaded; the pages load every other room.
    assert create_app
    codes = {error.code for error in _family(CompanionError) if error is not CompanionError}

    assert [code for code in sorted(codes) if f"`{code}`" not in readme] == []


def test_readme_names_everything_that_can_be_printed(readme: str) -> None:
    assert [what for what in What if f"`{what}`" not in readme] == []


def test_every_setting_is_read_somewhere(repository: Path) -> None:
    sources = "".join(
        path.read_text("utf-8") for path in (repository / "companion/cli").glob("*.py")
    )

    unread = [field.name for field in fields(Settings) if f"settings.{field.name}" not in sources]
    assert unread == []


def test_files_that_the_readme_points_to_are_there(readme: str, repository: Path) -> None:
    for name in (
        "LICENSE",
        "tests/readme/seen.jpg",
        "companion/web/static/fonts/LICENSE-IBM-Plex.txt",
        "companion/deck/PICTOGRAMS-LICENSE.txt",
    ):
        assert name in readme
        assert (repository / name).is_file()


def test_readme_check_finds_a_planted_command() -> None:
    (planted,) = commands_of("```console\n$ companion play --colour\n```")

    with pytest.raises(SystemExit):
        make_parser().parse_args(shlex.split(planted)[1:])


def _family(kind: type[CompanionError]) -> Iterator[type[CompanionError]]:
    yield kind
    for inner in kind.__subclasses__():
        yield from _family(inner)
