"""The program `companion`: finds the command, runs it, turns errors into one line.

Exit status: 0 done; 1 done, but what was asked for was not there; 2 the input or the options
cannot be used.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence

from companion.cli import (
    album,
    bench,
    calibrate,
    check,
    deck,
    demo,
    doctor,
    play,
    printing,
    read,
    read_key,
    watch,
)
from companion.cli.console import say
from companion.cli.options import EXIT_UNUSABLE, OneLineParser
from companion.cli.settings import program_version
from companion.errors import CompanionError

LINEAR_ALGEBRA = ("OPENBLAS", "MKL", "OMP", "VECLIB")
"""Matrix products here are small (25 tags with 400). Spread over all cores by numpy's libraries,
each took 150 ms on a busy two-core machine, and 3 ms on one."""

EXIT_DONE = 0
EXIT_NOT_THERE = 1

# In the order of an evening: `companion --help` lists them so.
COMMANDS = (
    play,
    demo,
    read,
    read_key,
    watch,
    album,
    printing,
    calibrate,
    deck,
    check,
    doctor,
    bench,
)


def make_parser() -> argparse.ArgumentParser:
    """The whole command line."""
    parser = OneLineParser(
        prog="companion",
        description="Sees, prints and serves a table of Codenames: The Simpsons.",
        epilog="Example: companion play      opens a table in the browser",
    )
    parser.add_argument("--version", action="version", version=f"companion {program_version()}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        command.add_to(commands)
    return parser


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command.

    Args:
        argv: Arguments without the program's name; None for those of the process.

    Returns:
        The exit status.
    """
    for library in LINEAR_ALGEBRA:
        # Read once, when numpy is loaded; no command has loaded it yet.
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")
    parser = make_parser()
    try:
        arguments = parser.parse_args(argv)
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else EXIT_UNUSABLE
    try:
        status: int = arguments.run(arguments)
        sys.stdout.flush()
    except CompanionError as error:
        say(f"{arguments.prog}: {' '.join(error.message.split())}")
        return EXIT_UNUSABLE
    except KeyboardInterrupt:
        return EXIT_NOT_THERE
    except BrokenPipeError:
        # Whoever read our lines has had enough (`companion watch ... | head`). Python would
        # complain once more when it flushes at its end, so that goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_DONE
    return status
