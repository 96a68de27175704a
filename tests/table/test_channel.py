"""Listeners hear the newest, and none of them holds up the table."""

from __future__ import annotations

import threading

import gevent
import pytest
from gevent.event import Event

from companion.table.channel import SLOW_CALLS_IN_A_ROW, Channel
from companion.terms import Audience


def nothing() -> None:
    return None


def test_mailbox_holds_only_the_newest_news() -> None:
    channel = Channel()
    mailbox = channel.listen(nothing)
    for revision in range(5):
        channel.tell(revision)
    news = mailbox.take()

    assert news is not None
    assert (news.number, news.revision) == (5, 4)
    assert mailbox.take() is None


def test_news_number_rises_when_the_revision_stays() -> None:
    channel = Channel()
    mailbox = channel.listen(nothing)
    numbers = []
    for _ in range(3):
        channel.tell(7)
        news = mailbox.take()
        numbers.append(news and (news.number, news.revision))

    assert numbers == [(1, 7), (2, 7), (3, 7)]


def test_closed_mailbox_hears_nothing() -> None:
    channel = Channel()
    with channel.listen(nothing) as mailbox:
        pass
    channel.tell(1)

    assert mailbox.take() is None
    assert not mailbox.is_open
    assert channel.listener_count == 0


def test_news_for_cluemasters_wakes_nobody_else() -> None:
    channel = Channel()
    woken: list[str] = []
    for audience in Audience:
        channel.listen(lambda a=audience: woken.append(a.value), audience=audience)  # type: ignore[misc]
    channel.tell(1, only=Audience.CLUEMASTER)

    assert woken == ["cluemaster"]


def test_dead_listener_is_dropped_and_the_others_hear(caplog: pytest.LogCaptureFixture) -> None:
    channel = Channel()

    def die() -> None:
        raise OSError("the phone is gone")

    dead = channel.listen(die)
    alive = channel.listen(nothing)
    channel.tell(1)

    assert not dead.is_open
    assert alive.take() is not None
    assert channel.listener_count == 1
    assert "wake-up call failed" in caplog.text


def test_listener_is_dropped_when_slow_again_and_again() -> None:
    now_s = [0.0]

    def dawdle() -> None:
        now_s[0] += 1.0

    channel = Channel(clock=lambda: now_s[0])
    slow = channel.listen(dawdle)
    for revision in range(SLOW_CALLS_IN_A_ROW - 1):
        channel.tell(revision)
    was_open = slow.is_open
    channel.tell(9)

    assert was_open
    assert not slow.is_open


def test_listener_stays_when_slow_only_now_and_then() -> None:
    now_s = [0.0]
    waits_s = iter([1.0, 1.0, 0.0] * 5)

    def dawdle() -> None:
        now_s[0] += next(waits_s)

    channel = Channel(clock=lambda: now_s[0])
    mailbox = channel.listen(dawdle)
    for revision in range(15):
        channel.tell(revision)

    assert mailbox.is_open


def test_owner_may_take_and_close_inside_its_wake_up_call() -> None:
    channel = Channel()
    taken = []
    boxes = []

    def take() -> None:
        taken.append(boxes[0].take())
        boxes[0].close()

    boxes.append(channel.listen(take))
    channel.tell(3)
    channel.tell(4)

    assert [news.revision for news in taken] == [3]


def test_every_listener_hears_the_last_news_with_many_threads() -> None:
    channel = Channel()
    last = 400
    heard: list[int] = []
    heard_lock = threading.Lock()
    ready = threading.Barrier(21)

    def listen() -> None:
        awake = threading.Event()
        with channel.listen(awake.set) as mailbox:
            ready.wait(10)
            newest = -1
            while newest < last and awake.wait(10):
                awake.clear()
                news = mailbox.take()
                assert news is None or news.revision > newest
                newest = news.revision if news else newest
        with heard_lock:
            heard.append(newest)

    threads = [threading.Thread(target=listen) for _ in range(20)]
    for thread in threads:
        thread.start()
    ready.wait(10)
    for revision in range(last + 1):
        channel.tell(revision)
    for thread in threads:
        thread.join(10)

    assert heard == [last] * 20
    assert channel.listener_count == 0


def test_a_thousand_listeners_are_told_in_little_time() -> None:
    channel = Channel()
    woken = []
    for _ in range(1200):
        channel.listen(lambda: woken.append(1))
    channel.tell(1)

    assert len(woken) == channel.listener_count == 1200


def test_gevent_greenlet_is_woken_from_another_thread_without_patching() -> None:
    channel = Channel()
    awake = Event()
    # A call before the watcher starts would be lost: start it, then listen.
    watcher = gevent.get_hub().loop.async_()
    watcher.start(awake.set)
    with channel.listen(watcher.send) as mailbox, gevent.Timeout(10):
        thread = threading.Thread(target=channel.tell, args=(5,))
        thread.start()
        awake.wait()
        thread.join()
        news = mailbox.take()
    watcher.stop()
    watcher.close()

    assert news is not None
    assert news.revision == 5
