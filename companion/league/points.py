"""Points of a match and of an evening, and how many rounds are played.

The numbers cited are those of the German league rules of September 2003. Where they leave
something open, the decision stands beside the rule (SA1 to SA25).
"""

from __future__ import annotations

from enum import StrEnum
from math import ceil, log2
from typing import Final

from companion.errors import FindingError

FEWEST_PLAYERS: Final = 8
"""1.2: at least 8 players."""

FEWEST_ROUNDS: Final = 4
"""3.12: never fewer than 4 rounds."""

WIN: Final = 3
DRAW: Final = 2
LOSS: Final = 1
BYE: Final = 3
NO_SHOW: Final = 0
"""3.9: 3 for the winner, 1 for the loser, 2 each for a draw, 3 for a bye. SA19: whoever does not
come gets nothing."""

GAMES_TO_WIN: Final = 2
"""3.8: whoever first wins two games wins the match."""

_ROUNDS_FROM: Final = ((33, 6), (16, 5), (8, 4))
"""3.12: 8 to 16 players 4 rounds, 16 to 32 5, 33 to 64 6. 16 sits in two rows: 5 is the only value
that satisfies both, and 4 stays legal (SA1)."""

LARGEST_IN_TABLE: Final = 64


class TimeoutRule(StrEnum):
    """What a lead of one game is worth when time is called (SA5); announced beforehand."""

    STRICT_DRAW = "strict_draw"
    """The text: a match is won by two games, so 1-0 at time is a draw."""

    LEAD_WINS = "lead_wins"
    """The announced option: 1-0 at time wins."""


def match_points(games: tuple[int, int], timeout_rule: TimeoutRule) -> tuple[int, int]:
    """3.8, 3.9: points of both players for the games they won.

    Raises:
        FindingError: `E_RESULT`: no match can end so.

    Example:
        >>> match_points((2, 1), TimeoutRule.STRICT_DRAW)
        (3, 1)
        >>> match_points((1, 0), TimeoutRule.STRICT_DRAW)
        (2, 2)
    """
    require_result(games)
    one, other = games
    leads = max(games) == GAMES_TO_WIN or timeout_rule is TimeoutRule.LEAD_WINS
    if one == other or not leads:
        return DRAW, DRAW
    return (WIN, LOSS) if one > other else (LOSS, WIN)


def require_result(games: tuple[int, int]) -> None:
    """3.8: two games win at most, and only one player can have won two.

    Raises:
        FindingError: `E_RESULT`.
    """
    one, other = games
    if not (0 <= one <= GAMES_TO_WIN and 0 <= other <= GAMES_TO_WIN) or games == (2, 2):
        raise FindingError(
            "E_RESULT",
            f"a match cannot end {one}-{other}: it ends 2-0, 2-1, 1-2 or 0-2, "
            "and 1-0, 0-1, 1-1 or 0-0 only when time is called",
            one=one,
            other=other,
        )


def rounds_for(player_count: int, *, is_friendly: bool = False) -> int:
    """3.12: how many rounds a field of this size should play at least.

    Above 64 the table is carried on by the binary logarithm (SA2).

    Raises:
        FindingError: `E_MIN_PLAYERS`: too few players, and no friendly evening.
    """
    require_enough(player_count, is_friendly=is_friendly)
    if player_count > LARGEST_IN_TABLE:
        return ceil(log2(player_count))
    return next((rounds for least, rounds in _ROUNDS_FROM if player_count >= least), FEWEST_ROUNDS)


def fewest_rounds_for(player_count: int, *, is_friendly: bool = False) -> int:
    """3.12: the fewest rounds that are legal at all.

    Raises:
        FindingError: `E_MIN_PLAYERS`.
    """
    require_enough(player_count, is_friendly=is_friendly)
    return FEWEST_ROUNDS


def require_enough(player_count: int, *, is_friendly: bool = False) -> None:
    """1.2: at least 8 players, unless the evening is announced as friendly (SA2).

    Raises:
        FindingError: `E_MIN_PLAYERS`.
    """
    if player_count < (2 if is_friendly else FEWEST_PLAYERS):
        raise FindingError(
            "E_MIN_PLAYERS",
            f"{player_count} players; a league evening needs at least {FEWEST_PLAYERS} "
            "(a friendly one at least 2)",
            count=player_count,
            least=FEWEST_PLAYERS,
        )


def most_rounds_for(player_count: int) -> int:
    """SA3: beyond this there is no round without a rematch or a second bye."""
    return player_count if player_count % 2 else player_count - 1


def is_many_rounds(round_number: int, player_count: int) -> bool:
    """SA3: beyond half the paired players a legal pairing is not sure any more."""
    return round_number > (player_count - player_count % 2) / 2


def total_points(player_count: int, round_count: int) -> int:
    """3.9: what all players together have after complete rounds without a no-show.

    Example:
        >>> total_points(9, 4)
        76
    """
    per_round = (WIN + LOSS) * (player_count // 2) + BYE * (player_count % 2)
    return round_count * per_round
