from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from companion.deck.cards import Deck
from companion.game.actions import NewGame
from companion.game.key_card import KeyCard
from companion.game.rules import start_game
from companion.game.state import KeySource
from companion.store.store import Store
from companion.table.channel import Channel
from companion.table.live import Live
from companion.table.referee import Referee
from companion.table.seats import Standing
from companion.terms import Team
from tests.table.fake_eyes import FakeEyes, Script
from tests.table.watching import CARDS, DECK, KEY, Table, Watcher


@pytest.fixture
def key() -> KeyCard:
    return KEY


@pytest.fixture
def deck() -> Deck:
    return DECK


@pytest.fixture
def table() -> Table:
    return Table()


@pytest.fixture
def store() -> Iterator[Store]:
    with Store("sqlite://") as store:
        yield store


@pytest.fixture
def referee(store: Store) -> Referee:
    return Referee("home", store, Channel(), Random(7), deck=DECK, clock=lambda: 1000.0)


@pytest.fixture
def playing(referee: Referee, table: Table) -> Referee:
    """A referee in a game with a known key, the table seen bare."""
    referee.submit(NewGame(key=KEY, cards=CARDS), by=Standing.CLUEMASTER)
    referee.see(table.board())
    return referee


@pytest.fixture
def watcher(table: Table) -> Watcher:
    """Orange starts, the key is known, the table was seen bare."""
    watcher = Watcher(start_game(NewGame(key=KEY, cards=CARDS)), table)
    watcher.look()
    return watcher


@pytest.fixture
def on_paper(table: Table) -> Watcher:
    game = NewGame(key_source=KeySource.PAPER, starting_team=Team.ORANGE, cards=CARDS)
    watcher = Watcher(start_game(game), table)
    watcher.look()
    return watcher


@pytest.fixture
def fake(table: Table) -> FakeEyes:
    return FakeEyes(table)


@pytest.fixture
def live(referee: Referee, fake: FakeEyes) -> Live:
    return Live(referee, lambda: Script(), fake.eyes)
