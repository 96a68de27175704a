"""Cards between the four printed corner marks, where nothing but rows of faint edges shows them.

The marks' own size makes a plan of the table in millimetres, and in it 25 cards are two combs of
edges: five cards make ten upright edges, and all five rows add up. White cards on a white table,
which no single outline gives away, do so together.
"""

from __future__ import annotations

import itertools

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.deck.aruco import CORNER_MARK_SIDE_MM
from companion.terms import GRID_SIDE, Cell
from companion.vision.corner_marks import CornerMarksSeen
from companion.vision.frame import Image
from companion.vision.homography import carry
from companion.vision.lattice import PLACES, Lattice, lattice_of
from companion.vision.naming import turn_reading
from companion.vision.placed_by_hand import exact_homography
from companion.vision.reading import BoardReading

_Floats = NDArray[np.float64]

_LAST = GRID_SIDE - 1
_OUTER = (Cell(0, 0), Cell(0, _LAST), Cell(_LAST, _LAST), Cell(_LAST, 0))
"""In the order of the field's corners."""

_PX_PER_MM = 2.0
_SOFT_MM = 1.6
"""Cards lie crooked by so much in a row; their edges are to add up all the same."""

_MOST_MM = 1400.0
"""A field wider than this has cards of some few pixels."""

_WIDTHS_MM = np.arange(54.0, 74.1, 1.0)
_HEIGHTS_MM = np.arange(38.0, 52.1, 1.0)
_GAPS_MM = np.arange(0.0, 20.1, 1.0)
_STEP_MM = 1.0
_OUTERMOST = 0.75
"""Of the best rise: print inside the cards makes combs too, and the widest of all is the cards'."""

_LEAST_RISE = 1.25
"""How much more edge a comb must have than its field on the whole."""


def field_size_mm(marks: CornerMarksSeen) -> tuple[float, float] | None:
    """Width and height between the marks; None where too few marks are seen."""
    between = marks.between_px()
    if between is None:
        return None
    unit = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float64)
    unit_from_image = exact_homography(between, unit)
    flat = [carry(quad, unit_from_image) for quad in marks.marks_px.values()]
    across = float(
        np.mean([np.linalg.norm(q[1] - q[0]) + np.linalg.norm(q[2] - q[3]) for q in flat])
    )
    down = float(np.mean([np.linalg.norm(q[3] - q[0]) + np.linalg.norm(q[2] - q[1]) for q in flat]))
    return 2 * CORNER_MARK_SIDE_MM / across, 2 * CORNER_MARK_SIDE_MM / down


def find_between_marks(image: Image, marks: CornerMarksSeen) -> Lattice | None:
    """Find the cards between the marks.

    Args:
        image: uint8, shape `(H, W, 3)`, BGR.
        marks: Three or four marks in it, not mirrored.

    Returns:
        The lattice, row 0 the guessers' far row; None where no two combs of edges are there.
    """
    between, size_mm = marks.between_px(), field_size_mm(marks)
    if between is None or size_mm is None or max(size_mm) > _MOST_MM:
        return None
    width, height = (round(side * _PX_PER_MM) for side in size_mm)
    plan = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64)
    plan_from_image = exact_homography(between, plan)
    flat = cv2.warpPerspective(image, plan_from_image, (width, height), flags=cv2.INTER_AREA)
    light = np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2LAB)[:, :, 0], np.float64)
    columns = _comb(_edges(light, along=1), _WIDTHS_MM)
    rows = _comb(_edges(light, along=0), _HEIGHTS_MM)
    if columns is None or rows is None:
        return None
    (left, wide, step_x), (top, high, step_y) = columns, rows
    card = np.array([(0, 0), (wide, 0), (wide, high), (0, high)])
    quads_mm = card[None] + (PLACES * (step_x, step_y) + (left, top))[:, None]
    image_from_plan = np.asarray(np.linalg.inv(plan_from_image), np.float64)
    quads = carry(quads_mm.reshape(-1, 2) * _PX_PER_MM, image_from_plan).reshape(-1, 4, 2)
    return lattice_of(quads)


def lies_between(marks: CornerMarksSeen, reading: BoardReading) -> bool:
    """Whether cards that were found lie between the marks; true where marks do not tell.

    Args:
        marks: What was seen of them.
        reading: What was found.
    """
    between = marks.between_px()
    if between is None:
        return True
    field = between.astype(np.float32)
    centers = [cell.quad_px.mean(axis=0) for cell in reading.cells]
    return all(cv2.pointPolygonTest(field, (float(x), float(y)), False) >= 0 for x, y in centers)


def guessers_turn_by(marks: CornerMarksSeen, reading: BoardReading) -> int:
    """The turn that brings a reading into the guessers' order, for `turn_reading`.

    Args:
        marks: What was seen of them; 0 comes of too few, and of a mirrored picture.
        reading: What was found between them, from any side.
    """
    between = marks.between_px()
    if between is None or marks.is_mirrored:
        return 0
    misses = []
    for turn in range(4):
        turned = turn_reading(reading, turn)
        corners = [turned.at(cell).quad_px.mean(axis=0) for cell in _OUTER]
        misses.append(float(np.linalg.norm(np.array(corners) - between, axis=1).sum()))
    return int(np.argmin(misses))


def _edges(light: _Floats, *, along: int) -> _Floats:
    """How much edge crosses each line of the plan, one value a pixel, its mean 1."""
    soft = cv2.GaussianBlur(light, (0, 0), 1.0)
    change = np.abs(np.diff(soft, axis=along))
    # The logarithm: faint edges all along a row count more than one dark word.
    profile = np.log1p(change).mean(axis=1 - along)
    softened = cv2.GaussianBlur(profile.reshape(1, -1), (0, 0), _SOFT_MM * _PX_PER_MM / 2)
    return np.asarray(softened.reshape(-1) / max(float(softened.mean()), 1e-9), np.float64)


def _comb(profile: _Floats, sizes_mm: _Floats) -> tuple[float, float, float] | None:
    """First edge, card size and step of the five cards that most edges support, in millimetres."""
    length_mm = len(profile) / _PX_PER_MM
    found: list[tuple[float, float, float, float]] = []
    for size, gap in itertools.product(sizes_mm, _GAPS_MM):
        step = size + gap
        starts = np.arange(0.0, length_mm - (GRID_SIDE - 1) * step - size, _STEP_MM)
        if len(starts) == 0:
            continue
        near = starts[:, None] + step * np.arange(GRID_SIDE)[None]
        edges = np.concatenate([near, near + size], axis=1)
        at = np.clip(np.rint(edges * _PX_PER_MM).astype(int), 0, len(profile) - 1)
        scores = profile[at].mean(axis=1)
        best = int(np.argmax(scores))
        found.append((float(scores[best]), float(starts[best]), float(size), float(step)))
    if not found:
        return None
    top = max(score for score, *_ in found)
    if top < _LEAST_RISE:
        return None
    widest = max(
        (each for each in found if each[0] - 1 >= _OUTERMOST * (top - 1)), key=lambda each: each[2]
    )
    _, start, size, step = max(
        (each for each in found if each[2] == widest[2]), key=lambda each: each[0]
    )
    return start, size, step
