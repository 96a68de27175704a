"""Keeping a camera from changing its mind: white balance, exposure and focus, where drivers let us.

What a driver answers is not believed: a value is set, read back, and what differs is said.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any

import cv2

_MANUAL_EXPOSURE = {"linux": (1.0, 3.0), "win32": (0.25, 0.75), "darwin": (0.25, 0.75)}
"""Manual and automatic: V4L2 counts its menu, the others follow an old convention of OpenCV's."""


LOCKED = (
    ("white balance", cv2.CAP_PROP_AUTO_WB, cv2.CAP_PROP_WB_TEMPERATURE),
    ("exposure", cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_EXPOSURE),
    ("focus", cv2.CAP_PROP_AUTOFOCUS, cv2.CAP_PROP_FOCUS),
)
"""What changes by itself: its name, the switch of its automatic, its value."""


@dataclass(frozen=True, slots=True)
class LockReport:
    """What could be locked.

    Attributes:
        locked: Names of what stays as it is now.
        refused: Names of what the driver keeps to itself.
    """

    locked: tuple[str, ...]
    refused: tuple[str, ...]

    @property
    def words(self) -> str:
        """One line for people.

        Example:
            >>> LockReport(("exposure",), ("white balance",)).words
            'locked: exposure; this driver keeps to itself: white balance'
        """
        told = []
        if self.locked:
            told.append(f"locked: {', '.join(self.locked)}")
        if self.refused:
            told.append(f"this driver keeps to itself: {', '.join(self.refused)}")
        return "; ".join(told) or "nothing was asked for"


def lock_camera(capture: Any, *, is_locked: bool) -> LockReport:
    """Lock white balance, exposure and focus as they are now, or hand them back.

    Args:
        capture: A `cv2.VideoCapture`, or something that has one as `capture`; what has no knobs
            (a stream) refuses everything.
        is_locked: Whether they are to stay.
    """
    device = getattr(capture, "capture", capture)
    manual, automatic = _MANUAL_EXPOSURE.get(sys.platform, (0.25, 0.75))
    locked: list[str] = []
    refused: list[str] = []
    for name, switch, value in LOCKED:
        is_exposure = switch == cv2.CAP_PROP_AUTO_EXPOSURE
        off, on = (manual, automatic) if is_exposure else (0.0, 1.0)
        is_done = hasattr(device, "set") and _turn(
            device, switch, off if is_locked else on, value if is_locked else None
        )
        (locked if is_done else refused).append(name)
    return LockReport(tuple(locked), tuple(refused))


def _turn(device: Any, switch: int, wanted: float, kept: int | None) -> bool:
    """Set a switch, and the value that it had; whether the driver truly did."""
    try:
        before = device.get(kept) if kept is not None else -1.0
        if not device.set(switch, wanted) or abs(device.get(switch) - wanted) > 1e-3:
            return False
        if before > 0 and kept is not None:
            # Without its automatic a camera falls back to a value of its own.
            device.set(kept, before)
        return True
    except cv2.error:
        return False


@dataclass(frozen=True, slots=True)
class Locking:
    """Whether a camera's automatics should be held now.

    Attributes:
        is_locked: Whether they are to be held.
        level: Brightness of the picture when they were, 0 to 255.
        since_s: Since when the table is seen, or the light is another; None while neither.
    """

    is_locked: bool
    level: float
    since_s: float | None


UNLOCKED = Locking(False, 0.0, None)

SETTLED_AFTER_S = 4.0
"""Automatics of webcams settle within three seconds of the last hand."""

OTHER_LIGHT_S = 3.0
OTHER_LIGHT = 1.7
"""A lamp switched on or off changes the picture twofold, a hand over a third of the table by less;
what is held then would be held wrongly, so the automatics get another look."""


def follow_light(so_far: Locking, at_s: float, level: float, *, is_seen: bool) -> Locking:
    """Decide whether to hold a camera's automatics; pure.

    Args:
        so_far: What the last call gave; `UNLOCKED` at first.
        at_s: The picture's time.
        level: Its mean brightness, 0 to 255.
        is_seen: Whether the table is seen in it: what is held without cards may be a dark room.

    Example:
        >>> seen = follow_light(UNLOCKED, 10.0, 90.0, is_seen=True)
        >>> follow_light(seen, 14.5, 90.0, is_seen=True).is_locked
        True
    """
    if not so_far.is_locked:
        if not is_seen:
            return UNLOCKED
        since_s = at_s if so_far.since_s is None else so_far.since_s
        if at_s - since_s < SETTLED_AFTER_S:
            return Locking(False, level, since_s)
        return Locking(True, level, None)
    darker, brighter = sorted((max(level, 1.0), max(so_far.level, 1.0)))
    if brighter / darker < OTHER_LIGHT:
        return Locking(True, so_far.level, None)
    since_s = at_s if so_far.since_s is None else so_far.since_s
    if at_s - since_s < OTHER_LIGHT_S:
        return Locking(True, so_far.level, since_s)
    return UNLOCKED
