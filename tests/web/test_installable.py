from __future__ import annotations

from typing import Any

from flask.testing import FlaskClient

from companion.table.hall import Table
from tests.web.people import serving
from tests.web.test_browser import PHONE, address, begin, browser, playwright, take_seat

__all__ = ["address", "browser"]

KEPT = """async () => {
  const paths = [];
  for (const name of await caches.keys()) {
    const kept = await caches.open(name);
    for (const asked of await kept.keys()) paths.push(new URL(asked.url).pathname);
  }
  return paths;
}"""


def test_manifest_says_what_a_home_screen_needs(guesser: FlaskClient) -> None:
    answer = guesser.get("/manifest.webmanifest")

    assert answer.mimetype == "application/manifest+json"
    manifest = answer.json or {}
    assert manifest["start_url"] == "/t/home/"
    assert {icon["sizes"] for icon in manifest["icons"]} == {"any", "192x192", "512x512"}
    for icon in manifest["icons"]:
        with guesser.get(icon["src"]) as picture:
            assert picture.mimetype == icon["type"]


def test_worker_keeps_the_shell_and_nothing_of_the_table(
    browser: Any, app: Any, table: Table
) -> None:
    begin(table)
    context = browser.new_context(viewport=PHONE)
    page = context.new_page()
    page.set_default_timeout(8_000)
    with serving(app) as served:
        take_seat(page, served, table)
        page.evaluate("navigator.serviceWorker.register('/worker.js')")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.reload()
        page.wait_for_selector("#look:not([disabled])")
        page.focus("#look")
        page.keyboard.down("Space")
        page.wait_for_selector(".key-open")
        page.keyboard.up("Space")

        kept = page.evaluate(KEPT)
        assert "/offline" in kept
        assert [path for path in kept if path.startswith(("/t/", "/api/"))] == []
    page.goto(page.url)
    playwright.expect(page.locator("h1")).to_have_text("The table cannot be reached")
    context.close()
