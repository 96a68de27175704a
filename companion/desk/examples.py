"""Runs worked examples through the desk's own rule functions.

An example is a plain document: what is given, and what must come of it. Values that are wrongly
shaped raise `KeyError`, `TypeError` or `ValueError`; whoever runs examples says so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.desk.pieces import Character, Scene, eligible
from companion.desk.scoring import Kind, ScoreEvent, score
from companion.errors import FindingError

Given = Mapping[str, Any]


def run_score(given: Given) -> dict[str, Any]:
    """T7, T8, T10: one declaration."""
    players = given["players"]
    event = given["event"]
    try:
        scoring = score(
            players,
            {player: given["before"].get(player, 0) for player in players},
            given["turn"],
            ScoreEvent(
                by=event["by"],
                kind=Kind(event["kind"]),
                owner=event["owner"],
                counted=event["used"],
                need=event.get("need"),
                need_is_told="need" in event,
                available=event.get("available"),
                effect=event.get("effect"),
            ),
        )
    except FindingError as refused:
        return {"error": refused.finding}
    return {
        "delta": dict(scoring.delta),
        "after": dict(scoring.after),
        "over": scoring.is_over,
        "winners": list(scoring.winners),
    }


def run_eligible(given: Given) -> dict[str, Any]:
    """T7: which Characters count for what."""
    scene = Scene(
        id="scene",
        owner="",
        traits=tuple(given["scene"].get("traits") or ()),
        complete=given["scene"].get("complete"),
        trash=given["scene"].get("trash"),
    )
    said = given.get("overrides") or {}
    there = [
        Character(
            id=name, owner="", scene="scene", traits=tuple(traits or ()), matches=said.get(name)
        )
        for name, traits in given["characters"].items()
    ]
    found = eligible(scene, there)
    return {
        "matching": list(found.matching),
        "nonmatching": list(found.nonmatching),
        "can_complete": found.can_complete,
        "can_trash": found.can_trash,
    }


OPERATIONS: Final[Mapping[str, Callable[[Given], dict[str, Any]]]] = {
    "score": run_score,
    "eligible": run_eligible,
}
"""By the name that an example gives."""
