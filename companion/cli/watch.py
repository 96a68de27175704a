"""`companion watch`: follows a camera or a video file, one event a line."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from companion.cli.console import emit, say, show
from companion.cli.options import (
    Commands,
    add_album,
    add_card_size,
    add_command,
    add_data,
    add_deck,
    add_edition,
    add_json,
    add_profile,
    add_untagged,
)
from companion.cli.settings import side_of
from companion.errors import CameraLostError, UsageError
from companion.terms import Edition

if TYPE_CHECKING:
    from companion.table.card_names import NamesRead
    from companion.vision.events import TableEvent
    from companion.vision.frame import Frame, FrameSource, Image
    from companion.vision.readers import Reader
    from companion.vision.reading import BoardReading, Unseen
    from companion.vision.settle import Settling
    from companion.vision.trouble import TroubleKind

RETRY_AFTER_S = 1.0
"""A camera that was pulled out is looked for again this often."""


def add_to(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "watch",
        run,
        summary="follows a camera or a video file and prints what happens on the table",
        example="companion watch evening.mp4 --json",
    )
    parser.add_argument(
        "source", metavar="SOURCE", help="a camera's number or name, a video file, or a URL"
    )
    add_deck(parser)
    add_edition(parser)
    add_json(parser)
    add_untagged(parser)
    add_profile(parser)
    add_album(parser)
    add_card_size(parser)
    add_data(parser)


def run(arguments: argparse.Namespace) -> int:
    """Follow the source to its end; a camera has none but Ctrl-C."""
    from companion.cli.album_book import open_album
    from companion.cli.camera_profiles import in_words, name_of_camera, profile_for
    from companion.cli.card_size import card_of
    from companion.cli.decks import take_decks
    from companion.cli.eyes import make_reader, reader_of_names
    from companion.cli.sight import Sight
    from companion.vision.camera import LiveCamera, open_camera

    if arguments.album and not arguments.untagged:
        raise UsageError("--album goes with --untagged: cards with tags are named by their tags")
    deck, side, card = take_decks(arguments.deck), side_of(arguments), card_of(arguments)
    source = open_camera(arguments.source)
    with ExitStack() as closing:
        closing.callback(source.close)
        sight = Sight(profile_for(name_of_camera(source), arguments.profile, arguments.data))
        size_wh = source.size_wh if isinstance(source, LiveCamera) else None
        known = in_words(sight.profile, size_wh)
        if known is not None:
            say(f"companion watch: {known}")
        reader = make_reader(deck, arguments.edition, side, card=card, knows=sight)
        read_names = None
        if arguments.album:
            read_names = reader_of_names(
                None, None, closing.enter_context(open_album(arguments.data))
            )
        watcher = Watcher(reader, arguments.edition, as_json=arguments.json, read_names=read_names)
        _follow(watcher, source)
    if not watcher.has_found_board:
        say(f"companion watch: no table was seen in {arguments.source!r}")
        return 1
    return 0


def _follow(watcher: Watcher, source: FrameSource) -> None:
    try:
        while True:
            try:
                frame = source.read()
            except CameraLostError as error:
                watcher.lose(error)
                time.sleep(RETRY_AFTER_S)
                continue
            if frame is None:
                break
            watcher.look(frame)
    except KeyboardInterrupt:
        pass


class Watcher:
    """Looks at one frame after the other and prints what changed."""

    def __init__(
        self,
        reader: Reader,
        edition: Edition,
        *,
        as_json: bool,
        read_names: Callable[[Image, BoardReading], NamesRead] | None = None,
    ) -> None:
        self.has_found_board = False
        self._reader = reader
        self._edition = edition
        self._as_json = as_json
        self._read_names = read_names
        self._is_named = False
        self._is_other_deck_said = False
        self._track: Any = None
        self._settling: Settling | None = None
        self._first_at_s: float | None = None
        self._newest: tuple[float, int] = (0.0, 0)
        self._is_lost = False
        self._trouble: TroubleKind | None = None

    def look(self, frame: Frame) -> None:
        """Take one frame."""
        from companion.vision.events import EventKind, events_between
        from companion.vision.reading import Unseen
        from companion.vision.settle import settle
        from companion.vision.track import follow

        if self._first_at_s is None:
            # A camera's clock started with the machine; events count from the first picture.
            self._first_at_s = frame.captured_at_s
        self._newest = (frame.captured_at_s - self._first_at_s, frame.number)
        if self._is_lost:
            self._is_lost = False
            self._print({"event": str(EventKind.CAMERA_BACK)})
        reading: BoardReading | Unseen = Unseen.NO_PICTURE
        if not frame.is_blind:
            self._track, reading = follow(self._track, frame, self._reader)
        self._say_trouble(frame)
        self._say_other_deck(reading)
        settling = settle(self._settling, reading, frame.captured_at_s)
        for event in events_between(self._settling, settling):
            self.has_found_board |= event.kind is EventKind.BOARD_FOUND
            if event.kind is EventKind.BOARD_FOUND:
                self._is_named = False
            self._print(event_document(event, self._edition))
        self._settling = settling
        self._name(frame, reading)

    def _name(self, frame: Frame, reading: BoardReading | Unseen) -> None:
        """Name the cards of a table without tags, once when it lies still in full view."""
        board = None if self._settling is None else self._settling.board
        if self._read_names is None or self._is_named or board is None or board.hidden:
            return
        if isinstance(reading, str):
            return
        self._is_named = True
        names = self._read_names(frame.image, reading)
        if names.is_mirrored:
            say("companion watch: the camera shows the table mirrored")
        cards = [card and card.id for card in names.cards]
        self._print({"event": "cards_named", "mirrored": names.is_mirrored, "cards": cards})

    def _say_trouble(self, frame: Frame) -> None:
        """Say once what is wrong with the camera's pictures."""
        kind = None if frame.trouble is None else frame.trouble.kind
        if frame.trouble is not None and kind is not self._trouble:
            say(f"companion watch: {frame.trouble.words}")
        self._trouble = kind

    def _say_other_deck(self, reading: BoardReading | Unseen) -> None:
        """Say once that the cards on the table are of another deck."""
        from companion.vision.other_deck import say_other_deck
        from companion.vision.reading import Unseen

        if isinstance(reading, Unseen):
            other = str(reading) if reading is Unseen.OTHER_DECK else None
        else:
            other = say_other_deck(reading)
        if other is not None and not self._is_other_deck_said:
            self._is_other_deck_said = True
            say(f"companion watch: {other}")

    def lose(self, error: CameraLostError) -> None:
        """Say once that the camera is lost; what was known of the table stays."""
        if not self._is_lost:
            self._is_lost = True
            say(f"companion watch: {error.message}; waiting for it to come back")
            self._print({"event": "camera_lost"})

    def _print(self, event: dict[str, Any]) -> None:
        at_s, number = self._newest
        if self._as_json:
            emit({"t_s": round(at_s, 3), "frame": number, **event})
            return
        words = [str(event["event"]).replace("_", " ")]
        if "row" in event:
            words.append(f"row {event['row'] + 1}, column {event['col'] + 1}")
        words += [str(event[name]) for name in ("cover", "card") if name in event]
        show(f"{at_s:8.2f} s  {': '.join(words)}", as_json=False)


def event_document(event: TableEvent, edition: Edition) -> dict[str, Any]:
    """An event as it is written, without its time."""
    document: dict[str, Any] = {"event": str(event.kind)}
    if event.cell is not None:
        document |= {"row": event.cell.row, "col": event.cell.col}
    if event.cover is not None:
        document["cover"] = edition.shown_as(str(event.cover))
    if event.card is not None:
        document["card"] = event.card
    return document
