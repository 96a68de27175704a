"""Whatever becomes of disk and clock: nothing accepted is lost, and every page says a word."""

from __future__ import annotations

import random
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from companion.deck.cards import Deck
from companion.game.actions import NewGame
from companion.store.store import FILE_NAME, Store
from companion.table.hall import Hall
from companion.table.live import NOT_KEPT, Live
from companion.table.seats import Standing
from companion.terms import CoverCard, Role
from companion.web.app import create_app
from tests.table.fake_eyes import FakeEyes, Script, a_frame
from tests.table.watching import CARDS, KEY
from tests.table.watching import Table as LaidTable
from tests.web.people import NOW_S, serving
from tests.web.test_browser import PHONE, begin, browser, playwright, take_seat

__all__ = ["browser"]

ROOT = Path(__file__).resolve().parents[2]
KILLS = 3
CLOCK_SET_BACK_S = 3 * 3600.0

expect = playwright.expect


class House:
    """A table whose disk and clock are at the test's mercy."""

    def __init__(self, folder: Path, deck: Deck) -> None:
        self.folder = folder
        self.now_s = NOW_S
        self.store = Store(folder, wait_for_lock_s=0.2)
        self.hall = Hall(self.store, random.Random(7), deck=deck, wall_clock=lambda: self.now_s)
        self.app = create_app(self.hall)
        self.table = self.hall.table()

    def close(self) -> None:
        self.hall.close()
        self.store.close()

    @contextmanager
    def full_disk(self) -> Iterator[None]:
        def fill(connection: sqlite3.Connection, *_more: object) -> None:
            (pages,) = connection.execute("PRAGMA page_count").fetchone()
            connection.execute(f"PRAGMA max_page_count = {pages}")
            connection.execute("PRAGMA cache_spill = OFF")

        def empty(connection: sqlite3.Connection, *_more: object) -> None:
            connection.execute("PRAGMA max_page_count = 1000000")

        # What is left of the last page is filled first, as other programs would.
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr("companion.store.store._as_text", lambda _document: "x" * 100_000)
            event.listen(self.store._engine, "checkout", fill)
            yield
            event.remove(self.store._engine, "checkout", fill)
        event.listen(self.store._engine, "checkout", empty)

    @contextmanager
    def locked_file(self) -> Iterator[None]:
        with closing(sqlite3.connect(self.folder / FILE_NAME)) as other:
            other.execute("BEGIN IMMEDIATE")
            yield
            other.rollback()


@pytest.fixture
def house(tmp_path: Path, deck: Deck) -> Iterator[House]:
    house = House(tmp_path / "evening", deck)
    yield house
    house.close()


FAULTS = [
    pytest.param(House.full_disk, "the disk is full", id="disk-full"),
    pytest.param(House.locked_file, "another program holds it", id="locked"),
]


@pytest.mark.parametrize(("fault", "word"), FAULTS)
def test_pages_say_why_a_move_is_not_kept(
    browser: Any, house: House, fault: Callable[[House], Any], word: str
) -> None:
    begin(house.table)
    with serving(house.app) as address:
        contexts = [browser.new_context(viewport=PHONE) for _ in range(2)]
        phone, host = (context.new_page() for context in contexts)
        take_seat(phone, address, house.table)
        host.goto(f"{address}/t/home/host")
        host.wait_for_selector("#new-game button.main")
        before = house.table.referee.state
        with fault(house):
            phone.fill("#clue-word", "winter")
            phone.click("#clue-form button.main")
            expect(phone.locator("#notice")).to_contain_text(word)
            host.locator("#new-game label", has_text="Dealt by chance now").click()
            host.click("#new-game button.main")
            expect(host.locator("#notice")).to_contain_text(word)
        assert house.table.referee.state == before

        # The word of the refused clue still stands there: one tap, when the fault is gone.
        phone.click("#clue-form button.main")
        expect(phone.locator(".clue-word").first).to_have_text("winter")
        for context in contexts:
            context.close()
    assert house.store.action_count("home") == house.table.referee.revision


@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(House.full_disk, id="disk-full"),
        pytest.param(House.locked_file, id="locked", marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("name", ["", "cluemaster", "host"])
def test_every_page_says_that_the_camera_cannot_be_believed(
    browser: Any, house: House, name: str, fault: Callable[[House], Any]
) -> None:
    referee = house.table.referee
    referee.submit(NewGame(key=KEY, cards=CARDS), by=Standing.CLUEMASTER)
    lying = LaidTable()
    live = Live(referee, lambda: Script(), FakeEyes(lying).eyes)
    live.step(a_frame())
    cell = KEY.cells_of(Role.ORANGE)[0]
    lying.lay((cell, Role.ORANGE))
    with serving(house.app) as address:
        context = browser.new_context(viewport={"width": 1366, "height": 768})
        page = context.new_page()
        if name == "cluemaster":
            take_seat(page, address, house.table)
        else:
            page.goto(f"{address}/t/home/{name}")
        with fault(house):
            live.step(a_frame(1))
            expect(page.get_by_text(NOT_KEPT[1:40]).first).to_be_visible()
            assert referee.state.cover_at(cell) is None
        live.step(a_frame(2))
        assert referee.state.cover_at(cell) is CoverCard.ORANGE
        expect(page.get_by_text(NOT_KEPT[1:40])).to_have_count(0)
        context.close()


def test_clock_that_is_set_back_loses_nothing(house: House, deck: Deck) -> None:
    begin(house.table)
    host = house.app.test_client()
    first = house.table.referee.state
    house.now_s -= CLOCK_SET_BACK_S
    begin(house.table)
    second = house.table.referee.state
    seat = house.table.seats.claim(
        house.table.seats.current_code(Standing.CLUEMASTER).text, "a phone"
    )

    # Another start, with the clock still wrong: the newest game is the one that was begun last.
    with Store(house.folder) as store:
        again = Hall(store, random.Random(8), deck=deck, wall_clock=lambda: house.now_s)
        assert again.table().referee.state == second != first
        assert again.table().seats.seat_of(seat.secret) is not None
        told = create_app(again).test_client().get("/t/home/games")
        assert told.status_code == 200
    assert host.get("/api/v1/tables/home/games").status_code == 200
    assert house.store.action_count("home") == house.table.referee.revision


def start_the_program(folder: Path, port: int) -> tuple[subprocess.Popen[str], str]:
    """Start `companion play` as people do; gives it and where its pages are."""
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "companion", "play", "--camera", "none", "--no-browser"),
            *("--host", "127.0.0.1", "--port", str(port), "--data", str(folder)),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=ROOT,
    )
    assert process.stdout is not None
    for line in process.stdout:
        found = re.search(r"http://127\.0\.0\.1:\d+", line)
        if found is not None:
            return process, found[0]
    raise AssertionError("the program did not say where its pages are")


@pytest.mark.slow
def test_killed_program_comes_back_on_every_page(browser: Any, tmp_path: Path) -> None:
    process, address = start_the_program(tmp_path, 0)
    contexts = [browser.new_context(viewport=PHONE) for _ in range(3)]
    screen, host, phone = (context.new_page() for context in contexts)
    try:
        api = f"{address}/api/v1/tables/home"
        code = host.request.post(f"{api}/host/codes", data={"standing": "cluemaster"}).json()
        phone.goto(f"{address}/t/home/cluemaster#{code['code']}")
        phone.click("#claim button")
        host.request.post(f"{api}/moves", data={"revision": 0, "action": "new_game"})
        screen.goto(f"{address}/t/home/")
        host.goto(f"{address}/t/home/host")
        phone.wait_for_selector("#board li")
        phone.fill("#clue-word", "winter")
        phone.locator("#numbers label", has_text=re.compile("^4$")).click()
        phone.click("#clue-form button.main")
        expect(screen.locator(".clue-word")).to_have_text("winter")
        letter = screen.request.get(api).json()["turn"][0].upper()
        grid = phone.request.get(f"{api}/key").json()["grid"]
        own = [(row, col) for row in range(5) for col in range(5) if grid[row][col] == letter]
        for number in range(KILLS):
            row, col = own[number]
            phone.click(f'[data-cell="{row}-{col}"]')
            phone.click("#sheet[open] button.main")
            expect(screen.locator("#board .covered")).to_have_count(number + 1)
            before = screen.request.get(api).json()

            process.send_signal(signal.SIGKILL)
            process.communicate()
            for page in (screen, host, phone):
                expect(page.locator("#stale")).to_be_visible()
            process, again = start_the_program(tmp_path, int(address.rpartition(":")[2]))
            assert again == address
            for page in (screen, host, phone):
                expect(page.locator("#stale")).to_be_hidden(timeout=10_000)
            expect(host.locator("#resumed")).to_be_visible()
            after = screen.request.get(api).json()
            for name in ("revision", "cells", "turn", "clue", "remaining", "outcome"):
                assert after[name] == before[name]
            expect(screen.locator("#board .covered")).to_have_count(number + 1)
    finally:
        process.kill()
        process.communicate()
        for context in contexts:
            context.close()
