"""The table's words as types, shared by every room.

Everything here is plain data. Words that reach the wire are `StrEnum` members whose
value is the word itself.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

GRID_SIDE = 5
"""Rulebook, "Setup": the cards lie in a 5 x 5 grid."""


class Cell(NamedTuple):
    """One place of the grid, as the guessers read the table.

    Row 0 is the far row (the cluemasters' side), col 0 the guessers' left.
    """

    row: int
    col: int

    @property
    def position(self) -> int:
        """Place in reading order, 0 to 24."""
        return self.row * GRID_SIDE + self.col

    @property
    def opposite(self) -> Cell:
        """The same place as the people across the table count it.

        Example:
            >>> Cell(0, 1).opposite
            Cell(row=4, col=3)
        """
        return Cell(GRID_SIDE - 1 - self.row, GRID_SIDE - 1 - self.col)


ALL_CELLS: tuple[Cell, ...] = tuple(
    Cell(row, col) for row in range(GRID_SIDE) for col in range(GRID_SIDE)
)
"""The 25 cells in reading order."""


class Team(StrEnum):
    """The two teams. Edition `classic` shows them as red and blue (see `Edition`)."""

    ORANGE = "orange"
    YELLOW = "yellow"

    @property
    def rival(self) -> Team:
        """The other team."""
        return Team.YELLOW if self is Team.ORANGE else Team.ORANGE


class Role(StrEnum):
    """What a square of the key card says about a cell."""

    ORANGE = "orange"
    YELLOW = "yellow"
    NEUTRAL = "neutral"
    GAME_OVER = "game_over"

    @classmethod
    def of_team(cls, team: Team) -> Role:
        """The role of the cards that belong to a team."""
        return cls(team.value)

    @property
    def team(self) -> Team | None:
        """The team whose cards have this role, or None."""
        return Team(self.value) if self in (Role.ORANGE, Role.YELLOW) else None


class CoverCard(StrEnum):
    """What a cover card shows on its upper side."""

    ORANGE = "orange"
    YELLOW = "yellow"
    NEUTRAL = "neutral"
    GAME_OVER = "game_over"

    @property
    def role(self) -> Role:
        """The role that a cell under this cover has, if the right cover was laid."""
        return Role(self.value)

    @classmethod
    def for_role(cls, role: Role) -> CoverCard:
        """The cover card that belongs on a cell of this role."""
        return cls(role.value)


class Face(StrEnum):
    """The two sides of a Springfield card."""

    WORD = "word"
    PICTURE = "picture"


class GuessersSide(StrEnum):
    """The side of the picture where the guessers sit."""

    TOP = "top"
    RIGHT = "right"
    BOTTOM = "bottom"
    LEFT = "left"


class Audience(StrEnum):
    """Who is looking."""

    CLUEMASTER = "cluemaster"
    GUESSER = "guesser"
    TABLE_SCREEN = "table_screen"


class Edition(StrEnum):
    """Which box lies on the table: it decides the teams' colours and their names.

    Inside the program a team is always orange or yellow; `shown_as` gives the word that
    people and the wire see, `letter` the letter of a written grid.
    """

    SIMPSONS = "simpsons"
    CLASSIC = "classic"

    def shown_as(self, word: str) -> str:
        """Translate `orange`/`yellow` into this edition's colour; other words stay.

        Example:
            >>> Edition.CLASSIC.shown_as("orange"), Edition.CLASSIC.shown_as("neutral")
            ('red', 'neutral')
        """
        return _CLASSIC_WORDS.get(word, word) if self is Edition.CLASSIC else word

    def meant_by(self, word: str) -> str:
        """Translate this edition's colour back; the inverse of `shown_as`.

        Example:
            >>> Edition.CLASSIC.meant_by("blue")
            'yellow'
        """
        if self is Edition.CLASSIC:
            return next((own for own, shown in _CLASSIC_WORDS.items() if shown == word), word)
        return word

    def letter(self, role: Role) -> str:
        """The letter of a role in a grid written as text: `O Y N X`, classic `R B N X`.

        Example:
            >>> Edition.SIMPSONS.letter(Role.GAME_OVER), Edition.CLASSIC.letter(Role.ORANGE)
            ('X', 'R')
        """
        return _LETTERS[self][role]


_CLASSIC_WORDS = {Team.ORANGE.value: "red", Team.YELLOW.value: "blue"}
_LETTERS = {
    Edition.SIMPSONS: dict(zip(Role, "OYNX", strict=True)),
    Edition.CLASSIC: dict(zip(Role, "RBNX", strict=True)),
}
