"""Everything that can happen at the desk, one frozen dataclass each, and its document.

`to_document` and `from_document` carry actions over the wire and into the store; the class
variable `name` is the word used there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, ClassVar, get_args

from companion.desk.fields import READERS
from companion.desk.scoring import Kind
from companion.errors import UnreadableError


@dataclass(frozen=True, slots=True, kw_only=True)
class NewGame:
    """Clear the desk and seat the players.

    Attributes:
        players: Names in seat order, clockwise.
        first: Who goes first (the youngest chooses, or any random method); None: the first.
        quick: No Scenes are tracked, only counted Characters.
    """

    name: ClassVar[str] = "new_game"
    players: tuple[str, ...]
    first: str | None = None
    quick: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayScene:
    """Play a Scene.

    Attributes:
        by: Who plays it.
        title: What it is called; may be empty.
        traits: Its traits.
        complete: The left number, None where there is none.
        trash: The right number, likewise.
        by_effect: A card says so: the turn does not matter.
    """

    name: ClassVar[str] = "scene"
    by: str
    title: str = ""
    traits: tuple[str, ...] = ()
    complete: int | None = None
    trash: int | None = None
    by_effect: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayCharacter:
    """Play a Character to a Scene in play.

    Attributes:
        by: Who plays it.
        scene: The Scene's id.
        title: What it is called; may be empty.
        traits: Its traits.
        star: It is the player's Star.
        matches: Whether it matches; None: the traits decide.
        by_effect: A card says so: neither the turn nor the limit matters.
    """

    name: ClassVar[str] = "character"
    by: str
    scene: str
    title: str = ""
    traits: tuple[str, ...] = ()
    star: bool = False
    matches: bool | None = None
    by_effect: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveCharacter:
    """An effect moves a Character to another Scene, or away."""

    name: ClassVar[str] = "move"
    character: str
    scene: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SetMatch:
    """Say that a Character matches, or does not; None: the traits decide again."""

    name: ClassVar[str] = "match"
    character: str
    matches: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveScene:
    """An effect takes a Scene away, with all Characters at it and without points."""

    name: ClassVar[str] = "remove_scene"
    scene: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """Complete or trash a Scene.

    Attributes:
        by: Who declares.
        kind: `complete` or `trash`.
        scene: The Scene's id; None in quick mode.
        characters: Ids of the Characters that are counted, with a Scene.
        owner: Whose Scene it is, in quick mode.
        counted: Counted Characters by player, in quick mode.
        need: The Scene's number, in quick mode; None: nobody typed it in.
        effect: Points of the Scene's printed effect, by player.
    """

    name: ClassVar[str] = "score"
    by: str
    kind: Kind
    scene: str | None = None
    characters: tuple[str, ...] = ()
    owner: str | None = None
    counted: Mapping[str, int] = field(default_factory=dict)
    need: int | None = None
    effect: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjust:
    """Give or take points, with a reason that everybody can read (TA15)."""

    name: ClassVar[str] = "adjust"
    player: str
    points: int
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EndTurn:
    """End the turn; the hand is refilled to six."""

    name: ClassVar[str] = "end_turn"
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave:
    """A player leaves the game (TA17)."""

    name: ClassVar[str] = "leave"
    player: str


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last thing that happened."""

    name: ClassVar[str] = "undo"


Action = (
    NewGame
    | PlayScene
    | PlayCharacter
    | MoveCharacter
    | SetMatch
    | RemoveScene
    | Score
    | Adjust
    | EndTurn
    | Leave
    | Undo
)
"""Every action there is."""

_KINDS: dict[str, type[Action]] = {kind.name: kind for kind in get_args(Action)}
ACTION_NAMES: tuple[str, ...] = tuple(_KINDS)
"""The wire's words for all actions."""


def to_document(action: Action) -> dict[str, Any]:
    """Write an action as a plain dictionary; the inverse of `from_document`.

    Example:
        >>> to_document(EndTurn(by="Ada"))
        {'action': 'end_turn', 'by': 'Ada'}
    """
    document: dict[str, Any] = {"action": action.name}
    for each in fields(action):
        value = getattr(action, each.name)
        if isinstance(value, tuple):
            value = list(value)
        elif isinstance(value, Mapping):
            value = dict(value)
        document[each.name] = value.value if isinstance(value, Kind) else value
    return document


def from_document(document: Mapping[str, Any]) -> Action:
    """Read an action from a dictionary; fields that no action has are passed over.

    Raises:
        UnreadableError: No such action, a field that is missing, or a value out of range.

    Example:
        >>> from_document({"action": "end_turn", "by": "Ada", "revision": 3})
        EndTurn(by='Ada')
    """
    kind = _KINDS.get(str(document.get("action")))
    if kind is None:
        raise UnreadableError(
            f"there is no action {document.get('action')!r}; there are {', '.join(_KINDS)}",
            text=str(document.get("action")),
        )
    values: dict[str, Any] = {}
    for each in fields(kind):
        if each.name in document:
            is_optional = each.default is None
            values[each.name] = READERS[each.name](each.name, document[each.name], is_optional)
        elif each.default is MISSING and each.default_factory is MISSING:
            raise UnreadableError(
                f"action {kind.name!r} needs {each.name!r}", text=str(document.get("action"))
            )
    return kind(**values)
