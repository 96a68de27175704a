"""A game followed through a browser's camera: Chromium plays a film of a table as its camera."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from time import monotonic, sleep

import pytest

from companion.cli.demo import games_by_chance
from companion.cli.demo_people import take_tap
from companion.cli.evening import make_eyes
from companion.cli.faces import printed_faces
from companion.cli.key_photo import cameras_of
from companion.cli.performance import Performance
from companion.deck.cards import Deck, load_deck
from companion.game.state import GameState
from companion.simulated.screenplay import Tap
from companion.simulated.source import FRAMES_PER_S
from companion.store.store import Store
from companion.table.channel import Channel
from companion.table.hall import Hall
from companion.table.referee import Referee
from companion.terms import Edition
from companion.vision.picture import encode_picture
from companion.web.app import create_app
from tests.web.people import serving

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
SEED = 7
FILM_TWICE = 2
"""Chromium plays a film of JPEGs at 30 pictures a second; the simulated table has 15."""

LOOKS_AT_THE_SCREEN_S = 1.5
"""Who has tapped sees on the screen that it was taken before the next card is touched."""

LONGEST_S = 500

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed"),
]


def film_a_game(file: Path, deck: Deck) -> tuple[GameState, list[Tap]]:
    """Film one game on the simulated table; gives how it ended, and what people tapped."""
    taps: list[Tap] = []
    newest = b""
    with Store("sqlite://") as store, file.open("wb") as film:
        referee = Referee("home", store, Channel(), random.Random(SEED), deck=deck)
        performance = Performance(
            referee,
            deck=deck,
            edition=Edition.SIMPSONS,
            faces=printed_faces(deck, Edition.SIMPSONS),
            games=islice(games_by_chance(deck, SEED, "teams", Edition.SIMPSONS), 1),
            seed=SEED,
        )
        step, tap = performance.live.step, performance._tap

        def film_and_step(frame, **more):  # type: ignore[no-untyped-def]
            nonlocal newest
            newest = encode_picture(frame.image, ".jpg")
            film.write(newest * FILM_TWICE)
            return step(frame, **more)

        def note_and_tap(what: Tap) -> bool:
            is_taken = tap(what)
            if is_taken:
                taps.append(what)
                film.write(newest * round(FILM_TWICE * FRAMES_PER_S * LOOKS_AT_THE_SCREEN_S))
            return is_taken

        performance.live.step = film_and_step  # type: ignore[method-assign]
        performance._tap = note_and_tap  # type: ignore[method-assign]
        performance.play_at_once()
        return referee.state, taps


@pytest.fixture(scope="module")
def deck() -> Deck:
    return load_deck("springfield")


@pytest.fixture
def hall(deck: Deck) -> Iterator[Hall]:
    hall = Hall(Store("sqlite://"), random.Random(1), deck=deck)
    yield hall
    hall.close()


def test_game_is_followed_through_a_browsers_camera(tmp_path: Path, deck: Deck, hall: Hall) -> None:
    film = tmp_path / "table.mjpeg"
    filmed, taps = film_a_game(film, deck)
    app = create_app(
        hall,
        open_browser_camera=cameras_of(
            hall, lambda _code, _name: make_eyes(deck, Edition.SIMPSONS)
        ),
    )
    flags = [
        *("--no-sandbox", "--disable-gpu", "--use-fake-ui-for-media-stream"),
        *("--use-fake-device-for-media-stream", f"--use-file-for-fake-video-capture={film}"),
    ]
    referee = hall.table().referee
    with serving(app) as address, playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=CHROMIUM, args=flags)
        page = browser.new_page(viewport={"width": 390, "height": 844})
        page.goto(f"{address}/t/home/camera/send")
        page.click("#film")
        until = monotonic() + LONGEST_S
        to_tap = list(taps)
        # The people of the film tap as they did then: when the screen shows what they wait for.
        while (to_tap or referee.state.outcome is None) and monotonic() < until:
            if to_tap and take_tap(referee, to_tap[0]):
                del to_tap[0]
            sleep(0.1)
        rate = page.locator("#rate").text_content()
        browser.close()
    state = referee.state
    true = [(cell, cover) for cell, cover in enumerate(filmed.covers) if cover is not None]
    followed = sum(state.covers[cell] is cover for cell, cover in true)
    print(
        f"\n{followed} of {len(true)} covers followed, {len(taps) - len(to_tap)} of {len(taps)}"
        f" taps taken; {rate}; machine's load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    )

    assert to_tap == []
    assert state.covers == filmed.covers
    assert state.outcome == filmed.outcome
