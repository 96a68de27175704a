"""Every setting of an evening, in one frozen value.

No module reads the environment: what a room needs of this is passed down as an argument.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from companion.deck.geometry import CardGeometry
from companion.errors import UsageError
from companion.terms import Edition, GuessersSide

DEFAULT_PORT = 8080
SIMULATED = "simulated"
"""Folder beside the evenings for those that the simulated table plays: a demo never stands where a
family's own game was."""


def program_version() -> str:
    """The installed version, or a word for a folder that was never installed."""
    try:
        return version("springfield-companion")
    except PackageNotFoundError:
        return "not installed"


def default_data_folder() -> Path:
    """Where evenings are kept unless `--data` says otherwise: the platform's data folder."""
    import platformdirs

    return Path(platformdirs.user_data_dir("springfield-companion", appauthor=False))


@dataclass(frozen=True, slots=True)
class Settings:
    """What was asked for on the command line.

    Attributes:
        camera: `auto`, a number, a device name, a file, a URL, `demo` or `none`.
        decks: Names or files of the decks in play, mixed; none is the built-in deck.
        edition: Which box lies on the table.
        host: Address to listen on; the default is every address, so that phones reach it.
        port: Port to listen on.
        data: Folder where evenings are kept.
        opens_browser: Whether to open the host's browser.
        untagged_from: Side of the picture where the guessers sit, when shop-bought cards without
            tags are played; None for cards with tags.
        profile: Name of the camera profile that was asked for; None takes the camera's own.
        https: Serve safe pages, under a certificate that is made on the spot.
        card: What the printed cards measure; None where the picture tells.
        seed: Seed of everything that is left to chance; None for what nobody can foretell.
    """

    camera: str = "auto"
    decks: tuple[str, ...] = ()
    edition: Edition = Edition.SIMPSONS
    host: str = "0.0.0.0"
    port: int = DEFAULT_PORT
    data: Path = field(default_factory=default_data_folder)
    opens_browser: bool = True
    untagged_from: GuessersSide | None = None
    card: CardGeometry | None = None
    profile: str | None = None
    seed: int | None = None
    https: bool = False


def side_of(arguments: argparse.Namespace) -> GuessersSide | None:
    """Where the guessers sit, when cards without tags are played; else None.

    Raises:
        UsageError: It was said where they sit, and not that the cards have no tags.
    """
    side = getattr(arguments, "guessers", None)
    if getattr(arguments, "untagged", False):
        return GuessersSide(side or GuessersSide.BOTTOM)
    if side is not None:
        raise UsageError("--guessers goes with --untagged: tags say which way is up")
    return None


def settings_of(arguments: argparse.Namespace) -> Settings:
    """What was asked for, as one value."""
    return Settings(
        decks=tuple(arguments.deck or ()),
        edition=arguments.edition,
        host=arguments.host,
        port=arguments.port,
        data=arguments.data or default_data_folder(),
        opens_browser=not arguments.no_browser,
        https=arguments.https,
        untagged_from=side_of(arguments),
    )
