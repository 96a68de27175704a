"""The play: what is seen, when, and in which order."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from companion.simulated.faces import FaceKey, FaceShelf
from companion.simulated.pose import project
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
from companion.simulated.source import Pace, SimulatedSource
from companion.simulated.surface import Surface
from companion.simulated.table import Room
from companion.terms import ALL_CELLS, Cell
from companion.vision.frame import Frame, FrameSource

ORANGE: FaceKey = ("cover_card", "orange", "front")
SMALL = Room(size_wh=(320, 180), surface=Surface.GREEN_CLOTH)


def frames_of(source: FrameSource) -> Iterator[Frame]:
    while (frame := source.read()) is not None:
        yield frame


def a_source(
    shelf: FaceShelf, steps: list[Step], *, seed: int = 1, **options: object
) -> tuple[SimulatedSource, list[ScriptEvent]]:
    events: list[ScriptEvent] = []
    source = SimulatedSource(
        shelf,
        steps,
        np.random.default_rng(seed),
        room=SMALL,
        on_event=events.append,
        **options,  # type: ignore[arg-type]
    )
    return source, events


def field_colour(source: SimulatedSource, frame: Frame, cell: Cell) -> np.ndarray:
    """Mean BGR left of a cell's middle: colour on a cover, white on a card."""
    x_mm, y_mm = source.table.grid.centre_mm(cell)
    x, y = project(source.table.pose.image_from_board, np.array([[x_mm, y_mm]]))[0].round()
    patch = frame.image[int(y) - 3 : int(y) + 4, int(x) - 6 : int(x) + 1]
    return np.asarray(patch.reshape(-1, 3).mean(axis=0))


def looks_orange(colour: np.ndarray) -> bool:
    return bool(colour[2] > 2.0 * colour[0])


def test_source_says_that_it_is_simulated(shelf: FaceShelf) -> None:
    source, _ = a_source(shelf, [])

    assert source.is_simulated
    assert source.name == "the simulated table"
    assert source.read() is None


def test_frames_are_counted_and_a_fifteenth_of_a_second_apart(shelf: FaceShelf) -> None:
    source, _ = a_source(shelf, [Wait(1.0)])
    frames = list(frames_of(source))

    assert [frame.number for frame in frames] == list(range(15))
    assert frames[6].captured_at_s == pytest.approx(0.4)
    assert frames[0].image.shape == (180, 320, 3)
    assert frames[0].image.dtype == np.uint8


def test_cover_is_seen_after_the_hand_has_gone(
    shelf: FaceShelf, cards: tuple[FaceKey, ...]
) -> None:
    cell = Cell(2, 3)
    source, events = a_source(
        shelf, [Deal(cards), Wait(0.1), Lay(cell, ORANGE), Wait(0.2), Lift(cell), Wait(0.2)]
    )
    frames = list(frames_of(source))
    at = {event.event: event.frame for event in events}

    assert [event.event for event in events] == ["dealt", "cover_placed", "cover_removed"]
    assert not looks_orange(field_colour(source, frames[at["dealt"]], cell))
    # The lift's hand is still far away one frame after the wait.
    resting = [frame for frame in frames if at["cover_placed"] < frame.number < at["cover_removed"]]
    assert any(looks_orange(field_colour(source, frame, cell)) for frame in resting)
    assert not looks_orange(field_colour(source, frames[-1], cell))


def test_hand_passes_and_leaves_the_table_as_it_was(
    shelf: FaceShelf, cards: tuple[FaceKey, ...]
) -> None:
    source, events = a_source(shelf, [Deal(cards), Wait(0.1), Hand(), Wait(0.1)])
    frames = list(frames_of(source))
    started = next(event.frame for event in events if event.event == "hand")
    before, after = frames[started - 1].image, frames[-1].image
    change = [
        np.abs(frame.image.astype(int) - before).max(axis=2) > 40 for frame in frames[started:-2]
    ]

    assert max(mask.mean() for mask in change) > 0.03, "no hand was seen"
    assert np.abs(after.astype(int) - before).mean() < 6


def test_bump_moves_the_board_in_the_picture(shelf: FaceShelf, cards: tuple[FaceKey, ...]) -> None:
    source, _ = a_source(shelf, [Deal(cards), Bump(), Wait(0.1)])
    before = source.table.pose.image_from_board
    list(frames_of(source))
    outline = source.table.grid.outline_mm
    moved = project(source.table.pose.image_from_board, outline) - project(before, outline)

    assert np.linalg.norm(moved, axis=1).max() > 2
    assert np.linalg.norm(moved, axis=1).max() < 40


def test_cleared_table_takes_the_next_game(shelf: FaceShelf, cards: tuple[FaceKey, ...]) -> None:
    others = tuple(("card", f"card{number}", "word") for number in range(25, 50))
    source, events = a_source(shelf, [Deal(cards), Lay(Cell(0, 0), ORANGE), Clear(), Deal(others)])
    list(frames_of(source))

    assert [event.event for event in events] == ["dealt", "cover_placed", "cleared", "dealt"]
    assert source.table.covers == {}
    assert tuple(source.table.cards[cell].face for cell in ALL_CELLS) == others


def test_tap_is_tried_until_it_is_taken(shelf: FaceShelf) -> None:
    tried: list[Tap] = []

    def take_the_third(tap: Tap) -> bool:
        tried.append(tap)
        return len(tried) == 3

    tap = Tap("clue", {"word": "SNOW", "number": 2})
    source, events = a_source(shelf, [tap, Wait(0.1)], on_tap=take_the_third)
    frames = list(frames_of(source))

    assert tried == [tap] * 3
    assert len(frames) == 2 + 2
    assert [(event.event, event.frame) for event in events] == [("tapped", 2)]


def test_tap_is_given_up_when_patience_ends(shelf: FaceShelf) -> None:
    source, events = a_source(shelf, [Tap("clue", patience_s=1.0)], on_tap=lambda _: False)
    frames = list(frames_of(source))

    assert [event.event for event in events] == ["tap_given_up"]
    assert len(frames) == 15


def test_steps_are_asked_for_one_at_a_time(shelf: FaceShelf) -> None:
    asked: list[int] = []

    def endless() -> Iterator[Step]:
        for number in range(10**9):
            asked.append(number)
            yield Wait(1 / 15)

    source = SimulatedSource(shelf, endless(), np.random.default_rng(1), room=SMALL)
    for _ in range(3):
        source.read()

    assert asked == [0, 1, 2]
    source.close()
    assert source.read() is None


def test_real_time_paces_frames_and_waits_for_a_late_reader(shelf: FaceShelf) -> None:
    now = [100.0]
    slept: list[float] = []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        now[0] += seconds

    pace = Pace(clock=lambda: now[0], sleep=sleep, speed=2.0)
    source, _ = a_source(shelf, [Wait(1.0)], pace=pace)
    source.read()
    source.read()
    now[0] += 5.0
    late = source.read()
    source.read()

    assert slept == [pytest.approx(1 / 30), pytest.approx(1 / 30)]
    assert late is not None
    assert late.captured_at_s == pytest.approx(2 / 15)


def test_same_seed_plays_the_same_frames(shelf: FaceShelf, cards: tuple[FaceKey, ...]) -> None:
    steps: list[Step] = [Deal(cards), Lay(Cell(1, 1), ORANGE), Bump()]
    one, again = (
        [frame.image.sum() for frame in frames_of(a_source(shelf, steps)[0])] for _ in range(2)
    )

    assert one == again


@pytest.mark.parametrize(
    ("steps", "complaint"),
    [
        pytest.param([Lift(Cell(0, 0))], "nothing to lift", id="lift nothing"),
        pytest.param([Lay(Cell(0, 0), ORANGE)], "nothing to cover", id="cover the table"),
        pytest.param([Deal(())], "25 cards, not 0", id="deal nothing"),
    ],
)
def test_impossible_step_is_a_callers_mistake(
    shelf: FaceShelf, steps: list[Step], complaint: str
) -> None:
    source, _ = a_source(shelf, steps)

    with pytest.raises(ValueError, match=complaint):
        source.read()


def test_extra_card_counts_as_its_upper_side() -> None:
    event = ScriptEvent("cover_placed", 1.0, 15, Cell(0, 4), "extra", "yellow")

    assert event.to_document()["cover"] == "yellow"
