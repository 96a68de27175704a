"""The block of squares in the picture: the best lattice, made exact, turned upright, flattened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.terms import GRID_SIDE
from companion.vision.frame import Image
from companion.vision.homography import carry
from companion.vision.key_lattice import Lattice
from companion.vision.key_squares import DARKEST

_Floats = NDArray[np.float64]
_Pixel = TypeVar("_Pixel", bound=np.generic)

PITCH_PX = 36
"""Pixels of the flat picture from square to square; photographs have 20 to 60."""

MARGIN_PITCHES = 1.25
"""How far around the squares the flat picture goes: a shop-bought card's lights end at 1.0."""

_STANDS_OUT = 0.06
_CLOSEST_CONTENDERS = 2
_LEAST_SUPPORT = 11


@dataclass(frozen=True, slots=True, eq=False)
class KeyPanel:
    """Where the squares lie.

    Attributes:
        image_from_grid: float64, shape `(3, 3)`; rows run down the picture, columns to the right.
        square_share: Side of a square as a share of the pitch.
        support: How many of the 25 squares were seen as patches of their own.
        standing_out: How many are brighter than the gaps around them.
        contrast: By how much, median, natural logarithm.
        flat: uint8, shape `(H, W, 3)`, BGR: the block and its surroundings from above;
            `flat_at` tells where things lie in it.
    """

    image_from_grid: _Floats
    square_share: float
    support: int
    standing_out: int
    contrast: float
    flat: Image

    def corners_px(self) -> _Floats:
        """Outer corners of the block of squares, top left first, clockwise, shape `(4, 2)`."""
        low, high = -self.square_share / 2, GRID_SIDE - 1 + self.square_share / 2
        corners = np.array([[low, low], [high, low], [high, high], [low, high]])
        return carry(corners, self.image_from_grid)


def find_panel(image: Image, lattices: Sequence[Lattice]) -> KeyPanel | None:
    """Take the lattice whose squares stand out best, and slide it to where they do most."""
    best: tuple[float, Lattice, _Floats] | None = None
    for lattice in lattices:
        # `lattices` come best first.
        if lattice.support < max(_LEAST_SUPPORT, lattices[0].support - _CLOSEST_CONTENDERS):
            continue
        upright = _upright(lattice.image_from_grid)
        if upright is None:
            continue
        contrast, standing_out = _contrast(flatten_panel(image, upright))
        worth = standing_out + 0.5 * lattice.support - 0.25 * lattice.outside + 4 * min(contrast, 1)
        if best is None or worth > best[0]:
            best = (worth, lattice, upright)
    if best is None:
        return None
    _, lattice, upright = best
    exact = _slide(image, upright)
    flat = flatten_panel(image, exact)
    contrast, standing_out = _contrast(flat)
    return KeyPanel(exact, lattice.square_share, lattice.support, standing_out, contrast, flat)


def flat_at(pitches: float) -> int:
    """Pixel of the flat picture at a grid coordinate.

    Example:
        >>> flat_at(0)
        63
    """
    return round((pitches + 0.5 + MARGIN_PITCHES) * PITCH_PX)


def flat_part(
    flat: NDArray[_Pixel], x: float, y: float, half_x: float, half_y: float
) -> NDArray[_Pixel]:
    """The part of a flat picture around a grid coordinate."""
    rows = slice(max(flat_at(y - half_y), 0), max(flat_at(y + half_y), 0) + 1)
    columns = slice(max(flat_at(x - half_x), 0), max(flat_at(x + half_x), 0) + 1)
    return flat[rows, columns]


def flatten_panel(image: Image, image_from_grid: _Floats) -> Image:
    """See the block from above."""
    side_px = round((GRID_SIDE + 2 * MARGIN_PITCHES) * PITCH_PX)
    shift = -(0.5 + MARGIN_PITCHES)
    grid_from_flat = np.array([[1 / PITCH_PX, 0, shift], [0, 1 / PITCH_PX, shift], [0, 0, 1]])
    image_from_flat = image_from_grid @ grid_from_flat
    last = GRID_SIDE - 1
    block = carry(np.array([[0.0, 0], [last, 0], [last, last], [0, last]]), image_from_grid)
    pitch_px = cv2.contourArea(block.astype(np.float32)) ** 0.5 / last
    if pitch_px > 1.6 * PITCH_PX:
        # Smaller first, so that thin lines do not alias.
        shrink = PITCH_PX / pitch_px
        image = np.asarray(
            cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8
        )
        image_from_flat = np.diag([shrink, shrink, 1.0]) @ image_from_flat
    flat = cv2.warpPerspective(
        image,
        image_from_flat,
        (side_px, side_px),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(flat, np.uint8)


def _upright(image_from_grid: _Floats) -> _Floats | None:
    """The lattice counted so that rows run down the picture; None if seen from behind."""
    middle = (GRID_SIDE - 1) / 2
    quarter = np.array([[0.0, -1, 2 * middle], [1, 0, 0], [0, 0, 1]])
    best: tuple[float, _Floats] | None = None
    turned = image_from_grid
    for _ in range(4):
        ends = carry(
            np.array(
                [
                    [middle - 1, middle],
                    [middle + 1, middle],
                    [middle, middle - 1],
                    [middle, middle + 1],
                ]
            ),
            turned,
        )
        along, down = ends[1] - ends[0], ends[3] - ends[2]
        if along[0] * down[1] - along[1] * down[0] <= 0:
            return None
        level = along[0] / np.hypot(*along) + down[1] / np.hypot(*down)
        if best is None or level > best[0]:
            best = (float(level), turned)
        turned = turned @ quarter
    return best and best[1]


def _contrast(flat: Image) -> tuple[float, int]:
    """How much brighter squares are than the gaps around them, and how many are."""
    light = np.log(flat.max(axis=2).astype(np.float32) + DARKEST)
    gains = []
    standing_out = 0
    for row in range(GRID_SIDE):
        for col in range(GRID_SIDE):
            inside = np.median(flat_part(light, col, row, 0.28, 0.28))
            gaps = [
                np.percentile(flat_part(light, col - 0.5, row, 0.06, 0.25), 30),
                np.percentile(flat_part(light, col + 0.5, row, 0.06, 0.25), 30),
                np.percentile(flat_part(light, col, row - 0.5, 0.25, 0.06), 30),
                np.percentile(flat_part(light, col, row + 0.5, 0.25, 0.06), 30),
            ]
            gain = inside - np.array(gaps)
            gains.append(np.median(gain))
            standing_out += int((gain > _STANDS_OUT).sum() >= 3)
    return float(np.median(gains)), standing_out


def _slide(image: Image, image_from_grid: _Floats) -> _Floats:
    """Move the four corners of the lattice to where squares and gaps differ most."""
    light = np.log(image.max(axis=2).astype(np.float32) + DARKEST)
    light = np.asarray(cv2.GaussianBlur(light, (0, 0), 1.0))
    centers = np.array([(x, y) for y in range(GRID_SIDE) for x in range(GRID_SIDE)], np.float64)
    inside = np.array([(x, y) for x in (-0.3, 0, 0.3) for y in (-0.3, 0, 0.3)])
    side = np.array([(x, y) for x in (-0.5, 0.5) for y in (-0.25, 0.25)])
    gap = np.concatenate([side, side[:, ::-1]])
    points = np.concatenate(
        [
            (centers[:, None] + inside).reshape(-1, 2),
            (centers[:, None] + gap).reshape(-1, 2),
        ]
    )
    split = len(centers) * len(inside)

    def gain(fit: _Floats) -> float:
        at = carry(points, fit).astype(np.float32)
        seen = cv2.remap(
            light,
            at[None, :, 0],
            at[None, :, 1],
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )[0]
        bright = np.median(seen[:split].reshape(len(centers), -1), axis=1)
        dark = seen[split:].reshape(len(centers), -1)
        # Capped, so that a few bright squares do not outvote the others.
        return float(np.clip(bright[:, None] - dark, -0.3, 0.8).mean())

    last = GRID_SIDE - 1
    grid = np.array([[0, 0], [last, 0], [last, last], [0, last]], np.float32)
    corners = carry(grid.astype(np.float64), image_from_grid)
    step_px = 0.08 * cv2.contourArea(corners.astype(np.float32)) ** 0.5 / last
    best, fit = gain(image_from_grid), image_from_grid
    for _ in range(3):
        for corner in range(4):
            for move in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                moved = corners.copy()
                moved[corner] += step_px * np.array(move)
                other = np.asarray(
                    cv2.getPerspectiveTransform(grid, moved.astype(np.float32)), np.float64
                )
                found = gain(other)
                if found > best + 1e-4:
                    best, corners, fit = found, moved, other
        step_px /= 2
    return fit
