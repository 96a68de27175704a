"""What the camera says and what people say to it."""

from __future__ import annotations

import pytest

from companion.errors import (
    NotAllowedError,
    RuleBrokenError,
    StaleRevisionError,
    StoreError,
)
from companion.game.actions import EndTurn, Guess, NewGame, Settle, Undo
from companion.game.key_card import KeyCard
from companion.game.state import KeySource, Phase
from companion.store.store import Store
from companion.table.discrepancy import Answer
from companion.table.referee import Referee
from companion.table.seats import Standing
from companion.table.status import CameraState, CameraStatus
from companion.terms import CoverCard, Role, Team
from tests.table.watching import CARDS, KEY, Table

LIVE = CameraStatus(CameraState.LIVE)


# ---------------------------------------------------------------- the camera and people's answers


def test_cover_seen_is_accepted_and_kept(playing: Referee, table: Table, store: Store) -> None:
    cell = KEY.cells_of(Role.ORANGE)[0]
    playing.see(table.lay((cell, Role.ORANGE)).board())

    assert playing.state.cover_at(cell) is CoverCard.ORANGE
    assert store.actions("home", "1")[-1]["action"] == "cover"


def test_cover_is_taken_with_the_next_look_when_the_store_failed(
    playing: Referee, table: Table, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    cell = KEY.cells_of(Role.ORANGE)[0]
    table.lay((cell, Role.ORANGE))

    def fail(*_: object, **__: object) -> None:
        raise StoreError("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(store, "append_action", fail)
        with pytest.raises(StoreError):
            playing.see(table.board())
    before = playing.state.cover_at(cell)
    playing.see(table.board())

    assert before is None
    assert playing.state.cover_at(cell) is CoverCard.ORANGE


def only_discrepancy(referee: Referee) -> str:
    (found,) = referee.moment.discrepancies
    return found.id


@pytest.mark.parametrize("standing", [Standing.HOST, Standing.GUESSER, Standing.CAMERA])
def test_discrepancy_is_answered_by_cluemasters_only(
    playing: Referee, table: Table, standing: Standing
) -> None:
    playing.see(table.lay((KEY.cells_of(Role.ORANGE)[0], Role.YELLOW)).board())
    with pytest.raises(NotAllowedError):
        playing.answer(only_discrepancy(playing), Answer.CONFIRM, by=standing)


def test_confirmed_discrepancy_scores_by_the_key(playing: Referee, table: Table) -> None:
    cell = KEY.cells_of(Role.ORANGE)[0]
    playing.see(table.lay((cell, Role.YELLOW)).board())
    playing.answer(only_discrepancy(playing), Answer.CONFIRM, by=Standing.CLUEMASTER)

    assert playing.state.cover_at(cell) is CoverCard.ORANGE
    assert playing.state.turn is Team.ORANGE
    assert playing.moment.discrepancies == ()


def test_dismissed_discrepancy_changes_no_score(playing: Referee, table: Table) -> None:
    playing.see(table.lay((KEY.cells_of(Role.ORANGE)[0], Role.YELLOW)).board())
    revision = playing.answer(only_discrepancy(playing), Answer.DISMISS, by=Standing.CLUEMASTER)

    assert revision == 1
    assert playing.moment.discrepancies == ()


def test_lifted_cover_is_taken_back_when_confirmed(playing: Referee, table: Table) -> None:
    cell = KEY.cells_of(Role.ORANGE)[0]
    playing.see(table.lay((cell, Role.ORANGE)).board())
    playing.see(table.lift(cell).board())
    playing.answer(only_discrepancy(playing), Answer.CONFIRM, by=Standing.CLUEMASTER)

    assert playing.state.cover_at(cell) is None
    assert playing.moment.discrepancies == ()


def test_lying_cover_counts_when_confirmed(playing: Referee, table: Table) -> None:
    cell = KEY.cells_of(Role.ORANGE)[0]
    playing.see(table.lay((cell, Role.ORANGE)).board())
    playing.submit(Undo(), by=Standing.HOST)
    asked = only_discrepancy(playing)
    playing.answer(asked, Answer.CONFIRM, by=Standing.CLUEMASTER)

    assert asked.startswith("lying")
    assert playing.state.cover_at(cell) is CoverCard.ORANGE


def test_covers_at_once_are_taken_in_the_order_people_say(playing: Referee, table: Table) -> None:
    orange, yellow = KEY.cells_of(Role.ORANGE)[0], KEY.cells_of(Role.YELLOW)[0]
    playing.see(table.lay((orange, Role.ORANGE), (yellow, Role.YELLOW), apart_s=0.0).board())
    asked = only_discrepancy(playing)
    with pytest.raises(ValueError, match="expected an order of"):
        playing.answer(asked, Answer.IN_ORDER, by=Standing.CLUEMASTER, cells=(orange,))
    playing.answer(asked, Answer.IN_ORDER, by=Standing.CLUEMASTER, cells=(orange, yellow))

    assert [move.cell for move in playing.state.moves] == [orange, yellow]


def test_answer_to_what_is_gone_is_refused(playing: Referee, table: Table) -> None:
    cell = KEY.cells_of(Role.ORANGE)[0]
    playing.see(table.lay((cell, Role.YELLOW)).board())
    asked = only_discrepancy(playing)
    playing.see(table.lift(cell).board())
    with pytest.raises(RuleBrokenError, match="nothing to resolve"):
        playing.answer(asked, Answer.CONFIRM, by=Standing.CLUEMASTER)


def test_answer_that_does_not_fit_is_refused(playing: Referee, table: Table) -> None:
    playing.see(table.lay((KEY.cells_of(Role.ORANGE)[0], Role.YELLOW)).board())
    with pytest.raises(ValueError, match="is answered with confirm, dismiss"):
        playing.answer(only_discrepancy(playing), Answer.IN_ORDER, by=Standing.CLUEMASTER)


def test_answer_on_an_old_view_is_refused(playing: Referee, table: Table) -> None:
    playing.see(table.lay((KEY.cells_of(Role.ORANGE)[0], Role.YELLOW)).board())
    with pytest.raises(StaleRevisionError):
        playing.answer(
            only_discrepancy(playing), Answer.CONFIRM, by=Standing.CLUEMASTER, seen_revision=0
        )


def test_waiting_covers_follow_once_the_question_is_answered(
    playing: Referee, table: Table, key: KeyCard
) -> None:
    orange, neutral = key.cells_of(Role.ORANGE), key.cells_of(Role.NEUTRAL)
    yellow = key.cells_of(Role.YELLOW)[0]
    table.lay((orange[0], Role.ORANGE), (neutral[0], Role.NEUTRAL), (yellow, Role.YELLOW))
    playing.see(table.board())
    asked = playing.state.phase
    playing.submit(Settle(Team.ORANGE), by=Standing.CLUEMASTER)

    assert asked is Phase.SETTLE
    assert playing.state.cover_at(yellow) is CoverCard.YELLOW


def test_host_may_answer_when_the_key_is_on_paper(referee: Referee, table: Table) -> None:
    game = NewGame(key_source=KeySource.PAPER, starting_team=Team.ORANGE, cards=CARDS)
    referee.submit(game, by=Standing.HOST)
    referee.see(table.board())
    cell = CARDS and KEY.cells_of(Role.ORANGE)[0]
    referee.see(table.lay((cell, Role.ORANGE)).board())
    referee.see(table.lift(cell).board())
    shown = referee.host_view()["discrepancies"]
    referee.answer(shown[0]["id"], Answer.CONFIRM, by=Standing.HOST)

    assert shown[0]["kind"] == "lifted"
    assert referee.state.cover_at(cell) is None
    assert referee.host_view()["question"] is None


def test_game_is_played_without_any_camera(playing: Referee) -> None:
    for cell in KEY.cells_of(Role.ORANGE):
        playing.submit(Guess(cell), by=Standing.CLUEMASTER, seen_revision=playing.revision)

    assert playing.state.outcome is not None
    assert playing.state.outcome.winner is Team.ORANGE


def test_team_stops_when_the_host_says_so(playing: Referee) -> None:
    playing.submit(Guess(KEY.cells_of(Role.ORANGE)[0]), by=Standing.CLUEMASTER)
    playing.submit(EndTurn(), by=Standing.HOST)

    assert playing.state.turn is Team.YELLOW
