from __future__ import annotations

import json
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.game.actions import NewGame
from companion.table.channel import Channel
from companion.table.hall import Table
from companion.table.seats import Standing
from companion.web.stream import VIEWS_KEPT, Bells, Press, format_event, stream_views
from tests.web.people import API, at_the_machine, move, serving, with_a_seat


class Reader:
    """Reads the events of a stream, one at a time."""

    def __init__(self, lines: Iterator[bytes | str]) -> None:
        self._lines = lines
        self._rest = ""

    def next_block(self) -> str:
        while "\n\n" not in self._rest:
            more = next(self._lines)
            self._rest += more if isinstance(more, str) else more.decode()
        block, _, self._rest = self._rest.partition("\n\n")
        return block

    def next_event(self) -> tuple[str, dict[str, Any]]:
        """The id and the view of the next view."""
        while True:
            fields = dict(line.split(": ", 1) for line in self.next_block().splitlines())
            if "id" in fields:
                return fields["id"], json.loads(fields["data"])


@contextmanager
def reading(client: FlaskClient, address: str) -> Iterator[Reader]:
    answer = client.get(address)
    assert answer.status_code == 200, answer.text
    assert answer.mimetype == "text/event-stream"
    try:
        yield Reader(answer.iter_encoded())
    finally:
        answer.close()


def test_stream_begins_with_the_whole_view(guesser: FlaskClient, game: dict[str, Any]) -> None:
    with reading(guesser, f"{API}/stream") as reader:
        number, view = reader.next_event()

    assert number == "1"
    assert view == guesser.get(API).json


def test_stream_gives_a_whole_view_after_each_move(
    guesser: FlaskClient, cluemaster: FlaskClient, game: dict[str, Any]
) -> None:
    with reading(guesser, f"{API}/stream") as reader:
        reader.next_event()
        move(cluemaster, "clue", word="snow", number="2")
        number, view = reader.next_event()

    assert number == "2"
    assert view["clue"]["word"] == "snow"
    assert len(view["cells"]) == 25


def test_slow_reader_gets_the_newest_view_only(
    guesser: FlaskClient, host: FlaskClient, game: dict[str, Any]
) -> None:
    with reading(guesser, f"{API}/stream") as reader:
        reader.next_event()
        for _ in range(5):
            move(host, "new_game")
        number, _view = reader.next_event()

    assert number == "6"


def test_stream_is_woken_from_another_thread(
    guesser: FlaskClient, table: Table, game: dict[str, Any]
) -> None:
    with reading(guesser, f"{API}/stream") as reader:
        reader.next_event()
        camera = threading.Timer(
            0.05, lambda: table.referee.submit(NewGame(), by=Standing.HOST, seen_revision=None)
        )
        camera.start()
        number, _view = reader.next_event()
        camera.join()

    assert number == "2"


def test_stream_forgets_its_listener_when_the_reader_goes(
    guesser: FlaskClient, table: Table
) -> None:
    with reading(guesser, f"{API}/stream") as reader:
        reader.next_event()
        assert table.channel.listener_count == 1

    assert table.channel.listener_count == 0


def test_open_pages_of_a_seat_are_counted(app: Flask, host: FlaskClient, table: Table) -> None:
    seated = with_a_seat(app, table, Standing.CLUEMASTER)

    with reading(seated, f"{API}/cluemaster/stream") as reader:
        reader.next_event()
        during = host.get(f"{API}/host").json["seats"][0]["open"]
    after = host.get(f"{API}/host").json["seats"][0]["open"]

    assert (during, after) == (1, 0)


def test_hosts_stream_tells_of_a_seat_that_was_taken(
    app: Flask, host: FlaskClient, table: Table
) -> None:
    with reading(host, f"{API}/host/stream") as reader:
        assert reader.next_event()[1]["seats"] == []
        with_a_seat(app, table, Standing.CLUEMASTER)

        assert len(reader.next_event()[1]["seats"]) == 1


def test_stream_of_a_seat_ends_when_the_seat_is_taken_away(
    app: Flask, host: FlaskClient, table: Table
) -> None:
    seated = with_a_seat(app, table, Standing.CLUEMASTER)
    with reading(seated, f"{API}/cluemaster/stream") as reader:
        reader.next_event()
        (seat,) = host.get(f"{API}/host").json["seats"]
        host.post(f"{API}/host/seats/{seat['id']}/take-away", json={})

        assert reader.next_block().startswith("event: gone")
        with pytest.raises(StopIteration):
            reader.next_block()


def test_key_never_enters_a_stream(app: Flask, table: Table, game: dict[str, Any]) -> None:
    seated = with_a_seat(app, table, Standing.CLUEMASTER)
    with reading(seated, f"{API}/cluemaster/stream") as reader:
        _number, view = reader.next_event()

    assert "key" not in view
    assert "".join(game["grid"]) not in json.dumps(view)


@pytest.mark.parametrize("page", ["cluemaster", "host"])
def test_stream_of_others_is_refused_to_a_guesser(guesser: FlaskClient, page: str) -> None:
    assert guesser.get(f"{API}/{page}/stream").status_code == 403


def test_quiet_stream_beats() -> None:
    channel = Channel()
    events = stream_views(
        lambda on_news: channel.listen(on_news),
        lambda: {"revision": 1},
        Bells(),
        beat_after_s=0.001,
    )

    told = [next(events) for _ in range(4)]
    events.close()  # type: ignore[attr-defined]

    assert told[0].startswith("retry: ")
    assert told[1] == format_event({"revision": 1})
    assert told[2:] == ["event: beat\ndata: {}\n\n"] * 2


def test_view_that_did_not_change_is_not_sent_again() -> None:
    channel = Channel()
    views = iter([{"revision": 1}, {"revision": 1}, {"revision": 2}])
    events = stream_views(lambda on_news: channel.listen(on_news), lambda: next(views), Bells())
    next(events)
    next(events)

    threading.Timer(0.01, lambda: channel.tell(1)).start()
    threading.Timer(0.05, lambda: channel.tell(2)).start()
    told = next(events)
    events.close()  # type: ignore[attr-defined]

    assert told == format_event({"revision": 2})


def test_stream_is_served_while_moves_come_in(app: Flask, table: Table) -> None:
    with serving(app) as address, urllib.request.urlopen(f"{address}{API}/stream") as stream:
        reader = Reader(iter(lambda: stream.read1(), b""))
        first, _view = reader.next_event()
        document = json.dumps({"revision": 0, "action": "new_game"}).encode()
        request = urllib.request.Request(
            f"{address}{API}/moves", document, {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request) as answer:
            assert json.load(answer) == {"revision": 1}
        second, _view = reader.next_event()

    assert (first, second) == ("0", "1")


def test_many_streams_are_served_at_once(app: Flask, table: Table) -> None:
    with serving(app) as address:
        streams = [urllib.request.urlopen(f"{address}{API}/stream") for _ in range(40)]
        readers = [Reader(iter(lambda s=s: s.read1(), b"")) for s in streams]  # type: ignore[misc]
        for reader in readers:
            reader.next_event()
        table.referee.submit(NewGame(), by=Standing.HOST)

        numbers = {reader.next_event()[0] for reader in readers}
        for stream in streams:
            stream.close()

    assert numbers == {"1"}


def test_host_at_the_machine_hears_of_news(app: Flask, host: FlaskClient) -> None:
    with reading(at_the_machine(app), f"{API}/host/stream") as reader:
        reader.next_event()
        move(host, "new_game")

        assert reader.next_event()[0] == "1"


def test_press_writes_one_view_once_and_keeps_few() -> None:
    press = Press()
    view = {"revision": 1}
    first = press.write(view)

    assert press.write(view) is first
    for revision in range(VIEWS_KEPT + 1):
        press.write({"revision": revision})
    assert press.write(view) is not first
