"""The four printed corner marks: where the table is, whose side is which, and mirrors."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.deck.aruco import CORNER_MARKS
from companion.vision.frame import Image
from companion.vision.homography import carry
from companion.vision.placed_by_hand import exact_homography

_Floats = NDArray[np.float64]

_ORDER = ("far-left", "far-right", "near-right", "near-left")


@dataclass(frozen=True, slots=True, eq=False)
class CornerMarksSeen:
    """Corner marks in one picture.

    Attributes:
        marks_px: Corners of each mark that was seen, float64, shape `(4, 2)`, as the guessers see
            it: top left, top right, bottom right, bottom left.
        is_mirrored: They were only found when the picture was mirrored; places are in the picture
            as it came.
    """

    marks_px: dict[str, _Floats]
    is_mirrored: bool

    @property
    def is_whole(self) -> bool:
        """Whether all four were seen."""
        return len(self.marks_px) == len(_ORDER)

    def between_px(self) -> _Floats | None:
        """The field between the marks, where the cards lie.

        Returns:
            float64, shape `(4, 2)`: top left, top right, bottom right, bottom left as the guessers
            see the table; the fourth corner is filled in where one mark is covered, None where
            more are.
        """
        inner = {
            # The corner of each mark that looks towards the cards.
            name: self.marks_px[name][(at + 2) % 4]
            for at, name in enumerate(_ORDER)
            if name in self.marks_px
        }
        if len(inner) == len(_ORDER):
            return np.array([inner[name] for name in _ORDER])
        if len(inner) != len(_ORDER) - 1:
            return None
        missing = next(at for at, name in enumerate(_ORDER) if name not in inner)
        # The marks that are seen carry a plane: four corners of each, upright, 40 mm wide.
        before, after, across = (_ORDER[(missing + step) % 4] for step in (-1, 1, 2))
        unit = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float64)
        plane_from_image = exact_homography(self.marks_px[across], unit)
        flat = {
            name: carry(inner[name].reshape(1, 2), plane_from_image)[0]
            for name in (before, after, across)
        }
        fourth = flat[before] + flat[after] - flat[across]
        inner[_ORDER[missing]] = carry(
            fourth.reshape(1, 2), np.asarray(np.linalg.inv(plane_from_image), np.float64)
        )[0]
        return np.array([inner[name] for name in _ORDER])


def find_corner_marks(image: Image) -> CornerMarksSeen | None:
    """Look for corner marks; None where there is none.

    Args:
        image: uint8, shape `(H, W, 3)`, BGR.
    """
    gray = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    found = _detect(gray)
    if len(found) == len(_ORDER):
        return CornerMarksSeen(found, is_mirrored=False)
    # One mark in a mirror looks like another, so the way round that shows more of them is right.
    mirrored = _detect(np.ascontiguousarray(gray[:, ::-1]))
    if len(found) >= len(mirrored):
        return CornerMarksSeen(found, is_mirrored=False) if found else None
    last = gray.shape[1] - 1
    back = {
        name: np.column_stack([last - quad[:, 0], quad[:, 1]]) for name, quad in mirrored.items()
    }
    return CornerMarksSeen(back, is_mirrored=True)


def _detect(gray: NDArray[np.uint8]) -> dict[str, _Floats]:
    try:
        quads, ids, _ = _detector().detectMarkers(gray)
    except cv2.error:
        return {}
    names = {number: name for name, number in CORNER_MARKS.items()}
    seen: dict[str, list[_Floats]] = {}
    for quad, number in zip(quads, [] if ids is None else np.reshape(ids, -1), strict=True):
        if int(number) in names:
            corners = np.asarray(quad, np.float64).reshape(4, 2)
            seen.setdefault(names[int(number)], []).append(corners)
    # A mark seen twice is one too many: neither is believed.
    return {name: quads[0] for name, quads in seen.items() if len(quads) == 1}


@functools.cache
def _detector() -> cv2.aruco.ArucoDetector:
    looking = cv2.aruco.DetectorParameters()
    # Four marks of fifty are ours: a bit that is wrong is a mark that is not ours.
    looking.errorCorrectionRate = 0.0
    looking.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    return cv2.aruco.ArucoDetector(
        cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), looking
    )
