from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.table.hall import Hall, Table
from companion.table.seats import Standing
from companion.web.app import create_app
from tests.web.people import API, at_the_machine, on_a_phone, with_a_seat


@pytest.mark.parametrize(
    "name", ["localhost", "127.0.0.1:8080", "192.168.0.7:8080", "[::1]:8080", "[fd00::7]"]
)
def test_numbers_and_localhost_are_this_machine(app: Flask, name: str) -> None:
    assert app.test_client().get("/healthz", headers={"Host": name}).status_code == 200


@pytest.mark.parametrize("name", ["evil.example", "localhost.evil.example", "127.0.0.1.nip.io", ""])
def test_foreign_name_is_turned_away(app: Flask, name: str) -> None:
    answer = app.test_client().get("/healthz", headers={"Host": name})

    assert answer.status_code == 421
    assert answer.json["error"]["code"] == "web/misdirected"


def test_name_that_was_handed_in_is_taken(hall: Hall) -> None:
    app = create_app(hall, names=lambda: {"springfield.local"})

    answer = app.test_client().get("/healthz", headers={"Host": "Springfield.local.:8080"})

    assert answer.status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        pytest.param({"Origin": "http://evil.example"}, id="elsewhere"),
        pytest.param({"Origin": "null"}, id="null"),
        pytest.param({"Origin": "http://localhost:9999"}, id="another-port"),
        pytest.param({"Origin": "https://localhost"}, id="another-scheme"),
        pytest.param({"Sec-Fetch-Site": "cross-site"}, id="fetch-site"),
        pytest.param({"Sec-Fetch-Site": "same-site"}, id="same-site"),
    ],
)
def test_page_from_elsewhere_may_not_act(
    host: FlaskClient, table: Table, headers: dict[str, str]
) -> None:
    document = {"revision": 0, "action": "new_game"}

    answer = host.post(f"{API}/moves", json=document, headers=headers)

    assert answer.status_code == 403
    assert table.referee.revision == 0


@pytest.mark.parametrize(
    "headers",
    [
        pytest.param({"Origin": "http://localhost"}, id="own-origin"),
        pytest.param({"Sec-Fetch-Site": "same-origin"}, id="own-fetch-site"),
        pytest.param({}, id="a-program"),
    ],
)
def test_own_page_and_programs_may_act(host: FlaskClient, headers: dict[str, str]) -> None:
    document = {"revision": 0, "action": "new_game"}

    assert host.post(f"{API}/moves", json=document, headers=headers).status_code == 200


def test_whoever_sits_at_the_machine_is_the_host(app: Flask) -> None:
    assert at_the_machine(app).get(f"{API}/host").status_code == 200


def test_phone_in_the_network_is_not_the_host(app: Flask) -> None:
    phone = on_a_phone(app)

    assert phone.get(f"{API}/host").status_code == 403
    assert phone.post(f"{API}/host/codes", json={}).status_code == 403
    assert phone.post(f"{API}/host/tables", json={}).status_code == 403
    assert phone.post(f"{API}/host/seats/s1/take-away", json={}).status_code == 403


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"])
def test_request_that_a_proxy_hands_on_is_not_the_hosts(app: Flask, header: str) -> None:
    answer = at_the_machine(app).get(f"{API}/host", headers={header: "for=10.0.0.3"})

    assert answer.status_code == 403


def test_request_to_the_network_address_is_not_the_hosts(app: Flask) -> None:
    client = at_the_machine(app)

    assert client.get(f"{API}/host", headers={"Host": "192.168.0.7:8080"}).status_code == 403


def test_loopback_can_be_left_untrusted(hall: Hall) -> None:
    app = create_app(hall, is_loopback_trusted=False)

    assert at_the_machine(app).get(f"{API}/host").status_code == 403


def test_hosts_seat_makes_a_phone_the_host(app: Flask, table: Table) -> None:
    phone = with_a_seat(app, table, Standing.HOST)

    assert phone.get(f"{API}/host").status_code == 200
    assert phone.get(f"{API}/key").status_code == 403


def test_cluemasters_seat_makes_nobody_the_host(cluemaster: FlaskClient) -> None:
    assert cluemaster.get(f"{API}/host").status_code == 403


def test_seat_of_one_table_opens_no_other(hall: Hall, cluemaster: FlaskClient) -> None:
    other = hall.open_table()
    cookie = cluemaster.get_cookie("cluemaster_home", domain="192.168.0.7")
    assert cookie is None or cookie.value

    answer = cluemaster.get(f"/api/v1/tables/{other.code}/key")

    assert answer.status_code == 403


def test_machine_is_known_by_its_own_name(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.web.doors.gethostname", lambda: "Sofa.fritz.box")

    for name, status in (("sofa:8080", 200), ("sofa.local", 200), ("sofa.evil.example", 421)):
        assert app.test_client().get("/healthz", headers={"Host": name}).status_code == status
