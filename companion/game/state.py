"""The state of one game, and the little that can be read off it without a rule."""

from __future__ import annotations

from dataclasses import dataclass

from companion.game.actions import Action
from companion.game.key_card import CELL_COUNT, KeyCard, cards_of
from companion.game.outcome import Outcome
from companion.game.pieces import (
    AskedClue,
    CardOnTable,
    Clue,
    KeySource,
    Mode,
    Phase,
)
from companion.terms import Cell, CoverCard, Edition, Team

__all__ = [
    "EMPTY_TABLE",
    "AskedClue",
    "CardOnTable",
    "Clue",
    "GameState",
    "KeySource",
    "Mode",
    "Move",
    "Phase",
    "Question",
]


@dataclass(frozen=True, slots=True)
class Question:
    """What only cluemasters are asked: which team touched the card of this cell?

    In a game against the simulated rival the rival's answer means that nobody touched it:
    its cover was the rival's turn.
    """

    cell: Cell
    cover: CoverCard
    teams: tuple[Team, Team] = (Team.ORANGE, Team.YELLOW)


@dataclass(frozen=True, slots=True)
class Move:
    """One thing that happened at the table, as everybody there saw it.

    Attributes:
        kind: `clue`, `guess`, `end_turn` or `rival_cover`.
        team: Who did it; None while the cluemasters are asked.
        cell: The card's cell, where there is one.
        cover: What it was covered with.
        clue: The clue, where one was given.
    """

    kind: str
    team: Team | None
    cell: Cell | None = None
    cover: CoverCard | None = None
    clue: Clue | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameState:
    """One game at one moment. Holds secrets: only `companion.game.views` may show it.

    Attributes:
        edition: Whose colours and names are shown.
        mode: How many play.
        allies: Three allies against the simulated rival.
        expert_clues: 0 and "unlimited" may be given.
        cards: 25 cards in reading order, None where one is not known.
        covers: 25 covers in reading order, as they count.
        key_source: Where the key comes from.
        key: The key card as it lies; None while not chosen, and always on paper.
        starting_team: Who started; None while not known.
        turn: Whose turn it is (against the simulated rival, its turn too); None in setup.
        phase: What the table is waiting for.
        clue: The clue of this turn, if it was recorded.
        right_guesses: Right guesses of this turn.
        may_have_guessed: The turn began with a cover that may have been this team's own
            right guess, or its rival's wrong one.
        question: The question that the cluemasters are asked in phase `settle`.
        asked: Words about which the rival cluemaster was asked, secret until given.
        outcome: How the game ended, or None.
        moves: What happened, as everybody at the table saw it.
        log: Every accepted action of this game, in order. Holds secrets.
    """

    edition: Edition = Edition.SIMPSONS
    mode: Mode = Mode.TEAMS
    allies: bool = False
    expert_clues: bool = False
    cards: tuple[CardOnTable | None, ...] = (None,) * CELL_COUNT
    covers: tuple[CoverCard | None, ...] = (None,) * CELL_COUNT
    key_source: KeySource = KeySource.DEALT
    key: KeyCard | None = None
    starting_team: Team | None = None
    turn: Team | None = None
    phase: Phase = Phase.SETUP
    clue: Clue | None = None
    right_guesses: int = 0
    may_have_guessed: bool = False
    question: Question | None = None
    asked: tuple[AskedClue, ...] = ()
    outcome: Outcome | None = None
    moves: tuple[Move, ...] = ()
    log: tuple[Action, ...] = ()

    @property
    def has_simulated_rival(self) -> bool:
        """One team plays against a rival that the cluemaster simulates."""
        return self.mode is Mode.TWO_PLAYER or (self.mode is Mode.THREE and self.allies)

    @property
    def key_is_on_paper(self) -> bool:
        """The companion does not know the key and never will."""
        return self.key_source is KeySource.PAPER

    @property
    def own_team(self) -> Team | None:
        """Against the simulated rival, the team that people play; else None."""
        return self.starting_team if self.has_simulated_rival else None

    @property
    def is_rivals_turn(self) -> bool:
        """The simulated rival's cover is what the table waits for."""
        return (
            self.has_simulated_rival
            and self.phase is Phase.CLUE
            and self.turn is not self.starting_team
        )

    @property
    def may_stop(self) -> bool:
        """The team in turn has guessed, as far as the table knows, so it may stop.

        Rulebook, "Number of Guesses": a team always makes at least one guess.
        """
        return (
            self.phase in (Phase.CLUE, Phase.GUESS)
            and not self.is_rivals_turn
            and (self.right_guesses > 0 or self.may_have_guessed)
        )

    @property
    def guesses_left(self) -> int | None:
        """How many guesses this turn still has; None when there is no limit.

        No limit for 0 and "unlimited", nor for a clue that was only spoken.
        """
        if self.clue is None or not self.clue.number:
            return None
        # Rulebook, "Number of Guesses": one more than the clue's number.
        return self.clue.number + 1 - self.right_guesses

    def cover_at(self, cell: Cell) -> CoverCard | None:
        """What covers a cell."""
        return self.covers[cell.position]

    def covered_count(self, cover: CoverCard) -> int:
        """How many covers of a kind lie on the table."""
        return self.covers.count(cover)

    def remaining(self, team: Team) -> int | None:
        """How many cards a team has still to find; None while nobody knows who starts."""
        if self.starting_team is None:
            return None
        return cards_of(team, self.starting_team) - self.covered_count(CoverCard(team.value))


EMPTY_TABLE = GameState()
"""A table on which no game was set up yet."""
