"""Measuring a lens at the table: frames come, views are taken by themselves, the page is told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from calibration.capture import ENOUGH_VIEWS, Capturing, guide
from calibration.lens import LensRefused, LensReport, solve_lens, views_wanted
from calibration.report import bending_px, draw_guidance, progress_of
from calibration.target import detect_target
from companion.vision.frame import Frame, Image

STEP = "lens"


class LensStep:
    """Guides a person who holds the target until the lens is sure, or they have had enough.

    Called in the thread of the eyes, asked by the pages; what is exchanged is whole documents.

    Args:
        learn: Takes the lens that came of it.
        end: Called when there is nothing more to look at.
    """

    def __init__(self, learn: Callable[[LensReport], None], end: Callable[[], None]) -> None:
        self._learn = learn
        self._end = end
        self._capturing: Capturing | None = None
        self._enough = ENOUGH_VIEWS
        self._solved = 0
        self._mirrored = 0
        self._is_finishing = False
        self._document: dict[str, Any] = {"step": STEP, "is_over": False, "progress": None}

    def __call__(self, frame: Frame) -> Image:
        """Look at one frame; gives it with what was seen and what is asked for."""
        if self._document["is_over"]:
            return frame.image
        size_wh = (frame.image.shape[1], frame.image.shape[0])
        sighting = detect_target(frame.image)
        self._mirrored += sighting is not None and sighting.is_mirrored
        capturing = guide(
            self._capturing, sighting, frame.captured_at_s, size_wh, enough=self._enough
        )
        self._capturing = capturing
        self._document = {**self._document, "progress": progress_of(capturing)}
        count = len(capturing.views)
        if self._is_finishing or (
            capturing.is_enough and count >= self._enough and count > self._solved
        ):
            self._solve(capturing, size_wh)
        return draw_guidance(frame.image, capturing)

    def finish(self) -> None:
        """Solve with the views that there are when the next frame comes."""
        self._is_finishing = True

    def document(self) -> dict[str, Any]:
        """What the page shows."""
        return self._document

    def _solve(self, capturing: Capturing, size_wh: tuple[int, int]) -> None:
        count = self._solved = len(capturing.views)
        is_mirrored = self._mirrored > 0 and not capturing.views
        outcome = solve_lens(capturing.views, size_wh, is_mirrored=is_mirrored)
        self._enough = views_wanted(outcome, count)
        if self._enough > count and not self._is_finishing:
            return
        if isinstance(outcome, LensReport):
            self._learn(outcome)
        self._document = {**self._document, "is_over": True, **_verdict(outcome)}
        self._end()


def _verdict(outcome: LensReport | LensRefused) -> dict[str, Any]:
    if isinstance(outcome, LensRefused):
        return {"verdict": "fail", "reason": str(outcome.reason), "words": outcome.words}
    used = [error for error in outcome.view_rms_px if error is not None]
    return {
        "verdict": "warning" if outcome.warnings else "pass",
        "focal_px": round(outcome.lens.focal_xy_px[0], 1),
        "bent_px": round(bending_px(outcome), 1),
        "left_px": round(outcome.rms_px, 2),
        "unsure_px": round(outcome.unsure_px, 2),
        "used": len(used),
        "warnings": list(outcome.warnings),
    }
