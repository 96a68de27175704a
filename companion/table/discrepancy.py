"""What the table and the score disagree about, for people to resolve."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from companion.terms import Cell, CoverCard, Edition, Role


class Kind(StrEnum):
    """What kind of disagreement it is."""

    WRONG_COVER = "wrong_cover"
    """The cover's colour is not what the key says."""
    LYING = "lying"
    """The cover already lay there when the game began, or before the companion looked, or since
    its guess was taken back: whether it is a guess is for people to say."""
    LIFTED = "lifted"
    """A cover that counts was taken off the table."""
    ORDER = "order"
    """Several covers came at once, and it matters which was first."""
    REFUSED = "refused"
    """The rules have no place for this cover."""


class Answer(StrEnum):
    """What people can say to it."""

    CONFIRM = "confirm"
    """It is as the table shows: the card was touched; the cover was rightly lifted."""
    DISMISS = "dismiss"
    """The score is right; say no more of it while the table stays as it is."""
    IN_ORDER = "in_order"
    """Here is the order (with cells)."""


_ANSWERS = {
    Kind.WRONG_COVER: (Answer.CONFIRM, Answer.DISMISS),
    Kind.LYING: (Answer.CONFIRM, Answer.DISMISS),
    Kind.LIFTED: (Answer.CONFIRM, Answer.DISMISS),
    Kind.ORDER: (Answer.IN_ORDER, Answer.DISMISS),
    Kind.REFUSED: (Answer.DISMISS,),
}


@dataclass(frozen=True, slots=True)
class Discrepancy:
    """One disagreement. Holds a secret where the key is known: for cluemasters only.

    Attributes:
        kind: What kind it is.
        cells: Where; more than one only for `Kind.ORDER`.
        seen: The cover that lies there, None where none does or several do.
        key: What the key says of the cell, None where that is not the point or not known.
        counted: The cell counts as covered already, so there is nothing to confirm.
        reason: For `Kind.REFUSED`, why.
    """

    kind: Kind
    cells: tuple[Cell, ...]
    seen: CoverCard | None = None
    key: Role | None = None
    counted: bool = False
    reason: str | None = None

    @property
    def id(self) -> str:
        """A name that stays the same while the table stays as it is.

        Example:
            >>> Discrepancy(Kind.WRONG_COVER, (Cell(1, 3),), CoverCard.ORANGE).id
            'wrong_cover-13-0'
        """
        places = ".".join(f"{cell.row}{cell.col}" for cell in self.cells)
        # The cover by its number: what it is called depends on the edition.
        cover = "" if self.seen is None else f"-{tuple(CoverCard).index(self.seen)}"
        return f"{self.kind.value}-{places}{cover}"

    @property
    def answers(self) -> tuple[Answer, ...]:
        """What people can say to it."""
        return (Answer.DISMISS,) if self.counted else _ANSWERS[self.kind]

    def message(self, edition: Edition) -> str:
        """Say it in one line, for cluemasters."""
        places = ", ".join(f"row {cell.row + 1} column {cell.col + 1}" for cell in self.cells)
        seen = edition.shown_as(self.seen.value).replace("_", "-") if self.seen else "cover"
        key = edition.shown_as(self.key.value).replace("_", "-") if self.key else "another colour"
        match self.kind:
            case Kind.WRONG_COVER if self.counted:
                return f"{places}: {seen} lies there, it counts as {key}"
            case Kind.WRONG_COVER:
                return f"{places}: {seen} lies there, the key says {key}; was this card touched?"
            case Kind.LYING:
                return f"{places}: a {seen} cover lies there that was not seen coming; a guess?"
            case Kind.LIFTED:
                return f"{places}: the cover is gone; take the guess back?"
            case Kind.ORDER:
                return f"{places}: these covers came at once; in which order were they touched?"
            case Kind.REFUSED:
                return f"{places}: {seen} does not count: {self.reason}"

    def to_document(self, edition: Edition) -> dict[str, Any]:
        """Put it into the cluemasters' view, in the words of the edition."""
        return {
            "id": self.id,
            "kind": self.kind.value,
            "cells": [{"row": cell.row, "col": cell.col} for cell in self.cells],
            "seen": edition.shown_as(self.seen.value) if self.seen else None,
            "key": edition.shown_as(self.key.value) if self.key else None,
            "answers": [answer.value for answer in self.answers],
            "message": self.message(edition),
        }
