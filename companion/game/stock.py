"""The cover cards in the box."""

from __future__ import annotations

from companion.errors import RuleBrokenError
from companion.game.state import GameState
from companion.terms import Cell, CoverCard, Team

# Rulebook, "Components": 25 cover cards.
COVER_STOCK: dict[CoverCard, int] = {
    CoverCard.ORANGE: 8,
    CoverCard.YELLOW: 8,
    CoverCard.NEUTRAL: 7,
    CoverCard.GAME_OVER: 1,
}
EXTRA_COVERS = 1
"""The extra cover: orange on one side, yellow on the other."""


def cover_stock(starting_team: Team) -> dict[CoverCard, int]:
    """How many covers of each kind a game uses.

    Rulebook, "Cover Cards": the extra cover is added to the starting team's.

    Example:
        >>> cover_stock(Team.YELLOW)[CoverCard.YELLOW]
        9
    """
    stock = dict(COVER_STOCK)
    stock[CoverCard(starting_team.value)] += EXTRA_COVERS
    return stock


def covers_left(state: GameState) -> dict[CoverCard, int]:
    """How many covers of each kind still lie beside the grid.

    Before the starting team is known the extra cover is nobody's.
    """
    stock = COVER_STOCK if state.starting_team is None else cover_stock(state.starting_team)
    return {cover: number - state.covered_count(cover) for cover, number in stock.items()}


def check_stock(state: GameState, cell: Cell, cover: CoverCard) -> None:
    """Refuse a cover of which none is left.

    Raises:
        RuleBrokenError: They all lie on the grid.
    """
    if covers_left(state)[cover] == 0:
        word = state.edition.shown_as(cover.value)
        raise RuleBrokenError(f"all {word} covers lie on the table already", cell=cell)
