"""The people of the demo: they tap when the script says so, looking at the screen first."""

from __future__ import annotations

from companion.errors import CompanionError
from companion.game.actions import NewGame, from_document
from companion.simulated.screenplay import Tap
from companion.table.discrepancy import Answer
from companion.table.referee import Referee
from companion.table.seats import Standing
from companion.terms import Edition


def take_tap(referee: Referee, tap: Tap) -> bool:
    """Tap, if the screen shows what its people wait for.

    Nobody taps ahead of the screen: a stop is tapped when the last cover has counted, an answer
    when the question is there, a new game when all its cards have been named.

    Args:
        referee: The table.
        tap: A tap of `companion.cli.demo_script`.

    Returns:
        Whether it was taken; if not, it is worth trying again.
    """
    try:
        if tap.label == "answer":
            return _answered(referee, tap)
        action = from_document(
            tap.payload["move"], edition=Edition(tap.payload.get("edition", Edition.SIMPSONS))
        )
        if not _shows_what_is_awaited(referee, tap, is_new=isinstance(action, NewGame)):
            return False
        referee.submit(action, by=Standing.CLUEMASTER)
    except CompanionError:
        # The table sees it otherwise now; whether it still does at the end is compared there.
        return False
    return True


def _shows_what_is_awaited(referee: Referee, tap: Tap, *, is_new: bool) -> bool:
    moment = referee.moment
    if is_new:
        named = tuple(None if card is None else card.id for card in moment.laid)
        covers_lie = any(d.cells for d in moment.discrepancies)
        return named == tuple(tap.payload["cards"]) and not covers_lie
    covers = sum(cover is not None for cover in moment.state.covers)
    has_question = moment.state.question is not None
    return covers == tap.payload["covers"] and has_question is tap.payload["question"]


def _answered(referee: Referee, tap: Tap) -> bool:
    cell = (tap.payload["row"], tap.payload["col"])
    for found in referee.moment.discrepancies:
        if found.kind.value == tap.payload["kind"] and found.cells == (cell,):
            answer = Answer(tap.payload["answer"])
            referee.answer(found.id, answer, by=Standing.CLUEMASTER)
            return True
    return False
