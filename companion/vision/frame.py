"""One capture with its time, and what a source of captures looks like."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from companion.vision.trouble import Trouble

Image = NDArray[np.uint8]
"""A picture: uint8, shape `(H, W, 3)`, columns blue, green, red."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One capture.

    Attributes:
        image: uint8, shape `(H, W, 3)`, BGR.
        captured_at_s: When it was taken, on the source's own monotonic clock, seconds.
        number: Count of captures of this source, from 0.
        trouble: What is wrong with the camera's pictures at this moment, or None.
    """

    image: Image
    captured_at_s: float
    number: int
    trouble: Trouble | None = None

    @property
    def is_blind(self) -> bool:
        """Whether nothing of the table can be seen in it, though a picture came."""
        return self.trouble is not None and self.trouble.is_blinding


class FrameSource(Protocol):
    """Where frames come from: a camera, a file, a stream, the simulated table."""

    @property
    def name(self) -> str:
        """What people call it."""

    @property
    def is_simulated(self) -> bool:
        """Whether the pictures are made up; every page must then say so."""

    def read(self) -> Frame | None:
        """Wait for the next frame; None when the source has come to its end.

        Raises:
            CameraLostError: The camera gives no more pictures.
        """

    def close(self) -> None:
        """Let go of the device."""
