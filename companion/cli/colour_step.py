"""Measuring the covers' colours at the table: each kind is shown once, and taken as it lies still.

Printed covers are known by their tags, so that they may lie in any order; covers from a shop are
asked for one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.colours import ColorReport, judge_colors, sample_reading
from calibration.showing import Showing, looks_of_shown, measure_cells, show_covers
from companion.deck.palette import Color
from companion.terms import CoverCard, Edition
from companion.vision.annotate import draw_reading
from companion.vision.covers import CellColor
from companion.vision.frame import Frame, Image
from companion.vision.readers import Reader
from companion.vision.reading import BoardReading, CellState, Unseen

STEP = "colours"

LOOKS = 3
"""So many readings of a cover that lies still are taken of each kind."""

_LEAST_CARDS = 8
"""Bare cards give the white that colours are measured against."""


class ColourStep:
    """Takes each kind of cover, judges them together, and says what would help.

    Called in the thread of the eyes, asked by the pages; what is exchanged is whole documents.

    Args:
        reader: Reads the table.
        edition: Whose covers lie on it.
        is_tagged: Whether tags tell what a cover is.
        learn: Takes what came of it.
        end: Called when there is nothing more to look at.
    """

    def __init__(
        self,
        reader: Reader,
        edition: Edition,
        *,
        is_tagged: bool,
        learn: Callable[[ColorReport], None],
        end: Callable[[], None],
    ) -> None:
        self._reader = reader
        self._edition = edition
        self._is_tagged = is_tagged
        self._learn = learn
        self._end = end
        self._samples: dict[CoverCard | None, list[CellColor]] = {}
        self._looks: dict[CoverCard | None, int] = {}
        self._quads: NDArray[np.float64] | None = None
        self._showing: Showing | None = None
        self._shown_looks: dict[CoverCard, bytes | None] = {}
        self._is_finishing = False
        self._document: dict[str, Any] = {"step": STEP, "is_over": False, "is_seen": False}
        self._tell(is_seen=False)

    def __call__(self, frame: Frame) -> Image:
        """Look at one frame; gives it with what was seen."""
        if self._document["is_over"]:
            return frame.image
        look = self._look_at_tags if self._is_tagged else self._look_at_shown
        shown = look(frame)
        is_whole = all(self._has(kind) for kind in CoverCard)
        if is_whole or self._is_finishing:
            self._judge()
        return shown

    def finish(self) -> None:
        """Judge what was seen when the next frame comes."""
        self._is_finishing = True

    def document(self) -> dict[str, Any]:
        """What the page shows."""
        return self._document

    def _look_at_tags(self, frame: Frame) -> Image:
        reading = self._reader.read(frame)
        found: Mapping[CoverCard | None, list[CellColor]] = {}
        if isinstance(reading, BoardReading):
            found = sample_reading(frame.image, reading)
        for kind in (*CoverCard, None):
            if kind in found and self._looks.get(kind, 0) < LOOKS:
                self._samples.setdefault(kind, []).extend(found[kind])
                self._looks[kind] = self._looks.get(kind, 0) + 1
        self._tell(is_seen=isinstance(reading, BoardReading))
        return draw_reading(frame.image, reading, self._edition)

    def _look_at_shown(self, frame: Frame) -> Image:
        if self._quads is None:
            reading = self._reader.read(frame)
            if not isinstance(reading, Unseen):
                bare = sum(cell.state is CellState.CARD for cell in reading.cells)
                if bare >= _LEAST_CARDS:
                    self._quads = np.array([cell.quad_px for cell in reading.cells])
            self._tell(is_seen=self._quads is not None)
            return draw_reading(frame.image, reading, self._edition)
        colors = measure_cells(frame.image, self._quads, self._edition)
        self._showing = show_covers(
            self._showing, colors, frame.captured_at_s, edition=self._edition
        )
        self._shown_looks |= looks_of_shown(
            frame.image, self._quads, self._showing, self._shown_looks
        )
        for kind, color in self._showing.taken.items():
            self._samples[kind], self._looks[kind] = [color], LOOKS
        self._tell(is_seen=True)
        return frame.image

    def _has(self, kind: CoverCard) -> bool:
        return self._looks.get(kind, 0) >= LOOKS

    def _tell(self, *, is_seen: bool) -> None:
        """Write anew what the page shows."""
        wanted = next((kind for kind in CoverCard if not self._has(kind)), None)
        if not self._is_tagged:
            wanted = None if self._showing is None else self._showing.wanted
        kinds = [
            {
                "kind": self._edition.shown_as(str(kind)),
                "is_taken": self._has(kind),
                "is_wanted": kind is wanted,
                "color": _as_seen(self._samples.get(kind, [])),
            }
            for kind in CoverCard
        ]
        self._document = {
            **self._document,
            "is_seen": is_seen,
            "is_tagged": self._is_tagged,
            "kinds": kinds,
        }

    def _judge(self) -> None:
        report = judge_colors(self._samples, self._shown_looks)
        if report.inks:
            self._learn(report)
        self._document = {
            **self._document,
            "is_over": True,
            "verdict": str(report.verdict) if report.inks else "fail",
            "distance": None if report.team_distance is None else round(report.team_distance),
            "cures": list(report.cures),
            "missing": [self._edition.shown_as(str(kind)) for kind in report.missing],
        }
        self._end()


def _as_seen(colors: list[CellColor]) -> str | None:
    """The colour as the camera sees it beside white, for the screen."""
    if not colors:
        return None
    relative = np.median([color.body / np.maximum(color.white, 1e-3) for color in colors], axis=0)
    red, green, blue = (round(255 * min(1.0, float(part)) ** (1 / 2.2)) for part in relative)
    return Color(red, green, blue).hex
