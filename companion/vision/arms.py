"""Where arms lie over the board, from frame to frame."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from companion.terms import ALL_CELLS
from companion.vision.motion import exposure_gain
from companion.vision.surroundings import (
    Remembered,
    Surroundings,
    crossed_cells,
    label_surroundings,
    refresh,
    remember,
)

_Floats = NDArray[np.float64]
_Flags = NDArray[np.bool_]
_Thumbnail = NDArray[np.float32]

_LASTS_S = 3.0
"""An arm that rests over a cell hides it for so long; what still lies there then is looked at."""

_LOOKED_EVERY_S = 0.5
"""What lies around a cell is remembered anew so often: an arm that creeps shows by then, one that
moves a pixel a frame would become the table bit by bit."""


@dataclass(frozen=True, slots=True, eq=False)
class Arms:
    """What tells of arms.

    Attributes:
        surroundings: Which pixels of a thumbnail lie around each cell.
        around: What lies there when no arm does.
        seen_at_s: When each cell's surroundings were seen, shape `(25,)`.
        exposure: The camera's exposure, over that of the first frame.
        since_s: Since when an arm lies over each cell, shape `(25,)`; infinite where none.
    """

    surroundings: Surroundings
    around: Remembered
    seen_at_s: _Floats
    exposure: float
    since_s: _Floats

    def lie_over(self, now_s: float) -> _Flags:
        """Which cells an arm hides, shape `(25,)`."""
        return np.asarray(np.isfinite(self.since_s) & (now_s - self.since_s < _LASTS_S), np.bool_)


def no_arms(
    quads_px: _Floats, image_size_wh: tuple[int, int], thumbnail: _Thumbnail, now_s: float
) -> Arms:
    """A board that was just found, with nothing over it.

    Args:
        quads_px: float64, shape `(25, 4, 2)`, pixels of the full picture.
        image_size_wh: That picture's size.
        thumbnail: The same picture, small.
        now_s: Its time.
    """
    surroundings = label_surroundings(quads_px, image_size_wh, thumbnail)
    around = remember(thumbnail, surroundings, 1.0)
    count = len(ALL_CELLS)
    return Arms(surroundings, around, np.full(count, now_s), 1.0, np.full(count, np.inf))


def follow_arms(
    arms: Arms,
    previous: _Thumbnail,
    thumbnail: _Thumbnail,
    labels: NDArray[np.uint8],
    now_s: float,
    is_changed: _Flags,
    levels: float,
) -> Arms:
    """Arms in the next frame.

    Args:
        arms: In the frame before.
        previous: Its thumbnail.
        thumbnail: The newest one.
        labels: Which pixel of them belongs to which cell.
        now_s: The frame's time.
        is_changed: bool, shape `(25,)`: which cells look otherwise than when they were read.
        levels: By how much a pixel must differ.
    """
    exposure = arms.exposure * exposure_gain(previous, thumbnail, labels)
    was_crossed = np.isfinite(arms.since_s)
    crossed, is_same = crossed_cells(
        arms.around, thumbnail, arms.surroundings, exposure, was_crossed, is_changed, levels
    )
    is_due = is_same & (now_s - arms.seen_at_s >= _LOOKED_EVERY_S)
    return replace(
        arms,
        around=refresh(arms.around, thumbnail, arms.surroundings, exposure, is_due),
        seen_at_s=np.where(is_due, now_s, arms.seen_at_s),
        exposure=exposure,
        since_s=np.where(crossed, np.minimum(arms.since_s, now_s), np.inf),
    )


def seen_anew(arms: Arms, thumbnail: _Thumbnail, now_s: float, cells: _Flags) -> Arms:
    """The same once it is known of some cells that no arm lies there.

    Args:
        arms: What was known.
        thumbnail: The newest frame's.
        now_s: That frame's time.
        cells: bool, shape `(25,)`: cells that could be read.
    """
    return replace(
        arms,
        around=refresh(arms.around, thumbnail, arms.surroundings, arms.exposure, cells),
        seen_at_s=np.where(cells, now_s, arms.seen_at_s),
        since_s=np.where(cells, np.inf, arms.since_s),
    )
