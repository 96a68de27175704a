"""Faults of a camera in the middle of a game: nothing is invented, nothing is forgotten."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest

from companion.deck.cards import Deck
from companion.simulated.faces import FaceShelf
from companion.simulated.table import Room, SimulatedTable
from companion.terms import ALL_CELLS, Cell, CoverCard
from companion.vision.events import EventKind, TableEvent, events_between
from companion.vision.frame import Frame, Image
from companion.vision.health import Health, examine_picture
from companion.vision.readers import TaggedReader
from companion.vision.reading import BoardReading, Unseen
from companion.vision.settle import Settling, settle
from companion.vision.tags import TagBank
from companion.vision.track import Track, follow
from companion.vision.trouble import TroubleKind

FRAMES_PER_S = 10.0
LAID = {Cell(1, 2): CoverCard.ORANGE, Cell(3, 0): CoverCard.YELLOW, Cell(4, 4): CoverCard.NEUTRAL}
OF_COVERS = {
    EventKind.COVER_PLACED,
    EventKind.COVER_REMOVED,
    EventKind.COVER_CHANGED,
    EventKind.CARD_MOVED,
}

Fault = Callable[[Image, int], Image | None]


class Watched:
    """A table, a camera's health, and what the eyes make of it, as `companion.table.live` does."""

    def __init__(self, deck: Deck, faces: FaceShelf, bank: TagBank) -> None:
        self.table = SimulatedTable(
            faces, np.random.default_rng(7), Room(size_wh=(1280, 720), tilt_deg=12.0)
        )
        for cell in ALL_CELLS:
            self.table.put_card(cell, ("card", deck.cards[cell.position].id, "word"))
        for cell, kind in LAID.items():
            self.table.put_cover(cell, self.table.take_cover(cell, ("cover_card", kind, "front")))
        self.reader = TaggedReader(bank)
        self.number = 0
        self.health: Health | None = None
        self.track: Track | None = None
        self.settling: Settling | None = None
        self.events: list[TableEvent] = []
        self.troubles: set[TroubleKind] = set()

    def watch(self, seconds: float, fault: Fault = lambda image, _: image) -> Iterator[float]:
        for at in range(round(seconds * FRAMES_PER_S)):
            now_s = self.number / FRAMES_PER_S
            self.number += 1
            image = fault(self.table.photograph(), at)
            if image is None:
                continue
            self.health = examine_picture(self.health, image, now_s)
            trouble = self.health.trouble
            if trouble is not None:
                self.troubles.add(trouble.kind)
            if not self.health.is_usable and trouble is None:
                continue
            frame = Frame(image, now_s, self.number, trouble)
            reading: BoardReading | Unseen = Unseen.NO_PICTURE
            if not frame.is_blind:
                self.track, reading = follow(self.track, frame, self.reader)
            settling = settle(self.settling, reading, now_s)
            self.events += events_between(self.settling, settling)
            self.settling = settling
            yield (at + 1) / FRAMES_PER_S

    @property
    def covers(self) -> dict[Cell, CoverCard]:
        board = self.settling.board if self.settling is not None else None
        return (
            {} if board is None else {each.cell: each.cover for each in board.cells if each.cover}
        )

    @property
    def is_seen(self) -> bool:
        return self.settling is not None and self.settling.is_visible


def black(image: Image, at: int) -> Image:
    return np.random.default_rng(at).integers(0, 8, image.shape, np.uint8)


def covered(image: Image, at: int) -> Image:
    return np.random.default_rng(at).integers(95, 105, image.shape, np.uint8)


def half(image: Image, at: int) -> Image:
    torn = image.copy()
    torn[300:] = 128
    return torn


def now_and_then_half(image: Image, at: int) -> Image:
    return half(image, at) if at % 3 == 0 else image


def smaller(image: Image, at: int) -> Image:
    return np.ascontiguousarray(image[::2, ::2])


class Frozen:
    def __init__(self) -> None:
        self.image: Image | None = None

    def __call__(self, image: Image, at: int) -> Image:
        self.image = image if self.image is None else self.image
        return self.image


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        pytest.param(lambda: black, TroubleKind.BLACK, id="black"),
        pytest.param(lambda: covered, TroubleKind.COVERED, id="covered lens"),
        pytest.param(Frozen, TroubleKind.FROZEN, id="frozen"),
        pytest.param(lambda: half, TroubleKind.DAMAGED, id="half pictures"),
        pytest.param(lambda: now_and_then_half, None, id="half now and then"),
        pytest.param(lambda: smaller, TroubleKind.CHANGED_SIZE, id="resolution"),
        pytest.param(lambda: lambda image, at: None, None, id="hang or pulled plug"),
        pytest.param(
            lambda: lambda image, at: image if at % 2 else None, TroubleKind.SLOW, id="5 a second"
        ),
    ],
)
def test_fault_invents_nothing_and_is_over_within_two_seconds(
    fault: Callable[[], Fault],
    told: TroubleKind | None,
    springfield: Deck,
    printed_faces: FaceShelf,
    bank: TagBank,
) -> None:
    watched = Watched(springfield, printed_faces, bank)
    for _ in watched.watch(1.5):
        pass
    assert watched.covers == LAID
    watched.events.clear()
    for _ in watched.watch(5.0, fault()):
        pass
    assert watched.covers == LAID
    back_s = next((s for s in watched.watch(3.0) if watched.is_seen), None)
    for _ in watched.watch(1.0):
        pass

    assert [event for event in watched.events if event.kind in OF_COVERS] == []
    assert watched.covers == LAID
    assert back_s is not None
    assert back_s <= 2.0
    assert told is None or told in watched.troubles
    assert told is not None or watched.troubles == set()
