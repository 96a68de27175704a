"""Reads the steps of a match as a phone sends them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from companion.errors import UnreadableError
from companion.league.fields import READERS, read_code, read_codes
from companion.league.match import Step

MOST_STEPS: Final = 200


def steps_from(document: Mapping[str, Any]) -> tuple[tuple[str, str], list[Step]]:
    """Read two players and the steps of their match.

    Raises:
        UnreadableError: The document makes no sense.
    """
    players = read_codes("players", document.get("players"))
    if len(players) != 2 or players[0] == players[1]:
        raise UnreadableError("'players' are two different ids", text=str(players))
    told = document.get("steps")
    if not isinstance(told, list) or len(told) > MOST_STEPS:
        raise UnreadableError(f"'steps' is a list of up to {MOST_STEPS} steps", text=str(told))
    steps = []
    for each in told:
        if not isinstance(each, Mapping):
            raise UnreadableError("a step has 'step' and 'player'", text=str(each))
        player = each.get("player")
        steps.append(
            Step(
                READERS["step"]("step", each.get("step")),
                None if player is None else read_code("player", player),
            )
        )
    return (players[0], players[1]), steps
