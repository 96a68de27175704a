"""What is known of a camera and its table before a picture is looked at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from companion.deck.geometry import CARD_HEIGHT_MM, CARD_WIDTH_MM
from companion.vision.bent_lattice import bend
from companion.vision.lattice import Lattice
from companion.vision.placed_by_hand import PlaceRefusedError, place_by_hand
from companion.vision.profile import CameraProfile, Inks, Intrinsics

Place = tuple[tuple[float, float], ...]
"""Four corners of the cards together, as shares of the picture's width and height: top left, top
right, bottom right, bottom left as the guessers read the table."""


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What helps to read a table; nothing of it has to be known.

    Attributes:
        profile: What was measured of the camera.
        place: Where the cards lie, by a person's word.
    """

    profile: CameraProfile | None = None
    place: Place | None = None

    @property
    def inks(self) -> Inks | None:
        """What inks look like in this light, where that was measured."""
        return None if self.profile is None else self.profile.inks

    def lens(self, size_wh: tuple[int, int]) -> Intrinsics | None:
        """The lens for pictures of this size; None where it is not known for them."""
        if self.profile is None:
            return None
        found = self.profile.lens_for(self.profile.camera, size_wh)
        return None if isinstance(found, str) or not any(found.distortion) else found

    def placed(
        self,
        size_wh: tuple[int, int],
        gap_mm: float,
        card_wh_mm: tuple[float, float] = (CARD_WIDTH_MM, CARD_HEIGHT_MM),
    ) -> Lattice | None:
        """The cards where a person says they lie, in a picture of this size."""
        if self.place is None:
            return None
        corners = np.array(self.place) * size_wh - 0.5
        lens = self.lens(size_wh)
        try:
            if lens is None:
                return place_by_hand(corners, card_wh_mm=card_wh_mm, gap_mm=gap_mm)
            straight = lens.undistort(corners)
            return bend(place_by_hand(straight, card_wh_mm=card_wh_mm, gap_mm=gap_mm), lens)
        except PlaceRefusedError:
            # Refused when it was dragged, unless pictures have become smaller since.
            return None


def read_place(corners: object) -> Place:
    """Read four corners that a page has sent.

    Args:
        corners: Four pairs of numbers from 0 to 1, in the guessers' order.

    Raises:
        PlaceRefusedError: They are none, or no 25 cards lie so; in words for people.

    Example:
        >>> read_place([[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]])[2]
        (0.9, 0.9)
    """
    if not isinstance(corners, Sequence) or isinstance(corners, str) or len(corners) != 4:
        raise PlaceRefusedError("a place has four corners")
    found = []
    for corner in corners:
        if not isinstance(corner, Sequence) or isinstance(corner, str) or len(corner) != 2:
            raise PlaceRefusedError("each corner is two numbers from 0 to 1")
        x, y = corner
        is_number = all(isinstance(value, int | float) for value in (x, y))
        if not is_number or not (-0.2 <= x <= 1.2 and -0.2 <= y <= 1.2):
            raise PlaceRefusedError("each corner is two numbers from 0 to 1")
        found.append((float(x), float(y)))
    # A picture as webcams give it: cards that would be too small are refused here.
    place_by_hand(np.array(found) * (1920, 1080) - 0.5)
    return tuple(found)
