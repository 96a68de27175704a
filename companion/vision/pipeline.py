"""A picture to a reading, each stage a pure function: outlines, lattice, tags, colours, verdict."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.terms import ALL_CELLS, GRID_SIDE, Cell, Edition
from companion.vision.bent_lattice import fit_bent_lattice
from companion.vision.cells import (
    UPRIGHT_OR_TURNED,
    CellOutlines,
    Sightings,
    decode_tags,
    search_tags,
    sight_tags,
    weigh_cells,
)
from companion.vision.frame import Frame, Image
from companion.vision.holding import choose_outlines, hold_lattice
from companion.vision.homography import fit_homography
from companion.vision.lattice import PLACES, Lattice, fit_lattice
from companion.vision.other_deck import is_other_deck
from companion.vision.picture import unfit_picture
from companion.vision.profile import Inks, Intrinsics
from companion.vision.quads import detect_outlines
from companion.vision.reading import BoardReading, CellReading, Unseen
from companion.vision.search_again import search_again
from companion.vision.tags import TagBank
from companion.vision.verdict import is_sure

_Floats = NDArray[np.float64]

_LONGEST_SIDE_PX = 1920
"""Larger pictures are reduced: at 1920 a board that fills the picture has four pixels to a
millimetre, and a tag needs one."""

_SMALL_SIDE_PX = 800
"""Pictures less high than this are looked at again at twice the size when cards were missed."""

_FEW_TAGS = 3
"""With fewer tags than this the picture may be mirrored."""


def read_board(
    image: Image,
    bank: TagBank,
    *,
    edition: Edition = Edition.SIMPSONS,
    captured_at_s: float = 0.0,
    frame_number: int = 0,
    inks: Inks | None = None,
    lens: Intrinsics | None = None,
) -> BoardReading | Unseen:
    """Read one picture from scratch.

    Args:
        image: uint8, shape `(H, W, 3)`, BGR.
        bank: The deck in play.
        edition: Whose cover cards lie on the table.
        captured_at_s: Goes into the reading.
        frame_number: Goes into the reading.
        inks: What inks look like to this camera in this light, where that was measured.
        lens: How the camera's lens bends pictures of this size, where that is known.

    Returns:
        The 25 cells, or why there are none.

    Raises:
        ValueError: The array is no such picture.
    """
    unfit = unfit_picture(image)
    if unfit is not None:
        return unfit
    height, width = image.shape[:2]
    scale = min(1.0, _LONGEST_SIDE_PX / max(height, width))
    found = _lattice_at(image, scale, lens)
    if height * scale < _SMALL_SIDE_PX and not (
        isinstance(found[1], Lattice) and found[1].is_found.all()
    ):
        again = _lattice_at(image, 2 * scale, lens)
        if _cards_in(again[1]) > _cards_in(found[1]):
            found, scale = again, 2 * scale
    resized, lattice = found
    if isinstance(lattice, Unseen):
        return lattice
    gray = cv2.cvtColor(resized, cv2.COLOR_BGR2GRAY)
    cells = read_cells(resized, np.asarray(gray, dtype=np.uint8), lattice, bank, edition, inks=inks)
    if isinstance(cells, Unseen):
        return cells
    readings, is_mirrored = cells
    return BoardReading(
        cells=tuple(_rescaled(reading, 1 / scale) for reading in readings),
        is_mirrored=is_mirrored,
        captured_at_s=captured_at_s,
        frame_number=frame_number,
    )


def working_scale(image: Image) -> float:
    """By how much a picture is enlarged or reduced before it is looked at closely."""
    height, width = image.shape[:2]
    scale = float(min(1.0, _LONGEST_SIDE_PX / max(height, width)))
    return 2.0 * scale if height * scale < _SMALL_SIDE_PX else scale


def _lattice_at(
    image: Image, scale: float, lens: Intrinsics | None
) -> tuple[Image, Lattice | Unseen]:
    """The picture at another size, and the lattice in it."""
    if scale < 1:
        image = np.asarray(
            cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
        )
    elif scale > 1:
        image = np.asarray(
            cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC), np.uint8
        )
    gray = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    outlines = detect_outlines(gray)
    if lens is None:
        return image, fit_lattice(outlines)
    return image, fit_bent_lattice(outlines, lens.scaled_to((image.shape[1], image.shape[0])))


def _cards_in(lattice: Lattice | Unseen) -> int:
    return int(lattice.is_found.sum()) if isinstance(lattice, Lattice) else 0


def _rescaled(reading: CellReading, factor: float) -> CellReading:
    if factor == 1.0:
        return reading
    # Pixel centres, not pixel corners, are whole numbers.
    return replace(reading, quad_px=(reading.quad_px + 0.5) * factor - 0.5)


def read_with_reference(
    frame: Frame,
    last: BoardReading,
    bank: TagBank,
    edition: Edition,
    inks: Inks | None = None,
) -> BoardReading | None:
    """Read a frame in which too much is hidden for a lattice, if the camera has not moved.

    Args:
        frame: The frame.
        last: The newest reading that found the board.
        bank: The deck in play.
        edition: Whose cover cards lie on the table.
        inks: What inks look like here, where that was measured.

    Returns:
        The reading, or None where too few outlines lie where they lay.
    """
    quads = np.array([cell.quad_px for cell in last.cells])
    image = frame.image
    scale = min(1.0, _LONGEST_SIDE_PX / max(image.shape[:2]))
    if scale < 1:
        image = np.asarray(
            cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
        )
        quads = (quads + 0.5) * scale - 0.5
    gray = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    lattice = hold_lattice(quads, detect_outlines(gray))
    if lattice is None:
        return None
    read = read_cells(image, gray, lattice, bank, edition, turn=0, inks=inks)
    if isinstance(read, Unseen):
        return None
    cells, is_mirrored = read
    return BoardReading(
        cells=tuple(_rescaled(reading, 1 / scale) for reading in cells),
        is_mirrored=is_mirrored,
        captured_at_s=frame.captured_at_s,
        frame_number=frame.number,
    )


_CROP_MARGIN = 0.45
"""In card widths around the cells that are read again: a card pushed a little is still in it."""


def read_some(
    image: Image,
    board: BoardReading,
    cells: tuple[Cell, ...],
    bank: TagBank,
    edition: Edition,
    inks: Inks | None = None,
) -> list[CellReading]:
    """Read some cells again of a board that has not moved.

    Args:
        image: uint8, shape `(H, W, 3)`, BGR.
        board: The newest reading of the whole board.
        cells: Which cells.
        bank: The deck in play.
        edition: Whose cover cards lie on the table.
        inks: What inks look like here, where that was measured.

    Returns:
        One reading a cell, in the order asked for.
    """
    quads = np.array([cell.quad_px for cell in board.cells])
    wanted = np.array([quads[cell.position] for cell in cells])
    margin = _CROP_MARGIN * float(np.linalg.norm(wanted[:, 1] - wanted[:, 0], axis=1).max())
    height, width = image.shape[:2]
    left, top = np.floor(wanted.min(axis=(0, 1)) - margin).astype(int).clip(0)
    right, bottom = np.ceil(wanted.max(axis=(0, 1)) + margin).astype(int) + 1
    crop = image[top : min(bottom, height), left : min(right, width)]
    scale = working_scale(image)
    if scale != 1:
        way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
        crop = np.asarray(cv2.resize(crop, None, fx=scale, fy=scale, interpolation=way), np.uint8)
    crop = np.ascontiguousarray(crop)
    offset = np.array([left, top], dtype=np.float64)

    def into(points: _Floats) -> _Floats:
        return np.asarray((points - offset + 0.5) * scale - 0.5, dtype=np.float64)

    gray = np.asarray(cv2.cvtColor(crop, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    guessed = into(wanted)
    if board.is_mirrored:
        # A mirrored picture's quads run the other way round than outlines as seen.
        seen = choose_outlines(guessed[:, [1, 0, 3, 2]], detect_outlines(gray))
        seen = CellOutlines(seen.corners_px[:, [1, 0, 3, 2]], seen.inset_mm, seen.is_found)
    else:
        seen = choose_outlines(guessed, detect_outlines(gray))
    sightings = sight_tags(gray, seen, bank, UPRIGHT_OR_TURNED)
    sightings = decode_tags(gray, search_tags(gray, sightings, bank), bank)
    places = np.array([(cell.col, cell.row) for cell in ALL_CELLS], dtype=np.float64)
    centers = into(quads.mean(axis=1))
    elsewhere = {
        reading.card
        for reading in board.cells
        if reading.card is not None and reading.cell not in cells
    }
    readings = weigh_cells(
        crop,
        sightings,
        list(cells),
        0,
        bank,
        edition,
        fit_homography(places, centers),
        elsewhere,
        inks,
    )
    return [
        replace(reading, quad_px=(reading.quad_px + 0.5) / scale - 0.5 + offset)
        for reading in readings
    ]


def read_cells(
    image: Image,
    gray: NDArray[np.uint8],
    lattice: Lattice,
    bank: TagBank,
    edition: Edition,
    *,
    turn: int | None = None,
    inks: Inks | None = None,
    bare_place: float = -1.0,
) -> tuple[tuple[CellReading, ...], bool] | Unseen:
    """Read the 25 places of a lattice that is known.

    Args:
        image: uint8, shape `(H, W, 3)`, BGR.
        gray: The same in grey.
        lattice: Where the cells are.
        bank: The deck in play.
        edition: Whose cover cards lie on the table.
        turn: The lattice's corner at the guessers' top left, where it is known.
        inks: What inks look like here, where that was measured.
        bare_place: How much of a tag is seen on a bare card whose tag cannot be told.

    Returns:
        The readings in the guessers' order and whether the picture is mirrored; `UNKNOWN_DECK` or
        `OTHER_DECK` where no tag of this deck tells which way is up.
    """
    is_mirrored = False
    sightings = sight_tags(gray, _outlines_of(lattice, is_mirrored=False), bank)
    if sightings.strength < _FEW_TAGS:
        flipped = sight_tags(gray, _outlines_of(lattice, is_mirrored=True), bank)
        if flipped.strength > sightings.strength:
            sightings, is_mirrored = flipped, True
    sightings = decode_tags(gray, search_tags(gray, sightings, bank), bank)
    sightings = search_again(gray, sightings, PLACES, bank)
    turn = _guessers_turn(sightings) if turn is None else turn
    if turn is None:
        return Unseen.OTHER_DECK if is_other_deck(sightings.foreign) else Unseen.UNKNOWN_DECK
    order = _guessers_order(turn, is_mirrored=is_mirrored)
    cells: list[Cell] = [Cell(0, 0)] * len(order)
    for cell, at in zip(ALL_CELLS, order, strict=True):
        cells[at] = cell
    readings = weigh_cells(
        image,
        sightings,
        cells,
        turn,
        bank,
        edition,
        _image_from_cells(lattice, cells),
        inks=inks,
        bare_place=bare_place,
    )
    return tuple(readings[at] for at in order), is_mirrored


def _image_from_cells(lattice: Lattice, cells: list[Cell]) -> _Floats:
    """The lattice's homography, from the guessers' columns and rows."""
    corners = (0, GRID_SIDE - 1, GRID_SIDE * (GRID_SIDE - 1), GRID_SIDE**2 - 1)
    own = np.array([divmod(at, GRID_SIDE)[::-1] for at in corners], dtype=np.float32)
    theirs = np.array([(cells[at].col, cells[at].row) for at in corners], dtype=np.float32)
    return np.asarray(
        lattice.image_from_lattice @ cv2.getPerspectiveTransform(theirs, own), dtype=np.float64
    )


def _outlines_of(lattice: Lattice, *, is_mirrored: bool) -> CellOutlines:
    """The 25 outlines; of a mirrored picture wound the way the printed card is."""
    rows = lattice.corners_px.reshape(-1, 4, 2)
    return CellOutlines(
        rows[:, [1, 0, 3, 2]] if is_mirrored else rows,
        lattice.inset_mm.reshape(-1),
        lattice.is_found.reshape(-1),
    )


def _guessers_turn(sightings: Sightings) -> int | None:
    """The turn in which most uncovered cards stand upright; None where they do not agree."""
    votes = np.zeros(4)
    for turn, match in zip(sightings.turns, sightings.matches, strict=True):
        if is_sure(match) and match.piece.kind == "card":
            votes[turn] += 1
    best = int(np.argmax(votes))
    if votes[best] < 1 or votes[best] < 0.6 * votes.sum():
        return None
    return best


def _guessers_order(turn: int, *, is_mirrored: bool) -> list[int]:
    """Lattice positions in the guessers' reading order."""
    grid = np.arange(GRID_SIDE * GRID_SIDE).reshape(GRID_SIDE, GRID_SIDE)
    if is_mirrored:
        grid = grid[:, ::-1]
    return [int(at) for at in np.rot90(grid, turn).reshape(-1)]
