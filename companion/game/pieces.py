"""What lies on the table and how a game is set up: the small words of the rules."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.errors import UnreadableError
from companion.terms import Face, Team


class Mode(StrEnum):
    """How many play, and against whom.

    `THREE` is one guesser for two rival cluemasters, unless the game says that the three
    are allies: then it is played as the two-player game is.
    """

    TEAMS = "teams"
    THREE = "three"
    TWO_PLAYER = "two-player"


class Phase(StrEnum):
    """What the table is waiting for."""

    SETUP = "setup"
    CLUE = "clue"
    GUESS = "guess"
    SETTLE = "settle"
    OVER = "over"


class KeySource(StrEnum):
    """Where a game's key comes from.

    `PAPER`: a printed key card that the companion never sees; the covers are believed.
    """

    DEALT = "dealt"
    ENTERED = "entered"
    PAPER = "paper"


@dataclass(frozen=True, slots=True)
class CardOnTable:
    """One Springfield card as it lies in a cell.

    Attributes:
        id: The card's stable id in its deck.
        word: The word on its word side.
        face: The side that is up.
    """

    id: str
    word: str
    face: Face = Face.WORD


@dataclass(frozen=True, slots=True)
class Clue:
    """A clue that was given and recorded.

    Attributes:
        word: As the cluemaster gave it.
        number: How many cards it is about; None says "unlimited".
        team: Whose clue it is.
        allowed: The rival cluemaster was asked and allowed it.
    """

    word: str
    number: int | None
    team: Team
    allowed: bool = False

    @property
    def number_text(self) -> str:
        """The number as it is said: `"2"`, `"0"` or `"unlimited"`."""
        return format_number(self.number)


UNLIMITED = "unlimited"


def format_number(number: int | None) -> str:
    """Write a clue's number as people say it.

    Example:
        >>> format_number(2), format_number(None)
        ('2', 'unlimited')
    """
    return UNLIMITED if number is None else str(number)


def parse_number(text: object) -> int | None:
    """Read a clue's number, a text or a whole number; the inverse of `format_number`.

    Raises:
        UnreadableError: Neither a number of at most two digits nor "unlimited".
    """
    written = str(text).strip().lower() if isinstance(text, str | int) else ""
    if written == UNLIMITED:
        return None
    if not (written.isascii() and written.isdigit() and len(written) <= 2):
        raise UnreadableError(
            f"a clue's number is 0, 1, 2 and so on, or {UNLIMITED!r}; got {text!r}", text=str(text)
        )
    return int(written)


@dataclass(frozen=True, slots=True)
class AskedClue:
    """A word about which the rival cluemaster was asked in secret.

    Attributes:
        word: The word.
        team: The team whose cluemaster asks.
        allowed: The answer, None while there is none.
    """

    word: str
    team: Team
    allowed: bool | None = None
