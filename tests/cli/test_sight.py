"""What is learnt of a camera during an evening, and what its driver is asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from companion.cli.sight import LOOKS_APART_S, LOOKS_FOR_A_GUESS, Sight
from companion.cli.steady import Steady
from companion.errors import CameraLostError, StoreError
from companion.table.eyes import Look
from companion.terms import ALL_CELLS
from companion.vision.frame import Frame
from companion.vision.locks import OTHER_LIGHT_S, SETTLED_AFTER_S, LockReport
from companion.vision.profile import CameraProfile, Intrinsics
from companion.vision.reading import BoardReading, CellReading, CellState, Unseen

SIZE_WH = (1280, 720)
WIDE = Intrinsics(SIZE_WH, (1088.0, 1088.0), (639.5, 359.5), (-0.3, 0.0, 0.0, 0.0, 0.0))


def a_table(at_s: float, lens: Intrinsics | None = None, seed: int = 0) -> BoardReading:
    """25 cards as they lie, seen through a lens."""
    rng = np.random.default_rng(seed)
    cells = []
    for cell in ALL_CELLS:
        corner = np.array([70.0 * cell.col, 52.0 * cell.row]) + rng.normal(0, 2, 2)
        card = corner + np.array([(0, 0), (63, 0), (63, 45), (0, 45.0)])
        seen = card * 2.6 + (160, 30)
        quad = seen if lens is None else lens.distort(seen)
        cells.append(CellReading(cell, CellState.CARD, None, None, None, quad, 0.9))
    return BoardReading(tuple(cells), False, at_s, 0)


def test_lens_is_guessed_from_some_tables_kept_and_used() -> None:
    kept: list[CameraProfile] = []
    sight = Sight(CameraProfile("attic"), kept.append)
    for number in range(LOOKS_FOR_A_GUESS):
        assert sight().lens(SIZE_WH) is None
        sight.look(a_table(number * LOOKS_APART_S, WIDE, seed=number), SIZE_WH)

    lens = sight().lens(SIZE_WH)
    assert lens is not None
    assert lens.distortion[0] == pytest.approx(-0.3, abs=0.1)
    assert [profile.is_provisional for profile in kept] == [True]


def test_straight_lens_is_left_alone_and_asked_no_more() -> None:
    sight = Sight(CameraProfile("attic"))
    for number in range(LOOKS_FOR_A_GUESS + 2):
        sight.look(a_table(number * LOOKS_APART_S, seed=number), SIZE_WH)

    assert sight().lens(SIZE_WH) is None


def test_measured_lens_is_not_guessed_anew() -> None:
    sight = Sight(CameraProfile("attic", lens=WIDE))
    for number in range(LOOKS_FOR_A_GUESS):
        sight.look(a_table(number * LOOKS_APART_S, seed=number), SIZE_WH)

    assert sight().lens(SIZE_WH) == WIDE


def test_what_could_not_be_kept_is_not_learnt() -> None:
    def keep(_profile: CameraProfile) -> None:
        raise StoreError("the disk is full")

    sight = Sight(CameraProfile("attic"), keep)
    with pytest.raises(StoreError):
        sight.learn(lambda before: replace(before, lens=WIDE))
    assert sight.profile.lens is None


# ---------------------------------------------------------------- automatics


class Driver:
    """Locks what it can, and remembers what it was asked."""

    def __init__(self, *locked: str) -> None:
        self.asked: list[bool] = []
        self.locked = locked
        self.is_there = True

    def __call__(self, is_locked: bool) -> LockReport:
        if not self.is_there:
            raise CameraLostError("camera 0 does not answer", device="camera 0")
        self.asked.append(is_locked)
        return LockReport(self.locked, ("white balance",))


def looks(steady: Steady, from_s: float, until_s: float, level: int, *, seen: bool = True) -> None:
    image = np.full((90, 160, 3), level, np.uint8)
    for at_s in np.arange(from_s, until_s, 0.5):
        reading = a_table(float(at_s)) if seen else Unseen.FEW_CARDS
        steady.look(Look(Frame(image, float(at_s), 0), reading), ())


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def tell(said: list[str]) -> Callable[[str], None]:
    return said.append


def test_colours_are_held_once_the_table_lies_still_and_it_is_said(
    said: list[str], tell: Callable[[str], None]
) -> None:
    driver = Driver("exposure")
    steady = Steady(driver, tell)
    looks(steady, 0, 6, 90, seen=False)
    assert driver.asked == []

    looks(steady, 6, 7 + SETTLED_AFTER_S, 90)

    assert driver.asked == [True]
    assert said == ["camera: locked: exposure; this driver keeps to itself: white balance"]
    steady.let_go()
    assert driver.asked == [True, False]


def test_another_light_is_looked_at_anew(tell: Callable[[str], None], said: list[str]) -> None:
    driver = Driver("exposure")
    steady = Steady(driver, tell)
    looks(steady, 0, 6, 120)
    looks(steady, 6, 8, 60)  # a hand
    looks(steady, 8, 10, 118)
    assert driver.asked == [True]

    looks(steady, 10, 11 + OTHER_LIGHT_S, 60)  # the lamp was switched off
    assert driver.asked == [True, False]
    looks(steady, 11 + OTHER_LIGHT_S, 13 + OTHER_LIGHT_S + SETTLED_AFTER_S, 100)
    assert driver.asked == [True, False, True]
    assert len(said) == 1


def test_driver_that_holds_nothing_is_asked_once(
    said: list[str], tell: Callable[[str], None]
) -> None:
    driver = Driver()
    steady = Steady(driver, tell)
    looks(steady, 0, 6, 120)
    looks(steady, 6, 30, 30)

    assert driver.asked == [True]
    assert said == ["camera: this driver keeps to itself: white balance"]
    steady.let_go()
    assert driver.asked == [True]


def test_camera_that_is_gone_is_asked_again_later(tell: Callable[[str], None]) -> None:
    driver = Driver("exposure")
    driver.is_there = False
    steady = Steady(driver, tell)
    looks(steady, 0, 6, 120)
    assert driver.asked == []

    driver.is_there = True
    looks(steady, 6, 12, 120)
    assert driver.asked == [True]


def test_camera_that_was_away_is_held_again(tell: Callable[[str], None], said: list[str]) -> None:
    driver = Driver("exposure")
    steady = Steady(driver, tell)
    looks(steady, 0, 6, 120)
    looks(steady, 40, 46, 120)

    assert driver.asked == [True, True]
    assert len(said) == 1
