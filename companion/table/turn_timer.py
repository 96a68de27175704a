"""How long a turn may take: off unless people want it, and gentle unless they say otherwise."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from companion.errors import CompanionError, CorruptRecordError, UnreadableError
from companion.game.actions import EndTurn
from companion.game.state import Phase
from companion.store.store import Store
from companion.table.seats import Standing

SHORTEST_S, LONGEST_S = 15, 900
TIMER_KIND = "timer"
"""The kind of document that a table's timer is kept as."""


class TimerKind(StrEnum):
    """What happens when the time is over."""

    OFF = "off"
    """There is none."""
    SAND = "sand"
    """The sand has run through, and that is all. Rulebook, "Sand Timer": whoever grows impatient
    turns it."""
    SOFT = "soft"
    """Everybody is told."""
    HARD = "hard"
    """The turn ends, if there was a guess; a guess that is still owed is asked for."""


@dataclass(frozen=True, slots=True)
class TimerSettings:
    """What people chose.

    Attributes:
        kind: What happens at the end.
        limit_s: How long a clue may take, and then the guesses together.
    """

    kind: TimerKind = TimerKind.OFF
    limit_s: int = 120


@dataclass(frozen=True, slots=True)
class TimerFace:
    """What pages are told: they ask for the seconds left, since their clocks differ.

    Attributes:
        kind: What happens at the end.
        limit_s: The whole time.
        run: Counts the times the timer was turned over.
        is_over: The time is over.
    """

    kind: TimerKind
    limit_s: int
    run: int
    is_over: bool = False

    def to_document(self) -> dict[str, Any]:
        """Put it into a view."""
        return {
            "kind": self.kind.value,
            "limit_s": self.limit_s,
            "run": self.run,
            "is_over": self.is_over,
        }


def read_timer(document: object) -> TimerSettings:
    """Read settings from the wire or the store.

    Raises:
        UnreadableError: They are none.

    Example:
        >>> read_timer({"kind": "sand", "limit_s": 90})
        TimerSettings(kind=<TimerKind.SAND: 'sand'>, limit_s=90)
    """
    values = document if isinstance(document, Mapping) else {}
    kind = next((one for one in TimerKind if one.value == values.get("kind")), None)
    limit_s = values.get("limit_s", TimerSettings().limit_s)
    if kind is None:
        legal = ", ".join(TimerKind)
        raise UnreadableError(f"'kind' of a timer is one of {legal}", text="")
    if type(limit_s) is not int or not SHORTEST_S <= limit_s <= LONGEST_S:
        raise UnreadableError(
            f"'limit_s' is a number of seconds from {SHORTEST_S} to {LONGEST_S}; got {limit_s!r}",
            text="",
        )
    return TimerSettings(kind, limit_s)


@dataclass(slots=True)
class _Run:
    """One running of the sand."""

    number: int = 0
    began_at_s: float = 0.0
    turn: tuple[Any, ...] | None = None
    alarm: threading.Timer | None = field(default=None, repr=False)


class TurnTimer:
    """The timer of one table; can be used from any thread.

    It listens to the table: a new turn or a new phase turns it over, everything else leaves it.

    Args:
        referee: The table.
        store: Keeps what people chose.
        clock: Seconds, monotonic.
    """

    def __init__(self, referee: Any, store: Store, *, clock: Callable[[], float]) -> None:
        self._referee = referee
        self._store = store
        self._clock = clock
        self._lock = threading.RLock()
        self._run = _Run()
        try:
            kept = store.load_document(TIMER_KIND, referee.code)
            self._settings = TimerSettings() if kept is None else read_timer(kept)
        except (CorruptRecordError, UnreadableError):
            self._settings = TimerSettings()
        self._mailbox: Any = None
        self._listen()
        self._look()

    @property
    def settings(self) -> TimerSettings:
        """What people chose."""
        return self._settings

    def choose(self, settings: TimerSettings) -> None:
        """Choose another timer; it begins at once.

        Raises:
            StoreError: The choice could not be kept.
        """
        self._store.save_document(
            TIMER_KIND,
            self._referee.code,
            {"kind": settings.kind.value, "limit_s": settings.limit_s},
        )
        with self._lock:
            self._settings = settings
            self._run.turn = None
            self._listen()
        self._look()

    def turn_over(self) -> None:
        """Turn the sand over by hand, whoever grew impatient."""
        with self._lock:
            self._run.turn = None
        self._look()

    def left_s(self) -> float | None:
        """Seconds left, 0 when the time is over; None when no timer runs."""
        with self._lock:
            if self._run.turn is None:
                return None
            return max(0.0, self._run.began_at_s + self._settings.limit_s - self._clock())

    def close(self) -> None:
        """Stop; nothing rings any more."""
        with self._lock:
            self._silence()
            self._run.turn = None
            if self._mailbox is not None:
                self._mailbox.close()
                self._mailbox = None

    def _listen(self) -> None:
        """Listen to the table only while there is something to time."""
        if self._settings.kind is TimerKind.OFF:
            if self._mailbox is not None:
                self._mailbox.close()
                self._mailbox = None
        elif self._mailbox is None:
            self._mailbox = self._referee.listen(self._look)

    def _look(self) -> None:
        """Compare with the table; called in whatever thread tells of news."""
        moment = self._referee.moment
        state = moment.state
        is_running = self._settings.kind is not TimerKind.OFF and state.phase in (
            Phase.CLUE,
            Phase.GUESS,
        )
        turns = sum(move.kind in ("end_turn", "clue") for move in state.moves)
        turn = (moment.game_id, state.turn, state.phase, turns) if is_running else None
        with self._lock:
            if turn == self._run.turn:
                return
            self._silence()
            self._run.turn = turn
            if turn is None:
                face = None
            else:
                self._run.number += 1
                self._run.began_at_s = self._clock()
                self._run.alarm = threading.Timer(
                    self._settings.limit_s, self._ring, (self._run.number,)
                )
                self._run.alarm.daemon = True
                self._run.alarm.start()
                face = TimerFace(self._settings.kind, self._settings.limit_s, self._run.number)
        self._referee.note(timer=face)

    def _ring(self, number: int) -> None:
        with self._lock:
            if number != self._run.number or self._run.turn is None:
                return
            settings = self._settings
        face = self._referee.moment.timer
        if face is not None and face.run == number:
            over = TimerFace(settings.kind, settings.limit_s, number, is_over=True)
            self._referee.note(timer=over)
        if settings.kind is TimerKind.HARD and self._referee.state.may_stop:
            try:
                self._referee.submit(EndTurn(), by=Standing.HOST)
            except CompanionError:
                return  # somebody was quicker, and then the turn is over anyway

    def _silence(self) -> None:
        if self._run.alarm is not None:
            self._run.alarm.cancel()
            self._run.alarm = None
