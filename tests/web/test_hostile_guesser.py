"""A guesser who would love to know: ten thousand requests of every kind, at two tables at once.

The tables differ in nothing but their uncovered cards. Whatever answer, header, length, picture or
line of the log differs between them would tell something; so would a seat that opens.
"""

from __future__ import annotations

import logging
import random
import re
import secrets
from collections import Counter
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from flask import Flask

from companion.deck.cards import Deck
from companion.game.key_card import format_code
from companion.store.store import Store
from companion.table.hall import Hall
from companion.table.seats import TRIES_IN_ALL, Standing
from companion.web.app import create_app
from tests.web.people import API, NOW_S, at_the_machine, on_a_phone, with_a_seat
from tests.web.test_secrecy import GUESSES_AT_SECRETS, PAGES, Side, lay_out

QUICK_REQUESTS, ALL_REQUESTS = 400, 10_000
SEED = 9
METHODS = (
    "GET",
    "GET",
    "GET",
    "POST",
    "POST",
    "HEAD",
    "OPTIONS",
    "PUT",
    "PATCH",
    "DELETE",
    "TRACE",
)
WRONG_CODES = 600

HOSTS = ("192.168.0.7:8080", "127.0.0.1", "localhost", "[::1]", "evil.example", "127.0.0.1.evil.io")
ORIGINS = ("http://192.168.0.7:8080", "http://evil.example", "null", "http://localhost", "file://")
HEADERS: tuple[dict[str, str], ...] = (
    {},
    {"X-Forwarded-For": "127.0.0.1"},
    {"Forwarded": "for=127.0.0.1;host=localhost"},
    {"X-Real-Ip": "127.0.0.1", "X-Http-Method-Override": "GET"},
    {"Referer": "http://localhost/t/home/cluemaster"},
    {"Range": "bytes=0-40"},
    {"If-None-Match": '"0"', "Accept-Encoding": "gzip, br"},
    {"Accept-Language": "de", "Accept": "text/html"},
    {"Sec-Fetch-Site": "same-origin"},
    {"Service-Worker": "script"},
    {"Upgrade": "websocket", "Connection": "Upgrade"},
    {"Authorization": "Bearer cluemaster"},
)
WORDS = (
    "home",
    "HOME",
    "nowhere",
    "0",
    "1",
    "2",
    "-1",
    "last",
    "%2e%2e",
    "key",
    "..",
    "cluemaster",
)


def two_tables(deck: Deck) -> tuple[Side, Side]:
    """Two tables with cameras, cluemasters' seats, and keys that differ where no cover lies."""
    sides = []
    for name in ("one", "other"):
        hall = Hall(
            Store("sqlite://"),
            random.Random(7),
            deck=deck,
            clock=lambda: 100.0,
            wall_clock=lambda: NOW_S,
        )
        app = create_app(hall, read_key=lambda _photo: "no panel")
        side = Side(app, hall.table(), on_a_phone(app), at_the_machine(app))
        with_a_seat(app, side.table, Standing.CLUEMASTER)
        side.table.live = SimpleNamespace(  # type: ignore[assignment]
            picture=lambda name=name: f"the cards of {name}".encode(),
            cards_picture=lambda name=name: f"the cards of {name}".encode(),
            is_paused=False,
        )
        sides.append(side)
    return sides[0], sides[1]


def addresses_of(app: Flask, rng: random.Random) -> str:
    """An address of any route, its gaps filled by guessing."""
    if rng.random() < 0.3:
        return rng.choice(PAGES)
    rule = rng.choice(sorted(app.url_map.iter_rules(), key=str))
    parts = re.sub(r"<[^>]*code>", "home" if rng.random() < 0.8 else "nowhere", str(rule))
    address = re.sub(r"<[^>]*>", lambda _gap: rng.choice(WORDS), parts)
    return address + rng.choice(("", "", "", "?key=1", "?seat=cluemaster", "/", "?lang=de", "%00"))


def a_request(app: Flask, rng: random.Random, revision: int) -> dict[str, Any]:
    """One request as a hostile guesser makes it up."""
    headers = {
        **rng.choice(HEADERS),
        "Host": rng.choice(HOSTS if rng.random() < 0.3 else HOSTS[:1]),
    }
    if rng.random() < 0.5:
        headers["Origin"] = rng.choice(ORIGINS)
    if rng.random() < 0.3:
        headers["Last-Event-ID"] = str(rng.randrange(-1, revision + 2))
    if rng.random() < 0.5:
        seat = rng.choice(("cluemaster", "host", "camera"))
        guess = rng.choice((f"{rng.getrandbits(128):032x}", "1", "", "0" * 32, "é", "home"))
        headers["Cookie"] = f"{seat}_home={guess}"
    told: dict[str, Any] = {"headers": headers}
    if rng.random() < 0.7:
        told["json"] = {
            "revision": rng.choice((revision, revision - 1, 0, -1, "x", None)),
            **rng.choice(GUESSES_AT_SECRETS),
            **rng.choice(({}, {"id": "wrong_cover-00-orange", "answer": "dismiss"}, {"word": "a"})),
            **rng.choice(({}, {"standing": "cluemaster"}, {"wish": "ask"}, {"paused": True})),
        }
    elif rng.random() < 0.5:
        told["data"] = bytes(rng.randrange(256) for _ in range(rng.randrange(40)))
        told["content_type"] = rng.choice(("application/json", "image/jpeg", "text/plain", ""))
    return {"method": rng.choice(METHODS), "path": addresses_of(app, rng), **told}


def ask(side: Side, request: dict[str, Any]) -> tuple[int, bytes]:
    answer = side.guesser.open(**request)
    del answer.headers["Date"]
    if answer.mimetype == "text/event-stream" and request["method"] == "GET":
        events = answer.iter_encoded()
        body = b"".join(next(events) for _ in range(2)) if answer.status_code == 200 else b""
        answer.close()
    else:
        body = answer.data
    return answer.status_code, f"{answer.headers}\n".encode() + body


def attack(
    sides: tuple[Side, Side], count: int, caplog: pytest.LogCaptureFixture
) -> tuple[list[str], Counter[int]]:
    """Ask the same of both tables, again and again.

    Returns:
        What told them apart or told a key, and how often there was which status.
    """
    rng = random.Random(SEED)
    lay_out(*sides, rng)
    revision = sides[0].table.referee.revision
    keys = [format_code(side.table.referee.state.key).encode() for side in sides]  # type: ignore[arg-type]
    assert keys[0] != keys[1]
    leaks: list[str] = []
    statuses: Counter[int] = Counter()
    with caplog.at_level(logging.DEBUG):
        for number in range(count):
            # First the plain question at every door, then whatever a mean mind makes up.
            request: dict[str, Any] = {"method": "GET", "path": PAGES[min(number, len(PAGES) - 1)]}
            if number >= len(PAGES):
                request = a_request(sides[0].app, rng, revision)
            told = []
            for side in sides:
                caplog.clear()
                status, answer = ask(side, request)
                log = "\n".join(record.getMessage() for record in caplog.records)
                told.append((status, answer, log))
            statuses[told[0][0]] += 1
            heard = b"".join(answer + log.encode() for _, answer, log in told)
            if told[0] != told[1] or any(key in heard for key in keys):
                leaks.append(f"{request['method']} {request['path']}")
    return leaks, statuses


@pytest.mark.parametrize(
    "count",
    [
        pytest.param(QUICK_REQUESTS, id="quick"),
        pytest.param(ALL_REQUESTS, id="all", marks=pytest.mark.slow),
    ],
)
def test_hostile_guesser_learns_nothing(
    deck: Deck, caplog: pytest.LogCaptureFixture, count: int
) -> None:
    sides = two_tables(deck)
    leaks, statuses = attack(sides, count, caplog)
    print(f"\n{count} requests of a hostile guesser, answered {dict(sorted(statuses.items()))}")

    assert leaks == []
    assert 500 not in statuses
    # Nothing was moved, and no seat was opened.
    one, other = (replace(side.table.referee.state, key=None, log=()) for side in sides)
    assert one == other
    assert all(len(side.table.seats.seats()) == 1 for side in sides)


def test_planted_leak_of_the_camera_is_found(
    deck: Deck, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.web.api.is_host", lambda _table: True)
    leaks, _statuses = attack(two_tables(deck), QUICK_REQUESTS, caplog)

    assert any("camera.jpg" in leak for leak in leaks)


def test_codes_of_a_seat_are_not_to_be_guessed(deck: Deck) -> None:
    side = two_tables(deck)[0]
    right = side.table.seats.current_code(Standing.CLUEMASTER).text
    rng = random.Random(SEED)
    checked = 0
    for number in range(WRONG_CODES):
        phone = on_a_phone(side.app)
        phone.environ_base["REMOTE_ADDR"] = f"192.168.{number % 50}.{rng.randrange(1, 255)}"
        answer = phone.post(f"{API}/seats", json={"code": secrets.token_hex(3)})
        checked += answer.status_code != 429
    late = on_a_phone(side.app).post(f"{API}/seats", json={"code": right})

    assert checked == TRIES_IN_ALL
    # Once too many have been wrong, not even the right one opens until the minute is over.
    assert late.status_code == 429
    assert int(late.headers["Retry-After"]) > 0
    assert len(side.table.seats.seats()) == 1


@pytest.mark.parametrize("length", [0, 16, 31, 32, 33, 4_000])
def test_secrets_of_a_seat_are_not_to_be_guessed(deck: Deck, length: int) -> None:
    side = two_tables(deck)[0]
    (seat,) = side.table.seats.seats()
    guesses = [seat.seat_id, seat.secret_hash, "0" * length, "f" * length, "%s" * (length // 2)]
    for guess in guesses:
        cookie = {"Cookie": f"cluemaster_home={guess}"}
        assert side.guesser.get(f"{API}/key", headers=cookie).status_code == 403
