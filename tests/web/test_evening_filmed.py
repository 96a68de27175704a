"""A whole evening in a real browser before a camera: three games on the simulated table."""

from __future__ import annotations

import random
import re
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import numpy as np
import pytest

from companion.cli.evening import make_eyes
from companion.cli.faces import printed_faces
from companion.cli.performance import InStep
from companion.deck.cards import Deck
from companion.simulated.faces import FaceShelf
from companion.simulated.screenplay import Clear, Deal, Lay, Lift, Step, Wait
from companion.simulated.source import Pace, SimulatedSource
from companion.table.hall import HOME
from companion.table.live import Live, Look
from companion.terms import ALL_CELLS, Cell, CoverCard, Edition, Role, Team
from companion.vision.frame import Frame
from tests.web.test_browser import browser, playwright
from tests.web.test_evening import LAPTOP, Evening, House, cells

__all__ = ["browser"]

SEED = 3
SEEN_WITHIN_S = 40.0
"""A hand needs two seconds; on a machine that does much else the whole table is slower."""

expect = playwright.expect
pytestmark = pytest.mark.slow


class FilmedTable:
    """The table at home: covers are laid when a test says so, and a camera films it all evening.

    It lies there still when the computer is closed and opened again.
    """

    name = "the simulated table"
    is_simulated = True

    def __init__(self, faces: FaceShelf) -> None:
        self.covers: dict[Cell, CoverCard] = {}
        self._steps: deque[Step] = deque()
        self._source = SimulatedSource(
            faces, self._play(), np.random.default_rng(SEED), pace=Pace(monotonic, sleep)
        )

    def _play(self) -> Iterator[Step]:
        while True:
            yield self._steps.popleft() if self._steps else Wait(0.1)

    def read(self) -> Frame | None:
        return self._source.read()

    def close(self) -> None:
        pass

    def deal(self, deck: Deck, rng: random.Random) -> None:
        cards = rng.sample([card.id for card in deck.cards], len(ALL_CELLS))
        self.covers.clear()
        self._steps += [Clear(), Deal(tuple(("card", card, "word") for card in cards))]

    def lay(self, cell: Cell, cover: CoverCard) -> None:
        self.covers[cell] = cover
        self._steps.append(Lay(cell, ("cover_card", cover.value, "front")))

    def lift(self, cell: Cell) -> None:
        del self.covers[cell]
        self._steps.append(Lift(cell))


class FilmedHouse(House):
    """The program before a camera."""

    def __init__(self, folder: Path, deck: Deck, table: FilmedTable) -> None:
        self.film = table
        self.looked_at = -1
        super().__init__(folder, deck)

    def open(self) -> None:
        super().open()

        def note(look: Look, _accepted: object) -> None:
            self.looked_at = look.frame.number

        eyes = make_eyes(self.deck, Edition.SIMPSONS)
        source = InStep(self.film, lambda: self.looked_at)  # type: ignore[arg-type]
        self.hall.watch(HOME, Live(self.table.referee, lambda: source, eyes, on_look=note))


class FilmedEvening(Evening):
    """Everybody's pages, and the hands at the table."""

    house: FilmedHouse

    def until(self, what: str, is_so: Callable[[], bool]) -> None:
        until_s = monotonic() + SEEN_WITHIN_S
        while not is_so():
            assert monotonic() < until_s, f"not seen: {what}"
            self.screen.wait_for_timeout(50)

    def deal(self, rng: random.Random) -> None:
        """Lay 25 other cards, and see them named."""
        before = {card.id for card in self.house.table.referee.moment.laid if card is not None}
        self.house.film.deal(self.house.deck, rng)

        def are_named() -> bool:
            laid = self.house.table.referee.moment.laid
            names = {card.id for card in laid if card is not None}
            return len(names) == len(ALL_CELLS) and names != before

        self.until("25 cards named", are_named)

    def lay(self, cell: Cell, role: Role | None = None) -> None:
        """Lay the cover that belongs there, or one of another colour, and see it counted."""
        key = self.house.state.key
        assert key is not None
        right = key.role_at(cell)
        self.house.film.lay(cell, CoverCard(role or right))
        if role is None:
            place = self.screen.locator(f'[data-cell="{cell.row}-{cell.col}"]')
            expect(place).to_have_class(re.compile("covered"), timeout=SEEN_WITHIN_S * 1000)
            self.everybody_is_right()

    def end_the_game(self, by: Team) -> None:
        """The game-over card is covered; where either team may have done it, they are asked."""
        place = cells(self.house.state, Role.GAME_OVER)[0]
        self.house.film.lay(place, CoverCard.GAME_OVER)
        self.until(
            "the game-over card",
            lambda: self.house.state.question is not None or self.house.state.outcome is not None,
        )
        if self.house.state.question is not None:
            answer = self.phones[by].locator("#asks button", has_text=by.value.capitalize())
            answer.click()
        winner = by.rival.value.capitalize()
        if self.house.state.own_team is not None:
            winner = "The rival"
        expect(self.screen.locator(".turn b")).to_have_text(f"{winner} wins")
        expect(self.screen.locator("#board .keyed").first).to_be_visible()
        self.everybody_is_right()

    def everybody_is_right(self) -> None:
        super().everybody_is_right()
        state = self.house.state
        counted = {cell: state.cover_at(cell) for cell in ALL_CELLS if state.cover_at(cell)}
        assert counted == self.house.film.covers


@pytest.fixture
def house(tmp_path: Path, deck: Deck) -> Iterator[FilmedHouse]:
    film = FilmedTable(FaceShelf(printed_faces(deck, Edition.SIMPSONS)))
    house = FilmedHouse(tmp_path, deck, film)
    yield house
    house.close()


def asks(phone: Any) -> Any:
    return phone.locator("#asks .ask")


def test_an_evening_before_a_camera(browser: Any, house: FilmedHouse) -> None:
    rng = random.Random(SEED)
    evening = FilmedEvening(browser, house)
    film = house.film

    # The first game: two teams; the covers count by themselves.
    evening.deal(rng)
    evening.new_game()
    first = house.state.turn
    assert first is not None
    assert [card and card.id for card in house.state.cards] == [
        card and card.id for card in house.table.referee.moment.laid
    ]
    evening.clue("winter", 3)
    own = cells(house.state, Role.of_team(first))
    evening.lay(own[0])
    evening.lay(own[1])

    # A phone falls asleep, a cover is laid, and it wakes.
    sleeper = evening.phones[first.rival]
    sleeper.context.set_offline(True)
    expect(sleeper.locator("#stale")).to_be_visible()
    film.lay(own[2], CoverCard(first.value))
    evening.until("third cover", lambda: house.state.cover_at(own[2]) is not None)
    sleeper.context.set_offline(False)
    expect(sleeper.locator("#stale")).to_be_hidden(timeout=5_000)
    evening.everybody_is_right()

    # The computer is closed in the middle of the game and opened again before the same table.
    before = house.state
    house.close()
    for page in (evening.screen, *evening.phones.values()):
        expect(page.locator("#stale")).to_be_visible()
    house.open()
    for page in (evening.screen, *evening.phones.values()):
        expect(page.locator("#stale")).to_be_hidden(timeout=10_000)
    evening.until("the table", lambda: bool(house.table.referee.moment.laid))
    assert house.state == before
    evening.everybody_is_right()

    # The other team's turn ends with their card; then somebody covers the game-over card.
    rivals = cells(house.state, Role.of_team(first.rival))
    evening.lay(rivals[0])
    assert house.state.turn is first.rival
    evening.clue("music", 1)
    evening.lay(rivals[1])
    evening.end_the_game(by=first.rival)

    # The second game: two players against the simulated rival.
    evening.deal(rng)
    evening.new_game("Two, or one group")
    own_team = house.state.own_team
    assert own_team is not None
    phone = evening.phones[own_team]
    phone.fill("#clue-word", "animal")
    phone.click("#clue-form button.main")
    expect(evening.screen.locator(".clue-word")).to_have_text("animal")
    evening.lay(cells(house.state, Role.of_team(own_team))[0])
    evening.lay(cells(house.state, Role.NEUTRAL)[0])
    assert house.state.is_rivals_turn
    evening.lay(cells(house.state, Role.of_team(own_team.rival))[0])
    evening.end_the_game(by=own_team)

    # The third game: a move is taken back, and a cover of the wrong colour is laid.
    evening.deal(rng)
    evening.new_game()
    third = house.state.turn
    assert third is not None
    evening.clue("summer", 2)
    own = cells(house.state, Role.of_team(third))
    evening.lay(own[0])
    take_back(evening, own[0], by=third)
    evening.lay(own[1])

    wrong = own[2]
    evening.lay(wrong, Role.of_team(third.rival))
    phone = evening.phones[third]
    expect(asks(phone)).to_have_count(1, timeout=SEEN_WITHIN_S * 1000)
    assert house.state.cover_at(wrong) is None
    for page in (evening.screen, evening.host):
        assert page.locator(".ask").count() == 0
    phone.locator("#asks button", has_text="It was touched").click()
    expect(phone.locator("#asks .ask button", has_text="It was touched")).to_have_count(0)
    assert house.state.cover_at(wrong) is CoverCard(third.value)
    film.lift(wrong)
    film.lay(wrong, CoverCard(third.value))
    for page in evening.phones.values():
        expect(asks(page)).to_have_count(0, timeout=SEEN_WITHIN_S * 1000)
    evening.everybody_is_right()
    evening.end_the_game(by=third)

    # What is remembered.
    games = evening.page(LAPTOP, "games")
    expect(games.locator("#games li")).to_have_count(3)
    assert evening.complaints == []
    for context in evening.contexts:
        context.close()


def take_back(evening: FilmedEvening, cell: Cell, by: Team) -> None:
    """The cover is taken away, and the move with the other team's consent."""
    asking, asked = evening.phones[by], evening.phones[by.rival]
    evening.house.film.lift(cell)
    expect(asks(asking)).to_have_count(1, timeout=SEEN_WITHIN_S * 1000)
    asking.click("details.more summary")
    asking.click("#undo")
    asking.click("#sheet[open] button.main")
    asked.locator("#asks button", has_text="We agree").click()
    expect(evening.screen.locator(".taken-back")).to_contain_text("the other team agreed")
    asking.click("details.more summary")
    evening.until("the bare card", lambda: evening.house.state.cover_at(cell) is None)
    expect(asks(asking)).to_have_count(0, timeout=SEEN_WITHIN_S * 1000)
    evening.everybody_is_right()
