"""What came of a calibration: pictures and lines for people."""

from __future__ import annotations

import cv2
import numpy as np

from calibration.capture import ZONES_WH, Advice, AdviceKind, Capturing, View
from calibration.lens import LensRefused, LensReport
from companion.deck.palette import ACCENT, CARD, INK, QUIET
from companion.vision.frame import Image

_GOOD_CORNERS = 12
"""Corners in a zone of the picture that are plenty."""

_MAP_WIDTH_PX = 960


def draw_coverage(views: tuple[View, ...], size_wh: tuple[int, int]) -> Image:
    """Draw where in the picture the target was seen: the emptier a part, the paler.

    Args:
        views: What was taken.
        size_wh: Size of the camera's pictures.

    Returns:
        uint8, shape `(H, W, 3)`, BGR, of the camera's shape.
    """
    scale = _MAP_WIDTH_PX / size_wh[0]
    image = np.empty((round(size_wh[1] * scale), _MAP_WIDTH_PX, 3), np.uint8)
    image[:] = CARD.as_bgr()
    points = np.concatenate([view.corners_px for view in views]) if views else np.empty((0, 2))
    counts, edges_y, edges_x = np.histogram2d(
        points[:, 1],
        points[:, 0],
        bins=ZONES_WH[::-1],
        range=((-0.5, size_wh[1] - 0.5), (-0.5, size_wh[0] - 0.5)),
    )
    for row, col in np.ndindex(*counts.shape):
        left, right = (round((x + 0.5) * scale) for x in edges_x[col : col + 2])
        top, bottom = (round((y + 0.5) * scale) for y in edges_y[row : row + 2])
        share = 0.55 * min(1.0, float(counts[row, col]) / _GOOD_CORNERS)
        image[top:bottom, left:right] = CARD.mixed_with(ACCENT, share).as_bgr()
        cv2.rectangle(image, (left, top), (right - 1, bottom - 1), QUIET.as_bgr(), 1)
    for x, y in (points + 0.5) * scale:
        cv2.circle(image, (round(x), round(y)), 3, INK.as_bgr(), -1, cv2.LINE_AA)
    return image


def draw_guidance(image: Image, capturing: Capturing) -> Image:
    """Draw over a live picture what has been taken, and what is asked for next.

    Args:
        image: uint8, shape `(H, W, 3)`, BGR; it stays as it is.
        capturing: What was taken so far.
    """
    shown = image.copy()
    height, width = shown.shape[:2]
    line = max(1, width // 640)
    for view in capturing.views:
        for x, y in view.corners_px:
            cv2.circle(shown, (round(x), round(y)), 2 * line, ACCENT.as_bgr(), -1, cv2.LINE_AA)
    zone = capturing.advice.zone
    if zone is not None:
        across, down = width / ZONES_WH[0], height / ZONES_WH[1]
        first = (round(across * zone[0]), round(down * zone[1]))
        last = (round(across * (zone[0] + 1)), round(down * (zone[1] + 1)))
        cv2.rectangle(shown, first, last, CARD.as_bgr(), 6 * line)
        cv2.rectangle(shown, first, last, ACCENT.as_bgr(), 3 * line)
    if capturing.has_taken:
        cv2.rectangle(shown, (0, 0), (width - 1, height - 1), ACCENT.as_bgr(), 8 * line)
    return shown


def progress_of(capturing: Capturing) -> dict[str, object]:
    """What a page needs to guide a person, as plain values."""
    advice: Advice = capturing.advice
    return {
        "views": len(capturing.views),
        "advice": str(advice.kind),
        "words": advice.words,
        "zone": advice.zone,
        "tilt": advice.tilt,
        "has_taken": capturing.has_taken,
        "counts": capturing.counts.tolist(),
        "is_enough": advice.kind is AdviceKind.ENOUGH,
    }


def lens_lines(outcome: LensReport | LensRefused) -> tuple[str, ...]:
    """Say what came of it, one line each, the verdict first."""
    if isinstance(outcome, LensRefused):
        return (f"no lens: {outcome.words}",)
    lens = outcome.lens
    across_deg = 2 * np.degrees(np.arctan2(lens.size_wh[0] / 2, lens.focal_xy_px[0]))
    used = [error for error in outcome.view_rms_px if error is not None]
    lines = [
        f"lens: focal length {lens.focal_xy_px[0]:.1f} px, {across_deg:.0f} degrees across, "
        f"{bending_px(outcome):.1f} px bent in the corners",
        f"{outcome.rms_px:.2f} px are left over {len(used)} views (best {min(used):.2f}, worst "
        f"{max(used):.2f}); at worst it may be {outcome.unsure_px:.2f} px off",
    ]
    return (*lines, *(f"note: {warning}" for warning in outcome.warnings))


def bending_px(report: LensReport) -> float:
    """How far distortion moves the picture's corners."""
    width, height = report.lens.size_wh
    corners = np.array([[0, 0], [width - 1, 0], [0, height - 1], [width - 1, height - 1]], float)
    return float(np.linalg.norm(report.lens.undistort(corners) - corners, axis=1).mean())
