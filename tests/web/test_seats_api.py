from __future__ import annotations

import json

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.table.hall import Table
from companion.table.seats import TRIES_PER_ORIGIN
from tests.web.people import API, PHONES_REACH, on_a_phone


def code_from(host: FlaskClient, standing: str = "cluemaster") -> dict[str, str]:
    answer: dict[str, str] = host.post(f"{API}/host/codes", json={"standing": standing}).json
    return answer


def test_code_leads_to_the_address_that_phones_reach(host: FlaskClient) -> None:
    given = code_from(host)

    assert given["address"] == f"{PHONES_REACH}/t/home/cluemaster"
    assert len(given["code"]) == 6
    assert given["qr"]


def test_code_leads_to_the_hosts_own_address_when_no_better_one_is_known(
    hall: object, table: Table
) -> None:
    from companion.web.app import create_app

    given = code_from(create_app(hall).test_client())  # type: ignore[arg-type]

    assert given["address"] == "http://localhost/t/home/cluemaster"


def test_seat_comes_as_a_cookie_that_scripts_and_other_pages_do_not_get(
    app: Flask, host: FlaskClient
) -> None:
    answer = on_a_phone(app).post(f"{API}/seats", json={"code": code_from(host)["code"]})

    cookie = answer.headers["Set-Cookie"]
    assert answer.json == {"standing": "cluemaster", "page": "/t/home/cluemaster"}
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    secret = cookie.partition("=")[2].partition(";")[0]
    assert len(secret) == 32
    assert secret not in answer.text


def test_code_works_once(app: Flask, host: FlaskClient) -> None:
    code = code_from(host)["code"]
    on_a_phone(app).post(f"{API}/seats", json={"code": code})

    answer = on_a_phone(app).post(f"{API}/seats", json={"code": code})

    assert answer.status_code == 403
    assert answer.json["error"]["code"] == "seat/refused"


def test_wrong_codes_are_stopped(guesser: FlaskClient) -> None:
    for _ in range(TRIES_PER_ORIGIN):
        guesser.post(f"{API}/seats", json={"code": "AAAAAA"})

    answer = guesser.post(f"{API}/seats", json={"code": "AAAAAA"})

    assert answer.status_code == 429
    assert int(answer.headers["Retry-After"]) >= 1


@pytest.mark.parametrize("body", [{}, {"code": 7}, [], "AAAAAA"])
def test_code_that_cannot_be_read_is_400(guesser: FlaskClient, body: object) -> None:
    answer = guesser.post(f"{API}/seats", data=json.dumps(body), content_type="application/json")

    assert answer.status_code == 400


def test_host_takes_a_seat_away(host: FlaskClient, cluemaster: FlaskClient) -> None:
    (seat,) = host.get(f"{API}/host").json["seats"]
    assert cluemaster.get(f"{API}/cluemaster").status_code == 200

    host.post(f"{API}/host/seats/{seat['id']}/take-away", json={})

    assert cluemaster.get(f"{API}/cluemaster").status_code == 403
    assert cluemaster.get(f"{API}/key").status_code == 403


def test_cluemaster_leaves(host: FlaskClient, cluemaster: FlaskClient) -> None:
    answer = cluemaster.post(f"{API}/seats/leave", json={"standing": "cluemaster"})

    assert answer.status_code == 200
    assert host.get(f"{API}/host").json["seats"] == []
    assert cluemaster.get(f"{API}/key").status_code == 403


def test_leaving_without_a_seat_is_no_error(guesser: FlaskClient) -> None:
    answer = guesser.post(f"{API}/seats/leave", json={"standing": "cluemaster"})

    assert answer.status_code == 200


def test_unknown_kind_of_seat_is_400(host: FlaskClient, guesser: FlaskClient) -> None:
    assert host.post(f"{API}/host/codes", json={"standing": "king"}).status_code == 400
    assert guesser.post(f"{API}/seats/leave", json={"standing": "king"}).status_code == 400


def test_code_for_another_host_gives_the_hosts_seat(app: Flask, host: FlaskClient) -> None:
    phone = on_a_phone(app)

    answer = phone.post(f"{API}/seats", json={"code": code_from(host, "host")["code"]})

    assert answer.json == {"standing": "host", "page": "/t/home/host"}
    assert phone.get(f"{API}/host").status_code == 200


def test_host_opens_a_further_table(host: FlaskClient) -> None:
    opened = host.post(f"{API}/host/tables", json={}).json

    assert host.get(f"/api/v1/tables/{opened['code']}").json["revision"] == 0
    assert opened["address"] == f"/t/{opened['code']}/"


def test_device_is_named_as_people_would(app: Flask, host: FlaskClient) -> None:
    phone = on_a_phone(app)
    agent = "Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36"

    phone.post(
        f"{API}/seats", json={"code": code_from(host)["code"]}, headers={"User-Agent": agent}
    )

    assert host.get(f"{API}/host").json["seats"][0]["device"] == "Android phone, Chrome"
