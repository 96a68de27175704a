"""The state of one league evening, and the little that can be read off it without a rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from companion.league.actions import Action
from companion.league.decks import RegisteredDeck
from companion.league.endings import Ending
from companion.league.match import Step
from companion.league.points import TimeoutRule
from companion.league.ranking import Stage
from companion.league.standings import PlayedRound, Record, Result, opponent_scores, records

FINAL_TABLE = 0
"""The table number of the final."""


class Status(StrEnum):
    """Where an evening stands."""

    SETUP = "setup"
    CHECK_IN = "check_in"
    ROUNDS = "rounds"
    FINAL = "final"
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class Announced:
    """What is announced before the evening begins; it holds for the whole of it.

    Attributes:
        title: The evening's name.
        code: Its code, as in its pages' addresses and on its paper.
        seed: The seed of all shuffles and lots, published before round 1.
        date: The day, as people write it.
        rules_version: Which rulebook and FAQ apply (1.4).
        rounds: How many rounds are planned; None: what 3.12 says for the field.
        timeout_rule: What a lead of one game is worth at time (SA5).
        is_friendly: Fewer than 8 players may play.
        checks_decks: Two legal decks are asked of everybody (1.6).
        bye_average: A bye adds an average to the opponent score (SA14).
        allows_agreed_draw: Two players may agree on a draw (SA22).
    """

    title: str = ""
    code: str = ""
    seed: str = ""
    date: str = ""
    rules_version: str = ""
    rounds: int | None = None
    timeout_rule: TimeoutRule = TimeoutRule.STRICT_DRAW
    is_friendly: bool = False
    checks_decks: bool = True
    bye_average: bool = False
    allows_agreed_draw: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """One player of the evening.

    Attributes:
        id: The player's id, as on the score card.
        name: The player's name.
        decks: The decks as they were locked at check-in.
        joined_round: The first round that counts for the player.
        dropped_round: The round after which, or in which, the player left; None: still there.
        is_no_show: The player left by not coming to a match.
        notes: What the director noted of deck checks.
    """

    id: str
    name: str
    decks: tuple[RegisteredDeck, ...] = ()
    joined_round: int = 1
    dropped_round: int | None = None
    is_no_show: bool = False
    notes: tuple[str, ...] = ()

    @property
    def is_active(self) -> bool:
        """Still in the evening."""
        return self.dropped_round is None


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """One table of one round, or the final.

    Attributes:
        table: The table's number; 0 for the final.
        one: The player named first.
        other: The opponent.
        result: How it ended; None while it is played.
        ending: In which way it ended.
        steps: What was told of it while it was played.
        corrections: Reasons of corrections, in order.
        is_rematch: The two had met before, and the director confirmed it.
    """

    table: int
    one: str
    other: str
    result: Result | None = None
    ending: Ending | None = None
    steps: tuple[Step, ...] = ()
    corrections: tuple[str, ...] = ()
    is_rematch: bool = False

    @property
    def players(self) -> tuple[str, str]:
        """The two, in the order of the table."""
        return self.one, self.other


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """The match clock of a round; the times are told, the rules have no clock.

    Attributes:
        ran_s: Seconds that it ran until it was last stopped.
        since_s: When it was started last (seconds since 1970); None while it stands.
    """

    ran_s: float = 0.0
    since_s: float | None = None

    @property
    def was_started(self) -> bool:
        """It has run, or runs."""
        return self.since_s is not None or self.ran_s > 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """One round as it was published.

    Attributes:
        number: From 1.
        stack: The cards from the top, as they were paired.
        points: Everybody's points when it was paired.
        matches: The tables.
        bye: Who sits out, or None.
        reason: Why the director confirmed a pairing with a rematch or a second bye.
        clock: The match clock.
    """

    number: int
    stack: tuple[str, ...]
    points: Mapping[str, int]
    matches: tuple[Match, ...]
    bye: str | None = None
    reason: str = ""
    clock: Clock = Clock()

    @property
    def open_tables(self) -> tuple[int, ...]:
        """Tables whose result is missing."""
        return tuple(match.table for match in self.matches if match.result is None)

    def match(self, table: int) -> Match | None:
        """The match at a table, or None."""
        return next((match for match in self.matches if match.table == table), None)

    def match_of(self, player: str) -> Match | None:
        """The match of a player, or None."""
        return next((match for match in self.matches if player in match.players), None)

    @property
    def played(self) -> PlayedRound:
        """The round as far as it counts for points."""
        return PlayedRound(
            tuple(match.result for match in self.matches if match.result is not None), self.bye
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Final:
    """The final match (3.13).

    Attributes:
        match: The two finalists and what was told of their match.
        stage: What decided who the second finalist is.
        lot: The group that was parted by lot for it, in the order drawn; else empty.
        clock: How long it takes; there is no limit.
    """

    match: Match
    stage: Stage
    lot: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueState:
    """One evening at one moment.

    Attributes:
        announced: What was announced.
        players: Everybody who was checked in, in that order.
        rounds: The rounds that were published.
        final: The final, or None.
        lots: Orders that were drawn physically, newest last (3.13).
        status: Where the evening stands.
        player_number: Counts players, for ids that nobody chose.
        log: The actions that led here, without those that were undone.
    """

    announced: Announced = Announced()
    players: tuple[Player, ...] = ()
    rounds: tuple[Round, ...] = ()
    final: Final | None = None
    lots: tuple[tuple[str, ...], ...] = ()
    status: Status = Status.SETUP
    player_number: int = 0
    log: tuple[Action, ...] = ()

    @property
    def active(self) -> tuple[Player, ...]:
        """The players who are still in."""
        return tuple(player for player in self.players if player.is_active)

    @property
    def current(self) -> Round | None:
        """The round that was published last, or None."""
        return self.rounds[-1] if self.rounds else None

    @property
    def met(self) -> tuple[tuple[str, str], ...]:
        """Every pair that has been put at a table together."""
        return tuple(match.players for each in self.rounds for match in each.matches)

    @property
    def byes(self) -> tuple[str, ...]:
        """Who sat out, round by round."""
        return tuple(each.bye for each in self.rounds if each.bye is not None)

    def player(self, player_id: str) -> Player | None:
        """The player with this id, or None."""
        return next((player for player in self.players if player.id == player_id), None)

    def records(self) -> dict[str, Record]:
        """What everybody has done so far; the final does not count (SA15)."""
        return records(
            (player.id for player in self.players), [each.played for each in self.rounds]
        )

    def points(self) -> dict[str, int]:
        """Everybody's points."""
        return {player: record.points for player, record in self.records().items()}

    def opponent_scores(self) -> dict[str, int | Fraction]:
        """Everybody's opponent score."""
        return opponent_scores(self.records(), bye_average=self.announced.bye_average)


EMPTY_EVENING = LeagueState()
"""Nothing was announced yet."""
