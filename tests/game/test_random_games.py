"""Thousands of games by chance: what must hold in every one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.errors import RuleBrokenError
from companion.game.actions import (
    Action,
    AllowClue,
    AskClue,
    CorrectCell,
    CoverLaid,
    CoverLifted,
    EndTurn,
    GiveClue,
    Guess,
    NewGame,
    Settle,
    Undo,
)
from companion.game.corrections import PASSED_BY, last_move
from companion.game.key_card import KeyCard, deal_key_card
from companion.game.notation import failures_of, format_game, parse_game, record_of
from companion.game.pieces import KeySource, Mode, Phase
from companion.game.position import bare_position, format_position, parse_position
from companion.game.rules import apply_action, legal_actions, may_give_clue, replay, start_game
from companion.game.state import GameState
from companion.game.stock import cover_stock, covers_left
from companion.game.views import view_for
from companion.terms import ALL_CELLS, Audience, CoverCard, Edition, Role, Team

seeds = st.integers(0, 2**32)
many = settings(
    deadline=None,
    max_examples=600,
    suppress_health_check=[HealthCheck.too_slow],
    database=None,
    derandomize=True,
)


def set_up(rng: Random) -> GameState:
    """A game of any kind."""
    mode = rng.choice([*Mode, Mode.TEAMS])
    key = deal_key_card(rng)
    is_on_paper = rng.random() < 0.3
    return start_game(
        NewGame(
            mode=mode,
            edition=rng.choice(list(Edition)),
            allies=mode is Mode.THREE and rng.random() < 0.5,
            expert_clues=rng.random() < 0.3,
            key_source=KeySource.PAPER if is_on_paper else KeySource.DEALT,
            key=None if is_on_paper else key,
            starting_team=key.starting_team,
        )
    )


def any_action(rng: Random, state: GameState) -> Action:
    """Something that people might do now; the rules may refuse it."""
    cell = rng.choice(ALL_CELLS)
    team = rng.choice([None, *Team])
    cover = rng.choice(list(CoverCard))
    if state.key is not None and rng.random() < 0.9:
        cover = CoverCard.for_role(state.key.role_at(cell))
    kind = rng.randrange(16)
    if kind < 6:
        return CoverLaid(cell, cover)
    if kind < 9:
        return rng.choice(legal_actions(state) or (EndTurn(),))
    return [
        Guess(cell, team, cover),
        EndTurn(team),
        GiveClue(rng.choice(["SNOW", "FLY"]), rng.choice([0, 1, 2, 3, None]), team),
        Settle(team, rng.choice([None, None, cell])),
        rng.choice([AskClue, AllowClue])("SNOW", team or Team.ORANGE),
        CoverLifted(cell),
        CorrectCell(cell, rng.choice([None, cover])),
    ][kind - 9]


def states_of_a_game(rng: Random, most: int = 80) -> Iterator[tuple[GameState, Action, GameState]]:
    """A game with everything in it: every accepted action, the state before it and after it."""
    state = set_up(rng)
    for _ in range(most):
        action = any_action(rng, state)
        try:
            after = apply_action(state, action)
        except RuleBrokenError:
            continue
        if isinstance(action, Undo):
            state = after
            continue
        yield state, action, after
        state = after
        if rng.random() < 0.05 and last_move(state) is not None:
            state = apply_action(state, Undo())
        if state.outcome is not None:
            return


def another_key(rng: Random, state: GameState) -> KeyCard:
    """A key that agrees on what is covered and on who starts."""
    assert state.key is not None
    squares = list(state.key.squares)
    bare = [cell.position for cell in ALL_CELLS if state.cover_at(cell) is None]
    mixed = [squares[place] for place in bare]
    rng.shuffle(mixed)
    for place, role in zip(bare, mixed, strict=True):
        squares[place] = role
    return KeyCard(tuple(squares), state.key.starting_team)


def with_key(state: GameState, key: KeyCard) -> GameState:
    first = state.log[0]
    assert isinstance(first, NewGame)
    return replace(state, key=key, log=(replace(first, key=key), *state.log[1:]))


# ---------------------------------------------------------------- counts and turns


def check_counts(state: GameState) -> None:
    assert state.starting_team is not None
    stock = cover_stock(state.starting_team)
    assert all(0 <= number <= stock[cover] for cover, number in covers_left(state).items())
    for team in Team:
        found = state.covers.count(CoverCard(team.value))
        assert state.remaining(team) == (9 if team is state.starting_team else 8) - found
    if state.key is not None:
        for cell in ALL_CELLS:
            cover = state.cover_at(cell)
            assert cover is None or cover.role is state.key.role_at(cell)
    # What happened names each covered cell once, and no cell that is bare.
    named = [(move.cell, move.cover) for move in state.moves if move.cell is not None]
    covered = [(cell, state.cover_at(cell)) for cell in ALL_CELLS]
    assert sorted(named) == [(cell, cover) for cell, cover in covered if cover is not None]


def check_phase(state: GameState) -> None:
    assert (state.outcome is not None) == (state.phase is Phase.OVER)
    assert (state.question is not None) == (state.phase is Phase.SETTLE)
    if state.phase is Phase.CLUE:
        assert state.clue is None
        assert state.right_guesses == 0
    if state.phase is Phase.GUESS:
        assert state.clue is not None or state.right_guesses > 0
        assert state.guesses_left is None or state.guesses_left > 0
    if state.outcome is not None:
        is_found = state.remaining(state.outcome.winner) == 0
        assert is_found == (state.outcome.how.value == "all_found")
        assert (CoverCard.GAME_OVER in state.covers) == (not is_found)
        is_won_alone = is_found and state.outcome.winner is state.own_team
        assert (state.outcome.chart is not None) == is_won_alone
    else:
        assert all(state.remaining(team) for team in Team)
        assert CoverCard.GAME_OVER not in state.covers or state.question is not None


def check_turn_order(state: GameState) -> None:
    """Follow the moves with a second, smaller account of whose turn it is."""
    right, limit = 0, 0
    assert not state.moves or state.moves[0].team in (None, state.starting_team)
    for move, after in pairwise(state.moves):
        if move.clue is not None and move.clue.number:
            limit = move.clue.number + 1
        is_own = move.team is not None and move.cover is CoverCard(move.team.value)
        right += is_own and move.kind == "guess"
        if move.team is None or after.team is None:
            right, limit = 0, 0  # who touched that card nobody knows, and nobody needs to
            continue
        is_wrong = move.kind == "guess" and not is_own
        is_over = move.kind in ("end_turn", "rival_cover") or is_wrong or 0 < limit <= right
        assert after.team is (move.team.rival if is_over else move.team), (move, after)
        if is_over:
            right, limit = 0, 0


@given(seeds)
@many
def test_every_state_keeps_counts_phases_and_turn_order(seed: int) -> None:
    for _, _, state in states_of_a_game(Random(seed)):
        check_counts(state)
        check_phase(state)
        check_turn_order(state)


@given(seeds)
@settings(many, max_examples=400)
def test_undo_takes_back_exactly_the_last_move(seed: int) -> None:
    rng = Random(seed)
    for before, action, after in states_of_a_game(rng, most=40):
        if not isinstance(action, PASSED_BY):
            assert apply_action(after, Undo()) == before


@given(seeds)
@settings(many, max_examples=200)
def test_every_log_replays_to_its_state(seed: int) -> None:
    played = list(states_of_a_game(Random(seed)))
    after = played[-1][2] if played else set_up(Random(seed))

    assert replay(after.log) == after
    record = record_of(after)
    assert parse_game(format_game(record)) == record
    assert failures_of(record) == ()
    assert parse_position(format_position(after)) == bare_position(after)


@given(seeds)
@many
def test_every_game_ends_within_25_covers(seed: int) -> None:
    rng = Random(seed)
    state = set_up(rng)
    covered = 0
    for _ in range(100):
        if state.outcome is not None:
            break
        for team in may_give_clue(state)[:1]:
            if rng.random() < 0.7 and state.phase is Phase.CLUE:
                state = apply_action(state, GiveClue("SNOW", rng.randrange(1, 4), team))
        moves = [act for act in legal_actions(state) if not isinstance(act, Undo)]
        assert moves, "a game that is not over has a legal move"
        state = apply_action(state, rng.choice(moves))
        now = 25 - state.covers.count(None)
        assert now >= covered
        covered = now

    assert state.outcome is not None


@given(seeds)
@settings(many, max_examples=100)
def test_legal_actions_are_what_the_rules_accept(seed: int) -> None:
    rng = Random(seed)
    for _, _, state in states_of_a_game(rng, most=25):
        legal = legal_actions(state)
        for action in legal:
            apply_action(state, action)
        if EndTurn() not in legal:
            with pytest.raises(RuleBrokenError):
                apply_action(state, EndTurn())
        if state.question is None and state.key is not None:
            for cell in ALL_CELLS:
                if Guess(cell) not in legal:
                    with pytest.raises(RuleBrokenError):
                        apply_action(state, Guess(cell))


# ---------------------------------------------------------------- secrets

View = Callable[[GameState, Audience], dict[str, Any]]


def tells_of_the_key(show: View, rng: Random) -> bool:
    """Tell whether guessers could learn from a view, in one game by chance."""
    for _, _, state in states_of_a_game(rng, most=60):
        if state.key is None or state.outcome is not None or rng.random() < 0.5:
            continue
        other = with_key(state, another_key(rng, state))
        for audience in (Audience.GUESSER, Audience.TABLE_SCREEN):
            if show(state, audience) != show(other, audience):
                return True
    return False


@given(seeds)
@many
def test_guessers_view_is_equal_for_keys_that_agree_on_what_is_covered(seed: int) -> None:
    assert not tells_of_the_key(view_for, Random(seed))


def leaky_key(state: GameState, audience: Audience) -> dict[str, Any]:
    return {**view_for(state, audience), "log": repr(state.log)}


def leaky_count(state: GameState, audience: Audience) -> dict[str, Any]:
    """Tells how many game-over cards lie in the far row."""
    row = state.key.squares[:5] if state.key else ()
    return {**view_for(state, audience), "danger": row.count(Role.GAME_OVER)}


def leaky_seat(state: GameState, audience: Audience) -> dict[str, Any]:
    is_screen = audience is Audience.TABLE_SCREEN
    return view_for(state, Audience.CLUEMASTER if is_screen else audience)


@pytest.mark.parametrize("leak", [leaky_key, leaky_count, leaky_seat])
def test_planted_leak_is_found(leak: View) -> None:
    assert any(tells_of_the_key(leak, Random(seed)) for seed in range(20))


@given(seeds)
@settings(many, max_examples=200)
def test_same_moves_look_the_same_under_keys_that_agree_on_them(seed: int) -> None:
    rng = Random(seed)
    played = list(states_of_a_game(rng))
    if not played or any(isinstance(act, CoverLifted | CorrectCell) for _, act, _ in played):
        return  # what was lifted was seen by all, but is no longer covered
    state = played[-1][2]
    if state.key is None or state.outcome is not None:
        return
    other = with_key(state, another_key(rng, state))

    assert view_for(replay(other.log), Audience.GUESSER) == view_for(state, Audience.GUESSER)


def answer_to(state: GameState, action: Action) -> tuple[str, str] | None:
    try:
        apply_action(state, action)
    except RuleBrokenError as error:
        return error.code, error.message
    return None


@given(seeds)
@settings(many, max_examples=200)
def test_refusals_tell_guessers_nothing(seed: int) -> None:
    rng = Random(seed)
    for _, _, state in states_of_a_game(rng, most=30):
        if state.key is None or state.outcome is not None:
            continue
        other = with_key(state, another_key(rng, state))
        cell, cover = rng.choice(ALL_CELLS), rng.choice(list(CoverCard))
        team = rng.choice([None, *Team])
        for action in (
            Guess(cell, team, cover),
            CorrectCell(cell, cover),
            EndTurn(team),
            GiveClue("SNOW", 2, team),
            AskClue("SNOW", Team.ORANGE),
        ):
            assert answer_to(state, action) == answer_to(other, action)
