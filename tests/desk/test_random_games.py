"""Whole games by chance: points equal a recount, and what is refused changes nothing."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.desk.actions import (
    Action,
    EndTurn,
    NewGame,
    PlayCharacter,
    PlayScene,
    Score,
    from_document,
    to_document,
)
from companion.desk.rules import apply_action, replay
from companion.desk.scoring import Kind
from companion.desk.state import EMPTY_DESK, DeskState
from companion.errors import FindingError

PLAYERS = ("A", "B", "C", "D")
TRAITS = ("kid", "cook", "rich")

traits = st.lists(st.sampled_from(TRAITS), max_size=2, unique=True).map(tuple)
number = st.one_of(st.none(), st.integers(1, 3))
player = st.sampled_from(PLAYERS)
piece = st.integers(1, 14)
actions = st.one_of(
    st.builds(PlayScene, by=player, traits=traits, complete=number, trash=number),
    st.builds(
        PlayCharacter,
        by=player,
        scene=piece.map("s{}".format),
        traits=traits,
        star=st.booleans(),
        by_effect=st.booleans(),
    ),
    st.builds(EndTurn, by=player),
    st.builds(
        Score,
        by=player,
        kind=st.sampled_from(Kind),
        scene=piece.map("s{}".format),
        characters=st.lists(piece.map("c{}".format), max_size=3, unique=True).map(tuple),
    ),
)


def sensible(state: DeskState, action: Action) -> Action:
    """Half of what chance says makes little sense; lead it to the turn and the pieces there are."""
    at = state.turn or "A"
    if isinstance(action, PlayScene | EndTurn):
        return replace(action, by=at)
    scene = state.scenes[len(action.scene or "") % len(state.scenes)].id if state.scenes else "s1"
    if isinstance(action, Score):
        there = [each.id for each in state.characters_at(scene)]
        return Score(
            by=at, kind=action.kind, scene=scene, characters=tuple(there[: len(action.characters)])
        )
    assert isinstance(action, PlayCharacter)
    return PlayCharacter(by=at, scene=scene, traits=action.traits, star=action.star)


def recount(state: DeskState, action: Score) -> dict[str, int]:
    """The points of a declaration once more, from the pieces on the table."""
    scene = next(each for each in state.scenes if each.id == action.scene)
    counted = [each for each in state.characters if each.id in action.characters]
    for each in counted:
        is_match = bool(set(each.traits) & set(scene.traits))
        assert each.scene == scene.id
        assert is_match is (action.kind is Kind.COMPLETE)
    number = scene.complete if action.kind is Kind.COMPLETE else scene.trash
    assert len(counted) == number
    gained = {}
    for name in PLAYERS:
        own = sum(each.owner == name for each in counted)
        rivals = [
            sum(each.owner == other for each in counted) for other in PLAYERS if other != name
        ]
        gained[name] = int(name == scene.owner or own > 0)
        gained[name] += int(action.kind is Kind.COMPLETE and own > max(rivals))
    return gained


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(actions, st.booleans()), max_size=60))
def test_games_by_chance_keep_the_rules(told: list[tuple[Action, bool]]) -> None:
    state = apply_action(EMPTY_DESK, NewGame(players=PLAYERS))
    for chance, is_led in told:
        action = sensible(state, chance) if is_led else chance
        before = state
        try:
            state = apply_action(state, action)
        except FindingError:
            assert replay(before.log) == before
            continue
        if isinstance(action, Score):
            gained = recount(before, action)
            assert state.points_of == {
                name: points + gained[name] for name, points in before.points_of.items()
            }
            assert not state.characters_at(str(action.scene))
        assert len({each.owner for each in state.scenes}) == len(state.scenes)
        assert state.played_this_turn <= 2
        assert bool(state.winners) is (max(state.points) >= 7)
    assert replay([from_document(to_document(each)) for each in state.log]) == state
