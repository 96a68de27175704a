"""Taking a move back, with the other team asked first where it has a phone."""

from __future__ import annotations

from enum import StrEnum

from companion.errors import NotAllowedError
from companion.game.actions import Undo
from companion.table.moment import TakenBack
from companion.table.referee import Referee
from companion.table.seats import Seat, Seats, Standing
from companion.terms import Team


class Wish(StrEnum):
    """What somebody says about taking the last move back."""

    ASK = "ask"
    AGREE = "agree"
    REFUSE = "refuse"


class Consent(StrEnum):
    """What came of it."""

    ASKED = "asked"
    TAKEN_BACK = "taken_back"
    REFUSED = "refused"


def wish_undo(
    referee: Referee, seats: Seats, seat: Seat | None, wish: Wish, seen_revision: int | None
) -> Consent:
    """Ask to take the last move back, or answer such a wish.

    A cluemaster's wish goes to the other team's cluemaster, where one has a page open; everybody
    sees who asked and who agreed. The host takes back at once: at the table people have talked.

    Args:
        referee: The table.
        seats: Its seats.
        seat: The cluemaster's seat; None for the host.
        wish: What is wished.
        seen_revision: The revision they saw.

    Raises:
        NotAllowedError: The answer belongs to the other team.
        StaleRevisionError: The table has moved on.
        RuleBrokenError: There is nothing to take back.
        StoreError: It could not be kept.
    """
    team = None if seat is None else seat.team
    asked_by = referee.moment.undo_asked_by
    if wish is Wish.ASK:
        if team is not None and _is_there(seats, team.rival):
            referee.note(undo_asked_by=team)
            return Consent.ASKED
        return _take_back(referee, seat, TakenBack(team, is_agreed=False), seen_revision)
    if asked_by is None:
        return Consent.REFUSED  # it was answered, or the game went on
    if seat is not None and team is asked_by and wish is Wish.AGREE:
        raise NotAllowedError("the other team's cluemaster answers this")
    referee.note(undo_asked_by=None)
    if wish is Wish.REFUSE:
        return Consent.REFUSED
    return _take_back(referee, seat, TakenBack(asked_by, is_agreed=True), seen_revision)


def _take_back(
    referee: Referee, seat: Seat | None, note: TakenBack, seen_revision: int | None
) -> Consent:
    by = Standing.HOST if seat is None else Standing.CLUEMASTER
    referee.submit(Undo(), by=by, seen_revision=seen_revision)
    referee.note(taken_back=note)
    return Consent.TAKEN_BACK


def _is_there(seats: Seats, team: Team) -> bool:
    return any(seat.team is team and seat.open_count > 0 for seat in seats.seats())
