"""Moves as they come over the wire: read into actions, handed to the referee."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, TypeVar

from companion.errors import UnreadableError
from companion.game.actions import NewGame, from_document
from companion.game.key_card import EdgeUp
from companion.table.dealing import Faces
from companion.table.discrepancy import Answer
from companion.table.referee import Referee
from companion.table.seats import Standing
from companion.terms import GRID_SIDE, Cell, Team

Word = TypeVar("Word", bound=StrEnum)


def submit_move(referee: Referee, document: object, by: Standing) -> int:
    """Read one move and hand it to the referee.

    Args:
        referee: The table's referee.
        document: The parsed JSON body: `revision`, `action`, and the action's fields.
        by: As whom the mover counts.

    Returns:
        The revision that the move made.

    Raises:
        UnreadableError: It is no move.
        CompanionError: The referee refuses it.
    """
    move = _as_object(document)
    revision = read_revision(move)
    name = move.get("action")
    if not isinstance(name, str):
        raise UnreadableError(f"'action' must be a word such as 'guess'; got {name!r}", text="")
    fields = {key: value for key, value in move.items() if key != "revision"}
    if name == "key" and "code" in fields:
        return _enter_key(referee, fields, by, revision)
    faces = _word_of(Faces, fields.pop("faces", Faces.WORDS)) if name == "new_game" else None
    action = from_document(fields, edition=referee.state.edition)
    if isinstance(action, NewGame) and faces is not None:
        return referee.begin(action, by=by, seen_revision=revision, faces=faces)
    return referee.submit(action, by=by, seen_revision=revision)


def submit_answer(referee: Referee, document: object, by: Standing) -> int:
    """Read what people say to a discrepancy and hand it to the referee.

    Raises:
        UnreadableError: It is no answer, or none to this discrepancy.
        CompanionError: The referee refuses it.
    """
    move = _as_object(document)
    name = move.get("id")
    if not isinstance(name, str):
        raise UnreadableError(f"'id' must name a discrepancy; got {name!r}", text="")
    team = move.get("team")
    cells = move.get("cells", [])
    if not isinstance(cells, list):
        raise UnreadableError("'cells' must be a list of rows and cols", text="")
    edition = referee.state.edition
    try:
        return referee.answer(
            name,
            _word_of(Answer, move.get("answer")),
            by=by,
            team=None if team is None else _word_of(Team, edition.meant_by(str(team))),
            cells=tuple(_read_cell(cell) for cell in cells),
            seen_revision=read_revision(move),
        )
    except ValueError as error:
        raise UnreadableError(str(error), text="") from error


def read_revision(move: Mapping[str, Any]) -> int:
    """The revision that a mover saw.

    Raises:
        UnreadableError: There is none, or it is no whole number.

    Example:
        >>> read_revision({"revision": 7})
        7
    """
    revision = move.get("revision")
    if not isinstance(revision, int) or isinstance(revision, bool) or revision < 0:
        raise UnreadableError(
            f"'revision' must be the revision of the view that was looked at; got {revision!r}",
            text="",
        )
    return revision


def _enter_key(referee: Referee, fields: Mapping[str, Any], by: Standing, revision: int) -> int:
    code, edge = fields.get("code"), fields.get("edge", EdgeUp.TOP.word)
    if not isinstance(code, str):
        # Whatever stands there may be a key: it is not repeated.
        raise UnreadableError("'code' must be the code of a key card", text="")
    edge_up = next((one for one in EdgeUp if one.word == edge), None)
    if edge_up is None:
        legal = ", ".join(one.word for one in EdgeUp)
        raise UnreadableError(f"'edge' must be one of {legal}", text="")
    return referee.enter_key(code, by=by, edge_up=edge_up, seen_revision=revision)


def _read_cell(value: object) -> Cell:
    if isinstance(value, Mapping):
        row, col = value.get("row"), value.get("col")
        if type(row) is int and type(col) is int:
            legal = range(GRID_SIDE)
            if row in legal and col in legal:
                return Cell(row, col)
    raise UnreadableError(f"a cell has a row and a col from 0 to 4; got {value!r}", text="")


def _as_object(document: object) -> Mapping[str, Any]:
    if not isinstance(document, dict):
        raise UnreadableError("a move is one JSON object", text="")
    return document


def _word_of(kind: type[Word], value: object) -> Word:
    for member in kind:
        if member.value == value:
            return member
    legal = ", ".join(repr(member.value) for member in kind)
    raise UnreadableError(f"{value!r} is none of {legal}", text=str(value))
