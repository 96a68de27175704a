"""Who comes before whom among equals, and who plays the final (3.13)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

from companion.league.pairing import lot_number

FINALISTS: Final = 2
"""3.13: the two players with most points play the final."""


class Stage(StrEnum):
    """What decided between two neighbours of the ranking."""

    POINTS = "points"
    HEAD_TO_HEAD = "head_to_head"
    OPPONENT_SCORE = "opponent_score"
    LOT = "lot"


@dataclass(frozen=True, slots=True)
class Meeting:
    """One match of two players, with the points it gave each.

    Attributes:
        one: A player.
        other: The opponent.
        points: What it gave the one.
        other_points: What it gave the other.
    """

    one: str
    other: str
    points: int
    other_points: int


@dataclass(frozen=True, slots=True)
class Ranking:
    """Players in order, and what put each before the next.

    Attributes:
        order: Players, the first one first.
        stages: `stages[i]` decided between `order[i]` and `order[i + 1]`.
        open_lots: Groups that only the lot can part, where no lot was drawn yet.
    """

    order: tuple[str, ...]
    stages: tuple[Stage, ...]
    open_lots: tuple[tuple[str, ...], ...] = ()

    def lot_of(self, player: str) -> tuple[str, ...] | None:
        """The group in which a player still waits for the lot, or None."""
        return next((group for group in self.open_lots if player in group), None)


@dataclass(frozen=True, slots=True)
class Finalists:
    """Who plays the final.

    Attributes:
        players: The two, in order; where `open_lot` stands a lot decides.
        stage: What decided who the second is (`points`: no tie crosses that seat).
        open_lot: The group that waits for the lot, or empty.
        lot_seats: How many seats of the final that group gets.
    """

    players: tuple[str, ...]
    stage: Stage
    open_lot: tuple[str, ...] = ()
    lot_seats: int = 0


DrawLot = Callable[[Sequence[str]], Sequence[str] | None]
"""Puts a group in the order of a lot, or None when none was drawn."""


def no_lot(_group: Sequence[str]) -> None:
    """No lot was drawn."""
    return


def lot_from_seed(seed: str) -> DrawLot:
    """The lot that the published seed gives: anybody can check it."""
    return lambda group: sorted(group, key=lambda player: lot_number(seed, "lot", player))


def rank(
    points: Mapping[str, int],
    meetings: Iterable[Meeting],
    opponent_scores: Mapping[str, int | Fraction],
    *,
    draw_lot: DrawLot = no_lot,
) -> Ranking:
    """Rank everybody: points, then direct comparison, opponent score and lot among equals."""
    met = tuple(meetings)
    chain = _Chain([], [], [])
    for total in sorted(set(points.values()), reverse=True):
        group = [player for player, own in points.items() if own == total]
        chain.append(_rank_equals(group, met, opponent_scores, draw_lot), Stage.POINTS)
    return Ranking(
        tuple(chain.order), tuple(chain.stages), tuple(tuple(lot) for lot in chain.open_lots)
    )


def finalists(
    points: Mapping[str, int],
    meetings: Iterable[Meeting],
    opponent_scores: Mapping[str, int | Fraction],
    *,
    draw_lot: DrawLot = no_lot,
    dropped: Collection[str] = (),
) -> Finalists:
    """3.13: the two players with most points; the rest of the rule only where a tie crosses seat 2.

    Whoever dropped out never plays the final; the next in order moves up (SA18).

    Example:
        >>> won = [Meeting("Y", "Z", 3, 1)]
        >>> finalists({"X": 12, "Y": 10, "Z": 10}, won, {"X": 30, "Y": 28, "Z": 40})
        Finalists(players=('X', 'Y'), stage=<Stage.HEAD_TO_HEAD: 'head_to_head'>, open_lot=(),
        lot_seats=0)
    """
    # The whole field is ranked, so that a dropped player still decides between others.
    ranking = rank(points, meetings, opponent_scores, draw_lot=draw_lot)
    going = [place for place, player in enumerate(ranking.order) if player not in dropped]
    seated = going[:FINALISTS]
    players = tuple(ranking.order[place] for place in seated)
    if len(going) <= FINALISTS:
        return Finalists(players, Stage.POINTS)
    last, following = going[FINALISTS - 1], going[FINALISTS]
    stage = _deciding(ranking, last, following, points)
    lot = ranking.lot_of(players[-1])
    if stage is not Stage.LOT or lot is None:
        return Finalists(players, stage)
    group = tuple(player for player in lot if player not in dropped)
    return Finalists(players, stage, group, sum(player in group for player in players))


def _deciding(ranking: Ranking, last: int, following: int, points: Mapping[str, int]) -> Stage:
    """What parts the last finalist from the next: the coarsest stage on the way between them."""
    if points[ranking.order[last]] != points[ranking.order[following]]:
        return Stage.POINTS
    between = ranking.stages[last:following]
    return min(between, key=list(Stage).index)


# ---------------------------------------------------------------- equals


@dataclass(slots=True)
class _Chain:
    """Blocks of players put one behind the other."""

    order: list[str]
    stages: list[Stage]
    open_lots: list[list[str]]

    def append(self, block: _Chain, stage: Stage) -> None:
        if self.order and block.order:
            self.stages.append(stage)
        self.order += block.order
        self.stages += block.stages
        self.open_lots += block.open_lots


def _rank_equals(
    group: Sequence[str],
    met: Sequence[Meeting],
    opponent_scores: Mapping[str, int | Fraction],
    draw_lot: DrawLot,
) -> _Chain:
    """Rank players of equal points: (a) direct comparison, (b) opponent score, (c) lot.

    Whenever a stage parts the group, each part is ranked anew from (a).
    """
    if len(group) < 2:
        return _Chain(list(group), [], [])
    parts, stage = _parted_by_meetings(group, met), Stage.HEAD_TO_HEAD
    if len(parts) < 2:
        parts, stage = (
            _parted(group, lambda player: opponent_scores.get(player, 0)),
            (Stage.OPPONENT_SCORE),
        )
    if len(parts) < 2:
        drawn = draw_lot(group)
        lots = [list(group)] if drawn is None else []
        return _Chain(list(drawn or group), [Stage.LOT] * (len(group) - 1), lots)
    chain = _Chain([], [], [])
    for part in parts:
        chain.append(_rank_equals(part, met, opponent_scores, draw_lot), stage)
    return chain


def _parted_by_meetings(group: Sequence[str], met: Sequence[Meeting]) -> list[list[str]]:
    """SA16: with all matches played, points from those; else who beat, or lost to, all others."""
    balance: dict[tuple[str, str], tuple[int, int]] = {}
    for match in met:
        if match.one in group and match.other in group:
            for pair, own, theirs in (
                ((match.one, match.other), match.points, match.other_points),
                ((match.other, match.one), match.other_points, match.points),
            ):
                before = balance.get(pair, (0, 0))
                balance[pair] = (before[0] + own, before[1] + theirs)
    if len(balance) == len(group) * (len(group) - 1):
        return _parted(
            group,
            lambda player: sum(own for (one, _), (own, _) in balance.items() if one == player),
        )

    def has_all(player: str, is_so: Callable[[int, int], bool]) -> bool:
        results = [balance.get((player, other)) for other in group if other != player]
        return all(result is not None and is_so(*result) for result in results)

    for player in group:
        rest = [other for other in group if other != player]
        if has_all(player, lambda own, theirs: own > theirs):
            return [[player], rest]
        if has_all(player, lambda own, theirs: own < theirs):
            return [rest, [player]]
    return [list(group)]


def _parted(group: Sequence[str], value_of: Callable[[str], int | Fraction]) -> list[list[str]]:
    """Parts of equal value, the highest first."""
    values = {player: value_of(player) for player in group}
    return [
        [player for player in group if values[player] == value]
        for value in sorted(set(values.values()), reverse=True)
    ]
