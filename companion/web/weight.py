"""What goes over the wire goes compressed: a phone on a weak Wi-Fi shows the table at once."""

from __future__ import annotations

import gzip
from collections import OrderedDict
from hashlib import sha256
from typing import Final

from flask import Flask, Response, request

WORTH_IT_BYTES: Final = 400
"""Below, the answer fits one packet anyway."""

KEPT: Final = 128
"""Compressed bodies that are kept: all files of all pages in two languages."""

_COMPRESSED_TYPES: Final = frozenset(
    {
        "text/html",
        "text/css",
        "text/javascript",
        "application/javascript",
        "image/svg+xml",
        "application/manifest+json",
    }
)
"""Files and pages only, never a view: compression of what somebody else may partly choose (a clue)
together with what is secret (the key) tells of the secret by its length (BREACH)."""


class Press:
    """Compresses each body once."""

    def __init__(self) -> None:
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()

    def squeeze(self, body: bytes) -> bytes:
        """The body as gzip."""
        name = sha256(body).digest()
        found = self._kept.get(name)
        if found is None:
            found = self._kept[name] = gzip.compress(body, 9, mtime=0)
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return found


def compress_answers(app: Flask) -> None:
    """Have the files and pages of `app` sent compressed to whoever can read that."""
    press = Press()

    def compress(response: Response) -> Response:
        if response.mimetype not in _COMPRESSED_TYPES:
            return response
        response.vary.add("Accept-Encoding")
        if response.status_code != 200 or (
            response.is_streamed and not response.direct_passthrough
        ):
            return response
        if request.accept_encodings["gzip"] == 0 or request.method != "GET":
            return response
        response.direct_passthrough = False
        body = response.get_data()
        if len(body) < WORTH_IT_BYTES:
            return response
        response.set_data(press.squeeze(body))
        response.headers["Content-Encoding"] = "gzip"
        tag, _is_weak = response.get_etag()
        if tag is not None:
            # The same file, byte for byte something else: by HTTP's book that is a weak tag.
            response.set_etag(tag, weak=True)
        return response

    app.after_request(compress)
