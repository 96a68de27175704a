"""A phone or a laptop as the table's camera: its browser sends pictures, the newest counts."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, Response, jsonify, request
from werkzeug.exceptions import NotFound, UnsupportedMediaType

from companion.errors import NotAllowedError
from companion.table.browser_camera import BrowserCamera
from companion.table.hall import Table
from companion.table.seats import Standing
from companion.web.beside import beside
from companion.web.devices import device_name
from companion.web.doors import seat_held
from companion.web.house import OpenBrowserCamera, house, is_host, table_named

blueprint = Blueprint("camera_api", __name__, url_prefix="/api/v1/tables/<code>/camera")

LONGEST_PICTURE: Final = 2 * 1024 * 1024
"""1280 x 720 as a good JPEG has some 200 kB."""


@blueprint.post("/frames")
def take_frame(code: str) -> Response:
    """One picture. The answer comes at once; whoever sends waits for it before the next one."""
    table = table_named(code)
    if not may_send(table):
        raise NotAllowedError("a camera sends with a seat: scan the code on the host's screen")
    open_camera = house().open_browser_camera
    if open_camera is None:
        raise NotFound
    if request.mimetype != "image/jpeg":
        raise UnsupportedMediaType
    request.max_content_length = LONGEST_PICTURE
    jpeg = request.get_data(cache=False)
    sender = house().cameras.get(code)
    if sender is None:
        sender = _take_over(code, open_camera)
    if sender is not None:
        sender.put(jpeg)
    camera = table.referee.moment.camera
    return jsonify({"state": camera.state.value, "hint": camera.hint})


def _take_over(code: str, open_camera: OpenBrowserCamera) -> BrowserCamera | None:
    """Make this browser the table's camera; None while that is still on its way."""
    at = house()
    if code in at.changing_cameras:
        return None  # the picture is dropped: a newer one comes at once
    name = device_name(request.headers.get("User-Agent", ""))
    at.changing_cameras.add(code)
    try:
        # The camera that was there before stops first. One that hangs takes seconds.
        sender = at.cameras[code] = beside(lambda: open_camera(code, name))
    finally:
        at.changing_cameras.discard(code)
    return sender


def may_send(table: Table) -> bool:
    """Whether this request may be the table's camera."""
    return seat_held(table.seats, Standing.CAMERA) is not None or is_host(table)
