"""The pages in a real browser. Skipped where there is none."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask

from companion.game.actions import EndTurn, GiveClue, Guess, NewGame
from companion.table.hall import Table
from companion.table.seats import Standing
from companion.table.status import CameraState, CameraStatus
from companion.terms import Cell, Role
from tests.web.people import API, serving

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE = {"width": 390, "height": 844}
TELEVISION = {"width": 1920, "height": 1080}
SOON_MS = 5_000


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed")
    with playwright.sync_playwright() as started:
        launched = started.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield launched
        launched.close()


@pytest.fixture
def address(app: Flask) -> Iterator[str]:
    with serving(app) as served:
        yield served


@contextmanager
def a_page(browser: Any, size: dict[str, int], **more: Any) -> Iterator[Any]:
    """A page that complains about nothing and asks nobody else."""
    complaints: list[str] = []
    context = browser.new_context(viewport=size, **more)
    page = context.new_page()
    page.set_default_timeout(SOON_MS)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda line: line.type == "error" and complaints.append(line.text))
    page.on(
        "request",
        lambda asked: (
            asked.url.startswith(("http://127.0.0.1", "blob:"))
            or complaints.append(f"asked elsewhere: {asked.url}")
        ),
    )
    yield page
    context.close()
    assert complaints == []


def take_seat(page: Any, address: str, table: Table) -> None:
    code = table.seats.current_code(Standing.CLUEMASTER).text
    page.goto(f"{address}/t/home/cluemaster#{code}")
    playwright.expect(page.locator("#code")).to_have_value(code)
    assert page.url.endswith("/t/home/cluemaster")
    page.click("#claim button")
    page.wait_for_selector("#board .card")


def begin(table: Table) -> None:
    table.referee.submit(NewGame(), by=Standing.HOST)
    table.referee.set_camera(CameraStatus(CameraState.LIVE, None, is_simulated=True))


@pytest.mark.parametrize("page_name", ["", "cluemaster", "host", "camera", "games"])
def test_page_opens_without_complaint(
    browser: Any, address: str, table: Table, page_name: str
) -> None:
    begin(table)
    with a_page(browser, PHONE) as page:
        page.goto(f"{address}/t/home/{page_name}")
        page.wait_for_selector("h1", state="attached")

        assert page.locator("#simulated").is_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        size = page.evaluate("parseFloat(getComputedStyle(document.body).fontSize)")
        assert size >= 18


def test_table_screen_follows_the_table(browser: Any, address: str, table: Table) -> None:
    begin(table)
    with a_page(browser, TELEVISION) as page:
        page.goto(f"{address}/t/home/")
        page.wait_for_selector("#board .card")
        assert page.locator("#board .covered").count() == 0

        table.referee.submit(GiveClue("snow", 2), by=Standing.CLUEMASTER)
        playwright.expect(page.locator(".clue-word")).to_have_text("snow")
        table.referee.submit(Guess(Cell(0, 0)), by=Standing.CLUEMASTER)
        page.wait_for_selector("#board .covered")


def test_words_on_the_table_screen_are_an_eighteenth_of_its_height(
    browser: Any, address: str, table: Table
) -> None:
    begin(table)
    with a_page(browser, TELEVISION) as page:
        page.goto(f"{address}/t/home/")
        page.wait_for_selector("#board .word")
        page.evaluate("document.fonts.ready")
        heights = page.evaluate(
            """[...document.querySelectorAll('#board .word')].map((word) =>
               parseFloat(getComputedStyle(word).fontSize)
               * new DOMMatrix(getComputedStyle(word).transform).d)"""
        )
        overflow = page.evaluate(
            """[...document.querySelectorAll('#board .word')].filter((word) =>
               word.getBoundingClientRect().width
               > word.closest('.card').getBoundingClientRect().width).length"""
        )

    assert min(heights) >= TELEVISION["height"] / 18
    assert overflow == 0


def test_key_is_seen_while_the_bar_is_held(browser: Any, address: str, table: Table) -> None:
    begin(table)
    with a_page(browser, PHONE) as page:
        take_seat(page, address, table)
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        assert page.locator(".keyed").count() == 0

        box = page.locator("#look").bounding_box()
        page.mouse.move(box["x"] + 40, box["y"] + 20)
        page.mouse.down()
        page.wait_for_selector(".keyed")
        assert page.locator(".keyed").count() == 25
        page.mouse.up()

        playwright.expect(page.locator(".keyed")).to_have_count(0)
        assert [url for url in asked if url.endswith("/key")] == [f"{address}{API}/key"]


def test_key_is_turned_as_the_cluemaster_sits(browser: Any, address: str, table: Table) -> None:
    begin(table)
    cards = table.referee.state.cards
    with a_page(browser, PHONE) as page:
        take_seat(page, address, table)

        first = page.locator("#board .word").first.text_content()
        page.click(".more summary")
        page.locator('input[name="sit"][value="0"]').check(force=True)
        beside = page.locator("#board .word").first.text_content()

    assert cards[24] is not None
    assert cards[0] is not None
    assert (first, beside) == (cards[24].word, cards[0].word)


def test_key_is_seen_by_keyboard(browser: Any, address: str, table: Table) -> None:
    begin(table)
    with a_page(browser, PHONE) as page:
        take_seat(page, address, table)
        page.focus("#look")

        page.keyboard.down("Space")
        page.wait_for_selector(".keyed")
        page.keyboard.up("Space")

        playwright.expect(page.locator(".keyed")).to_have_count(0)


def test_clue_is_given_from_the_phone(browser: Any, address: str, table: Table) -> None:
    begin(table)
    with a_page(browser, PHONE) as page:
        take_seat(page, address, table)
        page.fill("#clue-word", "snow")
        page.locator('input[name="number"][value="2"]').check(force=True)

        page.click("#clue-form button.main")

        playwright.expect(page.locator(".clue-word")).to_have_text("snow")
    assert table.referee.state.clue is not None


def test_card_is_tapped_when_there_is_no_camera(browser: Any, address: str, table: Table) -> None:
    begin(table)
    with a_page(browser, PHONE) as page:
        take_seat(page, address, table)
        page.locator("#board .card").first.click()
        page.click("#sheet .main")

        playwright.expect(page.locator("#board .covered")).to_have_count(1)
    assert table.referee.state.cover_at(Cell(4, 4)) is not None


def test_lost_line_is_said_and_mended(browser: Any, app: Flask, table: Table) -> None:
    begin(table)
    with serving(app) as address:
        context = browser.new_context(viewport=PHONE)
        page = context.new_page()
        page.goto(f"{address}/t/home/")
        page.wait_for_selector("#board .card")
        context.set_offline(True)
        playwright.expect(page.locator("#stale")).to_be_visible(timeout=SOON_MS)
        table.referee.submit(Guess(Cell(2, 2)), by=Standing.CLUEMASTER)

        context.set_offline(False)

        playwright.expect(page.locator("#board .covered")).to_have_count(1, timeout=SOON_MS)
        playwright.expect(page.locator("#stale")).to_be_hidden()
        context.close()


def test_host_begins_a_game(browser: Any, address: str, table: Table) -> None:
    with a_page(browser, {"width": 1366, "height": 768}) as page:
        page.goto(f"{address}/t/home/host")
        page.click("#make-code")
        page.wait_for_selector("#qr path")
        page.locator('input[name="key"][value="dealt"]').check(force=True)
        page.click("#new-game button.main")

        page.wait_for_selector(".turn.pattern")
    assert table.referee.state.key is not None


def test_seat_that_was_taken_away_leads_back_to_its_door(
    browser: Any, address: str, table: Table
) -> None:
    begin(table)
    context = browser.new_context(viewport=PHONE)
    page = context.new_page()
    take_seat(page, address, table)

    table.seats.take_away(table.seats.seats()[0].seat_id)

    page.wait_for_selector("#claim", timeout=SOON_MS)
    context.close()


def test_move_on_an_old_view_is_said_in_words(browser: Any, address: str, table: Table) -> None:
    begin(table)
    table.referee.submit(GiveClue("snow", 2), by=Standing.CLUEMASTER)
    table.referee.submit(Guess(own_cell(table)), by=Standing.CLUEMASTER)
    context = browser.new_context(viewport=PHONE)
    page = context.new_page()
    take_seat(page, address, table)
    # The news is held up on its way, as on a bad Wi-Fi, and the thumb is faster.
    page.route("**/moves", lambda route: (overtake(table), route.continue_())[1])

    page.click("#end-turn")

    playwright.expect(page.locator("#notice")).to_contain_text("moved on")
    context.close()


def overtake(table: Table) -> None:
    table.referee.submit(EndTurn(), by=Standing.CLUEMASTER)


def own_cell(table: Table) -> Cell:
    state = table.referee.state
    assert state.key is not None
    assert state.turn is not None
    return next(
        Cell(row, col)
        for row in range(5)
        for col in range(5)
        if state.key.role_at(Cell(row, col)).value == state.turn.value
    )


def test_key_of_a_game_that_is_over_does_not_stay_for_the_next(
    browser: Any, address: str, table: Table
) -> None:
    begin(table)
    with a_page(browser, PHONE) as page:
        take_seat(page, address, table)
        state = table.referee.state
        assert state.key is not None
        table.referee.submit(Guess(state.key.cells_of(Role.GAME_OVER)[0]), by=Standing.CLUEMASTER)
        playwright.expect(page.locator(".keyed")).to_have_count(24)

        table.referee.submit(NewGame(), by=Standing.HOST)

        playwright.expect(page.locator(".keyed")).to_have_count(0)
        playwright.expect(page.locator(".covered")).to_have_count(0)


def test_held_key_is_the_new_one_when_the_game_is_new(
    browser: Any, address: str, table: Table
) -> None:
    begin(table)
    with a_page(browser, PHONE) as page:
        take_seat(page, address, table)
        box = page.locator("#look").bounding_box()
        page.mouse.move(box["x"] + 40, box["y"] + 20)
        page.mouse.down()
        page.wait_for_selector(".keyed")

        table.referee.submit(NewGame(), by=Standing.HOST)

        key = table.referee.state.key
        assert key is not None
        (black,) = key.cells_of(Role.GAME_OVER)
        page.wait_for_selector(f'.keyed.is-game_over[data-cell="{black.row}-{black.col}"]')
