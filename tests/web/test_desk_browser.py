"""The score desk in a real browser: scenes, quick mode, two phones. Skipped without one."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from companion.store.store import Store
from companion.table.hall import Hall
from tests.web.league_people import an_app
from tests.web.people import serving

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
PHONE = {"width": 390, "height": 844}
SOON_MS = 8_000


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed")
    with playwright.sync_playwright() as started:
        launched = started.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield launched
        launched.close()


@pytest.fixture
def address(hall: Hall) -> Iterator[str]:
    with serving(an_app(hall, Store("sqlite://"))) as served:
        yield served


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    complaints: list[str] = []
    context = browser.new_context(viewport=PHONE)
    made = context.new_page()
    made.set_default_timeout(SOON_MS)
    made.on("pageerror", lambda error: complaints.append(str(error)))
    yield made
    context.close()
    assert complaints == []


def begin(page: Any, address: str, *names: str, quick: bool = False) -> None:
    page.goto(f"{address}/desk/home/")
    for seat, name in enumerate(names):
        page.fill(f"[name=name{seat}]", name)
    if quick:
        page.check("[name=quick]")
    page.click("button:has-text('Partie beginnen')")
    page.wait_for_selector(".player")


def points(page: Any) -> list[str]:
    found: list[str] = page.locator(".player .points").all_inner_texts()
    return found


def test_scene_is_played_filled_completed_and_taken_back(page: Any, address: str) -> None:
    begin(page, address, "Ada", "Ben")
    page.click("button:has-text('Szene auslegen')")
    page.check("[name=complete][value='2']", force=True)
    page.click("#sheet button.main")
    page.wait_for_selector(".scene")
    for count in (1, 2):
        page.click("#turn button:has-text('Charakter anlegen')")
        page.click("#sheet button.main")
        playwright.expect(page.locator(".scene .character")).to_have_count(count)

    page.click(".scene button:has-text('Abschließen')")
    playwright.expect(page.locator(".outcome")).to_contain_text("+2")
    assert points(page) == ["0", "0"]
    page.click("#sheet button.main")
    playwright.expect(page.locator(".player .points").first).to_have_text("2")
    assert page.locator(".scene").count() == 0

    page.click("summary:has-text('Mehr')")
    page.click("button:has-text('Letztes zurücknehmen')")
    playwright.expect(page.locator(".scene .character")).to_have_count(2)
    assert points(page) == ["0", "0"]


def test_quick_game_is_won_and_the_screen_says_so(page: Any, address: str, browser: Any) -> None:
    begin(page, address, "Ada", "Ben", quick=True)
    television = browser.new_page(viewport={"width": 1920, "height": 1080})
    television.set_default_timeout(SOON_MS)
    television.goto(f"{address}/desk/home/screen")
    for won in ("2", "4", "6", "8"):
        page.click("#turn button:has-text('Abschließen')")
        page.click("#sheet [aria-label='Ada +1']")
        playwright.expect(page.locator(".outcome")).to_contain_text("+2")
        page.click("#sheet button.main")
        playwright.expect(page.locator(".player .points").first).to_have_text(won)
        playwright.expect(page.locator("#sheet")).to_be_hidden()

    playwright.expect(page.locator("#turn")).to_contain_text("Ada gewinnt")
    playwright.expect(television.locator("#turn")).to_have_text("Ada gewinnt")
    television.close()


def test_phone_of_a_player_acts_in_the_own_turn_only(page: Any, address: str) -> None:
    begin(page, address, "Ada", "Ben", quick=True)
    page.select_option("select", "Ben")
    assert page.locator("#turn button").count() == 0

    page.select_option("select", "Ada")
    page.click("button:has-text('Zug beenden')")

    playwright.expect(page.locator("#turn")).to_contain_text("Ben ist am Zug")
    assert page.locator("#turn button").count() == 0


def test_deck_check_says_everything_that_is_wrong(page: Any, address: str) -> None:
    page.goto(f"{address}/desk/check")
    page.fill("[name=deck1]", "s1,star,1\nc1,char,4\n")
    page.click("button.main")

    playwright.expect(page.locator("#verdict")).to_contain_text("Nicht erlaubt")
    assert page.locator("#verdict li").count() == 3
