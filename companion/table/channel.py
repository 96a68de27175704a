"""Tells listeners that there is news, and never waits for one of them."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

from companion.terms import Audience

LOG = logging.getLogger(__name__)

SLOW_AFTER_S = 0.1
"""A wake-up call only sets a flag (microseconds); one that took this long was slow."""

SLOW_CALLS_IN_A_ROW = 3
"""A busy machine can make any call slow once. This many in a row mean that the listener does more
than set a flag, and holds up the table: it is dropped."""


@dataclass(frozen=True, slots=True)
class News:
    """The newest thing that happened.

    Attributes:
        number: Counts upward with everything told, whether or not it changed the revision (a
            camera's hint does not).
        revision: The table's revision now.
    """

    number: int
    revision: int


class Mailbox:
    """Holds the newest news and nothing older.

    Whoever owns it takes the news when there is time, from one thread; the channel may put news
    in from any other.
    """

    def __init__(self, channel: Channel, audience: Audience, on_news: Callable[[], None]) -> None:
        self._channel = channel
        self.audience = audience
        self._on_news = on_news
        self._newest: News | None = None
        self._is_open = True
        self.slow_calls = 0

    @property
    def is_open(self) -> bool:
        """Whether news still comes; False once closed, or dropped by the channel."""
        return self._is_open

    def take(self) -> News | None:
        """Take the newest news, or None when there is none since the last time; never waits."""
        with self._channel.lock:
            newest, self._newest = self._newest, None
            return newest

    def close(self) -> None:
        """Listen no longer."""
        self._channel.drop(self)

    def __enter__(self) -> Mailbox:
        """Use the mailbox as a context, closed at its end."""
        return self

    def __exit__(self, *_error: object) -> None:
        """Close it."""
        self.close()

    def put(self, news: News) -> None:
        """Lay the news in, in place of what lay there (the channel does this, holding its lock)."""
        self._newest = news

    def shut(self) -> None:
        """Mark as closed (the channel does this)."""
        self._is_open = False

    def wake(self) -> None:
        """Call the owner."""
        self._on_news()


class Channel:
    """The listeners of one table.

    `on_news` is called in the teller's thread. It must return at once and be safe to call from
    any thread: `threading.Event().set` and the `send` of a gevent async watcher are. A listener
    whose `on_news` raises, or is slow again and again, is dropped; its mailbox then says that it
    is not open, so an owner that waits should look up now and then (with its heartbeat).

    Args:
        clock: Seconds, monotonic; measures how long a wake-up call takes.

    Example:
        >>> channel = Channel()
        >>> mailbox = channel.listen(lambda: print("news"))
        >>> channel.tell(7)
        news
        >>> channel.tell(8)
        news
        >>> mailbox.take()
        News(number=2, revision=8)
        >>> mailbox.take() is None
        True
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self.lock = threading.Lock()
        self._clock = clock
        self._mailboxes: dict[int, Mailbox] = {}
        self._number = 0

    @property
    def listener_count(self) -> int:
        """How many are listening."""
        with self.lock:
            return len(self._mailboxes)

    def listen(
        self, on_news: Callable[[], None], *, audience: Audience = Audience.TABLE_SCREEN
    ) -> Mailbox:
        """Begin to listen; news told from now on comes into the mailbox.

        Begin to listen first and fetch the view afterwards: then nothing falls between the two.

        Args:
            on_news: Wakes the owner; see the class.
            audience: Who is listening. News for cluemasters only is kept from all others: even
                that there is some would tell them that a wrong cover lies on the table.
        """
        mailbox = Mailbox(self, audience, on_news)
        with self.lock:
            self._mailboxes[id(mailbox)] = mailbox
        return mailbox

    def tell(self, revision: int, *, only: Audience | None = None) -> None:
        """Put the news into every mailbox and wake the owners; never waits, never raises.

        Args:
            revision: The table's revision now.
            only: Tell this audience alone.
        """
        with self.lock:
            self._number += 1
            news = News(self._number, revision)
            told = [m for m in self._mailboxes.values() if only is None or m.audience is only]
            for mailbox in told:
                mailbox.put(news)
        # Outside the lock: an owner may take its news inside `on_news`.
        for mailbox in told:
            began_s = self._clock()
            try:
                mailbox.wake()
            except Exception:
                LOG.warning("dropped a listener whose wake-up call failed", exc_info=True)
                self.drop(mailbox)
                continue
            is_slow = self._clock() - began_s > SLOW_AFTER_S
            mailbox.slow_calls = mailbox.slow_calls + 1 if is_slow else 0
            if mailbox.slow_calls >= SLOW_CALLS_IN_A_ROW:
                LOG.warning("dropped a listener whose wake-up calls were slow")
                self.drop(mailbox)

    def drop(self, mailbox: Mailbox) -> None:
        """Listen no longer for this mailbox; dropping it twice does nothing."""
        with self.lock:
            self._mailboxes.pop(id(mailbox), None)
        mailbox.shut()
