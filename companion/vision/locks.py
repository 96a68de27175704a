"""Keeping a camera from changing its mind: white balance, exposure and focus, where drivers let us.

What a driver answers is not believed: a value is set, read back, and what differs is said.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any

import cv2


@dataclass(frozen=True, slots=True)
class _Knob:
    """What changes by itself, and how one backend is told to leave it.

    Attributes:
        name: What people call it.
        switch: The property that turns its automatic on and off.
        off: What is written to turn it off; None where writing the value itself does that.
        on: What may turn it on again, the first that works.
        values: Properties that may hold its value.
    """

    name: str
    switch: int
    off: float | None
    on: tuple[float, ...]
    values: tuple[int, ...]


HELD = _WB, _EXPOSURE, _FOCUS = "white balance", "exposure", "focus"
"""Names of what changes by itself."""

_V4L2 = (
    _Knob(_WB, cv2.CAP_PROP_AUTO_WB, 0.0, (1.0,), (cv2.CAP_PROP_WB_TEMPERATURE,)),
    # V4L2's own menu: 1 is manual, 3 aperture priority (webcams), 0 automatic (some others).
    _Knob(_EXPOSURE, cv2.CAP_PROP_AUTO_EXPOSURE, 1.0, (3.0, 0.0), (cv2.CAP_PROP_EXPOSURE,)),
    _Knob(_FOCUS, cv2.CAP_PROP_AUTOFOCUS, 0.0, (1.0,), (cv2.CAP_PROP_FOCUS,)),
)

_WINDOWS = (
    # DSHOW keeps a lamp's temperature where others keep blue, MSMF under another name.
    _Knob(
        _WB,
        cv2.CAP_PROP_AUTO_WB,
        None,
        (1.0,),
        (
            cv2.CAP_PROP_WHITE_BALANCE_BLUE_U,
            cv2.CAP_PROP_WB_TEMPERATURE,
            cv2.CAP_PROP_TEMPERATURE,
        ),
    ),
    _Knob(_EXPOSURE, cv2.CAP_PROP_AUTO_EXPOSURE, None, (1.0,), (cv2.CAP_PROP_EXPOSURE,)),
    _Knob(_FOCUS, cv2.CAP_PROP_AUTOFOCUS, None, (1.0,), (cv2.CAP_PROP_FOCUS,)),
)
"""MSMF takes what is written to the switch of exposure for the exposure itself (0: a second), and
anything but 0 for "automatic"; DSHOW before 4.7 has no such switch. Writing the value that it has
turns the automatic off with both."""

_BACKENDS = {"V4L2": _V4L2, "DSHOW": _WINDOWS, "MSMF": _WINDOWS}
_BY_SYSTEM = {"linux": _V4L2, "win32": _WINDOWS}


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
    turn = _hold if is_locked else _hand_back
    locked: list[str] = []
    refused: list[str] = []
    for knob in _knobs_of(device):
        is_done = hasattr(device, "set") and turn(device, knob)
        (locked if is_done else refused).append(knob.name)
    return LockReport(tuple(locked), tuple(refused))


def _knobs_of(device: Any) -> tuple[_Knob, ...]:
    """The knobs of the backend that reads a device; others have V4L2's names and take nothing."""
    try:
        backend = str(device.getBackendName())
    except (AttributeError, cv2.error):
        backend = ""
    return _BACKENDS.get(backend, _BY_SYSTEM.get(sys.platform, _V4L2))


def _hold(device: Any, knob: _Knob) -> bool:
    """Turn an automatic off and keep the value that it had; whether the driver truly did."""
    try:
        had = [(value, float(device.get(value))) for value in knob.values]
        if knob.off is None:
            return any(_writes(device, knob, value, before) for value, before in had)
        if not device.set(knob.switch, knob.off):
            return False
        if abs(device.get(knob.switch) - knob.off) > _SAME:
            return False
        for value, before in had:
            if before > 0:
                # Without its automatic a camera falls back to a value of its own.
                device.set(value, before)
    except cv2.error:
        return False
    return True


def _writes(device: Any, knob: _Knob, value: int, before: float) -> bool:
    """Write a value as it is; whether it stayed and the automatic is off."""
    if before == _UNKNOWN and knob.name != _EXPOSURE:
        return False
    if not device.set(value, before) or abs(device.get(value) - before) > _SAME:
        return False
    return bool(abs(device.get(knob.switch) - _AUTOMATIC) > _SAME)


def _hand_back(device: Any, knob: _Knob) -> bool:
    """Turn an automatic on again; whether the driver did."""
    try:
        return any(device.set(knob.switch, on) for on in knob.on)
    except cv2.error:
        return False


_SAME = 1e-3
_UNKNOWN = -1.0
"""What OpenCV answers for what a driver has not; half a second of exposure is written so too."""

_AUTOMATIC = 1.0
"""How Windows' backends call an automatic that is on; off is 0 or 2."""


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
