"""Who is asking: which seats a request holds, and whether it comes from where it should."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable, Collection
from socket import gethostname
from typing import Final
from urllib.parse import urlsplit

from flask import Flask, Request, Response, request

from companion.errors import NotAllowedError
from companion.table.seats import Seat, Seats, Standing, Ticket
from companion.web.errors import MisdirectedError

LOOPBACK_NAMES: Final = frozenset({"localhost", "127.0.0.1", "::1"})

SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})

SEAT_COOKIE_LASTS_S: Final = 30 * 24 * 3600
"""A phone keeps its seat for a month of evenings; the host can take it away at any time."""

_FORWARDED_BY: Final = ("Forwarded", "X-Forwarded-For", "X-Real-Ip", "Via")


def guard_doors(app: Flask, names: Callable[[], Collection[str]]) -> None:
    """Turn away requests under foreign names, and moves that a foreign page sends.

    Against DNS rebinding: a page from elsewhere can point its own name at this machine, but then
    the request still carries that name. Against forged requests: browsers say which page sent one.

    Args:
        app: The app.
        names: The names besides numbers and `localhost` that this machine goes by.
    """

    def look() -> None:
        name = host_name(request)
        if not (_is_number(name) or name in LOOPBACK_NAMES or name in names()):
            raise MisdirectedError(
                f"this machine does not go by the name {name!r}: "
                f"use the address that the host's screen shows"
            )
        if request.method not in SAFE_METHODS and not is_from_own_page(request):
            raise NotAllowedError("a page from elsewhere may not act at this table")

    app.before_request(look)


def names_of_this_machine() -> frozenset[str]:
    """The name that this machine has in its own network, bare and as mDNS tells it.

    A page from the internet cannot have a name without dots or one that ends in `.local`.
    """
    bare = gethostname().partition(".")[0].lower()
    return frozenset({bare, f"{bare}.local"})


def host_name(asked: Request) -> str:
    """The name the request was made under, without the port, in small letters."""
    try:
        return (urlsplit(f"//{asked.host}").hostname or "").rstrip(".").lower()
    except ValueError:
        return ""


def is_from_own_page(asked: Request) -> bool:
    """Whether an acting request comes from a page of this app, or from no browser at all."""
    origin = asked.headers.get("Origin")
    if origin is not None:
        # "null" (a sandboxed frame, a file, a form under a strict referrer policy) may be
        # anybody's; our own pages send by script, which says where it comes from.
        return origin == f"{asked.scheme}://{asked.host}"
    # Browsers that leave Origin out say where a request comes from in this header; a program
    # that people wrote sends neither, and carries nobody's cookies by accident.
    return asked.headers.get("Sec-Fetch-Site", "none") in ("same-origin", "none")


def is_at_the_machine(asked: Request) -> bool:
    """Whether the request comes from this machine itself, under one of its own names.

    A request that a proxy or a tunnel handed on comes from this machine too, though the person
    does not sit there: such a request says so.
    """
    if any(header in asked.headers for header in _FORWARDED_BY):
        return False
    try:
        from_here = ipaddress.ip_address(asked.remote_addr or "").is_loopback
    except ValueError:
        return False
    return from_here and host_name(asked) in LOOPBACK_NAMES


def seat_held(seats: Seats, standing: Standing) -> Seat | None:
    """The seat of this standing that the request's cookie holds, or None."""
    seat = seats.seat_of(request.cookies.get(_cookie_name(seats.table_code, standing)))
    return seat if seat is not None and seat.standing is standing else None


def is_host(seats: Seats, *, is_loopback_trusted: bool) -> bool:
    """Whether the request may do what the host does.

    The host is whoever sits at the machine, or holds a host's seat. Opening `/host` from a phone
    in the same network gives nothing.
    """
    if seat_held(seats, Standing.HOST) is not None:
        return True
    return is_loopback_trusted and is_at_the_machine(request)


def give_seat(response: Response, table_code: str, ticket: Ticket) -> None:
    """Put the seat's secret where scripts and other pages do not reach it."""
    response.set_cookie(
        _cookie_name(table_code, ticket.seat.standing),
        ticket.secret,
        max_age=SEAT_COOKIE_LASTS_S,
        httponly=True,
        samesite="Strict",
        secure=request.is_secure,
        path="/",
    )


def forget_seat(response: Response, table_code: str, standing: Standing) -> None:
    """Take the seat's cookie back."""
    response.delete_cookie(_cookie_name(table_code, standing), path="/", httponly=True)


def _cookie_name(table_code: str, standing: Standing) -> str:
    return f"{standing.value}_{table_code}"


def _is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
