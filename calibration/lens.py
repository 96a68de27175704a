"""Views of the lens target to a lens, with an honest judgement; the inputs are kept with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import cv2
import numpy as np

from calibration.capture import MOST_VIEWS, View, count_zones, reach_of
from calibration.solving import (
    Pair,
    Solution,
    aspect_of_target,
    fit_lens,
    is_folded,
    projection_difference_px,
)
from calibration.target import corners_mm
from companion.deck.aruco import LENS_TARGET, LensTarget
from companion.deck.printer import PrinterProfile
from companion.errors import CorruptRecordError
from companion.vision.profile import Intrinsics

LEAST_VIEWS = 8
"""Synthetic cameras: with 6 views the focal length is off by up to 1.5 %."""

_LEAST_TILT_DEG = 10.0
_LEAST_TILTED = 3
_LEAST_ZONES = 0.5
_LEAST_REACH = 0.6
_WORST_VIEW = 2.5
"""A view whose error is so many times the median's is an outlier, such as a bent target."""

_WORST_CORNER = 4.0
_LEAST_ERROR_PX = 0.25
_MOST_RMS_SHARE = 0.0012
"""Of the width, 1.5 pixels at 1280: no printed flat target gives more."""

_SQUARE_WITHIN = 0.004
_MOST_UNSURE_PX = 2.0
_UNSURE_PX = 0.7
_SURE_PX = 0.3
_ROUND = 8


class Refused(StrEnum):
    """Why views give no lens."""

    FEW_VIEWS = "few_views"
    MIRRORED = "mirrored"
    CENTRE_ONLY = "centre_only"
    FLAT = "flat"
    NOT_SQUARE = "not_square"
    NO_FIT = "no_fit"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class LensRefused:
    """Why there is no lens, and what to do."""

    reason: Refused
    words: str


@dataclass(frozen=True, slots=True, eq=False)
class LensReport:
    """A lens and how good it is.

    Attributes:
        lens: The lens.
        rms_px: Root mean square of what is left.
        view_rms_px: The same for each view handed in; None for those left out.
        left_out: How many corners of the views that were kept were left out.
        unsure_px: How far two lenses, each from half of the views, differ at worst in the
            picture, halved: about how far this one may be off.
        aspect: Height over width of the target's squares, as far as the views tell.
        warnings: One line each.
        views: What it was solved from.
    """

    lens: Intrinsics
    rms_px: float
    view_rms_px: tuple[float | None, ...]
    left_out: int
    unsure_px: float
    aspect: float
    warnings: tuple[str, ...]
    views: tuple[View, ...]

    def to_document(self) -> dict[str, Any]:
        """Write the judgement and the inputs as plain values, so that it can be solved again."""
        return {
            "rms_px": self.rms_px,
            "view_rms_px": list(self.view_rms_px),
            "unsure_px": self.unsure_px,
            "aspect": self.aspect,
            "warnings": list(self.warnings),
            "inputs": inputs_document(self.views, self.lens.size_wh),
        }


def solve_lens(
    views: Sequence[View],
    size_wh: tuple[int, int],
    *,
    target: LensTarget = LENS_TARGET,
    printer: PrinterProfile | None = None,
    row_mm: float | None = None,
    is_mirrored: bool = False,
) -> LensReport | LensRefused:
    """Solve a lens from views of the target.

    Args:
        views: What was taken.
        size_wh: Size of the pictures.
        target: The board as it was meant.
        printer: What its printer does wrong, where that was measured and not undone.
        row_mm: How long one row of squares was measured on the paper, or None. The lens does not
            depend on it; a sheet that was shrunk to fit was shrunk for the cards too.
        is_mirrored: The target was only ever found in mirrored pictures.
    """
    refused = _refuse(views, size_wh, is_mirrored=is_mirrored)
    if refused is not None:
        return refused
    pairs: list[Pair] = [
        (corners_mm(view.corner_ids, target, printer), view.corners_px) for view in views
    ]
    try:
        pairs, solution, left_out = _without_outliers(pairs, size_wh)
    except cv2.error:
        return LensRefused(Refused.NO_FIT, "these views fit no lens: is the target bent?")
    is_in = [errors is not None for errors in solution.errors_px]
    used = [pair for pair, is_used in zip(pairs, is_in, strict=True) if is_used]
    aspect, is_better = aspect_of_target(used, size_wh, solution)
    if is_better and abs(aspect - 1) > _SQUARE_WITHIN:
        return LensRefused(
            Refused.NOT_SQUARE,
            f"the target's squares are {100 * abs(aspect - 1):.1f} % "
            f"{'higher' if aspect > 1 else 'lower'} than wide: print it at 100 %, without "
            "'fit to page', or measure the printer with companion calibrate print-scale",
        )
    if solution.rms_px > _MOST_RMS_SHARE * size_wh[0]:
        return LensRefused(
            Refused.NO_FIT,
            f"{solution.rms_px:.1f} px are left: glue the target to something flat, hold it still",
        )
    if is_folded(solution.lens):
        words = "the lens bends back inside the picture: show the target in the corners too"
        return LensRefused(Refused.UNSURE, words)
    unsure_px = _unsure(used, size_wh)
    if unsure_px > _MOST_UNSURE_PX * size_wh[0] / 1280:
        words = (
            f"two halves of the views differ by {2 * unsure_px:.1f} px: take more, tilted and in "
            "the corners"
        )
        return LensRefused(Refused.UNSURE, words)
    return LensReport(
        lens=solution.lens,
        rms_px=solution.rms_px,
        view_rms_px=solution.view_rms_px,
        left_out=left_out,
        unsure_px=unsure_px,
        aspect=aspect,
        warnings=tuple(_warnings(views, size_wh, is_in, unsure_px, target, row_mm)),
        views=tuple(views),
    )


def _refuse(
    views: Sequence[View], size_wh: tuple[int, int], *, is_mirrored: bool
) -> LensRefused | None:
    """Refuse sets that would give a lens, and a wrong one."""
    if is_mirrored:
        words = "the camera shows the target mirrored: switch mirroring off in its settings"
        return LensRefused(Refused.MIRRORED, words)
    if len(views) < LEAST_VIEWS:
        words = f"{len(views)} views are too few: at least {LEAST_VIEWS}, better 16"
        return LensRefused(Refused.FEW_VIEWS, words)
    zones = count_zones(tuple(views), size_wh)
    reach = reach_of(tuple(views), size_wh)
    if (zones > 0).mean() < _LEAST_ZONES or reach.min() < _LEAST_REACH:
        words = (
            "the target was only seen in the middle of the picture, and a lens bends most in its "
            "corners: show it there too"
        )
        return LensRefused(Refused.CENTRE_ONLY, words)
    tilts = np.abs([view.tilt_xy_deg for view in views]).max(axis=1)
    if int((tilts > _LEAST_TILT_DEG).sum()) < _LEAST_TILTED:
        words = "all views show the target flat, which says nothing of the focal length: tilt it"
        return LensRefused(Refused.FLAT, words)
    return None


def _without_outliers(
    pairs: list[Pair], size_wh: tuple[int, int]
) -> tuple[list[Pair], Solution, int]:
    """Solve, leave out views and corners that do not fit, and solve again."""
    is_in = [True] * len(pairs)
    left_out = 0
    for _ in range(3):
        solution = fit_lens(pairs, size_wh, is_in)
        errors = solution.view_rms_px
        usual = float(np.median([error for error in errors if error is not None]))
        limit = max(_WORST_VIEW * usual, _LEAST_ERROR_PX)
        kept = [error is not None and error <= limit for error in errors]
        if sum(kept) < LEAST_VIEWS:
            return pairs, solution, left_out
        corner_limit = max(_WORST_CORNER * usual, _LEAST_ERROR_PX)
        trimmed: list[Pair] = []
        gone = 0
        for (board, seen), misses, is_kept in zip(pairs, solution.errors_px, kept, strict=True):
            fits = np.ones(len(seen), bool)
            if is_kept and misses is not None:
                fits = np.linalg.norm(misses, axis=1) <= corner_limit
            trimmed.append((board[fits], seen[fits]))
            gone += int((~fits).sum())
        if kept == is_in and gone == 0:
            return pairs, solution, left_out
        pairs, is_in, left_out = trimmed, kept, left_out + gone
    return pairs, fit_lens(pairs, size_wh, is_in), left_out


def _unsure(pairs: list[Pair], size_wh: tuple[int, int]) -> float:
    """Half the difference between the lenses of two halves; every other view goes to each."""
    halves = [pairs[0::2], pairs[1::2]]
    try:
        first, second = (fit_lens(half, size_wh).lens for half in halves)
    except cv2.error:
        return float("inf")
    return projection_difference_px(first, second) / 2


def _warnings(
    views: Sequence[View],
    size_wh: tuple[int, int],
    is_in: list[bool],
    unsure_px: float,
    target: LensTarget,
    row_mm: float | None,
) -> list[str]:
    told = []
    meant_mm = target.cols * target.square_mm
    if row_mm is not None and abs(row_mm / meant_mm - 1) > 0.003:
        told.append(
            f"the target was printed at {100 * row_mm / meant_mm:.1f} %: the lens is right all the "
            "same, but cards from that printer are not of their size; print at 100 %"
        )
    if not all(is_in):
        told.append(f"some views did not fit, {len(is_in) - sum(is_in)} of {len(is_in)}: left out")
    empty = int((count_zones(tuple(views), size_wh) == 0).sum())
    if empty:
        told.append(f"some parts of the picture, {empty}, have not seen the target")
    if unsure_px > _UNSURE_PX * size_wh[0] / 1280:
        told.append(f"at worst it may be {unsure_px:.1f} px off: more views make it surer")
    return told


def inputs_document(views: Sequence[View], size_wh: tuple[int, int]) -> dict[str, Any]:
    """Write views as plain values."""
    return {
        "size_wh": list(size_wh),
        "views": [
            {
                "corner_ids": view.corner_ids.tolist(),
                "corners_px": view.corners_px.round(3).tolist(),
                "tilt_xy_deg": list(view.tilt_xy_deg),
            }
            for view in views
        ],
    }


def views_from(document: Mapping[str, Any]) -> tuple[tuple[View, ...], tuple[int, int]]:
    """Read views and their pictures' size again.

    Raises:
        CorruptRecordError: It is no such document.
    """
    try:
        width, height = (int(value) for value in document["size_wh"])
        views = tuple(
            View(
                np.asarray(view["corner_ids"], np.int_).reshape(-1),
                np.asarray(view["corners_px"], np.float64).reshape(-1, 2),
                (float(view["tilt_xy_deg"][0]), float(view["tilt_xy_deg"][1])),
            )
            for view in document["views"]
        )
        if any(len(view.corner_ids) != len(view.corners_px) for view in views):
            raise ValueError("a view has more corners than numbers of corners")
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise CorruptRecordError(f"these are no views of a lens target: {error}") from error
    return views, (width, height)


def views_wanted(outcome: LensReport | LensRefused, count: int) -> int:
    """How many views to have before it is solved again; as many as there are when it is good.

    Args:
        outcome: What came of the views so far.
        count: How many they are.
    """
    if isinstance(outcome, LensRefused):
        is_more_wanted = outcome.reason not in (Refused.MIRRORED, Refused.NOT_SQUARE)
    else:
        is_more_wanted = outcome.unsure_px > _SURE_PX * outcome.lens.size_wh[0] / 1280
    return min(count + _ROUND, MOST_VIEWS) if is_more_wanted else count
