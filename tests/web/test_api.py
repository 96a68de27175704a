from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.table.hall import Table
from tests.web.people import API, NOW_S, cells_of, move

PUBLIC = (
    *("revision", "edition", "mode", "phase", "turn", "clue", "guesses_left"),
    *("remaining", "cells", "outcome", "camera"),
)


def test_public_view_has_what_the_interface_promises(guesser: FlaskClient) -> None:
    view = guesser.get(API).json

    assert [name for name in PUBLIC if name not in view] == []
    assert len(view["cells"]) == 25
    assert view["camera"] == {"state": "none", "hint": None}
    assert "key" not in view


def test_key_is_refused_to_a_guesser(guesser: FlaskClient, game: dict[str, Any]) -> None:
    answer = guesser.get(f"{API}/key")

    assert answer.status_code == 403
    assert answer.json["error"]["code"] == "table/not-allowed"


def test_key_is_refused_to_the_host(host: FlaskClient, game: dict[str, Any]) -> None:
    assert host.get(f"{API}/key").status_code == 403


def test_key_is_given_to_a_cluemaster(
    cluemaster: FlaskClient, game: dict[str, Any], table: Table
) -> None:
    answer = cluemaster.get(f"{API}/key")

    key = table.referee.state.key
    assert key is not None
    assert answer.json["start"] == key.starting_team.value
    assert len("".join(answer.json["grid"])) == 25
    assert answer.headers["Cache-Control"] == "no-store"


def test_key_is_not_found_before_there_is_one(cluemaster: FlaskClient, host: FlaskClient) -> None:
    move(host, "new_game", key_source="entered")

    answer = cluemaster.get(f"{API}/key")

    assert answer.status_code == 404


def test_cluemasters_view_keeps_the_key_behind_the_curtain(
    cluemaster: FlaskClient, game: dict[str, Any]
) -> None:
    view = cluemaster.get(f"{API}/cluemaster").json

    assert "key" not in view
    assert view["has_key"] is True
    assert view["discrepancies"] == []


def test_move_gives_the_revision_it_made(cluemaster: FlaskClient, game: dict[str, Any]) -> None:
    answer = move(cluemaster, "clue", word="snow", number="2")

    assert answer.status_code == 200
    assert answer.json == {"revision": 2}


def test_move_on_an_old_view_is_refused(cluemaster: FlaskClient, game: dict[str, Any]) -> None:
    old = {"revision": 0, "action": "clue", "word": "snow", "number": "2"}

    answer = cluemaster.post(f"{API}/moves", json=old)

    assert answer.status_code == 409
    assert answer.json["error"]["code"] == "table/stale-revision"
    assert answer.json["error"]["revision"] == 1


def test_rule_broken_is_409_with_the_code_of_the_rule(
    cluemaster: FlaskClient, game: dict[str, Any]
) -> None:
    cell = cells_of(game, "O" if game["start"] == "orange" else "Y")[0]
    move(cluemaster, "guess", **cell)

    answer = move(cluemaster, "guess", **cell)

    assert answer.status_code == 409
    assert answer.json["error"]["code"] == "rule/cell-covered"


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"{", id="broken"),
        pytest.param(b"[]", id="list"),
        pytest.param(b"7", id="number"),
        pytest.param(b"[" * 20_000, id="deep"),
        pytest.param(b"\xff\xfe", id="bytes"),
        pytest.param(b'{"action": "guess", "row": 1, "col": 1}', id="no-revision"),
        pytest.param(b'{"revision": true, "action": "end_turn"}', id="flag-as-revision"),
        pytest.param(b'{"revision": -1, "action": "end_turn"}', id="negative-revision"),
        pytest.param(b'{"revision": 1}', id="no-action"),
        pytest.param(b'{"revision": 1, "action": 3}', id="number-as-action"),
        pytest.param(b'{"revision": 1, "action": "dance"}', id="unknown-action"),
        pytest.param(b'{"revision": 1, "action": "guess"}', id="no-cell"),
        pytest.param(b'{"revision": 1, "action": "guess", "row": 5, "col": 0}', id="off-the-grid"),
        pytest.param(b'{"revision": 1, "action": "guess", "row": "1", "col": 0}', id="text-as-row"),
        pytest.param(b'{"revision": 1, "action": "clue", "word": 3, "number": "1"}', id="no-word"),
        pytest.param(b'{"revision": 1, "action": "new_game", "mode": "chess"}', id="no-mode"),
        pytest.param(b'{"revision": 1, "action": "new_game", "faces": "up"}', id="no-faces"),
        pytest.param(b'{"revision": 1, "action": "key", "code": 7}', id="number-as-code"),
        pytest.param(b'{"revision": 1, "action": "key", "code": "AAAA"}', id="no-code"),
        pytest.param(
            b'{"revision": 1, "action": "key", "code": "22222222F", "edge": "up"}', id="no-edge"
        ),
    ],
)
def test_move_that_cannot_be_read_is_400(
    cluemaster: FlaskClient, game: dict[str, Any], table: Table, body: bytes
) -> None:
    answer = cluemaster.post(f"{API}/moves", data=body, content_type="application/json")

    assert answer.status_code == 400
    assert answer.json["error"]["code"] == "text/unreadable"
    assert table.referee.revision == 1


def test_move_that_is_no_json_is_refused(cluemaster: FlaskClient) -> None:
    # A form on a page from elsewhere may send text/plain without being asked.
    answer = cluemaster.post(f"{API}/moves", data="{}", content_type="text/plain")

    assert answer.status_code == 415
    assert answer.json["error"]["code"] == "http/415"


def test_move_of_a_megabyte_is_refused(cluemaster: FlaskClient) -> None:
    answer = cluemaster.post(f"{API}/moves", data=b" " * 2**20, content_type="application/json")

    assert answer.status_code == 413


@pytest.mark.parametrize(
    ("action", "fields"),
    [
        pytest.param("new_game", {}, id="new_game"),
        pytest.param("undo", {}, id="undo"),
        pytest.param("end_turn", {}, id="end_turn"),
        pytest.param("clue", {"word": "snow", "number": "1"}, id="clue"),
        pytest.param("guess", {"row": 0, "col": 0}, id="guess"),
        pytest.param("settle", {"team": "orange"}, id="settle"),
        pytest.param("rival_cover", {"row": 0, "col": 0}, id="rival_cover"),
        pytest.param("cover", {"row": 0, "col": 0, "cover": "orange"}, id="cover"),
        pytest.param("lift", {"row": 0, "col": 0}, id="lift"),
        pytest.param("key", {"key_source": "dealt"}, id="key"),
        pytest.param("key", {"code": "22222222F"}, id="key-by-code"),
    ],
)
def test_guesser_may_make_no_move(
    guesser: FlaskClient,
    game: dict[str, Any],
    table: Table,
    action: str,
    fields: dict[str, Any],
) -> None:
    answer = move(guesser, action, **fields)

    assert answer.status_code == 403
    assert table.referee.revision == 1


def test_host_may_not_type_a_key(host: FlaskClient, game: dict[str, Any]) -> None:
    assert move(host, "key", code="22222222F").status_code == 403


def test_cluemaster_types_the_code_of_a_printed_key(
    cluemaster: FlaskClient, host: FlaskClient, table: Table
) -> None:
    move(host, "new_game", key_source="entered")

    answer = move(cluemaster, "key", code="2222 2222-f", edge="top")

    assert answer.status_code == 200
    assert cluemaster.get(f"{API}/key").json["code"] == "22222222F"


def test_key_is_turned_when_another_edge_is_up(cluemaster: FlaskClient, host: FlaskClient) -> None:
    grids = []
    for edge in ("top", "right", "bottom", "left"):
        move(host, "new_game", key_source="entered")
        move(cluemaster, "key", code="22222222F", edge=edge)
        grids.append(tuple(cluemaster.get(f"{API}/key").json["grid"]))

    assert len(set(grids)) == 4
    assert grids[2] == tuple(row[::-1] for row in reversed(grids[0]))


def test_classic_edition_speaks_of_red_and_blue(cluemaster: FlaskClient, host: FlaskClient) -> None:
    move(host, "new_game", edition="classic", key_source="paper", start="blue")

    answer = move(cluemaster, "guess", row=0, col=0, cover="blue")

    view = cluemaster.get(API).json
    assert answer.status_code == 200
    assert view["turn"] == "blue"
    assert view["remaining"] == {"red": 8, "blue": 8}
    assert view["cells"][0]["cover"] == "blue"


def test_rival_is_covered_in_the_two_player_game(
    cluemaster: FlaskClient, host: FlaskClient
) -> None:
    move(host, "new_game", mode="two-player")
    key = cluemaster.get(f"{API}/key").json
    rival = "Y" if key["start"] == "orange" else "O"
    move(cluemaster, "guess", **cells_of(key, "N")[0])

    answer = move(cluemaster, "rival_cover", **cells_of(key, rival)[0])

    assert answer.status_code == 200


def test_advice_is_given_to_cluemasters_only(
    cluemaster: FlaskClient, guesser: FlaskClient, game: dict[str, Any], table: Table
) -> None:
    card = table.referee.state.cards[0]
    assert card is not None

    answer = cluemaster.post(f"{API}/advice", json={"word": card.word})

    assert [advice["kind"] for advice in answer.json["advice"]] == ["on_the_table"]
    assert guesser.post(f"{API}/advice", json={"word": "snow"}).status_code == 403
    assert cluemaster.post(f"{API}/advice", json={"word": 3}).status_code == 400


def test_answer_to_nothing_is_refused(cluemaster: FlaskClient, game: dict[str, Any]) -> None:
    answer = cluemaster.post(
        f"{API}/discrepancies", json={"revision": 1, "id": "wrong_cover-13", "answer": "confirm"}
    )

    assert answer.status_code == 409


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({"id": 3, "answer": "confirm"}, id="id"),
        pytest.param({"id": "x", "answer": "perhaps"}, id="answer"),
        pytest.param({"id": "x", "answer": "in_order", "cells": 3}, id="cells"),
        pytest.param({"id": "x", "answer": "in_order", "cells": [{"row": 9}]}, id="cell"),
    ],
)
def test_answer_that_cannot_be_read_is_400(cluemaster: FlaskClient, fields: dict[str, Any]) -> None:
    answer = cluemaster.post(f"{API}/discrepancies", json={"revision": 0, **fields})

    assert answer.status_code == 400


def test_unknown_table_is_404(guesser: FlaskClient) -> None:
    answer = guesser.get("/api/v1/tables/nowhere")

    assert answer.status_code == 404
    assert answer.json["error"]["code"] == "table/unknown"


def test_healthz_says_nothing_secret(guesser: FlaskClient) -> None:
    assert guesser.get("/healthz").json == {"status": "ok", "camera": "none", "version": "1.2.3"}


def test_seats_show_when_they_were_taken(host: FlaskClient, cluemaster: FlaskClient) -> None:
    (seat,) = host.get(f"{API}/host").json["seats"]

    assert seat["standing"] == "cluemaster"
    assert seat["claimed_at_s"] == NOW_S
