from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.terms import ALL_CELLS, Cell, CoverCard
from companion.vision.events import EventKind, TableEvent, events_between
from companion.vision.reading import CellState, Unseen
from companion.vision.settle import settle

FRAME_S = 1 / 15
HERE, THERE = Cell(1, 3), Cell(4, 0)


@pytest.fixture
def watch(a_reading):
    """Feed readings at 15 a second; returns the last result and all events."""

    class Watch:
        def __init__(self) -> None:
            self.settling = None
            self.frame = 0
            self.events: list[TableEvent] = []

        def see(self, frames=1, *, unseen=None, **how):
            for _ in range(frames):
                at_s = self.frame * FRAME_S
                reading = unseen or a_reading(at_s=at_s, **how)
                after = settle(self.settling, reading, at_s)
                self.events += events_between(self.settling, after)
                self.settling = after
                self.frame += 1
            return self.settling

        def of(self, *kinds):
            return [event for event in self.events if event.kind in kinds]

    return Watch()


COVER_EVENTS = (EventKind.COVER_PLACED, EventKind.COVER_REMOVED, EventKind.COVER_CHANGED)


def test_board_is_known_once_its_cells_have_lasted(watch):
    assert watch.see(3).board is None

    board = watch.see(10).board

    assert board is not None
    assert board.at(HERE).card == f"card{HERE.position}"
    assert watch.events == [TableEvent(EventKind.BOARD_FOUND)]


def test_cover_counts_once_it_has_lasted_and_once_only(watch):
    watch.see(12)
    watch.see(20, covers={HERE: CoverCard.YELLOW})

    assert watch.of(*COVER_EVENTS) == [TableEvent(EventKind.COVER_PLACED, HERE, CoverCard.YELLOW)]
    cell = watch.settling.board.at(HERE)
    assert (cell.cover, cell.card) == (CoverCard.YELLOW, f"card{HERE.position}")
    assert cell.since_s == pytest.approx(12 * FRAME_S)


# picochess 171, CameraChessWeb 43: what is seen on the way is committed.
def test_glimpse_of_a_cover_is_no_event(watch):
    watch.see(12)
    watch.see(3, covers={HERE: CoverCard.YELLOW})
    watch.see(12)

    assert watch.of(*COVER_EVENTS) == []


def test_hand_hides_and_uncovers_without_a_cover_event(watch):
    watch.see(12, covers={THERE: CoverCard.ORANGE})
    watch.see(15, hidden=ALL_CELLS[10:], covers={})
    watch.see(12, covers={THERE: CoverCard.ORANGE})

    assert watch.of(*COVER_EVENTS) == [TableEvent(EventKind.COVER_PLACED, THERE, CoverCard.ORANGE)]
    assert watch.of(EventKind.HIDDEN)
    assert watch.settling.board.hidden == frozenset()


def test_hidden_cell_keeps_what_was_known(watch):
    watch.see(12, covers={THERE: CoverCard.ORANGE})

    board = watch.see(30, hidden=(THERE, HERE)).board

    assert board.at(THERE).cover is CoverCard.ORANGE
    assert board.at(HERE).state is CellState.CARD
    assert board.hidden == {THERE, HERE}


# CameraChessWeb 127: a still board toggles between two candidates.
def test_flicker_between_two_readings_settles_on_neither(watch):
    watch.see(12)
    for _ in range(20):
        watch.see(1, covers={HERE: CoverCard.YELLOW})
        watch.see(1, covers={HERE: CoverCard.ORANGE})

    assert watch.of(*COVER_EVENTS) == []


def test_cover_changed_and_removed_are_told(watch):
    watch.see(12)
    watch.see(12, covers={HERE: CoverCard.YELLOW})
    watch.see(12, covers={HERE: CoverCard.NEUTRAL})
    watch.see(12)

    assert watch.of(*COVER_EVENTS) == [
        TableEvent(EventKind.COVER_PLACED, HERE, CoverCard.YELLOW),
        TableEvent(EventKind.COVER_CHANGED, HERE, CoverCard.NEUTRAL),
        TableEvent(EventKind.COVER_REMOVED, HERE, CoverCard.NEUTRAL),
    ]
    assert watch.settling.board.at(HERE).card == f"card{HERE.position}"


def test_cover_whose_card_does_not_show_its_tag_is_not_gone_so_soon(watch):
    """A wrist in a shadow looked like a bare card for half a second."""
    watch.see(12)
    watch.see(12, covers={HERE: CoverCard.NEUTRAL})
    watch.see(12, cards={HERE: None})

    assert len(watch.of(*COVER_EVENTS)) == 1
    assert watch.settling.board.at(HERE).cover is CoverCard.NEUTRAL

    watch.see(15, cards={HERE: None})

    assert watch.of(EventKind.COVER_REMOVED) == [
        TableEvent(EventKind.COVER_REMOVED, HERE, CoverCard.NEUTRAL)
    ]


def test_cover_is_gone_as_soon_where_no_card_shows_a_tag(watch):
    unread = dict.fromkeys(ALL_CELLS)
    watch.see(12)
    watch.see(12, covers={HERE: CoverCard.NEUTRAL})
    watch.see(8, cards=unread)

    assert len(watch.of(EventKind.COVER_REMOVED)) == 1


def test_exchanged_card_is_told(watch):
    watch.see(12)
    watch.see(12, cards={HERE: "trombone"})

    assert watch.of(EventKind.CARD_MOVED) == [
        TableEvent(EventKind.CARD_MOVED, HERE, card="trombone")
    ]


def test_card_whose_tag_is_not_read_for_a_while_keeps_its_name(watch):
    watch.see(12)
    watch.see(30, cards={HERE: None})

    assert watch.settling.board.at(HERE).card == f"card{HERE.position}"
    assert watch.of(EventKind.CARD_MOVED) == []


# THREEAR 50: what blinks is lost and found.
def test_lost_board_keeps_its_verdict(watch):
    watch.see(12, covers={HERE: CoverCard.YELLOW})
    watch.see(20, unseen=Unseen.FEW_CARDS)
    watch.see(12, covers={HERE: CoverCard.YELLOW})

    assert [event.kind for event in watch.events if event.cell is None] == [
        EventKind.BOARD_FOUND,
        EventKind.BOARD_LOST,
        EventKind.BOARD_FOUND,
    ]
    assert len(watch.of(*COVER_EVENTS)) == 1


def test_palm_that_looks_like_the_table_is_no_event(watch, a_reading):
    watch.see(12, covers={HERE: CoverCard.YELLOW})
    watch.see(30, empty=(HERE,))
    watch.see(12, covers={HERE: CoverCard.YELLOW})

    assert len(watch.of(*COVER_EVENTS)) == 1


def test_emptied_cell_is_told_in_the_end(watch):
    watch.see(12, covers={HERE: CoverCard.YELLOW})
    watch.see(60, empty=(HERE,))

    assert watch.settling.board.at(HERE).state is CellState.EMPTY
    assert len(watch.of(EventKind.COVER_REMOVED)) == 1


def test_mirrored_reading_counts_as_unseen(watch):
    assert watch.see(30, is_mirrored=True).board is None


def test_card_taken_away_and_laid_again_is_told(watch):
    watch.see(12)
    watch.see(60, empty=(HERE,))
    watch.see(12, cards={HERE: "trombone"})

    assert watch.of(EventKind.CARD_REMOVED, EventKind.CARD_PLACED, EventKind.CARD_MOVED) == [
        TableEvent(EventKind.CARD_REMOVED, HERE, card=f"card{HERE.position}"),
        TableEvent(EventKind.CARD_PLACED, HERE, card="trombone"),
    ]


def test_board_that_moved_is_told_once_it_rests(watch, a_reading):
    def moved(reading, right_px):
        cells = tuple(
            replace(
                cell,
                quad_px=np.add(
                    [[0, 0], [60, 0], [60, 45], [0, 45]],
                    [70.0 * cell.cell.col + right_px, 50.0 * cell.cell.row],
                ),
            )
            for cell in reading.cells
        )
        return replace(reading, cells=cells)

    for right_px in (*[0.0] * 12, 20.0, 40.0, 60.0, 80.0, 100.0):
        watch.see(1, unseen=moved(a_reading(), right_px))
    assert watch.of(EventKind.BOARD_MOVED) == []

    for right_px in (*[100.0] * 12, *[101.0] * 12):
        watch.see(1, unseen=moved(a_reading(), right_px))

    assert watch.of(EventKind.BOARD_MOVED) == [TableEvent(EventKind.BOARD_MOVED)]
