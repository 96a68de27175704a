"""Brings back the evening as the store has it."""

from __future__ import annotations

import logging

from companion.errors import CompanionError, CorruptRecordError, StoreError
from companion.game.actions import from_document
from companion.game.rules import apply_action
from companion.game.state import EMPTY_TABLE
from companion.store.store import Store
from companion.table.moment import Moment

LOG = logging.getLogger(__name__)


FORGOTTEN_KIND = "forgotten"
"""The kind of document that counts the actions of a table's deleted games."""


def forgotten_actions(store: Store, table_code: str) -> int:
    """How many actions of deleted games the revision has counted."""
    try:
        document = store.load_document(FORGOTTEN_KIND, table_code) or {}
    except CorruptRecordError:
        return 0
    count = document.get("actions", 0)
    return count if isinstance(count, int) else 0


def take_up(store: Store, table_code: str) -> Moment:
    """Replay the last game of a table.

    The revision goes on from where it was, so that no page ever sees it go back.

    Raises:
        StoreError: The store cannot be read at all. (A damaged game is not raised: the table
            begins anew, and the moment says what was wrong.)
    """
    games = store.games(table_code)
    revision = store.action_count(table_code) + forgotten_actions(store, table_code)
    if not games:
        return Moment(revision=revision)
    last = games[-1]
    state = EMPTY_TABLE
    key_is_chosen = False
    try:
        for document in store.actions(table_code, last.game_id):
            state = apply_action(state, from_document(document))
            key_is_chosen |= state.starting_team is not None
    except (CompanionError, ValueError) as error:
        LOG.warning("the last game of table %r could not be brought back", table_code)
        # Only the store's own words are safe: the others may quote what the game holds.
        why = error.message if isinstance(error, StoreError) else "its log makes no sense"
        return Moment(revision=revision, trouble=f"the last game could not be brought back: {why}")
    return Moment(
        state=state,
        revision=revision,
        game_id=last.game_id,
        action_count=last.action_count,
        key_is_chosen=key_is_chosen,
        is_resumed=state.outcome is None,
    )


def next_game_id(store: Store, code: str) -> str:
    """The number of the next game of a table.

    Raises:
        StoreError: The games could not be listed.
    """
    # Games may have been forgotten: a number is never given twice while a later one is there.
    ids = [int(game.game_id) for game in store.games(code)]
    return str(max(ids, default=0) + 1)
