"""A page that slept is right within a second of the network's return, and says so until then."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import ExitStack
from statistics import median
from time import monotonic
from typing import Any

import pytest
from flask import Flask

from companion.game.actions import Guess, Undo
from companion.table.hall import Table
from companion.table.seats import Standing
from companion.terms import Cell
from tests.web.people import serving
from tests.web.test_browser import PHONE, begin, browser, take_seat

__all__ = ["browser"]

NAPS = 20
MOST_S = 1.0
AWAKE_MS = 400
"""Nobody falls asleep again before the page listens anew."""
PAGES = ("", "cluemaster", "host")
WAIT = """(count) => new Promise((done) => {
  const look = () => {
    const covered = document.querySelectorAll("#board .covered").length;
    if (covered === count && document.getElementById("stale").hidden) done();
    else setTimeout(look, 10);
  };
  look();
})"""

pytestmark = pytest.mark.slow


class Nap:
    """A page and its line, which can go and come back in several ways."""

    def __init__(self, browser: Any, app: Flask, table: Table, name: str) -> None:
        self.table = table
        self.app = app
        self.served = ExitStack()
        self.address = self.served.enter_context(serving(app))
        self.context = browser.new_context(viewport=PHONE)
        self.page = self.context.new_page()
        if name == "cluemaster":
            take_seat(self.page, self.address, table)
        else:
            self.page.goto(f"{self.address}/t/home/{name}")
        self.page.wait_for_selector("#board li" if name != "host" else ".turn")
        self.tools = self.context.new_cdp_session(self.page)

    def close(self) -> None:
        self.context.close()
        self.served.close()

    def lose_the_network(self) -> None:
        self.context.set_offline(True)
        self.page.wait_for_selector("#stale:not([hidden])")

    def get_the_network_back(self) -> None:
        self.context.set_offline(False)

    def freeze(self) -> None:
        self.tools.send("Page.setWebLifecycleState", {"state": "frozen"})

    def thaw(self) -> None:
        self.tools.send("Page.setWebLifecycleState", {"state": "active"})

    def close_the_computer(self) -> None:
        self.served.close()
        self.page.wait_for_selector("#stale:not([hidden])")

    def open_the_computer(self) -> None:
        self.served.enter_context(serving(self.app, port=int(self.address.rpartition(":")[2])))


@pytest.mark.parametrize("name", ["", "cluemaster"], ids=["table screen", "cluemaster"])
@pytest.mark.parametrize(
    ("fall_asleep", "wake"),
    [
        pytest.param(Nap.lose_the_network, Nap.get_the_network_back, id="network"),
        pytest.param(Nap.freeze, Nap.thaw, id="frozen"),
        pytest.param(Nap.close_the_computer, Nap.open_the_computer, id="computer"),
    ],
)
def test_page_is_right_soon_after_the_network_is_back(
    browser: Any,
    app: Flask,
    table: Table,
    name: str,
    fall_asleep: Callable[[Nap], None],
    wake: Callable[[Nap], None],
) -> None:
    begin(table)
    nap = Nap(browser, app, table, name)
    waits: list[float] = []
    for number in range(NAPS):
        is_odd = number % 2
        fall_asleep(nap)
        action = Undo() if is_odd else Guess(Cell(2, 2))
        table.referee.submit(action, by=Standing.CLUEMASTER)
        wake(nap)
        began = monotonic()
        nap.page.evaluate(WAIT, 1 - is_odd)
        waits.append(monotonic() - began)
        nap.page.wait_for_timeout(AWAKE_MS)
    nap.close()
    print(
        f"\n{NAPS} naps of the {name or 'table'} page ({wake.__name__}): right after median"
        f" {median(waits):.2f} s, worst {max(waits):.2f} s; machine's load"
        f" {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    )

    assert max(waits) <= MOST_S


@pytest.mark.parametrize("name", PAGES)
def test_page_that_cannot_look_says_so(browser: Any, app: Flask, table: Table, name: str) -> None:
    begin(table)
    nap = Nap(browser, app, table, name)
    stale = nap.page.locator("#stale")
    # The network hangs rather than break: the phone is woken in the cellar.
    nap.page.route("**/api/**", lambda _route: None)
    nap.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    stale.wait_for(state="visible", timeout=3_000)
    told = stale.text_content()
    nap.page.unroute("**/api/**")
    stale.wait_for(state="hidden", timeout=8_000)
    nap.close()

    assert told
