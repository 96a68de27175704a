"""A photo of the printed key card becomes the key of the game."""

from __future__ import annotations

from typing import Any, Final

from flask import Blueprint, Response, jsonify, request
from werkzeug.exceptions import NotFound, RequestEntityTooLarge

from companion.game.documents import write_key
from companion.web.beside import beside
from companion.web.house import house, require_cluemaster, table_named

blueprint = Blueprint("key_photo", __name__, url_prefix="/api/v1/tables/<code>")


LONGEST_PHOTO: Final = 12 * 1024 * 1024
"""What a phone's camera writes at its best."""


@blueprint.post("/key/photo")
def read_key_photo(code: str) -> Response:
    """Read a photo of a key card for a cluemaster, who confirms it afterwards.

    The photo is forgotten at once and the key is in play only when it comes back as a move.
    """
    table = table_named(code)
    require_cluemaster(table)
    read = house().read_key
    if read is None:
        raise NotFound
    if (request.content_length or 0) > LONGEST_PHOTO:
        raise RequestEntityTooLarge
    request.max_content_length = LONGEST_PHOTO
    photo = request.get_data(cache=False)
    # A phone's picture takes a second, and the streams go on meanwhile.
    found = beside(lambda: read(photo))
    body: dict[str, Any]
    if isinstance(found, str):
        body = {"found": False, "reason": found}
    else:
        edition = table.referee.state.edition
        body = {"found": True, "turns": [write_key(found.turned(n), edition) for n in range(4)]}
    return jsonify(body)
