"""A game followed through a browser's camera: Chromium plays a film of a table as its camera."""

from __future__ import annotations

import random
import shutil
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from time import monotonic, sleep

import pytest

from companion.cli.demo import games_by_chance
from companion.cli.evening import make_eyes
from companion.cli.faces import printed_faces
from companion.cli.key_photo import cameras_of
from companion.cli.performance import Performance
from companion.deck.cards import Deck, load_deck
from companion.game.actions import ChooseKey, NewGame
from companion.game.state import GameState, KeySource
from companion.store.store import Store
from companion.table.channel import Channel
from companion.table.hall import Hall
from companion.table.referee import Referee
from companion.table.seats import Standing
from companion.terms import Edition
from companion.vision.picture import encode_picture
from companion.web.app import create_app
from tests.web.people import serving

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
SEED = 7
FILM_TWICE = 2
"""Chromium plays a film of JPEGs at 30 pictures a second; the simulated table has 15."""

ENOUGH = 0.7
"""Of the covers: nobody gives clues or ends turns here, so some wait for a cluemaster's word."""

LONGEST_S = 200

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed"),
]


def film_a_game(file: Path, deck: Deck) -> GameState:
    """Film one game on the simulated table; gives how it ended."""
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
        step = performance.live.step

        def film_and_step(frame, **more):  # type: ignore[no-untyped-def]
            film.write(encode_picture(frame.image, ".jpg") * FILM_TWICE)
            return step(frame, **more)

        performance.live.step = film_and_step  # type: ignore[method-assign]
        performance.play_at_once()
        return referee.state


def share_followed(state: GameState, filmed: GameState) -> float:
    """How many of the film's covers count at the table."""
    true = [(cell, cover) for cell, cover in enumerate(filmed.covers) if cover is not None]
    return sum(state.covers[cell] is cover for cell, cover in true) / len(true)


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
    filmed = film_a_game(film, deck)
    assert filmed.key is not None
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
        referee.submit(NewGame(key_source=KeySource.ENTERED, cards=filmed.cards), by=Standing.HOST)
        chosen = ChooseKey(key_source=KeySource.ENTERED, key=filmed.key)
        referee.submit(chosen, by=Standing.CLUEMASTER)
        page.goto(f"{address}/t/home/camera/send")
        page.click("#film")
        until = monotonic() + LONGEST_S
        while share_followed(referee.state, filmed) < ENOUGH and monotonic() < until:
            sleep(0.5)
        rate = page.locator("#rate").text_content()
        browser.close()
    share = share_followed(referee.state, filmed)
    print(f"\n{share:.0%} of the covers followed by themselves; {rate}")

    assert share >= ENOUGH
    pairs = zip(referee.state.covers, filmed.covers, strict=True)
    assert all(seen in (None, true) for seen, true in pairs)
