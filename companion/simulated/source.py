"""The simulated table as a source of frames: plays a screenplay before its own camera."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from companion.simulated.faces import FaceKey, FaceShelf, RasterFace
from companion.simulated.hand import HandPlace, HandSprite
from companion.simulated.movement import (
    DWELL_S,
    REACH_S,
    grip_for,
    heading_from_a_side,
    outside,
    reach,
    wander,
)
from companion.simulated.screenplay import (
    Bump,
    Clear,
    Deal,
    Hand,
    Lay,
    Lift,
    ScriptEvent,
    Step,
    Tap,
    Wait,
)
from companion.simulated.table import Room, SimulatedTable
from companion.terms import ALL_CELLS, GRID_SIDE, Cell
from companion.vision.frame import Frame, Image

FRAMES_PER_S = 15.0

_BUMP_S = 0.5
_ROW_S = 1.2
"""Time for a hand to lay, or take away, one row of cards."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Real time, by a clock and a sleep that are handed in.

    Attributes:
        clock: Monotonic seconds.
        sleep: Waits so many seconds.
        speed: How much faster than life the table plays.
    """

    clock: Callable[[], float]
    sleep: Callable[[float], None]
    speed: float = 1.0


class SimulatedSource:
    """A camera over the simulated table (`companion.vision.frame.FrameSource`).

    Frames carry the play's own time, 1/15 s apart. Without a pace they come as fast as `read`
    is called; with one, `read` waits for the next frame's moment. A reader that is late finds
    the play waiting for it, never a play that ran away.
    """

    def __init__(
        self,
        faces: Mapping[FaceKey, RasterFace] | FaceShelf,
        screenplay: Iterable[Step],
        rng: np.random.Generator,
        *,
        room: Room | None = None,
        frames_per_s: float = FRAMES_PER_S,
        pace: Pace | None = None,
        on_tap: Callable[[Tap], bool] | None = None,
        on_event: Callable[[ScriptEvent], None] | None = None,
    ) -> None:
        """Set the table.

        Args:
            faces: Printed faces by kind, id and face.
            screenplay: What happens; the next step is asked for when the last one is over, so
                the writer may make it up as the game goes. Its end is the end of the source.
            rng: Chance: where things lie, the lamp, the noise.
            room: Size of the picture, tilt, lamp and so on.
            frames_per_s: Frames a second of the play's time.
            pace: Real time, or None for a virtual clock.
            on_tap: Called when a tap is due, in the thread that reads; says whether it was
                taken. Without it every tap is taken.
            on_event: Told what truly happens, in the thread that reads.
        """
        self.table = SimulatedTable(faces, rng, room)
        self._rng = rng
        self._frames_per_s = frames_per_s
        self._pace = pace
        self._on_tap = on_tap
        self._on_event = on_event
        self._number = 0
        self._due_s: float | None = None
        self._is_closed = False
        self._shots = self._play(screenplay)

    @property
    def name(self) -> str:
        """What people call it."""
        return "the simulated table"

    @property
    def is_simulated(self) -> bool:
        """The pictures are made up."""
        return True

    @property
    def now_s(self) -> float:
        """The play's time: that of the next frame."""
        return self._number / self._frames_per_s

    def read(self) -> Frame | None:
        """Give the next frame; None when the play is over or the source was closed."""
        if self._is_closed:
            return None
        self._keep_pace()
        image = next(self._shots, None)
        if image is None:
            return None
        frame = Frame(image=image, captured_at_s=self.now_s, number=self._number)
        self._number += 1
        return frame

    def close(self) -> None:
        """End the play; a `read` under way still gives its frame."""
        self._is_closed = True

    def _keep_pace(self) -> None:
        if self._pace is None:
            return
        now = self._pace.clock()
        due = now if self._due_s is None else self._due_s
        if due > now:
            self._pace.sleep(due - now)
        # A reader that was late does not have to catch up.
        self._due_s = max(due, now) + 1 / (self._frames_per_s * self._pace.speed)

    # ------------------------------------------------------------ the play, one picture a frame

    def _play(self, screenplay: Iterable[Step]) -> Iterator[Image]:
        for step in screenplay:
            match step:
                case Deal():
                    yield from self._deal(step)
                case Lay():
                    yield from self._lay(step)
                case Lift():
                    yield from self._lift(step)
                case Hand():
                    yield from self._pass_over()
                case Bump():
                    yield from self._bump()
                case Wait():
                    yield from self._rest(step.seconds)
                case Tap():
                    yield from self._tap(step)
                case Clear():
                    yield from self._clear()

    def _deal(self, step: Deal) -> Iterator[Image]:
        if len(step.faces) != len(ALL_CELLS):
            raise ValueError(f"a table has {len(ALL_CELLS)} cards, not {len(step.faces)}")
        yield from self._sweep(lambda cell: self.table.put_card(cell, step.faces[cell.position]))
        self._tell("dealt")

    def _clear(self) -> Iterator[Image]:
        yield from self._sweep(self.table.take_away)
        self.table.clear()
        self._tell("cleared")

    def _lay(self, step: Lay) -> Iterator[Image]:
        cover = self.table.take_cover(step.cell, step.face)
        heading = heading_from_a_side(self._rng, far_share=0.8)
        tip = grip_for(cover.centre_mm, heading)
        full = self.table.a_hand(cover.centre_mm, heading, cover)
        yield from self._come(full, tip, heading)
        # It lies as soon as it rests where it belongs, the fingers still on it.
        self.table.put_cover(step.cell, cover)
        self._tell("cover_placed", cell=step.cell, face=step.face)
        empty = full.without_card
        yield from self._hold(empty, tip, heading)
        yield from self._leave(empty, tip, heading)

    def _lift(self, step: Lift) -> Iterator[Image]:
        cover = self.table.covers.get(step.cell)
        if cover is None:
            raise ValueError(f"no cover lies in {step.cell!r}: nothing to lift")
        heading = heading_from_a_side(self._rng, far_share=0.8)
        tip = grip_for(cover.centre_mm, heading)
        full = self.table.a_hand(cover.centre_mm, heading, cover)
        empty = full.without_card
        yield from self._come(empty, tip, heading)
        yield from self._hold(empty, tip, heading)
        self.table.lift_cover(step.cell)
        self._tell("cover_removed", cell=step.cell, face=cover.face)
        yield from self._leave(full, tip, heading)

    def _pass_over(self) -> Iterator[Image]:
        heading = heading_from_a_side(self._rng, far_share=0.25)
        cells = self._rng.choice(len(ALL_CELLS), 3, replace=False)
        path = [self.table.grid.centre_mm(ALL_CELLS[int(index)]) for index in cells]
        hand = self.table.a_hand(path[0])
        self._tell("hand")
        yield from self._come(hand, path[0], heading)
        for start, end in pairwise(path):
            steps = self._frames(float(self._rng.uniform(0.4, 0.9)))
            yield from self._shoot(hand, wander(start, end, heading, steps))
            yield from self._hold(hand, end, heading)
        yield from self._leave(hand, path[-1], heading)

    def _bump(self) -> Iterator[Image]:
        target = self.table.pose_after_bump()
        frames = self._frames(_BUMP_S)
        for number in range(1, frames + 1):
            share = number / frames
            # Overshoots once and comes to rest, as a stand does.
            swing = 1 - np.exp(-4 * share) * np.cos(7 * share)
            yield self.table.photograph_on_the_move(
                self.table.pose.towards(target, float(swing)), round(13 * (1 - share))
            )
        self.table.move_camera(target)
        self._tell("bumped")

    def _rest(self, seconds: float) -> Iterator[Image]:
        for _ in range(self._frames(seconds)):
            yield self.table.photograph()

    def _tap(self, step: Tap) -> Iterator[Image]:
        until_s = self.now_s + step.patience_s
        while self._on_tap is not None and not self._on_tap(step):
            if self.now_s >= until_s:
                self._tell("tap_given_up", tap=step)
                return
            yield self.table.photograph()
        self._tell("tapped", tap=step)

    def _sweep(self, at_each: Callable[[Cell], None]) -> Iterator[Image]:
        """Go along every row with a hand and do something under it at each cell."""
        grid = self.table.grid
        heading = float(90 + self._rng.uniform(-10, 10))
        frames = max(1, self._frames(_ROW_S) // GRID_SIDE)
        hand = self.table.a_hand(grid.centre_mm(Cell(2, 2)))
        for row in reversed(range(GRID_SIDE)):
            place = grid.centre_mm(Cell(row, 0))
            yield from self._come(hand, place, heading)
            for col in range(GRID_SIDE):
                there = grid.centre_mm(Cell(row, col))
                yield from self._shoot(hand, wander(place, there, heading, frames))
                place = there
                at_each(Cell(row, col))
            yield from self._leave(hand, place, heading)

    # ------------------------------------------------------------ hands

    def _come(
        self, hand: HandSprite, tip_mm: tuple[float, float], heading_deg: float
    ) -> Iterator[Image]:
        back = outside(tip_mm, heading_deg, self.table.pose)
        frames = self._frames(float(self._rng.uniform(*REACH_S)))
        yield from self._shoot(hand, reach(tip_mm, heading_deg, back, frames, is_coming=True))

    def _leave(
        self, hand: HandSprite, tip_mm: tuple[float, float], heading_deg: float
    ) -> Iterator[Image]:
        back = outside(tip_mm, heading_deg, self.table.pose)
        frames = self._frames(float(self._rng.uniform(*REACH_S)))
        yield from self._shoot(hand, reach(tip_mm, heading_deg, back, frames, is_coming=False))

    def _hold(
        self, hand: HandSprite, tip_mm: tuple[float, float], heading_deg: float
    ) -> Iterator[Image]:
        frames = self._frames(float(self._rng.uniform(*DWELL_S)))
        yield from self._shoot(hand, [HandPlace(tip_mm, heading_deg)] * frames)

    def _shoot(self, hand: HandSprite, places: Iterable[HandPlace]) -> Iterator[Image]:
        for place in places:
            moving = replace(place, speed_mm_s=place.speed_mm_s * self._frames_per_s)
            yield self.table.photograph(hand, moving)

    # ------------------------------------------------------------ small things

    def _frames(self, seconds: float) -> int:
        return max(1, round(seconds * self._frames_per_s))

    def _tell(
        self,
        event: str,
        *,
        cell: Cell | None = None,
        face: FaceKey | None = None,
        tap: Tap | None = None,
    ) -> None:
        if self._on_event is None:
            return
        self._on_event(
            ScriptEvent(
                event=event,
                at_s=self.now_s,
                frame=self._number,
                cell=cell,
                cover=None if face is None else face[1],
                side=None if face is None else face[2],
                label=None if tap is None else tap.label,
                payload=None if tap is None else tap.payload,
            )
        )
