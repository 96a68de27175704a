"""Who may do what at the table: one function."""

from __future__ import annotations

from companion.errors import NotAllowedError
from companion.game.actions import (
    Action,
    CardsSeen,
    ChooseKey,
    CorrectCell,
    CoverLaid,
    EndTurn,
    NewGame,
    Undo,
)
from companion.game.state import GameState, KeySource
from companion.table.seats import Standing
from companion.terms import Audience

_SEEN_BY_CAMERA = (CoverLaid, CorrectCell, CardsSeen)
_FOR_HOSTS = (NewGame, ChooseKey, EndTurn, Undo)


def audience_of(standing: Standing) -> Audience:
    """Tell what somebody may see. A host may guess, so sees what everybody sees.

    Example:
        >>> audience_of(Standing.HOST)
        <Audience.TABLE_SCREEN: 'table_screen'>
    """
    match standing:
        case Standing.CLUEMASTER:
            return Audience.CLUEMASTER
        case Standing.GUESSER:
            return Audience.GUESSER
        case _:
            return Audience.TABLE_SCREEN


def may_answer(standing: Standing, state: GameState) -> bool:
    """Tell whether somebody may see and resolve what the table and the score disagree about.

    Cluemasters may. With the key on paper there is nothing to keep from anybody, and perhaps no
    phone at the table: then the host may too.
    """
    return standing is Standing.CLUEMASTER or (standing is Standing.HOST and state.key_is_on_paper)


def require_allowed(standing: Standing, action: Action, state: GameState) -> None:
    """Let an action pass, or say to whom it belongs.

    Args:
        standing: Who asks.
        action: For what.
        state: The game as it is.

    Raises:
        NotAllowedError: It belongs to somebody else.

    Example:
        >>> require_allowed(Standing.GUESSER, Undo(), GameState())
        Traceback (most recent call last):
        companion.errors.NotAllowedError: 'undo' is for the host and the cluemasters
    """
    if standing is Standing.CAMERA and isinstance(action, _SEEN_BY_CAMERA):
        return
    # Cards named and covers seen are the camera's word; people say `guess` and `lift`.
    if isinstance(action, CoverLaid | CardsSeen):
        raise NotAllowedError(f"{action.name!r} is for the camera")
    if may_answer(standing, state):
        if standing is Standing.HOST:
            _require_no_key(action)
        return
    if standing is Standing.HOST and isinstance(action, _FOR_HOSTS):
        _require_no_key(action)
        return
    if isinstance(action, _FOR_HOSTS):
        raise NotAllowedError(f"{action.name!r} is for the host and the cluemasters")
    raise NotAllowedError(f"{action.name!r} is for the cluemasters")


def _require_no_key(action: Action) -> None:
    # A host may guess, so must not be the one who types the key.
    has_key = isinstance(action, NewGame | ChooseKey) and action.key is not None
    if has_key or (isinstance(action, ChooseKey) and action.key_source is KeySource.ENTERED):
        raise NotAllowedError("a key card is entered by a cluemaster, never on the host's page")
