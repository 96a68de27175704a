"""Reading a table whose place is known: by a hand on it, by corner marks, by its cards' edges."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.terms import ALL_CELLS, GRID_SIDE, Edition
from companion.vision.cover_looks import judge_cells
from companion.vision.frame import Frame
from companion.vision.gradient import measure_gradient, side_support
from companion.vision.holding import choose_outlines
from companion.vision.lattice import Lattice
from companion.vision.pipeline import read_cells, working_scale
from companion.vision.portraits import judge_by_layout
from companion.vision.profile import Inks
from companion.vision.quads import detect_outlines
from companion.vision.reading import BoardReading, CellState, Unseen
from companion.vision.refine import nudged_outlines, refine_outlines
from companion.vision.search_again import PLAINLY_A_TAG
from companion.vision.tags import TagBank
from companion.vision.untagged import FRAMED, at_working_size, reading_of_face

_Floats = NDArray[np.float64]

TRIED_GAPS_MM = (2.0, 6.0, 11.0)
"""A person drags the outer corners; how wide the gaps between are, the picture says."""

_LEAST_KNOWN = 8
"""Of 25: with fewer cells that can be read, the place is wrong or nothing lies there."""

_LEAST_SUPPORT = 0.78
"""How much of a usual card's sides lies on edges: 0.9 and more where cards lie as told; half a card
beside them, and on cloth without any card, 0.65 at most."""

_REACH_SHARE = 0.05
"""Of a card's width: how far a side may lie from where it was told."""


def read_placed_tags(
    frame: Frame,
    lattice: Lattice,
    bank: TagBank,
    edition: Edition,
    inks: Inks | None,
    *,
    turn: int | None = 0,
) -> BoardReading | None:
    """Read tagged cards that lie about where a lattice says.

    Args:
        frame: The frame.
        lattice: Where the cards lie, row 0 the guessers' far row.
        bank: The deck in play.
        edition: Whose cover cards lie on the table.
        inks: What inks look like here, where that was measured.
        turn: 0 where row 0 is the guessers' far row; None where that is for the tags to say: then
            the lattice was found in the picture, and its own outlines are believed too.

    Returns:
        The reading, or None where too little can be read there.
    """
    image = frame.image
    scale = working_scale(image)
    if scale != 1:
        way = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
        image = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=way), np.uint8)
    gray = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    told = lattice.in_picture_scaled(scale)
    near = choose_outlines(told.corners_px.reshape(-1, 4, 2), detect_outlines(gray))
    grid = (GRID_SIDE, GRID_SIDE)
    placed = Lattice(
        corners_px=near.corners_px.reshape(*grid, 4, 2),
        inset_mm=near.inset_mm.reshape(grid),
        is_found=near.is_found.reshape(grid) | (lattice.is_found & (turn is None)),
        image_from_lattice=told.image_from_lattice,
        residual_share=0.0,
    )
    # Without a frame line around it a pale sleeve is as good a card as any, but for its tag.
    bare_place = PLAINLY_A_TAG if turn is None else -1.0
    read = read_cells(
        image, gray, placed, bank, edition, turn=turn, inks=inks, bare_place=bare_place
    )
    if isinstance(read, Unseen):
        return None
    cells = tuple(replace(cell, quad_px=(cell.quad_px + 0.5) / scale - 0.5) for cell in read[0])
    known = sum(cell.state in (CellState.CARD, CellState.COVERED) for cell in cells)
    if known < _LEAST_KNOWN:
        return None
    return BoardReading(cells, read[1], frame.captured_at_s, frame.number)


def read_placed_faces(
    frame: Frame, lattices: Iterable[Lattice], edition: Edition, inks: Inks | None
) -> BoardReading | None:
    """Read cards of any make that lie about where one of some lattices says.

    Args:
        frame: The frame.
        lattices: Where the cards may lie, row 0 the guessers' far row.
        edition: Whose cover cards lie on the table.
        inks: What inks look like here, where that was measured.

    Returns:
        The reading by the lattice that edges support best, or None where they support none.
    """
    image = frame.image
    working, scale = at_working_size(image)
    field = measure_gradient(working)
    best: tuple[float, _Floats, NDArray[np.bool_]] | None = None
    for lattice in lattices:
        quads = (lattice.corners_px.reshape(-1, 4, 2) + 0.5) * scale - 0.5
        width = np.linalg.norm(quads[:, 1] - quads[:, 0], axis=1)
        quads = refine_outlines(
            field, nudged_outlines(field, quads), np.maximum(2.0, _REACH_SHARE * width)
        )
        support = side_support(field, quads)
        is_framed = support.min(axis=1) > FRAMED
        # The median: an arm may hide twelve cards.
        score = float(np.median(support.mean(axis=1)))
        if best is None or score > best[0]:
            best = score, quads, is_framed
    if best is None or best[0] < _LEAST_SUPPORT:
        return None
    _, quads, is_framed = best
    verdicts = judge_cells(working, quads, edition, inks)
    reading = BoardReading(
        cells=tuple(
            reading_of_face(cell, (quad + 0.5) / scale - 0.5, verdict, is_seen=bool(seen))
            for cell, quad, verdict, seen in zip(ALL_CELLS, quads, verdicts, is_framed, strict=True)
        ),
        is_mirrored=False,
        captured_at_s=frame.captured_at_s,
        frame_number=frame.number,
    )
    return judge_by_layout(image, reading)
