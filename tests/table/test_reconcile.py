"""What the camera may say by itself, and what people must say."""

from __future__ import annotations

import pytest

from companion.game.actions import (
    CorrectCell,
    CoverLaid,
    Guess,
    NewGame,
    Settle,
    Undo,
)
from companion.game.key_card import KeyCard
from companion.game.rules import start_game
from companion.game.state import Mode, Phase
from companion.table.discrepancy import Discrepancy, Kind
from companion.table.reconcile import ORDER_SEEN_AFTER_S, Memory, without
from companion.terms import ALL_CELLS, Cell, CoverCard, Role, Team
from tests.table.watching import Table, Watcher, kinds

# ---------------------------------------------------------------- covers that count


def test_cover_in_the_keys_colour_is_taken(watcher: Watcher, key: KeyCard) -> None:
    cell = key.cells_of(Role.ORANGE)[0]
    watcher.table.lay((cell, Role.ORANGE))
    verdict = watcher.look()

    assert watcher.accepted == [CoverLaid(cell, CoverCard.ORANGE)]
    assert verdict.discrepancies == ()


def test_covers_are_taken_in_the_order_they_came(watcher: Watcher, key: KeyCard) -> None:
    orange, yellow = key.cells_of(Role.ORANGE), key.cells_of(Role.YELLOW)
    watcher.table.lay((orange[3], Role.ORANGE), (yellow[0], Role.YELLOW), (orange[1], Role.ORANGE))
    watcher.look()

    assert [action.cell for action in watcher.accepted if isinstance(action, CoverLaid)] == [
        orange[3],
        yellow[0],
        orange[1],
    ]


def test_covers_at_once_are_taken_when_their_order_does_not_matter(
    watcher: Watcher, key: KeyCard
) -> None:
    cells = key.cells_of(Role.ORANGE)[:3]
    watcher.table.lay(*((cell, Role.ORANGE) for cell in cells), apart_s=0.0)
    verdict = watcher.look()

    assert len(watcher.accepted) == 3
    assert verdict.discrepancies == ()


@pytest.mark.parametrize("apart_s", [0.0, ORDER_SEEN_AFTER_S * 0.9])
def test_cluemasters_are_asked_when_the_order_matters_and_was_not_seen(
    watcher: Watcher, key: KeyCard, apart_s: float
) -> None:
    cells = (key.cells_of(Role.ORANGE)[0], key.cells_of(Role.YELLOW)[0])
    watcher.table.lay((cells[0], Role.ORANGE), (cells[1], Role.YELLOW), apart_s=apart_s)
    verdict = watcher.look()

    assert watcher.accepted == []
    assert kinds(verdict) == [(Kind.ORDER, tuple(sorted(cells)))]


def test_cluemasters_are_asked_when_too_many_came_at_once(watcher: Watcher, key: KeyCard) -> None:
    cells = key.cells_of(Role.ORANGE)[:5]
    watcher.table.lay(*((cell, Role.ORANGE) for cell in cells), apart_s=0.0)

    assert kinds(watcher.look()) == [(Kind.ORDER, cells)]


def test_rest_of_an_order_follows_once_one_of_two_was_tapped(
    watcher: Watcher, key: KeyCard
) -> None:
    cells = (key.cells_of(Role.ORANGE)[0], key.cells_of(Role.YELLOW)[0])
    watcher.table.lay((cells[0], Role.ORANGE), (cells[1], Role.YELLOW), apart_s=0.0)
    watcher.look()
    watcher.act(Guess(cells[0]))
    verdict = watcher.look()

    assert watcher.accepted == [CoverLaid(cells[1], CoverCard.YELLOW)]
    assert verdict.discrepancies == ()


def test_nothing_more_is_taken_while_a_question_is_open(watcher: Watcher, key: KeyCard) -> None:
    orange, neutral = key.cells_of(Role.ORANGE), key.cells_of(Role.NEUTRAL)
    watcher.table.lay(
        (orange[0], Role.ORANGE), (neutral[0], Role.NEUTRAL), (orange[1], Role.ORANGE)
    )
    verdict = watcher.look()

    assert watcher.state.phase is Phase.SETTLE
    assert watcher.state.cover_at(orange[1]) is None
    assert verdict.discrepancies == ()


def test_hidden_cells_give_nothing(watcher: Watcher, key: KeyCard) -> None:
    cell = key.cells_of(Role.ORANGE)[0]
    watcher.table.lay((cell, Role.ORANGE))
    watcher.table.hidden = frozenset(ALL_CELLS)
    verdict = watcher.look()

    assert watcher.accepted == []
    assert verdict.discrepancies == ()


def test_cover_after_the_end_is_nothing(watcher: Watcher, key: KeyCard) -> None:
    watcher.act(Guess(key.cells_of(Role.GAME_OVER)[0]))
    watcher.table.lay((key.cells_of(Role.ORANGE)[0], Role.YELLOW))
    verdict = watcher.look()

    assert watcher.accepted == []
    assert verdict.discrepancies == ()


def test_rivals_cover_in_the_rivals_turn_is_its_turn(table: Table, key: KeyCard) -> None:
    game = NewGame(mode=Mode.TWO_PLAYER, key=key, cards=table.cards)
    watcher = Watcher(start_game(game), table)
    watcher.look()
    table.lay(
        (key.cells_of(Role.NEUTRAL)[0], Role.NEUTRAL), (key.cells_of(Role.YELLOW)[0], Role.YELLOW)
    )
    watcher.look()

    assert [move.kind for move in watcher.state.moves] == ["guess", "rival_cover"]


def test_cover_without_a_place_in_the_rules_is_shown_and_taken_when_it_has_one(
    table: Table,
    key: KeyCard,
) -> None:
    game = NewGame(mode=Mode.TWO_PLAYER, key=key, cards=table.cards)
    watcher = Watcher(start_game(game), table)
    watcher.look()
    orange, yellow = key.cells_of(Role.ORANGE)[0], key.cells_of(Role.YELLOW)[0]
    table.lay((key.cells_of(Role.NEUTRAL)[0], Role.NEUTRAL), (orange, Role.ORANGE))
    refused = watcher.look()
    table.lay((yellow, Role.YELLOW))
    verdict = watcher.look()

    assert kinds(refused) == [(Kind.REFUSED, (orange,))]
    assert watcher.state.cover_at(orange) is CoverCard.ORANGE
    assert verdict.discrepancies == ()


# ---------------------------------------------------------------- covers that contradict the key


def test_wrong_cover_is_a_discrepancy_and_changes_nothing(watcher: Watcher, key: KeyCard) -> None:
    cell = key.cells_of(Role.ORANGE)[0]
    before = watcher.state
    watcher.table.lay((cell, Role.YELLOW))
    verdict = watcher.look()

    assert verdict.discrepancies == (
        Discrepancy(Kind.WRONG_COVER, (cell,), CoverCard.YELLOW, Role.ORANGE),
    )
    assert watcher.state == before


def test_wrong_cover_resolves_when_the_table_is_put_right(watcher: Watcher, key: KeyCard) -> None:
    cell = key.cells_of(Role.ORANGE)[0]
    watcher.table.lay((cell, Role.YELLOW))
    watcher.look()
    watcher.table.lift(cell)
    lifted = watcher.look()
    watcher.table.lay((cell, Role.ORANGE))
    verdict = watcher.look()

    assert lifted.discrepancies == verdict.discrepancies == ()
    assert watcher.accepted == [CoverLaid(cell, CoverCard.ORANGE)]


def test_confirmed_wrong_cover_may_stay_where_it_lies(watcher: Watcher, key: KeyCard) -> None:
    cell = key.cells_of(Role.ORANGE)[0]
    watcher.table.lay((cell, Role.YELLOW))
    watcher.look()
    watcher.act(Settle(cell=cell))
    watcher.look()
    verdict = watcher.look()

    assert watcher.state.cover_at(cell) is CoverCard.ORANGE
    assert verdict.discrepancies == ()


def test_wrong_cover_on_a_tapped_card_is_mentioned_until_put_right(
    watcher: Watcher, key: KeyCard
) -> None:
    cell = key.cells_of(Role.ORANGE)[0]
    watcher.act(Guess(cell))
    watcher.look()
    watcher.table.lay((cell, Role.YELLOW))
    watcher.look()
    mentioned = watcher.look()
    watcher.table.lay((cell, Role.ORANGE))
    verdict = watcher.look()

    assert [found.counted for found in mentioned.discrepancies] == [True]
    assert verdict.discrepancies == ()
    assert watcher.accepted == []


def test_dismissed_discrepancy_stays_away_until_the_table_changes(
    watcher: Watcher, key: KeyCard
) -> None:
    cell = key.cells_of(Role.ORANGE)[0]
    watcher.table.lay((cell, Role.YELLOW))
    watcher.memory = without(watcher.look().memory, watcher.look().discrepancies[0])
    dismissed = watcher.look()
    watcher.table.lift(cell)
    watcher.look()
    watcher.table.lay((cell, Role.YELLOW))
    again = watcher.look()

    assert dismissed.discrepancies == ()
    assert kinds(again) == [(Kind.WRONG_COVER, (cell,))]


# ---------------------------------------------------------------- covers that came unseen


def test_covers_lying_when_a_game_begins_are_asked_about(table: Table, key: KeyCard) -> None:
    cell = key.cells_of(Role.ORANGE)[0]
    table.lay((cell, Role.ORANGE))
    watcher = Watcher(start_game(NewGame(key=key, cards=table.cards)), table)
    lying = watcher.look()
    table.lift(cell)
    lifted = watcher.look()
    table.lay((cell, Role.ORANGE))
    watcher.look()

    assert kinds(lying) == [(Kind.LYING, (cell,))]
    assert lifted.discrepancies == ()
    assert watcher.accepted == [CoverLaid(cell, CoverCard.ORANGE)]


def test_cover_laid_before_the_key_is_chosen_is_asked_about(table: Table, key: KeyCard) -> None:
    cell = key.cells_of(Role.ORANGE)[0]
    watcher = Watcher(start_game(NewGame(cards=table.cards)), table)
    watcher.look()
    table.lay((cell, Role.ORANGE))
    in_setup = watcher.look()
    watcher.state = start_game(NewGame(key=key, cards=table.cards))
    verdict = watcher.look()

    assert in_setup.discrepancies == ()
    assert kinds(verdict) == [(Kind.LYING, (cell,))]


def test_cover_under_a_hand_when_the_game_begins_is_asked_about(
    table: Table,
    key: KeyCard,
) -> None:
    cell = key.cells_of(Role.ORANGE)[0]
    table.lay((cell, Role.ORANGE)).hidden = frozenset({cell})
    watcher = Watcher(start_game(NewGame(key=key, cards=table.cards)), table)
    watcher.look()
    table.hidden = frozenset()

    assert kinds(watcher.look()) == [(Kind.LYING, (cell,))]


def test_covers_that_count_already_are_no_question_after_a_restart(
    watcher: Watcher, key: KeyCard
) -> None:
    cell = key.cells_of(Role.ORANGE)[0]
    watcher.table.lay((cell, Role.ORANGE))
    watcher.look()
    watcher.memory = Memory()
    verdict = watcher.look()

    assert verdict.discrepancies == ()
    assert len(watcher.accepted) == 1


@pytest.mark.parametrize("hidden", [False, True])
def test_cover_counts_again_after_undo_only_when_lifted(
    watcher: Watcher, key: KeyCard, hidden: bool
) -> None:
    cell = key.cells_of(Role.ORANGE)[0]
    watcher.table.lay((cell, Role.ORANGE))
    watcher.look()
    watcher.act(Undo())
    watcher.table.hidden = frozenset({cell} if hidden else ())
    watcher.look()
    watcher.table.hidden = frozenset()
    lying = watcher.look()
    watcher.table.lift(cell)
    watcher.look()
    watcher.table.lay((cell, Role.ORANGE))
    watcher.look()

    assert kinds(lying) == [(Kind.LYING, (cell,))]
    assert watcher.accepted == [CoverLaid(cell, CoverCard.ORANGE)] * 2


def test_lifting_a_cover_that_counts_proposes_to_take_it_back(
    watcher: Watcher, key: KeyCard
) -> None:
    cell = key.cells_of(Role.ORANGE)[0]
    watcher.table.lay((cell, Role.ORANGE))
    watcher.look()
    watcher.table.lift(cell)
    lifted = watcher.look()
    watcher.table.lay((cell, Role.ORANGE))
    verdict = watcher.look()

    assert kinds(lifted) == [(Kind.LIFTED, (cell,))]
    assert watcher.state.cover_at(cell) is CoverCard.ORANGE
    assert verdict.discrepancies == ()


def test_bare_card_is_no_lifted_cover_when_it_was_only_tapped(
    watcher: Watcher, key: KeyCard
) -> None:
    watcher.act(Guess(key.cells_of(Role.ORANGE)[0]))

    assert watcher.look().discrepancies == ()


# ---------------------------------------------------------------- a key on paper


def test_any_cover_is_believed_when_the_key_is_on_paper(on_paper: Watcher) -> None:
    on_paper.table.lay((Cell(0, 0), CoverCard.YELLOW))
    on_paper.look()

    assert on_paper.state.cover_at(Cell(0, 0)) is CoverCard.YELLOW


@pytest.mark.parametrize("lifted_between", [False, True])
def test_cover_put_right_is_believed_when_the_key_is_on_paper(
    on_paper: Watcher, lifted_between: bool
) -> None:
    on_paper.table.lay((Cell(0, 0), CoverCard.ORANGE))
    on_paper.look()
    if lifted_between:
        on_paper.table.lift(Cell(0, 0))
        on_paper.look()
    on_paper.table.lay((Cell(0, 0), CoverCard.YELLOW))
    verdict = on_paper.look()

    assert on_paper.accepted[-1] == CorrectCell(Cell(0, 0), CoverCard.YELLOW)
    assert on_paper.state.turn is Team.YELLOW
    assert verdict.discrepancies == ()


def test_cover_that_the_box_does_not_hold_is_refused_when_the_key_is_on_paper(
    on_paper: Watcher,
) -> None:
    # Eight neutral covers: there are seven. Each is a wrong guess, so the teams take turns.
    cells = ALL_CELLS[:8]
    on_paper.table.lay(*((cell, CoverCard.NEUTRAL) for cell in cells))
    verdict = on_paper.look()

    assert kinds(verdict) == [(Kind.REFUSED, (cells[7],))]
    assert len(on_paper.accepted) == 7
