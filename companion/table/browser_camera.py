"""A camera whose pictures come through a browser: a phone over the table."""

from __future__ import annotations

import threading
from collections.abc import Callable
from time import monotonic

from companion.errors import CameraLostError, CompanionError
from companion.vision.frame import Frame, Image

SILENT_AFTER_S = 4.0
"""A phone that sends nothing for so long has gone to sleep or lost the network."""


class BrowserCamera:
    """Takes pictures from the pages and hands the newest on; older ones are dropped unread.

    A `FrameSource`: `put` is called by the pages, `read` by the eyes.

    Args:
        name: What people call the device.
        decode: Makes a picture of a JPEG's bytes.
        clock: Seconds, monotonic.
    """

    is_simulated = False

    def __init__(
        self,
        name: str,
        decode: Callable[[bytes], Image],
        *,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.name = name
        self._decode = decode
        self._clock = clock
        self._news = threading.Condition()
        self._fresh: tuple[bytes, float] | None = None
        self._is_closed = False
        self._number = 0
        self.put_count = 0

    def put(self, jpeg: bytes) -> None:
        """Lay the newest picture in, in place of one that nobody has looked at yet."""
        with self._news:
            self._fresh = (jpeg, self._clock())
            self.put_count += 1
            self._news.notify_all()

    def read(self) -> Frame | None:
        """Wait for the next picture.

        Raises:
            CameraLostError: None came for a while, or the source was closed.
        """
        while True:
            with self._news:
                if self._fresh is None and not self._is_closed:
                    self._news.wait(SILENT_AFTER_S)
                fresh, self._fresh = self._fresh, None
                if fresh is None or self._is_closed:
                    raise CameraLostError(
                        f"{self.name} sends no pictures any more: is its page still open?",
                        device=self.name,
                        last_frame=self._number,
                    )
            try:
                image = self._decode(fresh[0])
            except CompanionError:
                continue  # a picture that broke on its way; the next one comes at once
            self._number += 1
            return Frame(image, fresh[1], self._number)

    def close(self) -> None:
        """Nothing to let go of: the phone may go on sending, and is read again."""
