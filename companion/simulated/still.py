"""The still life: table top and pieces, drawn once and mended where something changes."""

from __future__ import annotations

from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.simulated.faces import FaceShelf
from companion.simulated.layout import Piece
from companion.simulated.light import Light, srgb_from_linear
from companion.simulated.pose import project
from companion.vision.frame import Image

Window: TypeAlias = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels; right and bottom not included."""

OVERSAMPLING = 2
"""Pieces are drawn at twice the size and averaged, as a sensor's pixel averages: the tags must
look as a camera would see them, not as a sampler without a lens."""

SHADOW_MM = 1.4
SHADOW_STRENGTH = 0.35
"""Of card on table: thin, but it is what shows a white card on white cloth."""

MARGIN_PX = 8
"""Blur reaches this far: a mended window is developed with so much around it."""


class StillLife:
    """What the camera would see without hands and noise.

    Keeps three pictures: the light that comes from the table (albedo), and the picture
    developed from it; a change is drawn only in the window that it touches.
    """

    def __init__(
        self,
        shelf: FaceShelf,
        background: NDArray[np.float32],
        image_from_board: NDArray[np.float64],
        light: Light,
        *,
        blur_px: float,
    ) -> None:
        height, width = background.shape[:2]
        self._shelf = shelf
        self._image_from_board = image_from_board
        self._blur_px = blur_px
        self._background = background
        self._albedo = background.copy()
        self._light = light.field((width, height))[..., None] * light.gains_bgr()
        self.image: Image = np.zeros((height, width, 3), np.uint8)

    def show(self, pieces: tuple[Piece, ...], window: Window | None = None) -> None:
        """Draw these pieces, lowest first, in the whole picture or in one window of it."""
        height, width = self._albedo.shape[:2]
        left, top, right, bottom = window or (0, 0, width, height)
        if right <= left or bottom <= top:
            return
        clip = (left, top, right, bottom)
        self._albedo[top:bottom, left:right] = self._background[top:bottom, left:right]
        for piece in pieces:
            self._draw(piece, clip)
        self._develop(clip)

    def window_of(self, piece: Piece) -> Window:
        """The part of the picture that a piece and its shadow touch."""
        margin = 2 + int(np.ceil(self._px_per_mm(piece) * SHADOW_MM * 3))
        return self._around(project(self._image_from_board, piece.corners_mm), margin)

    def _around(self, points: NDArray[np.float64], margin: int) -> Window:
        height, width = self._albedo.shape[:2]
        low = np.floor(points.min(axis=0)).astype(int) - margin
        high = np.ceil(points.max(axis=0)).astype(int) + margin + 1
        return (
            int(np.clip(low[0], 0, width)),
            int(np.clip(low[1], 0, height)),
            int(np.clip(high[0], 0, width)),
            int(np.clip(high[1], 0, height)),
        )

    def _px_per_mm(self, piece: Piece) -> float:
        quad = project(self._image_from_board, piece.corners_mm)
        return float(np.linalg.norm(quad[1] - quad[0]) / piece.width_mm)

    def _draw(self, piece: Piece, clip: Window) -> None:
        window = _overlap(self.window_of(piece), clip)
        left, top, right, bottom = window
        if right <= left or bottom <= top:
            return
        into = self._albedo[top:bottom, left:right]
        px_per_mm = self._px_per_mm(piece)
        quad = project(self._image_from_board, piece.corners_mm)
        _draw_shadow(into, quad - (left, top), px_per_mm)
        sprite = self._shelf.sprite(piece.face, px_per_mm * OVERSAMPLING)
        height_px, width_px = sprite.shape[:2]
        face_from_sprite = np.array(
            [
                [piece.width_mm / width_px, 0, 0.5 * piece.width_mm / width_px],
                [0, piece.height_mm / height_px, 0.5 * piece.height_mm / height_px],
                [0, 0, 1.0],
            ]
        )
        k = float(OVERSAMPLING)
        fine_from_image = np.array(
            [
                [k, 0, (k - 1) / 2 - k * left],
                [0, k, (k - 1) / 2 - k * top],
                [0, 0, 1.0],
            ]
        )
        fine = cv2.warpPerspective(
            sprite,
            fine_from_image @ self._image_from_board @ piece.board_from_face @ face_from_sprite,
            ((right - left) * OVERSAMPLING, (bottom - top) * OVERSAMPLING),
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_CONSTANT,
            borderValue=0,
        )
        seen = cv2.resize(fine, (right - left, bottom - top), interpolation=cv2.INTER_AREA)
        into *= 1 - seen[..., 3:]
        into += seen[..., :3]

    def _develop(self, clip: Window) -> None:
        height, width = self._albedo.shape[:2]
        left, top, right, bottom = clip
        wide = (
            max(0, left - MARGIN_PX),
            max(0, top - MARGIN_PX),
            min(width, right + MARGIN_PX),
            min(height, bottom + MARGIN_PX),
        )
        part = np.s_[wide[1] : wide[3], wide[0] : wide[2]]
        lit = self._albedo[part] * self._light[part]
        if self._blur_px > 0:
            lit = np.asarray(cv2.GaussianBlur(lit, (0, 0), self._blur_px), np.float32)
        inner = lit[top - wide[1] : bottom - wide[1], left - wide[0] : right - wide[0]]
        self.image[top:bottom, left:right] = srgb_from_linear(inner)


def _overlap(one: Window, other: Window) -> Window:
    return (
        max(one[0], other[0]),
        max(one[1], other[1]),
        min(one[2], other[2]),
        min(one[3], other[3]),
    )


def _draw_shadow(into: NDArray[np.float32], quad_px: NDArray[np.float64], px_per_mm: float) -> None:
    mask = np.zeros(into.shape[:2], np.float32)
    shifted = quad_px + np.array([0.5, 0.8]) * SHADOW_MM * px_per_mm
    cv2.fillConvexPoly(mask, np.round(shifted * 16).astype(np.int32), 1.0, cv2.LINE_8, 4)
    soft = cv2.GaussianBlur(mask, (0, 0), max(0.6, SHADOW_MM * px_per_mm * 0.5))
    into *= (1 - np.float32(SHADOW_STRENGTH) * soft)[..., None]
