from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.game.state import EMPTY_TABLE, GameState
from companion.game.stock import COVER_STOCK, EXTRA_COVERS, cover_stock, covers_left
from companion.terms import CoverCard, Team

Begin = Callable[..., GameState]
Play = Callable[..., GameState]


def test_box_has_25_covers() -> None:
    assert sum(COVER_STOCK.values()) + EXTRA_COVERS == 25
    assert list(COVER_STOCK.values()) == [8, 8, 7, 1]


@pytest.mark.parametrize("team", list(Team))
def test_extra_cover_goes_to_the_starting_team(team: Team) -> None:
    stock = cover_stock(team)

    assert stock[CoverCard(team.value)] == 9
    assert stock[CoverCard(team.rival.value)] == 8
    assert sum(stock.values()) == 25


def test_covers_that_lie_on_the_grid_are_gone_from_the_stock(begin: Begin, play: Play) -> None:
    left = covers_left(play(begin(), "guess A1", "guess B1", "guess C4"))

    assert left == {
        CoverCard.ORANGE: 7,
        CoverCard.YELLOW: 8,
        CoverCard.NEUTRAL: 6,
        CoverCard.GAME_OVER: 1,
    }


def test_extra_cover_is_nobodys_before_the_starting_team_is_known() -> None:
    assert covers_left(EMPTY_TABLE) == COVER_STOCK
