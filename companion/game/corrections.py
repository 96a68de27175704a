"""Taking back and putting right: undo, lifted covers, corrected cells, all by replay."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.errors import RuleBrokenError
from companion.game.actions import (
    Action,
    AllowClue,
    AskClue,
    CardsSeen,
    ChooseKey,
    CorrectCell,
    CoverLaid,
    CoverLifted,
    EndTurn,
    GiveClue,
    Guess,
    NewGame,
    RivalCover,
    Settle,
    Undo,
)
from companion.game.giving import allow_clue, ask_clue, give_clue
from companion.game.play import (
    cover_seen,
    guess,
    lay_cards,
    put_key_on_stand,
    rival_cover,
    set_up,
    settle,
    stop_guessing,
)
from companion.game.state import EMPTY_TABLE, GameState
from companion.terms import Cell, CoverCard

PASSED_BY = (NewGame, CardsSeen, AskClue, AllowClue)
"""Actions that undo leaves alone: the game itself, readings, and the cluemasters' asides."""


def accept(state: GameState, action: Action) -> GameState:
    """Apply one action and write it into the log; `Undo` writes nothing but takes away."""
    match action:
        case Undo():
            return _undone(state)
        case NewGame():
            return replace(set_up(action), log=(action,))
        case CoverLifted(cell):
            after = _history_corrected(state, cell, None)
        case CorrectCell(cell, cover):
            after = _corrected(state, cell, cover)
        case _:
            after = _played(state, action)
    return replace(after, log=(*state.log, action))


def replay(log: Sequence[Action]) -> GameState:
    """Play a log from the empty table."""
    state = EMPTY_TABLE
    for action in log:
        state = accept(state, action)
    return state


def last_move(state: GameState) -> Action | None:
    """The action that undo would take back, or None."""
    return next((act for act in reversed(state.log) if not isinstance(act, PASSED_BY)), None)


def _played(state: GameState, action: Action) -> GameState:
    if not state.log:
        raise RuleBrokenError("no game is set up on this table")
    match action:
        case ChooseKey():
            return put_key_on_stand(state, action)
        case CardsSeen():
            return lay_cards(state, action)
        case GiveClue():
            return give_clue(state, action)
        case AskClue():
            return ask_clue(state, action)
        case AllowClue():
            return allow_clue(state, action)
        case Guess():
            return guess(state, action)
        case CoverLaid(cell, cover):
            return cover_seen(state, cell, cover)
        case EndTurn():
            return stop_guessing(state, action)
        case RivalCover(cell):
            return rival_cover(state, cell)
        case Settle():
            return settle(state, action)
        case _:
            raise ValueError(f"no play: {action!r}")


def _undone(state: GameState) -> GameState:
    for position in range(len(state.log) - 1, -1, -1):
        if not isinstance(state.log[position], PASSED_BY):
            break
    else:
        raise RuleBrokenError("there is nothing to undo")
    before = replay(state.log[:position])
    for aside in state.log[position + 1 :]:
        try:
            before = accept(before, aside)
        except RuleBrokenError:
            continue  # an aside about a game that has not begun any more
    return before


def _corrected(state: GameState, cell: Cell, cover: CoverCard | None) -> GameState:
    if cover is not None and not state.key_is_on_paper:
        # Refused whatever the colour, so that the answer tells nothing of the key.
        raise RuleBrokenError("the key says what lies there; covers can only be lifted", cell=cell)
    if cover is not None and state.cover_at(cell) is None:
        return cover_seen(state, cell, cover)
    return _history_corrected(state, cell, cover)


def _history_corrected(state: GameState, cell: Cell, cover: CoverCard | None) -> GameState:
    """The state as if another cover, or none, had been laid on a covered cell."""
    if state.cover_at(cell) is None:
        raise RuleBrokenError("no cover lies there", cell=cell)
    history = _with_cover_changed(_history(state.log), cell, cover)
    corrected = EMPTY_TABLE
    try:
        for action in history:
            if isinstance(action, Settle) and action.cell is None and corrected.question is None:
                continue  # the answer to a question that is not asked any more
            corrected = accept(corrected, action)
    except RuleBrokenError as broken:
        raise RuleBrokenError(
            f"later moves rest on that cover; undo them first ({broken.message})", cell=cell
        ) from broken
    return corrected


def _history(log: Sequence[Action]) -> list[Action]:
    """The log as if every correction had been right from the start."""
    history: list[Action] = []
    for action in log:
        match action:
            case CoverLifted(cell):
                history = _with_cover_changed(history, cell, None)
            case CorrectCell(cell, cover):
                if any(_covers(past, cell) for past in history):
                    history = _with_cover_changed(history, cell, cover)
                elif cover is not None:
                    history.append(CoverLaid(cell, cover))
            case _:
                history.append(action)
    return history


def _with_cover_changed(
    history: Sequence[Action], cell: Cell, cover: CoverCard | None
) -> list[Action]:
    position = max(place for place, past in enumerate(history) if _covers(past, cell))
    instead = [] if cover is None else [_recoloured(history[position], cell, cover)]
    return [*history[:position], *instead, *history[position + 1 :]]


def _recoloured(past: Action, cell: Cell, cover: CoverCard) -> Action:
    if isinstance(past, Guess):
        return replace(past, cover=cover)
    return CoverLaid(cell, cover)


def _covers(action: Action, cell: Cell) -> bool:
    return isinstance(action, Guess | CoverLaid | RivalCover | Settle) and action.cell == cell
