"""How far colours are from inks, from paper white and from each other, as eyes would have it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.terms import CoverCard
from companion.vision.white import KINDS

_Floats = NDArray[np.float64]

_WHITE_LAB = np.array([98.0, 0.0, 0.0])
_WEIGHT = np.array([5 / 12, 1.0, 1.0])
"""Lightness counts less than chroma: shadow and gloss move it."""

_FADES = (1.15, 1.0, 0.87, 0.75)
"""Gloss takes chroma away; hue stays."""

COLOURED = tuple(
    at for at, kind in enumerate(KINDS) if kind in (CoverCard.ORANGE, CoverCard.YELLOW)
)
"""The kinds that are told by their hue."""

_OF_A_HUE_DEG = 34.0
"""From red to orange, from lemon to gold: makers' inks of one name differ by so much."""


def distance(one: _Floats, other: _Floats) -> _Floats:
    """Distance of colours, CIE L*a*b*, shape `(...)` from `(..., 3)`."""
    return np.asarray(np.sqrt((((one - other) * _WEIGHT) ** 2).sum(axis=-1)), dtype=np.float64)


def off_white(lab: _Floats) -> _Floats:
    """How far colours are from paper, CIE L*a*b*, shape `(...)` from `(..., 3)`."""
    darker = np.clip(_WHITE_LAB[0] - lab[..., 0], 0, None)
    return np.asarray(
        np.sqrt(darker**2 + 1.5 * (lab[..., 1] ** 2 + lab[..., 2] ** 2)), dtype=np.float64
    )


def ink_by_hue(colors: _Floats, inks: _Floats) -> NDArray[np.int_]:
    """Which coloured kind's ink is of a colour's hue, shape `(n,)`.

    Args:
        colors: float64, shape `(n, 3)`, CIE L*a*b*.
        inks: float64, shape `(4, 3)`: the kinds' inks.

    Returns:
        The kinds' indices; -1 where no ink is of such a hue.
    """
    coloured = np.array(COLOURED)
    turn = _hue_rad(colors)[:, None] - _hue_rad(inks[coloured])[None]
    away = np.abs(np.angle(np.exp(1j * turn)))
    is_near = away.min(axis=1) < np.radians(_OF_A_HUE_DEG)
    return np.asarray(np.where(is_near, coloured[away.argmin(axis=1)], -1), dtype=np.int_)


def _hue_rad(lab: _Floats) -> _Floats:
    return np.asarray(np.arctan2(lab[..., 2], lab[..., 1]), dtype=np.float64)


def nearness(colors: _Floats, inks: _Floats, reach: _Floats, scale: float) -> _Floats:
    """How far colours are from each kind's ink, measured in what is allowed.

    Args:
        colors: float64, shape `(n, 3)`, CIE L*a*b*.
        inks: float64, shape `(4, 3)`: the kinds' inks.
        reach: float64, shape `(4,)`: how far a colour may lie from each, compared with others.
        scale: How far it may lie, for a reach of 1.

    Returns:
        float64, shape `(n, 4)`.
    """
    near = np.zeros((len(colors), len(KINDS)))
    for index, kind in enumerate(KINDS):
        ink = inks[index]
        away = _distance_to_ink(colors, ink) / (scale * reach[index])
        chroma = np.hypot(colors[:, 1] - ink[1], colors[:, 2] - ink[2])
        if kind is CoverCard.NEUTRAL:
            # Grey is nothing but its lightness: it must fit in both.
            lightness = np.abs(colors[:, 0] - ink[0])
            away = np.maximum(away, np.hypot(lightness / 13, chroma / 7))
        elif kind is CoverCard.GAME_OVER:
            lightness = np.clip(colors[:, 0] - ink[0], 0, None)
            away = np.maximum(away, np.hypot(lightness / 14, chroma / 8))
        near[:, index] = away
    return near


def _distance_to_ink(colors: _Floats, ink: _Floats) -> _Floats:
    """Distance to an ink that gloss may have faded."""
    ways = [
        distance(colors, ink * np.array([1.0, fade, fade])) + 6 * abs(np.log(fade))
        for fade in _FADES
    ]
    return np.asarray(np.min(ways, axis=0), dtype=np.float64)
