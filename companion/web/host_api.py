"""What only the host may ask for: join codes, seats to take away, further tables."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, request, url_for

from companion.web.api import read_json
from companion.web.beside import beside
from companion.web.house import house, require_host, table_named
from companion.web.qr import draw_qr
from companion.web.seats_api import PAGE_OF, read_standing

blueprint = Blueprint("host_api", __name__, url_prefix="/api/v1/tables/<code>/host")


@blueprint.post("/codes")
def give_code(code: str) -> Response:
    """The one-time code that is good now, and where it leads, as text and as QR.

    The code stands behind the `#` of the address: browsers send that part to nobody, so it
    reaches no log, no proxy and no referrer.
    """
    table = table_named(code)
    require_host(table)
    document = read_json()
    wanted = document.get("standing", "cluemaster") if isinstance(document, dict) else None
    standing = read_standing(wanted)
    one_time = table.seats.current_code(standing)
    address = phones_reach(request.host_url) + url_for(PAGE_OF[standing], code=table.code)
    return jsonify(
        {
            "standing": standing.value,
            "code": one_time.text,
            "address": address,
            "qr": draw_qr(f"{address}#{one_time.text}"),
        }
    )


@blueprint.post("/seats/<seat_id>/take-away")
def take_seat_away(code: str, seat_id: str) -> Response:
    """Take a seat from whoever holds it; their pages notice at once."""
    table = table_named(code)
    require_host(table)
    beside(lambda: table.seats.take_away(seat_id))
    return jsonify({})


@blueprint.post("/tables")
def open_table(code: str) -> Response:
    """Open a further table."""
    require_host(table_named(code))
    opened = beside(house().hall.open_table)
    return jsonify({"code": opened.code, "address": url_for("pages.table", code=opened.code)})


def phones_reach(asked_under: str) -> str:
    """The address under which phones reach the pages, without a slash at its end.

    Args:
        asked_under: The address that the host's own browser used, for want of a better one.
    """
    best = next(iter(house().reachable_at()), asked_under)
    return best.rstrip("/")
