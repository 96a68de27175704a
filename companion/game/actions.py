"""Everything that can happen to a game, one frozen dataclass each, and its document.

`to_document` and `from_document` carry actions over the wire and into the store; the
class variable `name` is the word used there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, ClassVar, get_args

from companion.errors import UnreadableError
from companion.game.documents import Word, as_word, read_card, read_key, write_card, write_key
from companion.game.key_card import CELL_COUNT, KeyCard
from companion.game.pieces import CardOnTable, KeySource, Mode, format_number, parse_number
from companion.terms import GRID_SIDE, Cell, CoverCard, Edition, Team


@dataclass(frozen=True, slots=True, kw_only=True)
class NewGame:
    """Clear the table and set up a game.

    The game leaves its setup phase when its key is known, or known to be on paper together
    with the starting team.

    Attributes:
        mode: How many play.
        edition: Whose colours and names are shown.
        allies: In `Mode.THREE` only: the three play together against the simulated rival.
        expert_clues: Clues with 0 and "unlimited" may be given.
        cards: The 25 cards in reading order, None where one is not known; empty when none
            is known yet.
        key_source: Dealt, entered by a cluemaster, or on paper only.
        key: The key card as it lies; None on paper, or while it is not chosen.
        starting_team: On paper, the colour of the key card's bars; else from the key.
    """

    name: ClassVar[str] = "new_game"
    mode: Mode = Mode.TEAMS
    edition: Edition = Edition.SIMPSONS
    allies: bool = False
    expert_clues: bool = False
    cards: tuple[CardOnTable | None, ...] = ()
    key_source: KeySource = KeySource.DEALT
    key: KeyCard | None = None
    starting_team: Team | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseKey:
    """Put a key card on the stand; possible until the first clue or cover.

    Attributes:
        key_source: Where it comes from.
        key: The card as it lies; None for `KeySource.PAPER`.
        starting_team: On paper, who starts.
    """

    name: ClassVar[str] = "key"
    key_source: KeySource
    key: KeyCard | None = None
    starting_team: Team | None = None


@dataclass(frozen=True, slots=True)
class CardsSeen:
    """Say which cards lie on the table; a reading, not a move, so undo passes it by.

    Attributes:
        cards: All 25 in reading order, None where one is not known.
    """

    name: ClassVar[str] = "cards"
    cards: tuple[CardOnTable | None, ...]


@dataclass(frozen=True, slots=True)
class GiveClue:
    """Record a clue.

    Attributes:
        word: The clue's word.
        number: From 1; 0 and None ("unlimited") are expert clues.
        team: Whose cluemaster gives it; None: whoever can be meant.
    """

    name: ClassVar[str] = "clue"
    word: str
    number: int | None
    team: Team | None = None


@dataclass(frozen=True, slots=True)
class AskClue:
    """Ask the rival cluemaster in secret whether a word is a valid clue.

    Attributes:
        word: The word.
        team: The team whose cluemaster asks.
    """

    name: ClassVar[str] = "ask_clue"
    word: str
    team: Team


@dataclass(frozen=True, slots=True)
class AllowClue:
    """Answer for a clue's word, asked about or already given.

    Attributes:
        word: The word.
        team: The rival team, whose cluemaster answers.
        allowed: The answer.
    """

    name: ClassVar[str] = "allow_clue"
    word: str
    team: Team
    allowed: bool = True


@dataclass(frozen=True, slots=True)
class Guess:
    """A guesser touched a card, and people say so: the touch is certain.

    Attributes:
        cell: The card's cell.
        team: The team whose guesser touched it; None: the team in turn.
        cover: With a key on paper, the colour that the cluemasters answer; a known key
            answers itself.
    """

    name: ClassVar[str] = "guess"
    cell: Cell
    team: Team | None = None
    cover: CoverCard | None = None


@dataclass(frozen=True, slots=True)
class CoverLaid:
    """A cover card was seen lying on a card; who touched that card was not seen.

    With a known key the cover's colour must be what the key says: anything else is a
    discrepancy, which people resolve and the camera never decides.
    """

    name: ClassVar[str] = "cover"
    cell: Cell
    cover: CoverCard


@dataclass(frozen=True, slots=True)
class CoverLifted:
    """An accepted cover is taken back: the game goes on as if it had never been laid."""

    name: ClassVar[str] = "lift"
    cell: Cell


@dataclass(frozen=True, slots=True)
class CorrectCell:
    """Say what really lies on a cell.

    Attributes:
        cell: The cell.
        cover: The right cover, as if it had been seen rightly at the time, which only a key
            on paper leaves open; None: nothing, the same as `CoverLifted`.
    """

    name: ClassVar[str] = "correct"
    cell: Cell
    cover: CoverCard | None


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The guessers stop.

    Attributes:
        team: The team that stops; None: the team in turn.
    """

    name: ClassVar[str] = "end_turn"
    team: Team | None = None


@dataclass(frozen=True, slots=True)
class RivalCover:
    """The cluemaster covers a card of the simulated rival, as the rival's turn."""

    name: ClassVar[str] = "rival_cover"
    cell: Cell


@dataclass(frozen=True, slots=True)
class Settle:
    """A cluemaster's answer.

    Without a cell it answers the open question, who touched the card. With a cell it
    confirms a discrepancy: that card was touched, whatever cover lies on it, and it scores
    by the key.

    Attributes:
        team: The team that touched the card. With a cell, None: it was not said.
        cell: The cell of a discrepancy.
    """

    name: ClassVar[str] = "settle"
    team: Team | None = None
    cell: Cell | None = None


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last move; readings of cards stay."""

    name: ClassVar[str] = "undo"


Action = (
    NewGame
    | ChooseKey
    | CardsSeen
    | GiveClue
    | AskClue
    | AllowClue
    | Guess
    | CoverLaid
    | CoverLifted
    | CorrectCell
    | EndTurn
    | RivalCover
    | Settle
    | Undo
)
"""Every action there is."""

_KINDS: dict[str, type[Action]] = {kind.name: kind for kind in get_args(Action)}
ACTION_NAMES: tuple[str, ...] = tuple(_KINDS)
"""The wire's words for all actions."""


# ---------------------------------------------------------------- documents


def to_document(action: Action, *, edition: Edition = Edition.SIMPSONS) -> dict[str, Any]:
    """Write an action as a plain dictionary; the inverse of `from_document`.

    A `NewGame` speaks in the words of its own edition, every other action in those of the
    edition given. The document of an action that carries a key card holds the key.

    Example:
        >>> to_document(Guess(Cell(1, 3)))
        {'action': 'guess', 'row': 1, 'col': 3, 'team': None, 'cover': None}
    """
    words = action.edition if isinstance(action, NewGame) else edition
    document: dict[str, Any] = {"action": action.name}
    for field in fields(action):
        value = getattr(action, field.name)
        if field.name == "cell":
            document["row"], document["col"] = (None, None) if value is None else value
        else:
            document[_WIRE_NAMES.get(field.name, field.name)] = _written(field.name, value, words)
    return document


def from_document(document: Mapping[str, Any], *, edition: Edition = Edition.SIMPSONS) -> Action:
    """Read an action from a dictionary; fields that no action has are passed over.

    Raises:
        UnreadableError: No such action, a field that is missing, or a value out of range.

    Example:
        >>> from_document({"revision": 7, "action": "guess", "row": 1, "col": 3})
        Guess(cell=Cell(row=1, col=3), team=None, cover=None)
    """
    kind = _KINDS.get(str(document.get("action")))
    if kind is None:
        raise UnreadableError(
            f"there is no action {document.get('action')!r}; there are {', '.join(_KINDS)}",
            text=str(document.get("action")),
        )
    words = _one_of(Edition, document, "edition", edition) if kind is NewGame else edition
    values: dict[str, Any] = {}
    for field in fields(kind):
        if field.name == "cell":
            if kind is not Settle or document.get("row") is not None:
                values["cell"] = _read_cell(document)
            continue
        wire_name = _WIRE_NAMES.get(field.name, field.name)
        if wire_name in document:
            if document[wire_name] is None and not str(field.type).endswith("| None"):
                raise UnreadableError(f"{kind.name!r} needs a {wire_name}; got null", text="null")
            values[field.name] = _read(field.name, document[wire_name], words)
    try:
        return kind(**values)
    except TypeError:
        needed = ", ".join(_WIRE_NAMES.get(field.name, field.name) for field in fields(kind))
        raise UnreadableError(
            f"action {kind.name!r} needs more than it was given; its fields are {needed}",
            text=kind.name,
        ) from None


_WIRE_NAMES = {"starting_team": "start"}


def _written(name: str, value: Any, edition: Edition) -> Any:
    if name == "number":
        return format_number(value)
    if value is None:
        return None
    if name == "key":
        return write_key(value, edition)
    if name == "cards":
        return [write_card(card) for card in value]
    if isinstance(value, StrEnum):
        return edition.shown_as(value.value)
    return value


def _read(name: str, value: Any, edition: Edition) -> Any:
    if name == "number":
        return parse_number(value)
    if name == "cards":
        return _read_cards(value)
    if name in ("allies", "expert_clues", "allowed"):
        return _as_flag(name, value)
    if name == "word":
        if not isinstance(value, str):
            raise UnreadableError(f"a word is a text; got {value!r}", text=str(value))
        return value
    if name == "cover" or name == "team" or name == "starting_team" or name == "key":
        if value is None:
            return None
        if name == "key":
            return read_key(value, edition)
        kind: type[StrEnum] = CoverCard if name == "cover" else Team
        return as_word(kind, edition.meant_by(str(value)), edition)
    kinds: dict[str, type[StrEnum]] = {"mode": Mode, "edition": Edition, "key_source": KeySource}
    return as_word(kinds[name], value, edition)


def _one_of(kind: type[Word], document: Mapping[str, Any], name: str, default: Word) -> Word:
    return as_word(kind, document[name], Edition.SIMPSONS) if name in document else default


def _as_flag(name: str, value: Any) -> bool:
    if not isinstance(value, bool):
        raise UnreadableError(f"{name} is true or false; got {value!r}", text=str(value))
    return value


def _read_cell(document: Mapping[str, Any]) -> Cell:
    row, col = document.get("row"), document.get("col")
    for name, number in (("row", row), ("col", col)):
        if type(number) is not int or not 0 <= number < GRID_SIDE:
            raise UnreadableError(
                f"{name} is a number from 0 to {GRID_SIDE - 1}; got {number!r}", text=str(number)
            )
    assert isinstance(row, int)
    assert isinstance(col, int)
    return Cell(row, col)


def _read_cards(value: Any) -> tuple[CardOnTable | None, ...]:
    if not isinstance(value, list | tuple) or len(value) not in (0, CELL_COUNT):
        raise UnreadableError(f"cards is a list of {CELL_COUNT} cards or of none", text="cards")
    cards = tuple(None if card is None else read_card(card) for card in value)
    ids = [card.id for card in cards if card is not None]
    if len(set(ids)) < len(ids):
        raise UnreadableError("cards names a card twice", text="cards")
    return cards
