"""The camera's page measures while the table waits, and what comes of it is kept and used."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from calibration.colours import ColorReport
from companion.cli.calibration_desk import LEFT_AFTER_S, CalibrationDesk
from companion.cli.camera_profiles import LENS_REPORT, profile_in
from companion.cli.colour_step import LOOKS, ColourStep
from companion.cli.evening import make_eyes
from companion.cli.lens_step import LensStep
from companion.cli.settings import Settings
from companion.deck.cards import Deck
from companion.errors import UsageError
from companion.game.actions import KeySource, NewGame
from companion.simulated.faces import FaceShelf
from companion.simulated.photograph import photograph
from companion.store.store import Store
from companion.table.hall import HOME, Hall
from companion.table.live import Live
from companion.table.seats import Standing
from companion.table.status import CameraState
from companion.terms import ALL_CELLS, Cell, CoverCard, Edition
from companion.vision.frame import Frame, Image
from companion.vision.picture import decode_picture
from companion.vision.profile import Intrinsics
from companion.vision.reading import BoardReading, CellReading, CellState
from tests.calibration.synthetic_camera import SyntheticCamera, a_pose

CAMERA = "attic"
COVERS = dict(zip((Cell(0, 0), Cell(1, 2), Cell(3, 3), Cell(2, 2)), CoverCard, strict=True))


@dataclass
class Measured:
    """A table whose camera is driven by hand."""

    desk: CalibrationDesk
    hall: Hall
    store: Store
    live: Live
    now_s: float = 0.0
    frames: int = 0

    def see(self, image: Image, times: int = 1, *, each_s: float = 0.5) -> None:
        for _ in range(times):
            self.live.step(Frame(image, self.frames * each_s, self.frames))
            self.frames += 1

    def shown(self) -> dict[str, object]:
        return self.desk.show(HOME)


@pytest.fixture
def measured(springfield: Deck) -> Iterator[Measured]:
    with Store("sqlite://") as store:
        hall = Hall(store, random.Random(1), deck=springfield)
        settings = Settings(data=Path("nowhere"))
        desk = CalibrationDesk(hall, store, springfield, settings, clock=lambda: made.now_s)
        sight = desk.sight_of(HOME, CAMERA)
        table = hall.table(HOME)
        table.live = Live(
            table.referee, lambda: None, make_eyes(springfield, Edition.SIMPSONS, sight=sight)
        )
        made = Measured(desk, hall, store, table.live)
        yield made
        hall.close()


@pytest.fixture(scope="module")
def table_picture(springfield: Deck, printed_faces: FaceShelf) -> Callable[[int], Image]:
    @functools.cache
    def take(covers: int) -> Image:
        return photograph(
            printed_faces,
            tuple(("card", card.id, "word") for card in springfield.cards[:25]),
            covers={
                cell: ("cover_card", kind.value, "front")
                for cell, kind in list(COVERS.items())[:covers]
            },
            tilt_deg=12,
            seed=4,
        ).image

    return take


def test_colours_are_taken_as_covers_lie_judged_and_used(
    measured: Measured, table_picture: Callable[[int], Image]
) -> None:
    measured.desk.begin(HOME, "colours")
    measured.see(table_picture(2), LOOKS)

    step = measured.shown()["step"]
    assert isinstance(step, dict)
    assert [kind["is_taken"] for kind in step["kinds"]] == [True, True, False, False]
    assert [kind["kind"] for kind in step["kinds"] if kind["is_wanted"]] == ["neutral"]
    assert not step["is_over"]
    camera = measured.hall.table(HOME).referee.moment.camera
    assert camera.state is CameraState.HIDDEN
    assert "being measured" in str(camera.hint)

    measured.see(table_picture(4), LOOKS)
    step = measured.shown()["step"]
    assert isinstance(step, dict)
    assert step["is_over"]
    assert step["verdict"] in ("pass", "warning")
    assert step["distance"] > 40
    kept = profile_in(measured.store, CAMERA)
    assert kept is not None
    assert set(kept.inks or {}) == set(CoverCard)
    assert measured.shown()["colours"] is True

    measured.see(table_picture(4))  # the table is read again by itself
    assert measured.hall.table(HOME).referee.moment.camera.state is CameraState.LIVE
    measured.desk.stop(HOME)
    assert measured.shown()["step"] is None


def test_colours_are_judged_early_when_somebody_has_had_enough(
    measured: Measured, table_picture: Callable[[int], Image]
) -> None:
    measured.desk.begin(HOME, "colours")
    measured.see(table_picture(1))
    measured.desk.finish(HOME)
    measured.see(table_picture(1))

    step = measured.shown()["step"]
    assert isinstance(step, dict)
    assert step["is_over"]
    assert step["missing"] == ["yellow", "neutral", "game_over"]


def test_lens_is_measured_kept_with_its_views_and_used(measured: Measured) -> None:
    size_wh = (960, 540)
    lens = Intrinsics(size_wh, (800.0, 800.0), (481.0, 268.0), (-0.15, 0.03, 0.0, 0.0, 0.0))
    camera = SyntheticCamera(lens, noise=1.0)
    tilts = ((30, 0), (-28, 5), (4, 29), (-3, -31), (20, 18))
    places = ((0.5, 0.5), (0.2, 0.2), (0.8, 0.2), (0.2, 0.8), (0.8, 0.8), (0.5, 0.3))
    measured.desk.begin(HOME, "lens")
    assert measured.shown()["step"]["progress"] is None  # type: ignore[index]
    for number, place in enumerate((*places, *places)):
        target = camera.photograph(*a_pose(lens, place, tilts[number % 5], 0.5))
        measured.see(camera.expose(target), 2)
    step = measured.shown()["step"]
    assert isinstance(step, dict)
    assert step["progress"]["views"] >= 10
    assert decode_picture(measured.live.picture() or b"", "the page's picture").shape[1] == 960

    measured.desk.finish(HOME)
    measured.see(camera.expose(target))

    step = measured.shown()["step"]
    assert isinstance(step, dict)
    assert step["is_over"]
    assert step["verdict"] in ("pass", "warning")
    assert step["focal_px"] == pytest.approx(800, rel=0.01)
    assert measured.store.load_document(LENS_REPORT, CAMERA) is not None
    assert measured.shown()["lens"] == "measured"
    measured.see(np.full((480, 640, 3), 90, np.uint8))
    assert measured.shown()["lens"] == "other"


def test_few_views_are_refused_with_the_reason(measured: Measured) -> None:
    measured.desk.begin(HOME, "lens")
    measured.desk.finish(HOME)
    measured.see(np.full((360, 640, 3), 90, np.uint8))

    step = measured.shown()["step"]
    assert isinstance(step, dict)
    assert (step["verdict"], step["reason"]) == ("fail", "few_views")
    assert measured.shown()["lens"] is None


def test_place_is_believed_until_it_is_taken_back(measured: Measured) -> None:
    corners = [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]]
    measured.desk.place(HOME, corners)
    assert measured.shown()["place"] == tuple(map(tuple, corners))

    measured.desk.place(HOME, None)
    assert measured.shown()["place"] is None
    with pytest.raises(UsageError, match="exchanged"):
        measured.desk.place(HOME, corners[::-1])


def test_nothing_is_measured_while_a_key_is_in_play(
    measured: Measured, table_picture: Callable[[int], Image]
) -> None:
    measured.desk.begin(HOME, "lens")
    measured.see(table_picture(0))
    assert measured.live.picture() is not None
    game = NewGame(key_source=KeySource.DEALT)
    measured.hall.table(HOME).referee.submit(game, by=Standing.HOST)

    assert measured.live.picture() is None  # the whole picture, which might hold a key card
    assert measured.shown()["is_open"] is False
    for begin in (
        lambda: measured.desk.begin(HOME, "colours"),
        lambda: measured.desk.place(HOME, None),
    ):
        with pytest.raises(UsageError, match="a key is in play"):
            begin()


def test_step_whose_page_was_left_keeps_no_game_waiting(
    measured: Measured, table_picture: Callable[[int], Image]
) -> None:
    measured.desk.begin(HOME, "colours")
    measured.now_s = LEFT_AFTER_S - 1
    measured.see(table_picture(0))
    assert measured.shown()["step"] is not None

    measured.now_s += LEFT_AFTER_S + 1
    measured.see(table_picture(0), 2)

    assert measured.shown()["step"] is None
    assert measured.hall.table(HOME).referee.moment.camera.state is CameraState.LIVE


def test_step_that_another_has_replaced_ends_nothing_and_keeps_nothing(
    measured: Measured, table_picture: Callable[[int], Image], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The host has had enough of the lens, and begins with the colours while it is being solved."""
    measured.desk.begin(HOME, "lens")
    solve = LensStep._solve

    def interrupted(step: LensStep, *seen: Any) -> None:
        measured.desk.begin(HOME, "colours")
        solve(step, *seen)

    monkeypatch.setattr(LensStep, "_solve", interrupted)
    measured.desk.finish(HOME)
    measured.see(table_picture(4))

    measured.see(table_picture(4), LOOKS)
    step = measured.shown()["step"]
    assert isinstance(step, dict)
    assert step["step"] == "colours"
    assert step["is_over"]
    assert measured.shown()["lens"] is None


def test_step_that_was_left_while_it_judged_keeps_nothing(
    measured: Measured, table_picture: Callable[[int], Image], monkeypatch: pytest.MonkeyPatch
) -> None:
    measured.desk.begin(HOME, "colours")
    judge = ColourStep._judge

    def interrupted(step: ColourStep) -> None:
        measured.desk.stop(HOME)
        judge(step)

    monkeypatch.setattr(ColourStep, "_judge", interrupted)
    measured.see(table_picture(4), LOOKS)

    assert measured.shown()["step"] is None
    assert measured.shown()["colours"] is False


def test_step_ends_when_a_game_begins(
    measured: Measured, table_picture: Callable[[int], Image]
) -> None:
    measured.desk.begin(HOME, "lens")
    game = NewGame(key_source=KeySource.DEALT)
    measured.hall.table(HOME).referee.submit(game, by=Standing.HOST)
    measured.see(table_picture(0), 2)

    assert measured.shown()["step"] is None
    assert measured.hall.table(HOME).referee.moment.camera.state is CameraState.LIVE


def test_table_without_a_camera_has_nothing_to_measure(measured: Measured) -> None:
    other = measured.hall.open_table().code

    assert measured.desk.show(other) == {"camera": None}
    with pytest.raises(UsageError, match="no camera"):
        measured.desk.begin(other, "lens")
    with pytest.raises(UsageError, match="'step' is"):
        measured.desk.begin(HOME, "dance")


# ---------------------------------------------------------------- covers from a shop


INKS_BGR = {
    CoverCard.ORANGE: (34, 119, 232),
    CoverCard.YELLOW: (40, 196, 242),
    CoverCard.NEUTRAL: (150, 150, 150),
    CoverCard.GAME_OVER: (45, 45, 45),
}


class KnownPlaces:
    """Reads 25 bare cards where they were drawn."""

    def read(self, frame: Frame) -> BoardReading:
        cells = tuple(
            CellReading(cell, CellState.CARD, None, None, None, place_of(cell), 0.9)
            for cell in ALL_CELLS
        )
        return BoardReading(cells, False, frame.captured_at_s, frame.number)


def place_of(cell: Cell) -> np.ndarray:
    corner = np.array([40 + 150.0 * cell.col, 30 + 110.0 * cell.row])
    return corner + np.array([(0, 0), (126, 0), (126, 88), (0, 88)])


def a_shop_table(covers: dict[Cell, CoverCard]) -> Image:
    image = np.full((600, 820, 3), (90, 110, 130), np.uint8)
    for cell in ALL_CELLS:
        quad = np.rint(place_of(cell)).astype(np.int32)
        kind = covers.get(cell)
        cv2.fillConvexPoly(image, quad, (225, 228, 230) if kind is None else INKS_BGR[kind])
        if kind is None:
            x, y = quad[0]
            cv2.rectangle(image, (x + 30, y + 50), (x + 96, y + 66), (30, 30, 30), -1)
        else:
            darker = tuple(int(0.75 * part) for part in INKS_BGR[kind])
            middle = tuple(int(part) for part in quad.mean(axis=0))
            cv2.circle(image, middle, 18, darker, -1)
    return image


def test_covers_from_a_shop_are_asked_for_one_after_the_other() -> None:
    reports: list[ColorReport] = []
    ended: list[bool] = []
    step = ColourStep(
        KnownPlaces(),  # type: ignore[arg-type]
        Edition.CLASSIC,
        is_tagged=False,
        learn=reports.append,
        end=lambda: ended.append(True),
    )
    wanted = []
    number = 0
    lying: dict[Cell, CoverCard] = {}
    for at, kind in enumerate((None, *CoverCard)):
        if kind is not None:
            lying[ALL_CELLS[6 * at - 6]] = kind
        for _ in range(5):
            step(Frame(a_shop_table(lying), number * 0.4, number))
            number += 1
        asked = [each["kind"] for each in step.document()["kinds"] if each["is_wanted"]]
        wanted += asked

    assert wanted == ["red", "blue", "neutral", "game_over"]
    assert ended == [True]
    (report,) = reports
    assert set(report.inks) == set(CoverCard)
    orange = np.array(report.inks[CoverCard.ORANGE].rgb)
    assert orange[0] > 2 * orange[1] > 4 * orange[2]
    assert all(ink.look is not None for ink in report.inks.values())
    assert step.document()["verdict"] in ("pass", "warning")
    assert all(each["color"].startswith("#") for each in step.document()["kinds"])
