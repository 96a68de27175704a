"""What the league's pages stand on, handed over by the command line and found in each request."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

from flask import Flask, current_app

from companion.errors import NotAllowedError
from companion.table.hall import HOME
from companion.table.league_table import LeagueHall
from companion.web.house import is_host, table_named

_EXTENSION: Final = "companion-league"

PrintPaper = Callable[[str, Mapping[str, Any], str, str], bytes]
"""Which paper, the evening's view, the language, the phones' address: gives a PDF."""

ReadCodes = Callable[[bytes], tuple[str, ...]]
"""What the codes in a picture say."""


@dataclass(frozen=True, slots=True)
class LeagueRoom:
    """What these pages stand on.

    Attributes:
        hall: The evenings.
        print_paper: Prints; the command line hands it over.
        read_codes: Reads the codes of score cards in a picture, likewise.
    """

    hall: LeagueHall
    print_paper: PrintPaper
    read_codes: ReadCodes


def keep_room(app: Flask, kept: LeagueRoom) -> None:
    """Lay the room down in the app."""
    app.extensions[_EXTENSION] = kept


def room() -> LeagueRoom:
    """What the pages of this app stand on."""
    return cast(LeagueRoom, current_app.extensions[_EXTENSION])


def is_director() -> bool:
    """Whether this request may do what the director does: whoever is host of the home table."""
    return is_host(table_named(HOME))


def require_director() -> None:
    """Let a director pass.

    Raises:
        NotAllowedError: Somebody else asks.
    """
    if not is_director():
        raise NotAllowedError(
            "this is for the director: open it on the computer on which the companion runs, "
            "or take a host's seat with a code from there"
        )
