"""What is known of a camera and a table beforehand, and what it does for the reading."""

from __future__ import annotations

import functools
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
from companion.simulated.faces import FaceShelf, RasterFace
from companion.simulated.photograph import Photograph, photograph
from companion.simulated.surface import Surface
from companion.terms import Cell, CoverCard, Edition
from companion.vision.between_marks import find_between_marks
from companion.vision.corner_marks import find_corner_marks
from companion.vision.frame import Frame, Image
from companion.vision.knowledge import Knowledge, read_place
from companion.vision.pipeline import read_board
from companion.vision.placed import read_placed_faces
from companion.vision.placed_by_hand import PlaceRefusedError
from companion.vision.profile import CameraProfile, InkSeen, Intrinsics
from companion.vision.readers import TaggedReader, UntaggedReader
from companion.vision.reading import BoardReading, CellState, Unseen
from companion.vision.tags import TagBank

SIZE_WH = (1280, 720)
COVERS = {Cell(0, 0): CoverCard.ORANGE, Cell(3, 3): CoverCard.YELLOW}


def a_frame(image: Image) -> Frame:
    return Frame(image, 0.0, 0)


def bent(image: Image, lens: Intrinsics) -> Image:
    """The picture as that lens would have taken it."""
    height, width = image.shape[:2]
    rows, cols = np.mgrid[0:height, 0:width]
    seen = np.column_stack([cols.ravel(), rows.ravel()]).astype(np.float64)
    source = lens.undistort(seen).reshape(height, width, 2).astype(np.float32)
    return cv2.remap(
        image, source[..., 0], source[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )


@functools.cache
def pale_faces() -> FaceShelf:
    """White cards with little print, covers of plain colour, as from a shop."""
    inks = {
        CoverCard.ORANGE: (34, 119, 232),
        CoverCard.YELLOW: (40, 196, 242),
        CoverCard.NEUTRAL: (150, 150, 150),
        CoverCard.GAME_OVER: (45, 45, 45),
    }
    faces = {}
    for number in range(25):
        card = np.full((352, 504, 3), (238, 244, 246), np.uint8)
        cv2.putText(card, f"WORD{number}", (90, 270), cv2.FONT_HERSHEY_DUPLEX, 1.8, (25,) * 3, 5)
        faces[("card", f"word{number}", "word")] = RasterFace(card, 63.0, 44.0)
    for kind, ink in inks.items():
        faces[("cover_card", kind.value, "front")] = RasterFace(
            np.full((352, 504, 3), ink, np.uint8), 63.0, 44.0
        )
    return FaceShelf(faces)


@functools.cache
def a_white_table(turn_deg: float, seed: int) -> Photograph:
    """White cards on a white table."""
    return photograph(
        pale_faces(),
        tuple(("card", f"word{number}", "word") for number in range(25)),
        covers={cell: ("cover_card", kind.value, "front") for cell, kind in COVERS.items()},
        size_wh=SIZE_WH,
        tilt_deg=20,
        turn_deg=turn_deg,
        fill=0.6,
        surface=Surface.WHITE,
        seed=seed,
    )


def with_marks(taken: Photograph, away_mm: float = 12.0) -> Image:
    """The same with the four printed marks laid around the cards."""
    board_from_image = np.linalg.inv(taken.image_from_board)
    cards = cv2.perspectiveTransform(taken.card_quads_px.reshape(-1, 1, 2), board_from_image)
    (left, top), (right, foot) = cards.min(axis=(0, 1)), cards.max(axis=(0, 1))
    side, rim, px = CORNER_MARK_SIDE_MM, CORNER_MARK_RIM_MM, 8
    before, behind = away_mm + rim + side, away_mm + rim
    places = {
        "far-left": (left - before, top - before),
        "far-right": (right + behind, top - before),
        "near-right": (right + behind, foot + behind),
        "near-left": (left - before, foot + behind),
    }
    image = taken.image.astype(np.float32)
    for name, (x, y) in places.items():
        modules = np.where(np.array(marker_modules(CORNER_MARKS[name])), 25, 225).astype(np.uint8)
        tile = np.full((round((side + 2 * rim) * px),) * 2, 225, np.uint8)
        inner = slice(round(rim * px), round((rim + side) * px))
        tile[inner, inner] = cv2.resize(
            modules, (round(side * px),) * 2, interpolation=cv2.INTER_NEAREST
        )
        image_from_tile = taken.image_from_board @ np.array(
            [[1 / px, 0, x - rim], [0, 1 / px, y - rim], [0, 0, 1]]
        )
        laid = cv2.warpPerspective(tile, image_from_tile, SIZE_WH, flags=cv2.INTER_AREA)
        mask = cv2.warpPerspective(np.ones_like(tile, np.float32), image_from_tile, SIZE_WH)
        image = image * (1 - mask[..., None]) + laid[..., None] * mask[..., None]
    return image.round().astype(np.uint8)


def as_dragged(taken: Photograph, slip_px: float, seed: int) -> tuple[tuple[float, float], ...]:
    quads = taken.card_quads_px
    corners = np.array([quads[0][0], quads[4][1], quads[24][2], quads[20][3]])
    slipped = corners + np.random.default_rng(seed).normal(0, slip_px, (4, 2))
    return tuple((float(x), float(y)) for x, y in (slipped + 0.5) / SIZE_WH)


def wrong_claims(reading: BoardReading) -> list[Cell]:
    return [
        cell.cell
        for cell in reading.cells
        if (cell.state is CellState.COVERED and cell.cover is not COVERS.get(cell.cell))
        or (cell.state is CellState.CARD and cell.cell in COVERS)
    ]


def miss(reading: BoardReading, taken: Photograph) -> float:
    """How far the worst cell's centre lies from its true place, in card widths."""
    seen = np.array([cell.quad_px.mean(axis=0) for cell in reading.cells])
    width = np.linalg.norm(taken.quads_px[:, 1] - taken.quads_px[:, 0], axis=1)
    return float((np.linalg.norm(seen - taken.quads_px.mean(axis=1), axis=1) / width).max())


# ---------------------------------------------------------------- lens


@pytest.fixture(scope="module")
def wide() -> Intrinsics:
    return Intrinsics(SIZE_WH, (1000.0, 1000.0), (639.5, 359.5), (-0.4, 0.0, 0.0, 0.0, 0.0))


def test_known_lens_finds_cards_that_it_bends(
    wide: Intrinsics, shoot: Callable[..., Photograph], bank: TagBank, dealt: tuple[str, ...]
) -> None:
    image = bent(shoot(COVERS, size_wh=SIZE_WH, tilt_deg=25, fill=0.9, seed=0).image, wide)
    known = Knowledge(CameraProfile("a webcam", lens=wide))

    def named(reading: BoardReading | Unseen) -> int:
        assert isinstance(reading, BoardReading)
        return sum(cell.card == dealt[cell.cell.position] for cell in reading.cells)

    assert named(TaggedReader(bank, knows=lambda: known).read(a_frame(image))) == 23
    assert named(read_board(image, bank, lens=wide)) > named(read_board(image, bank))


def test_dragged_corners_hold_cards_that_a_lens_bends(wide: Intrinsics) -> None:
    taken = a_white_table(5, 1)
    corners = np.array(as_dragged(taken, 0.0, 1)) * SIZE_WH - 0.5
    seen = (wide.distort(corners) + 0.5) / SIZE_WH
    known = Knowledge(
        CameraProfile("a webcam", lens=wide), place=tuple((float(x), float(y)) for x, y in seen)
    )
    placed = known.placed(SIZE_WH, 6.0)

    assert placed is not None
    middle = wide.distort(taken.card_quads_px.mean(axis=1))
    width = np.linalg.norm(taken.card_quads_px[:, 1] - taken.card_quads_px[:, 0], axis=1)
    off = np.linalg.norm(placed.corners_px.reshape(-1, 4, 2).mean(axis=1) - middle, axis=1)
    assert (off / width).max() < 0.15


def test_lens_of_another_shape_of_picture_is_not_used(wide: Intrinsics) -> None:
    known = Knowledge(CameraProfile("a webcam", lens=wide))

    assert known.lens(SIZE_WH) is not None
    assert known.lens((1920, 1080)) is not None
    assert known.lens((640, 480)) is None
    assert Knowledge().lens(SIZE_WH) is None


# ---------------------------------------------------------------- colours


def test_inks_that_were_measured_decide_what_a_colour_is() -> None:
    """Whoever prints with a strange ink shows it once."""
    pinkish = InkSeen((0.85, 0.35, 0.45), 2.0)
    known = Knowledge(CameraProfile("a webcam", inks={CoverCard.NEUTRAL: pinkish}))
    taken = a_white_table(0, 0)
    quad = taken.card_quads_px[12]
    image = taken.image.copy()
    white = np.median(image[:40, :40].reshape(-1, 3), axis=0) / 255
    ink = (white**2.2 * np.array(pinkish.rgb)[::-1]) ** (1 / 2.2) * 255
    cv2.fillConvexPoly(image, np.rint(quad).astype(np.int32), ink.tolist(), cv2.LINE_AA)

    def told(knowledge: Knowledge) -> CoverCard | None:
        reading = UntaggedReader(knows=lambda: knowledge).read(a_frame(image))
        assert isinstance(reading, BoardReading)
        return reading.at(Cell(2, 2)).cover

    assert told(known) is CoverCard.NEUTRAL
    assert told(Knowledge()) is not CoverCard.NEUTRAL


# ---------------------------------------------------------------- places


@pytest.mark.parametrize("turn_deg", [0.0, 180.0])
def test_dragged_corners_place_white_cards_on_a_white_table(turn_deg: float) -> None:
    taken = a_white_table(turn_deg, 4)
    known = Knowledge(place=as_dragged(taken, 4.0, 1))
    reading = UntaggedReader(knows=lambda: known).read(a_frame(taken.image))

    assert isinstance(reading, BoardReading)
    assert miss(reading, taken) < 0.2
    assert wrong_claims(reading) == []
    assert sum(cell.state is CellState.HIDDEN for cell in reading.cells) <= 3


def test_dragged_corners_find_tagged_cards_that_are_too_few(
    shoot: Callable[..., Photograph], bank: TagBank, dealt: tuple[str, ...]
) -> None:
    taken = shoot(COVERS, tilt_deg=20, size_wh=SIZE_WH, seed=3)
    image = taken.image.copy()
    # Half of the table lies under a newspaper.
    newspaper = cv2.convexHull(np.rint(taken.card_quads_px[7:20].reshape(-1, 2)).astype(np.int32))
    cv2.fillConvexPoly(image, newspaper, (90, 90, 90))
    known = Knowledge(place=as_dragged(taken, 2.0, 1))
    reading = TaggedReader(bank, knows=lambda: known).read(a_frame(image))

    assert isinstance(TaggedReader(bank).read(a_frame(image)), Unseen)
    assert isinstance(reading, BoardReading)
    named = [cell for cell in reading.cells if cell.card]
    assert len(named) >= 9
    assert all(cell.card == dealt[cell.cell.position] for cell in named)


def test_wrong_place_is_not_believed(bank: TagBank) -> None:
    cloth = np.random.default_rng(1).integers(90, 130, (720, 1280, 3)).astype(np.uint8)
    known = Knowledge(place=((0.2, 0.1), (0.8, 0.1), (0.8, 0.9), (0.2, 0.9)))

    for reader in (TaggedReader(bank, knows=lambda: known), UntaggedReader(knows=lambda: known)):
        assert isinstance(reader.read(a_frame(cloth)), Unseen)


@pytest.mark.parametrize(
    ("corners", "words"),
    [
        ([[0, 0], [1, 0], [1, 1]], "four corners"),
        ("abcd", "four corners"),
        ([[0, 0], [1, 0], [1, 1], [0, "x"]], "two numbers"),
        ([[0, 0], [1, 0], [1, 1], [0, 9]], "two numbers"),
        ([[0, 0], [1, 0], [1, 1], 3], "two numbers"),
        ([[0.1, 0.1], [0.1, 0.9], [0.9, 0.9], [0.9, 0.1]], "exchanged"),
        ([[0.5, 0.5], [0.52, 0.5], [0.52, 0.52], [0.5, 0.52]], "too small"),
    ],
)
def test_corners_from_a_page_are_refused_in_words(corners: object, words: str) -> None:
    with pytest.raises(PlaceRefusedError, match=words):
        read_place(corners)


# ---------------------------------------------------------------- corner marks


@pytest.mark.parametrize("turn_deg", [180.0, 93.0])
def test_corner_marks_tell_where_the_guessers_sit(turn_deg: float) -> None:
    taken = a_white_table(turn_deg, 2)
    reading = UntaggedReader().read(a_frame(with_marks(taken)))

    assert isinstance(reading, BoardReading)
    assert miss(reading, taken) < 0.25
    assert wrong_claims(reading) == []


@pytest.mark.parametrize("seed", [0, 3])
def test_rows_of_faint_edges_between_marks_are_enough(seed: int) -> None:
    taken = a_white_table(4, seed)
    image = with_marks(taken)
    marks = find_corner_marks(image)
    assert marks is not None
    found = find_between_marks(image, marks)
    assert found is not None
    reading = read_placed_faces(a_frame(image), [found], Edition.SIMPSONS, None)

    assert reading is not None
    assert miss(reading, taken) < 0.25
    assert wrong_claims(reading) == []
    assert sum(cell.state is CellState.HIDDEN for cell in reading.cells) <= 6


def test_nothing_lies_between_marks_on_a_bare_table() -> None:
    taken = a_white_table(0, 5)
    marked = with_marks(taken)
    marks = find_corner_marks(marked)
    assert marks is not None
    field = marks.between_px()
    assert field is not None
    bare = marked.copy()
    cv2.fillConvexPoly(bare, np.rint(field).astype(np.int32), (222, 226, 228))
    noise = np.random.default_rng(1).normal(0, 3, bare.shape)
    bare = np.clip(bare + noise, 0, 255).astype(np.uint8)
    found = find_between_marks(bare, marks)

    if found is not None:
        assert read_placed_faces(a_frame(bare), [found], Edition.SIMPSONS, None) is None
    assert isinstance(UntaggedReader().read(a_frame(bare)), Unseen)
