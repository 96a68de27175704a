"""A whole evening in a real browser: host, two cluemasters' phones, the table screen."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from companion.deck.cards import Deck
from companion.game.actions import Guess
from companion.game.state import GameState
from companion.store.store import Store
from companion.table.hall import Hall, Table
from companion.table.seats import Standing
from companion.terms import ALL_CELLS, Cell, CoverCard, Role, Team
from companion.vision.reading import CellState, SettledBoard, SettledCell
from companion.web.app import create_app
from tests.web import people
from tests.web.test_browser import PHONE, TELEVISION, browser, playwright

__all__ = ["browser"]

LAPTOP = {"width": 1366, "height": 768}
expect = playwright.expect


class House:
    """The program, which can be closed and opened again on the same port and data."""

    def __init__(self, folder: Path, deck: Deck) -> None:
        self.folder, self.deck = folder, deck
        self.port = 0
        self.open()

    def open(self) -> None:
        self.stack = ExitStack()
        store = self.stack.enter_context(Store(self.folder))
        self.hall = Hall(store, random.Random(5), deck=self.deck)
        self.stack.callback(self.hall.close)
        app = create_app(self.hall)
        self.address = self.stack.enter_context(people.serving(app, port=self.port))
        self.port = int(self.address.rpartition(":")[2])

    def close(self) -> None:
        self.stack.close()

    @property
    def table(self) -> Table:
        return self.hall.table()

    @property
    def state(self) -> GameState:
        return self.table.referee.state


@pytest.fixture
def house(tmp_path: Path, deck: Deck) -> Iterator[House]:
    house = House(tmp_path, deck)
    yield house
    house.close()


def cells(state: GameState, role: Role) -> list[Cell]:
    assert state.key is not None
    return [
        cell
        for cell in ALL_CELLS
        if state.key.role_at(cell) is role and state.cover_at(cell) is None
    ]


def lying(state: GameState, extra: dict[Cell, CoverCard], at_s: float) -> SettledBoard:
    """The table as the camera sees it: the covers that count, and some more."""
    covers = {cell: state.cover_at(cell) for cell in ALL_CELLS} | extra
    return SettledBoard(
        tuple(
            SettledCell(
                cell,
                CellState.CARD if covers[cell] is None else CellState.COVERED,
                None if (card := state.cards[cell.position]) is None else card.id,
                None if card is None else card.face,
                covers[cell],
                at_s,
            )
            for cell in ALL_CELLS
        ),
        frozenset(),
        at_s,
    )


class Evening:
    """Everybody's pages."""

    def __init__(self, browser: Any, house: House) -> None:
        self.house = house
        self.complaints: list[str] = []
        self.contexts: list[Any] = []
        self.browser = browser
        self.host = self.page(LAPTOP, "host")
        self.screen = self.page(TELEVISION, "")
        self.phones = {team: self.seat(team) for team in Team}

    def page(self, size: dict[str, int], name: str) -> Any:
        context = self.browser.new_context(viewport=size, locale="en-GB")
        self.contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(8_000)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.goto(f"{self.house.address}/t/home/{name}")
        return page

    def seat(self, team: Team) -> Any:
        self.host.bring_to_front()
        with self.host.expect_response("**/host/codes") as answer:
            self.host.click("#make-code")
        phone = self.page(PHONE, f"cluemaster#{answer.value.json()['code']}")
        phone.click("#claim button")
        phone.wait_for_selector("#board li")
        phone.click("details.more summary")
        phone.locator("#my-team-tiles label", has_text=team.value.capitalize()).click()
        expect(phone.locator("body")).to_have_attribute("data-team", team.value)
        phone.click("details.more summary")
        return phone

    def new_game(self, mode: str = "Two teams") -> None:
        number = len(self.house.table.book.games())
        self.host.locator("#new-game label", has_text=mode).first.click()
        self.host.locator("#new-game label", has_text="Dealt by chance now").click()
        self.host.click("#new-game button.main")
        sheet = self.host.locator("#sheet[open] button.main")
        if self.house.state.moves and self.house.state.outcome is None:
            sheet.click()
        for _ in range(80):
            if len(self.house.table.book.games()) > number:
                break
            self.host.wait_for_timeout(50)
        self.everybody_is_right()

    def clue(self, word: str, number: int) -> None:
        assert self.house.state.turn is not None
        phone = self.phones[self.house.state.turn]
        phone.fill("#clue-word", word)
        phone.locator("#numbers label", has_text=re.compile(f"^{number}$")).click()
        phone.click("#clue-form button.main")
        expect(self.screen.locator(".clue-word")).to_have_text(word)

    def touch(self, cell: Cell, by: Team) -> None:
        phone = self.phones[by]
        phone.click(f'[data-cell="{cell.row}-{cell.col}"]')
        phone.click("#sheet[open] button.main")
        expect(self.screen.locator(f'[data-cell="{cell.row}-{cell.col}"]')).to_have_class(
            re.compile("covered")
        )

    def everybody_is_right(self) -> None:
        """Every page shows the table as it is."""
        state = self.house.state
        covered = sum(cover is not None for cover in state.covers)
        left = {team: state.remaining(team) for team in Team}
        for page in (self.screen, *self.phones.values()):
            expect(page.locator("#board .covered")).to_have_count(covered)
            for team, count in left.items():
                row = page.locator(f".remaining.is-{team.value} .count").first
                expect(row).to_have_text(str(count))
            assert page.locator("#stale").is_hidden()
        expect(self.host.locator(".turn").first).to_be_visible()
        if state.outcome is None:
            # What a card is stands on no page while nobody looks.
            for page in (self.screen, self.host, *self.phones.values()):
                assert page.locator(".keyed").count() == 0


def test_an_evening(browser: Any, house: House) -> None:
    evening = Evening(browser, house)
    expect(evening.screen.locator(".key-open-line b")).to_have_text("Key open on 2 phones:")

    # The first game: two teams, one move taken back with the other team's consent.
    evening.new_game()
    first = house.state.turn
    assert first is not None
    evening.clue("winter", 2)
    own = cells(house.state, Role.of_team(first))
    evening.touch(own[0], by=first)
    evening.everybody_is_right()
    asking, asked = evening.phones[first], evening.phones[first.rival]
    asking.click("details.more summary")
    asking.click("#undo")
    asking.click("#sheet[open] button.main")
    asked.locator("#asks button", has_text="We agree").click()
    expect(evening.screen.locator(".taken-back")).to_contain_text("the other team agreed")
    evening.everybody_is_right()
    asking.click("details.more summary")

    # A cover of the wrong colour: cluemasters are asked, nobody else sees anything of it.
    wrong = cells(house.state, Role.of_team(first))[1]
    rivals = CoverCard(first.rival.value)
    house.table.referee.see(lying(house.state, {}, 1.0))
    house.table.referee.see(lying(house.state, {wrong: rivals}, 2.0))
    phone = evening.phones[first]
    expect(phone.locator("#asks .ask")).to_have_count(1)
    assert evening.screen.locator(".ask").count() == 0
    assert evening.host.locator(".ask").count() == 0
    phone.locator("#asks button", has_text="It was touched").click()
    expect(phone.locator("#asks .ask button", has_text="It was touched")).to_have_count(0)
    evening.everybody_is_right()

    # The phones fall asleep, the game goes on, and they wake.
    sleeper = evening.phones[first.rival]
    sleeper.context.set_offline(True)
    expect(sleeper.locator("#stale")).to_be_visible()
    right = cells(house.state, Role.of_team(first))[0]
    house.table.referee.submit(Guess(right), by=Standing.CLUEMASTER)
    sleeper.context.set_offline(False)
    expect(sleeper.locator("#stale")).to_be_hidden(timeout=5_000)
    evening.everybody_is_right()

    # The computer is closed in the middle of the game and opened again: seats and score are there.
    before = house.state
    house.close()
    for page in (evening.screen, phone):
        expect(page.locator("#stale")).to_be_visible()
    house.open()
    for page in (evening.screen, *evening.phones.values()):
        expect(page.locator("#stale")).to_be_hidden(timeout=10_000)
    assert house.state == before
    expect(evening.host.locator("#resumed")).to_be_visible(timeout=10_000)
    evening.everybody_is_right()

    # Its end: the key for all, the score of the evening, and the next game in one tap.
    turn = house.state.turn
    assert turn is not None
    evening.touch(cells(house.state, Role.GAME_OVER)[0], by=turn)
    winner = turn.rival.value
    expect(evening.screen.locator(".turn b")).to_have_text(f"{winner.capitalize()} wins")
    expect(evening.screen.locator("#board .keyed").first).to_be_visible()
    expect(evening.screen.locator("#evening-score")).to_contain_text("1 game")
    evening.screen.click("#again")
    expect(evening.screen.locator("#board .covered")).to_have_count(0)

    # The second game: two players against the simulated rival.
    evening.new_game("Two, or one group")
    own_team = house.state.own_team
    assert own_team is not None
    assert house.state.turn is own_team
    phone = evening.phones[own_team]
    phone.fill("#clue-word", "music")
    phone.click("#clue-form button.main")
    expect(evening.screen.locator(".clue-word")).to_have_text("music")
    evening.touch(cells(house.state, Role.NEUTRAL)[0], by=own_team)
    assert house.state.is_rivals_turn
    evening.touch(cells(house.state, Role.of_team(own_team.rival))[0], by=own_team)
    evening.everybody_is_right()
    evening.touch(cells(house.state, Role.GAME_OVER)[0], by=own_team)
    expect(evening.screen.locator(".turn b")).to_have_text("The rival wins")

    # What is remembered.
    games = evening.page(LAPTOP, "games")
    expect(games.locator("#games li")).to_have_count(3)
    expect(games.locator("#chart-section")).to_be_visible()
    games.locator("#games a", has_text="See it again").last.click()
    games.click("#last")
    expect(games.locator(".turn b")).to_have_text(f"{winner.capitalize()} wins")
    assert evening.complaints == []
    for context in evening.contexts:
        context.close()
