"""What happened between two verdicts, as the wire names it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from companion.terms import ALL_CELLS, Cell, CoverCard
from companion.vision.reading import CellState, SettledBoard, SettledCell
from companion.vision.settle import Settling


class EventKind(StrEnum):
    """The events of `companion watch`."""

    BOARD_FOUND = "board_found"
    BOARD_LOST = "board_lost"
    BOARD_MOVED = "board_moved"
    COVER_PLACED = "cover_placed"
    COVER_REMOVED = "cover_removed"
    COVER_CHANGED = "cover_changed"
    CARD_MOVED = "card_moved"
    CARD_REMOVED = "card_removed"
    CARD_PLACED = "card_placed"
    HIDDEN = "hidden"
    VISIBLE = "visible"
    CAMERA_LOST = "camera_lost"
    CAMERA_BACK = "camera_back"


@dataclass(frozen=True, slots=True)
class TableEvent:
    """One event.

    Attributes:
        kind: What happened.
        cell: Where, or None for the whole board.
        cover: The cover that lies there now (for `cover_removed`: that lay there), or None.
        card: The card that lies there now (for `card_removed`: that lay there), or None.
    """

    kind: EventKind
    cell: Cell | None = None
    cover: CoverCard | None = None
    card: str | None = None


def events_between(before: Settling | None, after: Settling) -> tuple[TableEvent, ...]:
    """Name what changed from one frame's result to the next.

    Args:
        before: The result of the frame before; None at the start.
        after: The result of this frame.

    Returns:
        The events, the board's own first, cells in reading order.
    """
    events: list[TableEvent] = []
    was_visible = before is not None and before.is_visible and before.board is not None
    is_visible = after.is_visible and after.board is not None
    if is_visible and not was_visible:
        events.append(TableEvent(EventKind.BOARD_FOUND))
    elif was_visible and not after.is_visible:
        events.append(TableEvent(EventKind.BOARD_LOST))
    if after.board is None:
        return tuple(events)
    moves = before.rest.moves if before is not None and before.rest is not None else 0
    if after.rest is not None and after.rest.moves > moves:
        events.append(TableEvent(EventKind.BOARD_MOVED))
    old = before.board if before is not None else None
    for cell in ALL_CELLS:
        events.extend(_cell_events(cell, old, after.board))
    return tuple(events)


def _cell_events(cell: Cell, old: SettledBoard | None, new: SettledBoard) -> list[TableEvent]:
    """What changed in one cell."""
    events = []
    now = new.at(cell)
    if old is None:
        if now.cover is not None:
            events.append(TableEvent(EventKind.COVER_PLACED, cell, now.cover))
        return events
    then = old.at(cell)
    if cell in new.hidden and cell not in old.hidden:
        events.append(TableEvent(EventKind.HIDDEN, cell))
    elif cell in old.hidden and cell not in new.hidden:
        events.append(TableEvent(EventKind.VISIBLE, cell))
    was_empty, is_empty = then.state is CellState.EMPTY, now.state is CellState.EMPTY
    if is_empty and not was_empty and then.state is not CellState.HIDDEN:
        if then.cover is not None:
            events.append(TableEvent(EventKind.COVER_REMOVED, cell, then.cover))
        events.append(TableEvent(EventKind.CARD_REMOVED, cell, card=then.card))
    elif was_empty and now.state is CellState.CARD:
        events.append(TableEvent(EventKind.CARD_PLACED, cell, card=now.card))
    elif then.cover is not now.cover:
        if then.cover is None:
            events.append(TableEvent(EventKind.COVER_PLACED, cell, now.cover))
        elif now.cover is None:
            events.append(TableEvent(EventKind.COVER_REMOVED, cell, then.cover))
        else:
            events.append(TableEvent(EventKind.COVER_CHANGED, cell, now.cover))
    elif now.state is then.state is CellState.CARD and _is_another(then, now):
        events.append(TableEvent(EventKind.CARD_MOVED, cell, card=now.card))
    return events


def _is_another(then: SettledCell, now: SettledCell) -> bool:
    """Whether another card lies there, by its name or, where it has none, by its picture."""
    if None not in (then.card, now.card) and then.card != now.card:
        return True
    return now.dealt > then.dealt
