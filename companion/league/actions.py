"""Everything that can happen on a league evening, one frozen dataclass each, and its document.

`to_document` and `from_document` carry actions over the wire and into the store; the class
variable `name` is the word used there. `FINAL_ROUND` stands for the final where a round is named.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, ClassVar, Final, get_args

from companion.errors import UnreadableError
from companion.league.decks import RegisteredDeck
from companion.league.endings import Ending
from companion.league.fields import READERS, write
from companion.league.match import StepKind
from companion.league.points import TimeoutRule

FINAL_ROUND: Final = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEvent:
    """Announce an evening; see `Announced` for the fields."""

    name: ClassVar[str] = "new_event"
    title: str
    code: str
    seed: str
    date: str = ""
    rules_version: str = ""
    rounds: int | None = None
    timeout_rule: TimeoutRule = TimeoutRule.STRICT_DRAW
    is_friendly: bool = False
    checks_decks: bool = True
    bye_average: bool = False
    allows_agreed_draw: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckIn:
    """Take a player's score card.

    Attributes:
        player: The id on it; empty: the next number is given.
        player_name: The name on it.
        decks: The two decks; may follow later.
        is_namesake: Somebody of the same name is there, and it is another person.
    """

    name: ClassVar[str] = "check_in"
    player_name: str
    player: str = ""
    decks: tuple[RegisteredDeck, ...] = ()
    is_namesake: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class EditPlayer:
    """Put a player's name or decks right; decks only until round 1 is published."""

    name: ClassVar[str] = "edit_player"
    player: str
    player_name: str | None = None
    decks: tuple[RegisteredDeck, ...] | None = None
    is_namesake: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdraw:
    """Give a score card back before round 1, as if it had never been handed in."""

    name: ClassVar[str] = "withdraw"
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckCheck:
    """Compare a player's decks with what was locked; what was found is noted."""

    name: ClassVar[str] = "deck_check"
    player: str
    decks: tuple[RegisteredDeck, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishRound:
    """Pair the next round and publish it.

    Attributes:
        stack: The cards from the top, where they were shuffled by hand; empty: by the seed.
        reason: Why a pairing with a rematch or a second bye is confirmed.
        tables: The pairs as they were published; empty: they are paired now.
        bye: Who sat out, with `tables`.
    """

    name: ClassVar[str] = "publish_round"
    stack: tuple[str, ...] = ()
    reason: str = ""
    tables: tuple[tuple[str, str], ...] = ()
    bye: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Unpublish:
    """Take the newest round back while it has no result."""

    name: ClassVar[str] = "unpublish"


@dataclass(frozen=True, slots=True, kw_only=True)
class EnterResult:
    """Write down how a match of the newest round, or the final, ended."""

    name: ClassVar[str] = "result"
    round: int
    table: int
    games: tuple[int, int]
    ending: Ending | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Correct:
    """Put a result of an earlier round right; published pairings stay."""

    name: ClassVar[str] = "correct"
    round: int
    table: int
    games: tuple[int, int]
    reason: str
    ending: Ending | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Drop:
    """A player leaves the evening."""

    name: ClassVar[str] = "drop"
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NoShow:
    """A player has not come to the match of the newest round."""

    name: ClassVar[str] = "no_show"
    player: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TellStep:
    """Tell one step of a match while it is played."""

    name: ClassVar[str] = "match_step"
    round: int
    table: int
    step: StepKind
    player: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RunClock:
    """Start or stop the match clock of the newest round.

    Attributes:
        running: Start it, or stop it.
        at_s: When (seconds since 1970); the table fills it in.
    """

    name: ClassVar[str] = "clock"
    running: bool
    at_s: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordLot:
    """Write down the order that a physical draw gave a group of equals."""

    name: ClassVar[str] = "lot"
    stack: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class StartFinal:
    """Call the two finalists."""

    name: ClassVar[str] = "start_final"


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last thing that happened; a new entry of the log."""

    name: ClassVar[str] = "undo"


Action = (
    NewEvent
    | CheckIn
    | EditPlayer
    | Withdraw
    | DeckCheck
    | PublishRound
    | Unpublish
    | EnterResult
    | Correct
    | Drop
    | NoShow
    | TellStep
    | RunClock
    | RecordLot
    | StartFinal
    | Undo
)
"""Every action there is."""

_KINDS: dict[str, type[Action]] = {kind.name: kind for kind in get_args(Action)}
ACTION_NAMES: tuple[str, ...] = tuple(_KINDS)
"""The wire's words for all actions."""


def to_document(action: Action) -> dict[str, Any]:
    """Write an action as a plain dictionary; the inverse of `from_document`.

    Example:
        >>> to_document(Drop(player="7"))
        {'action': 'drop', 'player': '7'}
    """
    return {
        "action": action.name,
        **{each.name: write(getattr(action, each.name)) for each in fields(action)},
    }


def from_document(document: Mapping[str, Any]) -> Action:
    """Read an action from a dictionary; fields that no action has are passed over.

    Raises:
        UnreadableError: No such action, a field that is missing, or a value out of range.

    Example:
        >>> from_document({"action": "drop", "player": "7", "revision": 3})
        Drop(player='7')
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
            value = document[each.name]
            if value is None and each.default is None:
                values[each.name] = None
            else:
                values[each.name] = READERS[each.name](each.name, value)
        elif each.default is MISSING:
            raise UnreadableError(f"action {kind.name!r} needs {each.name!r}", text=kind.name)
    return kind(**values)
