"""Around the game: the timer, the camera's pause, a move taken back, whose cluemaster is who."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify

from companion.errors import NotAllowedError, UnreadableError
from companion.table.consent import Wish, wish_undo
from companion.table.hall import Table
from companion.table.turn_timer import read_timer
from companion.terms import Team
from companion.web.api import read_json
from companion.web.beside import beside
from companion.web.house import (
    cluemaster_seat,
    is_host,
    require_cluemaster,
    require_host,
    table_named,
)
from companion.web.moves import read_revision

blueprint = Blueprint("table_api", __name__, url_prefix="/api/v1/tables/<code>")


@blueprint.get("/timer")
def show_timer(code: str) -> Response:
    """The timer and the seconds left now."""
    return jsonify(_timer_document(table_named(code)))


@blueprint.post("/timer")
def choose_timer(code: str) -> Response:
    """Choose how long a turn may take."""
    table = table_named(code)
    _require_part_in_the_game(table)
    settings = read_timer(read_json())
    beside(lambda: table.timer.choose(settings))
    return jsonify(_timer_document(table))


@blueprint.post("/timer/turn")
def turn_timer_over(code: str) -> Response:
    """Turn the sand over: whoever plays may grow impatient."""
    table = table_named(code)
    _require_part_in_the_game(table)
    table.timer.turn_over()
    return jsonify(_timer_document(table))


@blueprint.post("/camera/pause")
def pause_camera(code: str) -> Response:
    """Tell the camera to look away, or to look again."""
    table = table_named(code)
    require_host(table)
    is_wanted = _as_object(read_json()).get("paused")
    if not isinstance(is_wanted, bool):
        raise UnreadableError(f"'paused' is true or false; got {is_wanted!r}", text="")
    if table.live is not None:
        (table.live.pause if is_wanted else table.live.resume)()
    return jsonify({"paused": table.live is not None and table.live.is_paused})


@blueprint.post("/undo")
def take_back(code: str) -> Response:
    """Ask to take the last move back, or answer the other team's wish."""
    table = table_named(code)
    seat = cluemaster_seat(table)
    if seat is None:
        require_host(table)
    document = _as_object(read_json())
    wish = next((one for one in Wish if one.value == document.get("wish")), None)
    if wish is None:
        raise UnreadableError(f"'wish' is one of {', '.join(Wish)}", text="")
    seen = read_revision(document)
    came_of_it = beside(lambda: wish_undo(table.referee, table.seats, seat, wish, seen))
    return jsonify({"consent": came_of_it.value, "revision": table.referee.revision})


@blueprint.post("/seats/team")
def choose_team(code: str) -> Response:
    """Say whose cluemaster sits on this seat."""
    table = table_named(code)
    seat = require_cluemaster(table)
    wanted = _as_object(read_json()).get("team")
    meant = None if wanted is None else table.referee.state.edition.meant_by(str(wanted))
    team = next((one for one in Team if one.value == meant), None)
    if team is None and wanted is not None:
        raise UnreadableError(f"there is no team {wanted!r}", text="")
    beside(lambda: table.seats.choose_team(seat.seat_id, team))
    return jsonify({})


def _timer_document(table: Table) -> dict[str, Any]:
    face = table.referee.moment.timer
    settings = table.timer.settings
    return {
        "kind": settings.kind.value,
        "limit_s": settings.limit_s,
        "run": None if face is None else face.run,
        "left_s": table.timer.left_s(),
    }


def _require_part_in_the_game(table: Table) -> None:
    if cluemaster_seat(table) is None and not is_host(table):
        raise NotAllowedError("the timer is for the host and the cluemasters")


def _as_object(document: object) -> dict[str, Any]:
    if not isinstance(document, dict):
        raise UnreadableError("the body must be an object", text="")
    return document
