"""How old a picture is when a slow reader gets it, in real time."""

from __future__ import annotations

import threading
import time
from typing import Any

import numpy as np
import pytest

from companion.vision.camera import LiveCamera

FRAMES_PER_S = 30.0


class Ticking:
    """A 1080p device of 30 pictures a second, each with its number written into it."""

    def __init__(self) -> None:
        self.began_s = time.monotonic()
        self.given = 0
        self._image = np.random.default_rng(1).integers(40, 220, (1080, 1920, 3), np.uint8)

    def due(self) -> int:
        return int((time.monotonic() - self.began_s) * FRAMES_PER_S)

    def read(self) -> tuple[bool, Any]:
        self.given += 1
        wait_s = self.began_s + self.given / FRAMES_PER_S - time.monotonic()
        if wait_s > 0:
            threading.Event().wait(wait_s)
        image = self._image.copy()
        image[0, 0] = (self.given & 255, self.given >> 8, 0)
        return True, image

    def release(self) -> None:
        pass


@pytest.mark.slow
def test_slow_reader_gets_the_newest_picture() -> None:
    device = Ticking()
    source = LiveCamera(lambda: device, name="a camera")
    behind = []
    try:
        for _ in range(40):
            # The eyes are busy for a quarter of a second.
            threading.Event().wait(0.25)
            frame = source.read()
            assert frame is not None
            number = int(frame.image[0, 0, 0]) + 256 * int(frame.image[0, 0, 1])
            behind.append(device.due() - number)
    finally:
        source.close()
    rate = source.health.rate_per_s if source.health is not None else None
    print(
        f"\nframes behind: median {np.median(behind):.0f}, at worst {max(behind)}; "
        f"{rate:.1f} pictures a second"
    )

    assert np.percentile(behind, 95) <= 2
