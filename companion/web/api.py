"""Views, streams, the key and moves, as other programs and the pages ask for them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from flask import Blueprint, Response, jsonify, request
from werkzeug.exceptions import BadRequest, NotFound, UnsupportedMediaType

from companion.errors import NotAllowedError, UnreadableError
from companion.game.clue import advise_for
from companion.table.hall import Table
from companion.terms import Audience
from companion.web.beside import beside
from companion.web.house import (
    cluemaster_seat,
    house,
    is_host,
    require_cluemaster,
    require_host,
    standing_at,
    table_named,
)
from companion.web.moves import submit_answer, submit_move
from companion.web.stream import stream_views
from companion.web.words import say_check_word

blueprint = Blueprint("api", __name__, url_prefix="/api/v1/tables/<code>")

Look = Callable[[], Mapping[str, Any]]


@blueprint.get("")
def show_public_view(code: str) -> Response:
    """The public view."""
    return jsonify(table_named(code).referee.view_for(Audience.TABLE_SCREEN))


@blueprint.get("/stream")
def stream_public_view(code: str) -> Response:
    """The public view, again and again."""
    table = table_named(code)
    return _stream(
        table, Audience.TABLE_SCREEN, lambda: table.referee.view_for(Audience.TABLE_SCREEN)
    )


@blueprint.get("/cluemaster")
def show_cluemaster_view(code: str) -> Response:
    """What a cluemaster's page shows without the key: the public view, and what is asked."""
    table = table_named(code)
    seat = require_cluemaster(table)
    return jsonify(_curtained(table, seat.seat_id))


@blueprint.get("/cluemaster/stream")
def stream_cluemaster_view(code: str) -> Response:
    """The cluemaster's view, until the seat is taken away."""
    table = table_named(code)
    seat = require_cluemaster(table)
    response = _stream(
        table,
        Audience.CLUEMASTER,
        lambda: _curtained(table, seat.seat_id),
        is_still_welcome=lambda: table.seats.is_held(seat.seat_id),
        on_open=lambda: table.seats.note_opened(seat.seat_id),
        on_close=lambda: table.seats.note_closed(seat.seat_id),
    )
    return response


@blueprint.get("/host")
def show_host_view(code: str) -> Response:
    """What the host's page shows: the public view and how the evening stands."""
    table = table_named(code)
    require_host(table)
    return jsonify(_with_seats(table))


@blueprint.get("/host/stream")
def stream_host_view(code: str) -> Response:
    """The host's view, again and again."""
    table = table_named(code)
    require_host(table)
    return _stream(table, Audience.TABLE_SCREEN, lambda: _with_seats(table))


@blueprint.get("/key")
def show_key(code: str) -> Response:
    """The key card: only with a cluemaster's seat, and only when asked for."""
    table = table_named(code)
    require_cluemaster(table)
    view = table.referee.view_for(Audience.CLUEMASTER)
    if view["key"] is None:
        why = "the key is on paper" if view["key_source"] == "paper" else "there is no key yet"
        raise NotFound(why)
    return jsonify(
        {
            "revision": view["revision"],
            "edition": view["edition"],
            "check": say_check_word(table.referee.check_number()),
            **view["key"],
        }
    )


@blueprint.post("/moves")
def take_move(code: str) -> Response:
    """One move."""
    table = table_named(code)
    document, by = read_json(), standing_at(table)
    revision = beside(lambda: submit_move(table.referee, document, by))
    return jsonify({"revision": revision})


@blueprint.post("/discrepancies")
def take_answer(code: str) -> Response:
    """What people say where the table and the score disagree."""
    table = table_named(code)
    document, by = read_json(), standing_at(table)
    revision = beside(lambda: submit_answer(table.referee, document, by))
    return jsonify({"revision": revision})


@blueprint.post("/advice")
def advise_on_clue(code: str) -> Response:
    """What speaks against a clue's word; the word itself is no secret that is kept."""
    table = table_named(code)
    require_cluemaster(table)
    document = read_json()
    word = document.get("word") if isinstance(document, dict) else None
    if not isinstance(word, str):
        raise UnreadableError(f"'word' must be a word; got {word!r}", text="")
    return jsonify({"advice": [asdict(one) for one in advise_for(table.referee.state, word)]})


@blueprint.get("/camera.jpg")
def show_camera_picture(code: str) -> Response:
    """What the camera sees with the readings drawn on it, for the host and the cluemasters.

    The table's own room has cut it down to the cells while a key is in play.
    """
    table = table_named(code)
    if cluemaster_seat(table) is None and not is_host(table):
        raise NotAllowedError("the camera's picture is for the host and the cluemasters")
    live = table.live
    # Drawing and encoding take a frame's time.
    jpeg = None if live is None else beside(live.picture)
    if jpeg is None:
        return Response(status=204)  # not seen just now: nothing is wrong
    response = Response(jpeg, mimetype="image/jpeg")
    extent = "cells" if table.referee.moment.key_is_chosen else "whole"
    response.headers["X-Picture-Extent"] = extent
    return response


def read_json() -> object:
    """The body as JSON.

    Raises:
        UnreadableError: It is none.
        UnsupportedMediaType: It does not say that it is JSON. Asked for so strictly because a
            form on a page from elsewhere can send anything but this.
    """
    if not request.is_json:
        raise UnsupportedMediaType
    try:
        sent: object = request.get_json()
        # Half a surrogate pair is legal in JSON and cannot be kept, hashed or shown.
        json.dumps(sent, ensure_ascii=False).encode()
    except (BadRequest, RecursionError, UnicodeEncodeError) as error:
        raise UnreadableError("the body is not JSON", text="") from error
    return sent


def _curtained(table: Table, seat_id: str) -> Mapping[str, Any]:
    """The cluemasters' view without the key: that leaves only for a hand that asks."""
    view = table.referee.view_for(Audience.CLUEMASTER)
    shown = {
        name: value for name, value in view.items() if name != "key" or view["outcome"] is not None
    }
    seat = table.seats.seat(seat_id)
    team = None if seat is None else seat.team
    edition = table.referee.state.edition
    return {
        **shown,
        "has_key": view["key"] is not None,
        "my_team": team and edition.shown_as(team.value),
    }


def _with_seats(table: Table) -> Mapping[str, Any]:
    seats = [
        {
            "id": seat.seat_id,
            "standing": seat.standing.value,
            "device": seat.device,
            "team": seat.team and table.referee.state.edition.shown_as(seat.team.value),
            "claimed_at_s": seat.claimed_at_s,
            "open": seat.open_count,
        }
        for seat in table.seats.seats()
    ]
    view = table.referee.host_view()
    return {**view, "seats": seats, "host": {**view["host"], "put_away": _put_away(table)}}


def _put_away(table: Table) -> list[str]:
    """The words on the table that were played earlier this evening, before a game has begun."""
    moment = table.referee.moment
    if moment.state.moves and not moment.is_cleared:
        return []
    played = table.book.played_cards()
    lying = moment.laid or moment.state.cards
    return [card.word for card in lying if card is not None and card.id in played]


def _stream(
    table: Table,
    audience: Audience,
    look: Look,
    *,
    is_still_welcome: Callable[[], bool] = lambda: True,
    on_open: Callable[[], None] = lambda: None,
    on_close: Callable[[], None] = lambda: None,
) -> Response:
    events = stream_views(
        lambda on_news: table.referee.listen(on_news, audience),
        look,
        house().bells,
        is_still_welcome=is_still_welcome,
        on_open=on_open,
        on_close=on_close,
        write=house().press.write,
    )
    response = Response(events, mimetype="text/event-stream")
    # A proxy in a cafe must hand each event on at once.
    response.headers["X-Accel-Buffering"] = "no"
    return response
