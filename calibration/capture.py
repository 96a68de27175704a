"""Guides a person who holds the lens target: what to show next, and which pictures are taken.

Pure, one step a picture: what was seen so far and the next sighting go in, the next state with
its advice comes out. The person needs no hand for a button: a view is taken when the target lies
still and shows something new.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.target import LEAST_CORNERS, TargetSighting, corners_mm
from companion.deck.aruco import LENS_TARGET, LensTarget

_Floats = NDArray[np.float64]

ZONES_WH = (6, 4)
_LEAST_IN_ZONE = 5
ENOUGH_VIEWS = 18
MOST_VIEWS = 48
_TILTED_DEG = 18.0
_TILTED_VIEWS = 3
"""Views leaning to each of two opposite sides together; flat views say nothing of the focal
length."""

_STILL_S = 0.3
_STILL_SHARE = 0.0009
"""Of the picture's width: 1.2 pixels at 1280. A hand at rest trembles by less."""

_NEW_SHARE = 0.06
_NEW_TILT_DEG = 9.0
_BLURRED_SHARE = 0.0036
"""Edge width over the picture's width: 4.6 pixels at 1280, where corners get worse than 0.2."""

_FAR_SHARE = 0.014
"""Step from corner to corner over the width: 18 pixels at 1280, 3 to a marker's module."""

_GUESSED_FOCAL_SHARE = 0.85
_REACH = 0.86
_FAR_REACH = 0.91
"""How far out, of the half diagonal, corners have to be seen in each quarter of the picture."""


class AdviceKind(StrEnum):
    """What the person should do."""

    NO_TARGET = "no_target"
    MIRRORED = "mirrored"
    NEARER = "nearer"
    BLURRED = "blurred"
    HOLD_STILL = "hold_still"
    SHOW_ZONE = "show_zone"
    SHOW_CORNER = "show_corner"
    TILT = "tilt"
    MORE = "more"
    ENOUGH = "enough"


@dataclass(frozen=True, slots=True)
class Advice:
    """The next thing to do.

    Attributes:
        kind: What programs compare.
        words: One line for the person.
        zone: For `SHOW_ZONE` and `SHOW_CORNER`, column and row of the missing part of the picture.
        tilt: For `TILT`, the side that should go away from the camera: left, right, top, bottom.
    """

    kind: AdviceKind
    words: str
    zone: tuple[int, int] | None = None
    tilt: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """One picture that was taken.

    Attributes:
        corner_ids: int, shape `(n,)`.
        corners_px: float64, shape `(n, 2)`.
        tilt_xy_deg: Lean of the target about the upright and the level axis, roughly.
    """

    corner_ids: NDArray[np.int_]
    corners_px: _Floats
    tilt_xy_deg: tuple[float, float]


@dataclass(frozen=True, slots=True, eq=False)
class Capturing:
    """What has been taken so far.

    Attributes:
        size_wh: Size of the pictures.
        views: The views.
        advice: What to do next.
        has_taken: Whether this picture was taken.
        counts: int, shape `(rows, cols)` of zones: corners seen in each.
    """

    size_wh: tuple[int, int]
    views: tuple[View, ...]
    advice: Advice
    has_taken: bool
    counts: NDArray[np.int_]
    _last: TargetSighting | None = None
    _still_since_s: float = 0.0

    @property
    def is_enough(self) -> bool:
        """Whether it may be solved."""
        return self.advice.kind is AdviceKind.ENOUGH


def guide(
    so_far: Capturing | None,
    sighting: TargetSighting | None,
    at_s: float,
    size_wh: tuple[int, int],
    *,
    target: LensTarget = LENS_TARGET,
    enough: int = ENOUGH_VIEWS,
) -> Capturing:
    """Take the next picture's sighting.

    Args:
        so_far: The last result; None at the start, and when the pictures' size changed.
        sighting: The target in this picture, or None.
        at_s: The picture's time.
        size_wh: The picture's size.
        target: The board in the person's hands.
        enough: How many views are wanted; raised when a first solution was unsure.
    """
    if so_far is None or so_far.size_wh != size_wh:
        nothing = np.zeros(ZONES_WH[::-1], np.int_)
        so_far = Capturing(size_wh, (), _next((), size_wh, enough), False, nothing, None, at_s)
    unfit = _unfit(sighting, size_wh)
    if sighting is None or unfit is not None:
        is_done = so_far.is_enough and len(so_far.views) >= enough
        advice = so_far.advice if is_done else unfit or so_far.advice
        return replace(so_far, advice=advice, has_taken=False, _last=None, _still_since_s=at_s)
    since_s = so_far._still_since_s
    if so_far._last is None or _moved(so_far._last, sighting) > _STILL_SHARE * size_wh[0]:
        since_s = at_s
    followed = replace(so_far, has_taken=False, _last=sighting, _still_since_s=since_s)
    view = View(sighting.corner_ids, sighting.corners_px, _tilt(sighting, size_wh, target))
    is_done = so_far.is_enough and len(so_far.views) >= enough
    if is_done or not all(_is_new(view, old, size_wh) for old in so_far.views):
        return replace(followed, advice=_next(so_far.views, size_wh, enough))
    if at_s - since_s < _STILL_S:
        advice = Advice(AdviceKind.HOLD_STILL, "good: hold it still for a moment")
        return replace(followed, advice=advice)
    views = (*so_far.views, view)
    return replace(
        followed,
        views=views,
        advice=_next(views, size_wh, enough),
        has_taken=True,
        counts=count_zones(views, size_wh),
    )


def count_zones(views: tuple[View, ...], size_wh: tuple[int, int]) -> NDArray[np.int_]:
    """Corners seen in each zone of the picture, shape `(rows, cols)`."""
    counts = np.zeros(ZONES_WH[::-1], np.int_)
    for view in views:
        zone = (view.corners_px + 0.5) / size_wh * ZONES_WH
        col, row = np.clip(zone.astype(int), 0, np.array(ZONES_WH) - 1).T
        np.add.at(counts, (row, col), 1)
    return counts


def reach_of(views: tuple[View, ...], size_wh: tuple[int, int]) -> _Floats:
    """How far out corners were seen in each quarter, of the half diagonal: TL, TR, BL, BR."""
    points = np.concatenate([view.corners_px for view in views]) if views else np.empty((0, 2))
    off = points - (np.array(size_wh) - 1) / 2
    far = np.linalg.norm(off, axis=1) / (np.linalg.norm(size_wh) / 2)
    quarter = (off[:, 0] > 0) + 2 * (off[:, 1] > 0)
    return np.array([far[quarter == q].max(initial=0.0) for q in range(4)])


def _unfit(sighting: TargetSighting | None, size_wh: tuple[int, int]) -> Advice | None:
    """Why this picture cannot be used."""
    if sighting is None:
        words = "hold the target so that the camera sees it; a part of it is enough"
        return Advice(AdviceKind.NO_TARGET, words)
    if sighting.is_mirrored:
        words = "the camera shows the target mirrored: switch mirroring off in its settings"
        return Advice(AdviceKind.MIRRORED, words)
    if len(sighting.corner_ids) < LEAST_CORNERS:
        return Advice(AdviceKind.NO_TARGET, "more of the target has to be in view")
    if _step_px(sighting) < _FAR_SHARE * size_wh[0]:
        return Advice(AdviceKind.NEARER, "bring the target nearer to the camera")
    if sighting.blur_px > _BLURRED_SHARE * size_wh[0]:
        words = "too blurred: hold it still, give it more light, or set the focus"
        return Advice(AdviceKind.BLURRED, words)
    return None


def _step_px(sighting: TargetSighting) -> float:
    gaps = np.linalg.norm(
        sighting.corners_px[:, None] - sighting.corners_px[None], axis=2
    ) + np.where(np.eye(len(sighting.corners_px)) > 0, np.inf, 0.0)
    return float(np.median(gaps.min(axis=1)))


def _moved(before: TargetSighting, now: TargetSighting) -> float:
    _, here, there = np.intersect1d(before.corner_ids, now.corner_ids, return_indices=True)
    if len(here) < LEAST_CORNERS // 2:
        return float("inf")
    gone = now.corners_px[there] - before.corners_px[here]
    return float(np.median(np.linalg.norm(gone, axis=1)))


def _is_new(view: View, old: View, size_wh: tuple[int, int]) -> bool:
    _, here, there = np.intersect1d(view.corner_ids, old.corner_ids, return_indices=True)
    if len(here) < LEAST_CORNERS:
        return True
    gone = np.linalg.norm(view.corners_px[here] - old.corners_px[there], axis=1)
    leaned = np.hypot(*np.subtract(view.tilt_xy_deg, old.tilt_xy_deg))
    return bool(np.median(gone) > _NEW_SHARE * size_wh[0] or leaned > _NEW_TILT_DEG)


def _tilt(
    sighting: TargetSighting, size_wh: tuple[int, int], target: LensTarget
) -> tuple[float, float]:
    """Lean of the target, seen with a webcam's usual focal length."""
    focal_px = _GUESSED_FOCAL_SHARE * size_wh[0]
    camera = np.array(
        [[focal_px, 0, (size_wh[0] - 1) / 2], [0, focal_px, (size_wh[1] - 1) / 2], [0, 0, 1.0]]
    )
    flat = corners_mm(sighting.corner_ids, target)
    try:
        is_found, turn, _ = cv2.solvePnP(
            np.column_stack([flat, np.zeros(len(flat))]),
            sighting.corners_px,
            camera,
            np.zeros(5),
            flags=cv2.SOLVEPNP_IPPE,
        )
    except cv2.error:
        return 0.0, 0.0
    if not is_found:
        return 0.0, 0.0
    normal = cv2.Rodrigues(turn)[0][:, 2]
    normal = normal if normal[2] > 0 else -normal
    # Its right side away from the camera leans the normal to the left, and so on.
    return (
        float(np.degrees(np.arctan2(-normal[0], normal[2]))),
        float(np.degrees(np.arctan2(-normal[1], normal[2]))),
    )


_COLUMNS = ("far left", "left", "middle", "middle", "right", "far right")
_ROWS = ("top", "upper middle", "lower middle", "bottom")
_QUARTERS = ("top left", "top right", "bottom left", "bottom right")
_QUARTER_ZONES = ((0, 0), (5, 0), (0, 3), (5, 3))


def _next(views: tuple[View, ...], size_wh: tuple[int, int], enough: int) -> Advice:
    """What is still missing, the most important first."""
    if not views:
        words = "hold the target before the camera, so that it fills a third of the picture"
        return Advice(AdviceKind.NO_TARGET, words)
    if len(views) >= MOST_VIEWS:
        return Advice(AdviceKind.ENOUGH, "that is enough")
    tilts = np.array([view.tilt_xy_deg for view in views])
    leans = {
        "right": int((tilts[:, 0] > _TILTED_DEG).sum()),
        "left": int((tilts[:, 0] < -_TILTED_DEG).sum()),
        "bottom": int((tilts[:, 1] > _TILTED_DEG).sum()),
        "top": int((tilts[:, 1] < -_TILTED_DEG).sum()),
    }
    for first, second in (("left", "right"), ("top", "bottom")):
        side = first if leans[first] <= leans[second] else second
        # Tilting and walking about in turns: what is asked for first is what is done least.
        if leans[first] + leans[second] < min(_TILTED_VIEWS, 1 + len(views) // 4):
            words = f"tilt the target: its {side} edge away from the camera, by about 30 degrees"
            return Advice(AdviceKind.TILT, words, tilt=side)
    counts = count_zones(views, size_wh)
    row, col = (int(at) for at in np.unravel_index(np.argmin(counts), counts.shape))
    # More views are asked for where the lens is unsure, and that is at the edges.
    if counts[row, col] < _LEAST_IN_ZONE * enough // ENOUGH_VIEWS:
        words = f"show the target at the {_ROWS[row]}, {_COLUMNS[col]} of the picture"
        return Advice(AdviceKind.SHOW_ZONE, words, zone=(col, row))
    reach = reach_of(views, size_wh)
    least = int(np.argmin(reach))
    if reach[least] < (_REACH if enough <= ENOUGH_VIEWS else _FAR_REACH):
        words = f"show the target right in the {_QUARTERS[least]} corner; it may be cut off there"
        return Advice(AdviceKind.SHOW_CORNER, words, zone=_QUARTER_ZONES[least])
    for first, second in (("left", "right"), ("top", "bottom")):
        if leans[first] + leans[second] < _TILTED_VIEWS + 2:
            side = first if leans[first] <= leans[second] else second
            words = f"tilt the target: its {side} edge away from the camera, by about 30 degrees"
            return Advice(AdviceKind.TILT, words, tilt=side)
    if len(views) < enough:
        left = enough - len(views)
        return Advice(AdviceKind.MORE, f"{left} more, from other sides and distances")
    return Advice(AdviceKind.ENOUGH, "that is enough")
