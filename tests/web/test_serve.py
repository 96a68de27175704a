from __future__ import annotations

import socket
import urllib.request

import pytest
from flask import Flask

from companion.errors import UsageError
from companion.web.serve import serve
from tests.web.people import serving


def test_port_in_use_is_one_clear_line(app: Flask) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]

        with pytest.raises(UsageError) as refused:
            serve(app, "127.0.0.1", port)

    assert str(port) in refused.value.message
    assert "--port" in refused.value.message
    assert "\n" not in refused.value.message


@pytest.mark.parametrize("host", ["192.0.2.1", "no such name"])
def test_address_of_another_machine_is_one_clear_line(app: Flask, host: str) -> None:
    with pytest.raises(UsageError, match="--host") as refused:
        serve(app, host, 0)

    assert "\n" not in refused.value.message


def test_port_off_the_scale_is_one_clear_line(app: Flask) -> None:
    with pytest.raises(UsageError, match="65535"):
        serve(app, "127.0.0.1", 99_999)


def test_server_leaves_when_asked(app: Flask) -> None:
    ports: list[int] = []

    serve(app, "127.0.0.1", 0, on_listening=ports.append, stop_after_s=0.01)

    assert len(ports) == 1


def test_pages_are_served(app: Flask) -> None:
    with serving(app) as address, urllib.request.urlopen(f"{address}/healthz") as answer:
        assert answer.status == 200
