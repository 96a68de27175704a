"""A hall in memory, and the people around it: at the machine, on a phone, with a seat."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.deck.cards import Deck, load_deck
from companion.store.store import Store
from companion.table.hall import Hall, Table
from companion.table.seats import Standing
from companion.web.app import create_app
from tests.web.people import NOW_S, PHONES_REACH, at_the_machine, move, on_a_phone, with_a_seat


@pytest.fixture(scope="session")
def deck() -> Deck:
    return load_deck("springfield")


@pytest.fixture
def make_hall(deck: Deck) -> Callable[[], Hall]:
    return lambda: Hall(Store("sqlite://"), random.Random(7), deck=deck, wall_clock=lambda: NOW_S)


@pytest.fixture
def hall(make_hall: Callable[[], Hall]) -> Iterator[Hall]:
    hall = make_hall()
    yield hall
    hall.close()


@pytest.fixture
def table(hall: Hall) -> Table:
    return hall.table()


@pytest.fixture
def app(hall: Hall) -> Flask:
    return create_app(hall, version="1.2.3", reachable_at=lambda: (PHONES_REACH,))


@pytest.fixture
def host(app: Flask) -> FlaskClient:
    return at_the_machine(app)


@pytest.fixture
def guesser(app: Flask) -> FlaskClient:
    return on_a_phone(app)


@pytest.fixture
def cluemaster(app: Flask, table: Table) -> FlaskClient:
    return with_a_seat(app, table, Standing.CLUEMASTER)


@pytest.fixture
def game(host: FlaskClient, cluemaster: FlaskClient) -> dict[str, Any]:
    """A game with a dealt key, begun; gives the key as a cluemaster gets it."""
    assert move(host, "new_game").status_code == 200
    key: dict[str, Any] = cluemaster.get("/api/v1/tables/home/key").json
    return key
