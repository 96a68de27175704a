"""Points, opponent scores and the table of an evening, from its rounds alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from companion.league.points import BYE, TimeoutRule, match_points
from companion.league.ranking import Meeting


@dataclass(frozen=True, slots=True)
class Result:
    """How one match of a round ended.

    Attributes:
        one: The player named first at the table.
        other: The opponent.
        points: What the match gave the one.
        other_points: What it gave the other.
        games: Games won, by the one and by the other.
    """

    one: str
    other: str
    points: int
    other_points: int
    games: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round as far as it counts for points.

    Attributes:
        results: The matches that have ended.
        bye: Who sat out, or None.
    """

    results: tuple[Result, ...] = ()
    bye: str | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """What one player has done so far.

    Attributes:
        player: The player.
        points: Total of all rounds (3.9).
        opponents: Opponents in order, one met twice standing there twice (SA15).
        byes: How many byes.
        games: Games won and lost.
        results: `W`, `D`, `L` and `B` in order.
    """

    player: str
    points: int = 0
    opponents: tuple[str, ...] = ()
    byes: int = 0
    games: tuple[int, int] = (0, 0)
    results: str = field(default="")


def result_of(one: str, other: str, games: tuple[int, int], timeout_rule: TimeoutRule) -> Result:
    """3.8, 3.9: the result of a match that was played.

    Raises:
        FindingError: `E_RESULT`.
    """
    points, other_points = match_points(games, timeout_rule)
    return Result(one, other, points, other_points, games)


def records(players: Iterable[str], rounds: Sequence[PlayedRound]) -> dict[str, Record]:
    """3.9, 3.10: add up the rounds for every player, also for those who dropped out."""
    points = dict.fromkeys(players, 0)
    opponents: dict[str, list[str]] = {player: [] for player in points}
    byes = dict.fromkeys(points, 0)
    games = {player: [0, 0] for player in points}
    letters: dict[str, list[str]] = {player: [] for player in points}
    for played in rounds:
        for result in played.results:
            sides = (
                (result.one, result.other, result.points, result.other_points, result.games),
                (
                    result.other,
                    result.one,
                    result.other_points,
                    result.points,
                    result.games[::-1],
                ),
            )
            for player, opponent, own, theirs, won_lost in sides:
                points[player] += own
                opponents[player].append(opponent)
                games[player][0] += won_lost[0]
                games[player][1] += won_lost[1]
                letters[player].append("W" if own > theirs else "L" if own < theirs else "D")
        if played.bye is not None:
            points[played.bye] += BYE
            byes[played.bye] += 1
            letters[played.bye].append("B")
    return {
        player: Record(
            player,
            points[player],
            tuple(opponents[player]),
            byes[player],
            (games[player][0], games[player][1]),
            "".join(letters[player]),
        )
        for player in points
    }


def opponent_scores(
    of: Mapping[str, Record], *, bye_average: bool = False
) -> dict[str, int | Fraction]:
    """3.13: the points that each player's opponents made, added up.

    Their final totals count, byes and the match against oneself included (SA15). A bye adds
    nothing (SA14); with the announced option `bye_average` it adds the average of the opponents
    one did have.
    """
    scores: dict[str, int | Fraction] = {}
    for player, record in of.items():
        total = sum(of[opponent].points for opponent in record.opponents)
        scores[player] = total
        if bye_average and record.byes and record.opponents:
            scores[player] = total + Fraction(total, len(record.opponents)) * record.byes
    return scores


def meetings(rounds: Iterable[PlayedRound]) -> tuple[Meeting, ...]:
    """The matches of all rounds, for the direct comparison."""
    return tuple(
        Meeting(result.one, result.other, result.points, result.other_points)
        for played in rounds
        for result in played.results
    )
