"""Taking a seat with a one-time code, and giving it up."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, Response, jsonify, request, url_for

from companion.errors import UnreadableError
from companion.table.seats import Standing
from companion.web.api import read_json
from companion.web.beside import beside
from companion.web.devices import device_name
from companion.web.doors import forget_seat, give_seat, seat_held
from companion.web.house import table_named

blueprint = Blueprint("seats_api", __name__, url_prefix="/api/v1/tables/<code>/seats")

PAGE_OF: Final = {
    Standing.CLUEMASTER: "pages.cluemaster",
    Standing.HOST: "pages.host",
    Standing.CAMERA: "pages.camera_send",
}
"""The page that a seat opens."""


@blueprint.post("")
def claim_seat(code: str) -> Response:
    """Take the seat that a one-time code gives; its secret goes into a cookie, never a body.

    Sent by script, not as a form: under a strict referrer policy browsers say of a form only
    that it comes from `null`, and then a page from elsewhere could send one too.
    """
    table = table_named(code)
    document = read_json()
    typed = document.get("code") if isinstance(document, dict) else None
    if not isinstance(typed, str):
        raise UnreadableError("'code' must be the code on the host's screen", text="")
    device = device_name(request.headers.get("User-Agent", ""))
    origin = request.remote_addr or ""
    ticket = beside(lambda: table.seats.claim(typed, device, origin=origin))
    # The code decides which seat it is, whichever page it was typed on.
    standing = ticket.seat.standing
    response = jsonify(
        {"standing": standing.value, "page": url_for(PAGE_OF[standing], code=table.code)}
    )
    give_seat(response, table.code, ticket)
    return response


@blueprint.post("/leave")
def leave_seat(code: str) -> Response:
    """Give up the seat of this kind that the browser holds."""
    table = table_named(code)
    document = read_json()
    wanted = document.get("standing") if isinstance(document, dict) else None
    standing = read_standing(wanted)
    held = seat_held(table.seats, standing)
    if held is not None:
        beside(lambda: table.seats.take_away(held.seat_id))
    response = jsonify({})
    forget_seat(response, table.code, standing)
    return response


def read_standing(value: object) -> Standing:
    """Read the word for a kind of seat.

    Raises:
        UnreadableError: There are no such seats.
    """
    standing = next((one for one in PAGE_OF if one.value == value), None)
    if standing is None:
        legal = ", ".join(repr(one.value) for one in PAGE_OF)
        raise UnreadableError(f"'standing' must be one of {legal}; got {value!r}", text="")
    return standing
