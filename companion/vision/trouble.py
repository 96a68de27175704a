"""What is wrong with a camera's pictures, in words that a host understands."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class TroubleKind(StrEnum):
    """What can be wrong while pictures come."""

    BLACK = "black"
    COVERED = "covered"
    FROZEN = "frozen"
    UNCHANGING = "unchanging"
    """The same bytes since the camera was opened: a still film, or a camera that hangs."""
    DAMAGED = "damaged"
    LATE = "late"
    CHANGED_SIZE = "changed_size"
    SMALL = "small"
    SLOW = "slow"


_BLINDING = frozenset(
    {TroubleKind.BLACK, TroubleKind.COVERED, TroubleKind.FROZEN, TroubleKind.DAMAGED}
)


@dataclass(frozen=True, slots=True)
class Trouble:
    """What is wrong, and what to do about it.

    Attributes:
        kind: What programs compare.
        words: One line for people.
    """

    kind: TroubleKind
    words: str

    @property
    def is_blinding(self) -> bool:
        """Whether the table cannot be seen in such pictures; else they are merely poor."""
        return self.kind in _BLINDING
