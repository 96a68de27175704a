"""What follows from an answer to a discrepancy."""

from __future__ import annotations

from collections.abc import Iterable

from companion.errors import RuleBrokenError
from companion.game.actions import Action, CoverLaid, CoverLifted, Settle
from companion.table.discrepancy import Answer, Discrepancy, Kind
from companion.terms import Cell, Team
from companion.vision.reading import SettledBoard


def found_by_id(found: Iterable[Discrepancy], discrepancy_id: str) -> Discrepancy:
    """Find a discrepancy by its id.

    Raises:
        RuleBrokenError: There is none (any more).
    """
    for each in found:
        if each.id == discrepancy_id:
            return each
    raise RuleBrokenError(f"there is nothing to resolve by the name {discrepancy_id!r} any more")


def actions_of(
    found: Discrepancy,
    answer: Answer,
    board: SettledBoard | None,
    *,
    team: Team | None = None,
    cells: tuple[Cell, ...] = (),
) -> tuple[Action, ...]:
    """Give the actions that an answer means, in order; none when it is dismissed.

    Args:
        found: The discrepancy.
        answer: What people say to it.
        board: The table as it lies.
        team: Who touched the card of a wrong cover, where that is known.
        cells: For `Answer.IN_ORDER`, its cells in the order they were touched.

    Raises:
        RuleBrokenError: The cover in question is no longer there.
        ValueError: It has no such answer, or these are not its cells.
    """
    if answer not in found.answers:
        known = ", ".join(found.answers)
        raise ValueError(f"{found.id!r} is answered with {known}; got {answer.value!r}")
    if answer is Answer.DISMISS:
        return ()
    cell = found.cells[0]
    match found.kind:
        case Kind.WRONG_COVER:
            # It scores by the key, never by the cover.
            return (Settle(team=team, cell=cell),)
        case Kind.LIFTED:
            return (CoverLifted(cell),)
        case Kind.ORDER:
            if sorted(cells) != sorted(found.cells):
                raise ValueError(f"expected an order of {found.cells}, got {cells}")
            return tuple(_laid(cell, board) for cell in cells)
        case _:
            return (_laid(cell, board),)


def _laid(cell: Cell, board: SettledBoard | None) -> CoverLaid:
    cover = board.at(cell).cover if board is not None else None
    if cover is None:
        raise RuleBrokenError("the cover is not there any more", cell=cell)
    return CoverLaid(cell, cover)
