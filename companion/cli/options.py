"""Options that several commands share, and the words they accept."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn, Protocol, TypeVar, cast

from companion.cli.settings import DEFAULT_PORT
from companion.terms import Edition

EXIT_UNUSABLE = 2

Number = TypeVar("Number", int, float)


class OneLineParser(argparse.ArgumentParser):
    """A parser whose complaints are one line, as every other error of the program."""

    fill_later: Callable[[argparse.ArgumentParser], None] | None = None
    """Adds further options when the command is chosen: a room that brings its own options need
    not be loaded for `companion --help`."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and where help is, and leave with status 2."""
        self.exit(EXIT_UNUSABLE, f"{self.prog}: {message} (see {self.prog} --help)\n")

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse, with the further options."""
        fill, self.fill_later = self.fill_later, None
        if fill is not None:
            fill(self)
        return super().parse_known_args(args, namespace)


class Commands(Protocol):
    """What `add_subparsers` gives; argparse keeps the type to itself."""

    def add_parser(
        self,
        name: str,
        *,
        help: str,
        description: str,
        epilog: str,
        formatter_class: type[argparse.HelpFormatter] = ...,
    ) -> argparse.ArgumentParser:
        """Add one command."""


def add_command(
    commands: Commands,
    name: str,
    run: Callable[[argparse.Namespace], int],
    *,
    summary: str,
    example: str,
) -> OneLineParser:
    """Add one command with its help; the example is part of it, and a test asks for it."""
    parser = commands.add_parser(
        name,
        help=summary,
        description=summary[0].upper() + summary[1:] + ".",
        epilog=f"Example:\n  {example}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=run, prog=parser.prog)
    return cast(OneLineParser, parser)


def add_group(commands: Commands, name: str, *, summary: str, example: str) -> Commands:
    """Add a command that has commands of its own."""
    group = commands.add_parser(
        name,
        help=summary,
        description=summary[0].upper() + summary[1:] + ".",
        epilog=f"Example:\n  {example}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    return group.add_subparsers(title="commands", metavar="COMMAND", required=True)


def add_json(parser: argparse.ArgumentParser) -> None:
    """`--json`: one object a line on standard output and nothing else there."""
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object a line, and nothing else"
    )


def add_deck(parser: argparse.ArgumentParser) -> None:
    """`--deck`, twice to mix decks."""
    parser.add_argument(
        "--deck",
        action="append",
        metavar="NAME_OR_FILE",
        help="a deck by name, or a CSV or YAML file; twice to mix decks (default: springfield)",
    )


def add_edition(parser: argparse.ArgumentParser) -> None:
    """`--edition`: which box lies on the table."""
    parser.add_argument(
        "--edition",
        type=Edition,
        choices=list(Edition),
        default=Edition.SIMPSONS,
        metavar="EDITION",
        help="simpsons (orange and yellow) or classic (red and blue)",
    )


def add_data(parser: argparse.ArgumentParser) -> None:
    """`--data`: where evenings are kept."""
    parser.add_argument(
        "--data",
        type=_folder,
        metavar="DIR",
        help="where evenings are kept (default: the platform's data folder)",
    )


def _folder(text: str) -> Path:
    # An empty name would be the folder one happens to stand in.
    if not text.strip():
        raise argparse.ArgumentTypeError("name a folder; this is empty")
    return Path(text)


def add_profile(parser: argparse.ArgumentParser) -> None:
    """`--profile`: what was measured of a camera."""
    parser.add_argument(
        "--profile",
        metavar="NAME",
        help="what `companion calibrate` measured, by its name (default: the camera's own)",
    )


def add_serving(parser: argparse.ArgumentParser) -> None:
    """Options of everything that serves pages."""
    parser.add_argument(
        "--host",
        default="0.0.0.0",
        metavar="ADDRESS",
        help="address to listen on; 127.0.0.1 keeps phones out (default: all)",
    )
    parser.add_argument(
        "--port",
        type=number_between(int, 0, 65535),
        default=DEFAULT_PORT,
        metavar="N",
        help=f"port to listen on; 0 takes a free one (default: {DEFAULT_PORT})",
    )
    parser.add_argument(
        "--https",
        action="store_true",
        help="safe pages under a certificate made on the spot: phones then lend their camera "
        "and keep their screen awake; browsers warn once",
    )
    add_data(parser)
    parser.add_argument("--no-browser", action="store_true", help="do not open the browser")


def number_between(kind: type[Number], least: Number, most: Number) -> Callable[[str], Number]:
    """Make an argparse type for a number in a range, so that a slip is one clear line.

    Example:
        >>> number_between(int, 0, 65535)("8080")
        8080
    """

    def parse(text: str) -> Number:
        try:
            number = kind(text)
        except ValueError:
            number = None
        if number is None or not least <= number <= most:
            raise argparse.ArgumentTypeError(f"{text!r} is not a number from {least} to {most}")
        return number

    return parse


def add_untagged(parser: argparse.ArgumentParser) -> None:
    """`--untagged` and `--guessers`: shop-bought cards, and which way is up."""
    parser.add_argument(
        "--untagged",
        action="store_true",
        help="the cards on the table have no tags, as those of a shop-bought box",
    )
    parser.add_argument(
        "--guessers",
        choices=("top", "right", "bottom", "left"),
        help="the side of the picture where the guessers sit, with --untagged (default: bottom)",
    )


def add_card_size(parser: argparse.ArgumentParser) -> None:
    """`--size` and `--printer`: what the printed cards measure."""
    parser.add_argument(
        "--size",
        metavar="63x45",
        help="width x height of the printed cards in millimetres (default: 63x45, 68x45, 63x88 "
        "or 70x70, whichever the picture shows)",
    )
    parser.add_argument(
        "--printer",
        metavar="NAME",
        help="printer whose measured scale the cards have, when they were printed without "
        "--printer (default: their own size in the picture is believed)",
    )


def add_words(parser: argparse.ArgumentParser) -> None:
    """`--words`: names for untagged cards, by an optional package."""
    parser.add_argument(
        "--words",
        action="store_true",
        help="read the words on untagged cards, which also tell which way is up (needs: "
        "pip install 'springfield-companion[words]')",
    )


def add_album(parser: argparse.ArgumentParser) -> None:
    """`--album`: names for untagged picture cards."""
    parser.add_argument(
        "--album",
        action="store_true",
        help="know untagged picture cards again by their picture, and keep new ones for the next "
        "time (in the data folder)",
    )
