"""How long it takes from the hand that is gone to the phone that shows the cover."""

from __future__ import annotations

import os
import random
import shutil
from collections import Counter
from collections.abc import Iterator
from statistics import median
from time import monotonic, sleep, time
from typing import Any

import pytest

from companion.cli.demo import games_by_chance
from companion.cli.faces import printed_faces
from companion.cli.performance import Performance
from companion.deck.cards import Deck, load_deck
from companion.simulated.table import SimulatedTable
from companion.store.store import Store
from companion.table.hall import HOME, Hall
from companion.terms import Edition
from companion.vision.frame import Image
from companion.web.app import create_app
from tests.web.people import serving
from tests.web.test_browser import take_seat

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
COVERS = 100
LONGEST_S = 1_500
LOST_AFTER_S = 8.0
SEED = 11
MEDIAN_S, WORST_S = 0.5, 1.0

pytestmark = [
    pytest.mark.benchmark,
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed"),
]

WATCH = """() => {
  window.shown = {};
  const look = () => {
    for (const card of document.querySelectorAll("#board .covered")) {
      shown[card.dataset.cell] ??= Date.now() / 1000;
    }
    if (!document.querySelector("#board .covered")) window.shown = {};
  };
  new MutationObserver(look).observe(document.getElementById("board"),
    { subtree: true, childList: true });
}"""


@pytest.fixture(scope="module")
def deck() -> Deck:
    return load_deck("springfield")


@pytest.fixture
def hall(deck: Deck) -> Iterator[Hall]:
    hall = Hall(Store("sqlite://"), random.Random(1), deck=deck)
    yield hall
    hall.close()


class Notes:
    """What the table truly did, and when."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.gone: dict[str, float] = {}
        self.not_counted: dict[str, str] = {}
        self.frames = 0
        self._placed: list[str] = []
        photograph = SimulatedTable.photograph
        note_question = Performance._note_question

        def noting(table: SimulatedTable, *hand: Any, **more: Any) -> Image:
            image = photograph(table, *hand, **more)
            self.frames += 1
            while self._placed and not hand:  # the first picture without a hand
                self.gone[self._placed.pop()] = time()
            return image

        def noting_question(performance: Performance) -> None:
            note_question(performance)
            question = performance._open_question
            if question is not None and question.cell is not None:
                # It counts when the cluemasters have answered: people's time, not the table's.
                self.not_counted[f"{question.cell.row}-{question.cell.col}"] = "asked about"

        monkeypatch.setattr(SimulatedTable, "photograph", noting)
        monkeypatch.setattr(Performance, "_note_question", noting_question)

    def tell(self, document: dict[str, object]) -> None:
        if document.get("from") != "script":
            return
        cell = f"{document.get('row')}-{document.get('col')}"
        if document.get("event") == "cover_placed":
            self._placed.append(cell)
        elif document.get("event") == "cover_removed":
            self.not_counted[cell] = "a slip, taken back"


def test_phone_shows_a_cover_as_soon_as_the_hand_is_gone(
    deck: Deck, hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = Notes(monkeypatch)
    table = hall.table()
    performance = Performance(
        table.referee,
        deck=deck,
        edition=Edition.SIMPSONS,
        faces=printed_faces(deck, Edition.SIMPSONS),
        games=games_by_chance(deck, SEED, "teams", Edition.SIMPSONS),
        seed=SEED,
        tell=notes.tell,
    )
    waits: list[float] = []
    left_out = Counter[str]()
    with serving(create_app(hall)) as address, playwright.sync_playwright() as started:
        browser = started.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        page = browser.new_page(viewport={"width": 390, "height": 844})
        take_seat(page, address, table)
        page.wait_for_selector("#board li")
        page.evaluate(WATCH)
        hall.watch(HOME, performance.at_speed(1.0))
        began = monotonic()
        while len(waits) < COVERS and monotonic() < began + LONGEST_S:
            sleep(0.4)
            shown = page.evaluate("shown")
            for cell, at in list(notes.gone.items()):
                if cell in notes.not_counted:
                    left_out[notes.not_counted.pop(cell)] += 1
                    del notes.gone[cell]
                elif cell in shown:
                    # Seen under the hand already: no wait at all.
                    waits.append(max(0.0, shown[cell] - at))
                    del notes.gone[cell]
                elif time() - at > LOST_AFTER_S:
                    waits.append(LOST_AFTER_S)
                    del notes.gone[cell]
        rate = notes.frames / (monotonic() - began)
        browser.close()
    print(
        f"\n{len(waits)} covers: median {median(waits):.2f} s, worst {max(waits):.2f} s, at"
        f" {rate:.1f} pictures a second; left out: {dict(left_out)}; machine's load"
        f" {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    )

    assert len(waits) >= COVERS
    assert median(waits) <= MEDIAN_S
    assert max(waits) <= WORST_S
