"""The state of one game at the desk."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.desk.actions import Action
from companion.desk.pieces import Character, Scene
from companion.desk.scoring import Scoring


class Status(StrEnum):
    """Where a game stands."""

    SETUP = "setup"
    RUNNING = "running"
    OVER = "over"
    VOID = "void"
    """Fewer than two players are left (TA17)."""


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened, as the table remembers it.

    Attributes:
        action: What was done.
        turn: Whose turn it was.
        scoring: The points it gave, where it gave any.
    """

    action: Action
    turn: str | None
    scoring: Scoring | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DeskState:
    """One game at one moment; nothing in it is secret.

    Attributes:
        players: Names in seat order, clockwise.
        turn: Whose turn it is, or None before and after the game.
        points: Points in seat order.
        gone: Players who left; their points are frozen.
        quick: No Scenes are tracked, only counted Characters.
        scenes: Scenes in play.
        characters: Characters in play, in the order they came.
        played_this_turn: Characters played this turn that were no Star.
        turn_number: Counts turns from 1.
        pieces_made: Counts Scenes and Characters, for their ids.
        status: Where the game stands.
        winners: Who has won.
        history: What happened and still counts.
        log: The actions that led here, without those that were undone.
    """

    players: tuple[str, ...] = ()
    turn: str | None = None
    points: tuple[int, ...] = ()
    gone: tuple[str, ...] = ()
    quick: bool = False
    scenes: tuple[Scene, ...] = ()
    characters: tuple[Character, ...] = ()
    played_this_turn: int = 0
    turn_number: int = 0
    pieces_made: int = 0
    status: Status = Status.SETUP
    winners: tuple[str, ...] = ()
    history: tuple[Event, ...] = ()
    log: tuple[Action, ...] = ()

    @property
    def points_of(self) -> dict[str, int]:
        """Points by player, in seat order."""
        return dict(zip(self.players, self.points, strict=True))

    @property
    def present(self) -> tuple[str, ...]:
        """The players who have not left, in seat order."""
        return tuple(player for player in self.players if player not in self.gone)

    def scene(self, scene_id: str) -> Scene | None:
        """The Scene with this id, or None."""
        return next((scene for scene in self.scenes if scene.id == scene_id), None)

    def scene_of(self, owner: str) -> Scene | None:
        """The Scene that a player has in play, or None."""
        return next((scene for scene in self.scenes if scene.owner == owner), None)

    def character(self, character_id: str) -> Character | None:
        """The Character with this id, or None."""
        return next((each for each in self.characters if each.id == character_id), None)

    def characters_at(self, scene_id: str) -> tuple[Character, ...]:
        """The Characters at a Scene, in the order they came."""
        return tuple(each for each in self.characters if each.scene == scene_id)


EMPTY_DESK = DeskState()
"""A desk at which no game was set up yet."""
