"""Printed faces as pictures, and the same faces as light that a camera would gather."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.simulated.light import linear_from_srgb
from companion.vision.frame import Image

FaceKey: TypeAlias = tuple[str, str, str]
"""Kind (`card` or `cover_card`), id, face: as in a sheet's manifest."""

Sprite: TypeAlias = NDArray[np.float32]
"""Linear light, shape `(h, w, 4)`, columns blue, green, red, coverage; colour times coverage."""


@dataclass(frozen=True, slots=True, eq=False)
class RasterFace:
    """One face of a printed piece, cut to its trim size.

    Attributes:
        image: uint8, shape `(h, w, 3)`, BGR, upright as the guessers read it.
        width_mm: Trim width.
        height_mm: Trim height.
    """

    image: Image
    width_mm: float
    height_mm: float


class FaceShelf:
    """Faces ready to be laid: each is turned into linear light once per resolution."""

    def __init__(self, faces: Mapping[FaceKey, RasterFace]) -> None:
        self._faces = dict(faces)
        self._sprites: dict[tuple[FaceKey, int], Sprite] = {}

    def __contains__(self, key: object) -> bool:
        return key in self._faces

    @property
    def any_size_wh_mm(self) -> tuple[float, float]:
        """Size of the first card: the cards of a deck are all of one size.

        Raises:
            ValueError: There are no cards.
        """
        for (kind, _, _), face in self._faces.items():
            if kind == "card":
                return (face.width_mm, face.height_mm)
        raise ValueError("no face of kind 'card' among the printed faces")

    def face(self, key: FaceKey) -> RasterFace:
        """The face of this name.

        Raises:
            ValueError: There is none.
        """
        try:
            return self._faces[key]
        except KeyError:
            raise ValueError(f"no printed face {key!r} among {len(self._faces)} faces") from None

    def sprite(self, key: FaceKey, px_per_mm: float) -> Sprite:
        """The face in linear light at about this resolution, never finer than its raster.

        Reduced by areas, so that a later warp at the same scale does not alias. The scale is
        rounded to half pixels a millimetre: cards far and near share their sprites.
        """
        face = self.face(key)
        raster_px_per_mm = face.image.shape[1] / face.width_mm
        halves = max(2, min(round(px_per_mm * 2), int(raster_px_per_mm * 2)))
        known = self._sprites.get((key, halves))
        if known is None:
            size_wh = (
                max(8, round(face.width_mm * halves / 2)),
                max(8, round(face.height_mm * halves / 2)),
            )
            colour = cv2.resize(linear_from_srgb(face.image), size_wh, interpolation=cv2.INTER_AREA)
            known = np.dstack([colour, np.ones(colour.shape[:2], np.float32)])
            known.flags.writeable = False
            self._sprites[(key, halves)] = known
        return known
