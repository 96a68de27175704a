from __future__ import annotations

import threading

import pytest

from companion.errors import UnreadableError
from companion.game.actions import EndTurn, GiveClue, Guess
from companion.game.key_card import KeyCard
from companion.store.store import Store
from companion.table.referee import Referee
from companion.table.seats import Standing
from companion.table.turn_timer import TimerKind, TimerSettings, TurnTimer, read_timer
from companion.terms import Role


class Clock:
    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def timer(playing: Referee, store: Store, clock: Clock) -> TurnTimer:
    return TurnTimer(playing, store, clock=clock)


def test_timer_is_off_at_first(timer: TurnTimer, playing: Referee) -> None:
    assert timer.settings.kind is TimerKind.OFF
    assert timer.left_s() is None
    assert playing.moment.timer is None


def test_timer_is_turned_over_with_the_clue_and_not_with_a_card(
    timer: TurnTimer, playing: Referee, clock: Clock, key: KeyCard
) -> None:
    timer.choose(TimerSettings(TimerKind.SAND, 60))
    clock.now_s += 20
    assert timer.left_s() == 40
    playing.submit(GiveClue("winter", 3), by=Standing.CLUEMASTER)
    assert timer.left_s() == 60
    clock.now_s += 10
    playing.submit(Guess(key.cells_of(Role.ORANGE)[0]), by=Standing.CLUEMASTER)
    assert timer.left_s() == 50
    playing.submit(EndTurn(), by=Standing.CLUEMASTER)
    assert timer.left_s() == 60
    timer.close()


def test_sand_is_turned_over_by_hand(timer: TurnTimer, clock: Clock) -> None:
    timer.choose(TimerSettings(TimerKind.SAND, 60))
    clock.now_s += 50
    timer.turn_over()

    assert timer.left_s() == 60
    timer.close()


def test_timer_is_kept(timer: TurnTimer, playing: Referee, store: Store, clock: Clock) -> None:
    timer.choose(TimerSettings(TimerKind.SOFT, 90))
    timer.close()

    again = TurnTimer(playing, store, clock=clock)
    assert again.settings == TimerSettings(TimerKind.SOFT, 90)
    again.close()


@pytest.mark.parametrize(
    ("kind", "ends"), [(TimerKind.SAND, False), (TimerKind.SOFT, False), (TimerKind.HARD, True)]
)
def test_only_the_hard_timer_ends_a_turn(
    timer: TurnTimer, playing: Referee, key: KeyCard, kind: TimerKind, ends: bool
) -> None:
    timer.choose(TimerSettings(kind, 60))
    playing.submit(GiveClue("winter", 3), by=Standing.CLUEMASTER)
    playing.submit(Guess(key.cells_of(Role.ORANGE)[0]), by=Standing.CLUEMASTER)
    before = playing.state.turn

    ring(timer)

    assert (playing.state.turn is not before) is ends
    timer.close()


def test_hard_timer_leaves_a_turn_without_a_guess(timer: TurnTimer, playing: Referee) -> None:
    timer.choose(TimerSettings(TimerKind.HARD, 60))
    playing.submit(GiveClue("winter", 3), by=Standing.CLUEMASTER)
    before = playing.state.turn

    ring(timer)

    assert playing.state.turn is before
    assert playing.moment.timer is not None
    assert playing.moment.timer.is_over
    timer.close()


def test_alarm_of_a_turn_that_is_over_rings_no_more(timer: TurnTimer, playing: Referee) -> None:
    timer.choose(TimerSettings(TimerKind.HARD, 60))
    old = timer._run.number
    playing.submit(GiveClue("winter", 3), by=Standing.CLUEMASTER)

    timer._ring(old)

    assert playing.moment.timer is not None
    assert not playing.moment.timer.is_over
    timer.close()
    alarms = [one for one in threading.enumerate() if isinstance(one, threading.Timer)]
    assert all(alarm.finished.is_set() for alarm in alarms)


@pytest.mark.parametrize("wrong", [{}, {"kind": "off", "limit_s": True}, {"kind": "x"}, None])
def test_settings_out_of_range_are_refused(wrong: object) -> None:
    with pytest.raises(UnreadableError):
        read_timer(wrong)


def ring(timer: TurnTimer) -> None:
    """The time is over: what the alarm's thread does."""
    timer._ring(timer._run.number)
