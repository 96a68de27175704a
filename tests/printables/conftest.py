from __future__ import annotations

import functools

import pytest

from printables.order import PrintOrder, Sheets, make_sheets


@functools.cache
def printed(what: str, paper: str = "A4", flip: str = "long", bleed: float = 0.0) -> Sheets:
    return make_sheets(PrintOrder(what, paper=paper, flip=flip, bleed=bleed, seed=7))


@pytest.fixture(scope="session")
def print_once():
    """Sheets by what, paper, flip and bleed, each made once for all tests; key cards of seed 7."""
    return printed
