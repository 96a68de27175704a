from __future__ import annotations

import gzip
import re
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.table.hall import Table
from tests.web.test_browser import PHONE, a_page, address, begin, browser, take_seat

__all__ = ["address", "browser"]

GZIP = {"Accept-Encoding": "gzip, deflate, br"}
HEAVIEST_BYTES = 60_000
USABLE_AFTER_MS = 1_500
SLOW_LINE = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1.6e6 / 8,
    "uploadThroughput": 0.75e6 / 8,
}


@pytest.mark.parametrize("path", ["/t/home/", "/words.js", "/palette.css", "/static/css/base.css"])
def test_files_and_pages_are_compressed(guesser: FlaskClient, path: str) -> None:
    plain = guesser.get(path, headers={"Accept-Encoding": "identity"}, buffered=True)
    answer = guesser.get(path, headers=GZIP, buffered=True)

    assert answer.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in answer.vary
    assert gzip.decompress(answer.data) == plain.data
    assert "Content-Encoding" not in plain.headers


def test_compressed_files_are_not_sent_twice(guesser: FlaskClient) -> None:
    first = guesser.get("/static/css/base.css", headers=GZIP, buffered=True)
    asked = {**GZIP, "If-None-Match": first.headers["ETag"]}
    again = guesser.get("/static/css/base.css", headers=asked, buffered=True)

    assert again.status_code == 304


def test_nothing_secret_is_compressed(cluemaster: FlaskClient, game: dict[str, Any]) -> None:
    for path in ("key", "cluemaster", ""):
        answer = cluemaster.get(f"/api/v1/tables/home/{path}".rstrip("/"), headers=GZIP)
        assert "Content-Encoding" not in answer.headers


def first_load(app: Flask, client: FlaskClient) -> dict[str, int]:
    """The bytes of everything that the cluemaster's page asks for at first, with its headers."""
    page = client.get("/t/home/cluemaster", headers=GZIP)
    sources = re.findall(r'(?:src|href)="(/[^"]+)"', gzip.decompress(page.data).decode())
    wanted = {s for s in sources if re.search(r"\.(js|css|svg|webmanifest)$", s)}
    fonts = ("companion-sans-regular", "companion-sans-condensed-bold")
    wanted |= {f"/static/fonts/{name}.woff2" for name in fonts}
    wanted |= {"/api/v1/tables/home/cluemaster"}
    weights = {"page": len(page.data) + len(str(page.headers))}
    for path in sorted(wanted):
        answer = client.get(path, headers=GZIP, buffered=True)
        assert answer.status_code == 200, path
        weights[path] = len(answer.data) + len(str(answer.headers))
    return weights


def test_first_load_of_the_cluemasters_page_is_light(
    app: Flask, cluemaster: FlaskClient, game: dict[str, Any]
) -> None:
    weights = first_load(app, cluemaster)

    assert sum(weights.values()) <= HEAVIEST_BYTES, sorted(weights.items(), key=lambda w: -w[1])


@pytest.mark.slow
def test_cluemasters_page_is_usable_soon_on_a_slow_line(
    browser: Any, address: str, table: Table
) -> None:
    begin(table)
    with a_page(browser, PHONE) as page:
        take_seat(page, address, table)
        line = page.context.new_cdp_session(page)
        line.send("Network.enable")
        line.send("Network.setCacheDisabled", {"cacheDisabled": True})
        line.send("Network.emulateNetworkConditions", SLOW_LINE)
        weight = 0

        def finished(event: dict[str, Any]) -> None:
            nonlocal weight
            weight += event["encodedDataLength"]

        line.on("Network.loadingFinished", finished)
        page.goto(f"{address}/t/home/cluemaster", wait_until="commit")
        page.wait_for_selector("#look:not([disabled])")
        took_ms = page.evaluate("performance.now()")
        page.wait_for_timeout(1500)
        print(f"usable after {took_ms:.0f} ms, {weight / 1000:.1f} kB over the wire")

        assert took_ms <= USABLE_AFTER_MS
        assert weight <= HEAVIEST_BYTES
