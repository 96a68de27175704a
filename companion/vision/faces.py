"""What the face of a card or cover of any make looks like: measured, not judged."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.frame import Image

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
    """

    centers: _Floats
    body: _Floats
    share: _Floats
    rims: _Floats
    rings: _Floats
    darkness: _Floats

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
    rows = [_measure(_face(image, quad)) for quad in quads_px]
    body, share, rims, rings, darkness = (np.array(column) for column in zip(*rows, strict=True))
    return FaceMeasures(quads_px.mean(axis=1), body, share, rims, rings, darkness)


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


def _measure(face: _Floats) -> tuple[_Floats, float, _Floats, _Floats, float]:
    """Body, share, rims, rings and darkness of one face."""
    inner = face[_AROUND + 7 : _AROUND + _HIGH - 7, _AROUND + 9 : _AROUND + _WIDE - 9]
    inner = inner.reshape(-1, 3)
    light = luminance(inner)
    order = np.argsort(light)
    # The upper middle: print is darker than its ground, gloss is brighter.
    body = inner[order[int(0.45 * len(order)) : int(0.88 * len(order))]].mean(axis=0)
    chroma = inner / (inner.sum(axis=1, keepdims=True) + 0.01)
    own = body / (body.sum() + 0.01)
    share = float((np.abs(chroma - own).max(axis=1) < 0.07).mean())
    lines = _lines_along_sides(face)
    bright = luminance(lines)
    sides = np.arange(4)
    rims = lines[sides, bright[:, 1:9].argmax(axis=1) + 1]
    rings = lines[sides, bright[:, 4:9].argmax(axis=1) + 4]
    darkness = float(np.percentile(light, 4) / (luminance(body) + 1e-3))
    return body, share, rims, rings, darkness


def _lines_along_sides(face: _Floats) -> _Floats:
    """Median colour along each side at 2 samples outside to 8 inside, shape `(4, 11, 3)`."""
    low, right, bottom = _AROUND, _AROUND + _WIDE, _AROUND + _HIGH
    lines = np.empty((4, 11, 3))
    for at, depth in enumerate(range(-2, 9)):
        along = slice(low + 12, right - 12)
        down = slice(low + 10, bottom - 10)
        lines[0, at] = np.median(face[low + depth, along], axis=0)
        lines[1, at] = np.median(face[down, right - 1 - depth], axis=0)
        lines[2, at] = np.median(face[bottom - 1 - depth, along], axis=0)
        lines[3, at] = np.median(face[down, low + depth], axis=0)
    return lines
