from __future__ import annotations

import socket
from typing import Any

import pytest

from companion.cli.network import addresses_of_this_machine


def test_addresses_leave_out_what_no_phone_reaches(monkeypatch: pytest.MonkeyPatch) -> None:
    def resolve(*_name: object) -> list[tuple[Any, ...]]:
        addresses = ("127.0.0.1", "169.254.3.4", "192.168.0.7", "192.168.0.7", "fe80::1%eth0")
        return [(None, None, None, "", (address, 0)) for address in addresses]

    monkeypatch.setattr(socket, "socket", _NoSocket)
    monkeypatch.setattr(socket, "getaddrinfo", resolve)

    assert addresses_of_this_machine() == ("192.168.0.7",)


def test_addresses_are_none_without_a_network(monkeypatch: pytest.MonkeyPatch) -> None:
    def resolve(*_name: object) -> list[tuple[Any, ...]]:
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr(socket, "socket", _NoSocket)
    monkeypatch.setattr(socket, "getaddrinfo", resolve)

    assert addresses_of_this_machine() == ()


class _NoSocket:
    def __init__(self, *_kind: object) -> None:
        raise OSError(101, "Network is unreachable")
