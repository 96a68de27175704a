"""The pages. Each is a shell that its script fills from the view; none holds a secret."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import (
    Blueprint,
    Response,
    jsonify,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.wrappers import Response as AnyResponse

from companion.errors import NotAllowedError
from companion.game.key_card import EdgeUp
from companion.table.hall import HOME, Table
from companion.web.camera_api import may_send
from companion.web.host_api import phones_reach
from companion.web.house import cluemaster_seat, house, is_host, table_named

blueprint = Blueprint("pages", __name__)


@blueprint.get("/")
def front_door() -> AnyResponse:
    """Lead to the home table."""
    return redirect(url_for("pages.table", code=HOME))


@blueprint.get("/healthz")
def healthz() -> Response:
    """Say that the program is well; nothing secret."""
    camera = house().hall.table(HOME).referee.moment.camera.state.value
    return jsonify({"status": "ok", "camera": camera, "version": house().version})


@blueprint.get("/t/<code>/")
def table(code: str) -> str:
    """The table screen, for everybody."""
    at = table_named(code)
    return _page("table.html", at, is_host=is_host(at))


@blueprint.get("/t/<code>/cluemaster")
def cluemaster(code: str) -> str:
    """The cluemaster's page; without a seat, the door to one."""
    at = table_named(code)
    if cluemaster_seat(at) is None:
        return _page("claim.html", at, seat="cluemaster")
    can_scan = house().read_key is not None
    return _page("cluemaster.html", at, edges=[edge.word for edge in EdgeUp], can_scan=can_scan)


@blueprint.get("/t/<code>/host")
def host(code: str) -> str:
    """The host's page; for everybody else, the door to it."""
    at = table_named(code)
    if not is_host(at):
        return _page("claim.html", at, seat="host")
    return _page(
        "host.html",
        at,
        phones_at=phones_reach(request.host_url),
        local_name=house().local_address(),
        certificate=house().certificate,
        can_film=house().open_browser_camera is not None,
        is_fresh=not at.book.games(),
        deck_name=at.referee.deck.name,
        fingerprint=at.referee.deck.fingerprint,
    )


@blueprint.get("/t/<code>/guide")
def guide(code: str) -> str:
    """How to set up a table, in drawings."""
    return _page("guide.html", table_named(code), phones_at=phones_reach(request.host_url))


@blueprint.get("/t/<code>/camera")
def camera(code: str) -> str:
    """What the camera sees, large; for the host and the cluemasters."""
    at = table_named(code)
    if cluemaster_seat(at) is None and not is_host(at):
        raise NotAllowedError("the camera's picture is for the host and the cluemasters")
    return _page("camera.html", at, can_measure=is_host(at) and house().camera_desk is not None)


@blueprint.get("/t/<code>/camera/send")
def camera_send(code: str) -> str:
    """A phone or laptop as the table's camera; without a seat, the door to one."""
    at = table_named(code)
    if not may_send(at):
        return _page("claim.html", at, seat="camera")
    return _page("camera_send.html", at)


@blueprint.get("/t/<code>/games")
def games(code: str) -> str:
    """The evening, and the games that were played at this table, the newest first."""
    at = table_named(code)
    return _page("games.html", at, is_host=is_host(at))


@blueprint.get("/t/<code>/games/<game_id>")
def game(code: str, game_id: str) -> str:
    """One game that is over, to be seen again move by move."""
    at = table_named(code)
    at.book.steps(game_id)
    return _page("game.html", at, game_id=game_id)


def _page(template: str, at: Table, **more: Any) -> str:
    moment = at.referee.moment
    shared: Mapping[str, Any] = {
        "code": at.code,
        "api": url_for("api.show_public_view", code=at.code),
        "edition": moment.state.edition.value,
        "simulated": moment.camera.is_simulated,
    }
    return render_template(template, **shared, **more)
