"""What an evening is remembered by: who won, how often, and the best clue of all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.game.outcome import Outcome
from companion.game.pieces import Clue, Mode
from companion.game.state import GameState, Move
from companion.terms import Edition, Team

EVENING_GAP_S = 6 * 3600.0
"""A pause of so long between two games ends an evening: people have gone to bed."""


@dataclass(frozen=True, slots=True)
class ClueResult:
    """A clue and what came of it.

    Attributes:
        clue: The clue.
        found: How many cards its own team found by it.
        missed: Whether its turn ended with a wrong card.
    """

    clue: Clue
    found: int
    missed: bool


@dataclass(frozen=True, slots=True)
class Played:
    """One game as it is remembered.

    Attributes:
        game_id: Its number at the table.
        began_at_s: When it began, in seconds since 1970, or None.
        last_at_s: When its last action was.
        action_count: How much happened in it.
        mode: How many played.
        edition: Whose colours were shown.
        own_team: Against the simulated rival, the team that people played.
        outcome: How it ended, or None.
        clues: Every clue and what came of it.
        longest_run: The most right cards in a row that one team found, over its turns.
        run_team: Whose run that was.
        card_ids: The cards that lay on the table.
        trouble: It cannot be replayed.
    """

    game_id: str
    began_at_s: float | None
    last_at_s: float | None
    action_count: int
    mode: Mode = Mode.TEAMS
    edition: Edition = Edition.SIMPSONS
    own_team: Team | None = None
    outcome: Outcome | None = None
    clues: tuple[ClueResult, ...] = ()
    longest_run: int = 0
    run_team: Team | None = None
    card_ids: tuple[str, ...] = ()
    trouble: bool = False


def remember(played: Played, state: GameState) -> Played:
    """Fill in what a game's last state says of it."""
    run, run_team = _longest_run(state.moves)
    return replace(
        played,
        mode=state.mode,
        edition=state.edition,
        own_team=state.own_team,
        outcome=state.outcome,
        clues=clue_results(state.moves),
        longest_run=run,
        run_team=run_team,
        card_ids=tuple(card.id for card in state.cards if card is not None),
    )


def clue_results(moves: Sequence[Move]) -> tuple[ClueResult, ...]:
    """Tell what came of each clue.

    Example:
        >>> from companion.terms import Cell, CoverCard
        >>> snow = Clue("snow", 2, Team.ORANGE)
        >>> moves = (
        ...     Move("clue", Team.ORANGE, clue=snow),
        ...     Move("guess", Team.ORANGE, Cell(0, 0), CoverCard.ORANGE),
        ...     Move("guess", Team.ORANGE, Cell(0, 1), CoverCard.NEUTRAL),
        ... )
        >>> [(result.found, result.missed) for result in clue_results(moves)]
        [(1, True)]
    """
    results: list[ClueResult] = []
    for move in moves:
        if move.kind == "clue" and move.clue is not None:
            results.append(ClueResult(move.clue, 0, missed=False))
        elif move.kind == "guess" and results and move.team is results[-1].clue.team:
            last = results[-1]
            is_right = move.cover is not None and move.cover.value == move.team.value
            results[-1] = ClueResult(last.clue, last.found + is_right, last.missed or not is_right)
    return tuple(results)


def evening_of(games: Sequence[Played]) -> tuple[Played, ...]:
    """The games of the last evening, oldest first: back to the last long pause.

    Args:
        games: All games of a table, oldest first.
    """
    start = len(games)
    later_s: float | None = None
    for index in range(len(games) - 1, -1, -1):
        game = games[index]
        if later_s is not None and (game.last_at_s or 0.0) < later_s - EVENING_GAP_S:
            break
        start = index
        later_s = game.began_at_s if game.began_at_s is not None else later_s
    return tuple(games[start:])


def score_of(games: Iterable[Played]) -> dict[Team, int]:
    """Games won by each team; games against the simulated rival count for the people only."""
    score = dict.fromkeys(Team, 0)
    for game in games:
        if game.outcome is not None and game.own_team is None:
            score[game.outcome.winner] += 1
    return score


def summary_document(games: Sequence[Played], edition: Edition) -> dict[str, Any]:
    """Sum an evening up for everybody, in the words of an edition.

    Only games that are over count: what people think of the running one stays theirs.
    """
    over = [game for game in games if game.outcome is not None]
    clues = [(result, game) for game in over for result in game.clues]
    counted = [result for result, _game in clues]
    best = max(clues, key=lambda one: (one[0].found, not one[0].missed), default=None)
    run = max(over, key=lambda game: game.longest_run, default=None)
    solo = [game for game in over if game.own_team is not None]
    return {
        "games": len(over),
        "score": {edition.shown_as(team.value): won for team, won in score_of(over).items()},
        "cards_a_clue": _mean(counted),
        "clues": len(counted),
        "best_clue": None if best is None or best[0].found == 0 else _clue_document(*best),
        "longest_run": None
        if run is None or run.run_team is None
        else {"team": run.edition.shown_as(run.run_team.value), "cards": run.longest_run},
        "solo": {
            "games": len(solo),
            "won": sum(game.outcome is not None and _is_own_win(game) for game in solo),
        },
    }


def _is_own_win(game: Played) -> bool:
    return game.outcome is not None and game.outcome.winner is game.own_team


def _mean(results: Sequence[ClueResult]) -> float | None:
    if not results:
        return None
    return round(sum(result.found for result in results) / len(results), 2)


def _clue_document(result: ClueResult, game: Played) -> dict[str, Any]:
    return {
        "word": result.clue.word,
        "number": result.clue.number_text,
        "team": game.edition.shown_as(result.clue.team.value),
        "found": result.found,
        "game": game.game_id,
    }


def _longest_run(moves: Sequence[Move]) -> tuple[int, Team | None]:
    best, best_team = 0, None
    running = dict.fromkeys(Team, 0)
    for move in moves:
        if move.kind != "guess" or move.team is None or move.cover is None:
            continue
        is_right = move.cover.value == move.team.value
        running[move.team] = running[move.team] + 1 if is_right else 0
        if running[move.team] > best:
            best, best_team = running[move.team], move.team
    return best, best_team
