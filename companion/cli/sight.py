"""What is known of one table's camera while it is looked through, and what is learnt of it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace

from companion.errors import StoreError
from companion.vision.bending import LEAST_CARDS, guess_lens
from companion.vision.knowledge import Knowledge, Place
from companion.vision.profile import CameraProfile
from companion.vision.reading import BoardReading, CellState, Unseen

LOG = logging.getLogger(__name__)

LOOKS_FOR_A_GUESS = 3
"""A lens is guessed from so many readings of whole tables. On 18 path-traced tables k1 comes out
within 0.04 of the truth from one reading already; more guard against one that was misread."""

LOOKS_APART_S = 20.0


class Sight:
    """The knowledge of one camera; a whole new value takes the place of the old one.

    Written by the pages and by the eyes, read by the eyes: each in its own thread, and what is
    exchanged is one reference.

    Args:
        profile: What was measured of the camera; its name is the camera's.
        keep: Keeps a profile that has changed.
    """

    def __init__(
        self, profile: CameraProfile, keep: Callable[[CameraProfile], None] = lambda _profile: None
    ) -> None:
        self._knowledge = Knowledge(profile)
        self._keep = keep
        self._boards: list[BoardReading] = []
        self._size_wh = (0, 0)

    def __call__(self) -> Knowledge:
        """What is known now."""
        return self._knowledge

    @property
    def profile(self) -> CameraProfile:
        """What is known of the camera."""
        assert self._knowledge.profile is not None
        return self._knowledge.profile

    def learn(self, change: Callable[[CameraProfile], CameraProfile]) -> None:
        """Change the profile, and keep it.

        Raises:
            StoreError: It could not be kept; what is known stays as it was.
        """
        profile = change(self.profile)
        self._keep(profile)
        self._knowledge = replace(self._knowledge, profile=profile)

    def place(self, place: Place | None) -> None:
        """Believe a person who says where the cards lie; None believes the picture again."""
        self._knowledge = replace(self._knowledge, place=place)

    def look(self, reading: BoardReading | Unseen, size_wh: tuple[int, int]) -> None:
        """Guess the lens from tables that were seen, where nobody has measured it.

        Args:
            reading: What was read in the newest picture.
            size_wh: Size of that picture.
        """
        if isinstance(reading, Unseen) or self.profile.lens is not None or reading.is_mirrored:
            return
        if size_wh != self._size_wh:
            self._boards, self._size_wh = [], size_wh
        if len(self._boards) >= LOOKS_FOR_A_GUESS or (
            self._boards and reading.captured_at_s - self._boards[-1].captured_at_s < LOOKS_APART_S
        ):
            return
        seen = sum(cell.state in (CellState.CARD, CellState.COVERED) for cell in reading.cells)
        if seen < LEAST_CARDS:
            return
        self._boards.append(reading)
        if len(self._boards) == LOOKS_FOR_A_GUESS:
            lens = guess_lens(self._boards, size_wh)
            if lens is None:
                return
            try:
                self.learn(lambda before: replace(before, lens=lens, is_provisional=True))
            except StoreError as error:
                LOG.warning("a guessed lens could not be kept: %s", error.message)
