"""A hand lays covers under the path-tracing camera: each is told once, soon, and nothing else."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from companion.terms import ALL_CELLS
from companion.vision.events import EventKind, TableEvent, events_between
from companion.vision.frame import Frame
from companion.vision.picture import decode_picture
from companion.vision.readers import Reader, TaggedReader, UntaggedReader
from companion.vision.settle import Settling, settle
from companion.vision.tags import TagBank
from companion.vision.track import Track, follow
from tests.round_trip import path_traced
from tests.round_trip.path_traced_sequence import FRAMES_PER_S
from tests.vision.scoring import side_of_the_guessers

SOON_S = 0.8
"""After the hand has gone, a cover must be told in this time."""

SEEDS = {"tagged": 46, "words": 44, "pictures": 48}
COVER_EVENTS = (EventKind.COVER_PLACED, EventKind.COVER_REMOVED, EventKind.COVER_CHANGED)

pytestmark = path_traced.NEEDS_CAMERA


def film(tmp_path: Path, deck: str) -> Path:
    """The frames of one film, rendered now unless they were before."""
    module = "tests.round_trip.path_traced_sequence"
    return path_traced.render_deck(deck, "film", module, SEEDS[deck], tmp_path)


@dataclass
class Told:
    """What was told when, in seconds of the film."""

    events: list[tuple[float, TableEvent]] = field(default_factory=list)
    boards: int = 0


def watch(folder: Path, frames: int, reader: Reader) -> Told:
    told = Told()
    track: Track | None = None
    settling: Settling | None = None
    for number in range(frames):
        picture = folder / f"{number:03d}.jpg"
        at_s = number / FRAMES_PER_S
        image = decode_picture(picture.read_bytes(), picture.name)
        track, reading = follow(track, Frame(image, at_s, number), reader)
        after = settle(settling, reading, at_s)
        told.events += [(at_s, event) for event in events_between(settling, after)]
        settling = after
        told.boards += after.board is not None
    return told


@pytest.mark.parametrize("deck", list(SEEDS))
def test_covers_laid_by_a_hand_are_told_once_and_soon(
    deck: str, tmp_path: Path, bank: TagBank
) -> None:
    folder = film(tmp_path, deck)
    script = json.loads((folder / "script.json").read_text())
    quads = np.array([cell["quad"] for cell in script["cells"]], dtype=np.float64)
    side = side_of_the_guessers(quads)
    reader: Reader = TaggedReader(bank) if deck == "tagged" else UntaggedReader(side=side)

    told = watch(folder, len(script["frames"]), reader)

    first_s = min(at_s for at_s, event in told.events if event.kind is EventKind.BOARD_FOUND)
    # What lay there from the start is told with the board.
    covers = [
        (at_s, event)
        for at_s, event in told.events
        if event.kind in COVER_EVENTS and at_s > first_s
    ]
    delays = []
    for cell in script["brought"]:
        gone = last_frame_with_the_hand(script["frames"], cell) + 1
        matching = [
            (at_s, event)
            for at_s, event in covers
            if event.cell == ALL_CELLS[cell]
            and event.kind is EventKind.COVER_PLACED
            and event.cover is not None
            and event.cover.value == script["cells"][cell]["cover"]
        ]
        assert len(matching) == 1, f"cell {cell}: {covers}"
        delays.append(matching[0][0] - gone / FRAMES_PER_S)
        covers.remove(matching[0])
    print(
        f"\npath-traced film, {deck}: {len(script['frames'])} frames, {len(delays)} covers, told "
        f"{max(delays):.1f} s after the hand at most, {len(covers)} other events"
    )
    assert covers == []
    assert max(delays) <= SOON_S


def last_frame_with_the_hand(frames: list[dict[str, object]], cell: int) -> int:
    """When the hand that brought a cell's cover is last seen."""
    laid = next(at for at, frame in enumerate(frames) if cell in frame["laid"])  # type: ignore[operator]
    away = next(at for at in range(laid, len(frames)) if not frames[at]["hand"])
    return away - 1
