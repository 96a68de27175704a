"""What the eyes cost once the table is known, and what cards without tags cost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from statistics import median
from time import process_time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.vision.frame import Image

STILL = "a still frame"
CHANGED = "a frame in which one cell changed"
UNTAGGED = "a first look without tags"

_FRAME_S = 1 / 30


def following_times(images: Sequence[Image], rounds: int) -> dict[str, float]:
    """Median milliseconds of processor time for the looks that follow the first.

    Args:
        images: Pictures of tables of the built-in deck.
        rounds: Each look is measured so often, and its quickest kept.
    """
    import numpy as np

    from companion.deck.cards import built_in_deck
    from companion.deck.tags import tags_of
    from companion.vision.frame import Frame
    from companion.vision.readers import TaggedReader
    from companion.vision.tags import make_tag_bank
    from companion.vision.track import Track, follow
    from companion.vision.untagged import read_untagged

    reader = TaggedReader(make_tag_bank(tags_of(built_in_deck())))
    times: dict[str, list[float]] = {STILL: [], CHANGED: [], UNTAGGED: []}
    for image in images:
        track: Track | None = None
        for number in range(3):
            track, _ = follow(track, Frame(image, number * _FRAME_S, number), reader)
        if track is None or track.last_board is None:
            continue
        other = image.copy()
        # The middle of one card in a skin's colour, as a hand that came to rest would show it.
        quad = track.last_board.cells[12].quad_px
        left, top = np.percentile(quad, 30, axis=0).astype(int)
        right, bottom = np.percentile(quad, 70, axis=0).astype(int)
        other[top:bottom, left:right] = (90, 130, 170)
        # The first frame with a change moves; in the second it lies still and is read.
        moved, _ = follow(track, Frame(other, 3 * _FRAME_S, 3), reader)
        still = Frame(image, 3 * _FRAME_S, 3)
        settled = Frame(other, 4 * _FRAME_S, 4)
        times[STILL].append(_quickest(partial(follow, track, still, reader), rounds))
        times[CHANGED].append(_quickest(partial(follow, moved, settled, reader), rounds))
        times[UNTAGGED].append(_quickest(partial(read_untagged, image), rounds))
    return {name: median(each) for name, each in times.items() if each}


def _quickest(look: Callable[[], object], rounds: int) -> float:
    quickest_ms = float("inf")
    for _ in range(rounds):
        started_s = process_time()
        look()
        quickest_ms = min(quickest_ms, (process_time() - started_s) * 1000)
    return quickest_ms
