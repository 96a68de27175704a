"""Every setting of an evening, in one frozen value.

No module reads the environment: what a room needs of this is passed down as an argument.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from pathlib import Path

from companion.terms import Edition

DEFAULT_PORT = 8080
DEFAULT_DECK = "springfield"
HOME_TABLE = "home"
"""The code of the table at home; a cafe opens more."""


def default_data_folder() -> Path:
    """Where evenings are kept unless `--data` says otherwise: the platform's data folder."""
    import platformdirs

    return Path(platformdirs.user_data_dir("springfield-companion", appauthor=False))


@dataclass(frozen=True, slots=True)
class Settings:
    """What was asked for on the command line.

    Attributes:
        camera: `auto`, a number, a device name, a file, a URL, `demo` or `none`.
        decks: Names or files of the decks in play, mixed when there are several.
        edition: Which box lies on the table.
        host: Address to listen on; the default is every address, so that phones reach it.
        port: Port to listen on.
        data: Folder where evenings are kept.
        opens_browser: Whether to open the host's browser.
        seed: Seed of everything that is left to chance; the default nobody can guess.
    """

    camera: str = "auto"
    decks: tuple[str, ...] = (DEFAULT_DECK,)
    edition: Edition = Edition.SIMPSONS
    host: str = "0.0.0.0"
    port: int = DEFAULT_PORT
    data: Path = field(default_factory=default_data_folder)
    opens_browser: bool = True
    seed: int = field(default_factory=lambda: secrets.randbits(64))
