"""The newest frame counts, and a lost camera comes back."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from companion.errors import CameraLostError, StoreError
from companion.game.actions import CoverLaid, NewGame
from companion.store.store import Store
from companion.table import live as live_module
from companion.table.live import HIDDEN_AFTER_S, NOT_KEPT, UNSEEN_AFTER_S, Live
from companion.table.referee import Referee
from companion.table.seats import Standing
from companion.terms import ALL_CELLS, Audience, Cell, CoverCard, Role
from companion.vision.frame import Frame
from companion.vision.reading import BoardReading, Unseen
from tests.table.fake_eyes import FakeEyes, Script, a_frame, a_reading
from tests.table.watching import CARDS, KEY, Table

PATIENCE_S = 10.0


def camera(referee: Referee) -> tuple[str, str | None]:
    shown = referee.view_for(Audience.TABLE_SCREEN)["camera"]
    return shown["state"], shown["hint"]


# ---------------------------------------------------------------- one step


def test_step_hands_settled_covers_to_the_referee(
    playing: Referee, fake: FakeEyes, table: Table
) -> None:
    cell = KEY.cells_of(Role.ORANGE)[0]
    table.lay((cell, Role.ORANGE))
    accepted = Live(playing, lambda: Script(), fake.eyes).step(a_frame())

    assert accepted == (CoverLaid(cell, CoverCard.ORANGE),)
    assert camera(playing) == ("live", None)


def test_step_hands_nothing_over_before_the_table_has_settled(
    live: Live, referee: Referee, fake: FakeEyes
) -> None:
    fake.has_settled = False
    live.step(a_frame())

    assert referee.moment.laid == ()
    assert camera(referee) == ("live", None)


@pytest.mark.parametrize(
    "reading", [Unseen.FEW_CARDS, a_reading(is_mirrored=True)], ids=["unseen", "mirrored"]
)
def test_step_hands_nothing_over_while_the_table_is_not_rightly_seen(
    playing: Referee, fake: FakeEyes, table: Table, reading: BoardReading | Unseen
) -> None:
    table.lay((KEY.cells_of(Role.ORANGE)[0], Role.ORANGE))
    fake.reading = reading

    assert Live(playing, lambda: Script(), fake.eyes).step(a_frame()) == ()


def test_host_is_told_why_the_table_is_not_seen_once_that_lasts(
    live: Live, referee: Referee, fake: FakeEyes
) -> None:
    fake.reading = Unseen.FEW_CARDS
    live.step(a_frame(at_s=5.0))
    at_first = camera(referee)
    live.step(a_frame(at_s=5.0 + UNSEEN_AFTER_S))
    lasting = camera(referee)
    fake.reading = a_reading()
    live.step(a_frame(at_s=9.0))

    assert at_first == ("live", None)
    assert lasting == ("hidden", "fewer than thirteen cards in view")
    assert camera(referee) == ("live", None)


def test_host_is_told_that_the_picture_is_mirrored(
    live: Live, referee: Referee, fake: FakeEyes
) -> None:
    fake.reading = a_reading(is_mirrored=True)
    live.step(a_frame())

    assert camera(referee)[0] == "hidden"
    assert "mirrored" in str(camera(referee)[1])


@pytest.mark.parametrize(
    ("cells", "hint"),
    [
        (1, "1 cell is hidden: is something in the way?"),
        (3, "3 cells are hidden: is something in the way?"),
    ],
)
def test_host_is_told_of_hidden_cells_once_that_lasts(
    live: Live, referee: Referee, table: Table, cells: int, hint: str
) -> None:
    table.hidden = frozenset(ALL_CELLS[:cells])
    live.step(a_frame(at_s=0.0))
    at_first = camera(referee)
    live.step(a_frame(at_s=HIDDEN_AFTER_S))

    assert at_first == ("live", None)
    assert camera(referee) == ("live", hint)


def test_store_that_fails_is_a_hint_and_the_cover_is_taken_later(
    playing: Referee,
    fake: FakeEyes,
    table: Table,
    store: Store,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cell = KEY.cells_of(Role.ORANGE)[0]
    table.lay((cell, Role.ORANGE))
    live = Live(playing, lambda: Script(), fake.eyes)

    def fail(*_: object, **__: object) -> None:
        raise StoreError("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(store, "append_action", fail)
        live.step(a_frame())
        failing = camera(playing)
    live.step(a_frame(1))

    assert failing == ("live", NOT_KEPT)
    assert playing.state.cover_at(cell) is CoverCard.ORANGE


def test_step_tells_what_it_saw(playing: Referee, fake: FakeEyes) -> None:
    seen: list[int] = []
    live = Live(
        playing,
        lambda: Script(),
        fake.eyes,
        on_look=lambda look, accepted: seen.append(look.frame.number),
    )
    live.step(a_frame(7), is_simulated=True)

    assert seen == [7]
    assert playing.view_for(Audience.GUESSER)["simulated"] is True


# ---------------------------------------------------------------- the threads


class Wall:
    """Waits for a view, without sleeping."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        self.news = threading.Event()
        referee.listen(self.news.set)

    def until(self, is_so: Callable[[], bool]) -> None:
        while not is_so():
            assert self.news.wait(PATIENCE_S)
            self.news.clear()


def test_only_the_newest_frame_is_looked_at(referee: Referee, fake: FakeEyes) -> None:
    looking, go_on, all_read = (threading.Event() for _ in range(3))

    class Busy(Script):
        def read(self) -> Frame | None:
            if not self.steps:
                all_read.set()
                go_on.wait(PATIENCE_S)
                return None
            if len(self.steps) == 5:
                looking.wait(PATIENCE_S)
            return super().read()

    def hold_the_first(frame: Frame) -> None:
        if frame.number == 0:
            looking.set()
            all_read.wait(PATIENCE_S)
        else:
            go_on.set()

    fake.on_frame = hold_the_first
    source = Busy(*(a_frame(number) for number in range(6)))
    wall = Wall(referee)
    with Live(referee, lambda: source, fake.eyes):
        wall.until(lambda: camera(referee)[0] == "lost")

    assert fake.frames == [0, 5]
    assert source.is_closed


def test_lost_camera_is_said_and_tried_again(
    referee: Referee, fake: FakeEyes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_module, "RETRY_AFTER_S", (0.0,))
    go_on = threading.Event()

    class Held(Script):
        def read(self) -> Frame | None:
            if len(self.steps) == 1:
                go_on.wait(PATIENCE_S)
            return super().read()

    lost = CameraLostError("the camera was unplugged", device="0")
    sources = iter([Script(lost), Held(a_frame(), None)])
    wall = Wall(referee)
    with Live(referee, lambda: next(sources), fake.eyes):
        wall.until(lambda: camera(referee) == ("live", None))
        go_on.set()
        wall.until(lambda: camera(referee)[1] == "a script has come to its end")

    assert fake.frames == [0]
    assert next(sources, None) is None


def test_camera_that_cannot_be_opened_is_a_hint(
    referee: Referee, fake: FakeEyes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live_module, "RETRY_AFTER_S", (60.0,))

    def refuse() -> Script:
        raise CameraLostError("no camera 3", device="3")

    wall = Wall(referee)
    with Live(referee, refuse, fake.eyes):
        wall.until(lambda: camera(referee) == ("lost", "no camera 3"))


def test_frame_that_breaks_the_eyes_does_not_end_the_evening(
    referee: Referee, fake: FakeEyes, caplog: pytest.LogCaptureFixture
) -> None:
    looked, go_on = threading.Event(), threading.Event()

    class Slow(Script):
        def read(self) -> Frame | None:
            if len(self.steps) == 2:
                looked.wait(PATIENCE_S)
            if len(self.steps) == 1:
                go_on.wait(PATIENCE_S)
            return super().read()

    def break_once(frame: Frame) -> None:
        if frame.number == 0:
            looked.set()
            raise ZeroDivisionError
        go_on.set()

    fake.on_frame = break_once
    wall = Wall(referee)
    with Live(referee, lambda: Slow(a_frame(0), a_frame(1), None), fake.eyes):
        wall.until(lambda: camera(referee)[0] == "lost")

    assert fake.frames == [0, 1]
    assert "frame 0 could not be looked at" in caplog.text


def test_host_is_told_to_wait_for_the_first_picture(referee: Referee, fake: FakeEyes) -> None:
    opened = threading.Event()

    def never() -> Script:
        opened.wait(PATIENCE_S)
        raise CameraLostError("gone", device="0")

    live = Live(referee, never, fake.eyes)
    live.start()
    live.start()
    waiting = camera(referee)
    opened.set()
    live.stop()

    assert waiting == ("hidden", "waiting for the camera's first picture")


def test_cards_are_named_by_the_camera_then_dealt_to_the_game(
    live: Live, referee: Referee, table: Table
) -> None:
    live.step(a_frame())
    referee.submit(NewGame(), by=Standing.HOST)
    table.lay((Cell(0, 0), (referee.state.key or KEY).role_at(Cell(0, 0))))
    live.step(a_frame(1))

    assert referee.state.cards == CARDS
    assert referee.state.cover_at(Cell(0, 0)) is not None
