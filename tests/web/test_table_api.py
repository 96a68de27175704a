from __future__ import annotations

import threading
from random import Random
from typing import Any

import gevent
import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.game.actions import Guess, NewGame
from companion.game.key_card import KeyCard, deal_key_card
from companion.table.browser_camera import BrowserCamera
from companion.table.hall import Hall, Table
from companion.table.seats import Standing
from companion.terms import ALL_CELLS, Role, Team
from companion.web.app import create_app
from tests.web.people import API, move, on_a_phone, with_a_seat


def test_timer_is_off_until_somebody_wants_it(guesser: FlaskClient) -> None:
    assert guesser.get(API).json["timer"] is None
    assert guesser.get(f"{API}/timer").json == {
        "kind": "off",
        "limit_s": 120,
        "run": None,
        "left_s": None,
    }


def test_timer_runs_for_everybody(
    host: FlaskClient, guesser: FlaskClient, game: dict[str, Any]
) -> None:
    assert host.post(f"{API}/timer", json={"kind": "sand", "limit_s": 60}).status_code == 200

    assert guesser.get(API).json["timer"]["kind"] == "sand"
    assert 0 < guesser.get(f"{API}/timer").json["left_s"] <= 60
    assert guesser.post(f"{API}/timer", json={"kind": "off"}).status_code == 403


@pytest.mark.parametrize("wrong", [{"kind": "loud"}, {"kind": "sand", "limit_s": 1}, [], "sand"])
def test_timer_is_chosen_within_its_range(host: FlaskClient, wrong: Any) -> None:
    assert host.post(f"{API}/timer", json=wrong).status_code == 400


def test_team_of_a_seat_is_told_to_its_page_and_the_host(
    cluemaster: FlaskClient, host: FlaskClient
) -> None:
    assert cluemaster.post(f"{API}/seats/team", json={"team": "yellow"}).status_code == 200

    assert cluemaster.get(f"{API}/cluemaster").json["my_team"] == "yellow"
    assert [seat["team"] for seat in host.get(f"{API}/host").json["seats"]] == ["yellow"]
    assert cluemaster.post(f"{API}/seats/team", json={"team": "green"}).status_code == 400
    assert host.post(f"{API}/seats/team", json={"team": "yellow"}).status_code == 403


@pytest.fixture
def rivals(app: Flask, table: Table) -> dict[Team, FlaskClient]:
    """A cluemaster for each team, both with their page open."""
    people = {}
    for team in Team:
        client = with_a_seat(app, table, Standing.CLUEMASTER)
        seat = table.seats.seats()[-1]
        table.seats.choose_team(seat.seat_id, team)
        table.seats.note_opened(seat.seat_id)
        people[team] = client
    table.referee.submit(NewGame(), by=Standing.HOST)
    key = table.referee.state.key
    assert key is not None
    neutral = next(cell for cell in ALL_CELLS if key.role_at(cell) is Role.NEUTRAL)
    table.referee.submit(Guess(neutral), by=Standing.CLUEMASTER)
    return people


def wish(client: FlaskClient, word: str) -> Any:
    revision = client.get(API).json["revision"]
    return client.post(f"{API}/undo", json={"revision": revision, "wish": word})


def test_move_is_taken_back_when_the_other_team_agrees(
    rivals: dict[Team, FlaskClient], guesser: FlaskClient, table: Table
) -> None:
    assert wish(rivals[Team.ORANGE], "ask").json["consent"] == "asked"
    assert guesser.get(API).json["undo_asked_by"] == "orange"
    assert len(table.referee.state.moves) == 1
    assert wish(rivals[Team.ORANGE], "agree").status_code == 403
    assert wish(rivals[Team.YELLOW], "agree").json["consent"] == "taken_back"

    view = guesser.get(API).json
    assert view["moves"] == []
    assert view["taken_back"] == {"team": "orange", "agreed": True}
    assert view["undo_asked_by"] is None


def test_move_stands_when_the_other_team_does_not_agree(
    rivals: dict[Team, FlaskClient], table: Table
) -> None:
    wish(rivals[Team.YELLOW], "ask")
    assert wish(rivals[Team.ORANGE], "refuse").json["consent"] == "refused"

    assert len(table.referee.state.moves) == 1
    assert table.referee.moment.undo_asked_by is None


def test_host_takes_back_at_once_and_everybody_sees_it(
    rivals: dict[Team, FlaskClient], host: FlaskClient
) -> None:
    assert wish(host, "ask").json["consent"] == "taken_back"
    assert host.get(API).json["taken_back"] == {"team": None, "agreed": False}


def test_guesser_takes_nothing_back(
    rivals: dict[Team, FlaskClient], guesser: FlaskClient, table: Table
) -> None:
    assert wish(guesser, "ask").status_code == 403
    assert len(table.referee.state.moves) == 1


def test_everybody_knows_on_which_devices_the_key_is_open(
    guesser: FlaskClient, cluemaster: FlaskClient, table: Table
) -> None:
    assert guesser.get(API).json["key_open"] == []
    seat = table.seats.seats()[0]
    table.seats.note_opened(seat.seat_id)
    assert guesser.get(API).json["key_open"] == [seat.device]
    table.seats.take_away(seat.seat_id)
    assert guesser.get(API).json["key_open"] == []


def test_check_word_is_the_same_for_both_and_another_in_the_next_game(
    app: Flask, table: Table, host: FlaskClient
) -> None:
    one, other = (with_a_seat(app, table, Standing.CLUEMASTER) for _ in range(2))
    words = set()
    for _ in range(4):
        move(host, "new_game")
        first = one.get(f"{API}/key").json["check"]
        assert first == other.get(f"{API}/key").json["check"]
        words.add(first)
    assert len(words) > 1


KEY = deal_key_card(Random(3))


@pytest.fixture
def scanning(hall: Hall) -> Flask:
    def read(photo: bytes) -> KeyCard | str:
        return KEY if photo == b"a key card" else "no panel"

    return create_app(hall, read_key=read)


def test_photo_of_a_key_card_is_read_for_cluemasters(scanning: Flask, table: Table) -> None:
    cluemaster = with_a_seat(scanning, table, Standing.CLUEMASTER)
    table.referee.submit(NewGame(), by=Standing.HOST)

    found = cluemaster.post(f"{API}/key/photo", data=b"a key card").json
    assert found["found"]
    assert len(found["turns"]) == 4
    key = {name: found["turns"][2][name] for name in ("grid", "start")}
    assert move(cluemaster, "key", key_source="entered", key=key).status_code == 200
    assert table.referee.state.key == KEY.turned(2)


def test_photo_is_read_for_nobody_else(scanning: Flask, table: Table) -> None:
    for client in (scanning.test_client(), on_a_phone(scanning)):
        answer = client.post(f"{API}/key/photo", data=b"a key card")
        assert answer.status_code == 403
        assert b"grid" not in answer.data


def test_photo_without_a_key_card_is_said(scanning: Flask, table: Table) -> None:
    cluemaster = with_a_seat(scanning, table, Standing.CLUEMASTER)

    answer = cluemaster.post(f"{API}/key/photo", data=b"a cat")
    assert answer.json == {"found": False, "reason": "no panel"}


def test_photos_have_a_largest_size(scanning: Flask, table: Table) -> None:
    cluemaster = with_a_seat(scanning, table, Standing.CLUEMASTER)

    answer = cluemaster.post(f"{API}/key/photo", data=b"x" * (12 * 1024 * 1024 + 1))
    assert answer.status_code == 413


@pytest.fixture
def filming(hall: Hall) -> tuple[Flask, list[BrowserCamera]]:
    made: list[BrowserCamera] = []

    def open_camera(_code: str, name: str) -> BrowserCamera:
        made.append(BrowserCamera(name, lambda _jpeg: None))  # type: ignore[arg-type, return-value]
        return made[-1]

    return create_app(hall, open_browser_camera=open_camera), made


def send(client: FlaskClient, jpeg: bytes = b"picture") -> Any:
    return client.post(f"{API}/camera/frames", data=jpeg, content_type="image/jpeg")


def test_phone_with_a_cameras_seat_films(
    filming: tuple[Flask, list[BrowserCamera]], table: Table
) -> None:
    app, made = filming
    phone = with_a_seat(app, table, Standing.CAMERA)

    assert [send(phone).status_code for _ in range(3)] == [200, 200, 200]
    assert [camera.put_count for camera in made] == [3]
    assert 'id="film"' in phone.get("/t/home/camera/send").text


def test_pages_go_on_while_another_camera_is_stopped(hall: Hall) -> None:
    has_stopped = threading.Event()
    made: list[BrowserCamera] = []

    def open_camera(_code: str, name: str) -> BrowserCamera:
        assert has_stopped.wait(5)
        made.append(BrowserCamera(name, lambda _jpeg: None))  # type: ignore[arg-type, return-value]
        return made[-1]

    host = create_app(hall, open_browser_camera=open_camera).test_client()
    first = gevent.spawn(send, host)
    gevent.sleep(0)  # the first picture is on its way, and the old camera hangs

    assert host.get(API).status_code == 200
    assert send(host).status_code == 200
    assert made == []
    has_stopped.set()
    assert first.get(timeout=5).status_code == 200
    assert [camera.put_count for camera in made] == [1]


def test_camera_sees_nothing_and_does_nothing_else(
    filming: tuple[Flask, list[BrowserCamera]], table: Table
) -> None:
    app, _made = filming
    phone = with_a_seat(app, table, Standing.CAMERA)
    table.referee.submit(NewGame(), by=Standing.HOST)

    assert phone.get(f"{API}/key").status_code == 403
    assert phone.get(f"{API}/cards.jpg").status_code == 403
    assert move(phone, "guess", row=0, col=0).status_code == 403
    assert move(phone, "cover", row=0, col=0, cover="orange").status_code == 403


def test_nobody_films_without_a_seat(
    filming: tuple[Flask, list[BrowserCamera]], table: Table
) -> None:
    app, made = filming

    assert send(on_a_phone(app)).status_code == 403
    assert send(with_a_seat(app, table, Standing.CLUEMASTER)).status_code == 403
    assert made == []
    assert 'id="film"' not in on_a_phone(app).get("/t/home/camera/send").text


def test_pictures_are_jpegs_of_a_bearable_size(
    filming: tuple[Flask, list[BrowserCamera]],
) -> None:
    host = filming[0].test_client()

    assert (
        host.post(f"{API}/camera/frames", data=b"x", content_type="text/plain").status_code == 415
    )
    assert send(host, b"x" * (2 * 1024 * 1024 + 1)).status_code == 413


def test_camera_is_paused_by_the_host_only(host: FlaskClient, guesser: FlaskClient) -> None:
    assert host.post(f"{API}/camera/pause", json={"paused": True}).json == {"paused": False}
    assert guesser.post(f"{API}/camera/pause", json={"paused": True}).status_code == 403
    assert host.post(f"{API}/camera/pause", json={"paused": "yes"}).status_code == 400
