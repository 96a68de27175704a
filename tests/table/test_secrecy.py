"""Two keys that agree on what is covered look the same to everybody but cluemasters."""

from __future__ import annotations

import json
from random import Random

import pytest

from companion.deck.cards import load_deck
from companion.game.actions import Guess, NewGame
from companion.game.key_card import KeyCard, deal_key_card
from companion.game.state import KeySource
from companion.store.store import Store
from companion.table.channel import Channel
from companion.table.referee import Referee
from companion.table.seats import Standing
from companion.table.status import CameraState, CameraStatus
from companion.terms import ALL_CELLS, Audience, Cell, CoverCard
from tests.table.watching import CARDS, Table

POSITIONS = 60


class Onlooker:
    """A table as all but cluemasters see it: every view, and every piece of news."""

    def __init__(self, key: KeyCard) -> None:
        self.seen: list[str] = []
        store = Store("sqlite://")
        self.referee = Referee("home", store, Channel(), Random(1), deck=load_deck("springfield"))
        for audience in (Audience.GUESSER, Audience.TABLE_SCREEN):
            self.referee.listen(self.look, audience)
        self.referee.set_camera(CameraStatus(CameraState.LIVE))
        game = NewGame(key_source=KeySource.ENTERED, key=key, cards=CARDS)
        self.referee.submit(game, by=Standing.CLUEMASTER)

    def look(self) -> None:
        views = [self.referee.view_for(a) for a in (Audience.GUESSER, Audience.TABLE_SCREEN)]
        self.seen.append(json.dumps([*views, self.referee.host_view()]))

    def go_through(self, guesses: list[Cell], lies: tuple[Cell, CoverCard] | None) -> list[str]:
        table = Table()
        self.referee.see(table.board())
        for cell in guesses:
            self.referee.submit(Guess(cell), by=Standing.CLUEMASTER)
        if lies is not None:
            self.referee.see(table.lay(lies).board())
        self.look()
        return self.seen


def with_the_rest_shuffled(key: KeyCard, covered: list[Cell], rng: Random) -> KeyCard:
    rest = [cell for cell in ALL_CELLS if cell not in covered]
    roles = [key.role_at(cell) for cell in rest]
    rng.shuffle(roles)
    new = dict(zip(rest, roles, strict=True))
    return KeyCard(tuple(new.get(cell, key.role_at(cell)) for cell in ALL_CELLS), key.starting_team)


def a_position(seed: int) -> tuple[KeyCard, KeyCard, list[Cell], tuple[Cell, CoverCard] | None]:
    rng = Random(seed)
    key = deal_key_card(rng)
    referee = Onlooker(key).referee
    guesses: list[Cell] = []
    for cell in rng.sample(ALL_CELLS, rng.randrange(10)):
        if referee.state.outcome is None:
            referee.submit(Guess(cell), by=Standing.CLUEMASTER)
            guesses.append(cell)
    if referee.state.outcome is not None:
        guesses.pop()  # the end shows everything
    other = with_the_rest_shuffled(key, guesses, rng)
    wrong = [
        (cell, cover)
        for cell in ALL_CELLS
        for cover in CoverCard
        if cell not in guesses and cover.role not in (key.role_at(cell), other.role_at(cell))
    ]
    return key, other, guesses, rng.choice(wrong) if rng.random() < 0.8 else None


@pytest.mark.parametrize("seed", range(POSITIONS))
def test_onlookers_see_and_hear_the_same_for_two_keys(seed: int) -> None:
    key, other, guesses, lies = a_position(seed)

    assert Onlooker(key).go_through(guesses, lies) == Onlooker(other).go_through(guesses, lies)
