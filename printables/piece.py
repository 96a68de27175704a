"""What can lie on a sheet: pieces with two sides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.deck.geometry import BoxMm
from printables.pdf import Document, Pen


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a piece.

    Attributes:
        face: Which side it is, in the manifest's words.
        draw: Draws it upright, its top left at the origin.
        tag: Where its code lies, without the quiet zone; None without one.
        payload: What the code says; None without one.
        prepare: Defines the stamps that `draw` uses.
    """

    face: str
    draw: Callable[[Pen], None]
    tag: BoxMm | None = None
    payload: str | None = None
    prepare: Callable[[Document], None] | None = None


@dataclass(frozen=True, slots=True)
class PrintedPiece:
    """A piece to be cut out.

    Attributes:
        kind: `card`, `key_card`, `cover_card`.
        id: Which one.
        front: The side on the front page.
        back: The side on the back page.
    """

    kind: str
    id: str
    front: Side
    back: Side
