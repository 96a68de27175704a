"""An app with the card rooms, and a league evening played over HTTP."""

from __future__ import annotations

from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from companion.cli.card_rooms import add_card_rooms
from companion.store.store import Store
from companion.table.hall import Hall
from companion.web.app import create_app
from tests.web.people import PHONES_REACH

LEAGUE = "/api/v1/league"
DECKS = [{"starter": "Star A", "size": 50}, {"starter": "Star B", "size": 50}]


def an_app(hall: Hall, store: Store) -> Flask:
    """The pages of tables, desks and league, kept in one store."""
    app = create_app(hall, version="1.2.3", reachable_at=lambda: (PHONES_REACH,))
    add_card_rooms(app, store)
    return app


def move(client: FlaskClient, code: str, action: str, **fields: Any) -> Any:
    """One move of the director on the newest view."""
    revision = client.get(f"{LEAGUE}/{code}").json["revision"]
    document = {"revision": revision, "action": action, **fields}
    return client.post(f"{LEAGUE}/{code}/moves", json=document)


def an_evening(client: FlaskClient, count: int = 9, **announced: Any) -> None:
    """Announce an evening `cup` and check in players 1, 2, 3 ..."""
    told = {"title": "Cup", "code": "cup", "seed": "springfield-2003", **announced}
    assert client.post(LEAGUE, json=told).status_code == 200
    for number in range(1, count + 1):
        name = f"Player {number}"
        answer = move(client, "cup", "check_in", player=str(number), player_name=name, decks=DECKS)
        assert answer.status_code == 200


def error_of(answer: Any) -> dict[str, Any]:
    """The error of an answer that refused."""
    error: dict[str, Any] = answer.json["error"]
    return error
