"""One code, one seat; one secret, kept by its holder alone."""

from __future__ import annotations

import json

import pytest

from companion.errors import (
    SeatRefusedError,
    StoreError,
    TooManyTriesError,
)
from companion.store.store import Store
from companion.table.seats import (
    CODE_LASTS_S,
    CODE_LETTERS,
    TRIES_IN_ALL,
    TRIES_PER_ORIGIN,
    TRIES_WINDOW_S,
    Seats,
    Standing,
)


class Clock:
    now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def seats(store: Store, clock: Clock) -> Seats:
    return Seats("home", store, clock=clock, wall_clock=lambda: 5.0)


def wrong_code(seats: Seats) -> str:
    good = seats.current_code().text
    return ("3" if good[0] == "2" else "2") + good[1:]


def test_claim_gives_a_seat_whose_secret_opens_it(seats: Seats) -> None:
    ticket = seats.claim(seats.current_code().text, "Anna's phone")

    assert seats.seat_of(ticket.secret) == ticket.seat
    assert ticket.seat.standing is Standing.CLUEMASTER
    assert len(ticket.secret) == 32
    assert [seat.device for seat in seats.seats()] == ["Anna's phone"]


def test_code_is_read_whatever_its_case_and_spaces(seats: Seats) -> None:
    code = seats.current_code().text

    assert seats.claim(f" {code[:3].lower()} {code[3:]} ", "phone").seat.seat_id == "s1"


def test_code_is_good_once_only(seats: Seats) -> None:
    code = seats.current_code().text
    seats.claim(code, "first")
    with pytest.raises(SeatRefusedError):
        seats.claim(code, "second")

    assert len(seats.seats()) == 1
    assert seats.current_code().text != code


def test_code_stays_the_same_until_it_is_used_or_old(seats: Seats, clock: Clock) -> None:
    code = seats.current_code()
    clock.now_s = CODE_LASTS_S - 1
    same = seats.current_code()
    clock.now_s = CODE_LASTS_S
    other = seats.current_code()

    assert same == code
    assert other.text != code.text


def test_code_is_refused_when_too_old(seats: Seats, clock: Clock) -> None:
    code = seats.current_code().text
    clock.now_s = CODE_LASTS_S
    with pytest.raises(SeatRefusedError, match="too old"):
        seats.claim(code, "phone")


def test_host_and_cluemaster_codes_give_their_own_seats(seats: Seats) -> None:
    host = seats.current_code(Standing.HOST)
    seats.claim(seats.current_code(Standing.CLUEMASTER).text, "phone")

    assert seats.claim(host.text, "laptop").seat.standing is Standing.HOST


def test_code_is_not_made_for_guessers(seats: Seats) -> None:
    with pytest.raises(ValueError, match="guessers need no seat"):
        seats.current_code(Standing.GUESSER)


def test_code_for_a_camera_gives_a_seat_that_is_nothing_else(seats: Seats) -> None:
    ticket = seats.claim(seats.current_code(Standing.CAMERA).text, "a phone")

    assert ticket.seat.standing is Standing.CAMERA


def test_code_letters_have_no_look_alikes() -> None:
    assert not set("01OIL") & set(CODE_LETTERS)
    assert len(set(CODE_LETTERS)) == len(CODE_LETTERS) == 31


def test_code_letters_are_equally_likely(store: Store, clock: Clock) -> None:
    # Every byte value once: whatever is drawn, each letter comes equally often.
    drawn = iter(bytes(range(256)) * 100)
    seats = Seats("home", store, clock=clock, random_bytes=lambda n: bytes([next(drawn)]) * n)
    text = ""
    while len(text) < 248:
        text += seats.current_code().text
        clock.now_s += CODE_LASTS_S
    counts = {text[:248].count(letter) for letter in CODE_LETTERS}

    assert counts == {8}


def test_claim_is_refused_after_too_many_wrong_codes_from_one_device(
    seats: Seats, clock: Clock
) -> None:
    for _ in range(TRIES_PER_ORIGIN):
        with pytest.raises(SeatRefusedError):
            seats.claim(wrong_code(seats), "phone", origin="192.168.1.9")
    clock.now_s = 10.0
    with pytest.raises(TooManyTriesError) as refused:
        seats.claim(seats.current_code().text, "phone", origin="192.168.1.9")
    other = seats.claim(seats.current_code().text, "phone", origin="192.168.1.8")

    assert refused.value.retry_after_s == TRIES_WINDOW_S - 10.0
    assert other.seat.seat_id == "s1"


def test_claim_is_open_again_after_the_window(seats: Seats, clock: Clock) -> None:
    for _ in range(TRIES_PER_ORIGIN):
        with pytest.raises(SeatRefusedError):
            seats.claim(wrong_code(seats), "phone")
    clock.now_s = TRIES_WINDOW_S

    assert seats.claim(seats.current_code().text, "phone").seat.seat_id == "s1"


def test_claim_is_refused_after_too_many_wrong_codes_from_everywhere(seats: Seats) -> None:
    for number in range(TRIES_IN_ALL):
        with pytest.raises(SeatRefusedError):
            seats.claim(wrong_code(seats), "phone", origin=str(number))
    with pytest.raises(TooManyTriesError):
        seats.claim(seats.current_code().text, "phone", origin="another")


def test_seat_survives_a_restart_and_its_secret_is_kept_nowhere(store: Store) -> None:
    seats = Seats("home", store)
    ticket = seats.claim(seats.current_code().text, "phone")
    again = Seats("home", store)
    kept = json.dumps(store.load_document("seats", "home"))

    assert again.seat_of(ticket.secret) == ticket.seat
    assert ticket.secret not in kept
    assert ticket.secret not in repr(ticket)


def test_codes_die_with_a_restart(store: Store) -> None:
    code = Seats("home", store).current_code().text
    with pytest.raises(SeatRefusedError):
        Seats("home", store).claim(code, "phone")


@pytest.mark.parametrize(
    "secret",
    [
        pytest.param(None, id="none"),
        pytest.param("", id="empty"),
        pytest.param("0" * 32, id="wrong"),
        pytest.param("ä" * 32, id="not ascii"),
    ],
)
def test_seat_of_is_none_for_a_wrong_secret(seats: Seats, secret: str | None) -> None:
    seats.claim(seats.current_code().text, "phone")

    assert seats.seat_of(secret) is None


def test_seat_can_be_taken_away(seats: Seats, store: Store) -> None:
    ticket = seats.claim(seats.current_code().text, "phone")
    seats.take_away(ticket.seat.seat_id)
    seats.take_away(ticket.seat.seat_id)

    assert seats.seat_of(ticket.secret) is None
    assert not seats.is_held(ticket.seat.seat_id)
    assert Seats("home", store).seats() == ()


def test_seat_ids_are_never_used_again(seats: Seats) -> None:
    first = seats.claim(seats.current_code().text, "phone").seat.seat_id
    seats.take_away(first)

    assert seats.claim(seats.current_code().text, "phone").seat.seat_id != first


def test_open_pages_are_counted(seats: Seats) -> None:
    seat_id = seats.claim(seats.current_code().text, "phone").seat.seat_id
    seats.note_opened(seat_id)
    seats.note_opened(seat_id)
    seats.note_closed(seat_id)
    open_count = seats.seats()[0].open_count
    seats.note_closed(seat_id)
    seats.note_closed(seat_id)
    seats.note_opened("nobody's")

    assert open_count == 1
    assert seats.seats()[0].open_count == 0


@pytest.mark.parametrize(
    ("device", "listed"),
    [
        pytest.param("  a \n phone\x00 ", "a phone", id="control letters"),
        pytest.param("", "a device without a name", id="empty"),
        pytest.param("x" * 200, "x" * 60, id="long"),
    ],
)
def test_device_name_is_tidied(seats: Seats, device: str, listed: str) -> None:
    assert seats.claim(seats.current_code().text, device).seat.device == listed


def test_changes_are_told(store: Store) -> None:
    told: list[str] = []
    seats = Seats("home", store, on_change=lambda: told.append("change"))
    seat_id = seats.claim(seats.current_code().text, "phone").seat.seat_id
    seats.note_opened(seat_id)
    seats.take_away(seat_id)

    assert len(told) == 3


def test_code_stays_good_when_the_seat_cannot_be_kept(
    seats: Seats, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    code = seats.current_code().text

    def fail(*_: object) -> None:
        raise StoreError("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(store, "save_document", fail)
        with pytest.raises(StoreError):
            seats.claim(code, "phone")
    nobody = seats.seats()

    assert nobody == ()
    assert seats.claim(code, "phone").seat.seat_id == "s1"


@pytest.mark.parametrize(
    "document",
    [
        pytest.param({"next": "x"}, id="number"),
        pytest.param({"seats": [{"id": "s1"}]}, id="fields"),
        pytest.param({"seats": 5}, id="list"),
    ],
)
def test_damaged_seats_are_to_be_taken_anew(
    store: Store, document: dict[str, object], caplog: pytest.LogCaptureFixture
) -> None:
    store.save_document("seats", "home", document)
    seats = Seats("home", store)

    assert seats.seats() == ()
    assert "are damaged" in caplog.text
    assert seats.claim(seats.current_code().text, "phone").seat.seat_id == "s1"
