"""What the pages of one app stand on, handed to `create_app` and found again in each request."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, cast

from flask import Flask, current_app

from companion.errors import NotAllowedError
from companion.game.key_card import KeyCard
from companion.table.browser_camera import BrowserCamera
from companion.table.hall import Hall, Table
from companion.table.seats import Seat, Standing
from companion.web import doors
from companion.web.stream import Bells, Press

_EXTENSION: Final = "companion"

KeyReader = Callable[[bytes], KeyCard | str]
"""Reads the photo of a key card: the card as the photo shows it lie, or why there is none."""

OpenBrowserCamera = Callable[[str, str], BrowserCamera]
"""Makes a browser the camera of a table: the table's code and the device's name."""


class CameraDesk(Protocol):
    """What these pages need of whoever can measure a camera; the command line hands it over."""

    def show(self, code: str) -> Mapping[str, Any]:
        """What is known of a table's camera, and how far a step has come."""
        ...

    def begin(self, code: str, step: str) -> None:
        """Begin to measure `lens` or `colours`."""
        ...

    def finish(self, code: str) -> None:
        """Make the best of what was seen so far."""
        ...

    def stop(self, code: str) -> None:
        """Leave a step."""
        ...

    def place(self, code: str, corners: object) -> None:
        """Believe a person who says where the cards lie; None believes the picture again."""
        ...


@dataclass(frozen=True, slots=True)
class House:
    """Everything that a request needs to know of the program around it.

    Attributes:
        hall: The tables.
        version: The program's version.
        bells: Wake the streams.
        press: Writes the views of the streams.
        is_loopback_trusted: Whoever sits at the machine is the host of its tables.
        reachable_at: Gives the addresses under which phones reach the pages, best first.
        read_key: Reads the photo of a printed key card, where somebody can.
        open_browser_camera: Makes a browser the camera of a table, where that is possible.
        cameras: The browsers that are cameras now, by table.
        changing_cameras: The tables at which a browser is just taking the camera over.
        local_address: Gives the address by name (mDNS) under which phones find the pages, or None.
        certificate: What people compare when the browser warns of a certificate made on the spot,
            or None without one.
        camera_desk: Measures the tables' cameras, where somebody can.
    """

    hall: Hall
    version: str
    bells: Bells
    press: Press
    is_loopback_trusted: bool
    reachable_at: Callable[[], Sequence[str]]
    read_key: KeyReader | None = None
    open_browser_camera: OpenBrowserCamera | None = None
    cameras: dict[str, BrowserCamera] = field(default_factory=dict)
    changing_cameras: set[str] = field(default_factory=set)
    local_address: Callable[[], str | None] = lambda: None
    certificate: str | None = None
    camera_desk: CameraDesk | None = None


def keep_house(app: Flask, house: House) -> None:
    """Lay the house down in the app."""
    app.extensions[_EXTENSION] = house


def house() -> House:
    """The house of the app that answers this request."""
    return cast(House, current_app.extensions[_EXTENSION])


def table_named(code: str) -> Table:
    """The table with this code.

    Raises:
        UnknownTableError: There is none.
    """
    return house().hall.table(code)


def is_host(table: Table) -> bool:
    """Whether this request may do what the host of the table does."""
    return doors.is_host(table.seats, is_loopback_trusted=house().is_loopback_trusted)


def require_host(table: Table) -> None:
    """Let the host pass.

    Raises:
        NotAllowedError: Somebody else asks.
    """
    if not is_host(table):
        raise NotAllowedError(
            "this is for the host: open it on the computer on which the companion runs, "
            "or take a host's seat with a code from there"
        )


def cluemaster_seat(table: Table) -> Seat | None:
    """The cluemaster's seat that this request holds, or None."""
    return doors.seat_held(table.seats, Standing.CLUEMASTER)


def require_cluemaster(table: Table) -> Seat:
    """Let a cluemaster pass.

    Raises:
        NotAllowedError: Somebody else asks. The answer is the same whatever there is to see.
    """
    seat = cluemaster_seat(table)
    if seat is None:
        raise NotAllowedError(
            "this is for cluemasters: take a seat with the code on the host's screen"
        )
    return seat


def standing_at(table: Table) -> Standing:
    """As whom a move of this request counts: the cluemaster's seat comes before the host's."""
    if cluemaster_seat(table) is not None:
        return Standing.CLUEMASTER
    return Standing.HOST if is_host(table) else Standing.GUESSER
