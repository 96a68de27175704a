from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.desk.actions import (
    Adjust,
    EndTurn,
    Leave,
    MoveCharacter,
    NewGame,
    PlayCharacter,
    PlayScene,
    RemoveScene,
    Score,
    SetMatch,
    Undo,
)
from companion.desk.pieces import eligible
from companion.desk.rules import apply_action, preview_score, replay
from companion.desk.scoring import Kind
from companion.desk.state import EMPTY_DESK, DeskState, Status
from companion.errors import FindingError

Play = Callable[..., DeskState]

SCENE = PlayScene(by="Ada", title="Park", traits=("Kid",), complete=2, trash=1)


def a_character(by: str = "Ada", *traits: str, **more: object) -> PlayCharacter:
    return PlayCharacter(by=by, scene="s1", traits=traits, **more)  # type: ignore[arg-type]


def refusal(state: DeskState, action: object) -> str:
    with pytest.raises(FindingError) as refused:
        apply_action(state, action)  # type: ignore[arg-type]
    return refused.value.finding


@pytest.mark.parametrize(
    ("players", "finding"),
    [
        pytest.param(("Ada",), "E_PLAYERS", id="one"),
        pytest.param(tuple("ABCDEF"), "E_PLAYERS", id="six"),
        pytest.param(("Ada", "ada"), "E_SAME_NAME", id="same-name"),
    ],
)
def test_new_game_refuses_players_that_cannot_play(players: tuple[str, ...], finding: str) -> None:
    assert refusal(EMPTY_DESK, NewGame(players=players)) == finding


def test_turns_go_clockwise_from_whoever_was_chosen() -> None:
    state = apply_action(EMPTY_DESK, NewGame(players=("Ada", "Ben"), first="Ben"))

    assert state.turn == "Ben"
    assert apply_action(state, EndTurn(by="Ben")).turn == "Ada"


def test_scene_is_refused_when_an_own_one_is_in_play(played: Play) -> None:
    assert refusal(played(SCENE), SCENE) == "E_SCENE_IN_PLAY"


def test_scene_may_follow_when_the_first_was_scored_in_the_same_turn(played: Play) -> None:
    state = played(
        SCENE, a_character(), Score(by="Ada", kind=Kind.TRASH, scene="s1", characters=("c2",))
    )

    assert apply_action(state, SCENE).scene_of("Ada") is not None


def test_third_character_of_a_turn_is_refused_when_it_is_no_star(played: Play) -> None:
    state = played(SCENE, a_character(), a_character())

    assert refusal(state, a_character()) == "E_CHARACTER_LIMIT"
    assert len(apply_action(state, a_character(star=True)).characters) == 3
    assert len(apply_action(state, a_character(by_effect=True)).characters) == 3


def test_character_may_go_to_the_scene_of_an_opponent(played: Play) -> None:
    state = played(SCENE, EndTurn(by="Ada"), a_character("Ben", "kid"))

    assert eligible(state.scenes[0], state.characters).matching == ("c2",)


def test_character_is_refused_when_it_is_not_the_players_turn(played: Play) -> None:
    assert refusal(played(SCENE), a_character("Ben")) == "E_NOT_YOUR_TURN"


def test_score_takes_the_scene_and_all_its_characters_away(played: Play) -> None:
    state = played(
        SCENE,
        a_character("Ada", "kid"),
        a_character("Ada", "cook"),
        EndTurn(by="Ada"),
        a_character("Ben", "kid"),
    )
    counted = Score(by="Ben", kind=Kind.COMPLETE, scene="s1", characters=("c2", "c4"))

    shown = preview_score(state, counted)
    after = apply_action(state, counted)

    assert shown.delta == {"Ada": 1, "Ben": 1, "Cleo": 0}
    assert after.points_of == shown.after
    assert after.scenes == () == after.characters


def test_score_refuses_a_character_that_does_not_match(played: Play) -> None:
    state = played(SCENE, a_character("Ada", "kid"), a_character("Ada", "cook"))

    refused = refusal(
        state, Score(by="Ada", kind=Kind.COMPLETE, scene="s1", characters=("c2", "c3"))
    )

    assert refused == "E_POOL"


def test_match_said_by_people_comes_before_the_traits(played: Play) -> None:
    state = played(SCENE, a_character("Ada", "cook"), SetMatch(character="c2", matches=True))

    assert eligible(state.scenes[0], state.characters).matching == ("c2",)


def test_effects_move_and_remove(played: Play) -> None:
    state = played(SCENE, a_character(), MoveCharacter(character="c2"))

    assert state.characters == ()
    assert apply_action(state, RemoveScene(scene="s1")).scenes == ()


def test_quick_mode_scores_counted_characters_alone(played: Play) -> None:
    state = played(Score(by="Ada", kind=Kind.COMPLETE, owner="Ben", counted={"Ada": 2}), quick=True)

    assert state.points_of == {"Ada": 2, "Ben": 1, "Cleo": 0}


def test_points_by_hand_need_a_reason_and_may_win(played: Play) -> None:
    state = played()

    assert refusal(state, Adjust(player="Ben", points=1, reason="")) == "E_REASON"
    over = apply_action(state, Adjust(player="Ben", points=7, reason="miscounted"))
    assert over.winners == ("Ben",)
    assert over.status is Status.OVER
    assert refusal(over, EndTurn(by="Ada")) == "E_GAME_OVER"


def test_leaving_freezes_points_and_passes_the_seat_by(played: Play) -> None:
    state = played(
        Adjust(player="Ada", points=3, reason="x"), SCENE, Leave(player="Ada"), EndTurn(by="Ben")
    )

    assert state.turn == "Cleo"
    assert state.scenes == ()
    assert state.points_of["Ada"] == 3
    assert apply_action(state, EndTurn(by="Cleo")).turn == "Ben"


def test_game_is_void_when_one_player_is_left(played: Play) -> None:
    state = played(Leave(player="Ada"), Leave(player="Ben"))

    assert state.status is Status.VOID
    assert refusal(state, EndTurn(by="Cleo")) == "E_GAME_OVER"


def test_undo_gives_the_state_before(played: Play) -> None:
    before = played(SCENE)

    assert apply_action(apply_action(before, a_character()), Undo()) == before
    assert refusal(played(), Undo()) == "E_NOTHING_TO_UNDO"


def test_replay_of_the_log_gives_the_state(played: Play) -> None:
    state = played(SCENE, a_character(), EndTurn(by="Ada"))

    assert replay(state.log) == state
