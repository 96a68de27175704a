"""The camera's page: measuring lens and colours, and saying where the cards lie; for the host."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, jsonify
from werkzeug.exceptions import NotFound

from companion.errors import UnreadableError, UsageError
from companion.web.api import read_json
from companion.web.errors import error_body
from companion.web.house import CameraDesk, house, require_host, table_named

blueprint = Blueprint("calibration_api", __name__, url_prefix="/api/v1/tables/<code>/camera")


@blueprint.get("/steps")
def show_steps(code: str) -> Response:
    """What is known of the camera, and how far a step has come."""
    desk = _desk_of(code)
    return jsonify(desk.show(code))


@blueprint.post("/steps")
def take_step(code: str) -> Response:
    """Begin a step, make the best of it, or leave it."""
    desk = _desk_of(code)
    wanted = _sent().get("step")
    if wanted == "finish":
        desk.finish(code)
    elif wanted is None:
        desk.stop(code)
    else:
        desk.begin(code, str(wanted))
    return jsonify(desk.show(code))


@blueprint.post("/place")
def place_cards(code: str) -> Response:
    """Say where the cards lie, by four corners; none lets the picture tell again."""
    desk = _desk_of(code)
    desk.place(code, _sent().get("corners"))
    return jsonify(desk.show(code))


@blueprint.errorhandler(UsageError)
def refuse(error: UsageError) -> tuple[Response, int]:
    """A step that cannot be taken now is the host's to change, not a fault of the machine."""
    return jsonify(error_body(error)[1]), 400


def _desk_of(code: str) -> CameraDesk:
    require_host(table_named(code))
    desk = house().camera_desk
    if desk is None:
        raise NotFound
    return desk


def _sent() -> dict[str, Any]:
    document = read_json()
    if not isinstance(document, dict):
        raise UnreadableError("the body must be an object", text="")
    return document
