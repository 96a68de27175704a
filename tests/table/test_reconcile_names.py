"""Which cards lie there, and when the next game can begin."""

from __future__ import annotations

from random import Random

import pytest

from companion.deck.cards import Deck
from companion.game.actions import (
    CardsSeen,
    GiveClue,
    NewGame,
    Settle,
)
from companion.game.key_card import KeyCard
from companion.game.rules import start_game
from companion.game.state import EMPTY_TABLE, Phase
from companion.table.dealing import deal_cards
from companion.table.discrepancy import Kind
from companion.table.reconcile import Memory, cards_on_table, reconcile
from companion.terms import Cell, Role, Team
from tests.table.watching import Table, Watcher, kinds

# ---------------------------------------------------------------- cards and their names


def test_names_are_taken_from_the_table_during_setup(table: Table) -> None:
    watcher = Watcher(start_game(NewGame()), table)
    watcher.look()

    assert watcher.accepted == [CardsSeen(table.cards)]
    assert watcher.state.cards == table.cards


def test_names_are_not_recorded_before_any_game(table: Table) -> None:
    assert reconcile(EMPTY_TABLE, table.board(), Memory()).actions == ()


def test_names_read_late_are_filled_in(watcher: Watcher, key: KeyCard) -> None:
    late = (*watcher.state.cards[:24], None)
    watcher.state = start_game(NewGame(key=key, cards=late))
    watcher.act(GiveClue("vehicle", 2))
    watcher.look()

    assert watcher.accepted == [CardsSeen(watcher.table.cards)]


def test_names_stay_when_a_tag_is_not_read_any_more(watcher: Watcher) -> None:
    watcher.table.unknown = frozenset({Cell(2, 2)})
    watcher.look()

    assert watcher.accepted == []


def test_exchanged_card_is_taken_before_the_first_clue_and_not_after(
    watcher: Watcher,
    deck: Deck,
) -> None:
    spare = next(c for c in deal_cards(deck, Random(99)) if c not in watcher.table.cards)
    watcher.table.cards = (spare, *watcher.table.cards[1:])
    watcher.look()
    at_first = watcher.state.cards[0]
    watcher.act(GiveClue("vehicle", 2))
    watcher.table.cards = (None, *watcher.table.cards[1:])
    watcher.look()

    assert at_first == spare
    assert watcher.state.cards[0] == spare


def test_moved_card_is_named_once(table: Table) -> None:
    watcher = Watcher(start_game(NewGame()), table)
    watcher.look()
    moved = table.cards[0]
    table.cards = (None, moved, *table.cards[2:])
    watcher.look()

    assert watcher.state.cards[:2] == (None, moved)


def test_card_seen_twice_is_named_once(table: Table) -> None:
    watcher = Watcher(start_game(NewGame()), table)
    table.cards = (table.cards[0], table.cards[0], *table.cards[2:])
    watcher.look()

    assert watcher.state.cards == (table.cards[0], None, *table.cards[2:])


def test_card_of_an_unknown_deck_has_no_name(table: Table) -> None:
    assert cards_on_table(table.board(), {}) == (None,) * 25


def test_other_cards_are_another_table(watcher: Watcher, key: KeyCard, deck: Deck) -> None:
    watcher.act(GiveClue("vehicle", 2))
    watcher.table.cards = deal_cards(deck, Random(1234))
    watcher.table.lay((key.cells_of(Role.ORANGE)[0], Role.ORANGE))
    verdict = watcher.look()

    assert watcher.accepted == []
    assert verdict.hint == "the cards on the table are not those of this game"


# ---------------------------------------------------------------- the end of a game


@pytest.fixture
def over(watcher: Watcher, key: KeyCard) -> Watcher:
    watcher.table.lay(
        (key.cells_of(Role.ORANGE)[0], Role.ORANGE),
        (key.cells_of(Role.YELLOW)[0], Role.YELLOW),
        (key.cells_of(Role.GAME_OVER)[0], Role.GAME_OVER),
    )
    watcher.look()
    if watcher.state.phase is Phase.SETTLE:
        watcher.act(Settle(Team.YELLOW))
        watcher.look()
    assert watcher.state.phase is Phase.OVER
    return watcher


def test_clearing_the_table_after_the_end_proposes_nothing(over: Watcher) -> None:
    cells = tuple(over.table.covers)
    over.table.lift(*cells[:2])
    half = over.look()
    over.table.lift(cells[2])
    cleared = over.look()

    assert half.discrepancies == cleared.discrepancies == ()
    assert not half.is_cleared
    assert cleared.is_cleared


def test_one_lifted_cover_after_the_end_can_be_taken_back(over: Watcher, key: KeyCard) -> None:
    cell = key.cells_of(Role.GAME_OVER)[0]
    over.table.lift(cell)

    assert kinds(over.look()) == [(Kind.LIFTED, (cell,))]


def test_next_games_cards_clear_the_table(over: Watcher, deck: Deck) -> None:
    over.table.cards = deal_cards(deck, Random(77))
    over.table.lift(*tuple(over.table.covers)[:1])

    assert over.look().is_cleared
