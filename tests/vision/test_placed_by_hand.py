from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from companion.deck.aruco import (
    CORNER_MARK_RIM_MM,
    CORNER_MARK_SIDE_MM,
    CORNER_MARKS,
    marker_modules,
)
from companion.simulated.photograph import Photograph
from companion.terms import Cell, CoverCard, Edition
from companion.vision.corner_marks import find_corner_marks
from companion.vision.frame import Image
from companion.vision.pipeline import read_cells
from companion.vision.placed_by_hand import PlaceRefusedError, place_by_hand
from companion.vision.reading import CellState, Unseen
from companion.vision.tags import TagBank

SQUARE = np.array([(200, 100), (1000, 100), (1000, 650), (200, 650)], np.float64)


def dragged(taken: Photograph, slip_px: float, seed: int) -> np.ndarray:
    """Outer corners of the cards, as a person drags them."""
    quads = taken.card_quads_px
    corners = np.array([quads[0][0], quads[4][1], quads[24][2], quads[20][3]])
    return corners + np.random.default_rng(seed).normal(0, slip_px, (4, 2))


@pytest.mark.parametrize("turn_deg", [0.0, 90.0, 185.0])
def test_dragged_corners_are_enough_to_read_the_table(
    turn_deg: float,
    shoot: Callable[..., Photograph],
    bank: TagBank,
    dealt: tuple[str, ...],
) -> None:
    covers = {Cell(1, 2): CoverCard.ORANGE, Cell(3, 3): CoverCard.YELLOW}
    taken = shoot(covers, tilt_deg=20, turn_deg=turn_deg, size_wh=(1920, 1080), seed=3)
    lattice = place_by_hand(dragged(taken, 3.0, 1))
    gray = cv2.cvtColor(taken.image, cv2.COLOR_BGR2GRAY)
    read = read_cells(taken.image, gray, lattice, bank, Edition.SIMPSONS, turn=0)

    assert not isinstance(read, Unseen)
    cells, is_mirrored = read
    assert not is_mirrored
    named = [cell.card == dealt[cell.cell.position] for cell in cells if cell.cell not in covers]
    assert sum(named) >= 21
    assert not [
        cell
        for cell in cells
        if (cell.state is CellState.CARD and cell.card not in (None, dealt[cell.cell.position]))
        or cell.cover not in (None, covers.get(cell.cell))
    ]


def test_cells_lie_in_the_guessers_order() -> None:
    lattice = place_by_hand(SQUARE)
    middles = lattice.corners_px.mean(axis=2)

    assert (np.diff(middles[:, :, 0], axis=1) > 0).all()
    assert (np.diff(middles[:, :, 1], axis=0) > 0).all()
    assert lattice.corners_px[0, 0, 0] == pytest.approx((200, 100), abs=1e-2)
    assert lattice.corners_px[4, 4, 2] == pytest.approx((1000, 650), abs=1e-2)


@pytest.mark.parametrize(
    ("corners", "told"),
    [
        pytest.param(SQUARE[::-1], "left and right are exchanged", id="mirrored"),
        pytest.param(SQUARE[[0, 2, 1, 3]], "cross", id="crossed"),
        pytest.param(SQUARE / 8, "too small", id="small"),
        pytest.param(SQUARE[:3], "four corners", id="three"),
        pytest.param(SQUARE * np.nan, "four corners", id="nan"),
        pytest.param(
            np.array([(590, 100), (610, 100), (1200, 650), (0, 650)], float), "leans", id="leaning"
        ),
    ],
)
def test_corners_that_cannot_be_are_refused_in_words(corners: np.ndarray, told: str) -> None:
    with pytest.raises(PlaceRefusedError, match=told):
        place_by_hand(corners)


# ---------------------------------------------------------------- corner marks


def a_table_with_marks(without: tuple[str, ...] = ()) -> tuple[Image, dict[str, np.ndarray]]:
    """Marks on a patterned cloth, seen askew; truth: each mark's corners."""
    rng = np.random.default_rng(5)
    cloth = np.kron(rng.integers(60, 160, (60, 80), np.uint8), np.ones((10, 10), np.uint8))
    side = round(CORNER_MARK_SIDE_MM)
    rim = round(CORNER_MARK_RIM_MM)
    places = {
        "far-left": (60, 50),
        "far-right": (660, 50),
        "near-right": (660, 470),
        "near-left": (60, 470),
    }
    corners = {}
    for name, (x, y) in places.items():
        if name in without:
            continue
        cloth[y - rim : y + side + rim, x - rim : x + side + rim] = 240
        modules = np.where(np.array(marker_modules(CORNER_MARKS[name])), 20, 240).astype(np.uint8)
        cloth[y : y + side, x : x + side] = cv2.resize(
            modules, (side, side), interpolation=cv2.INTER_NEAREST
        )
        corners[name] = (
            np.array([(0, 0), (side, 0), (side, side), (0, side)]) + np.array([x, y]) - 0.5
        )
    image_from_table = cv2.getPerspectiveTransform(
        np.array([(0, 0), (800, 0), (800, 600), (0, 600)], np.float32),
        np.array([(240, 60), (1050, 90), (1230, 700), (40, 680)], np.float32),
    )
    image = cv2.warpPerspective(cloth, image_from_table, (1280, 720), flags=cv2.INTER_AREA)
    seen = {
        name: cv2.perspectiveTransform(quad.reshape(-1, 1, 2), image_from_table).reshape(4, 2)
        for name, quad in corners.items()
    }
    return cv2.cvtColor(image, cv2.COLOR_GRAY2BGR), seen


def test_corner_marks_tell_where_the_table_is() -> None:
    image, truth = a_table_with_marks()
    seen = find_corner_marks(image)

    assert seen is not None
    assert seen.is_whole
    assert not seen.is_mirrored
    for name, quad in truth.items():
        assert seen.marks_px[name] == pytest.approx(quad, abs=2.0)
    between = seen.between_px()
    assert between is not None
    assert between[0] == pytest.approx(truth["far-left"][2], abs=2.0)
    assert between[2] == pytest.approx(truth["near-right"][0], abs=2.0)


def test_one_covered_mark_is_filled_in() -> None:
    whole = find_corner_marks(a_table_with_marks()[0])
    part = find_corner_marks(a_table_with_marks(without=("near-left",))[0])

    assert whole is not None
    assert part is not None
    filled, true = part.between_px(), whole.between_px()
    assert filled is not None
    assert true is not None
    assert np.linalg.norm(filled - true, axis=1).max() < 60
    two = find_corner_marks(a_table_with_marks(without=("near-left", "far-left"))[0])
    assert two is not None
    assert two.between_px() is None


def test_corner_marks_tell_a_mirrored_picture() -> None:
    image, truth = a_table_with_marks()
    seen = find_corner_marks(np.ascontiguousarray(image[:, ::-1]))

    assert seen is not None
    assert seen.is_mirrored
    mirrored = np.column_stack([1279 - truth["far-left"][:, 0], truth["far-left"][:, 1]])
    assert seen.marks_px["far-left"] == pytest.approx(mirrored, abs=2.0)


def test_table_without_marks_has_none(shoot: Callable[..., Photograph]) -> None:
    assert find_corner_marks(shoot(seed=1).image) is None
