"""Writes a game at the desk as text, one line for each thing that happened, and as a table."""

from __future__ import annotations

import csv
import io

from companion.desk.actions import (
    Action,
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
)
from companion.desk.rules import replay
from companion.desk.state import DeskState


def format_game(state: DeskState) -> str:
    """Write a game as text for people, its outcome at the end."""
    lines = [_line(action) for action in state.log]
    points = ", ".join(f"{name} {points}" for name, points in state.points_of.items())
    won = f"; won by {', '.join(state.winners)}" if state.winners else ""
    return "\n".join([*lines, f"# {state.status.value}: {points}{won}", ""])


def format_points_table(state: DeskState) -> str:
    """Write how the points grew as CSV: one row for each time that somebody got some."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["number", "what", *state.players])
    so_far = replay(state.log[:1]) if state.log else state
    writer.writerow([0, "start", *so_far.points])
    number = 0
    for event in state.history:
        if event.scoring is not None:
            number += 1
            after = {**dict.fromkeys(state.players, ""), **event.scoring.after}
            writer.writerow([number, _line(event.action), *after.values()])
    return out.getvalue()


def _line(action: Action) -> str:
    match action:
        case NewGame(players=players, quick=quick):
            return f"game {' | '.join(players)}{' quick' if quick else ''}"
        case PlayScene():
            traits = "/".join(action.traits)
            numbers = f"{_number(action.complete)}:{_number(action.trash)}"
            return f"{action.by}: scene {action.title or '-'} {numbers} {traits}".rstrip()
        case PlayCharacter():
            star = " star" if action.star else ""
            traits = "/".join(action.traits)
            return f"{action.by}: character {action.title or '-'} to {action.scene}{star} {traits}"
        case MoveCharacter():
            return f"effect: {action.character} to {action.scene or 'discard'}"
        case SetMatch():
            return f"effect: {action.character} matches {action.matches}"
        case RemoveScene():
            return f"effect: {action.scene} is removed"
        case Score():
            which = action.scene or f"{action.owner}'s scene"
            counted = " ".join(action.characters) or " ".join(
                f"{name}={count}" for name, count in action.counted.items()
            )
            effect = "".join(f" {name}{points:+}" for name, points in action.effect.items())
            return f"{action.by}: {action.kind.value} {which} with {counted}{effect}"
        case Adjust():
            return f"by hand: {action.player} {action.points:+} ({action.reason})"
        case EndTurn():
            return f"{action.by}: end turn"
        case Leave():
            return f"{action.player} leaves"
        case _:
            return action.name


def _number(number: int | None) -> str:
    return "-" if number is None else str(number)
