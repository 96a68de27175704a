"""Shop-bought cards: the grid without tags, which way is up by the host's word."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.terms import ALL_CELLS, GRID_SIDE, Cell, Edition, GuessersSide
from companion.vision.any_covers import FaceVerdict
from companion.vision.cover_looks import judge_cells
from companion.vision.endless import (
    goes_on,
    is_framed,
    is_printed,
    is_ruled,
    leaves_the_picture,
    scatter_of,
)
from companion.vision.frame import Image
from companion.vision.gaps import without_gaps
from companion.vision.gradient import GradientField, measure_gradient, side_support
from companion.vision.lattice import Lattice, candidate_lattices
from companion.vision.naming import name_cards
from companion.vision.picture import unfit_picture
from companion.vision.placing import judge_lattice, place_cards
from companion.vision.portraits import judge_by_layout
from companion.vision.profile import Inks
from companion.vision.quads import Outlines
from companion.vision.reading import BoardReading, CellReading, CellState, Unseen
from companion.vision.rectangles import best_of_each_place, detect_rectangles
from companion.vision.refine import nudged_outlines, refine_outlines
from companion.vision.vacant import doubt_table_colours
from companion.vision.words import TextReader

_Floats = NDArray[np.float64]

WORKING_SIDE_PX = 1152
"""The longer side at which cards are looked for: 22 photographs and 32 renders are found whole at
1152 and no more at 1280; below 1000 the narrow gaps between cards close."""

_CLAHE_LIMIT = 4.0
_CLAHE_TILES = (12, 12)

_COARSE_SIDE_PX = 640
_COARSE_CLAHE_LIMIT = 6.0
_COARSE_CLAHE_TILES = (8, 8)
"""Three renders of 42 that nothing else found are found whole at this size with this contrast."""


_SMALLEST_CARD_PX = 24.0
"""The smallest card in 160 renders is 60, at 0.4 of a webcam's size still 24; lines and boxes make
grids below it by chance."""

_SMALL_CARD_PX = 53.0
_LEAST_SMALL = 0.6
_MOST_SCATTER_SMALL = 0.075
"""Few pixels agree by chance: 130 photographs and renders reduced to cards of 28 to 53 pixels
score 0.63 and more, and lie up to 0.07 pitches off their places."""

_MOST_SCATTER = 0.09
"""Of grids that are not sure: on 220 photographs, renders and simulated tables at most 0.074."""

_Found = tuple[float, Lattice]

_FEWEST_BARE = 1
"""A game is over before the last card is covered; the squares of a key card all are coloured."""


def find_any_cards(image: Image) -> tuple[Lattice, GradientField] | Unseen:
    """Find the grid of cards of any kind.

    Args:
        image: uint8, shape `(H, W, 3)`, BGR, already at working size.

    Returns:
        The lattice with every cell's outline at the card's own edge, and the gradients.
    """
    field = measure_gradient(image)
    lightness = _lightness(image)
    outlines = detect_rectangles(lightness, field)
    best, reason = _best_lattice(field, outlines)
    if best is None or best[0] < _SURE:
        # Pale cards on a pale table: contrast is stretched tile by tile.
        more = detect_rectangles(_stretched(lightness, 0.8, _CLAHE_LIMIT, _CLAHE_TILES), field)
        again, reason = _best_lattice(field, _joined(outlines, more))
        best = _better(best, again)
        if best is None or best[0] < _LEAST:
            # Under glare the plain picture's outlines only crowd out the stretched one's.
            best = _better(best, _best_lattice(field, more)[0])
    placed = None if best is None else best[1]
    if best is not None:
        best = (best[0], _refined(field, best[1]))
    if best is None or best[0] < _SURE:
        coarse = _coarsely(image)
        if _better(best, coarse) is not best:
            best, placed = coarse, None
    if best is None:
        return reason
    card_px = _card_side_px(best[1])
    is_small = card_px < _SMALL_CARD_PX
    if best[0] < (_LEAST_SMALL if is_small else _LEAST) or not is_framed(field, best[1]):
        return Unseen.NO_GRID
    is_loose = scatter_of(best[1]) > (_MOST_SCATTER_SMALL if is_small else _MOST_SCATTER)
    if is_loose and (is_small or best[0] < _SURE):
        return Unseen.NO_GRID
    if is_ruled(field, best[1]) or leaves_the_picture(field, best[1]):
        return Unseen.NO_GRID
    if card_px < _SMALLEST_CARD_PX:
        return Unseen.CARDS_TOO_SMALL
    # A pattern goes on whichever way its outlines are taken; noise beside a board does not.
    if goes_on(field, best[1]) and (placed is None or goes_on(field, placed)):
        return Unseen.NO_GRID
    return without_gaps(field, best[1]), field


def _card_side_px(lattice: Lattice) -> float:
    """Side of a square as large as the usual card."""
    quads = lattice.corners_px.reshape(-1, 4, 2).astype(np.float32)
    return float(np.sqrt(np.median([cv2.contourArea(quad) for quad in quads])))


def _coarsely(image: Image) -> _Found | None:
    """The same in a smaller picture: white cards on a white table drown in noise in a large one."""
    scale = min(1.0, _COARSE_SIDE_PX / max(image.shape[:2]))
    reduced = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    small = np.asarray(cv2.GaussianBlur(reduced, (0, 0), 1.0), dtype=np.uint8)
    field = measure_gradient(small)
    stretched = _stretched(_lightness(small), 0.0, _COARSE_CLAHE_LIMIT, _COARSE_CLAHE_TILES)
    found, _ = _best_lattice(field, detect_rectangles(stretched, field))
    if found is None:
        return None
    return found[0], _refined(field, found[1]).in_picture_scaled(1 / scale)


def _lightness(image: Image) -> NDArray[np.uint8]:
    return np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2LAB)[:, :, 0], dtype=np.uint8)


def _stretched(
    lightness: NDArray[np.uint8], soft_px: float, limit: float, tiles: tuple[int, int]
) -> NDArray[np.uint8]:
    """Contrast stretched tile by tile."""
    soft = cv2.GaussianBlur(lightness, (0, 0), soft_px) if soft_px else lightness
    return np.asarray(cv2.createCLAHE(limit, tiles).apply(soft), dtype=np.uint8)


def _better(one: _Found | None, other: _Found | None) -> _Found | None:
    return max((found for found in (one, other) if found), key=lambda found: found[0], default=None)


def _refined(field: GradientField, lattice: Lattice) -> Lattice:
    """Every outline moved to the edges near it."""
    quads = lattice.corners_px.reshape(-1, 4, 2)
    width = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)
    refined = refine_outlines(field, quads, np.maximum(2.0, 0.03 * width))
    return replace(lattice, corners_px=refined.reshape(lattice.corners_px.shape))


_SURE = 0.66
_LEAST = 0.5
"""On 6 photographs and 60 alterations true lattices score 0.62 and more, false ones below 0.5; up
to 0.65 one or two cards of a true lattice may still be misplaced."""

_GOES_ON_COST = 0.1

_TRIED = 3
_CLEAR = 17.0
"""Of 25: with so many clear outlines in their places no other set of outlines is looked at."""


def _best_lattice(field: GradientField, outlines: Outlines) -> tuple[_Found | None, Unseen]:
    """The candidate that explains the picture best once its cards are placed."""
    reason = Unseen.FEW_CARDS
    found: list[_Found] = []
    for candidate in candidate_lattices(outlines):
        if isinstance(candidate, Unseen):
            reason = candidate
        else:
            found.append(candidate)
            if candidate[0] > _CLEAR:
                break
    found.sort(key=lambda pair: -pair[0])
    best: _Found | None = None
    for _, lattice in found[:_TRIED]:
        placed = place_cards(field, lattice, outlines)
        score = judge_lattice(field, placed)
        if score < _SURE and goes_on(field, placed):
            # One row off, with a line of boxes or a cloth's pattern for the sixth.
            score -= _GOES_ON_COST
        best = _better(best, (score, placed))
        if best is not None and best[0] > _SURE:
            break
    return best, reason


def _joined(some: Outlines, more: Outlines) -> Outlines:
    """Both sets of outlines, the best of each place."""
    corners = np.concatenate([some.corners_px, more.corners_px])
    quality = np.concatenate([some.quality, more.quality])
    if len(corners) == 0:
        return some
    kept = best_of_each_place(corners, quality, most=300)
    return Outlines(corners[kept], np.zeros(len(kept)), quality[kept])


def at_working_size(image: Image) -> tuple[Image, float]:
    """The picture, reduced where it is larger than cards are looked for in, and by how much."""
    scale = min(1.0, WORKING_SIDE_PX / max(image.shape[:2]))
    if scale == 1:
        return image, scale
    reduced = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(reduced, dtype=np.uint8), scale


def locate_any_cards(image: Image) -> Lattice | Unseen:
    """Find the grid of cards of any kind in a picture of any size.

    Args:
        image: uint8, shape `(H, W, 3)`, BGR.

    Returns:
        The lattice in the picture's own pixels, or why there is none.
    """
    working, scale = at_working_size(image)
    found = find_any_cards(working)
    return found if isinstance(found, Unseen) else found[0].in_picture_scaled(1 / scale)


def guessers_turn(lattice: Lattice, side: GuessersSide) -> int:
    """The lattice corner at the guessers' top left, when they sit at one side of the picture.

    Args:
        lattice: Whose turn is wanted.
        side: Where the guessers sit.

    Returns:
        0 to 3: rolling corners by it puts the guessers' top left first.
    """
    towards = {
        GuessersSide.TOP: (0.0, -1.0),
        GuessersSide.RIGHT: (1.0, 0.0),
        GuessersSide.BOTTOM: (0.0, 1.0),
        GuessersSide.LEFT: (-1.0, 0.0),
    }[side]
    corners = lattice.corners_px
    right = corners[:, -1].mean(axis=(0, 1)) - corners[:, 0].mean(axis=(0, 1))
    down = corners[-1].mean(axis=(0, 1)) - corners[0].mean(axis=(0, 1))
    # Turn 0 reads down the lattice, 1 to its left, 2 up, 3 to its right.
    ways = np.array([down, -right, -down, right])
    ways = ways / np.linalg.norm(ways, axis=1, keepdims=True)
    return int(np.argmax(ways @ np.array(towards)))


def read_untagged(
    image: Image,
    *,
    side: GuessersSide = GuessersSide.BOTTOM,
    edition: Edition = Edition.SIMPSONS,
    captured_at_s: float = 0.0,
    frame_number: int = 0,
    text_reader: TextReader | None = None,
    known: Mapping[str, str] | None = None,
    inks: Inks | None = None,
) -> BoardReading | Unseen:
    """Read a picture of shop-bought cards.

    Args:
        image: uint8, shape `(H, W, 3)`, BGR.
        side: Where the guessers sit.
        edition: Whose cover cards lie on the table.
        captured_at_s: Goes into the reading.
        frame_number: Goes into the reading.
        text_reader: Reads the words on the cards, which also tell which way is up; takes seconds.
        known: The deck's words and their cards' ids, where the cards are of such a deck.
        inks: What inks look like to this camera in this light, where that was measured.

    Returns:
        The 25 cells, without names where words are not read, or why there are none.

    Raises:
        ValueError: The array is no such picture.
    """
    unfit = unfit_picture(image)
    if unfit is not None:
        return unfit
    working, scale = at_working_size(image)
    found = find_any_cards(working)
    if isinstance(found, Unseen):
        return found
    lattice, _ = found
    turn = guessers_turn(lattice, side)
    grid = np.arange(GRID_SIDE * GRID_SIDE).reshape(GRID_SIDE, GRID_SIDE)
    order = np.rot90(grid, turn).reshape(-1)
    quads = np.roll(lattice.corners_px.reshape(-1, 4, 2), -turn, axis=1)[order]
    is_found = lattice.is_found.reshape(-1)[order]
    verdicts = judge_cells(working, quads, edition, inks)
    bare = sum(verdict.is_known and verdict.kind is None for verdict in verdicts)
    if bare <= _FEWEST_BARE and is_printed(lattice):
        return Unseen.KEY_CARD
    reading = BoardReading(
        cells=tuple(
            reading_of_face(cell, (quad + 0.5) / scale - 0.5, verdict, is_seen=bool(seen))
            for cell, quad, verdict, seen in zip(ALL_CELLS, quads, verdicts, is_found, strict=True)
        ),
        is_mirrored=False,
        captured_at_s=captured_at_s,
        frame_number=frame_number,
    )
    reading = doubt_table_colours(image, judge_by_layout(image, reading))
    return reading if text_reader is None else name_cards(image, reading, text_reader, known)


def read_known_cells(
    image: Image,
    board: BoardReading,
    cells: tuple[Cell, ...],
    edition: Edition,
    inks: Inks | None = None,
) -> list[CellReading]:
    """Judge some cells again of a board that has not moved.

    A hand over a card has no colour of the box, or no edges where a card's are: then the answer
    is `HIDDEN`.

    Args:
        image: uint8, BGR, of the same size as the board's own picture.
        board: The newest reading of the whole board.
        cells: Which cells.
        edition: Whose cover cards lie on the table.
        inks: What inks look like here, where that was measured.

    Returns:
        One reading a cell, in the order asked for.
    """
    working, scale = at_working_size(image)
    quads = (np.array([cell.quad_px for cell in board.cells]) + 0.5) * scale - 0.5
    field = measure_gradient(working)
    at = np.array([cell.position for cell in cells])
    # A cover lies a little beside its card: the outline is looked for around its place.
    quads[at] = nudged_outlines(field, quads[at])
    verdicts = judge_cells(working, quads, edition, inks)
    is_framed = side_support(field, quads[at]).min(axis=1) > FRAMED
    known = list(board.cells)
    for cell, framed in zip(cells, is_framed, strict=True):
        verdict = verdicts[cell.position]
        is_sure = bool(framed) and verdict.is_known
        # Under a hand the outline must not wander off.
        quad_px = (quads[cell.position] + 0.5) / scale - 0.5 if is_sure else board.at(cell).quad_px
        known[cell.position] = reading_of_face(cell, quad_px, verdict, is_seen=bool(framed))
    judged = judge_by_layout(image, replace(board, cells=tuple(known)))
    return [judged.at(cell) for cell in cells]


def hold_cards(
    image: Image, board: BoardReading, edition: Edition, inks: Inks | None = None
) -> list[CellReading] | None:
    """Judge all cells where they lay; None where most of them lie there no more.

    Args:
        image: uint8, BGR, of the same size as the board's own picture.
        board: The newest reading of the whole board.
        edition: Whose cover cards lie on the table.
        inks: What inks look like here, where that was measured.
    """
    readings = read_known_cells(image, board, ALL_CELLS, edition, inks)
    is_there = sum(reading.state is not CellState.HIDDEN for reading in readings)
    return readings if is_there > len(ALL_CELLS) // 2 else None


FRAMED = 0.25
"""Each side of a card or cover that lies there shows an edge; under an arm one or more do not."""


def reading_of_face(
    cell: Cell, quad_px: _Floats, verdict: FaceVerdict, *, is_seen: bool
) -> CellReading:
    """One cell without a name; where edges or colours are doubtful nothing is claimed."""
    margin = min(1.0, verdict.margin / 10)
    state, cover = CellState.HIDDEN, None
    if is_seen and verdict.is_known:
        cover = verdict.kind
        state = CellState.CARD if cover is None else CellState.COVERED
    if_covered = verdict.if_covered if is_seen else None
    return CellReading(cell, state, None, None, cover, quad_px, margin, if_covered=if_covered)
