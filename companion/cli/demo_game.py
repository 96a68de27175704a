"""A game ready to be played on the simulated table, and what must have come of it at its end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.game.actions import NewGame
from companion.game.outcome import Outcome
from companion.game.state import GameState, Question
from companion.simulated.screenplay import Clear, Step, Wait
from companion.terms import ALL_CELLS, Cell, CoverCard, Team


@dataclass(frozen=True, slots=True)
class ExpectedCover:
    """One cover that must count.

    Attributes:
        cell: Where.
        cover: What.
        turn: Whose turn it is afterwards, a question about it answered.
    """

    cell: Cell
    cover: CoverCard
    turn: Team | None


@dataclass(frozen=True, slots=True)
class Expected:
    """What must have come of a game at its end.

    Attributes:
        laid: The covers in the order in which they were laid.
        covers: The covers at the end, in reading order.
        turn: Whose turn it is at the end.
        remaining: What each team has still to find.
        outcome: How it ended; None for a game that was broken off.
        questions: What the cluemasters must be asked, in order.
        wrong_covers: Covers laid by mistake and taken back; none of them may count.
        forgotten_stops: How many stops nobody tapped.
    """

    laid: tuple[ExpectedCover, ...]
    covers: tuple[CoverCard | None, ...]
    turn: Team | None
    remaining: tuple[tuple[Team, int | None], ...]
    outcome: Outcome | None
    questions: tuple[Question, ...]
    wrong_covers: tuple[tuple[Cell, CoverCard], ...]
    forgotten_stops: int

    def differences(self, state: GameState) -> tuple[str, ...]:
        """Say how a game at its end differs from what must have come; nothing when it is right."""
        found = [
            f"{cell.row},{cell.col}: {here or 'bare'}, must be {must or 'bare'}"
            for cell, here, must in zip(ALL_CELLS, state.covers, self.covers, strict=True)
            if here is not must
        ]
        if state.turn is not self.turn:
            found.append(f"turn: {state.turn}, must be {self.turn}")
        if state.outcome != self.outcome:
            found.append(f"outcome: {state.outcome}, must be {self.outcome}")
        found += [
            f"remaining {team}: {state.remaining(team)}, must be {count}"
            for team, count in self.remaining
            if state.remaining(team) != count
        ]
        return tuple(found)


@dataclass(frozen=True, slots=True)
class DemoGame:
    """One game, ready to be played.

    Attributes:
        new_game: How it is set up; its cards are those that are dealt.
        steps: The screenplay, from dealing to the last cover.
        expected: What must come of it.
        touched: Which team touched which card. Against the simulated rival, the rival where
            nobody touched it.
    """

    new_game: NewGame
    steps: tuple[Step, ...]
    expected: Expected
    touched: tuple[tuple[Cell, Team], ...]

    def answer_to(self, question: Question) -> Team | None:
        """What the script's cluemasters answer; None when that card was never touched."""
        return dict(self.touched).get(question.cell)


def screenplay(games: Iterable[DemoGame]) -> Iterator[Step]:
    """Play one game after the other; after each the table is cleared."""
    for game in games:
        yield from game.steps
        yield Clear()
        yield Wait(1.0)
