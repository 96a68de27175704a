"""What programs and the league's pages ask for: views, streams, moves, paper, exports."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from flask import Blueprint, Response, jsonify, request, url_for

from companion.errors import FindingError, UnreadableError, UsageError
from companion.league.actions import NewEvent, from_document
from companion.league.export import format_ranking, ranking_document
from companion.league.fields import read_codes
from companion.table.league_table import LeagueTable, follow
from companion.web.beside import beside
from companion.web.desk_pages import read_object, stream_of
from companion.web.host_api import phones_reach
from companion.web.league_room import require_director, room
from companion.web.moves import read_revision
from companion.web.qr import draw_qr
from companion.web.tongue import TONGUES, tongue

LARGEST_PICTURE: Final = 4 * 1024 * 1024
LARGEST_ROSTER: Final = 256 * 1024

blueprint = Blueprint("league_api", __name__, url_prefix="/api/v1/league")


@blueprint.get("")
def evenings() -> Response:
    """All evenings, the newest last."""
    return jsonify(
        [
            {"code": each.code, "title": each.state.announced.title, "status": each.state.status}
            for each in room().hall.evenings
        ]
    )


@blueprint.post("")
def announce() -> Response:
    """Announce an evening; for the director."""
    require_director()
    action = from_document({**read_object(), "action": NewEvent.name})
    assert isinstance(action, NewEvent)
    opened = room().hall.open_evening(action)
    return jsonify({"code": opened.code, "address": url_for("league.desk", code=opened.code)})


@blueprint.post("/follow")
def follow_match() -> Response:
    """Follow a match through the steps that a phone remembers; nothing is kept."""
    return jsonify(follow(read_object()))


@blueprint.get("/<code>")
def view(code: str) -> Response:
    """What everybody may see."""
    return jsonify(_evening(code).public_view())


@blueprint.get("/<code>/stream")
def stream(code: str) -> Response:
    """The public view, again and again."""
    at = _evening(code)
    return stream_of(at.listen, at.public_view)


@blueprint.get("/<code>/director")
def director(code: str) -> Response:
    """What the director sees."""
    require_director()
    return jsonify(_evening(code).director_view())


@blueprint.get("/<code>/director/stream")
def director_stream(code: str) -> Response:
    """The director's view, again and again."""
    require_director()
    at = _evening(code)
    return stream_of(at.listen, at.director_view)


@blueprint.get("/<code>/players/<player_id>")
def player(code: str, player_id: str) -> Response:
    """What one player's phone shows."""
    return jsonify(_evening(code).player_view(player_id))


@blueprint.get("/<code>/players/<player_id>/stream")
def player_stream(code: str, player_id: str) -> Response:
    """The player's view, again and again."""
    at = _evening(code)
    at.player_view(player_id)  # who is not there is told so now, not in the stream

    def look() -> dict[str, Any]:
        try:
            return at.player_view(player_id)
        except FindingError:
            # The check-in was taken back; the page goes on listening.
            return {"revision": at.revision, "gone": True}

    return stream_of(at.listen, look)


@blueprint.post("/<code>/moves")
def take_move(code: str) -> Response:
    """One move of the director."""
    require_director()
    at = _evening(code)
    document = read_object()
    # Who is paired and what time it is are not for the browser to say.
    told = {name: value for name, value in document.items() if name not in _OURS}
    action = from_document(told)
    if isinstance(action, NewEvent):
        raise UnreadableError("a new evening has an address of its own", text=action.name)
    seen = read_revision(document)
    revision = beside(lambda: at.submit(action, seen_revision=seen))
    return jsonify({"revision": revision})


_OURS: Final = frozenset({"tables", "bye", "at_s"})


@blueprint.post("/<code>/preview")
def preview(code: str) -> Response:
    """The next round as it would be paired; nothing is published."""
    require_director()
    stack = read_codes("stack", read_object().get("stack") or [])
    return jsonify(_evening(code).preview_round(stack))


@blueprint.post("/<code>/roster")
def roster(code: str) -> Response:
    """Check in everybody of a CSV, or nobody."""
    require_director()
    content = _body("text/csv", LARGEST_ROSTER)
    at = _evening(code)
    count = beside(lambda: at.check_in_all(content))
    return jsonify({"checked_in": count})


@blueprint.post("/<code>/scan")
def scan(code: str) -> Response:
    """Find the player whose score card is in a picture."""
    require_director()
    at = _evening(code)
    picture, read_codes_of = _body("image/jpeg", LARGEST_PICTURE), room().read_codes
    for text in beside(lambda: read_codes_of(picture)):
        found = _player_in(text, at)
        if found is not None:
            return jsonify({"player": found})
    raise FindingError("E_NO_CODE", "no score card of this evening is in the picture")


@blueprint.get("/<code>/paper/<what>.pdf")
def paper(code: str, what: str) -> Response:
    """Paper of the evening. Deck sizes stand on score cards, so it is the director's."""
    require_director()
    asked = request.args.get("lang")
    language = asked if asked in TONGUES else tongue()
    try:
        pdf = room().print_paper(
            what, _evening(code).director_view(), language, phones_reach(request.host_url)
        )
    except UsageError as error:
        raise FindingError("E_NOTHING_TO_PRINT", error.message) from error
    return Response(pdf, mimetype="application/pdf")


@blueprint.get("/<code>/ranking.csv")
def ranking_csv(code: str) -> Response:
    """The ranking for a list (3.14)."""
    at = _evening(code)
    response = Response(format_ranking(at.state), mimetype="text/csv")
    response.headers["Content-Disposition"] = f'attachment; filename="{at.code}-ranking.csv"'
    return response


@blueprint.get("/<code>/ranking.json")
def ranking_json(code: str) -> Response:
    """The ranking, and everything it was made from."""
    return jsonify(ranking_document(_evening(code).state))


@blueprint.get("/<code>/log.json")
def log(code: str) -> Response:
    """Every entry of the evening, what was undone included; for the director."""
    require_director()
    at = _evening(code)
    entries = [] if at.game_id is None else list(at.documents(at.game_id))
    return jsonify({"event": at.code, "log": entries})


@blueprint.get("/<code>/qr")
def qr(code: str) -> Response:
    """The address of the players' page as QR."""
    at = _evening(code)
    address = phones_reach(request.host_url) + url_for("league.find", code=at.code)
    return jsonify({"address": address, "qr": draw_qr(address)})


def _evening(code: str) -> LeagueTable:
    return room().hall.evening(code)


def _body(kind: str, most: int) -> bytes:
    if request.mimetype != kind:
        raise UnreadableError(f"this is sent as {kind}", text=str(request.mimetype))
    request.max_content_length = most
    return request.get_data()


def _player_in(text: str, at: LeagueTable) -> Mapping[str, str] | None:
    """The player whom a score card's code names, if the card is of this evening."""
    plain = text.strip()
    for head, between in (
        (f"springfield-league:{at.code}:", ""),
        (f"/league/{at.code}/p/", "http"),
    ):
        before, found, player_id = plain.partition(head)
        if found and before.startswith(between):
            player = at.state.player(player_id)
            if player is not None:
                return {"id": player.id, "name": player.name}
    return None
