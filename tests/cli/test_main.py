from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli import main as main_module
from companion.cli.main import main
from companion.errors import CameraLostError


def test_help_of_every_command_shows_an_example(capsys: pytest.CaptureFixture[str]) -> None:
    for words in every_command(main_module.make_parser()):
        assert main([*words, "--help"]) == 0
        assert f"Example:\n  companion {' '.join(words)}" in capsys.readouterr().out


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0

    printed = capsys.readouterr().out
    assert [
        words for words in every_command(main_module.make_parser()) if words[0] not in printed
    ] == []


def test_no_command_is_a_clear_line_and_status_two(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2

    assert _one_line(capsys.readouterr().err).startswith("companion: ")


def test_unknown_option_is_a_clear_line_and_status_two(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["doctor", "--colour"]) == 2

    assert "--colour" in _one_line(capsys.readouterr().err)


def test_error_of_a_room_becomes_one_line_without_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def lose_camera(_arguments: argparse.Namespace) -> int:
        raise CameraLostError("camera '7' is not there:\nthese are: 0", device="7")

    parser = main_module.make_parser()
    monkeypatch.setattr(main_module, "make_parser", lambda: parser)
    _subcommands(parser)["doctor"].set_defaults(run=lose_camera)

    assert main(["doctor"]) == 2
    assert _one_line(capsys.readouterr().err) == (
        "companion doctor: camera '7' is not there: these are: 0"
    )


def test_interrupt_is_quiet(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(_arguments: argparse.Namespace) -> int:
        raise KeyboardInterrupt

    parser = main_module.make_parser()
    monkeypatch.setattr(main_module, "make_parser", lambda: parser)
    _subcommands(parser)["doctor"].set_defaults(run=interrupt)

    assert main(["doctor"]) == 1
    assert capsys.readouterr() == ("", "")


def test_program_runs_as_a_module(repository: Path) -> None:
    shown = subprocess.run(
        [sys.executable, "-m", "companion", "--version"],
        cwd=repository,
        capture_output=True,
        text=True,
        check=True,
    )

    assert shown.stdout.startswith("companion ")


def every_command(parser: argparse.ArgumentParser) -> Iterator[tuple[str, ...]]:
    for name, command in _subcommands(parser).items():
        yield (name,)
        for inner in every_command(command):
            yield (name, *inner)


def _subcommands(parser: argparse.ArgumentParser) -> dict[str, argparse.ArgumentParser]:
    return {
        name: command
        for action in parser._actions
        if isinstance(action, argparse._SubParsersAction)
        for name, command in action.choices.items()
    }


def _one_line(text: str) -> str:
    (line,) = text.splitlines()
    return line
