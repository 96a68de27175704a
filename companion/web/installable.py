"""What makes the pages an app on a phone: a manifest, an icon, a worker that keeps the shell.

The worker keeps files that are the same for everybody, and one page that says the table cannot be
reached. It never keeps a page of a table, a view, a picture or a key.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Final

from flask import Blueprint, Response, jsonify, render_template, request, url_for
from flask_babel import gettext

from companion.deck.palette import CARD, INK
from companion.table.hall import HOME
from companion.web.languages import language_now

blueprint = Blueprint("installable", __name__)

_STATIC: Final = Path(__file__).with_name("static")
_SHELL: Final = ("css/base.css", "js/offline.js", "fonts/*.woff2", "icon.svg")
"""What the page without a table needs; everything else is kept by the browser itself."""


@blueprint.get("/manifest.webmanifest", endpoint="manifest")
def show_manifest() -> Response:
    """How the app is called on a home screen and where it starts."""
    response = jsonify(
        {
            "name": "Springfield Companion",
            "short_name": "Springfield",
            "description": gettext("The table of the word game: score, key and camera."),
            "lang": language_now(),
            "start_url": url_for("pages.table", code=HOME),
            "scope": "/",
            "display": "standalone",
            "background_color": CARD.hex,
            "theme_color": INK.hex,
            "icons": [
                {
                    "src": url_for("static", filename="icon.svg"),
                    "sizes": "any",
                    "type": "image/svg+xml",
                    "purpose": "any",
                },
                *(
                    {
                        "src": url_for("static", filename=f"icon-{side}.png"),
                        "sizes": f"{side}x{side}",
                        "type": "image/png",
                        "purpose": "any maskable",
                    }
                    for side in (192, 512)
                ),
            ],
        }
    )
    response.mimetype = "application/manifest+json"
    response.vary.update(("Cookie", "Accept-Language"))
    return response


@blueprint.get("/worker.js", endpoint="worker")
def show_worker() -> Response:
    """The service worker, with the list of what it keeps and a name that changes with it."""
    shell = [
        url_for("static", filename=file.relative_to(_STATIC).as_posix())
        for pattern in _SHELL
        for file in sorted(_STATIC.glob(pattern))
    ]
    content = sha256()
    for pattern in _SHELL:
        for file in sorted(_STATIC.glob(pattern)):
            content.update(file.read_bytes())
    script = render_template(
        "worker.js",
        shell=[*shell, url_for("palette.stylesheet"), url_for("words.module")],
        offline=url_for("installable.offline"),
        version=content.hexdigest()[:12],
    )
    response = Response(script, mimetype="text/javascript")
    response.set_etag(sha256(script.encode()).hexdigest()[:16])
    response.make_conditional(request)
    return response


@blueprint.get("/offline", endpoint="offline")
def show_offline() -> str:
    """The page of an app that does not reach its table."""
    return render_template("offline.html")
