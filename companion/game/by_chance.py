"""Whole games played by chance: for the simulated table, and for trying the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.game.actions import Action, EndTurn, GiveClue, Guess, NewGame, RivalCover
from companion.game.corrections import accept
from companion.game.key_card import Chance, deal_key_card
from companion.game.notation import GameRecord, record_of
from companion.game.pieces import CardOnTable, KeySource, Mode
from companion.game.state import EMPTY_TABLE, GameState
from companion.terms import Cell, Edition, Role


@dataclass(frozen=True, slots=True)
class Skill:
    """How well people guess, in hundredths.

    Attributes:
        right: How often a touch is on a card of one's own.
        game_over: How often it is on the game-over card; what is left is the rival's and
            the neutral cards.
        stops: How often a team stops when it has found as many as the clue's number.
    """

    right: int = 72
    game_over: int = 2
    stops: int = 80


EVERYDAY_SKILL = Skill()
_EVERYDAY_WORDS = ("FLY", "POLITICS", "MUSIC", "SNOW", "SKATEBOARDING", "FOOD", "SCHOOL", "NIGHT")


def play_by_chance(
    rng: Chance,
    *,
    mode: Mode = Mode.TEAMS,
    edition: Edition = Edition.SIMPSONS,
    allies: bool = False,
    cards: tuple[CardOnTable | None, ...] = (),
    clue_words: Sequence[str] = _EVERYDAY_WORDS,
    skill: Skill = EVERYDAY_SKILL,
    title: str = "",
) -> GameRecord:
    """Play one whole game: every clue given, every touch and every stop said.

    Args:
        rng: The chance; the same numbers give the same game.
        mode: How many play.
        edition: Whose colours are shown.
        allies: Three allies against the simulated rival.
        cards: The cards on the table, where they are known.
        clue_words: The clues, used in this order and then again.
        skill: How well people guess.
        title: What the game is called.

    Returns:
        The game: its actions are `NewGame`, `GiveClue`, `Guess`, `EndTurn` and
        `RivalCover`, and its outcome is never None.

    Example:
        >>> from random import Random
        >>> play_by_chance(Random(1)) == play_by_chance(Random(1))
        True
    """
    new_game = NewGame(
        mode=mode,
        edition=edition,
        allies=allies,
        cards=cards,
        key_source=KeySource.DEALT,
        key=deal_key_card(rng),
    )
    state = accept(EMPTY_TABLE, new_game)
    clues = 0
    while state.outcome is None:
        if state.is_rivals_turn:
            assert state.turn is not None
            state = accept(state, RivalCover(_pick(rng, _bare(state, Role.of_team(state.turn)))))
        elif state.clue is None:
            word = clue_words[clues % len(clue_words)]
            clues += 1
            state = accept(state, GiveClue(word, _number(rng, state), state.turn))
        else:
            state = accept(state, _guess_or_stop(rng, state, skill))
    return record_of(state, title)


def _number(rng: Chance, state: GameState) -> int:
    assert state.turn is not None
    return min(1 + rng.randrange(3), state.remaining(state.turn) or 1)


def _guess_or_stop(rng: Chance, state: GameState, skill: Skill) -> Action:
    assert state.clue is not None
    assert state.turn is not None
    has_enough = state.right_guesses >= (state.clue.number or 0)
    if state.may_stop and has_enough and rng.randrange(100) < skill.stops:
        return EndTurn(state.turn)
    own = Role.of_team(state.turn)
    dice = rng.randrange(100)
    if dice < skill.right:
        return Guess(_pick(rng, _bare(state, own)))
    if dice < skill.right + skill.game_over:
        return Guess(_pick(rng, _bare(state, Role.GAME_OVER)))
    others = _bare(state, Role.of_team(state.turn.rival)) + _bare(state, Role.NEUTRAL)
    return Guess(_pick(rng, others))


def _bare(state: GameState, role: Role) -> tuple[Cell, ...]:
    assert state.key is not None
    return tuple(cell for cell in state.key.cells_of(role) if state.cover_at(cell) is None)


def _pick(rng: Chance, cells: tuple[Cell, ...]) -> Cell:
    return cells[rng.randrange(len(cells))]
