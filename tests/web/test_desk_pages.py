from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.store.store import Store
from companion.table.hall import Hall
from tests.web.league_people import an_app, error_of
from tests.web.people import at_the_machine, on_a_phone

DESK = "/api/v1/desks/home"


@pytest.fixture
def card_app(hall: Hall) -> Flask:
    return an_app(hall, Store("sqlite://"))


@pytest.fixture
def client(card_app: Flask) -> FlaskClient:
    return at_the_machine(card_app)


def act(client: FlaskClient, action: str, **fields: Any) -> Any:
    revision = client.get(DESK).json["revision"]
    return client.post(f"{DESK}/moves", json={"revision": revision, "action": action, **fields})


def a_game(client: FlaskClient, **more: Any) -> None:
    assert act(client, "new_game", players=["Ada", "Ben"], **more).status_code == 200


@pytest.mark.parametrize(
    "path", ["/desk/home/", "/desk/home/screen", "/desk/home/games", "/desk/check"]
)
def test_pages_are_german_first(client: FlaskClient, path: str) -> None:
    assert '<html lang="de">' in client.get(path).text
    assert '<html lang="en">' in client.get(f"{path}?lang=en").text


def test_points_are_shown_before_they_are_confirmed(client: FlaskClient) -> None:
    a_game(client, quick=True)
    fields = {"by": "Ada", "kind": "complete", "owner": "Ben", "counted": {"Ada": 2}}

    shown = client.post(f"{DESK}/preview", json=fields).json

    assert shown["delta"] == {"Ada": 2, "Ben": 1}
    assert client.get(DESK).json["players"][0]["points"] == 0
    act(client, "score", **fields)
    assert [each["points"] for each in client.get(DESK).json["players"]] == [2, 1]


def test_refusal_names_finding_and_values(client: FlaskClient) -> None:
    a_game(client)

    refused = act(client, "end_turn", by="Ben")

    assert refused.status_code == 409
    assert error_of(refused)["finding"] == "E_NOT_YOUR_TURN"
    assert error_of(refused)["values"] == {"by": "Ben", "turn": "Ada"}


def test_move_on_an_old_view_is_refused(client: FlaskClient) -> None:
    a_game(client)

    assert act(client, "end_turn", by="Ada", revision=0).status_code == 409


def test_games_are_listed_and_exported(client: FlaskClient) -> None:
    a_game(client, quick=True)
    act(client, "score", by="Ada", kind="complete", owner="Ada", counted={"Ada": 3})
    act(client, "undo")
    act(client, "adjust", player="Ben", points=1, reason="forgotten")

    text = client.get("/desk/home/games/1.txt").text
    table = client.get("/desk/home/games/1.csv").text
    whole = client.get("/desk/home/games/1.json").json

    assert "by hand: Ben +1 (forgotten)" in text
    assert table.splitlines()[-1].endswith(",0,1")
    assert [each["action"] for each in whole["log"]] == ["new_game", "score", "undo", "adjust"]
    assert "Partie 1" in client.get("/desk/home/games").text
    assert client.get("/desk/home/games/9.txt").status_code == 404


def test_further_desks_are_opened_by_the_host(client: FlaskClient, card_app: Flask) -> None:
    assert client.post("/api/v1/desks").json == {"code": "2", "address": "/desk/2/"}
    assert client.get("/desk/2/").status_code == 200
    assert on_a_phone(card_app).post("/api/v1/desks").status_code == 403
    assert client.get("/desk/9/").status_code == 404


def test_deck_check_finds_everything_at_once(client: FlaskClient) -> None:
    deck = "id,type,n,star\ns1,star,1,\ns2,star,1,\nc1,char,4,\na1,action,1,s9\n"

    checked = client.post("/api/v1/deck-check", json={"profile": "wotc", "decks": [deck]}).json
    wrong = client.post(
        "/api/v1/deck-check", json={"profile": "wotc", "decks": ["id,type\ns1,moon\n"]}
    )

    codes = [each["code"] for each in checked["findings"]]
    assert codes == ["E_SIZE", "E_COPIES", "E_STAR_KINDS", "E_ACTION_STAR", "E_SCENES"]
    assert all(each["rule"] for each in checked["findings"])
    assert wrong.status_code == 400
    assert "line 2: type is one of" in error_of(wrong)["message"]


def test_deck_is_compared_with_what_was_locked(client: FlaskClient) -> None:
    decks = [f"id,type,n\n{star},star,1\nc{star},char,49\n" for star in ("s1", "s2")]
    first = client.post("/api/v1/deck-check", json={"profile": "dino", "decks": decks}).json
    changed = [decks[0], decks[1].replace("49", "50")]

    again = {"profile": "dino", "decks": changed, "locked": first["hashes"]}
    second = client.post("/api/v1/deck-check", json=again).json

    assert first["legal"]
    assert [each["code"] for each in second["findings"]] == ["E_DECK_CHANGED", "W_NOT_CHECKED"]


def test_move_names_the_revision_it_was_made_on(client: FlaskClient) -> None:
    a_game(client)
    before = client.get(DESK).json
    blind = client.post(f"{DESK}/moves", json={"action": "undo"})
    late = client.post(f"{DESK}/moves", json={"revision": 0, "action": "undo"})

    assert (blind.status_code, late.status_code) == (400, 409)
    assert "'revision'" in blind.json["error"]["message"]
    assert late.json["error"]["code"] == "table/stale-revision"
    assert client.get(DESK).json == before
