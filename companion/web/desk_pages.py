"""The score desk of the card game: pages, views, streams and moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, cast

from flask import (
    Blueprint,
    Flask,
    Response,
    current_app,
    jsonify,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from companion.desk.actions import Score, from_document
from companion.errors import UnreadableError
from companion.table.deck_desk import Profile, check_decks, read_deck_csv
from companion.table.desk_table import HOME_DESK, DeskHall, DeskTable
from companion.table.hall import HOME
from companion.web import desk_words
from companion.web.api import read_json
from companion.web.beside import beside
from companion.web.host_api import phones_reach
from companion.web.house import house, is_host, require_host, table_named
from companion.web.moves import read_revision
from companion.web.stream import stream_views
from companion.web.tongue import remember_tongue, spoken, tongue

App = Flask
"""What `create_app` gives, for whoever wires rooms together without knowing flask."""

_EXTENSION: Final = "companion-desks"

blueprint = Blueprint("desk", __name__)


def add_desk(app: Flask, desks: DeskHall) -> None:
    """Put the score desks into an app that `create_app` has built."""
    app.extensions[_EXTENSION] = desks
    app.register_blueprint(blueprint)
    # The host's page leads to both rooms of the card game where they are open.
    app.jinja_env.globals["has_card_rooms"] = True


def desks() -> DeskHall:
    """The desks of the app that answers this request."""
    return cast(DeskHall, current_app.extensions[_EXTENSION])


blueprint.after_request(remember_tongue)


# ---------------------------------------------------------------- pages


@blueprint.get("/desk")
def front_door() -> AnyResponse:
    """Lead to the home desk."""
    return redirect(url_for("desk.page", code=HOME_DESK))


@blueprint.get("/desk/<code>/")
def page(code: str) -> str:
    """Keep the desk: on a laptop, a tablet or a phone."""
    at = desks().desk(code)
    return show(
        "desk.html",
        desk_words.DESK,
        code=code,
        api=url_for("desk.view", code=at.code),
        codes=desks().codes,
        is_host=is_host(table_named(HOME)),
        phones_at=phones_reach(request.host_url) + url_for("desk.page", code=code),
    )


@blueprint.get("/desk/<code>/screen")
def screen(code: str) -> str:
    """The score for the whole table to see."""
    at = desks().desk(code)
    return show(
        "desk_screen.html", desk_words.DESK, code=code, api=url_for("desk.view", code=at.code)
    )


@blueprint.get("/desk/<code>/games")
def games(code: str) -> str:
    """The games that were played at this desk, the newest first."""
    at = desks().desk(code)
    return show("desk_games.html", desk_words.DESK, code=code, games=tuple(reversed(at.games())))


@blueprint.get("/desk/check")
def check_page() -> str:
    """Look decks over."""
    return show("deck_check.html", desk_words.CHECK, profiles=[each.value for each in Profile])


@blueprint.get("/desk/<code>/games/<game_id>.<form>")
def export(code: str, game_id: str, form: str) -> Response:
    """One game as JSON, as text, or as a table of points."""
    at = desks().desk(code)
    if game_id not in {game.game_id for game in at.games()}:
        raise NotFound
    if form == "json":
        return jsonify(at.export_document(game_id))
    writers: dict[str, tuple[Callable[[str], str], str]] = {
        "txt": (at.export_text, "text/plain"),
        "csv": (at.export_points, "text/csv"),
    }
    if form not in writers:
        raise NotFound
    write, kind = writers[form]
    response = Response(write(game_id), mimetype=kind)
    name = f"desk-{at.code}-{game_id}.{form}"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


# ---------------------------------------------------------------- views and moves


@blueprint.get("/api/v1/desks/<code>")
def view(code: str) -> Response:
    """The whole view; nothing at a desk is secret."""
    return jsonify(desks().desk(code).view())


@blueprint.get("/api/v1/desks/<code>/stream")
def stream(code: str) -> Response:
    """The view, again and again."""
    at = desks().desk(code)
    return stream_of(at.listen, at.view)


@blueprint.post("/api/v1/desks/<code>/moves")
def take_move(code: str) -> Response:
    """One move."""
    at = desks().desk(code)
    document = read_object()
    action, seen = from_document(document), read_revision(document)
    revision = beside(lambda: at.submit(action, seen_revision=seen))
    return jsonify({"revision": revision})


@blueprint.post("/api/v1/desks/<code>/preview")
def preview(code: str) -> Response:
    """The points that a declaration would give; nothing is done."""
    at: DeskTable = desks().desk(code)
    action = from_document({**read_object(), "action": Score.name})
    assert isinstance(action, Score)
    return jsonify(at.preview(action))


@blueprint.post("/api/v1/desks")
def open_desk() -> Response:
    """Open a further desk; for the host."""
    require_host(table_named(HOME))
    opened = desks().open_desk()
    return jsonify({"code": opened.code, "address": url_for("desk.page", code=opened.code)})


@blueprint.post("/api/v1/deck-check")
def check() -> Response:
    """Every finding about one deck, or about the two decks of a league player."""
    document = read_object()
    try:
        profile = Profile(str(document.get("profile")))
    except ValueError:
        legal = ", ".join(Profile)
        raise UnreadableError(f"'profile' is one of {legal}", text="profile") from None
    decks = document.get("decks")
    if not isinstance(decks, list) or not all(isinstance(deck, str) for deck in decks):
        raise UnreadableError("'decks' is a list of CSV texts", text="decks")
    locked = document.get("locked") or []
    if not isinstance(locked, list) or not all(isinstance(each, str) for each in locked):
        raise UnreadableError("'locked' is a list of hashes", text="locked")
    verdict = check_decks(
        profile,
        [read_deck_csv(deck.encode()) for deck in decks],
        locked=[each.strip().lower() for each in locked if each.strip()],
        is_theme_deck=document.get("theme") is True,
    )
    return jsonify(
        {
            "legal": verdict.is_legal,
            "findings": [
                {
                    "code": each.code,
                    "rule": each.rule,
                    "message": each.message,
                    "cards": list(each.cards),
                }
                for each in verdict.findings
            ],
            "hashes": list(verdict.hashes),
            "sizes": list(verdict.sizes),
            "starters": list(verdict.starters),
        }
    )


# ---------------------------------------------------------------- shared with the league


def show(template: str, both: dict[str, tuple[str, str]], **more: Any) -> str:
    """Render a page in the language of this request."""
    language = tongue()
    return render_template(template, language=language, w=spoken(both, language), **more)


def stream_of(listen: Callable[..., Any], look: Callable[[], dict[str, Any]]) -> Response:
    """A stream of views that everybody who asked may see."""
    response = Response(stream_views(listen, look, house().bells), mimetype="text/event-stream")
    response.headers["X-Accel-Buffering"] = "no"
    return response


def read_object() -> dict[str, Any]:
    """The body as a JSON object.

    Raises:
        UnreadableError: It is none.
    """
    document = read_json()
    if not isinstance(document, dict):
        raise UnreadableError("the body is not a JSON object", text="")
    return document
