"""The camera's page in a real browser: what to do next, a verdict, and a frame drawn by hand."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest

from companion.table.hall import Hall
from companion.web.app import create_app
from tests.web.people import serving

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
PHONE = {"width": 390, "height": 844}
SOON_MS = 5_000
KINDS = ("orange", "yellow", "neutral", "game_over")


class Desk:
    """A camera that goes through a lens's views, and refuses a frame that is too small."""

    def __init__(self) -> None:
        self.step: dict[str, Any] | None = None
        self.placed: object = None

    def show(self, _code: str) -> dict[str, Any]:
        return {
            "camera": "attic",
            "size": [1280, 720],
            "is_open": True,
            "lens": None,
            "colours": False,
            "place": self.placed,
            "held": ["exposure"],
            "kept": ["white balance"],
            "step": self.step,
        }

    def begin(self, _code: str, step: str) -> None:
        if step == "lens":
            progress = {"views": 3, "advice": "tilt", "tilt": "left", "zone": None, "counts": [[1]]}
            self.step = {"step": "lens", "is_over": False, "progress": progress}
        else:
            kinds = [
                {"kind": kind, "is_taken": at < 2, "is_wanted": at == 2, "color": None}
                for at, kind in enumerate(KINDS)
            ]
            self.step = {
                "step": "colours",
                "is_over": False,
                "is_seen": True,
                "is_tagged": True,
                "kinds": kinds,
            }

    def finish(self, _code: str) -> None:
        assert self.step is not None
        self.step = {**self.step, "is_over": True, "verdict": "fail", "reason": "flat"}
        if self.step["step"] == "colours":
            cures = ["some covers shine: move the lamp aside, or tilt the camera against the glare"]
            self.step |= {"verdict": "warning", "distance": 31, "cures": cures}
            self.step["missing"] = ["game_over"]

    def stop(self, _code: str) -> None:
        self.step = None

    def place(self, _code: str, corners: object) -> None:
        self.placed = corners


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed")
    with playwright.sync_playwright() as started:
        launched = started.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        yield launched
        launched.close()


@pytest.fixture
def page(browser: Any, hall: Hall, desk: Desk) -> Iterator[Any]:
    complaints: list[str] = []
    context = browser.new_context(viewport=PHONE, locale="de-DE")
    opened = context.new_page()
    opened.set_default_timeout(SOON_MS)
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.on("console", lambda line: line.type == "error" and complaints.append(line.text))
    with serving(create_app(hall, camera_desk=desk)) as address:
        opened.goto(f"{address}/t/home/camera")
        yield opened
        context.close()
    assert complaints == []


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_steps_are_said_and_judged_in_the_readers_language(page: Any, desk: Desk) -> None:
    expect = playwright.expect
    expect(page.locator("#known")).to_contain_text("Festgehalten: Belichtung")
    page.click("#lens [data-step=lens] >> visible=true")
    expect(page.locator("#lens-advice")).to_contain_text("die linke Kante von der Kamera weg")
    expect(page.locator("#lens-count")).to_have_text("3 Aufnahmen")
    expect(page.locator("#colours")).to_be_hidden()
    assert page.locator("#lens-drawing .square").count() == 12

    page.click("#lens [data-step=finish]")
    expect(page.locator("#lens-verdict")).to_contain_text("Neige es")
    page.click("#lens [data-step=''] >> visible=true")
    page.click("#colours [data-step=colours] >> visible=true")
    expect(page.locator("#kinds .taken")).to_have_count(2)
    page.click("#colours [data-step=finish]")
    expect(page.locator("#colours-verdict")).to_contain_text("aber knapp")
    expect(page.locator("#colours-figures")).to_contain_text("31")
    expect(page.locator("#colours-notes")).to_contain_text("rück die Lampe zur Seite")
    expect(page.locator("#colours-notes")).to_contain_text("Game over")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_frame_is_drawn_by_keyboard_and_finger(page: Any, desk: Desk) -> None:
    # There is no camera here: the stage gets the size that a picture would give it.
    page.evaluate("""() => {
      const stage = document.getElementById('stage');
      stage.style.width = '320px';
      stage.style.height = '180px';
    }""")
    page.click("#place-begin")
    grip = page.locator("[data-corner='0']")
    grip.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowDown")
    box = page.locator("[data-corner='2']").bounding_box()
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.move(*middle)
    page.mouse.down()
    page.mouse.move(middle[0] - 32, middle[1] - 18, steps=3)
    page.mouse.up()
    page.click("#place-done")
    playwright.expect(page.locator("#corners")).to_be_hidden()

    assert isinstance(desk.placed, list)
    assert desk.placed[0] == pytest.approx([0.154, 0.14])
    assert desk.placed[2] == pytest.approx([0.75, 0.78], abs=0.01)
    page.click("#place-begin")
    page.click("#place-turn")
    page.click("#place-done")
    playwright.expect(page.locator("#corners")).to_be_hidden()
    assert desk.placed[3] == pytest.approx([0.154, 0.14])
