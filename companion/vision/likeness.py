"""How alike faces of cards are, whatever the light."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.frame import Image

_Floats = NDArray[np.float64]

_WIDE, _HIGH = 30, 20
"""Samples along and down a card: one is 2 mm, coarser than a hand's tremble, finer than print."""

FACE_SHAPE = (_HIGH, _WIDE, 3)

ALIKE = 0.7
UNLIKE = 0.5
"""A card and its portrait under other light, blur, noise, angle: 0.81 and more on 300 cards of 32
renders, 0.73 and more on 99 % of 1,500 altered real ones. Covers, of any kind: 0.39 and less."""

_MARGIN = 1
"""A card may lie so many samples off where it lay: its outline is found to one."""

_OVERSAMPLED = 3
"""The straightened cell is averaged down, as a larger pixel would see it."""

STRAIGHT_WH = (_OVERSAMPLED * _WIDE, _OVERSAMPLED * _HIGH)

OTHER_SIZES = (0.9, 0.95, 1.05, 1.1)
"""On a table as white as the cards an outline may be the frame line on them instead of the edge."""

_CHANNEL_WEIGHTS = np.array([1.0, 1.5, 1.5], np.float32)[:, None]
"""Of lightness and both chromas: there is less chroma than light and dark in most faces."""

_FLAT = 2.0
"""Levels: a card with less print than this a sample has no face to know it by."""

_HAS_PRINT = 0.9
"""A face's likeness to itself is 1 where there is more print than that."""


def straighten(image: Image, quad_px: _Floats) -> Image:
    """A cell seen from above, uint8, shape `(60, 90)`, with the channels of the picture.

    Args:
        image: uint8, shape `(H, W)` or `(H, W, 3)`.
        quad_px: float64, shape `(4, 2)`, the cell's corners.
    """
    wide, high = STRAIGHT_WH
    flat = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32) - 0.5
    straight = cv2.getPerspectiveTransform(quad_px.astype(np.float32), flat)
    seen = cv2.warpPerspective(image, straight, STRAIGHT_WH, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen, dtype=np.uint8)


def resized(quads_px: _Floats, size: float) -> _Floats:
    """Outlines so many times as large, about their middles; float64, shape `(..., 4, 2)`."""
    middles = quads_px.mean(axis=-2, keepdims=True)
    return np.asarray(middles + size * (quads_px - middles), dtype=np.float64)


def take_faces(image: Image, quads_px: _Floats) -> NDArray[np.float32]:
    """Straighten cells to a few samples each.

    Args:
        image: uint8, shape `(H, W, 3)`, BGR.
        quads_px: float64, shape `(n, 4, 2)`, the cells' corners.

    Returns:
        float32, shape `(n, 20, 30, 3)`: lightness, a, b.
    """
    faces = np.empty((len(quads_px), *FACE_SHAPE), np.float32)
    for at, quad in enumerate(quads_px):
        fine = straighten(image, quad)
        small = cv2.resize(fine, (_WIDE, _HIGH), interpolation=cv2.INTER_AREA)
        faces[at] = cv2.cvtColor(small, cv2.COLOR_BGR2LAB)
    return faces


_RIM_SAMPLES = 2
"""An outline found too large shows the table around the card: a rim that all cells share, cards
and covers. On a black table covers agree with cards by up to 0.75 with it and 0.2 without."""


def likeness(
    one: NDArray[np.float32], other: NDArray[np.float32], *, within: bool = False
) -> _Floats:
    """How alike faces are, -1 to 1, pair by pair, whatever the light.

    The normalised correlation of lightness and chroma, each less its mean, at the best of a few
    shifts.

    Args:
        one: float32, shape `(n, 20, 30, 3)`.
        other: The same.
        within: The faces without their rims, where the table may show.
    """
    if within:
        inner = slice(_RIM_SAMPLES, -_RIM_SAMPLES)
        one, other = one[:, inner, inner], other[:, inner, inner]
    high, wide = one.shape[1:3]
    middle = _centred(one[:, _MARGIN : high - _MARGIN, _MARGIN : wide - _MARGIN])
    best = np.full(len(one), -1.0)
    for down in range(2 * _MARGIN + 1):
        for right in range(2 * _MARGIN + 1):
            window = other[:, down : high - 2 * _MARGIN + down, right : wide - 2 * _MARGIN + right]
            best = np.maximum(best, (middle * _centred(window)).sum(axis=1))
    return best


def shares_of(known: NDArray[np.float32], faces: NDArray[np.float32]) -> _Floats:
    """Likeness with the rim and without, shape `(n, 2)`."""
    return np.column_stack([likeness(known, faces), likeness(known, faces, within=True)])


def has_print(faces: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Whether faces can be known at all, bool, shape `(n,)`."""
    return np.asarray(likeness(faces, faces) > _HAS_PRINT, dtype=np.bool_)


_FEWEST_CARDS = 8
_SAME_LAYOUT = 0.6
"""Word cards of one deck share their layout: bare ones agree with their median by 0.7 to 0.9;
picture cards, which share nothing, by 0.2 to 0.5."""

OF_THE_LAYOUT = 0.62
"""On 16 renders and 30 altered photographs covers agree with a layout by at most 0.33, bare cards
by at least 0.53 and 99 of 100 by more than 0.65."""


def shares_of_layout(faces: NDArray[np.float32], is_card: NDArray[np.bool_]) -> _Floats | None:
    """Likeness to what a deck's cards have in common, as `shares_of`; None where it is nothing.

    Args:
        faces: float32, shape `(n, 20, 30, 3)`.
        is_card: bool, shape `(n,)`: which of them are known to be bare cards of the deck.
    """
    if is_card.sum() < _FEWEST_CARDS:
        return None
    usual = np.asarray(np.median(faces[is_card], axis=0), np.float32)
    shares = shares_of(np.repeat(usual[None], len(faces), axis=0), faces)
    return shares if np.median(shares[is_card, 0]) >= _SAME_LAYOUT else None


def _centred(faces: NDArray[np.float32]) -> NDArray[np.float32]:
    """Each face's channels less a plane, weighed, norm 1 where there is any print.

    The plane is what a lamp from one side, or the edge of a shadow, lays over a card.
    """
    count, high, wide, channels = faces.shape
    down, across = np.mgrid[0:high, 0:wide].reshape(2, -1).astype(np.float32)
    plane = np.stack([np.ones_like(down), down - down.mean(), across - across.mean()])
    plane /= np.linalg.norm(plane, axis=1, keepdims=True)
    flat = faces.transpose(0, 3, 1, 2).reshape(count * channels, high * wide)
    away = (flat - (flat @ plane.T) @ plane).reshape(count, channels, -1)
    away = (away * _CHANNEL_WEIGHTS).reshape(count, -1)
    norm = np.linalg.norm(away, axis=1, keepdims=True)
    return np.asarray(away / np.maximum(norm, _FLAT * np.sqrt(high * wide)), np.float32)
