"""Shop-bought cards on every simulated table top: found, covers named, missing cards missed."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import pytest

from companion.simulated.surface import Surface
from companion.simulated.table import Room, SimulatedTable
from companion.terms import ALL_CELLS, Cell, CoverCard
from companion.vision.cover_looks import look_of
from companion.vision.events import EventKind, events_between
from companion.vision.frame import Frame
from companion.vision.knowledge import Knowledge
from companion.vision.profile import CameraProfile, InkSeen
from companion.vision.readers import Reader, TaggedReader, UntaggedReader
from companion.vision.reading import BoardReading, CellState, Unseen
from companion.vision.settle import Settling, settle
from companion.vision.track import Track, follow
from companion.vision.untagged import read_untagged
from tests.vision.scoring import NEAR
from tests.vision.shop_cards import INKS_BGR, PALE_BGR, OtherMake, a_shop_box, another_box

STOCK = [CoverCard.ORANGE] * 8 + [CoverCard.YELLOW] * 8 + [CoverCard.NEUTRAL] * 6


@dataclass
class Seen:
    """What was said of many tables."""

    tables: int = 0
    whole: int = 0
    covered: int = 0
    right: int = 0
    wrong: int = 0
    bare: int = 0
    bare_unknown: int = 0
    bare_wrong: int = 0


def a_table(
    seed: int, names: tuple[str, ...], make: OtherMake | None = None
) -> tuple[SimulatedTable, dict[Cell, CoverCard]]:
    """Cards of a shop's box, up to 13 of them covered; every table top comes in turn."""
    rng = np.random.default_rng(seed)
    table = SimulatedTable(
        a_shop_box(rng, names, has_words=seed % 2 == 0)
        if make is None
        else another_box(rng, names, make),
        rng,
        Room(
            tilt_deg=float(rng.uniform(0, 40)),
            turn_deg=float(rng.uniform(-25, 25)),
            fill=float(rng.uniform(0.6, 0.9)),
            surface=tuple(Surface)[seed // 2 % len(Surface)],
        ),
    )
    for cell, name in zip(ALL_CELLS, names, strict=True):
        table.put_card(cell, ("card", name, "word"))
    kinds = [*rng.permutation(np.array(STOCK)), CoverCard.GAME_OVER]
    at = rng.permutation(len(ALL_CELLS))[: int(rng.integers(0, 14))]
    lying = {ALL_CELLS[place]: CoverCard(kind) for place, kind in zip(at, kinds, strict=False)}
    for cell, kind in lying.items():
        face = ("cover_card", kind.value, "front")
        table.put_cover(cell, table.take_cover(cell, face))
    return table, lying


def look_at(seen: Seen, table: SimulatedTable, lying: dict[Cell, CoverCard]) -> None:
    """Read one picture, and count."""
    reading = read_untagged(table.photograph())
    seen.tables += 1
    if not isinstance(reading, BoardReading):
        return
    homography = table.pose.image_from_board
    for cell, card in table.cards.items():
        x, y, depth = homography @ np.array([*card.centre_mm, 1.0])
        quad = reading.at(cell).quad_px
        off_px = np.linalg.norm(quad.mean(axis=0) - np.array([x, y]) / depth)
        if off_px > NEAR * np.linalg.norm(quad[1] - quad[0]):
            return
    seen.whole += 1
    for read in reading.cells:
        kind = lying.get(read.cell)
        if kind is not None:
            seen.covered += 1
            seen.right += read.cover is kind
            seen.wrong += read.state is CellState.CARD or read.cover not in (None, kind)
        else:
            seen.bare += 1
            seen.bare_unknown += read.state is CellState.HIDDEN
            seen.bare_wrong += read.state in (CellState.COVERED, CellState.EMPTY)


@pytest.mark.parametrize(
    "seeds",
    [
        # A word deck each on light wood and on dotted cloth: planks and dots are no grid.
        pytest.param((0, 6), id="quick"),
        pytest.param(range(72), id="all", marks=pytest.mark.slow),
    ],
)
def test_shop_bought_cards_are_read_on_every_table_top(seeds, dealt):
    seen = Seen()
    for seed in seeds:
        look_at(seen, *a_table(seed, dealt))

    print(seen)
    assert seen.wrong == seen.bare_wrong == 0
    assert seen.whole >= 0.95 * seen.tables
    assert seen.right >= 0.95 * seen.covered
    assert seen.bare_unknown <= 0.05 * seen.bare


@pytest.mark.parametrize("make", list(OtherMake), ids=[make.name.lower() for make in OtherMake])
@pytest.mark.parametrize(
    "seeds",
    [
        pytest.param((3,), id="quick"),
        pytest.param(range(24), id="all", marks=pytest.mark.slow),
    ],
)
def test_boxes_of_other_makers_are_read(seeds, make, dealt):
    """Nobody's covers look like those the thresholds were found on."""
    seen = Seen()
    for seed in seeds:
        look_at(seen, *a_table(seed, dealt, make))

    print(make.name, seen)
    assert seen.wrong == seen.bare_wrong == 0
    assert seen.whole >= 0.95 * seen.tables
    assert seen.right >= 0.9 * seen.covered


# ---------------------------------------------------------------- cards taken away

FRAMES_PER_S = 5
CARDS = (EventKind.CARD_REMOVED, EventKind.CARD_PLACED, EventKind.CARD_MOVED)
COVERS = (EventKind.COVER_PLACED, EventKind.COVER_REMOVED, EventKind.COVER_CHANGED)


@dataclass
class Watch:
    """A table and who looks at it."""

    table: SimulatedTable
    reader: Reader
    now_s: float = 0.0
    track: Track | None = None
    settling: Settling | None = None

    def look(self, for_s: float) -> list[tuple[EventKind, Cell | None]]:
        """Look so long; what was said of cards and covers."""
        told = []
        for _ in range(int(for_s * FRAMES_PER_S)):
            frame = Frame(self.table.photograph(), self.now_s, int(self.now_s * FRAMES_PER_S))
            self.track, reading = follow(self.track, frame, self.reader)
            after = settle(self.settling, reading, self.now_s)
            told += [
                (event.kind, event.cell)
                for event in events_between(self.settling, after)
                if event.kind in CARDS + COVERS
            ]
            self.settling = after
            self.now_s += 1 / FRAMES_PER_S
        return told


@pytest.mark.parametrize("seed", [2, 5, 10])
def test_cards_far_away_are_said_to_be_too_small(seed, dealt):
    """The host is told what to do, and nothing is guessed of cards a few pixels wide."""
    table, _ = a_table(seed, dealt)
    near = table.photograph()
    scale = 230 / near.shape[1]
    far = cv2.resize(near, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    wide = cv2.copyMakeBorder(far, 170, 170, 200, 200, cv2.BORDER_REPLICATE)

    assert read_untagged(wide) is Unseen.CARDS_TOO_SMALL


@pytest.mark.parametrize(
    "seed",
    [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 12))],
)
@pytest.mark.parametrize(
    "has_tags", [pytest.param(True, id="tagged", marks=pytest.mark.slow), False], ids=str
)
def test_card_taken_away_is_said_and_another_one_laid(has_tags, seed, bank, printed_faces, dealt):
    """On every table top, also where it has the colour of a cover."""
    rng = np.random.default_rng(seed)
    faces = printed_faces if has_tags else a_shop_box(rng, dealt, has_words=seed % 2 == 0)
    surface = tuple(Surface)[seed // 2]
    room = Room(size_wh=(1280, 720), tilt_deg=15, surface=surface)
    table = SimulatedTable(faces, rng, room)
    for cell, name in zip(ALL_CELLS, dealt, strict=True):
        table.put_card(cell, ("card", name, "word"))
    cover = ("cover_card", CoverCard.ORANGE.value, "front")
    table.put_cover(Cell(1, 4), table.take_cover(Cell(1, 4), cover))
    watch = Watch(table, TaggedReader(bank) if has_tags else UntaggedReader())
    watch.look(4.0)

    table.take_away(Cell(1, 2))
    table.take_away(Cell(4, 0))
    gone = watch.look(6.0)
    table.put_card(Cell(4, 0), ("card", dealt[7], "word"))
    laid = watch.look(4.0)

    expected = {(EventKind.CARD_REMOVED, Cell(1, 2)), (EventKind.CARD_REMOVED, Cell(4, 0))}
    # A cover may be told late on a table as white as the cards, but no other is told.
    late = (EventKind.COVER_PLACED, Cell(1, 4))
    assert sorted(event for event in gone if event != late) == sorted(expected)
    assert [event for event in laid if event != late] == [(EventKind.CARD_PLACED, Cell(4, 0))]


@pytest.mark.parametrize(
    "seed", [1, *(pytest.param(n, marks=pytest.mark.slow) for n in (0, 3, 4, 5))]
)
@pytest.mark.parametrize(
    ("has_words", "lies_beside"),
    [
        pytest.param(True, CoverCard.ORANGE, id="words"),
        pytest.param(
            False,
            CoverCard.NEUTRAL,
            id="pictures, a neutral cover in view",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            False, CoverCard.ORANGE, id="pictures, some like a pale cover", marks=pytest.mark.slow
        ),
    ],
)
def test_exchanged_card_is_said_where_it_can_be_no_cover(has_words, lies_beside, seed, dealt):
    rng = np.random.default_rng(seed)
    faces = a_shop_box(rng, dealt, has_words=has_words)
    room = Room(size_wh=(1280, 720), tilt_deg=15, surface=tuple(Surface)[seed])
    table = SimulatedTable(faces, rng, room)
    for cell, name in zip(ALL_CELLS, dealt, strict=True):
        table.put_card(cell, ("card", name, "word"))
    table.put_cover(Cell(1, 4), table.take_cover(Cell(1, 4), ("cover_card", lies_beside, "front")))
    watch = Watch(table, UntaggedReader())
    watch.look(4.0)

    table.take_away(Cell(3, 2))
    table.put_card(Cell(3, 2), ("card", dealt[7], "word"))
    told = watch.look(9.0)

    is_said = told == [(EventKind.CARD_MOVED, Cell(3, 2))]
    assert is_said or (told == [] and lies_beside is CoverCard.ORANGE and not has_words)
    assert watch.settling.board.at(Cell(3, 2)).state is CellState.CARD
    assert (Cell(3, 2) in watch.settling.board.hidden) is not is_said


@pytest.mark.parametrize("is_ink_known", [True, False])
def test_pale_neutral_cover_is_told_from_the_card_that_lay_there(is_ink_known, dealt):
    """As pale as a card: that one lies there is known by the card, of what kind by its ink."""
    rng = np.random.default_rng(1)
    inks_bgr = {**INKS_BGR, CoverCard.NEUTRAL: PALE_BGR}
    table = SimulatedTable(
        a_shop_box(rng, dealt, has_words=False, inks_bgr=inks_bgr),
        rng,
        Room(size_wh=(1280, 720), tilt_deg=15, surface=Surface.DARK_WOOD),
    )
    for cell, name in zip(ALL_CELLS, dealt, strict=True):
        table.put_card(cell, ("card", name, "word"))
    blue, green, red = ((part / 255) ** 2.2 for part in PALE_BGR)
    inks = {CoverCard.NEUTRAL: InkSeen((red, green, blue), 3.0)} if is_ink_known else None
    known = Knowledge(CameraProfile("a webcam", inks=inks))
    watch = Watch(table, UntaggedReader(knows=lambda: known))
    before = watch.look(3.0)

    neutral = ("cover_card", CoverCard.NEUTRAL.value, "front")
    table.put_cover(Cell(1, 2), table.take_cover(Cell(1, 2), neutral))
    told = watch.look(1.6)

    assert before == []
    assert told == ([(EventKind.COVER_PLACED, Cell(1, 2))] if is_ink_known else [])
    assert watch.settling.board.at(Cell(1, 2)).cover is (CoverCard.NEUTRAL if told else None)


@pytest.mark.parametrize("is_look_known", [True, False])
def test_pale_neutral_cover_is_known_by_its_drawing_in_a_single_picture(is_look_known, dealt):
    """Nobody saw what lay there before: colours say a card, what was shown says a cover."""
    rng = np.random.default_rng(1)
    inks_bgr = {**INKS_BGR, CoverCard.NEUTRAL: PALE_BGR}
    faces = a_shop_box(rng, dealt, has_words=False, inks_bgr=inks_bgr)
    pictures = []
    for seed, where in ((3, Cell(1, 2)), (4, Cell(3, 3))):
        room = Room(size_wh=(1280, 720), tilt_deg=15, surface=Surface.DARK_WOOD)
        table = SimulatedTable(faces, np.random.default_rng(seed), room)
        for cell, name in zip(ALL_CELLS, dealt, strict=True):
            table.put_card(cell, ("card", name, "word"))
        neutral = ("cover_card", CoverCard.NEUTRAL.value, "front")
        table.put_cover(where, table.take_cover(where, neutral))
        pictures.append(table.photograph())
    shown = read_untagged(pictures[0])
    look = look_of(pictures[0], shown.at(Cell(1, 2)).quad_px)
    rgb = tuple(((part / 255) ** 2.2) for part in PALE_BGR[::-1])
    inks = {CoverCard.NEUTRAL: InkSeen(rgb, 3.0, look)} if is_look_known else None

    reading = read_untagged(pictures[1], inks=inks)

    assert look is not None
    covers = {cell.cell: cell.cover for cell in reading.cells if cell.cover is not None}
    assert covers == ({Cell(3, 3): CoverCard.NEUTRAL} if is_look_known else {})
