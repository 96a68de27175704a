"""Views as server-sent events, woken from whatever thread the news came in."""

from __future__ import annotations

import json
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final
from weakref import WeakKeyDictionary

import gevent
from gevent.event import Event

from companion.table.channel import Mailbox

BEAT_AFTER_S: Final = 10.0
"""Quiet time after which a heartbeat goes out. A page that has heard nothing for three of them
says so; and writing is the only way to notice that a phone has gone."""

VIEWS_KEPT: Final = 256
"""Written views that are kept: two or three for each table of a cafe."""

RETRY_MS: Final = 500
"""How long a browser waits before it comes back after a break: a page is to be right within a
second of the network's return."""


class Bell:
    """Lets any thread set gevent events of one hub.

    gevent's own `Event.set` belongs to the hub's thread. A libev async watcher may be sent from
    every thread; one watcher serves all listeners of the hub, since libev looks through all
    watchers each time one of them is sent.
    """

    def __init__(self) -> None:
        self._to_set: deque[Event] = deque()
        self._watcher = gevent.get_hub().loop.async_()
        # A watcher that does not count lets the program end while it waits.
        self._watcher.ref = False
        self._watcher.start(self._set_all)

    def ring(self, event: Event) -> None:
        """Have `event` set soon, in the hub's thread; safe from any thread, never waits."""
        self._to_set.append(event)
        self._watcher.send()

    def _set_all(self) -> None:
        while self._to_set:
            self._to_set.popleft().set()


class Bells:
    """One bell for each hub, made when first asked for; a server has one hub."""

    def __init__(self) -> None:
        self._by_hub: WeakKeyDictionary[Any, Bell] = WeakKeyDictionary()

    def of_this_hub(self) -> Bell:
        """The bell of the thread that asks."""
        hub = gevent.get_hub()
        bell = self._by_hub.get(hub)
        if bell is None:
            bell = self._by_hub[hub] = Bell()
        return bell


def format_event(view: Mapping[str, Any]) -> str:
    r"""Write one view as a server-sent event.

    Example:
        >>> format_event({"revision": 7, "phase": "clue"})
        'id: 7\ndata: {"revision":7,"phase":"clue"}\n\n'
    """
    text = json.dumps(view, ensure_ascii=False, separators=(",", ":"))
    return f"id: {view['revision']}\ndata: {text}\n\n"


class Press:
    """Writes each view once, however many listeners it goes to."""

    def __init__(self) -> None:
        # By identity: the referee gives all listeners one and the same view. The view is held
        # too, so that its identity cannot become another's.
        self._written: OrderedDict[int, tuple[Mapping[str, Any], str]] = OrderedDict()

    def write(self, view: Mapping[str, Any]) -> str:
        """The view as an event."""
        found = self._written.get(id(view))
        if found is not None:
            return found[1]
        text = format_event(view)
        self._written[id(view)] = (view, text)
        if len(self._written) > VIEWS_KEPT:
            self._written.popitem(last=False)
        return text


def stream_views(
    listen: Callable[[Callable[[], None]], Mailbox],
    look: Callable[[], Mapping[str, Any]],
    bells: Bells,
    *,
    is_still_welcome: Callable[[], bool] = lambda: True,
    on_open: Callable[[], None] = lambda: None,
    on_close: Callable[[], None] = lambda: None,
    write: Callable[[Mapping[str, Any]], str] = format_event,
    beat_after_s: float = BEAT_AFTER_S,
) -> Iterator[str]:
    """Yield the view now, and again whenever it has changed, until the reader goes.

    Takes plain values only: it runs long after the request that asked for it.

    Args:
        listen: Begins to listen for news, given what wakes the listener.
        look: Gives the view as of now.
        bells: The app's bells.
        is_still_welcome: Asked before each view; False ends the stream (a seat taken away).
        on_open: Called when the stream begins.
        on_close: Called when it ends, however it ends.
        write: Writes a view as an event.
        beat_after_s: Quiet seconds before a heartbeat.
    """
    bell = bells.of_this_hub()
    news = Event()
    # Listen first, look afterwards: nothing falls between the two.
    with listen(lambda: bell.ring(news)) as mailbox:
        on_open()
        try:
            yield f"retry: {RETRY_MS}\n\n"
            sent: Mapping[str, Any] | None = None
            while mailbox.is_open and is_still_welcome():
                news.clear()
                mailbox.take()
                view = look()
                if view is not sent and view != sent:
                    sent = view
                    yield write(view)
                # A news that came while the view was on its way has set the event again.
                while mailbox.is_open and is_still_welcome() and not news.wait(beat_after_s):
                    yield "event: beat\ndata: {}\n\n"
            if not is_still_welcome():
                # Without a word the browser would come back and be refused, seconds later.
                yield "event: gone\ndata: {}\n\n"
        finally:
            on_close()
