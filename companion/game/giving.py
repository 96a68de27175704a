"""Clues: giving one, and asking the rival cluemaster about one."""

from __future__ import annotations

from dataclasses import replace

from companion.errors import ClueRefusedError, NotYourTurnError, RuleBrokenError
from companion.game.actions import AllowClue, AskClue, GiveClue
from companion.game.key_card import CELL_COUNT
from companion.game.pieces import AskedClue, Clue, Phase
from companion.game.play import check_playing, end_used_up_turn, next_turn
from companion.game.state import GameState, Move
from companion.terms import Team

LONGEST_WORD = 60
"""Characters; the longest words of a dictionary have fewer."""


def give_clue(state: GameState, action: GiveClue) -> GameState:
    """Rulebook, "Giving a Clue": one word and one number, exactly one clue a turn.

    Whether the word is a valid clue is advised, not decided (`companion.game.clue`). A clue
    may be recorded late, when guesses have been made on the spoken one. A clue of the other
    team says that the team in turn has stopped.
    """
    turn = check_playing(state)
    word = _checked_word(action.word)
    _check_number(state, action.number, word)
    team = action.team or _meant_team(state, turn)
    if state.is_rivals_turn or (state.has_simulated_rival and team is not state.own_team):
        raise NotYourTurnError(
            "the simulated rival gives no clues: cover one of its cards", clue=word, turn=turn.value
        )
    if team is turn:
        if state.clue is not None:
            raise ClueRefusedError("a turn has exactly one clue", clue=word, turn=turn.value)
        return _recorded(state, word, action.number, team)
    if not state.may_stop:
        raise NotYourTurnError(
            f"it is {state.edition.shown_as(turn.value)}'s turn, which has a guess to make",
            clue=word,
            turn=turn.value,
        )
    stopped = replace(state, moves=(*state.moves, Move("end_turn", turn)))
    return _recorded(next_turn(stopped, team), word, action.number, team)


def ask_clue(state: GameState, action: AskClue) -> GameState:
    """Rulebook, "Valid Clues": if not sure, ask the rival cluemaster secretly."""
    _check_rival_cluemaster(state)
    word = _checked_word(action.word)
    others = tuple(asked for asked in state.asked if not _is_about(asked, word, action.team))
    return replace(state, asked=(*others, AskedClue(word, action.team)))


def allow_clue(state: GameState, action: AllowClue) -> GameState:
    """Rulebook, "Valid Clues": if the rival cluemaster allows it, the clue is valid."""
    _check_rival_cluemaster(state)
    word = _checked_word(action.word)
    asker = action.team.rival
    others = tuple(asked for asked in state.asked if not _is_about(asked, word, asker))
    answered = replace(state, asked=(*others, AskedClue(word, asker, action.allowed)))
    clue = state.clue
    if clue is None or clue.team is not asker or not _is_same(clue.word, word):
        return answered
    told = replace(clue, allowed=action.allowed)
    moves = tuple(replace(move, clue=told) if move.clue == clue else move for move in state.moves)
    return replace(answered, clue=told, moves=moves)


def _meant_team(state: GameState, turn: Team) -> Team:
    """Whose clue it is when nobody says: a second clue in a turn is the other team's."""
    if state.clue is not None and state.may_stop and not state.has_simulated_rival:
        return turn.rival
    return turn


def _recorded(state: GameState, word: str, number: int | None, team: Team) -> GameState:
    allowed = any(asked.allowed for asked in state.asked if _is_about(asked, word, team))
    clue = Clue(word, number, team, allowed)
    if number and state.right_guesses > number + 1:
        raise ClueRefusedError(
            f"{state.right_guesses} guesses have been made, more than {number} plus one",
            clue=word,
            turn=team.value,
        )
    given = replace(
        state,
        phase=Phase.GUESS,
        clue=clue,
        # A clue recorded now opens the turn, so its guesses are all still to come.
        may_have_guessed=False,
        moves=(*state.moves, Move("clue", team, clue=clue)),
    )
    return end_used_up_turn(given)


def _checked_word(word: str) -> str:
    shown = " ".join(word.split())
    if not shown or len(shown) > LONGEST_WORD or not shown.isprintable():
        raise ClueRefusedError(
            f"a clue is a word of 1 to {LONGEST_WORD} characters; got {word[:LONGEST_WORD]!r}",
            clue=word[:LONGEST_WORD],
        )
    return shown


def _check_number(state: GameState, number: int | None, word: str) -> None:
    if number and not 0 < number <= CELL_COUNT:
        raise ClueRefusedError(f"a clue's number is 1 to {CELL_COUNT}; got {number}", clue=word)
    # Rulebook, "Expert Clue: Unlimited" and "Expert Clue: Zero": alternative game play.
    if not number and not state.expert_clues:
        raise ClueRefusedError(
            "0 and unlimited are expert clues, which this game does not use", clue=word
        )


def _check_rival_cluemaster(state: GameState) -> None:
    if state.turn is None or state.outcome is not None:
        check_playing(state)
    if state.has_simulated_rival:
        raise RuleBrokenError("the simulated rival has no cluemaster who could be asked")


def _is_about(asked: AskedClue, word: str, team: Team) -> bool:
    return asked.team is team and _is_same(asked.word, word)


def _is_same(one: str, other: str) -> bool:
    return one.casefold() == other.casefold()
