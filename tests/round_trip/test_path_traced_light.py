"""Light that does what it likes over a path-traced table: covers are told once, nothing else is."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest

from companion.terms import ALL_CELLS
from companion.vision.events import EventKind, TableEvent, events_between
from companion.vision.frame import Frame
from companion.vision.readers import Reader, TaggedReader, UntaggedReader
from companion.vision.reading import BoardReading
from companion.vision.settle import Settling, settle
from companion.vision.tags import TagBank
from companion.vision.track import Track, follow
from tests.round_trip import path_traced
from tests.round_trip.path_traced_light import DAYLIGHT_K, LAMP_K, Webcam, tint
from tests.vision.scoring import side_of_the_guessers

FRAMES_PER_S = 10.0
SOON_S = 0.8
SEEDS = {"tagged": 68, "words": 65, "pictures": 60}

pytestmark = path_traced.NEEDS_CAMERA


@dataclass(frozen=True)
class Light:
    """What shines on the table: linear RGB of each layer, and how far off the exposure is."""

    lamp: np.ndarray
    window: np.ndarray
    room: np.ndarray
    pumping: float = 1.0


WHITE, WARM = tint(DAYLIGHT_K), tint(LAMP_K)
LAMP, WINDOW, ROOM = 18.0, 6.0, 0.3


def lit(lamp: float, day: float, day_k: float = DAYLIGHT_K, pumping: float = 1.0) -> Light:
    """A lamp and daylight, each as a share of what they usually give; the room mirrors both."""
    sky = tint(day_k)
    return Light(
        LAMP * lamp * WARM,
        WINDOW * day * sky,
        ROOM * (0.5 * lamp * WARM + 0.5 * day * sky + 0.02),
        pumping,
    )


def lamp_switched(at_s: float) -> Light:
    """The lamp goes off and on again every six seconds; the day goes on."""
    return lit(float(at_s // 6 % 2 == 0), 1.0)


def clouds(at_s: float) -> Light:
    """By daylight alone: the sun goes and comes in two seconds, and a cloud's light is bluer."""
    shade = 1 / (1 + np.exp(-5 * np.sin(2 * np.pi * at_s / 13)))
    return lit(0.05, 1 - 0.6 * shade, DAYLIGHT_K + 1500 * shade)


def pumping(at_s: float) -> Light:
    """An automatic exposure that never finds its level: up and down by a quarter each second."""
    return lit(0.7, 0.5, pumping=1 + 0.25 * np.sin(2 * np.pi * at_s / 1.1))


def evening(at_s: float) -> Light:
    """An hour: the sun sets behind clouds, the light turns blue, somebody switches the lamp on."""
    share = at_s / 3600
    day = (1 - share) ** 1.5 * (1 - 0.3 * np.sin(at_s / 41) ** 2)
    return lit(0.9 if share > 0.55 else 0.0, day, 6000 + 5000 * share)


@dataclass
class Told:
    """What was told when, in seconds of the film."""

    events: list[tuple[float, TableEvent]] = field(default_factory=list)
    laid: list[tuple[float, int]] = field(default_factory=list)
    frames: int = 0
    board: frozenset[tuple[int, str]] = frozenset()
    place_of: tuple[int, ...] = ()
    """Where each cell of the answers is in the readings: a table may lie cornerwise."""


def steps() -> Iterator[tuple[str, int]]:
    """Sights and for how many frames each is seen, at ten a second."""
    yield "quiet0", 40
    for cover in range(3):
        yield f"coming{cover}", 3
        yield f"bringing{cover}", 3
        yield f"laying{cover}", 3
        yield f"going{cover}", 3
        yield f"quiet{cover + 1}", 40
        if cover == 1:
            for _ in range(3):
                for number in (0, 1, 2, 1, 0):
                    yield f"over{number}", 3
                yield "quiet2", 25
                for number in (0, 1, 2):
                    yield f"past{number}", 8
                yield "quiet2", 25


def in_an_hour() -> Iterator[tuple[str, int]]:
    """The same table once every four seconds."""
    yield "quiet0", 150
    for cover in range(3):
        for way in ("coming", "bringing", "laying", "going"):
            yield f"{way}{cover}", 1
        yield f"quiet{cover + 1}", 120
        if cover == 1:
            for _ in range(10):
                yield from ((f"over{number}", 1) for number in (0, 2))
                yield "quiet2", 12
                yield from ((f"past{number}", 1) for number in (0, 1, 2))
                yield "quiet2", 12
    yield "quiet3", 900


FILMS: dict[str, tuple[Callable[[float], Light], Callable[[], Iterator[tuple[str, int]]], float]]
FILMS = {
    "lamp": (lamp_switched, steps, 1 / FRAMES_PER_S),
    "clouds": (clouds, steps, 1 / FRAMES_PER_S),
    "pumping": (pumping, steps, 1 / FRAMES_PER_S),
    "an hour": (evening, in_an_hour, 4.0),
}


def layers(tmp_path: Path, deck: str) -> Path:
    """One deck's sights, rendered now unless they were before."""
    module = "tests.round_trip.path_traced_light"
    return path_traced.render_deck(deck, "light", module, SEEDS[deck], tmp_path)


def watch(folder: Path, film: str, quads: np.ndarray, reader: Reader, seed: int) -> Told:
    """Play one film and read it."""
    light_at, script, every_s = FILMS[film]
    told = Told()
    track: Track | None = None
    settling: Settling | None = None
    camera: Webcam | None = None
    for sight, frames in script():
        seen = np.load(folder / f"{sight}.npy").astype(np.float32)
        if sight.startswith("going"):
            told.laid.append((told.frames * every_s + frames * every_s, int(sight[5:])))
        for _ in range(frames):
            at_s = told.frames * every_s
            if at_s > 3600:
                break
            light = light_at(at_s)
            mixed = sum(
                layer * color.astype(np.float32)
                for layer, color in zip(seen, (light.lamp, light.window, light.room), strict=True)
            )
            if camera is None:
                camera = Webcam(seed, mixed, quads)
            image = camera.expose(mixed, every_s, light.pumping)
            track, reading = follow(track, Frame(image, at_s, told.frames), reader)
            if isinstance(reading, BoardReading) and not told.place_of:
                told.place_of = places_in(reading, quads)
            after = settle(settling, reading, at_s)
            told.events += [(at_s, event) for event in events_between(settling, after)]
            settling = after
            told.frames += 1
    if settling is not None and settling.board is not None:
        told.board = frozenset(
            (ALL_CELLS.index(cell.cell), cell.cover.value)
            for cell in settling.board.cells
            if cell.cover is not None
        )
    return told


def places_in(reading: BoardReading, quads: np.ndarray) -> tuple[int, ...]:
    """Which cell of a reading lies where each cell of the answers does."""
    seen = np.array([cell.quad_px.mean(axis=0) for cell in reading.cells])
    apart = np.linalg.norm(quads.mean(axis=1)[:, None] - seen[None], axis=2)
    return tuple(int(at) for at in apart.argmin(axis=1))


@pytest.mark.parametrize("deck", SEEDS)
@pytest.mark.parametrize("film", FILMS)
def test_light_is_no_event(deck: str, film: str, tmp_path: Path, bank: TagBank) -> None:
    folder = layers(tmp_path, deck)
    script = json.loads((folder / "script.json").read_text())
    quads = np.array([cell["quad"] for cell in script["cells"]], dtype=np.float64)
    side = side_of_the_guessers(quads)
    reader: Reader = TaggedReader(bank) if deck == "tagged" else UntaggedReader(side=side)

    told = watch(folder, film, quads, reader, SEEDS[deck])

    first_s = min(at_s for at_s, event in told.events if event.kind is EventKind.BOARD_FOUND)
    # A hand hides cells and shows them again; what lay there from the start comes with the board.
    others = [
        (at_s, event)
        for at_s, event in told.events
        if at_s > first_s and event.kind not in (EventKind.HIDDEN, EventKind.VISIBLE)
    ]
    delays = []
    for gone_s, number in told.laid:
        at = script["brought"][number]
        matching = [
            (at_s, event)
            for at_s, event in others
            if event.cell == ALL_CELLS[told.place_of[at]]
            and event.kind is EventKind.COVER_PLACED
            and event.cover is not None
            and event.cover.value == script["cells"][at]["cover"]
        ]
        assert len(matching) == 1, f"cell {at}: {others}"
        delays.append(matching[0][0] - gone_s)
        others.remove(matching[0])
    print(
        f"\npath-traced light, {deck}, {film}: {told.frames} frames, {len(delays)} covers, told "
        f"{max(delays):.1f} s after the hand at most, {len(others)} other events {others[:4]}"
    )
    assert others == []
    truth = {
        (told.place_of[at], cell["cover"])
        for at, cell in enumerate(script["cells"])
        if cell["cover"]
    }
    assert told.board == truth
    every_s = FILMS[film][2]
    assert max(delays) <= max(SOON_S, 4 * every_s)
