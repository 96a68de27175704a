"""The door of the rules: one state and one action give the next state."""

from __future__ import annotations

from companion.game.actions import (
    Action,
    EndTurn,
    Guess,
    NewGame,
    RivalCover,
    Settle,
    Undo,
)
from companion.game.corrections import accept, last_move, replay
from companion.game.pieces import Phase
from companion.game.state import EMPTY_TABLE, GameState
from companion.game.stock import covers_left
from companion.terms import ALL_CELLS, Cell, Role, Team

__all__ = ["apply_action", "legal_actions", "may_give_clue", "replay", "start_game"]


def start_game(action: NewGame) -> GameState:
    """Set up a game on an empty table."""
    return apply_action(EMPTY_TABLE, action)


def apply_action(state: GameState, action: Action) -> GameState:
    """Give the state after an action; the state handed in stays as it was.

    Nothing that this raises tells what an uncovered card is, with one exception: a
    `RivalCover` or `CoverLaid` that is refused says that the key does not agree. So those
    two, and `CoverLifted` and `Settle`, are never taken from a guesser.

    Raises:
        RuleBrokenError: The rules refuse the action. Its subclasses say why.

    Example:
        >>> from companion.game.key_card import key_from_rank
        >>> from companion.terms import Role
        >>> key = key_from_rank(0)
        >>> game = start_game(NewGame(key=key))
        >>> after = apply_action(game, Guess(key.cells_of(Role.NEUTRAL)[0]))
        >>> game.turn.value, after.turn.value
        ('orange', 'yellow')
    """
    return accept(state, action)


def may_give_clue(state: GameState) -> tuple[Team, ...]:
    """The teams whose cluemaster may give a clue now."""
    if state.outcome is not None or state.turn is None or state.phase is Phase.SETTLE:
        return ()
    if state.has_simulated_rival:
        return () if state.is_rivals_turn or state.clue else (state.turn,)
    own = () if state.clue else (state.turn,)
    return (*own, state.turn.rival) if state.may_stop else own


def legal_actions(state: GameState) -> tuple[Action, ...]:
    """Every move that the rules accept now, clues and corrections left out.

    With a known key the list is a secret in a game against the simulated rival: it names
    the rival's cards.
    """
    moves: list[Action] = []
    if state.question is not None:
        moves += [Settle(team) for team in state.question.teams]
    elif state.outcome is None and state.turn is not None:
        bare = [cell for cell in ALL_CELLS if state.cover_at(cell) is None]
        if not state.is_rivals_turn:
            moves += [touch for cell in bare for touch in _touches(state, cell)]
        if state.may_stop:
            moves.append(EndTurn())
        if state.is_rivals_turn or (state.has_simulated_rival and state.may_stop):
            moves += [RivalCover(cell) for cell in bare if _may_be_rivals(state, cell)]
    if last_move(state) is not None:
        moves.append(Undo())
    return tuple(moves)


def _touches(state: GameState, cell: Cell) -> list[Action]:
    if state.key is not None:
        return [Guess(cell)]
    return [Guess(cell, cover=cover) for cover, left in covers_left(state).items() if left]


def _may_be_rivals(state: GameState, cell: Cell) -> bool:
    assert state.own_team is not None
    rivals = Role.of_team(state.own_team.rival)
    return state.key is None or state.key.role_at(cell) is rivals
