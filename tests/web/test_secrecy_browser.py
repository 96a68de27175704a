"""What a browser keeps of the key when the hand has let go: nothing that brings it back."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.game.key_card import format_code
from companion.table.hall import Table
from tests.web.test_browser import PHONE, a_page, address, begin, browser, playwright, take_seat

__all__ = ["address", "browser"]

pytestmark = pytest.mark.slow

STORED = """async () => {
  const kept = [location.href, document.cookie, document.referrer, JSON.stringify(history.state)];
  for (const store of [localStorage, sessionStorage]) kept.push(JSON.stringify({ ...store }));
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const asked of await cache.keys()) {
      kept.push(asked.url, await (await cache.match(asked)).text());
    }
  }
  kept.push(...(await indexedDB.databases()).map((one) => one.name));
  return kept.join("\\n");
}"""
"""Everything that a script of another page of this browser could read."""


def hold_and_let_go(page: Any) -> None:
    page.focus("#look")
    page.keyboard.down("Space")
    page.wait_for_selector(".keyed")
    page.keyboard.up("Space")
    playwright.expect(page.locator(".keyed")).to_have_count(0)


def assert_tells_nothing(page: Any, table: Table) -> None:
    state = table.referee.state
    assert state.key is not None
    code = format_code(state.key)
    roles = [role.value for role in state.key.squares]
    letters = {"orange": "O", "yellow": "Y", "neutral": "N", "game_over": "X"}
    rows = ["".join(letters[role] for role in roles[at : at + 5]) for at in range(0, 25, 5)]
    source, stored = page.content(), page.evaluate(STORED)
    for where in (source, stored):
        assert code not in where
        assert json.dumps(rows) not in where.replace(" ", "")
        assert not any(f'"{row}"' in where for row in rows)
    assert page.locator(".keyed, [data-role]").count() == 0
    # No card is marked in a way that others are not.
    kinds = page.evaluate(
        """[...new Set([...document.querySelectorAll("#board .card")].map(
             (card) => `${card.className}|${Object.keys(card.dataset).sort()}`))]"""
    )
    assert len(kinds) <= 1


def test_browser_keeps_nothing_of_a_key_that_was_seen(
    browser: Any, address: str, table: Table
) -> None:
    begin(table)
    with a_page(browser, PHONE) as page:
        take_seat(page, address, table)
        hold_and_let_go(page)
        assert_tells_nothing(page, table)

        page.goto(f"{address}/t/home/")
        page.wait_for_selector("#board li")
        assert page.evaluate("document.referrer") == ""
        assert_tells_nothing(page, table)
        page.go_back()
        page.wait_for_selector("#look:not([disabled])")
        assert_tells_nothing(page, table)
        page.go_forward()
        page.wait_for_selector("#board li")
        page.reload()
        page.wait_for_selector("#board li")
        assert_tells_nothing(page, table)


def test_back_brings_no_key_that_was_left_open(browser: Any, address: str, table: Table) -> None:
    begin(table)
    with a_page(browser, PHONE) as page:
        take_seat(page, address, table)
        page.evaluate("document.querySelector('#stay-open').checked = true")
        page.click("#look")
        page.wait_for_selector(".keyed")
        page.goto(f"{address}/t/home/")
        page.wait_for_selector("#board li")
        page.go_back()
        page.wait_for_selector("#look:not([disabled])")
        assert_tells_nothing(page, table)


def test_guessers_browser_is_told_nothing(browser: Any, address: str, table: Table) -> None:
    begin(table)
    with a_page(browser, PHONE) as page:
        told: list[str] = []
        page.on("response", lambda answer: told.append(answer.url))
        for name in ("", "games", "guide", "camera/send"):
            page.goto(f"{address}/t/home/{name}")
            page.wait_for_selector("h1", state="attached")
            assert_tells_nothing(page, table)
        assert all(url.startswith(address) for url in told)
