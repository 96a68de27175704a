"""What the face of a card or cover of any make looks like: measured, not judged."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.frame import Image
from companion.vision.grounds import measure_grounds

_Floats = NDArray[np.float64]

_WIDE, _HIGH, _AROUND = 100, 66, 6
"""Samples along and across a face, and a strip kept outside it: one sample is 0.7 mm."""

_LUMINANCE = np.array([0.25, 0.65, 0.10])
"""Weights of linear red, green, blue; those of BT.709 rounded towards what sensors give blue."""

_LINEAR = (np.arange(256) / 255.0) ** 2.2


@dataclass(frozen=True, slots=True, eq=False)
class FaceMeasures:
    """All cells' faces; each attribute's first axis is the cell, colours are linear RGB.

    Attributes:
        centers: float64, shape `(n, 2)`, pixels.
        body: float64, shape `(n, 3)`: what most of the face shows, print left out.
        share: float64, shape `(n,)`: how much of the face has the body's chroma.
        rims: float64, shape `(n, 4, 3)`: the brightest line close inside each side: a card's
            white border, where it has one.
        rings: float64, shape `(n, 4, 3)`: the same further inside, free of a card below a cover.
        darkness: float64, shape `(n,)`: the darkest print over the body, 0 where it is black.
        bright: float64, shape `(n, 3)`: a large bright part of the face, gloss left out.
        ground: float64, shape `(n, 3)`: the one colour that fills most of the face.
        ground_share: float64, shape `(n,)`: how much of the face has that colour.
        ground_sides: float64, shape `(n,)`: how many sides it reaches, 0 to 4.
    """

    centers: _Floats
    body: _Floats
    share: _Floats
    rims: _Floats
    rings: _Floats
    darkness: _Floats
    bright: _Floats
    ground: _Floats
    ground_share: _Floats
    ground_sides: _Floats

    @property
    def rim(self) -> _Floats:
        """The median of the four rims, shape `(n, 3)`."""
        return np.asarray(np.median(self.rims, axis=1), dtype=np.float64)


def luminance(linear: _Floats) -> _Floats:
    """Brightness of linear RGB, shape `(...)` from `(..., 3)`."""
    return np.asarray(linear @ _LUMINANCE, dtype=np.float64)


def measure_faces(image: Image, quads_px: _Floats) -> FaceMeasures:
    """Measure every cell.

    Args:
        image: uint8, BGR.
        quads_px: float64, shape `(n, 4, 2)`, at the cards' own edges.
    """
    faces = np.stack([_face(image, quad) for quad in quads_px])
    inner = faces[:, _AROUND + 7 : _AROUND + _HIGH - 7, _AROUND + 9 : _AROUND + _WIDE - 9]
    lines = _lines_along_sides(faces)
    ground, ground_share, ground_sides = measure_grounds(inner, lines)
    inner = inner.reshape(len(faces), -1, 3)
    light = luminance(inner)
    order = np.argsort(light, axis=1)
    count = order.shape[1]
    # The upper middle: print is darker than its ground, gloss is brighter.
    middle = order[:, int(0.45 * count) : int(0.88 * count), None]
    body = np.take_along_axis(inner, middle, axis=1).mean(axis=1)
    upper = order[:, int(0.78 * count) : int(0.92 * count), None]
    bright = np.take_along_axis(inner, upper, axis=1).mean(axis=1)
    chroma = inner / (inner.sum(axis=2, keepdims=True) + 0.01)
    own = body / (body.sum(axis=1, keepdims=True) + 0.01)
    share = (np.abs(chroma - own[:, None]).max(axis=2) < 0.07).mean(axis=1)
    lights = luminance(lines)
    rims = _line_at(lines, lights[:, :, 1:9].argmax(axis=2) + 1)
    rings = _line_at(lines, lights[:, :, 4:9].argmax(axis=2) + 4)
    darkest = np.take_along_axis(light, order[:, int(0.04 * count), None], axis=1)[:, 0]
    darkness = darkest / (luminance(body) + 1e-3)
    return FaceMeasures(
        quads_px.mean(axis=1),
        body,
        share,
        rims,
        rings,
        darkness,
        bright,
        ground,
        ground_share,
        ground_sides,
    )


def _line_at(lines: _Floats, depth: NDArray[np.intp]) -> _Floats:
    """One line of each side of each face, shape `(n, 4, 3)`."""
    return np.take_along_axis(lines, depth[:, :, None, None], axis=2)[:, :, 0]


def _face(image: Image, quad: _Floats) -> _Floats:
    """A face and its surroundings, linear RGB, its long side along the rows."""
    across = np.linalg.norm(quad[1] - quad[0])
    down = np.linalg.norm(quad[3] - quad[0])
    if down > across:
        quad = np.roll(quad, 1, axis=0)
    right, bottom = _AROUND + _WIDE, _AROUND + _HIGH
    target = np.array(
        [[_AROUND, _AROUND], [right, _AROUND], [right, bottom], [_AROUND, bottom]], np.float32
    )
    patch = cv2.warpPerspective(
        image,
        cv2.getPerspectiveTransform(quad.astype(np.float32), target),
        (_WIDE + 2 * _AROUND, _HIGH + 2 * _AROUND),
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(_LINEAR[patch[:, :, ::-1]], dtype=np.float64)


def _lines_along_sides(faces: _Floats) -> _Floats:
    """Median colour along each side at 2 samples outside to 8 inside, shape `(n, 4, 11, 3)`."""
    low, right, bottom = _AROUND, _AROUND + _WIDE, _AROUND + _HIGH
    along, down = slice(low + 12, right - 12), slice(low + 10, bottom - 10)
    outside, inside = 2, 9
    top = faces[:, low - outside : low + inside, along]
    foot = faces[:, bottom - inside : bottom + outside, along][:, ::-1]
    left = faces[:, down, low - outside : low + inside].swapaxes(1, 2)
    far = faces[:, down, right - inside : right + outside][:, :, ::-1].swapaxes(1, 2)
    sides = [np.median(side, axis=2) for side in (top, far, foot, left)]
    return np.stack(sides, axis=1)
