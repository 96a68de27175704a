"""Candidate card outlines: the dark frame lines that every printed card and cover carries.

A frame line is a dark ring between two lighter bands on any table, white or black, so one filter
for thin dark lines finds it. Its inner edge is the safer of the two: where two rings touch, or a
cover lies over its neighbour, the outer edges melt together and the inner ones do not.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.deck.geometry import FRAME_INSET_MM, FRAME_LINE_MM

_LINE_KERNEL_PX = 11
_LINE_DEPTH_SHARE = 0.12
_LINE_DEPTH_LEAST = 10
"""A pixel is line when a closing of 11 px lifts it by 12 % and 10 grey levels. On 20 path-traced
scenes with 485 outlines in view (720p and 1080p, 0.8 to 3 px a millimetre) this finds 470 of them;
an adaptive mean threshold (25 px, offset 7) finds 456 in the same time and more that are none."""

_MIN_CONTOUR_PX = 90
"""A card whose outline is shorter than this has less than half a pixel to a tag's module; the
finder patterns of tags, 5 mm wide, stay below it."""

_MAX_ASPECT = 3.6
"""63 x 45 mm seen at 60 degrees: 63 / (45 * cos 60) = 2.8, and a reserve."""

_SIMPLIFY_SHARE = 0.03
_MIN_FILL = 0.85
"""Area of the contour over that of its quad: below it the shape is no quad."""

_RING_AREA_RATIO = (0.55, 0.95)
"""Inner edge to outer edge of one ring: 0.86 as printed, less where blur widens the line."""


@dataclass(frozen=True, slots=True, eq=False)
class Outlines:
    """Candidate outlines of one picture.

    Attributes:
        corners_px: float64, shape `(n, 4, 2)`, columns x, y, clockwise as seen.
        inset_mm: float64, shape `(n,)`: how far inside the card's edge these corners lie.
        quality: float64, shape `(n,)`: how clear each one is, 0 to 1; all 1 where none is given.
    """

    corners_px: NDArray[np.float64]
    inset_mm: NDArray[np.float64]
    quality: NDArray[np.float64] = field(default_factory=lambda: np.zeros(0))

    def __post_init__(self) -> None:
        """Fill in the quality."""
        if len(self.quality) != len(self.corners_px):
            object.__setattr__(self, "quality", np.ones(len(self.corners_px)))

    @property
    def centers_px(self) -> NDArray[np.float64]:
        """Crossing of the diagonals, shape `(n, 2)`: the card's centre under perspective too."""
        return crossing_of_diagonals(self.corners_px)

    def __len__(self) -> int:
        return len(self.corners_px)


def crossing_of_diagonals(corners_px: NDArray[np.float64]) -> NDArray[np.float64]:
    """Where the diagonals of each quad meet, shape `(n, 2)` from `(n, 4, 2)`.

    Example:
        >>> crossing_of_diagonals(np.array([[[0, 0], [4, 0], [4, 2], [0, 2.0]]])).tolist()
        [[2.0, 1.0]]
    """
    if len(corners_px) == 0:
        return np.zeros((0, 2))
    a, b = corners_px[:, 0], corners_px[:, 1]
    first, second = corners_px[:, 2] - a, corners_px[:, 3] - b
    cross = first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0]
    offset = b - a
    along = (offset[:, 0] * second[:, 1] - offset[:, 1] * second[:, 0]) / np.where(
        np.abs(cross) < 1e-9, 1e-9, cross
    )
    return np.asarray(a + along[:, None] * first, dtype=np.float64)


def detect_outlines(gray: NDArray[np.uint8]) -> Outlines:
    """Find the frame lines in a grey picture.

    Args:
        gray: uint8, shape `(H, W)`.

    Returns:
        One outline a ring; none where the picture holds none.
    """
    if min(gray.shape[:2]) < 4 * _LINE_KERNEL_PX:
        return Outlines(np.zeros((0, 4, 2)), np.zeros(0))
    dark = _thin_dark_lines(gray)
    # A line cut by the picture's edge must not close along it.
    dark[[0, -1], :] = 0
    dark[:, [0, -1]] = 0
    contours, hierarchy = cv2.findContours(dark, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)
    quads: list[NDArray[np.float64]] = []
    holes: list[bool] = []
    longest = 2.0 * (gray.shape[0] + gray.shape[1]) / 3.0
    for contour, links in zip(
        contours, np.asarray(hierarchy).reshape(-1, 4) if len(contours) else (), strict=False
    ):
        if not _MIN_CONTOUR_PX <= len(contour) <= longest:
            continue
        quad = _quad_of(np.asarray(contour))
        if quad is not None:
            quads.append(quad)
            holes.append(bool(links[3] >= 0))
    if not quads:
        return Outlines(np.zeros((0, 4, 2)), np.zeros(0))
    return _rings(np.array(quads), np.array(holes))


def _thin_dark_lines(gray: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """255 where the picture holds a dark line narrower than the kernel."""
    kernel = cv2.getStructuringElement(cv2.MORPH_RECT, (_LINE_KERNEL_PX, _LINE_KERNEL_PX))
    closed = cv2.morphologyEx(gray, cv2.MORPH_CLOSE, kernel)
    levels = np.arange(256) * _LINE_DEPTH_SHARE
    least = np.maximum(levels, _LINE_DEPTH_LEAST).astype(np.uint8)
    lifted = cv2.subtract(closed, gray)
    return np.asarray(cv2.compare(lifted, cv2.LUT(closed, least), cv2.CMP_GT), dtype=np.uint8)


def _quad_of(contour: NDArray[np.int32]) -> NDArray[np.float64] | None:
    """The convex quad that a contour is, corners clockwise, fitted to its sides; else None."""
    hull = cv2.convexHull(contour)
    corners = cv2.approxPolyDP(hull, _SIMPLIFY_SHARE * cv2.arcLength(hull, True), True)
    if len(corners) != 4:
        return None
    corners = corners.reshape(4, 2)
    area = cv2.contourArea(corners)
    if area < _MIN_CONTOUR_PX or cv2.contourArea(contour) < _MIN_FILL * area:
        return None
    if cv2.contourArea(corners, True) < 0:
        corners = corners[::-1]
    quad = fit_sides(contour.reshape(-1, 2), np.asarray(corners, dtype=np.int32))
    sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    across = (sides[0] + sides[2]) / max(sides[1] + sides[3], 1e-6)
    if not 1 / _MAX_ASPECT < across < _MAX_ASPECT:
        return None
    return quad


def fit_sides(contour: NDArray[np.int32], corners: NDArray[np.int32]) -> NDArray[np.float64]:
    """Fit a line to the contour points of each side and cross neighbours.

    Corners of a simplified contour are good to a pixel or two; lines through all points of a
    side are good to a fraction of one.

    Args:
        contour: All its points in order, int32, shape `(n, 2)`, pixels.
        corners: Four of them, clockwise, int32, shape `(4, 2)`.

    Returns:
        Corners, float64, shape `(4, 2)`; the rough ones where a side has too few points.
    """
    rough = corners.astype(np.float64)
    at = [int(np.argmax((contour == corner).all(axis=1))) for corner in corners]
    if (at[1] - at[0]) % len(contour) > len(contour) // 2:
        contour, at = contour[::-1], [len(contour) - 1 - index for index in at]
    lines = []
    for start, end in zip(at, at[1:] + at[:1], strict=True):
        length = (end - start) % len(contour)
        trim = max(2, round(0.12 * length))
        if length - 2 * trim < 5:
            return rough
        chosen = contour[np.arange(start + trim, start + length - trim) % len(contour)]
        along_x, along_y, x, y = cv2.fitLine(chosen, cv2.DIST_HUBER, 0, 0.01, 0.01).reshape(-1)
        lines.append((-along_y, along_x, -along_y * x + along_x * y))
    fitted = np.empty((4, 2))
    for corner in range(4):
        (a, b, c), (d, e, f) = lines[corner - 1], lines[corner]
        determinant = a * e - b * d
        if abs(determinant) < 0.2:
            return rough
        fitted[corner] = (c * e - b * f) / determinant, (a * f - c * d) / determinant
    longest = np.linalg.norm(np.roll(rough, -1, axis=0) - rough, axis=1).max()
    if np.abs(fitted - rough).max() > 0.12 * longest + 2:
        return rough
    return fitted


def _rings(quads: NDArray[np.float64], is_hole: NDArray[np.bool_]) -> Outlines:
    """Pair the inner and outer edges of each ring.

    The mean of both edges is the line's centre, where the threshold's bias cancels.
    """
    centers = crossing_of_diagonals(quads)
    areas = np.array([cv2.contourArea(quad.astype(np.float32)) for quad in quads])
    taken = np.zeros(len(quads), dtype=bool)
    corners: list[NDArray[np.float64]] = []
    insets: list[float] = []
    outer_inset, inner_inset = FRAME_INSET_MM, FRAME_INSET_MM + FRAME_LINE_MM
    for i in np.argsort(areas):
        if taken[i]:
            continue
        reach = 0.08 * np.sqrt(areas[i])
        near = np.flatnonzero(
            (np.linalg.norm(centers - centers[i], axis=1) < reach)
            & (areas < 1.9 * areas[i])
            & (areas >= areas[i])
            & ~taken
        )
        if is_hole[i]:
            ratio = areas[i] / areas[near]
            outer = near[
                ~is_hole[near] & (ratio > _RING_AREA_RATIO[0]) & (ratio < _RING_AREA_RATIO[1])
            ]
            if len(outer):
                mate = quads[outer[0]]
                aligned = _same_start(mate, quads[i])
                corners.append((quads[i] + aligned) / 2)
                insets.append((outer_inset + inner_inset) / 2)
            else:
                corners.append(quads[i])
                insets.append(inner_inset)
        else:
            corners.append(quads[i])
            insets.append(outer_inset)
        taken[near] = True
    return Outlines(np.array(corners), np.array(insets))


def _same_start(quad: NDArray[np.float64], like: NDArray[np.float64]) -> NDArray[np.float64]:
    """The quad with its corners rolled to lie nearest those of another."""
    turns = [np.roll(quad, turn, axis=0) for turn in range(4)]
    return min(turns, key=lambda turned: float(np.abs(turned - like).sum()))
