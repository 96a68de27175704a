"""How the camera is doing, in words that a host understands."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class CameraState(StrEnum):
    """What the companion has of a camera."""

    NONE = "none"
    """There is none: people tap the cards."""
    LIVE = "live"
    """The table is seen."""
    HIDDEN = "hidden"
    """Pictures come, and the table is not seen in them."""
    LOST = "lost"
    """No more pictures come."""
    PAUSED = "paused"
    """People told it to look away."""


@dataclass(frozen=True, slots=True)
class CameraStatus:
    """How the camera is doing.

    Attributes:
        state: What there is of it.
        hint: What to do about it, or None.
        is_simulated: The pictures are made up.
    """

    state: CameraState = CameraState.NONE
    hint: str | None = None
    is_simulated: bool = False

    def to_document(self) -> dict[str, Any]:
        """Put it into a view."""
        return {"state": self.state.value, "hint": self.hint}


NO_CAMERA = CameraStatus()
"""A table without a camera."""
