"""A photo of the printed key card becomes the key of the game."""

from __future__ import annotations

from typing import Any, Final

from flask import Blueprint, Response, jsonify, request
from gevent import get_hub
from werkzeug.exceptions import NotFound, RequestEntityTooLarge

from companion.game.documents import write_key
from companion.web.house import KeyReader, house, require_cluemaster, table_named

blueprint = Blueprint("key_photo", __name__, url_prefix="/api/v1/tables/<code>")


def _carefully(read: KeyReader, photo: bytes) -> tuple[Any, Exception | None]:
    """Read and hand an error back: gevent prints what is raised in a thread of its pool."""
    try:
        return read(photo), None
    except Exception as error:
        return None, error


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
    # In a thread of the pool: a phone's picture takes a second, and the streams go on meanwhile.
    found, error = get_hub().threadpool.apply(_carefully, (read, photo))
    if error is not None:
        raise error
    body: dict[str, Any]
    if isinstance(found, str):
        body = {"found": False, "reason": found}
    else:
        edition = table.referee.state.edition
        body = {"found": True, "turns": [write_key(found.turned(n), edition) for n in range(4)]}
    return jsonify(body)
