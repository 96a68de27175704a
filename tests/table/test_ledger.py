from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from companion.desk.actions import Adjust, EndTurn, NewGame, Score, Undo
from companion.desk.scoring import Kind
from companion.errors import FindingError, StaleRevisionError, StoreError, UnknownTableError
from companion.league.actions import CheckIn, NewEvent, PublishRound, RunClock
from companion.store.store import Store
from companion.table.desk_table import DeskHall, DeskTable
from companion.table.league_table import LeagueHall, LeagueTable

GAME = NewGame(players=("Ada", "Ben"), quick=True)


@pytest.fixture
def store() -> Store:
    return Store("sqlite://")


@pytest.fixture
def desk(store: Store) -> DeskTable:
    return DeskTable("home", store, clock=lambda: 1_000.0)


class FullStore(Store):
    """A store whose disk is full after some actions."""

    left = 1

    def append_action(self, *arguments: Any, **named: Any) -> None:
        if self.left == 0:
            raise StoreError("the disk is full")
        self.left -= 1
        super().append_action(*arguments, **named)


def test_action_on_an_old_view_is_refused_and_changes_nothing(desk: DeskTable) -> None:
    desk.submit(GAME, seen_revision=0)

    with pytest.raises(StaleRevisionError):
        desk.submit(EndTurn(by="Ada"), seen_revision=0)
    assert desk.view()["turn"] == "Ada"


def test_action_that_cannot_be_kept_is_not_done() -> None:
    desk = DeskTable("home", FullStore("sqlite://"))
    desk.submit(GAME)
    told: list[None] = []
    with desk.listen(lambda: told.append(None)), pytest.raises(StoreError):
        desk.submit(EndTurn(by="Ada"))

    assert desk.revision == 1
    assert desk.view()["turn"] == "Ada"


def test_refused_action_is_not_kept(desk: DeskTable) -> None:
    desk.submit(GAME)

    with pytest.raises(FindingError):
        desk.submit(EndTurn(by="Ben"))
    assert len(desk.documents("1")) == 1


def test_listeners_are_told(desk: DeskTable) -> None:
    with desk.listen(lambda: None) as mailbox:
        desk.submit(GAME)
        news = mailbox.take()

    assert news is not None
    assert news.revision == 1


def test_undo_is_a_new_entry_that_a_restart_understands(store: Store, desk: DeskTable) -> None:
    desk.submit(GAME)
    desk.submit(Score(by="Ada", kind=Kind.TRASH, owner="Ben", counted={"Ada": 1}))
    desk.submit(Undo())

    again = DeskTable("home", store)

    assert [each["action"] for each in again.documents("1")] == ["new_game", "score", "undo"]
    assert again.state == desk.state
    assert again.revision == 3


def test_each_game_has_a_log_of_its_own(desk: DeskTable) -> None:
    desk.submit(GAME)
    desk.submit(Adjust(player="Ada", points=7, reason="all of it"))
    desk.submit(GAME)

    assert [game.game_id for game in desk.games()] == ["1", "2"]
    assert desk.state_of("1").winners == ("Ada",)
    assert desk.revision == 3


def test_damaged_log_is_said_and_the_desk_begins_anew(store: Store) -> None:
    store.append_action("desk/home", "1", 0, {"action": "fly"})

    desk = DeskTable("home", store)

    assert "makes no sense" in str(desk.trouble)
    desk.submit(GAME)
    assert desk.game_id == "2"
    assert desk.trouble is None


def test_many_at_once_lose_nothing(desk: DeskTable) -> None:
    desk.submit(GAME)

    def adjust() -> None:
        for _ in range(3):
            desk.submit(Adjust(player="Ada", points=0, reason="x"))

    threads = [threading.Thread(target=adjust) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert desk.revision == 13
    assert len(desk.documents("1")) == 13


def test_desks_that_were_opened_are_open_again(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        assert DeskHall(store).open_desk().code == "2"
    with Store(tmp_path) as store:
        hall = DeskHall(store)

        assert hall.codes == ("home", "2")
        with pytest.raises(UnknownTableError):
            hall.desk("3")


def an_evening(store: Store) -> LeagueTable:
    evening = LeagueHall(store, clock=lambda: 5_000.0).open_evening(
        NewEvent(title="Cup", code="cup", seed="s", checks_decks=False)
    )
    for number in range(8):
        evening.submit(CheckIn(player_name=f"Player {number}"))
    return evening


def test_published_pairs_and_the_time_are_written_into_the_log(store: Store) -> None:
    evening = an_evening(store)
    evening.submit(PublishRound())
    evening.submit(RunClock(running=True, at_s=3.0))

    *_, published, clock = evening.documents("1")

    assert len(published["tables"]) == 4
    assert len(published["stack"]) == 8
    assert clock["at_s"] == 5_000.0


def test_roster_of_which_one_cannot_come_in_brings_nobody_in(store: Store) -> None:
    evening = an_evening(store)

    with pytest.raises(FindingError, match="player 3"):
        evening.check_in_all(b"name\nSomebody\nplayer 3\n")
    assert len(evening.state.players) == 8


def test_evenings_are_there_again(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        evening = an_evening(store)
        evening.submit(PublishRound())
        view = evening.public_view()
    with Store(tmp_path) as store:
        again = LeagueHall(store, clock=lambda: 5_000.0).evening("cup")

        assert again.public_view() == view
