"""All tables of a server, by their codes. Nothing is global: a server makes one hall."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic, time

from companion.deck.cards import Deck
from companion.errors import UnknownTableError
from companion.game.key_card import Chance
from companion.store.photos import PhotoShelf
from companion.store.store import Store
from companion.table.channel import Channel
from companion.table.keeper import Keeper
from companion.table.live import Live
from companion.table.memory_book import MemoryBook
from companion.table.referee import Referee
from companion.table.seats import Seat, Seats, Standing
from companion.table.turn_timer import TurnTimer

HOME = "home"
"""The table at home: always there."""

CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""No vowels: a table's code is no word."""

CODE_LENGTH = 4
TABLE_KIND = "table"
"""The kind of document by which a table that was opened is remembered."""


@dataclass(slots=True)
class Table:
    """One table with all that belongs to it.

    Attributes:
        code: Its code, as in its pages' addresses.
        referee: The game.
        channel: The listeners.
        seats: Who holds a seat.
        timer: How long a turn may take.
        book: The games that were played.
        live: The camera, where it has one.
    """

    code: str
    referee: Referee
    channel: Channel
    seats: Seats
    timer: TurnTimer
    book: MemoryBook
    live: Live | None = field(default=None)


class Hall:
    """The tables; can be used from any thread.

    Args:
        store: Where everything is kept. Tables that were open before are open again.
        rng: The chance by which cards, keys and table codes are dealt.
        deck: The cards in play.
        clock: Seconds, monotonic.
        wall_clock: Seconds since 1970.
        photos: Where a photo of the table is kept for each move; None keeps none.

    Raises:
        StoreError: The store cannot be read.

    Example:
        >>> from random import Random
        >>> from companion.deck.cards import load_deck
        >>> hall = Hall(Store("sqlite://"), Random(1), deck=load_deck("springfield"))
        >>> hall.table("home").referee.revision
        0
        >>> hall.table("nowhere")
        Traceback (most recent call last):
        companion.errors.UnknownTableError: there is no table 'nowhere'
    """

    def __init__(
        self,
        store: Store,
        rng: Chance,
        *,
        deck: Deck,
        clock: Callable[[], float] = monotonic,
        wall_clock: Callable[[], float] = time,
        photos: PhotoShelf | None = None,
    ) -> None:
        self._photos = PhotoShelf(None) if photos is None else photos
        self._store = store
        self._keeper = Keeper(store)
        self._rng = rng
        self._deck = deck
        self._clock = clock
        self._wall_clock = wall_clock
        self._lock = threading.Lock()
        codes = dict.fromkeys((HOME, *store.document_names(TABLE_KIND)))
        self._tables = {code: self._make_table(code) for code in codes}

    @property
    def codes(self) -> tuple[str, ...]:
        """The codes of all tables, the home table first."""
        with self._lock:
            return tuple(self._tables)

    def table(self, code: str = HOME) -> Table:
        """Find a table by its code.

        Raises:
            UnknownTableError: There is none.
        """
        with self._lock:
            found = self._tables.get(code)
        if found is None:
            raise UnknownTableError(f"there is no table {code!r}")
        return found

    def open_table(self) -> Table:
        """Open a further table under a new code.

        Raises:
            StoreError: It could not be kept.
        """
        with self._lock:
            code = self._new_code()
            self._store.save_document(TABLE_KIND, code, {"opened_at_s": self._wall_clock()})
            table = self._tables[code] = self._make_table(code)
            return table

    def watch(self, code: str, live: Live) -> None:
        """Give a table its camera, in place of the one it had, and begin to watch.

        Raises:
            UnknownTableError: There is no such table.
        """
        table = self.table(code)
        if table.live is not None:
            table.live.stop()
        table.live = live
        live.keep_photo = lambda game, number, jpeg: self._photos.put(code, game, number, jpeg)
        live.start()

    def close(self) -> None:
        """Stop all cameras; the store stays open, it belongs to whoever opened it."""
        with self._lock:
            tables = tuple(self._tables.values())
        for table in tables:
            if table.live is not None:
                table.live.stop()
                table.live = None
            table.timer.close()

    def _make_table(self, code: str) -> Table:
        channel = Channel()
        referee = Referee(
            code,
            self._store,
            channel,
            self._rng,
            deck=self._deck,
            clock=self._wall_clock,
            keeper=self._keeper,
        )

        def seats_have_changed() -> None:
            names = (seat.device for seat in seats.seats() if _looks_at_the_key(seat))
            referee.note(watchers=tuple(names))
            # Every page looks again: one of them may have lost its seat.
            channel.tell(referee.revision)

        seats = Seats(
            code,
            self._store,
            clock=self._clock,
            wall_clock=self._wall_clock,
            on_change=seats_have_changed,
        )
        timer = TurnTimer(referee, self._store, clock=self._clock)
        book = MemoryBook(referee, self._store, self._photos)
        referee.tell_played_cards(book.played_cards)
        return Table(code, referee, channel, seats, timer, book)

    def _new_code(self) -> str:
        while True:
            code = "".join(
                CODE_LETTERS[self._rng.randrange(len(CODE_LETTERS))] for _ in range(CODE_LENGTH)
            )
            if code not in self._tables:
                return code


def _looks_at_the_key(seat: Seat) -> bool:
    return seat.standing is Standing.CLUEMASTER and seat.open_count > 0
