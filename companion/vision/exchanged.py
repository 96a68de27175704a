"""Another card where one lay, of a deck without tags: told by its print, once it has lain a while.

Cards of one deck may all look alike from afar: white, with a word. So they are compared as fine as
a webcam shows them, and by their print alone, which no light changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.terms import ALL_CELLS, Cell, CoverCard
from companion.vision.faces import measure_faces
from companion.vision.frame import Image
from companion.vision.likeness import (
    OF_THE_LAYOUT,
    OTHER_SIZES,
    STRAIGHT_WH,
    resized,
    shares_of_layout,
    straighten,
)
from companion.vision.reading import BoardReading, CellState

_Floats = NDArray[np.float64]
_Faces = NDArray[np.float32]
_Flags = NDArray[np.bool_]

_STRAIGHT = STRAIGHT_WH[::-1]
"""Samples down and along a card, 0.7 mm: about a webcam's pixel."""

_NO_LIGHT = 8.0
"""Grey levels: below it the logarithm would be of noise."""

_PRINT_SAMPLES = 4.0
"""Spread of the blur that leaves print and takes away light: 3 mm."""

_SHIFT = (7, 9)
"""Samples down and along by which outlines differ from look to look: a tenth of the card."""

_SAME = 0.75
_OTHER = 0.6
"""Under other lamps, clouds and exposures, corners a pixel off, cards of four path-traced tables
are like themselves by 0.77 and more, 95 in 100 by 0.81; like others of the same word deck by 0.5 to
0.6, one pair in five by more than that at the best of all sizes and turns, and like other pictures
by 0.35 at most."""

_SIZES = (1.0, *OTHER_SIZES)
_TURNS = (0.0, -0.04, 0.04)
"""In a shadow an outline is found a little turned, by so many radians."""

_LEAST_PRINT = 0.25
"""Of the strongest: only where the card shows print now is it compared. A lamp that is mirrored
takes print away and adds none."""

_ENOUGH_LOOKS = 4
_LASTS_S = 5.0
"""A hand that rests over a card is not the same to a fiftieth of a card for so long, nor does a
shadow's edge, which turns outlines, lie still."""

_EMPTY_S = 3.0
"""A place that was empty for so long is known to be: what is laid there is a new card."""

NEW_DEAL = 8
"""So many at once are a new game."""


@dataclass(frozen=True, slots=True, eq=False)
class Exchanges:
    """What is known of the cells' cards, and of what may have taken their places.

    Attributes:
        known: float32, shape `(25, 60, 90)`: the print of the cards that lie there.
        looks: int, shape `(25,)`: in how many looks it was seen; 0 where none is known.
        others: float32, the same shape: what is seen there instead.
        other_looks: int, shape `(25,)`: in how many looks in a row.
        since_s: float64, shape `(25,)`: since when.
        was_bare: bool, shape `(25,)`: whether the card lay bare when the cell was last told.
        empty_since_s: float64, shape `(25,)`: since when nothing lies there; infinite elsewhere.
        dealt: int, shape `(25,)`: how many other cards took the first one's place.
    """

    known: _Faces
    looks: NDArray[np.int_]
    others: _Faces
    other_looks: NDArray[np.int_]
    since_s: _Floats
    was_bare: NDArray[np.bool_]
    empty_since_s: _Floats
    dealt: NDArray[np.int_]


_COUNT = len(ALL_CELLS)

NO_EXCHANGES = Exchanges(
    known=np.zeros((_COUNT, *_STRAIGHT), np.float32),
    looks=np.zeros(_COUNT, np.int_),
    others=np.zeros((_COUNT, *_STRAIGHT), np.float32),
    other_looks=np.zeros(_COUNT, np.int_),
    since_s=np.full(_COUNT, np.inf),
    was_bare=np.zeros(_COUNT, dtype=np.bool_),
    empty_since_s=np.full(_COUNT, np.inf),
    dealt=np.zeros(_COUNT, np.int_),
)
"""Before the first look."""


def take_prints(image: Image, quads_px: _Floats) -> _Faces:
    """Straighten cells and keep what is printed on them, whatever the light.

    Args:
        image: uint8, shape `(H, W, 3)`, BGR.
        quads_px: float64, shape `(n, 4, 2)`, the cells' corners.

    Returns:
        float32, shape `(n, 60, 90)`: the logarithm of green less its mean all around.
    """
    green = np.ascontiguousarray(image[:, :, 1])
    prints = np.empty((len(quads_px), *_STRAIGHT), np.float32)
    for at, quad in enumerate(quads_px):
        light = np.log(straighten(green, quad).astype(np.float32) + _NO_LIGHT)
        prints[at] = light - cv2.GaussianBlur(light, (0, 0), _PRINT_SAMPLES)
    return prints


def is_printed_alike(known: _Faces, image: Image, quad_px: _Floats, least: float) -> bool:
    """Whether a cell shows a known print, either side up; its outline may be somewhat amiss.

    Args:
        known: float32, shape `(60, 90)`.
        image: uint8, shape `(H, W, 3)`, BGR.
        quad_px: float64, shape `(4, 2)`.
        least: How much of what is printed there must be the known print.
    """
    center = quad_px.mean(axis=0)
    for turn in _TURNS:
        cosine, sine = np.cos(turn), np.sin(turn)
        turned = (quad_px - center) @ np.array([[cosine, sine], [-sine, cosine]])
        for size in _SIZES:
            outline = center + resized(turned, size)
            if same_print(known, take_prints(image, outline[None])[0]) >= least:
                return True
    return False


def same_print(known: _Faces, now: _Faces) -> float:
    """How much of the print that a card shows now is the known one's, -1 to 1, either side up.

    Args:
        known: float32, shape `(60, 90)`.
        now: The same.
    """
    down, along = _SHIFT
    inner = now[down:-down, along:-along]
    strength = cv2.GaussianBlur(inner * inner, (0, 0), _PRINT_SAMPLES / 2)
    shown = strength > _LEAST_PRINT * float(strength.max())
    best = -1.0
    for either in (known, known[::-1, ::-1]):
        fits = cv2.matchTemplate(np.ascontiguousarray(either), inner, cv2.TM_CCOEFF_NORMED)
        top, left = np.unravel_index(int(fits.argmax()), fits.shape)
        beneath = either[top : top + inner.shape[0], left : left + inner.shape[1]]
        if shown.sum() > 2 and beneath[shown].std() > 0:
            best = max(best, float(np.corrcoef(beneath[shown], inner[shown])[0, 1]))
        if best >= _SAME:
            break
    return best


def tell_exchanged(
    exchanges: Exchanges,
    image: Image,
    reading: BoardReading,
    cells: Sequence[Cell],
    may_be: _Flags,
    is_unlike: _Flags,
    places_px: _Floats,
) -> tuple[_Flags, Exchanges]:
    """Which cells show another card than the one that lay there, long enough to be believed.

    Args:
        exchanges: What was known.
        image: The picture, uint8, shape `(H, W, 3)`, BGR.
        reading: What was read in it.
        cells: Which cells were just read, `n` of them.
        may_be: bool, shape `(n,)`: cells that show some card and nothing over it.
        is_unlike: bool, shape `(n,)`: whether they are unlike their card even from afar.
        places_px: float64, shape `(25, 4, 2)`: where the cards were seen.

    Returns:
        bool, shape `(n,)`; and what is known now.
    """
    others, known = exchanges.others.copy(), exchanges.known.copy()
    looks, other_looks = exchanges.looks.copy(), exchanges.other_looks.copy()
    since_s, dealt = exchanges.since_s.copy(), exchanges.dealt.copy()
    now_s = reading.captured_at_s
    is_exchanged = np.zeros(len(cells), dtype=np.bool_)
    for number, cell in enumerate(cells):
        at, quad = cell.position, reading.at(cell).quad_px
        is_known = looks[at] > 0 and exchanges.was_bare[at]
        if not (may_be[number] and is_known) or (
            not is_unlike[number]
            and any(
                is_printed_alike(known[at], image, each, _OTHER) for each in (quad, places_px[at])
            )
        ):
            other_looks[at] = 0
        elif other_looks[at] > 0 and is_printed_alike(others[at], image, quad, _SAME):
            other_looks[at] += 1
            lasts_s = now_s - since_s[at]
            is_exchanged[number] = other_looks[at] >= _ENOUGH_LOOKS and lasts_s >= _LASTS_S
        else:
            others[at], other_looks[at] = take_prints(image, quad[None])[0], 1
            since_s[at] = now_s
    told = np.array([cell.position for cell in cells], np.int_)[is_exchanged]
    known[told], looks[told], other_looks[told] = others[told], 1, 0
    if len(told) < NEW_DEAL:
        dealt[told] += 1
    changed = replace(exchanges, known=known, looks=looks, others=others, dealt=dealt)
    return is_exchanged, replace(changed, other_looks=other_looks, since_s=since_s)


def forget_cards(exchanges: Exchanges, at: NDArray[np.int_]) -> Exchanges:
    """Let go of some cells' cards: a new game was dealt."""
    looks, other_looks = exchanges.looks.copy(), exchanges.other_looks.copy()
    looks[at], other_looks[at] = 0, 0
    return replace(exchanges, looks=looks, other_looks=other_looks)


def remember_cards(
    exchanges: Exchanges,
    image: Image,
    reading: BoardReading,
    cells: Sequence[Cell],
    is_trusted: _Flags,
) -> Exchanges:
    """Keep what was told, and the print of cards that lie bare.

    Args:
        exchanges: What was known.
        image: The picture, uint8, shape `(H, W, 3)`, BGR.
        reading: What is told of it.
        cells: Which cells were just read.
        is_trusted: bool, shape `(25,)`: cells that were seen alike often enough.
    """
    known, looks = exchanges.known.copy(), exchanges.looks.copy()
    was_bare, empty_since_s = exchanges.was_bare.copy(), exchanges.empty_since_s.copy()
    now_s = reading.captured_at_s
    for cell in cells:
        at, told = cell.position, reading.at(cell)
        if told.state is CellState.HIDDEN:
            continue
        was_bare[at] = told.state is not CellState.COVERED
        if told.state is CellState.EMPTY:
            empty_since_s[at] = min(empty_since_s[at], now_s)
            continue
        if now_s - empty_since_s[at] >= _EMPTY_S:
            looks[at] = 0
        empty_since_s[at] = np.inf
        if told.state is not CellState.CARD or not is_trusted[at]:
            continue
        now = take_prints(image, told.quad_px[None])[0]
        if looks[at] == 0:
            known[at], looks[at] = now, 1
        elif same_print(known[at], now) >= _SAME:
            looks[at] += 1
            # The sharpest is kept: a mean of several is a blur.
            known[at] = now if now.std() > known[at].std() else known[at]
    return replace(
        exchanges, known=known, looks=looks, was_bare=was_bare, empty_since_s=empty_since_s
    )


_NO_COVERS_GROUND = 0.45
"""Share of the face that has one colour: 1,885 covers of eleven decks have 0.56 and more but for
two yellow ones with 0.33; nearly half of the cards with rich pictures have less."""


def may_be_exchanged(
    deck: _Faces,
    image: Image,
    reading: BoardReading,
    cells: Sequence[Cell],
    faces: _Faces,
    is_unlike: _Flags,
    *,
    is_neutral_known: bool,
) -> _Flags:
    """Which cells that colours call cards may be others than lay there, and are no covers.

    A neutral cover of some boxes is as pale as a card. What has the layout of the deck's cards is
    one of them; where it is known what neutral covers look like, colours tell them from cards; and
    no cover is as full of print as some pictures are.

    Args:
        deck: float32, shape `(m, 20, 30, 3)`: the faces of cards of the deck.
        image: The picture, uint8, shape `(H, W, 3)`, BGR.
        reading: What was read in it.
        cells: Which cells are asked about.
        faces: float32, shape `(n, 20, 30, 3)`: how they look.
        is_unlike: bool, shape `(n,)`: whether that is unlike the card that lay there.
        is_neutral_known: The colour of neutral covers was shown to the camera.

    Returns:
        bool, shape `(n,)`.
    """
    is_card = np.arange(len(deck) + len(faces)) < len(deck)
    shares = shares_of_layout(np.concatenate([deck, faces]), is_card)
    if shares is not None:
        return np.asarray(shares[~is_card].min(axis=1) >= OF_THE_LAYOUT, dtype=np.bool_)
    may_be = is_unlike & np.array([reading.at(cell).if_covered is None for cell in cells])
    is_known = is_neutral_known or any(cell.cover is CoverCard.NEUTRAL for cell in reading.cells)
    if may_be.any() and not is_known:
        at = np.flatnonzero(may_be)
        quads = np.array([reading.at(cells[int(index)]).quad_px for index in at])
        may_be[at] = measure_faces(image, quads).ground_share < _NO_COVERS_GROUND
    return np.asarray(may_be, dtype=np.bool_)
