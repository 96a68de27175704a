"""How each card looked while it was bare: the best witness of what covers it now.

Colours alone cannot tell a pale cover from a card in shadow. A card's own earlier picture can: as
long as a cell looks like it, the card lies bare whatever the colours say; where it does not, the
card is covered, hidden or gone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from companion.terms import ALL_CELLS, Cell
from companion.vision.exchanged import (
    NEW_DEAL,
    NO_EXCHANGES,
    Exchanges,
    forget_cards,
    may_be_exchanged,
    remember_cards,
    tell_exchanged,
)
from companion.vision.frame import Image
from companion.vision.likeness import (
    ALIKE,
    FACE_SHAPE,
    OF_THE_LAYOUT,
    OTHER_SIZES,
    UNLIKE,
    has_print,
    resized,
    shares_of,
    shares_of_layout,
    take_faces,
)
from companion.vision.reading import BoardReading, CellReading, CellState, without_piece

_Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Portraits:
    """The cells' faces as they were last seen bare.

    Attributes:
        faces: float32, shape `(25, 20, 30, 3)`: lightness, a, b of each cell.
        looks: int, shape `(25,)`: in how many looks each was seen alike; 0 where none is known,
            `VACANT` where the card was taken away.
        quads_px: float64, shape `(25, 4, 2)`: where each was seen.
        exchanges: Which cells may show other cards than before.
    """

    faces: NDArray[np.float32]
    looks: NDArray[np.int_]
    quads_px: _Floats
    exchanges: Exchanges


VACANT = -1

NO_PORTRAITS = Portraits(
    np.zeros((len(ALL_CELLS), *FACE_SHAPE), np.float32),
    np.zeros(len(ALL_CELLS), np.int_),
    np.zeros((len(ALL_CELLS), 4, 2)),
    NO_EXCHANGES,
)
"""Before the first look."""


# ---------------------------------------------------------------- the deck's common layout

_NO_CARD = 0.42
_MAYBE_CARD = 0.48
_SURELY_A_CARD = 0.8
"""See `OF_THE_LAYOUT`. What colours call a cover is called a card only where it is like one beyond
doubt: outlines that take in a strip of a dark table are alike by it."""


def judge_by_layout(image: Image, reading: BoardReading) -> BoardReading:
    """Correct an untagged reading by what bare cards of its deck have in common.

    A cell that shows the layout is no cover, and one that does not is no bare card. Where the
    bare cards have nothing in common nothing is changed.

    Args:
        image: The picture, uint8, shape `(H, W, 3)`, BGR.
        reading: What colours and edges say.
    """
    is_bare = np.array([cell.state is CellState.CARD for cell in reading.cells])
    faces = take_faces(image, np.array([cell.quad_px for cell in reading.cells]))
    shares = shares_of_layout(faces, is_bare)
    if shares is None:
        return reading
    return replace(
        reading,
        cells=tuple(
            _by_likeness(
                cell,
                share,
                _NO_CARD,
                _MAYBE_CARD,
                _SURELY_A_CARD if cell.state is CellState.COVERED else OF_THE_LAYOUT,
            )
            for cell, share in zip(reading.cells, shares, strict=True)
        ),
    )


def _by_likeness(
    cell: CellReading,
    shares: _Floats,
    no_card: float,
    maybe_card: float,
    a_card: float,
) -> CellReading:
    """A cell once it is known how much it looks like a bare card, with its rim and without."""
    if shares.min() >= a_card and cell.state is not CellState.CARD:
        return replace(cell, state=CellState.CARD, cover=None)
    if (cell.state is CellState.CARD and shares.max() < no_card) or (
        cell.state is CellState.COVERED and shares.min() >= maybe_card
    ):
        return without_piece(cell, CellState.HIDDEN)
    return cell


# ---------------------------------------------------------------- each cell's own picture

TRUSTED_LOOKS = 2
"""A first look may have met a hand or a shadow; what was seen alike twice is the card."""

_BLEND = 0.25


def recall(
    portraits: Portraits,
    image: Image,
    reading: BoardReading,
    cells: Sequence[Cell] = ALL_CELLS,
    *,
    is_neutral_known: bool = False,
) -> tuple[BoardReading, Portraits]:
    """Correct a reading by the cells' portraits, and keep what bare cards look like now.

    A cell that looks like its portrait is a bare card whatever its colours say. One that does
    not, and is bare by its colours, is hidden: that is never a claim. It is another card where it
    can be nothing else and stays the same for a while.

    Args:
        portraits: What was kept so far.
        image: The picture, uint8, shape `(H, W, 3)`, BGR.
        reading: What was read in it.
        cells: Which cells were read; the others are left alone.
        is_neutral_known: The colour of neutral covers was shown to the camera.
    """
    at = np.array([cell.position for cell in cells], dtype=np.int_)
    if len(at) == 0:
        return reading, portraits
    read = [reading.cells[position] for position in at]
    quads = np.array([cell.quad_px for cell in read])
    faces = take_faces(image, quads)
    shares = shares_of(portraits.faces[at], faces)
    is_here = shares[:, 0] >= ALIKE
    doubtful = np.flatnonzero(~is_here & (portraits.looks[at] > 0))
    shares[doubtful] = np.maximum(
        shares[doubtful], _shares_elsewhere(portraits, at[doubtful], image, quads[doubtful])
    )
    alike = shares[:, 0]
    is_printed = has_print(faces)
    looks = portraits.looks[at]
    is_bare = np.array([cell.state is CellState.CARD for cell in read])
    is_trusted = looks >= TRUSTED_LOOKS
    is_other = is_trusted & is_bare & (alike < UNLIKE)
    exchanges = portraits.exchanges
    if int(is_other.sum()) >= NEW_DEAL:
        is_trusted = is_trusted & ~is_other
        exchanges = forget_cards(exchanges, at[is_other])
    may_be, is_unlike = is_trusted & is_bare & is_printed, shares.max(axis=1) < UNLIKE
    if may_be.any():
        may_be &= may_be_exchanged(
            portraits.faces[portraits.looks >= TRUSTED_LOOKS],
            image,
            reading,
            cells,
            faces,
            is_unlike,
            is_neutral_known=is_neutral_known,
        )
    is_exchanged, exchanges = tell_exchanged(
        exchanges, image, reading, cells, may_be, is_unlike, portraits.quads_px
    )
    is_trusted = is_trusted & ~is_exchanged
    kept, counts = portraits.faces.copy(), portraits.looks.copy()
    places = portraits.quads_px.copy()
    changed = list(reading.cells)
    for number, position in enumerate(at):
        if is_trusted[number]:
            cell = _by_likeness(read[number], shares[number], UNLIKE, 0.6, ALIKE)
            if cell.state is CellState.HIDDEN and shares[number].max() < UNLIKE:
                cell = _covered_for_sure(cell)
            changed[position] = cell
            if cell.state is CellState.CARD and is_here[number]:
                # Light drifts over an evening, and so does the portrait.
                kept[position] += _BLEND * (faces[number] - kept[position])
                places[position] = quads[number]
        elif is_bare[number] and is_printed[number]:
            is_again = looks[number] > 0 and alike[number] >= ALIKE
            kept[position], places[position] = faces[number], quads[number]
            counts[position] = looks[number] + 1 if is_again else 1
    told = replace(reading, cells=tuple(changed))
    exchanges = remember_cards(exchanges, image, told, cells, counts >= TRUSTED_LOOKS)
    for position in at:
        changed[position] = replace(changed[position], dealt=int(exchanges.dealt[position]))
    return replace(reading, cells=tuple(changed)), Portraits(kept, counts, places, exchanges)


def want_another_look(portraits: Portraits) -> NDArray[np.bool_]:
    """Cells that were seen too few times to be believed, shape `(25,)`."""
    is_new = portraits.looks == TRUSTED_LOOKS - 1
    return np.asarray(is_new | (portraits.exchanges.other_looks > 0), dtype=np.bool_)


def _covered_for_sure(cell: CellReading) -> CellReading:
    """A cell in which the known card does not show, and which has the colour of one cover.

    A neutral cover may be as pale as a card: only the card's own face tells them apart.
    """
    if cell.if_covered is None:
        return cell
    return replace(cell, state=CellState.COVERED, cover=cell.if_covered)


def show_own_cards(
    portraits: Portraits, image: Image, reading: BoardReading, cells: Sequence[Cell]
) -> NDArray[np.bool_]:
    """Which of some cells look like their own portraits: nothing lies over them.

    Args:
        portraits: What was kept so far.
        image: The picture, uint8, shape `(H, W, 3)`, BGR.
        reading: Where the cells lie.
        cells: Which cells.

    Returns:
        bool, shape `(len(cells),)`; False where no portrait is trusted.
    """
    at = np.array([cell.position for cell in cells], dtype=np.int_)
    quads = np.array([reading.cells[position].quad_px for position in at])
    shares = np.maximum(
        shares_of(portraits.faces[at], take_faces(image, quads)),
        _shares_elsewhere(portraits, at, image, quads),
    )
    return np.asarray((shares.min(axis=1) >= ALIKE) & (portraits.looks[at] >= TRUSTED_LOOKS))


def forget(portraits: Portraits, cells: Sequence[Cell]) -> Portraits:
    """Let go of some cells' faces: their cards are gone."""
    if not cells:
        return portraits
    looks = portraits.looks.copy()
    looks[[cell.position for cell in cells]] = VACANT
    return replace(portraits, looks=looks)


def _shares_elsewhere(
    portraits: Portraits, at: NDArray[np.int_], image: Image, quads_px: _Floats
) -> _Floats:
    """Likeness where outlines were before, or with somewhat smaller or larger ones; `(n, 2)`."""
    best = np.full((len(at), 2), -1.0)
    if len(at) == 0:
        return best
    known = portraits.faces[at]
    for quads in (portraits.quads_px[at], *(resized(quads_px, size) for size in OTHER_SIZES)):
        best = np.maximum(best, shares_of(known, take_faces(image, quads)))
    return best
