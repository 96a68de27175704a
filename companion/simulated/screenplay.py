"""What is to happen on the simulated table, as plain data; no rule is known here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.simulated.faces import FaceKey
from companion.terms import Cell


@dataclass(frozen=True, slots=True)
class Deal:
    """Somebody lays 25 cards.

    Attributes:
        faces: Their upper faces, row by row as the guessers read them.
    """

    faces: tuple[FaceKey, ...]


@dataclass(frozen=True, slots=True)
class Lay:
    """A hand comes, lays a cover and goes.

    Attributes:
        cell: Where.
        face: The cover's upper face.
    """

    cell: Cell
    face: FaceKey


@dataclass(frozen=True, slots=True)
class Lift:
    """A hand comes and takes a cover away."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand passes over the cards and lays nothing."""


@dataclass(frozen=True, slots=True)
class Bump:
    """Somebody knocks against the camera: it stands elsewhere afterwards."""


@dataclass(frozen=True, slots=True)
class Wait:
    """Nothing moves for a while."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Tap:
    """Somebody taps on a phone; the camera has no part in it.

    The tap is tried at every frame until it is taken, as people do who see that their phone
    has not followed yet; after `patience_s` they give it up.

    Attributes:
        label: What kind of tap, for the people who wire it.
        payload: What is tapped; plain values.
        patience_s: How long it is tried.
    """

    label: str
    payload: Mapping[str, Any] = field(default_factory=dict)
    patience_s: float = 8.0


@dataclass(frozen=True, slots=True)
class Clear:
    """Hands take everything off the table."""


Step = Deal | Lay | Lift | Hand | Bump | Wait | Tap | Clear
"""One thing that happens; a screenplay is an iterable of them, perhaps without end."""


@dataclass(frozen=True, slots=True)
class ScriptEvent:
    """What truly happened on the simulated table, and when.

    Attributes:
        event: `dealt`, `cover_placed`, `cover_removed`, `hand`, `bumped`, `tapped`, `tap_given_up`
            or `cleared`.
        at_s: Time on the frames' clock.
        frame: Number of the first frame that shows it.
        cell: Where, or None.
        cover: Id of the cover's face as printed (`orange`, `extra`, ...), or None.
        side: Which face of it is up.
        label: A tap's label, or None.
        payload: A tap's payload.
    """

    event: str
    at_s: float
    frame: int
    cell: Cell | None = None
    cover: str | None = None
    side: str | None = None
    label: str | None = None
    payload: Mapping[str, Any] | None = None

    def to_document(self) -> dict[str, Any]:
        """Write it as the watch events are written; the extra card counts as its colour.

        Example:
            >>> ScriptEvent("cover_placed", 12.4, 186, Cell(1, 3), "orange", "front").to_document()
            {'t_s': 12.4, 'frame': 186, 'event': 'cover_placed', 'row': 1, 'col': 3,
             'cover': 'orange'}
        """
        document: dict[str, Any] = {
            "t_s": round(self.at_s, 3),
            "frame": self.frame,
            "event": self.event,
        }
        if self.cell is not None:
            document |= {"row": self.cell.row, "col": self.cell.col}
        if self.cover is not None:
            document["cover"] = self.side if self.cover == "extra" else self.cover
        if self.label is not None:
            document |= {"label": self.label, "payload": dict(self.payload or {})}
        return document
