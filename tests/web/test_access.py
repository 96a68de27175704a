"""axe-core on every page and state. Skipped where there is no browser."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.game.actions import GiveClue, Guess, NewGame
from companion.game.state import KeySource
from companion.table.consent import Wish, wish_undo
from companion.table.hall import Table
from companion.table.seats import Standing
from companion.table.status import CameraState, CameraStatus
from companion.table.turn_timer import TimerKind, TimerSettings
from companion.terms import ALL_CELLS, Role, Team
from tests.web.test_browser import (
    PHONE,
    TELEVISION,
    a_page,
    address,
    browser,
    take_seat,
)

__all__ = ["address", "browser"]

LAPTOP = {"width": 1366, "height": 768}
AXE = Path(__file__).with_name("axe") / "axe.min.js"
RUN = """async () => (await axe.run(document, {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
})).violations.map((found) => [found.id, found.nodes.map((node) => node.html.slice(0, 160))])"""


def violations(page: Any) -> Any:
    # Under the pages' own policy no script of a test could be added, so the driver evaluates it.
    page.evaluate(AXE.read_text("utf-8"))
    return page.evaluate(RUN)


def begin(table: Table, **more: Any) -> None:
    table.referee.submit(NewGame(**more), by=Standing.HOST)


def play_on(table: Table) -> None:
    """A clue, a right card and a wrong one; the timer runs."""
    table.timer.choose(TimerSettings(TimerKind.SOFT, 120))
    state = table.referee.state
    assert state.key is not None
    assert state.turn is not None
    own = next(c for c in ALL_CELLS if state.key.role_at(c) is Role.of_team(state.turn))
    table.referee.submit(GiveClue("winter", 2), by=Standing.CLUEMASTER)
    table.referee.submit(Guess(own), by=Standing.CLUEMASTER)


def end(table: Table) -> None:
    state = table.referee.state
    assert state.key is not None
    table.referee.submit(Guess(state.key.cells_of(Role.GAME_OVER)[0]), by=Standing.CLUEMASTER)


def nothing_yet(_table: Table) -> None:
    pass


def waiting_for_a_key(table: Table) -> None:
    begin(table, key_source=KeySource.ENTERED)


def in_play(table: Table) -> None:
    begin(table)
    play_on(table)
    table.referee.set_camera(CameraStatus(CameraState.HIDDEN, "the picture is black"))


def over(table: Table) -> None:
    begin(table)
    play_on(table)
    end(table)


STATES: list[Callable[[Table], None]] = [nothing_yet, waiting_for_a_key, in_play, over]
PAGES = ["", "host", "games", "guide", "camera", "camera/send", "cluemaster"]


@pytest.fixture
def scheme(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.parametrize("prepare", STATES, ids=lambda state: state.__name__)
@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_no_page_has_a_violation(
    browser: Any, address: str, table: Table, prepare: Callable[[Table], None], scheme: str
) -> None:
    prepare(table)
    size = PHONE if scheme == "light" else TELEVISION
    with a_page(browser, size, color_scheme=scheme) as page:
        found = {}
        for name in [*PAGES, *(["games/1"] if prepare is over else [])]:
            page.goto(f"{address}/t/home/{name}")
            page.wait_for_timeout(150)
            for details in page.locator("details").all():
                details.evaluate("one => { one.open = true; }")
            found[name] = violations(page)

        assert {name: list_ for name, list_ in found.items() if list_} == {}


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_cluemasters_page_has_no_violation_in_any_state(
    browser: Any, address: str, table: Table, scheme: str
) -> None:
    with a_page(browser, PHONE, color_scheme=scheme) as page:
        take_seat(page, address, table)
        table.seats.choose_team(table.seats.seats()[0].seat_id, Team.ORANGE)
        found = {}
        for prepare in STATES:
            prepare(table)
            page.wait_for_timeout(200)
            for details in page.locator("details:visible").all():
                details.evaluate("one => { one.open = true; }")
            found[prepare.__name__] = violations(page)
            if prepare is in_play:
                page.evaluate("document.querySelector('#stay-open').checked = true")
                page.click("#look")
                page.wait_for_selector(".key-open")
                found["key open"] = violations(page)
                page.click("#look")
                seat = table.seats.seats()[0]
                wish_undo(table.referee, table.seats, seat, Wish.ASK, None)
                page.click("#board .card:not(.covered) >> nth=0")
                page.wait_for_timeout(100)
                found["a question"] = violations(page)
                page.keyboard.press("Escape")

        assert {name: list_ for name, list_ in found.items() if list_} == {}


def test_every_control_is_reached_by_keyboard(browser: Any, address: str, table: Table) -> None:
    in_play(table)
    with a_page(browser, PHONE) as page:
        take_seat(page, address, table)
        page.wait_for_selector("#look:not([disabled])")
        page.evaluate("document.activeElement.blur()")
        wanted = page.locator(
            "button:visible:not([disabled]), input:visible, select:visible, a:visible,"
            " summary:visible"
        ).count()
        reached = set()
        for _ in range(wanted + 5):
            page.keyboard.press("Tab")
            reached.add(
                page.evaluate(
                    "(() => { const e = document.activeElement;"
                    " return e.id || e.dataset.cell || e.outerHTML.slice(0, 90); })()"
                )
            )
        assert {"look", "end-turn", "0-0", "4-4"} <= reached


def test_key_is_held_open_by_keyboard(browser: Any, address: str, table: Table) -> None:
    in_play(table)
    with a_page(browser, PHONE) as page:
        take_seat(page, address, table)
        page.wait_for_selector("#look:not([disabled])")
        page.focus("#look")
        page.keyboard.down("Space")
        page.wait_for_selector(".key-open")
        page.keyboard.up("Space")
        page.wait_for_selector("body:not(.key-open)")

        assert page.locator(".keyed").count() == 0
        assert page.locator("#mine").is_hidden()


@pytest.mark.parametrize("name", ["cluemaster", "", "host", "games", "guide", "camera/send"])
def test_text_of_twice_the_size_fits_a_phone(
    browser: Any, address: str, table: Table, name: str
) -> None:
    in_play(table)
    with a_page(browser, PHONE) as page:
        if name == "cluemaster":
            take_seat(page, address, table)
        else:
            page.goto(f"{address}/t/home/{name}")
        page.wait_for_timeout(150)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        width = page.evaluate("document.documentElement.scrollWidth")

    assert width <= PHONE["width"]


@pytest.mark.parametrize("size", [LAPTOP, TELEVISION], ids=["laptop", "television"])
def test_no_card_is_cut_off_when_a_game_is_over(
    browser: Any, address: str, table: Table, size: dict[str, int]
) -> None:
    over(table)
    table.referee.note(watchers=("a phone", "another phone", "a third one"))
    with a_page(browser, size) as page:
        page.goto(f"{address}/t/home/")
        page.wait_for_selector("#board .keyed")
        again = page.locator("#again").bounding_box()
        cards = [card.bounding_box() for card in page.locator("#board li").all()]

    assert max(card["y"] + card["height"] for card in cards) <= size["height"]
    assert again["y"] + again["height"] <= size["height"]
