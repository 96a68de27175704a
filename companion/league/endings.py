"""In which ways a match ends, and what each is worth (3.8, 3.9)."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from companion.errors import FindingError
from companion.league.points import (
    DRAW,
    GAMES_TO_WIN,
    LOSS,
    NO_SHOW,
    WIN,
    TimeoutRule,
    match_points,
    require_result,
)
from companion.league.standings import Result


class Ending(StrEnum):
    """How a match ended."""

    PLAYED = "played"
    """Somebody won two games."""
    TIME = "time"
    """Time was called and the turns after it are over."""
    CONCESSION = "concession"
    """The one with fewer games gave up."""
    AGREED = "agreed"
    """Both agreed on a draw, where that was announced."""
    DROPPED = "dropped"
    """One left the evening in the middle of it (SA18)."""
    NO_SHOW = "no_show"
    """One did not come (SA19)."""


BY_HAND: Final = (Ending.PLAYED, Ending.TIME, Ending.CONCESSION, Ending.AGREED)
"""What a director may type in as the end of a match; the others follow from what else is typed."""


def ending_of(games: tuple[int, int]) -> Ending:
    """The way a match ended that is told by its games alone."""
    return Ending.PLAYED if max(games) >= GAMES_TO_WIN else Ending.TIME


def result_by(
    ending: Ending,
    one: str,
    other: str,
    games: tuple[int, int],
    *,
    timeout_rule: TimeoutRule,
    allows_agreed_draw: bool = False,
) -> Result:
    """3.8, 3.9: the points of a match that ended in this way.

    Raises:
        FindingError: `E_RESULT` or `E_AGREED_DRAW`.
    """
    require_result(games)
    if ending is Ending.AGREED:
        if not allows_agreed_draw:
            raise FindingError("E_AGREED_DRAW", "agreed draws were not announced for this evening")
        return Result(one, other, DRAW, DRAW, games)
    if ending is Ending.CONCESSION:
        # SA22: whoever gives up has lost, and gets the point of a loss.
        if games[0] == games[1]:
            raise FindingError(
                "E_RESULT",
                "a concession needs a winner: type the games as if they had been played",
                one=games[0],
                other=games[1],
            )
        points = (WIN, LOSS) if games[0] > games[1] else (LOSS, WIN)
        return Result(one, other, *points, games)
    if ending is Ending.PLAYED and max(games) < GAMES_TO_WIN:
        raise FindingError(
            "E_RESULT",
            f"nobody has won two games at {games[0]}-{games[1]}: was time called?",
            one=games[0],
            other=games[1],
        )
    points = match_points(games, timeout_rule)
    return Result(one, other, *points, games)


def result_without(absent: str, one: str, other: str, *, is_no_show: bool) -> Result:
    """SA18, SA19: the opponent of whoever leaves, or does not come, wins 2-0."""
    left_points = NO_SHOW if is_no_show else LOSS
    if absent == one:
        return Result(one, other, left_points, WIN, (0, GAMES_TO_WIN))
    return Result(one, other, WIN, left_points, (GAMES_TO_WIN, 0))
