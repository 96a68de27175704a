"""The league's pages: the director's desk, the wall, a player's phone."""

from __future__ import annotations

from secrets import token_hex
from typing import Any, Final

from flask import Blueprint, Flask, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.table.league_table import LeagueHall, LeagueTable
from companion.web import league_api, league_words
from companion.web.desk_pages import show
from companion.web.host_api import phones_reach
from companion.web.league_room import (
    LeagueRoom,
    PrintPaper,
    ReadCodes,
    is_director,
    keep_room,
    room,
)
from companion.web.tongue import remember_tongue

PAPERS: Final = ("cards", "pairings-by-table", "pairings-by-name", "slips", "standings")

blueprint = Blueprint("league", __name__)
blueprint.after_request(remember_tongue)


def add_league(
    app: Flask, hall: LeagueHall, *, print_paper: PrintPaper, read_codes: ReadCodes
) -> None:
    """Put the league into an app that `create_app` has built."""
    keep_room(app, LeagueRoom(hall, print_paper, read_codes))
    app.register_blueprint(blueprint)
    app.register_blueprint(league_api.blueprint)


@blueprint.get("/league")
def front_door() -> str:
    """All evenings; the director announces a new one here."""
    evenings = [
        {"code": each.code, **each.public_view()} for each in reversed(room().hall.evenings)
    ]
    return show(
        "league.html",
        league_words.DIRECTOR,
        evenings=evenings,
        is_director=is_director(),
        seed=token_hex(4),
    )


@blueprint.get("/league/<code>/")
def desk(code: str) -> str | AnyResponse:
    """The director's desk; everybody else is led to the wall's screen."""
    at = room().hall.evening(code)
    if not is_director():
        return redirect(url_for("league.screen", code=code))
    return _page(
        "league_desk.html",
        at,
        papers=PAPERS,
        phones_at=phones_reach(request.host_url) + url_for("league.find", code=code),
    )


@blueprint.get("/league/<code>/screen")
def screen(code: str) -> str:
    """Pairings, clock and standings for the wall."""
    return _page("league_screen.html", room().hall.evening(code))


@blueprint.get("/league/<code>/p")
def find(code: str) -> str:
    """Find oneself in the list of players."""
    return _page("league_find.html", room().hall.evening(code))


@blueprint.get("/league/<code>/p/<player_id>")
def player(code: str, player_id: str) -> str:
    """One player's phone."""
    at = room().hall.evening(code)
    at.player_view(player_id)  # who is not there is told so
    return _page("league_player.html", at, player_id=player_id)


def _page(template: str, at: LeagueTable, **more: Any) -> str:
    return show(
        template,
        league_words.DIRECTOR,
        code=at.code,
        event_title=at.state.announced.title,
        api=url_for("league_api.view", code=at.code),
        is_director=is_director(),
        **more,
    )
