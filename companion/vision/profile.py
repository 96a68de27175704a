"""What is known of one camera: its lens, and what colours look like to it in this light.

A profile is bound to a camera, to the size of its pictures and to the part of them that is used.
It is never used in silence where it does not belong: a lens that was measured at 1920 x 1080 fits
1280 x 720, which shows the same field, and does not fit 640 x 480, which shows a cut of it.
"""

from __future__ import annotations

import base64
import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import CorruptRecordError
from companion.terms import CoverCard

_Floats = NDArray[np.float64]

VERSION = 1

LOOK_BYTES = 20 * 30 * 3
"""A cover's look: 20 by 30 samples from its left top, lightness, a and b, a byte each."""

_SAME_SHAPE = 0.004
"""Width over height may differ by so much: 1366 x 768 is meant to be 16 to 9."""


@dataclass(frozen=True, slots=True)
class Intrinsics:
    """A lens, for one size of picture.

    Attributes:
        size_wh: The size, in pixels.
        focal_xy_px: Focal length across and down.
        centre_xy_px: Principal point; (0, 0) is the centre of the top left pixel.
        distortion: OpenCV's k1, k2, p1, p2, k3.
    """

    size_wh: tuple[int, int]
    focal_xy_px: tuple[float, float]
    centre_xy_px: tuple[float, float]
    distortion: tuple[float, float, float, float, float] = (0.0, 0.0, 0.0, 0.0, 0.0)

    @property
    def matrix(self) -> _Floats:
        """The camera matrix, float64, shape `(3, 3)`."""
        (fx, fy), (cx, cy) = self.focal_xy_px, self.centre_xy_px
        return np.array([[fx, 0, cx], [0, fy, cy], [0, 0, 1.0]])

    def scaled_to(self, size_wh: tuple[int, int]) -> Intrinsics:
        """The same lens for another size that shows the same field.

        Raises:
            ValueError: The other size has another shape, so that it shows another field.

        Example:
            >>> lens = Intrinsics((1920, 1080), (1500.0, 1500.0), (959.5, 539.5))
            >>> lens.scaled_to((1280, 720)).focal_xy_px, lens.scaled_to((1280, 720)).centre_xy_px
            ((1000.0, 1000.0), (639.5, 359.5))
        """
        if size_wh == self.size_wh:
            return self
        if not has_same_shape(size_wh, self.size_wh):
            raise ValueError(f"{size_wh} shows another field than {self.size_wh}")
        across, down = size_wh[0] / self.size_wh[0], size_wh[1] / self.size_wh[1]
        (fx, fy), (cx, cy) = self.focal_xy_px, self.centre_xy_px
        # Pixel edges scale, and (0, 0) is the centre of a pixel.
        return replace(
            self,
            size_wh=size_wh,
            focal_xy_px=(fx * across, fy * down),
            centre_xy_px=((cx + 0.5) * across - 0.5, (cy + 0.5) * down - 0.5),
        )

    def cropped_to(self, left_px: int, top_px: int, size_wh: tuple[int, int]) -> Intrinsics:
        """The same lens for a known part of the picture."""
        cx, cy = self.centre_xy_px
        return replace(self, size_wh=size_wh, centre_xy_px=(cx - left_px, cy - top_px))

    def undistort(self, points_raw_px: _Floats) -> _Floats:
        """Where points would be seen without distortion, float64, shape `(n, 2)`, in pixels."""
        if not any(self.distortion):
            return points_raw_px
        seen = np.asarray(points_raw_px, np.float64).reshape(-1, 1, 2)
        straight = cv2.undistortPoints(
            seen,
            self.matrix,
            np.array(self.distortion),
            R=np.eye(3),
            P=self.matrix,
            criteria=(cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 40, 1e-6),
        )
        return np.asarray(straight, np.float64).reshape(np.shape(points_raw_px))

    def distort(self, points_px: _Floats) -> _Floats:
        """Where undistorted points are truly seen; the inverse of `undistort`."""
        flat = np.asarray(points_px, np.float64).reshape(-1, 2)
        rays = (flat - self.centre_xy_px) / self.focal_xy_px
        seen, _ = cv2.projectPoints(
            np.column_stack([rays, np.ones(len(rays))]),
            np.zeros(3),
            np.zeros(3),
            self.matrix,
            np.array(self.distortion),
        )
        return np.asarray(seen, np.float64).reshape(np.shape(points_px))


@dataclass(frozen=True, slots=True)
class InkSeen:
    """What one kind of cover looks like here.

    Attributes:
        rgb: Linear light relative to card white.
        spread: How much it scatters over the table, in CIE76 units.
        look: Its picture, small (see `cover_looks`); None where no drawing was shown.
    """

    rgb: tuple[float, float, float]
    spread: float
    look: bytes | None = None


Inks = Mapping[CoverCard, InkSeen]
"""What inks look like to one camera in one light; kinds that nobody measured are not in it."""


@dataclass(frozen=True, slots=True)
class CameraProfile:
    """One camera.

    Attributes:
        camera: Which one: its identity, or the name it is opened by.
        lens: Its lens, or None.
        is_provisional: The lens was only guessed from the cards on the table.
        crop_px: Left, top, width and height of the part that the lens was measured for, in
            pixels of the whole picture; None for the whole.
        inks: What each kind of cover looks like in this light; empty where nobody measured it.
        paper: What bare card looks like, linear RGB relative to its own white; None as `inks`.
    """

    camera: str
    lens: Intrinsics | None = None
    is_provisional: bool = False
    crop_px: tuple[int, int, int, int] | None = None
    inks: Inks | None = None
    paper: tuple[float, float, float] | None = None

    def lens_for(
        self,
        camera: str,
        size_wh: tuple[int, int],
        crop_px: tuple[int, int, int, int] | None = None,
    ) -> Intrinsics | str:
        """The lens for pictures of this size, or why there is none, in words.

        Args:
            camera: The camera that gives the pictures.
            size_wh: Their size.
            crop_px: The part of them that is used, None for the whole.
        """
        if self.lens is None:
            return "the lens of this camera has not been measured"
        if camera != self.camera:
            return f"the lens of {self.camera!r} was measured, and this is {camera!r}"
        if crop_px != self.crop_px:
            return "the lens was measured for another part of the picture"
        if not has_same_shape(size_wh, self.lens.size_wh):
            now, then = ("{} x {}".format(*size) for size in (size_wh, self.lens.size_wh))
            return f"the lens was measured at {then}, and {now} shows another part of the field"
        return self.lens.scaled_to(size_wh)

    def to_document(self) -> dict[str, Any]:
        """Write it as plain values."""
        inks = {str(kind): _ink_document(ink) for kind, ink in (self.inks or {}).items()}
        return {
            "version": VERSION,
            "camera": self.camera,
            "lens": None if self.lens is None else asdict(self.lens),
            "is_provisional": self.is_provisional,
            "crop_px": self.crop_px,
            "inks": inks or None,
            "paper": self.paper,
        }

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> CameraProfile:
        """Read what `to_document` wrote.

        Raises:
            CorruptRecordError: It is no such document.
        """
        try:
            if document["version"] != VERSION:
                raise ValueError(f"it is of version {document['version']!r}, not {VERSION}")
            lens, inks = document["lens"], document["inks"]
            crop, paper = document["crop_px"], document["paper"]
            profile = cls(
                camera=str(document["camera"]),
                lens=None if lens is None else _lens_from(lens),
                is_provisional=bool(document["is_provisional"]),
                crop_px=None if crop is None else _four_ints(crop),
                inks=None
                if inks is None
                else {CoverCard(k): _ink_from(v) for k, v in inks.items()},
                paper=None if paper is None else _three(paper),
            )
        except KeyError as error:
            raise CorruptRecordError(f"this is no camera profile: it has no {error}") from error
        except (TypeError, ValueError, AttributeError) as error:
            raise CorruptRecordError(f"this is no camera profile: {error}") from error
        return profile


def has_same_shape(size_wh: tuple[int, int], other_wh: tuple[int, int]) -> bool:
    """Whether two sizes have one shape, and so most likely show one field."""
    return abs(size_wh[0] * other_wh[1] / (size_wh[1] * other_wh[0]) - 1) <= _SAME_SHAPE


def _lens_from(values: Mapping[str, Any]) -> Intrinsics:
    width, height = (int(value) for value in values["size_wh"])
    k1, k2, p1, p2, k3 = (_finite(value) for value in values["distortion"])
    lens = Intrinsics(
        (width, height),
        _two(values["focal_xy_px"]),
        _two(values["centre_xy_px"]),
        (k1, k2, p1, p2, k3),
    )
    if min(width, height) < 1 or min(lens.focal_xy_px) <= 0:
        raise ValueError("a size or a focal length is not above 0")
    return lens


def _ink_document(ink: InkSeen) -> dict[str, Any]:
    look = None if ink.look is None else base64.b64encode(ink.look).decode("ascii")
    return {"rgb": ink.rgb, "spread": ink.spread, "look": look}


def _ink_from(values: Mapping[str, Any]) -> InkSeen:
    coded = values.get("look")
    look = None if coded is None else base64.b64decode(coded, validate=True)
    if look is not None and len(look) != LOOK_BYTES:
        raise ValueError(f"the look of a cover has {LOOK_BYTES} bytes, not {len(look)}")
    return InkSeen(_three(values["rgb"]), _finite(values["spread"]), look)


def _finite(value: Any) -> float:
    number = float(value)
    if not math.isfinite(number):
        raise ValueError(f"{value!r} is no number")
    return number


def _two(values: Any) -> tuple[float, float]:
    first, second = (_finite(value) for value in values)
    return first, second


def _three(values: Any) -> tuple[float, float, float]:
    first, second, third = (_finite(value) for value in values)
    return first, second, third


def _four_ints(values: Any) -> tuple[int, int, int, int]:
    left, top, width, height = (int(value) for value in values)
    return left, top, width, height
