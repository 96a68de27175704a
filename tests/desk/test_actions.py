from __future__ import annotations

import pytest

from companion.desk.actions import (
    Action,
    Adjust,
    NewGame,
    PlayScene,
    Score,
    Undo,
    from_document,
    to_document,
)
from companion.desk.scoring import Kind
from companion.errors import UnreadableError


@pytest.mark.parametrize(
    "action",
    [
        pytest.param(NewGame(players=("Ada", "Ben"), quick=True), id="new_game"),
        pytest.param(PlayScene(by="Ada", traits=("Kid",), complete=3), id="scene"),
        pytest.param(
            Score(by="Ada", kind=Kind.TRASH, owner="Ben", counted={"Ada": 2}, effect={"Ben": -1}),
            id="score",
        ),
        pytest.param(Adjust(player="Ada", points=-2, reason="miscounted"), id="adjust"),
        pytest.param(Undo(), id="undo"),
    ],
)
def test_action_comes_back_from_its_document(action: Action) -> None:
    assert from_document(to_document(action)) == action


@pytest.mark.parametrize(
    "document",
    [
        pytest.param({"action": "fly"}, id="unknown"),
        pytest.param({"action": "end_turn"}, id="missing"),
        pytest.param({"action": "scene", "by": "Ada", "complete": 0}, id="zero"),
        pytest.param({"action": "adjust", "player": "A", "points": 1e9, "reason": "x"}, id="float"),
        pytest.param({"action": "new_game", "players": "Ada"}, id="no-list"),
        pytest.param({"action": "score", "by": "A", "kind": "burn"}, id="kind"),
        pytest.param({"action": "score", "by": "A", "kind": "trash", "counted": 3}, id="counts"),
    ],
)
def test_document_that_makes_no_sense_is_refused(document: dict[str, object]) -> None:
    with pytest.raises(UnreadableError):
        from_document(document)
