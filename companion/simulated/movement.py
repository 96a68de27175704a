"""How hands come and go, frame by frame."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from companion.simulated.hand import GRIP_MM, HandPlace
from companion.simulated.pose import CameraPose

REACH_S = (0.55, 0.9)
DWELL_S = (0.25, 0.5)
"""Somebody who lays a card without haste."""

_OUTSIDE_MM = 110.0
"""Fingertips this far outside the picture show neither hand nor card nor shadow."""


def grip_for(centre_mm: tuple[float, float], heading_deg: float) -> tuple[float, float]:
    """Where the fingertips are when they hold a card whose middle is here."""
    ahead = _ahead(heading_deg) * GRIP_MM
    return (centre_mm[0] - float(ahead[0]), centre_mm[1] - float(ahead[1]))


def outside(tip_mm: tuple[float, float], heading_deg: float, pose: CameraPose) -> float:
    """How far a hand must draw back along its arm to leave the picture, in millimetres."""
    ahead = _ahead(heading_deg)
    width, height = pose.size_wh
    for back_mm in range(0, 800, 20):
        point = np.array(tip_mm) - ahead * back_mm
        x, y, depth = pose.image_from_board @ np.array([point[0], point[1], 1.0])
        # Behind the camera is outside too.
        if depth <= 0 or not (0 <= x / depth < width and 0 <= y / depth < height):
            return back_mm + _OUTSIDE_MM
    return 800.0


def reach(
    tip_mm: tuple[float, float],
    heading_deg: float,
    back_mm: float,
    frames: int,
    *,
    is_coming: bool,
) -> Iterator[HandPlace]:
    """Move along the arm's own axis, from outside to the tip or back, slow at both ends."""
    ahead = _ahead(heading_deg)
    for number in range(1, frames + 1):
        share = number / frames
        eased = share * share * (3 - 2 * share)
        away = back_mm * (1 - eased if is_coming else eased)
        # Derivative of the easing, per frame; the source turns it into a speed.
        step_mm = back_mm * 6 * share * (1 - share) / frames
        point = np.array(tip_mm) - ahead * away
        yield HandPlace((float(point[0]), float(point[1])), heading_deg, step_mm)


def wander(
    from_mm: tuple[float, float],
    to_mm: tuple[float, float],
    heading_deg: float,
    frames: int,
) -> Iterator[HandPlace]:
    """Move sideways at an even pace, fingers pointing as before."""
    start, end = np.array(from_mm), np.array(to_mm)
    for number in range(1, frames + 1):
        point = start + (end - start) * (number / frames)
        yield HandPlace((float(point[0]), float(point[1])), heading_deg, 0.0)


def heading_from_a_side(rng: np.random.Generator, *, far_share: float) -> float:
    """Take by chance from where an arm comes: far side (the cluemasters'), left, right, near.

    Args:
        rng: Chance.
        far_share: How often it comes from the far side, 0 to 1.
    """
    if rng.random() < far_share:
        return float(90 + rng.uniform(-30, 30))
    return float(rng.choice([0, 180, 270]) + rng.uniform(-25, 25))


def _ahead(heading_deg: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    angle = np.radians(heading_deg)
    return np.array([np.cos(angle), np.sin(angle)])
