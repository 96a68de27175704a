"""Patches to colours: which kind of cover lies in a cell, if any.

No fixed colour limits: every piece of ours carries its own white (the mat inside the frame line
and the quiet zone of the tag), so colours are taken relative to it, in linear light.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.deck.geometry import BoxMm, CardGeometry
from companion.deck.palette import CARD, color_of
from companion.terms import CoverCard, Edition
from companion.vision.frame import Image
from companion.vision.homography import image_from_card_mm
from companion.vision.profile import Inks

_Floats = NDArray[np.float64]

_PX_PER_MM = 1
_LINEAR = np.where(
    np.arange(256) <= 10.31475,
    np.arange(256) / 255 / 12.92,
    ((np.arange(256) / 255 + 0.055) / 1.055) ** 2.4,
).astype(np.float32)
"""sRGB to linear light (IEC 61966-2-1)."""


@dataclass(frozen=True, slots=True, eq=False)
class CellColor:
    """The colour of one cell's field, relative to white.

    Attributes:
        body: float64, shape `(3,)`, RGB in linear light: what most of the field shows.
        white: float64, shape `(3,)`: the piece's own white.
        share: How much of the field has the body's colour, 0 to 1.
        clipped: Share of the white's samples that the sensor clipped.
    """

    body: _Floats
    white: _Floats
    share: float
    clipped: float


def measure_colors(
    image: Image,
    corners_px: Sequence[_Floats],
    inset_mm: Sequence[float],
    geometry: CardGeometry,
) -> tuple[CellColor, ...]:
    """Measure every cell.

    Args:
        image: uint8, BGR.
        corners_px: Per cell float64 `(4, 2)`, printed top left first.
        inset_mm: Per cell, how far inside the edge they lie.
        geometry: The cards' measures.
    """
    size_wh = (round(geometry.width_mm * _PX_PER_MM), round(geometry.height_mm * _PX_PER_MM))
    field = _mask(geometry.cover_field, size_wh, -1.0) & ~_mask(geometry.tag_patch, size_wh, 1.0)
    quiet = _mask(geometry.tag_patch, size_wh, -0.8) & ~_mask(geometry.tag, size_wh, 0.8)
    found = []
    for corners, inset in zip(corners_px, inset_mm, strict=True):
        patch_from_image = np.linalg.inv(
            image_from_card_mm(corners, inset, (geometry.width_mm, geometry.height_mm))
        )
        patch = cv2.warpPerspective(
            image, patch_from_image, size_wh, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE
        )
        linear = _LINEAR[patch[:, :, ::-1]].astype(np.float64)
        found.append(_measure(linear[field], linear[quiet]))
    return tuple(found)


def _measure(field: _Floats, quiet: _Floats) -> CellColor:
    light = quiet.sum(axis=1)
    white = np.median(quiet[light >= np.percentile(light, 60)], axis=0)
    brightness = field.sum(axis=1)
    # The upper middle: print on a card and pattern on a cover are darker than its ground.
    order = np.argsort(brightness)
    middle = field[order[int(0.4 * len(order)) : int(0.9 * len(order))]]
    body = np.median(middle, axis=0)
    near = np.abs(field - body).max(axis=1) < 0.12 * max(float(body.max()), 0.02) + 0.02
    return CellColor(
        body=body,
        white=white,
        share=float(near.mean()),
        clipped=float((quiet.max(axis=1) > 0.97).mean()),
    )


def _mask(box: BoxMm, size_wh: tuple[int, int], grow_mm: float) -> NDArray[np.bool_]:
    width, height = size_wh
    x = (np.arange(width) + 0.5) / _PX_PER_MM
    y = (np.arange(height) + 0.5) / _PX_PER_MM
    across = (x > box.x_mm - grow_mm) & (x < box.x_mm + box.w_mm + grow_mm)
    down = (y > box.y_mm - grow_mm) & (y < box.y_mm + box.h_mm + grow_mm)
    return np.asarray(down[:, None] & across[None, :])


_XYZ_FROM_RGB = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)
"""Linear sRGB to CIE XYZ, D65 (IEC 61966-2-1)."""


def lab_of(relative: _Floats) -> _Floats:
    """CIE L*a*b* of linear RGB relative to white, shape `(..., 3)`.

    Example:
        >>> lab_of(np.array([1.0, 1.0, 1.0])).round(2).tolist()
        [100.0, 0.0, 0.0]
    """
    white = _XYZ_FROM_RGB.sum(axis=1)
    xyz = np.clip(relative, 0, None) @ _XYZ_FROM_RGB.T / white
    f = np.where(xyz > 216 / 24389, np.cbrt(xyz), (24389 / 27 * xyz + 16) / 116)
    lab = np.stack(
        [116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])],
        axis=-1,
    )
    return np.asarray(lab + 0.0, dtype=np.float64)


def chroma_of(lab: _Floats) -> _Floats:
    """Chroma of colours, shape `(...)` from `(..., 3)`."""
    return np.asarray(np.hypot(lab[..., 1], lab[..., 2]), dtype=np.float64)


@dataclass(frozen=True, slots=True)
class ColorVerdict:
    """Which kind a cell's colour is most like.

    Attributes:
        kind: The cover, or None for card white.
        margin: How much nearer it is than the next kind, 0 to 1.
    """

    kind: CoverCard | None
    margin: float


_LIGHTNESS_WEIGHT = 0.6
"""Gloss and shadow move lightness more than hue."""

_VEILED_BLACK = 0.06
"""Linear: on 11 game-over covers in 30 path-traced scenes gloss and blur lift black to L* 25 to 52,
with its middle at 35; neutral covers lie at 56 to 79."""


def judge_color(color: CellColor, edition: Edition, seen: Inks | None = None) -> ColorVerdict:
    """Compare a cell's colour with the kinds of one edition.

    Gloss pulls every colour towards white along a straight line, so each kind is that line's first
    half rather than a point.

    Args:
        color: What was measured.
        edition: Whose inks lie on the table.
        seen: What inks look like to this camera in this light, where that was measured; printed
            inks stand in for kinds that were not.
    """
    lab = lab_of(color.body / np.maximum(color.white, 1e-3))
    lab[0] = min(lab[0], 100.0)
    kinds: tuple[CoverCard | None, ...] = (*CoverCard, None)
    inks, penalty = _glossed_inks(edition) if not seen else _glossed_inks_seen(edition, seen)
    difference = (inks - lab) * np.array([_LIGHTNESS_WEIGHT, 1.0, 1.0])
    distances = (np.sqrt((difference**2).sum(axis=2)) + penalty).min(axis=1)
    white = (np.array([100.0, 0.0, 0.0]) - lab) * np.array([_LIGHTNESS_WEIGHT, 1.0, 1.0])
    distances = np.append(distances, np.sqrt((white**2).sum()))
    first, second = np.argsort(distances)[:2]
    near, far = float(distances[first]), float(distances[second])
    return ColorVerdict(kind=kinds[first], margin=(far - near) / (far + near + 1e-6))


_GLOSS_SHARES = (0.0, 0.1, 0.2, 0.3)
_GLOSS_PENALTY = 30.0


@functools.cache
def _glossed_inks(edition: Edition) -> tuple[_Floats, _Floats]:
    """Each kind's line towards white in L*a*b*, shape `(kinds, shares, 3)`, and what it costs."""
    inks = [
        [lab_of(_ink(kind, edition) * (1 - share) + share) for share in _GLOSS_SHARES]
        for kind in CoverCard
    ]
    return np.array(inks), _GLOSS_PENALTY * np.array(_GLOSS_SHARES)


def _glossed_inks_seen(edition: Edition, seen: Inks) -> tuple[_Floats, _Floats]:
    """The same with inks as they were measured."""
    inks, penalty = _glossed_inks(edition)
    inks = inks.copy()
    for at, kind in enumerate(CoverCard):
        if kind in seen:
            ink = np.array(seen[kind].rgb)
            inks[at] = [lab_of(ink * (1 - share) + share) for share in _GLOSS_SHARES]
    return inks, penalty


def _ink(kind: CoverCard, edition: Edition) -> _Floats:
    """A kind's ink relative to card white, linear RGB."""
    card = _LINEAR[list(CARD.as_bgr()[::-1])]
    ink = _LINEAR[list(color_of(kind, edition).as_bgr()[::-1])] / card
    return np.maximum(ink, _VEILED_BLACK) if kind is CoverCard.GAME_OVER else np.asarray(ink, float)
