"""The people around a table, as browsers: at the machine, on a phone, with a seat."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import gevent
from flask import Flask
from flask.testing import FlaskClient
from gevent.event import Event

from companion.table.hall import Table
from companion.table.seats import Standing
from companion.web.serve import listen

PHONES_REACH = "http://192.168.0.7:8080"
NOW_S = 1_800_000_000.0
API = "/api/v1/tables/home"


def at_the_machine(app: Flask) -> FlaskClient:
    """The browser on the machine itself: the host."""
    return app.test_client()


def on_a_phone(app: Flask) -> FlaskClient:
    """A browser elsewhere in the network, without a seat."""
    client = app.test_client()
    client.environ_base["REMOTE_ADDR"] = "192.168.0.33"
    client.environ_base["HTTP_HOST"] = "192.168.0.7:8080"
    return client


def with_a_seat(app: Flask, table: Table, standing: Standing) -> FlaskClient:
    """A phone that has taken a seat."""
    client = on_a_phone(app)
    code = table.seats.current_code(standing).text
    answer = client.post(f"/api/v1/tables/{table.code}/seats", json={"code": code})
    assert answer.status_code == 200
    return client


def move(client: FlaskClient, action: str, **fields: Any) -> Any:
    """Post a move on the newest revision."""
    revision = client.get("/api/v1/tables/home").json["revision"]
    document = {"revision": revision, "action": action, **fields}
    return client.post("/api/v1/tables/home/moves", json=document)


def cells_of(key: dict[str, Any], letter: str) -> list[dict[str, int]]:
    """The cells of a letter in a key's grid."""
    return [
        {"row": row, "col": col}
        for row, line in enumerate(key["grid"])
        for col, found in enumerate(line)
        if found == letter
    ]


@contextmanager
def serving(app: Flask, port: int = 0) -> Iterator[str]:
    """Serve an app on loopback from a thread of its own, as the program does; gives the address."""
    ready, addresses, stop = threading.Event(), [], []

    def run() -> None:
        hub = gevent.get_hub()
        is_over = Event()
        watcher = hub.loop.async_()
        watcher.start(is_over.set)
        server = listen(app, "127.0.0.1", port)
        addresses.append(f"http://127.0.0.1:{server.server_port}")
        stop.append(watcher.send)
        ready.set()
        is_over.wait()
        server.stop(timeout=0)
        watcher.close()
        hub.destroy(destroy_loop=True)

    thread = threading.Thread(target=run)
    thread.start()
    assert ready.wait(5)
    try:
        yield addresses[0]
    finally:
        stop[0]()
        thread.join(5)
