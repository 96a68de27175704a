from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.table.hall import Table
from companion.table.seats import Standing
from tests.web.people import API, at_the_machine, with_a_seat

WEB = Path(__file__).resolve().parents[2] / "companion" / "web"
ADDRESSES = (
    "/t/home/",
    "/t/home/cluemaster",
    "/t/home/host",
    "/t/home/camera",
    "/t/home/games",
    "/healthz",
    "/nowhere",
    "/words.js",
    "/palette.css",
    "/static/js/live.js",
    API,
    f"{API}/stream",
    f"{API}/key",
)


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_answer_has_the_strict_headers(host: FlaskClient, address: str) -> None:
    with host.get(address) as answer:
        headers = answer.headers

    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    if answer.status_code == 200 and answer.mimetype in ("text/javascript", "text/css"):
        return  # parts of a page are governed by the page's own policy
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"


@pytest.mark.parametrize("address", ADDRESSES)
def test_pages_and_views_are_not_kept(host: FlaskClient, address: str) -> None:
    is_asset = address.endswith((".js", ".css"))

    with host.get(address) as answer:
        assert answer.headers["Cache-Control"] == ("no-cache" if is_asset else "no-store")


def test_assets_are_not_sent_twice(host: FlaskClient) -> None:
    for address in ("/palette.css", "/words.js"):
        tag = host.get(address).headers["ETag"]

        assert host.get(address, headers={"If-None-Match": tag}).status_code == 304


def pages(app: Flask, table: Table) -> dict[str, str]:
    host = at_the_machine(app)
    seated = with_a_seat(app, table, Standing.CLUEMASTER)
    found = {address: host.get(address).text for address in ADDRESSES if "/t/" in address}
    return found | {"seated": seated.get("/t/home/cluemaster").text}


def test_pages_have_no_script_or_style_of_their_own(app: Flask, table: Table) -> None:
    for address, text in pages(app, table).items():
        assert re.findall(r"<script(?![^>]*\bsrc=)[^>]*>", text) == [], address
        assert re.findall(r"<style|\sstyle=|\son\w+=|javascript:", text) == [], address


def test_nothing_is_loaded_from_elsewhere(app: Flask, table: Table) -> None:
    outside = re.compile(r"""(?:src|href|action)=["'](?!/|#)[^"']*|url\(["']?(?:https?:)?//""")
    sources = {
        path.name: path.read_text("utf-8")
        for path in WEB.rglob("*")
        if path.suffix in (".css", ".js", ".html")
    }

    for name, text in (pages(app, table) | sources).items():
        assert [found for found in outside.findall(text) if "{{" not in found] == [], name
        assert "//cdn" not in text


def test_planted_inline_script_is_found() -> None:
    assert re.findall(r"<script(?![^>]*\bsrc=)[^>]*>", "<script>alert(1)</script>") != []


def test_worker_is_governed_by_a_policy_of_its_own(guesser: FlaskClient) -> None:
    answer = guesser.get("/worker.js")

    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    assert "connect-src 'self'" in answer.headers["Content-Security-Policy"]


def test_worker_keeps_nothing_of_a_table(guesser: FlaskClient) -> None:
    script = guesser.get("/worker.js").text

    shell = json.loads(script.partition("const SHELL = ")[2].partition(";")[0])
    assert all(path.startswith(("/static/", "/palette.css", "/words.js")) for path in shell)
    assert "cache.put" not in script
    for path in (*shell, "/offline"):
        with guesser.get(path) as answer:
            assert answer.status_code == 200
            assert answer.headers["Cache-Control"] == "no-cache"
