"""What all tests share: nothing may be left running, and long files are named at the end."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.cli.main import LINEAR_ALGEBRA

# As the program does, and before numpy is loaded.
os.environ.update({f"{library}_NUM_THREADS": "1" for library in LINEAR_ALGEBRA})

from companion.deck.cards import Deck, load_deck
from companion.deck.tags import tags_of
from companion.simulated.faces import FaceShelf, RasterFace
from companion.vision.tags import TagBank, make_tag_bank
from printables.order import PrintOrder, What, make_sheets
from printables.preview import cut_faces

REPOSITORY = Path(__file__).resolve().parents[1]

LEAVING_S = 2.0
"""A thread that was told to stop may need a moment; one that never was is a leak."""


@pytest.fixture(autouse=True)
def no_thread_is_left_running() -> Iterator[None]:
    before = set(threading.enumerate())
    yield
    # What stands for a thread that Python did not start (gevent's pool keeps some) is no leak.
    left = [
        thread
        for thread in threading.enumerate()
        if thread not in before and not isinstance(thread, threading._DummyThread)
    ]
    for thread in left:
        thread.join(LEAVING_S)
    still = [thread.name for thread in left if thread.is_alive()]
    assert not still, f"threads left running: {still}"


@pytest.fixture(scope="session")
def repository() -> Path:
    return REPOSITORY


@pytest.fixture(scope="session")
def springfield() -> Deck:
    return load_deck("springfield")


@pytest.fixture(scope="session")
def bank(springfield: Deck) -> TagBank:
    """The tags of the built-in deck, ready to be compared."""
    return make_tag_bank(tags_of(springfield))


@pytest.fixture(scope="session")
def printed_faces() -> FaceShelf:
    """Every face of the built-in deck and of the covers, rasterised from the printed sheets."""
    faces = {}
    for what in (What.CARDS, What.COVERS):
        sheets = make_sheets(PrintOrder(what=what))
        for key, face in cut_faces(sheets.pdf, sheets.manifest, 150).items():
            faces[key] = RasterFace(*face)
    return FaceShelf(faces)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    long = getattr(terminalreporter.config, "long_files", None)
    if long:
        terminalreporter.write_sep("-", "files over 400 lines: split them by subject")
        for line in long:
            terminalreporter.write_line(line)
