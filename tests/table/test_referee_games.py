"""Games begin, and evenings come back."""

from __future__ import annotations

from random import Random

import pytest

from companion.deck.cards import Deck
from companion.errors import (
    UnreadableError,
)
from companion.game.actions import ChooseKey, Guess, NewGame, Undo
from companion.game.key_card import EdgeUp, format_code
from companion.game.state import KeySource, Phase
from companion.store.store import Store
from companion.table.channel import Channel
from companion.table.dealing import Faces
from companion.table.discrepancy import Kind
from companion.table.referee import Referee
from companion.table.seats import Standing
from companion.table.status import CameraState, CameraStatus
from companion.terms import Face, Role, Team
from tests.table.watching import CARDS, KEY, Table

LIVE = CameraStatus(CameraState.LIVE)


# ---------------------------------------------------------------- beginning a game


def test_companion_deals_cards_and_key_when_there_is_no_camera(referee: Referee) -> None:
    referee.submit(NewGame(), by=Standing.HOST)
    cards = referee.state.cards

    assert referee.state.phase is Phase.CLUE
    assert referee.state.key is not None
    assert len({card and card.id for card in cards}) == 25
    assert {card and card.face for card in cards} == {Face.WORD}


@pytest.mark.parametrize(
    ("faces", "dealt"),
    [
        (Faces.WORDS, {Face.WORD}),
        (Faces.PICTURES, {Face.PICTURE}),
        (Faces.MIXED, {Face.WORD, Face.PICTURE}),
    ],
)
def test_companion_deals_the_sides_asked_for(
    referee: Referee, faces: Faces, dealt: set[Face]
) -> None:
    referee.begin(NewGame(), by=Standing.HOST, faces=faces)

    assert {card and card.face for card in referee.state.cards} == dealt


def test_cards_are_taken_from_the_table_when_the_camera_sees_it(
    referee: Referee, table: Table
) -> None:
    referee.set_camera(LIVE)
    referee.see(table.board())
    referee.submit(NewGame(), by=Standing.HOST)

    assert referee.state.cards == CARDS
    assert referee.revision == 1


def test_cards_are_named_later_when_the_camera_has_not_settled(
    referee: Referee, table: Table
) -> None:
    referee.set_camera(LIVE)
    referee.submit(NewGame(), by=Standing.HOST)
    at_first = referee.state.cards
    referee.see(table.board())

    assert at_first == (None,) * 25
    assert referee.state.cards == CARDS


def test_cards_are_dealt_anyway_when_the_host_says_so(referee: Referee, table: Table) -> None:
    referee.set_camera(LIVE)
    referee.begin(NewGame(), by=Standing.HOST, deal_anyway=True)

    assert None not in referee.state.cards


def test_key_waits_for_a_cluemaster_when_it_is_to_be_entered(referee: Referee) -> None:
    referee.submit(NewGame(key_source=KeySource.ENTERED), by=Standing.HOST)
    waiting = referee.state.phase
    referee.enter_key(format_code(KEY), by=Standing.CLUEMASTER)

    assert waiting is Phase.SETUP
    assert referee.state.key == KEY


def test_entered_key_lies_as_the_edge_up_says(referee: Referee) -> None:
    referee.submit(NewGame(key_source=KeySource.ENTERED), by=Standing.HOST)
    referee.enter_key(format_code(KEY), by=Standing.CLUEMASTER, edge_up=EdgeUp.LEFT)

    assert referee.state.key == KEY.with_edge_up(EdgeUp.LEFT)


def test_wrong_key_code_is_refused(referee: Referee) -> None:
    referee.submit(NewGame(key_source=KeySource.ENTERED), by=Standing.HOST)
    with pytest.raises(UnreadableError):
        referee.enter_key("hello", by=Standing.CLUEMASTER)

    assert referee.revision == 1


def test_key_on_paper_leaves_no_secret(referee: Referee) -> None:
    game = NewGame(key_source=KeySource.PAPER, starting_team=Team.YELLOW)
    referee.submit(game, by=Standing.HOST)

    assert referee.state.key is None
    assert referee.state.turn is Team.YELLOW
    assert referee.moment.key_is_chosen


def test_dealt_key_lets_the_team_start_that_the_host_names(referee: Referee) -> None:
    for _ in range(4):
        referee.submit(NewGame(starting_team=Team.YELLOW), by=Standing.HOST)

        assert referee.state.starting_team is Team.YELLOW


def test_host_may_have_another_key_dealt_before_the_first_clue(referee: Referee) -> None:
    referee.submit(NewGame(), by=Standing.HOST)
    first = referee.state.key
    referee.submit(ChooseKey(key_source=KeySource.DEALT), by=Standing.HOST)

    assert referee.state.key not in (None, first)


def test_new_game_leaves_the_old_one_in_the_store(playing: Referee, store: Store) -> None:
    playing.submit(Guess(KEY.cells_of(Role.ORANGE)[0]), by=Standing.CLUEMASTER)
    playing.submit(NewGame(), by=Standing.HOST)

    assert [(g.game_id, g.action_count) for g in store.games("home")] == [("1", 2), ("2", 1)]
    assert playing.revision == 3
    assert not any(playing.state.covers)


# ---------------------------------------------------------------- a restart


def again(store: Store, deck: Deck) -> Referee:
    return Referee("home", store, Channel(), Random(8), deck=deck)


def test_evening_is_as_it_was_after_a_restart(playing: Referee, store: Store, deck: Deck) -> None:
    orange = KEY.cells_of(Role.ORANGE)
    playing.submit(Guess(orange[0]), by=Standing.CLUEMASTER)
    playing.submit(Guess(orange[1]), by=Standing.CLUEMASTER)
    playing.submit(Undo(), by=Standing.HOST)
    taken_up = again(store, deck)

    assert taken_up.state == playing.state
    assert taken_up.revision == playing.revision == 4
    assert taken_up.host_view()["host"]["is_resumed"] is True


def test_revision_goes_on_after_a_restart(playing: Referee, store: Store, deck: Deck) -> None:
    taken_up = again(store, deck)
    revision = taken_up.submit(Guess(KEY.cells_of(Role.ORANGE)[0]), by=Standing.CLUEMASTER)

    assert revision == 2
    assert taken_up.host_view()["host"]["is_resumed"] is False


def test_game_that_is_over_is_not_offered_as_going_on(
    playing: Referee, store: Store, deck: Deck
) -> None:
    playing.submit(Guess(KEY.cells_of(Role.GAME_OVER)[0]), by=Standing.CLUEMASTER)
    taken_up = again(store, deck)

    assert taken_up.state.phase is Phase.OVER
    assert taken_up.host_view()["host"]["is_resumed"] is False


@pytest.mark.parametrize(
    "document",
    [
        pytest.param({"action": "no_such"}, id="unknown action"),
        pytest.param({"action": "end_turn"}, id="against the rules"),
    ],
)
def test_damaged_evening_does_not_lock_the_table(
    playing: Referee, store: Store, deck: Deck, document: dict[str, object]
) -> None:
    store.append_action("home", "1", 1, document)
    taken_up = again(store, deck)
    trouble = taken_up.host_view()["host"]["trouble"]
    revision = taken_up.submit(NewGame(), by=Standing.HOST)

    assert trouble == "the last game could not be brought back: its log makes no sense"
    assert revision == 3
    assert taken_up.moment.game_id == "2"
    assert taken_up.host_view()["host"]["trouble"] is None


def test_cover_laid_while_the_companion_was_away_is_asked_about(
    playing: Referee, store: Store, deck: Deck, table: Table
) -> None:
    counted, meanwhile = KEY.cells_of(Role.ORANGE)[:2]
    playing.see(table.lay((counted, Role.ORANGE)).board())
    taken_up = again(store, deck)
    taken_up.see(table.lay((meanwhile, Role.ORANGE)).board())

    assert [(d.kind, d.cells) for d in taken_up.moment.discrepancies] == [
        (Kind.LYING, (meanwhile,))
    ]


def test_new_game_does_not_take_the_cards_of_a_table_that_is_out_of_view(
    referee: Referee, table: Table
) -> None:
    referee.set_camera(LIVE)
    referee.see(table.board())
    referee.set_camera(CameraStatus(CameraState.HIDDEN, "fewer than thirteen cards in view"))
    referee.submit(NewGame(), by=Standing.HOST)
    at_first = referee.state.cards
    referee.see(table.board())

    assert at_first == (None,) * 25
    assert referee.state.cards == CARDS


def test_camera_picture_stays_cut_when_the_choice_of_key_is_undone(
    referee: Referee, store: Store, deck: Deck
) -> None:
    referee.submit(NewGame(key_source=KeySource.ENTERED), by=Standing.HOST)
    before = referee.moment.key_is_chosen
    on_paper = ChooseKey(key_source=KeySource.PAPER, starting_team=Team.ORANGE)
    referee.submit(on_paper, by=Standing.HOST)
    referee.submit(Undo(), by=Standing.HOST)
    undone = referee.moment.key_is_chosen
    after_restart = again(store, deck).moment.key_is_chosen
    referee.submit(NewGame(key_source=KeySource.ENTERED), by=Standing.HOST)

    assert (before, undone, after_restart) == (False, True, True)
    assert not referee.moment.key_is_chosen
