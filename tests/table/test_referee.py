"""Check, apply, keep, swap, tell: in this order, and nothing where one of them fails."""

from __future__ import annotations

import json
import threading

import pytest

from companion.errors import (
    CellCoveredError,
    StaleRevisionError,
    StoreError,
)
from companion.game.actions import Guess
from companion.store.store import Store
from companion.table.referee import Referee
from companion.table.seats import Standing
from companion.table.status import CameraState, CameraStatus
from companion.terms import Audience, Role
from tests.table.watching import CARDS, KEY, Table

LIVE = CameraStatus(CameraState.LIVE)


class Chronicle:
    """Writes down in which order the parts of the table are called."""

    def __init__(self, referee: Referee, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        self.lines: list[str] = []
        keep = store.append_action

        def noted_keep(*arguments: object, **more: object) -> None:
            self.lines.append(f"keep at {referee.revision}")
            keep(*arguments, **more)  # type: ignore[arg-type]

        monkeypatch.setattr(store, "append_action", noted_keep)
        referee.listen(lambda: self.lines.append(f"tell at {referee.revision}"))


# ---------------------------------------------------------------- the order that is law


def test_action_is_kept_before_it_is_swapped_in_and_told_after(
    playing: Referee, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    chronicle = Chronicle(playing, store, monkeypatch)
    playing.submit(Guess(KEY.cells_of(Role.ORANGE)[0]), by=Standing.CLUEMASTER)

    assert chronicle.lines == ["keep at 1", "tell at 2"]


def test_refused_action_is_neither_kept_nor_told(
    playing: Referee, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    cell = KEY.cells_of(Role.ORANGE)[0]
    playing.submit(Guess(cell), by=Standing.CLUEMASTER)
    chronicle = Chronicle(playing, store, monkeypatch)
    before = playing.moment
    with pytest.raises(CellCoveredError) as refused:
        playing.submit(Guess(cell), by=Standing.CLUEMASTER)

    assert refused.value.code == "rule/cell-covered"
    assert chronicle.lines == []
    assert playing.moment is before


def test_table_stays_as_it_was_when_the_store_fails(
    playing: Referee, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[int] = []
    playing.listen(lambda: told.append(1))
    before = playing.moment
    view = playing.view_for(Audience.CLUEMASTER)

    def fail(*_: object, **__: object) -> None:
        raise StoreError("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(store, "append_action", fail)
        with pytest.raises(StoreError):
            playing.submit(Guess(KEY.cells_of(Role.ORANGE)[0]), by=Standing.CLUEMASTER)

    assert told == []
    assert playing.moment is before
    assert playing.view_for(Audience.CLUEMASTER) is view
    assert playing.submit(Guess(KEY.cells_of(Role.ORANGE)[0]), by=Standing.CLUEMASTER) == 2


def test_move_on_an_old_view_is_refused(playing: Referee) -> None:
    orange = KEY.cells_of(Role.ORANGE)
    seen = playing.revision
    playing.submit(Guess(orange[0]), by=Standing.CLUEMASTER, seen_revision=seen)
    with pytest.raises(StaleRevisionError) as refused:
        playing.submit(Guess(orange[1]), by=Standing.CLUEMASTER, seen_revision=seen)

    assert (refused.value.seen, refused.value.current) == (1, 2)
    assert playing.state.cover_at(orange[1]) is None


def test_of_many_moves_at_once_on_one_view_exactly_one_is_taken(playing: Referee) -> None:
    seen = playing.revision
    ready = threading.Barrier(8)
    results: list[str] = []

    def move(position: int) -> None:
        ready.wait(10)
        try:
            playing.submit(
                Guess(KEY.cells_of(Role.ORANGE)[position]),
                by=Standing.CLUEMASTER,
                seen_revision=seen,
            )
            results.append("taken")
        except StaleRevisionError:
            results.append("stale")

    threads = [threading.Thread(target=move, args=(position,)) for position in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(10)

    assert sorted(results) == ["stale"] * 7 + ["taken"]
    assert playing.revision == seen + 1


def test_listener_may_look_while_it_is_told(playing: Referee) -> None:
    seen: list[int] = []
    playing.listen(lambda: seen.append(playing.view_for(Audience.GUESSER)["revision"]))
    playing.submit(Guess(KEY.cells_of(Role.ORANGE)[0]), by=Standing.CLUEMASTER)

    assert seen == [2]


# ---------------------------------------------------------------- views and secrets


def test_view_has_revision_camera_and_simulated(playing: Referee) -> None:
    playing.set_camera(CameraStatus(CameraState.LIVE, None, is_simulated=True))
    view = playing.view_for(Audience.TABLE_SCREEN)

    assert view["revision"] == 1
    assert view["camera"] == {"state": "live", "hint": None}
    assert view["simulated"] is True


def test_only_cluemasters_see_the_key_and_discrepancies(playing: Referee, table: Table) -> None:
    before = {a: json.dumps(playing.view_for(a)) for a in (Audience.GUESSER, Audience.TABLE_SCREEN)}
    host = json.dumps(playing.host_view())
    told: list[str] = []
    for audience in Audience:
        playing.listen(lambda a=audience: told.append(a.value), audience)  # type: ignore[misc]
    playing.see(table.lay((KEY.cells_of(Role.ORANGE)[0], Role.YELLOW)).board())

    assert playing.view_for(Audience.CLUEMASTER)["key"]
    assert len(playing.view_for(Audience.CLUEMASTER)["discrepancies"]) == 1
    assert {a: json.dumps(playing.view_for(a)) for a in before} == before
    assert json.dumps(playing.host_view()) == host
    assert told == ["cluemaster"]


def test_view_shows_the_table_as_it_lies_before_the_first_game(
    referee: Referee, table: Table
) -> None:
    referee.set_camera(LIVE)
    referee.see(table.board())
    view = referee.view_for(Audience.TABLE_SCREEN)

    assert [cell["card"] for cell in view["cells"]] == [card.id for card in CARDS]
    assert view["phase"] == "setup"
    assert referee.revision == 0
    assert referee.host_view()["host"]["named_cards"] == 25


def test_camera_news_is_told_without_a_new_revision(playing: Referee) -> None:
    told: list[str] = []
    playing.listen(lambda: told.append("news"))
    playing.set_camera(LIVE)
    playing.set_camera(LIVE)

    assert told == ["news"]
    assert playing.revision == 1


def test_discrepancies_go_when_the_camera_is_lost(playing: Referee, table: Table) -> None:
    playing.see(table.lay((KEY.cells_of(Role.ORANGE)[0], Role.YELLOW)).board())
    playing.set_camera(CameraStatus(CameraState.LOST, "unplugged"))

    assert playing.view_for(Audience.CLUEMASTER)["discrepancies"] == []
    assert playing.view_for(Audience.GUESSER)["camera"] == {"state": "lost", "hint": "unplugged"}
