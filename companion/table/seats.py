"""Who sits at the table: one-time codes that become seats, and the secrets that hold them."""

from __future__ import annotations

import hashlib
import hmac
import logging
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from time import monotonic, time
from typing import Any

from companion.errors import CorruptRecordError, SeatRefusedError, TooManyTriesError
from companion.store.store import Store
from companion.terms import Team

CODE_LETTERS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""No 0 and O, no 1, I and L: a code is read off a screen and typed on a phone."""

CODE_LENGTH = 6
"""31 to the 6th: 887 million codes."""

CODE_LASTS_S = 600.0
"""Long enough to find the phone."""

TRIES_PER_ORIGIN = 5
TRIES_IN_ALL = 30
TRIES_WINDOW_S = 60.0
"""Wrong codes within the window, from one device and from all together. At 30 a minute a code is
guessed in its ten minutes once in three million times."""

SECRET_BYTES = 16
"""128 bits."""

DEVICE_NAME_LENGTH = 60
SEATS_KIND = "seats"
"""The kind of document that the seats of a table are kept as."""


LOG = logging.getLogger(__name__)


class Standing(StrEnum):
    """What somebody at the table may do."""

    HOST = "host"
    CLUEMASTER = "cluemaster"
    GUESSER = "guesser"
    """Everybody without a seat."""
    CAMERA = "camera"
    """The table itself, as the camera sees it."""


@dataclass(frozen=True, slots=True)
class Seat:
    """One seat that somebody holds.

    Attributes:
        seat_id: Its name in lists; no secret.
        standing: Host or cluemaster.
        device: The device that claimed it, as it called itself.
        claimed_at_s: When, in seconds since 1970.
        secret_hash: SHA-256 of the secret, hexadecimal. The secret itself is nowhere here.
        open_count: How many pages of this seat are open now.
        team: Whose cluemaster sits here, where that was said.
    """

    seat_id: str
    standing: Standing
    device: str
    claimed_at_s: float
    secret_hash: str = field(repr=False)
    open_count: int = 0
    team: Team | None = None


@dataclass(frozen=True, slots=True)
class Ticket:
    """What the device that claimed a seat takes home.

    Attributes:
        seat: The seat.
        secret: 32 hexadecimal letters; shown to this device and nobody else.
    """

    seat: Seat
    secret: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class OneTimeCode:
    """A code that gives one seat, once.

    Attributes:
        text: The code.
        standing: The seat it gives.
        expires_at_s: On the monotonic clock of the seats.
    """

    text: str
    standing: Standing
    expires_at_s: float


class Seats:
    """The seats of one table; can be used from any thread.

    Args:
        table_code: The table.
        store: Keeps the seats (their hashes), so that a restart takes no phone away.
        clock: Seconds, monotonic: ages of codes and tries.
        wall_clock: Seconds since 1970, for the list of seats.
        random_bytes: Gives so many bytes that nobody can guess.
        on_change: Called after a seat came, went, or was opened or closed.

    Raises:
        StoreError: The seats could not be fetched. (Damaged ones are not raised: everybody takes
            a seat anew.)

    Example:
        >>> seats = Seats("home", Store("sqlite://"))
        >>> code = seats.current_code(Standing.CLUEMASTER)
        >>> ticket = seats.claim(code.text, "a phone")
        >>> seats.seat_of(ticket.secret).standing
        <Standing.CLUEMASTER: 'cluemaster'>
    """

    def __init__(
        self,
        table_code: str,
        store: Store,
        *,
        clock: Callable[[], float] = monotonic,
        wall_clock: Callable[[], float] = time,
        random_bytes: Callable[[int], bytes] = secrets.token_bytes,
        on_change: Callable[[], None] = lambda: None,
    ) -> None:
        self.table_code = table_code
        self._store = store
        self._clock = clock
        self._wall_clock = wall_clock
        self._random_bytes = random_bytes
        self._on_change = on_change
        self._lock = threading.Lock()
        self._codes: dict[Standing, OneTimeCode] = {}
        self._wrong_tries: list[tuple[float, str]] = []
        self._next, self._seats = _kept_seats(store, table_code)

    def current_code(self, standing: Standing = Standing.CLUEMASTER) -> OneTimeCode:
        """Give the code that is good now; a new one when the last was used or grew old.

        Raises:
            ValueError: There are no seats of this standing.
        """
        if standing is Standing.GUESSER:
            raise ValueError("guessers need no seat")
        with self._lock:
            now_s = self._clock()
            code = self._codes.get(standing)
            if code is None or code.expires_at_s <= now_s:
                text = "".join(self._random_letter() for _ in range(CODE_LENGTH))
                code = OneTimeCode(text, standing, now_s + CODE_LASTS_S)
                self._codes[standing] = code
            return code

    def claim(self, code_text: str, device: str, *, origin: str = "") -> Ticket:
        """Take a seat with a one-time code; the code dies with it.

        Args:
            code_text: As typed or scanned; case and spaces do not matter.
            device: What the device calls itself, for the host's list.
            origin: Where the try comes from (an address), so that one device that tries codes
                does not keep the others out.

        Raises:
            SeatRefusedError: The code was never given out, was used, or is too old.
            TooManyTriesError: Too many wrong codes in a short time.
            StoreError: The seat could not be kept; the code is still good.
        """
        typed = "".join(code_text.split()).upper()
        with self._lock:
            now_s = self._clock()
            self._refuse_too_many_tries(now_s, origin)
            code = self._matching_code(typed, now_s)
            if code is None:
                self._wrong_tries.append((now_s, origin))
                raise SeatRefusedError(
                    "this code gives no seat: it is mistyped, used or too old;"
                    " the host's page shows the one that is good now"
                )
            secret = self._random_bytes(SECRET_BYTES).hex()
            seat = Seat(
                seat_id=f"s{self._next}",
                standing=code.standing,
                device=_tidy_name(device),
                claimed_at_s=self._wall_clock(),
                secret_hash=_hash(secret),
            )
            self._keep({**self._seats, seat.seat_id: seat}, self._next + 1)
            del self._codes[code.standing]
        self._on_change()
        return Ticket(seat, secret)

    def seat_of(self, secret: str | None) -> Seat | None:
        """Tell whose secret this is; None when it is nobody's (any more)."""
        if not secret:
            return None
        hashed = _hash(secret)
        found = None
        with self._lock:
            # Every seat is compared, each in constant time: how long it takes tells nothing.
            for seat in self._seats.values():
                if hmac.compare_digest(seat.secret_hash, hashed):
                    found = seat
        return found

    def is_held(self, seat_id: str) -> bool:
        """Whether somebody still holds this seat."""
        with self._lock:
            return seat_id in self._seats

    def seats(self) -> tuple[Seat, ...]:
        """List the seats, oldest first."""
        with self._lock:
            return tuple(self._seats.values())

    def take_away(self, seat_id: str) -> None:
        """Take a seat from whoever holds it; nothing happens when nobody does.

        Raises:
            StoreError: It could not be kept; the seat is still held.
        """
        with self._lock:
            if seat_id not in self._seats:
                return
            rest = {key: seat for key, seat in self._seats.items() if key != seat_id}
            self._keep(rest, self._next)
        self._on_change()

    def seat(self, seat_id: str) -> Seat | None:
        """The seat of this id, or None when nobody holds it (any more)."""
        with self._lock:
            return self._seats.get(seat_id)

    def choose_team(self, seat_id: str, team: Team | None) -> None:
        """Say whose cluemaster sits here; nothing happens when nobody does.

        Raises:
            StoreError: It could not be kept.
        """
        with self._lock:
            seat = self._seats.get(seat_id)
            if seat is None or seat.team is team:
                return
            self._keep({**self._seats, seat_id: replace(seat, team=team)}, self._next)
        self._on_change()

    def note_opened(self, seat_id: str) -> None:
        """Count one more open page of this seat."""
        self._count_open(seat_id, 1)

    def note_closed(self, seat_id: str) -> None:
        """Count one open page less."""
        self._count_open(seat_id, -1)

    def _count_open(self, seat_id: str, step: int) -> None:
        with self._lock:
            seat = self._seats.get(seat_id)
            if seat is None:
                return
            self._seats[seat_id] = replace(seat, open_count=max(0, seat.open_count + step))
        self._on_change()

    def _keep(self, seats: dict[str, Seat], next_number: int) -> None:
        document = {"next": next_number, "seats": [_seat_to_document(s) for s in seats.values()]}
        self._store.save_document(SEATS_KIND, self.table_code, document)
        self._seats, self._next = seats, next_number

    def _refuse_too_many_tries(self, now_s: float, origin: str) -> None:
        self._wrong_tries = [t for t in self._wrong_tries if now_s - t[0] < TRIES_WINDOW_S]
        own = [at_s for at_s, where in self._wrong_tries if where == origin]
        every = [at_s for at_s, _where in self._wrong_tries]
        for tries, most in ((own, TRIES_PER_ORIGIN), (every, TRIES_IN_ALL)):
            if len(tries) >= most:
                raise TooManyTriesError(retry_after_s=tries[-most] + TRIES_WINDOW_S - now_s)

    def _matching_code(self, typed: str, now_s: float) -> OneTimeCode | None:
        found = None
        if not typed.isascii():
            return None
        for code in self._codes.values():
            is_same = hmac.compare_digest(code.text.encode(), typed.encode())
            if is_same and code.expires_at_s > now_s:
                found = code
        return found

    def _random_letter(self) -> str:
        # Bytes of 248 and more would make the first letters likelier: draw again.
        fair = 256 - 256 % len(CODE_LETTERS)
        while True:
            byte = self._random_bytes(1)[0]
            if byte < fair:
                return CODE_LETTERS[byte % len(CODE_LETTERS)]


def _kept_seats(store: Store, table_code: str) -> tuple[int, dict[str, Seat]]:
    try:
        document = store.load_document(SEATS_KIND, table_code) or {}
        kept = [_seat_from_document(seat) for seat in document.get("seats", [])]
        return int(document.get("next", 1)), {seat.seat_id: seat for seat in kept}
    except (CorruptRecordError, AttributeError, KeyError, TypeError, ValueError):
        # A lost seat costs a scan; a table that does not open costs the evening.
        LOG.warning("the seats of table %r are damaged: all are to be taken anew", table_code)
        return 1, {}


def _hash(secret: str) -> str:
    # The secret is 128 random bits: there is nothing to try out, so one plain hash is enough.
    return hashlib.sha256(secret.encode()).hexdigest()


def _tidy_name(device: str) -> str:
    printable = "".join(letter if letter.isprintable() else " " for letter in device)
    return " ".join(printable.split())[:DEVICE_NAME_LENGTH] or "a device without a name"


def _seat_to_document(seat: Seat) -> dict[str, Any]:
    return {
        "id": seat.seat_id,
        "standing": seat.standing.value,
        "device": seat.device,
        "claimed_at_s": seat.claimed_at_s,
        "secret_hash": seat.secret_hash,
        "team": seat.team,
    }


def _seat_from_document(document: dict[str, Any]) -> Seat:
    return Seat(
        seat_id=document["id"],
        standing=Standing(document["standing"]),
        device=document["device"],
        claimed_at_s=document["claimed_at_s"],
        secret_hash=document["secret_hash"],
        team=None if document.get("team") is None else Team(document["team"]),
    )
