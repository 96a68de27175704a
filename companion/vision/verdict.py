"""Tag and colour of one cell to a verdict; where they disagree nothing is claimed."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.deck.tags import Piece
from companion.terms import GRID_SIDE, Cell, CoverCard, Face
from companion.vision.covers import CellColor, ColorVerdict
from companion.vision.frame import Image
from companion.vision.lattice import Lattice
from companion.vision.reading import CellReading, CellState
from companion.vision.tags import TagMatch

_Floats = NDArray[np.float64]

_TAG_CORRELATION = 0.65
_TAG_MARGIN = 0.18
_TAG_PLACE = 0.25
"""On 750 cells of 30 path-traced scenes right answers have correlation 0.80 and margin 0.32 at
their first percentile; wrong ones reach 0.63 with 0.19 and 0.62 with 0.05."""

_COLOR_ALONE_MARGIN = 0.5
_COLOR_ALONE_SHARE = 0.7
"""A cover without a readable tag is believed by its colour only when its outline was found, most
of its field has one colour and that is twice as near to one kind as to any other."""

_COLOR_AGAINST_MARGIN = 0.6
"""A tag is doubted only when the colour clearly says another kind."""


def is_sure(match: TagMatch) -> bool:
    """Whether a tag was read beyond doubt."""
    return (
        match.correlation >= _TAG_CORRELATION
        and match.margin >= _TAG_MARGIN
        and match.place >= _TAG_PLACE
    )


def weigh(
    cell: Cell,
    piece: Piece | None,
    match: TagMatch,
    color: CellColor,
    verdict: ColorVerdict,
    quad_px: _Floats,
    *,
    is_found: bool,
    is_empty: bool,
) -> CellReading:
    """Weigh tag and colour of one cell; where they disagree nothing is claimed."""
    is_plain = color.share >= _COLOR_ALONE_SHARE
    contradicts = is_plain and verdict.margin >= _COLOR_AGAINST_MARGIN
    state, card, face, cover, margin = CellState.HIDDEN, None, None, None, 0.0
    if piece is not None and piece.kind == "cover_card":
        kind = cover_of(piece)
        if not (contradicts and verdict.kind is not kind):
            state, cover, margin = CellState.COVERED, kind, match.margin
    elif piece is not None:
        if not (contradicts and verdict.kind is not None):
            state, card, face, margin = CellState.CARD, piece.id, Face(piece.face), match.margin
    elif is_found and is_plain and verdict.margin >= _COLOR_ALONE_MARGIN:
        margin = verdict.margin
        if verdict.kind is None:
            state = CellState.CARD
        else:
            state, cover = CellState.COVERED, verdict.kind
    elif is_empty and not is_found:
        state = CellState.EMPTY
    return CellReading(cell, state, card, face, cover, quad_px, float(margin))


def cover_of(piece: Piece) -> CoverCard:
    """The kind that a cover card's tag stands for; the extra one shows a side."""
    return CoverCard(piece.face if piece.id == "extra" else piece.id)


def looks_empty(image: Image, lattice: Lattice) -> NDArray[np.bool_]:
    """Which places look like the table between the cards, and have no print."""
    small = cv2.GaussianBlur(image, (0, 0), 1.5)
    lab = cv2.cvtColor(small, cv2.COLOR_BGR2LAB).astype(np.float64)
    height, width = lab.shape[:2]

    def at(points: _Floats) -> _Floats:
        carried = cv2.perspectiveTransform(points.reshape(-1, 1, 2), lattice.image_from_lattice)
        xy = np.rint(carried.reshape(-1, 2)).astype(int)
        return np.asarray(lab[np.clip(xy[:, 1], 0, height - 1), np.clip(xy[:, 0], 0, width - 1)])

    between = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
    reach = np.linspace(-0.3, 0.3, 7)
    inside = np.array([(x, y) for x in reach for y in reach])
    empty = np.zeros(GRID_SIDE * GRID_SIDE, dtype=bool)
    for position in range(GRID_SIDE * GRID_SIDE):
        row, col = divmod(position, GRID_SIDE)
        center = np.array([col, row], dtype=np.float64)
        table, here = at(between + center), at(inside + center)
        nearest = np.sort(np.linalg.norm(table - np.median(here, axis=0), axis=1))[:2]
        scatter = np.linalg.norm(here - np.median(here, axis=0), axis=1)
        empty[position] = nearest.max() < 9 and np.percentile(scatter, 85) < 14
    return empty
