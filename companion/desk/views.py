"""What the pages show of a game at the desk; nothing in it is secret."""

from __future__ import annotations

from typing import Any

from companion.desk.actions import to_document
from companion.desk.pieces import Scene, eligible, is_match
from companion.desk.scoring import POINTS_TO_WIN, Kind, Scoring
from companion.desk.state import DeskState, Event


def view_of(state: DeskState) -> dict[str, Any]:
    """Write the whole game as plain data."""
    points = state.points_of
    return {
        "status": state.status.value,
        "quick": state.quick,
        "turn": state.turn,
        "turn_number": state.turn_number,
        "played_this_turn": state.played_this_turn,
        "to_win": POINTS_TO_WIN,
        "players": [
            {"name": name, "points": points[name], "gone": name in state.gone}
            for name in state.players
        ],
        "scenes": [_scene_view(state, scene) for scene in state.scenes],
        "winners": list(state.winners),
        "history": [_event_view(event) for event in state.history],
        "can_undo": len(state.log) > 1,
    }


def scoring_view(scoring: Scoring) -> dict[str, Any]:
    """Write points as plain data."""
    return {
        "delta": dict(scoring.delta),
        "after": dict(scoring.after),
        "winners": list(scoring.winners),
        "reasons": {player: list(why) for player, why in scoring.reasons.items()},
    }


def _scene_view(state: DeskState, scene: Scene) -> dict[str, Any]:
    there = state.characters_at(scene.id)
    found = eligible(scene, there)
    return {
        "id": scene.id,
        "owner": scene.owner,
        "title": scene.name,
        "traits": list(scene.traits),
        "complete": scene.complete,
        "trash": scene.trash,
        "can_complete": found.can_complete,
        "can_trash": found.can_trash,
        "usable": {kind.value: list(found.of(kind)) for kind in Kind},
        "characters": [
            {
                "id": each.id,
                "owner": each.owner,
                "title": each.name,
                "traits": list(each.traits),
                "star": each.is_star,
                "matches": is_match(each, scene),
                "said": each.matches,
            }
            for each in there
        ],
    }


def _event_view(event: Event) -> dict[str, Any]:
    scoring = None if event.scoring is None else scoring_view(event.scoring)
    return {"did": to_document(event.action), "turn": event.turn, "scoring": scoring}
