"""Many tables, each by its code."""

from __future__ import annotations

from random import Random

import pytest

from companion.deck.cards import Deck
from companion.errors import UnknownTableError
from companion.game.actions import NewGame
from companion.store.store import Store
from companion.table.eyes import Eyes
from companion.table.hall import CODE_LENGTH, CODE_LETTERS, Hall
from companion.table.live import Live
from companion.table.seats import Standing
from companion.terms import Audience
from companion.vision.frame import FrameSource


@pytest.fixture
def hall(store: Store, deck: Deck) -> Hall:
    return Hall(store, Random(3), deck=deck, wall_clock=lambda: 1.0)


def test_home_table_is_always_there(hall: Hall) -> None:
    assert hall.codes == ("home",)
    assert hall.table() is hall.table("home")


def test_unknown_table_is_refused(hall: Hall) -> None:
    with pytest.raises(UnknownTableError, match="'nowhere'"):
        hall.table("nowhere")


def test_further_table_has_a_code_of_its_own_and_its_own_game(hall: Hall) -> None:
    table = hall.open_table()
    table.referee.submit(NewGame(), by=Standing.HOST)

    assert len(table.code) == CODE_LENGTH
    assert set(table.code) <= set(CODE_LETTERS)
    assert hall.codes == ("home", table.code)
    assert hall.table("home").referee.revision == 0


def test_code_is_not_given_twice(store: Store, deck: Deck) -> None:
    class Stubborn:
        """Draws the same code a second time, then others."""

        def __init__(self) -> None:
            self.rest = Random(1)
            self.first = [0] * CODE_LENGTH + [0] * CODE_LENGTH

        def randrange(self, start: int) -> int:
            return self.first.pop(0) if self.first else self.rest.randrange(start)

    hall = Hall(store, Stubborn(), deck=deck)

    assert hall.open_table().code != hall.open_table().code


def test_tables_and_seats_are_there_again_after_a_restart(
    hall: Hall, store: Store, deck: Deck
) -> None:
    table = hall.open_table()
    table.referee.submit(NewGame(), by=Standing.HOST)
    ticket = table.seats.claim(table.seats.current_code().text, "phone")
    again = Hall(store, Random(4), deck=deck)

    assert again.codes == hall.codes
    assert again.table(table.code).referee.state == table.referee.state
    assert again.table(table.code).seats.seat_of(ticket.secret) is not None


def test_seat_of_one_table_is_none_at_another(hall: Hall) -> None:
    home, other = hall.table(), hall.open_table()
    ticket = home.seats.claim(home.seats.current_code().text, "phone")

    assert other.seats.seat_of(ticket.secret) is None


def test_pages_are_told_when_a_seat_comes_or_goes(hall: Hall) -> None:
    table = hall.table()
    told: list[str] = []
    table.referee.listen(lambda: told.append("news"), Audience.TABLE_SCREEN)
    ticket = table.seats.claim(table.seats.current_code().text, "phone")
    table.seats.take_away(ticket.seat.seat_id)

    assert told == ["news", "news"]


def test_closing_the_hall_stops_its_cameras(hall: Hall) -> None:
    def refuse() -> FrameSource:
        raise UnknownTableError("no camera")

    def nothing(*_: object) -> None:
        raise AssertionError("nothing to look at")

    eyes = Eyes(nothing, nothing, nothing, nothing)  # type: ignore[arg-type]
    first, second = (Live(hall.table().referee, refuse, eyes) for _ in range(2))
    hall.watch("home", first)
    hall.watch("home", second)
    hall.close()

    assert hall.table().live is None
