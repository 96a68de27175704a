"""What each audience may see. The only place where a secret is cut."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.game.documents import write_key
from companion.game.key_card import KeyCard, format_code
from companion.game.pieces import Clue
from companion.game.state import GameState, Move
from companion.game.stock import covers_left
from companion.terms import ALL_CELLS, GRID_SIDE, Audience, Edition, Team


def view_for(
    state: GameState,
    audience: Audience,
    *,
    discrepancies: Sequence[Mapping[str, Any]] = (),
) -> dict[str, Any]:
    """Show a state to an audience, as a document in the words of the state's edition.

    Rulebook, "Keep a Straight Face": one word and one number are all that guessers get from
    a cluemaster. So they and the table screen get the public view: before the outcome nothing in it
    depends on what an uncovered card is. Cluemasters get in addition `key`, `question`,
    `asked` and `discrepancies`. After the outcome the key is shown to everybody.

    Args:
        state: The game.
        audience: Who is looking.
        discrepancies: What cluemasters are asked about covers that do not agree with the
            key; passed on to cluemasters and to nobody else.
    """
    view = _public_view(state)
    if audience is Audience.CLUEMASTER:
        if state.clue is not None:
            # Rulebook, "Valid Clues": the rival cluemaster is asked secretly.
            view["clue"]["allowed"] = state.clue.allowed
        view["key"] = None if state.key is None else key_document(state.key, state.edition)
        view["question"] = _question(state)
        view["asked"] = [
            {"word": asked.word, "team": _shown(state, asked.team), "allowed": asked.allowed}
            for asked in state.asked
        ]
        view["discrepancies"] = [dict(found) for found in discrepancies]
    elif state.outcome is not None and state.key is not None:
        view["key"] = key_document(state.key, state.edition)
    return view


def key_document(key: KeyCard, edition: Edition) -> dict[str, Any]:
    """A key card for those who may see it.

    `grid` is in the guessers' cells, `cluemasters_grid` as the cluemasters read it;
    `code` is the card's code as it lies, its upper edge taken for the number's.
    """
    seen = key.as_cluemasters_see()
    rows = [seen[start : start + GRID_SIDE] for start in range(0, len(seen), GRID_SIDE)]
    return {
        **write_key(key, edition),
        "cluemasters_grid": ["".join(edition.letter(role) for role in row) for row in rows],
        "code": format_code(key),
    }


def _public_view(state: GameState) -> dict[str, Any]:
    outcome = state.outcome
    return {
        "edition": state.edition.value,
        "mode": state.mode.value,
        "phase": state.phase.value,
        "turn": _shown(state, state.turn),
        "clue": _clue(state, state.clue),
        "guesses_left": state.guesses_left if outcome is None else None,
        "remaining": {_shown(state, team): state.remaining(team) for team in Team},
        "cells": [_cell(state, position) for position in range(len(ALL_CELLS))],
        "outcome": None
        if outcome is None
        else {
            "winner": _shown(state, outcome.winner),
            "how": outcome.how.value,
            "chart": outcome.chart,
        },
        # Extensions.
        "start": _shown(state, state.starting_team),
        "key_source": state.key_source.value,
        "expert_clues": state.expert_clues,
        "simulated_rival": _shown(state, state.own_team and state.own_team.rival),
        "rivals_turn": state.is_rivals_turn,
        "right_guesses": state.right_guesses,
        "may_stop": state.may_stop,
        "covers_left": {
            state.edition.shown_as(cover.value): number
            for cover, number in covers_left(state).items()
        },
        "moves": [_move(state, move) for move in state.moves],
    }


def _cell(state: GameState, position: int) -> dict[str, Any]:
    place = ALL_CELLS[position]
    card = state.cards[position]
    cover = state.covers[position]
    return {
        "row": place.row,
        "col": place.col,
        "card": card and card.id,
        "word": card and card.word,
        "face": card and card.face.value,
        "cover": cover and state.edition.shown_as(cover.value),
    }


def _clue(state: GameState, clue: Clue | None) -> dict[str, Any] | None:
    if clue is None:
        return None
    return {
        "word": clue.word,
        "number": clue.number_text,
        "team": _shown(state, clue.team),
    }


def _move(state: GameState, move: Move) -> dict[str, Any]:
    shown: dict[str, Any] = {"kind": move.kind, "team": _shown(state, move.team)}
    if move.cell is not None and move.cover is not None:
        # The history is rebuilt when a cover is taken back, so every cell named here is
        # covered now.
        shown |= {
            "row": move.cell.row,
            "col": move.cell.col,
            "cover": state.edition.shown_as(move.cover.value),
        }
    if move.clue is not None:
        shown["clue"] = _clue(state, move.clue)
    return shown


def _question(state: GameState) -> dict[str, Any] | None:
    question = state.question
    if question is None:
        return None
    return {
        "row": question.cell.row,
        "col": question.cell.col,
        "cover": state.edition.shown_as(question.cover.value),
        "teams": [_shown(state, team) for team in question.teams],
    }


def _shown(state: GameState, team: Team | None) -> str | None:
    return None if team is None else state.edition.shown_as(team.value)
