"""The lens target in a picture: a ChArUco board, whole or in part, and what is wrong with it."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.deck.aruco import LENS_TARGET, LensTarget
from companion.deck.printer import PrinterProfile
from companion.vision.frame import Image

_Floats = NDArray[np.float64]

LEAST_CORNERS = 8
"""Two rows of four: fewer say little of a view."""

_LEAST_MARKERS = 4
_MOST_FIT = 0.75
_PLANE_SHARE = 0.03
"""Of the target's size in the picture: lenses with k1 of -0.3 bend it by up to 0.02."""

_WINDOW_SHARE = 0.13
"""Of a square: a marker's edge is 0.14 squares away from the corner."""


@dataclass(frozen=True, slots=True, eq=False)
class TargetSighting:
    """The target in one picture.

    Attributes:
        corner_ids: int, shape `(n,)`: which inner corners, row by row from the top left.
        corners_px: float64, shape `(n, 2)`, columns x, y, in pixels of the picture as it came.
        blur_px: Width of the target's edges in pixels; 2 is as sharp as pictures get.
        is_mirrored: It was only found when the picture was mirrored; its corners are not given.
        is_legacy: It has the pattern of OpenCV before 4.6.
    """

    corner_ids: NDArray[np.int_]
    corners_px: _Floats
    blur_px: float
    is_mirrored: bool = False
    is_legacy: bool = False


def corners_mm(
    corner_ids: NDArray[np.int_],
    target: LensTarget = LENS_TARGET,
    printer: PrinterProfile | None = None,
) -> _Floats:
    """Where inner corners lie on the printed target, float64, shape `(n, 2)`, millimetres.

    Args:
        corner_ids: Which ones.
        target: The board as it was meant.
        printer: What its printer does wrong, where that was measured and not undone.

    Example:
        >>> corners_mm(np.array([0, 1, 9])).tolist()
        [[25.0, 25.0], [50.0, 25.0], [25.0, 50.0]]
    """
    row, col = np.divmod(np.asarray(corner_ids), target.cols - 1)
    across, down = (1.0, 1.0) if printer is None else (printer.scale_x, printer.scale_y)
    return np.asarray(
        np.column_stack([(col + 1) * across, (row + 1) * down]) * target.square_mm, np.float64
    )


def detect_target(image: Image, target: LensTarget = LENS_TARGET) -> TargetSighting | None:
    """Find the target in a picture; None where it is not, or too little of it.

    Args:
        image: uint8, shape `(H, W, 3)`, BGR.
        target: The board that was printed.
    """
    gray = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    found, markers = _detect(gray, target, is_legacy=False)
    is_legacy = False
    if found is None and markers >= _LEAST_MARKERS:
        # All markers and no corner is the mark of the other pattern; only even rows differ.
        found, _ = _detect(gray, target, is_legacy=True)
        is_legacy = found is not None
    if found is None and markers < _LEAST_MARKERS:
        flipped, _ = _detect(np.ascontiguousarray(gray[:, ::-1]), target, is_legacy=False)
        if flipped is not None:
            return TargetSighting(np.empty(0, np.int_), np.empty((0, 2)), 0.0, is_mirrored=True)
    if found is None:
        return None
    ids, corners = found
    return TargetSighting(ids, corners, _edge_width_px(gray, corners), is_legacy=is_legacy)


def _detect(
    gray: NDArray[np.uint8], target: LensTarget, *, is_legacy: bool
) -> tuple[tuple[NDArray[np.int_], _Floats] | None, int]:
    try:
        corners, ids, _, marker_ids = _detector(target, is_legacy).detectBoard(gray)
    except cv2.error:
        return None, 0
    markers = 0 if marker_ids is None else len(marker_ids)
    if ids is None or len(ids) < LEAST_CORNERS:
        return None, markers
    # OpenCV 5 gives (n, 2), earlier ones (n, 1, 2).
    numbers = np.asarray(ids, np.int_).reshape(-1)
    places = np.asarray(corners, np.float32).reshape(-1, 2)
    fits = _lie_together(numbers, places, target)
    if fits.sum() < LEAST_CORNERS:
        return None, markers
    return (numbers[fits], _refine(gray, places[fits])), markers


def _lie_together(
    corner_ids: NDArray[np.int_], corners_px: NDArray[np.float32], target: LensTarget
) -> NDArray[np.bool_]:
    """Which corners lie on one plane in their order, as far as a bent picture lets them.

    In a mirrored picture some markers are read as others, and then nothing fits.
    """
    flat = corners_mm(corner_ids, target)
    within_px = _PLANE_SHARE * float(np.ptp(corners_px, axis=0).max())
    fitted, inside = cv2.findHomography(flat, corners_px, cv2.RANSAC, within_px)
    nothing = np.zeros(len(corner_ids), bool)
    if fitted is None or inside is None:
        return nothing
    fits = np.asarray(inside, bool).reshape(-1)
    is_turned_over = np.linalg.det(fitted) * fitted[2, 2] < 0
    return nothing if is_turned_over or fits.mean() < _MOST_FIT else fits


def _refine(gray: NDArray[np.uint8], corners_px: NDArray[np.float32]) -> _Floats:
    """Look once more at each corner, as widely as the marker beside it allows."""
    gaps = np.linalg.norm(corners_px[:, None] - corners_px[None], axis=2)
    np.fill_diagonal(gaps, np.inf)
    half = int(np.clip(_WINDOW_SHARE * float(np.median(gaps.min(axis=1))), 2, 10))
    refined = cv2.cornerSubPix(
        gray,
        corners_px.reshape(-1, 1, 2).copy(),
        (half, half),
        (-1, -1),
        (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 40, 0.001),
    )
    return np.asarray(refined, np.float64).reshape(-1, 2)


@functools.cache
def _detector(target: LensTarget, is_legacy: bool) -> cv2.aruco.CharucoDetector:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    board = cv2.aruco.CharucoBoard(
        (target.cols, target.rows), target.square_mm, target.marker_mm, dictionary
    )
    board.setLegacyPattern(is_legacy)
    detector = cv2.aruco.CharucoDetector(board)
    refining = detector.getDetectorParameters()
    refining.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector.setDetectorParameters(refining)
    reaching = detector.getCharucoParameters()
    # At the picture's edge only one of the two markers beside a corner is in view.
    reaching.minMarkers = 1
    detector.setCharucoParameters(reaching)
    return detector


def _edge_width_px(gray: NDArray[np.uint8], corners_px: _Floats) -> float:
    """Contrast over the steepest slope, around some of the corners, their median."""
    height, width = gray.shape
    widths = []
    for x, y in corners_px[:: max(1, len(corners_px) // 12)]:
        left, top = int(x) - 9, int(y) - 9
        if left < 1 or top < 1 or left + 18 >= width or top + 18 >= height:
            continue
        patch = gray[top : top + 18, left : left + 18].astype(np.float32)
        contrast = float(np.percentile(patch, 92) - np.percentile(patch, 8))
        slope = float(
            np.percentile(
                np.hypot(
                    cv2.Sobel(patch, cv2.CV_32F, 1, 0, ksize=3),
                    cv2.Sobel(patch, cv2.CV_32F, 0, 1, ksize=3),
                ),
                97,
            )
            / 8
        )
        widths.append(contrast / max(slope, 1e-3))
    return float(np.median(widths)) if widths else 0.0
