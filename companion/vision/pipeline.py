"""A picture to a reading, each stage a pure function: outlines, lattice, tags, colours, verdict."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.deck.tags import Piece
from companion.terms import ALL_CELLS, GRID_SIDE, Edition
from companion.vision.covers import judge_color, measure_colors
from companion.vision.frame import Frame, Image
from companion.vision.homography import image_from_card_mm
from companion.vision.lattice import Lattice, fit_lattice, hold_lattice
from companion.vision.quads import detect_outlines
from companion.vision.reading import BoardReading, CellReading, Unseen
from companion.vision.tags import (
    TagBank,
    TagMatch,
    TagPlace,
    find_tag_place,
    match_tags,
    search_tag_place,
)
from companion.vision.verdict import is_sure, looks_empty, weigh

_Floats = NDArray[np.float64]

_LONGEST_SIDE_PX = 1920
"""Larger pictures are reduced: at 1920 a board that fills the picture has four pixels to a
millimetre, and a tag needs one."""

_SMALL_SIDE_PX = 800
"""Pictures less high than this are looked at again at twice the size when cards were missed."""

_LEAST_SIDE_PX = 120


@dataclass(frozen=True, slots=True, eq=False)
class _Upright:
    """What tags and colours say, in the lattice's own reading order.

    Attributes:
        turns: int, shape `(25,)`: the lattice corner where each piece's printed top left lies.
        places: Where each tag seems to lie.
        matches: What it was matched with.
    """

    turns: NDArray[np.int_]
    places: list[TagPlace]
    matches: list[TagMatch]

    @property
    def strength(self) -> int:
        """How many tags were read."""
        return sum(is_sure(match) for match in self.matches)


def read_board(
    image: Image,
    bank: TagBank,
    *,
    edition: Edition = Edition.SIMPSONS,
    captured_at_s: float = 0.0,
    frame_number: int = 0,
) -> BoardReading | Unseen:
    """Read one picture from scratch.

    Args:
        image: uint8, shape `(H, W, 3)`, BGR.
        bank: The deck in play.
        edition: Whose cover cards lie on the table.
        captured_at_s: Goes into the reading.
        frame_number: Goes into the reading.

    Returns:
        The 25 cells, or why there are none.

    Raises:
        ValueError: The array is no such picture.
    """
    if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8:
        raise ValueError(
            f"a picture is uint8 (H, W, 3), this is {image.dtype} {tuple(image.shape)}"
        )
    height, width = image.shape[:2]
    if min(height, width) < _LEAST_SIDE_PX:
        return Unseen.TOO_SMALL
    if image[:: max(1, height // 64), :: max(1, width // 64)].max() < 24:
        return Unseen.BLACK
    scale = min(1.0, _LONGEST_SIDE_PX / max(height, width))
    found = _lattice_at(image, scale)
    if height * scale < _SMALL_SIDE_PX and not (
        isinstance(found[1], Lattice) and found[1].is_found.all()
    ):
        again = _lattice_at(image, 2 * scale)
        if _cards_in(again[1]) > _cards_in(found[1]):
            found, scale = again, 2 * scale
    resized, lattice = found
    if isinstance(lattice, Unseen):
        return lattice
    gray = cv2.cvtColor(resized, cv2.COLOR_BGR2GRAY)
    cells = read_cells(resized, np.asarray(gray, dtype=np.uint8), lattice, bank, edition)
    if isinstance(cells, Unseen):
        return cells
    readings, is_mirrored = cells
    return BoardReading(
        cells=tuple(_rescaled(reading, 1 / scale) for reading in readings),
        is_mirrored=is_mirrored,
        captured_at_s=captured_at_s,
        frame_number=frame_number,
    )


def _lattice_at(image: Image, scale: float) -> tuple[Image, Lattice | Unseen]:
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
    return image, fit_lattice(detect_outlines(gray))


def _cards_in(lattice: Lattice | Unseen) -> int:
    return int(lattice.is_found.sum()) if isinstance(lattice, Lattice) else 0


def _rescaled(reading: CellReading, factor: float) -> CellReading:
    if factor == 1.0:
        return reading
    # Pixel centres, not pixel corners, are whole numbers.
    quad = (reading.quad_px + 0.5) * factor - 0.5
    return CellReading(
        reading.cell,
        reading.state,
        reading.card,
        reading.face,
        reading.cover,
        quad,
        reading.margin,
    )


def read_with_reference(
    frame: Frame, last: BoardReading, bank: TagBank, edition: Edition
) -> BoardReading | None:
    """Read a frame in which too much is hidden for a lattice, if the camera has not moved.

    Args:
        frame: The frame.
        last: The newest reading that found the board.
        bank: The deck in play.
        edition: Whose cover cards lie on the table.

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
    read = read_cells(image, gray, lattice, bank, edition, turn=0)
    if isinstance(read, Unseen):
        return None
    cells, is_mirrored = read
    return BoardReading(
        cells=tuple(_rescaled(reading, 1 / scale) for reading in cells),
        is_mirrored=is_mirrored,
        captured_at_s=frame.captured_at_s,
        frame_number=frame.number,
    )


def read_cells(
    image: Image,
    gray: NDArray[np.uint8],
    lattice: Lattice,
    bank: TagBank,
    edition: Edition,
    *,
    turn: int | None = None,
) -> tuple[tuple[CellReading, ...], bool] | Unseen:
    """Read the 25 places of a lattice that is known.

    Args:
        image: uint8, shape `(H, W, 3)`, BGR.
        gray: The same in grey.
        lattice: Where the cells are.
        bank: The deck in play.
        edition: Whose cover cards lie on the table.
        turn: The lattice's corner at the guessers' top left, where it is known.

    Returns:
        The readings in the guessers' order and whether the picture is mirrored; `UNKNOWN_DECK`
        where no tag of this deck tells which way is up.
    """
    upright = _turn_upright(gray, lattice, bank, is_mirrored=False)
    is_mirrored = False
    if upright.strength < 3:
        flipped = _turn_upright(gray, lattice, bank, is_mirrored=True)
        if flipped.strength > upright.strength:
            upright, is_mirrored = flipped, True
    corners = _corner_rows(lattice, is_mirrored=is_mirrored)
    inset = lattice.inset_mm.reshape(-1).copy()
    corners, inset = _search_on(gray, corners, inset, upright, bank, lattice)
    turn = _guessers_turn(upright) if turn is None else turn
    if turn is None:
        return Unseen.UNKNOWN_DECK
    pieces = _without_doubles(upright)
    colors = measure_colors(
        image,
        [np.roll(quad, -at, axis=0) for quad, at in zip(corners, upright.turns, strict=True)],
        list(inset),
        bank.geometry,
    )
    is_found = lattice.is_found.reshape(-1)
    readings = []
    order = _guessers_order(turn, is_mirrored=is_mirrored)
    size_wh = (bank.geometry.width_mm, bank.geometry.height_mm)
    for cell, at in zip(ALL_CELLS, order, strict=True):
        quad = np.roll(corners[at], -turn, axis=0)
        sides = size_wh if (upright.turns[at] - turn) % 2 == 0 else size_wh[::-1]
        readings.append(
            weigh(
                cell,
                pieces[at],
                upright.matches[at],
                colors[at],
                judge_color(colors[at], edition),
                _edge(quad, float(inset[at]), sides),
                is_found=bool(is_found[at]),
                is_empty=not is_found[at]
                and pieces[at] is None
                and looks_empty(image, lattice, at),
            )
        )
    return tuple(readings), is_mirrored


def _corner_rows(lattice: Lattice, *, is_mirrored: bool) -> _Floats:
    """The 25 quads; of a mirrored picture wound the way the printed card is."""
    rows = lattice.corners_px.reshape(-1, 4, 2)
    return rows[:, [1, 0, 3, 2]] if is_mirrored else rows.copy()


def _turn_upright(
    gray: NDArray[np.uint8], lattice: Lattice, bank: TagBank, *, is_mirrored: bool
) -> _Upright:
    """Find each tag's place in all four turns; all cells together decide along or across."""
    corners = _corner_rows(lattice, is_mirrored=is_mirrored)
    inset = lattice.inset_mm.reshape(-1)
    places = [
        [
            find_tag_place(gray, np.roll(quad, -turn, axis=0), float(depth), bank)
            for turn in range(4)
        ]
        for quad, depth in zip(corners, inset, strict=True)
    ]
    place = np.array([[found.place for found in row] for row in places])
    along = place[:, [0, 2]].max(axis=1).sum()
    across = place[:, [1, 3]].max(axis=1).sum()
    first = 0 if along >= across else 1
    turns = np.where(place[:, first + 2] > place[:, first], first + 2, first)
    chosen = [row[turn] for row, turn in zip(places, turns, strict=True)]
    return _Upright(turns=turns, places=chosen, matches=match_tags(chosen, bank))


def _search_on(
    gray: NDArray[np.uint8],
    corners: _Floats,
    inset: _Floats,
    upright: _Upright,
    bank: TagBank,
    lattice: Lattice,
) -> tuple[_Floats, _Floats]:
    """Look again, further afield, where no tag was read; move guessed outlines to what is found."""
    missed = [at for at, match in enumerate(upright.matches) if not is_sure(match)]
    found: list[TagPlace] = []
    tried: list[tuple[int, int]] = []
    for at in missed:
        base = int(upright.turns[at]) % 2
        for turn in (base, base + 2):
            quad = np.roll(corners[at], -turn, axis=0)
            found.append(search_tag_place(gray, quad, float(inset[at]), bank))
            tried.append((at, turn))
    better = match_tags(found, bank)
    for (at, turn), place, match in zip(tried, found, better, strict=True):
        if is_sure(match) and match.margin > upright.matches[at].margin:
            upright.turns[at] = turn
            upright.places[at] = place
            upright.matches[at] = match
    size_wh = (bank.geometry.width_mm, bank.geometry.height_mm)
    is_found = lattice.is_found.reshape(-1)
    for at, match in enumerate(upright.matches):
        if not is_found[at] and is_sure(match):
            turn = int(upright.turns[at])
            quad = np.roll(corners[at], -turn, axis=0)
            image_from_card = image_from_card_mm(quad, float(inset[at]), size_wh)
            card_from_image = np.linalg.inv(image_from_card)
            flat = cv2.perspectiveTransform(quad.reshape(-1, 1, 2), card_from_image)
            moved = cv2.perspectiveTransform(
                flat + np.array(upright.places[at].shift_mm), image_from_card
            )
            corners[at] = np.roll(np.asarray(moved, float).reshape(4, 2), turn, axis=0)
    return corners, inset


def _guessers_turn(upright: _Upright) -> int | None:
    """The turn in which most uncovered cards stand upright; None where they do not agree."""
    votes = np.zeros(4)
    for turn, match in zip(upright.turns, upright.matches, strict=True):
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


def _without_doubles(upright: _Upright) -> list[Piece | None]:
    """The pieces read; a card seen in two places is believed in neither."""
    pieces = [match.piece if is_sure(match) else None for match in upright.matches]
    cards = [piece.id for piece in pieces if piece is not None and piece.kind == "card"]
    return [
        None if piece is not None and piece.kind == "card" and cards.count(piece.id) > 1 else piece
        for piece in pieces
    ]


def _edge(quad_px: _Floats, inset_mm: float, size_wh_mm: tuple[float, float]) -> _Floats:
    """The card's own edge from corners that lie inside it."""
    width, height = size_wh_mm
    edge = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], dtype=np.float64)
    image_from_card = image_from_card_mm(quad_px, inset_mm, size_wh_mm)
    carried = cv2.perspectiveTransform(edge.reshape(-1, 1, 2), image_from_card)
    return np.asarray(carried, dtype=np.float64).reshape(4, 2)
