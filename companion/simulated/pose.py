"""Where the camera stands, and so where each millimetre of the board falls in the picture."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

FOCAL_SHARE = 0.85
"""Focal length over picture width: 61 degrees across, as webcams have."""


@dataclass(frozen=True, slots=True)
class CameraPose:
    """A pinhole camera over the board.

    Attributes:
        size_wh: Picture size in pixels.
        tilt_deg: Lean of the optical axis from the vertical; what is near lies at the bottom.
        turn_deg: The board's turn in the picture, clockwise; 0 shows it as the guessers read it.
        roll_deg: Turn of the camera about its own axis, clockwise in the picture.
        centre_mm: Point of the board about which it turns.
        shift_mm: Where that centre stands in the camera's frame: right, down, ahead.
    """

    size_wh: tuple[int, int]
    tilt_deg: float
    turn_deg: float
    roll_deg: float
    centre_mm: tuple[float, float]
    shift_mm: tuple[float, float, float]

    @property
    def image_from_board(self) -> NDArray[np.float64]:
        """Homography from board millimetres to pixels; integer pixels are pixel centres."""
        width, height = self.size_wh
        focal_px = FOCAL_SHARE * width
        camera = np.array(
            [
                [focal_px, 0, (width - 1) / 2],
                [0, focal_px, (height - 1) / 2],
                [0, 0, 1],
            ]
        )
        tilt = np.radians(self.tilt_deg)
        lean = np.array(
            [
                [1, 0, 0],
                [0, np.cos(tilt), np.sin(tilt)],
                [0, -np.sin(tilt), np.cos(tilt)],
            ]
        )
        # Both look down: the board's third axis goes into the table, the camera's away from it.
        rotation = _about_z(self.roll_deg) @ lean @ _about_z(self.turn_deg)
        to_centre = np.array([[1, 0, -self.centre_mm[0]], [0, 1, -self.centre_mm[1]], [0, 0, 1.0]])
        columns = np.column_stack([rotation[:, 0], rotation[:, 1], np.array(self.shift_mm)])
        homography = camera @ columns @ to_centre
        return np.asarray(homography / homography[2, 2], np.float64)

    def towards(self, other: CameraPose, share: float) -> CameraPose:
        """A place on the way to another one: 0 is here, 1 is there."""
        shift = [
            here + (there - here) * share
            for here, there in zip(self.shift_mm, other.shift_mm, strict=True)
        ]
        return replace(
            self,
            tilt_deg=self.tilt_deg + (other.tilt_deg - self.tilt_deg) * share,
            turn_deg=self.turn_deg + (other.turn_deg - self.turn_deg) * share,
            roll_deg=self.roll_deg + (other.roll_deg - self.roll_deg) * share,
            shift_mm=(shift[0], shift[1], shift[2]),
        )

    def bumped(self, rng: np.random.Generator) -> CameraPose:
        """The same camera after someone knocked against its stand."""
        right, down, ahead = self.shift_mm
        reach = ahead * 0.02
        return replace(
            self,
            roll_deg=self.roll_deg + float(rng.uniform(0.6, 1.8) * rng.choice([-1, 1])),
            tilt_deg=self.tilt_deg + float(rng.uniform(-1, 1)),
            shift_mm=(
                right + float(rng.uniform(0.4, 1) * rng.choice([-1, 1])) * reach,
                down + float(rng.uniform(0.4, 1) * rng.choice([-1, 1])) * reach,
                ahead * float(rng.uniform(0.99, 1.03)),
            ),
        )


def aim(
    outline_mm: NDArray[np.float64],
    *,
    size_wh: tuple[int, int],
    tilt_deg: float = 0.0,
    turn_deg: float = 0.0,
    roll_deg: float = 0.0,
    fill: float = 0.8,
) -> CameraPose:
    """Stand the camera so that an outline fills this share of the picture, in its middle.

    Args:
        outline_mm: Points of the board plane, float, shape `(n, 2)`.
        size_wh: Picture size.
        tilt_deg: See `CameraPose`.
        turn_deg: See `CameraPose`.
        roll_deg: See `CameraPose`.
        fill: Height of the outline over the picture's height, or width over width, whichever
            is larger.

    Raises:
        ValueError: The tilt or the share is out of range.

    Example:
        >>> board = np.array([[0, 0], [300, 0], [300, 200], [0, 200]], float)
        >>> pose = aim(board, size_wh=(1280, 720), tilt_deg=30, fill=0.8)
        >>> seen = project(pose.image_from_board, board)
        >>> ((seen.max(axis=0) - seen.min(axis=0)) / (1280, 720)).round(3).max().item()
        0.8
    """
    if not 0 <= tilt_deg <= 70:
        raise ValueError(f"tilt_deg must be 0 to 70, not {tilt_deg!r}")
    if not 0 < fill <= 1.5:
        raise ValueError(f"fill must be above 0 and at most 1.5, not {fill!r}")
    width, height = size_wh
    span_mm = float(np.ptp(outline_mm, axis=0).max())
    centre = (outline_mm.max(axis=0) + outline_mm.min(axis=0)) / 2
    pose = CameraPose(
        size_wh=size_wh,
        tilt_deg=tilt_deg,
        turn_deg=turn_deg,
        roll_deg=roll_deg,
        centre_mm=(float(centre[0]), float(centre[1])),
        shift_mm=(0.0, 0.0, 2.5 * span_mm),
    )
    for _ in range(60):
        seen = project(pose.image_from_board, outline_mm)
        low, high = seen.min(axis=0), seen.max(axis=0)
        ratio = float(((high - low) / (width, height)).max() / fill)
        off_px = (low + high) / 2 - ((width - 1) / 2, (height - 1) / 2)
        right, down, ahead = pose.shift_mm
        mm_per_px = ahead / (FOCAL_SHARE * width)
        pose = replace(
            pose,
            shift_mm=(
                right - 0.8 * float(off_px[0]) * mm_per_px,
                down - 0.8 * float(off_px[1]) * mm_per_px,
                ahead * ratio**0.9,
            ),
        )
    return pose


def project(homography: NDArray[np.float64], points: NDArray[np.float64]) -> NDArray[np.float64]:
    """Carry points, float, shape `(n, 2)`, through a homography."""
    carried = np.column_stack([points, np.ones(len(points))]) @ homography.T
    return np.asarray(carried[:, :2] / carried[:, 2:], np.float64)


def _about_z(degrees: float) -> NDArray[np.float64]:
    """Turn clockwise in the picture (y is down)."""
    angle = np.radians(degrees)
    cos, sin = np.cos(angle), np.sin(angle)
    return np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1.0]])
