"""Keeps a camera's colours still during an evening, where its driver lets us, and says so."""

from __future__ import annotations

import logging
from collections.abc import Callable

import numpy as np

from companion.errors import CameraLostError
from companion.game.actions import Action
from companion.table.eyes import Look
from companion.vision.locks import UNLOCKED, Locking, LockReport, follow_light
from companion.vision.reading import BoardReading

LOG = logging.getLogger(__name__)


_GONE_S = 3.0
"""A silence of a working camera is shorter."""


class Steady:
    """Locks white balance, exposure and focus once the table lies still before the camera.

    Args:
        lock: Locks the camera (true) or hands it back to its automatics.
        tell: Told in one line what was locked, and what the driver keeps to itself.
    """

    def __init__(self, lock: Callable[[bool], LockReport], tell: Callable[[str], None]) -> None:
        self._lock = lock
        self._tell = tell
        self._locking: Locking = UNLOCKED
        self._is_done = False
        self._seen_at_s = float("-inf")
        self.report: LockReport | None = None

    def look(self, look: Look, _accepted: tuple[Action, ...]) -> None:
        """Take the newest look at the table."""
        if self._is_done:
            return
        at_s = look.frame.captured_at_s
        if at_s - self._seen_at_s > _GONE_S:
            # A camera that was away may have come back with its automatics on.
            self._locking = UNLOCKED
        self._seen_at_s = at_s
        before = self._locking
        is_seen = isinstance(look.reading, BoardReading)
        level = float(np.mean(look.frame.image[::16, ::16, 1]))
        self._locking = follow_light(before, at_s, level, is_seen=is_seen)
        if self._locking.is_locked == before.is_locked:
            return
        try:
            report = self._lock(self._locking.is_locked)
        except CameraLostError as error:
            LOG.warning("the camera's colours could not be held: %s", error.message)
            self._locking = UNLOCKED
            return
        if self._locking.is_locked:
            if self.report != report:
                self._tell(f"camera: {report.words}")
            self.report = report
            # A driver that keeps everything to itself need not be asked again.
            self._is_done = not report.locked

    def let_go(self) -> None:
        """Hand the camera back as it was found."""
        if self.report is not None and self.report.locked:
            try:
                self._lock(False)
            except CameraLostError:
                LOG.info("the camera has gone with its colours held")
