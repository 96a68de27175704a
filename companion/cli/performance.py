"""Games played on the simulated table: what the script did beside what the camera saw of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

import numpy as np

from companion.cli.demo_game import DemoGame
from companion.cli.demo_people import take_tap
from companion.cli.evening import make_eyes
from companion.cli.watch import event_document
from companion.deck.cards import Deck
from companion.deck.geometry import CardGeometry
from companion.game.actions import Action
from companion.game.state import GameState, Question
from companion.simulated.faces import FaceKey, FaceShelf, RasterFace
from companion.simulated.screenplay import Clear, ScriptEvent, Step, Tap, Wait
from companion.simulated.source import FRAMES_PER_S, Pace, SimulatedSource
from companion.table.eyes import Look
from companion.table.live import Live
from companion.table.referee import Referee
from companion.terms import Edition, Team
from companion.vision.events import EventKind, TableEvent
from companion.vision.frame import Frame

Tell = Callable[[dict[str, Any]], None]

COVER_EVENTS = (EventKind.COVER_PLACED, EventKind.COVER_REMOVED, EventKind.COVER_CHANGED)

LOOKED_WITHIN_S = 2.0
"""Longest wait for the eyes; they need some hundredths of a second, and after a frame that broke
them the play must go on."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """One game: what must have come of it, and what came.

    Attributes:
        number: Which game, from 1.
        differences: What is not as it must be: covers, turn, remaining, outcome.
        wrong_events: Cover events of the camera that the script has not.
        missed_events: Cover events of the script that the camera has not.
        questions_needed: What the cluemasters had to be asked.
        questions_asked: What they were asked.
        wrong_covers: Covers that the script laid by mistake and took back.
        forgotten_stops: Stops that the script left untapped.
        taps_given_up: Taps that the table never took.
        state: The table's game at its end.
    """

    number: int
    differences: tuple[str, ...]
    wrong_events: tuple[str, ...]
    missed_events: tuple[str, ...]
    questions_needed: tuple[Question, ...]
    questions_asked: tuple[Question, ...]
    wrong_covers: int
    forgotten_stops: int
    taps_given_up: int
    state: GameState

    @property
    def is_right(self) -> bool:
        """Score, turn and winner as in the script, no wrong cover event, every question asked."""
        asked = [question.cell for question in self.questions_asked]
        needed = [question.cell for question in self.questions_needed]
        return not self.differences and not self.wrong_events and asked == needed

    def in_one_line(self) -> str:
        """The same for people."""
        state = self.state
        shown = state.edition.shown_as
        left = ", ".join(f"{shown(team.value)} {state.remaining(team)}" for team in Team)
        winner = f"{shown(state.outcome.winner.value)} wins" if state.outcome else "nobody wins"
        faults = "; ".join((*self.differences, *self.wrong_events))
        return (
            f"game {self.number}: {winner}, left {left}; "
            f"{len(self.questions_asked)} of {len(self.questions_needed)} questions asked, "
            f"{self.wrong_covers} wrong covers and {self.forgotten_stops} forgotten stops, "
            f"{len(self.wrong_events)} wrong and {len(self.missed_events)} missed cover events: "
            f"{'as the script' if self.is_right else f'NOT as the script: {faults}'}"
        )

    def to_document(self) -> dict[str, Any]:
        """What `demo --json` prints at the end of a game."""
        state = self.state
        shown = state.edition.shown_as
        return {
            "from": "comparison",
            "game": self.number,
            "right": self.is_right,
            "remaining": {shown(team.value): state.remaining(team) for team in Team},
            "turn": state.turn and shown(state.turn.value),
            "winner": state.outcome and shown(state.outcome.winner.value),
            "how": state.outcome and state.outcome.how.value,
            "differences": list(self.differences),
            "wrong_cover_events": list(self.wrong_events),
            "missed_cover_events": list(self.missed_events),
            "questions_needed": len(self.questions_needed),
            "questions_asked": len(self.questions_asked),
            "wrong_covers_laid": self.wrong_covers,
            "forgotten_stops": self.forgotten_stops,
            "taps_given_up": self.taps_given_up,
        }


class Performance:
    """Plays games on the simulated table before the eyes of a real one.

    Args:
        referee: The table.
        deck: The cards in play.
        edition: Whose cover cards lie on the table.
        faces: Every printed face of the deck and of the covers.
        games: What is played, perhaps without end.
        seed: Seed of everything that the camera and the hands leave to chance.
        tell: Told each event of the script and of the camera, and each comparison.
        card: What the printed cards measure; None where the picture tells.
    """

    def __init__(
        self,
        referee: Referee,
        *,
        deck: Deck,
        edition: Edition,
        faces: Mapping[FaceKey, RasterFace] | FaceShelf,
        games: Iterable[DemoGame],
        seed: int,
        tell: Tell = lambda _document: None,
        card: CardGeometry | None = None,
    ) -> None:
        self.comparisons: list[Comparison] = []
        self._referee = referee
        self._edition = edition
        self._faces = faces
        self._games = games
        self._seed = seed
        self._tell = tell
        self._looked_at = -1
        self._frame_number = 0
        self._script_events: list[str] = []
        self._camera_events: list[str] = []
        self._asked: list[Question] = []
        self._open_question: Question | None = None
        self._given_up = 0
        self.live = Live(
            referee,
            self._open_source,
            make_eyes(deck, edition, self._camera_saw, card=card),
            on_look=self._has_looked,
        )
        self._pace: Pace | None = None

    def play_at_once(self, frames_per_s: float = FRAMES_PER_S) -> list[Comparison]:
        """Play all games on a virtual clock, as fast as it goes, in this thread."""
        source = self._make_source(None, frames_per_s)
        while (frame := source.read()) is not None:
            self._frame_number = frame.number
            self.live.step(frame, is_simulated=True)
        return self.comparisons

    def at_speed(self, speed: float) -> Live:
        """Give the eyes that watch the play in life's time, or so many times as fast."""
        self._pace = Pace(time.monotonic, time.sleep, speed)
        return self.live

    # ------------------------------------------------------------ the source

    def _open_source(self) -> InStep:
        return InStep(self._make_source(self._pace), lambda: self._looked_at)

    def _make_source(
        self, pace: Pace | None, frames_per_s: float = FRAMES_PER_S
    ) -> SimulatedSource:
        return SimulatedSource(
            self._faces,
            self._steps(),
            np.random.default_rng(self._seed),
            frames_per_s=frames_per_s,
            pace=pace,
            on_tap=self._tap,
            on_event=self._happened,
        )

    def _steps(self) -> Iterator[Step]:
        for number, game in enumerate(self._games, start=1):
            if number > 1:
                yield Clear()
                yield Wait(1.0)
            self._script_events.clear()
            self._camera_events.clear()
            self._asked.clear()
            self._given_up = 0
            yield from game.steps
            self._compare(number, game)

    # ------------------------------------------------------------ what is noted

    def _tap(self, tap: Tap) -> bool:
        is_taken = take_tap(self._referee, tap)
        self._note_question()
        return is_taken

    def _happened(self, event: ScriptEvent) -> None:
        document = event.to_document()
        if event.event in COVER_EVENTS:
            self._script_events.append(_in_short(document))
        self._given_up += event.event == "tap_given_up"
        if "cover" in document:
            document["cover"] = self._edition.shown_as(document["cover"])
        self._tell({"from": "script", **document})

    def _camera_saw(self, event: TableEvent, at_s: float) -> None:
        if event.kind in COVER_EVENTS:
            # The script's people lay orange and yellow, whatever the box calls them.
            self._camera_events.append(_in_short(event_document(event, Edition.SIMPSONS)))
        document = event_document(event, self._edition)
        when = {"t_s": round(at_s, 3), "frame": self._frame_number}
        self._tell({"from": "camera", **when, **document})

    def _has_looked(self, look: Look, _accepted: tuple[Action, ...]) -> None:
        self._note_question()
        self._looked_at = look.frame.number

    def _note_question(self) -> None:
        question = self._referee.state.question
        if question is not None and question != self._open_question:
            self._asked.append(question)
        self._open_question = question

    def _compare(self, number: int, game: DemoGame) -> None:
        state = self._referee.state
        missed, wrong = compare_by_cell(self._script_events, self._camera_events)
        comparison = Comparison(
            number=number,
            differences=game.expected.differences(state),
            wrong_events=wrong,
            missed_events=missed,
            questions_needed=game.expected.questions,
            questions_asked=tuple(self._asked),
            wrong_covers=len(game.expected.wrong_covers),
            forgotten_stops=game.expected.forgotten_stops,
            taps_given_up=self._given_up,
            state=state,
        )
        self.comparisons.append(comparison)
        self._tell(comparison.to_document())


class InStep:
    """A source that waits until its last frame has been looked at.

    A camera's late frames are dropped; a play that runs faster than life would lose whole hands
    that way.
    """

    def __init__(self, source: SimulatedSource, looked_at: Callable[[], int]) -> None:
        self._source = source
        self._looked_at = looked_at
        self._last = -1

    @property
    def name(self) -> str:
        """What people call it."""
        return self._source.name

    @property
    def is_simulated(self) -> bool:
        """The pictures are made up."""
        return True

    def read(self) -> Frame | None:
        """Give the next frame once the last one has been looked at."""
        until_s = time.monotonic() + LOOKED_WITHIN_S
        while self._looked_at() < self._last and time.monotonic() < until_s:
            time.sleep(0.001)
        frame = self._source.read()
        if frame is not None:
            self._last = frame.number
        return frame

    def close(self) -> None:
        """End the play."""
        self._source.close()


def compare_by_cell(
    script: Iterable[str], camera: Iterable[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Compare two lists of cover events, each cell's in its order.

    Returns:
        What the camera missed, and what it has too much.

    Example:
        >>> compare_by_cell(["1,3 placed orange"], ["1,3 placed yellow"])
        (('1,3 placed orange',), ('1,3 placed yellow',))
    """
    missed: list[str] = []
    wrong: list[str] = []
    by_cell: dict[str, tuple[list[str], list[str]]] = {}
    for at, events in enumerate((script, camera)):
        for event in events:
            by_cell.setdefault(event.partition(" ")[0], ([], []))[at].append(event)
    for must, has in by_cell.values():
        for step, i1, i2, j1, j2 in SequenceMatcher(None, must, has, False).get_opcodes():
            if step != "equal":
                missed += must[i1:i2]
                wrong += has[j1:j2]
    return tuple(missed), tuple(wrong)


def _in_short(document: dict[str, Any]) -> str:
    event = str(document["event"]).removeprefix("cover_")
    return f"{document['row']},{document['col']} {event} {document['cover']}"
