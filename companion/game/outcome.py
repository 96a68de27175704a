"""How a game ended: who won, by what, and what the chart says of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.terms import Team


class How(StrEnum):
    """What ended the game."""

    ALL_FOUND = "all_found"
    GAME_OVER_CARD = "game_over_card"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game.

    Attributes:
        winner: The winning team. Against the simulated rival, a lost game is the rival's.
        how: Every card of the winner is covered, or the other team touched the game-over card.
        chart: The chart's name for a game won against the simulated rival, else None.
    """

    winner: Team
    how: How
    chart: str | None = None
