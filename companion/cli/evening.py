"""Puts an evening together: the store, the tables, the eyes, the pages."""

from __future__ import annotations

import random
import sys
import webbrowser
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.cli.calibration_desk import CalibrationDesk
from companion.cli.console import say
from companion.cli.eyes import WayUp, make_reader
from companion.cli.files import make_folder
from companion.cli.network import address_to_open, addresses_of_this_machine
from companion.cli.one_program import only_program_in
from companion.cli.settings import Settings, program_version
from companion.cli.sight import Sight
from companion.deck.cards import Deck, load_decks
from companion.deck.geometry import CardGeometry
from companion.errors import DeckError
from companion.store.photos import PhotoShelf
from companion.store.store import Store
from companion.table.eyes import Eyes
from companion.table.hall import HOME, Hall
from companion.terms import ALL_CELLS, Edition, GuessersSide
from companion.vision.annotate import draw_reading
from companion.vision.events import TableEvent, events_between
from companion.vision.knowledge import Knowledge
from companion.vision.picture import encode_picture
from companion.vision.reading import BoardReading, Unseen
from companion.vision.settle import Settling, settle
from companion.vision.straight import straighten_cards
from companion.vision.track import follow
from companion.web.app import create_app
from companion.web.doors import names_of_this_machine
from companion.web.serve import do_beside, serve

PHOTOS = "photos"
"""Folder of the table's photos, beside the data file."""

EVERYWHERE = ("0.0.0.0", "::", "")
"""Addresses to listen on that mean every address of this machine."""

Told = Callable[[TableEvent, float], None]
"""What is called with each event of the table and its time."""


@dataclass(frozen=True, slots=True)
class Evening:
    """What belongs together on one evening.

    Attributes:
        deck: The cards in play.
        store: Where it is kept.
        hall: The tables.
        desk: Measures their cameras.
    """

    deck: Deck
    store: Store
    hall: Hall
    desk: CalibrationDesk


@contextmanager
def an_evening(settings: Settings, place: Path | str) -> Iterator[Evening]:
    """Open the store and the tables, and close them at the end.

    Args:
        settings: What was asked for.
        place: The folder where this evening is kept, or `sqlite://` for nowhere.

    Raises:
        DeckError: A deck cannot be used, or they are too few cards for a table.
        UsageError: The folder cannot be written, or another program keeps its evening there.
        StoreError: What lies there cannot be read.
    """
    deck = load_decks(settings.decks)
    if len(deck) < len(ALL_CELLS):
        raise DeckError(f"deck {deck.name!r} has {len(deck)} cards; a table needs {len(ALL_CELLS)}")
    rng = random.SystemRandom() if settings.seed is None else random.Random(settings.seed)
    with ExitStack() as closing:
        if isinstance(place, Path):
            for folder in (settings.data, place):
                # Keys of games and pictures of a room: they are nobody else's.
                make_folder(folder, "the data folder", mode=0o700)
            closing.enter_context(only_program_in(place))
        store = closing.enter_context(Store(place))
        photos = PhotoShelf(place / PHOTOS if isinstance(place, Path) else None)
        hall = Hall(store, rng, deck=deck, photos=photos)
        try:
            yield Evening(deck, store, hall, CalibrationDesk(hall, store, deck, settings))
        finally:
            hall.close()


def make_eyes(
    deck: Deck,
    edition: Edition,
    tell: Told | None = None,
    untagged_from: GuessersSide | None = None,
    way_up: WayUp | None = None,
    card: CardGeometry | None = None,
    sight: Sight | None = None,
) -> Eyes:
    """The functions that see, for one deck.

    Args:
        deck: The cards in play.
        edition: Whose cover cards lie on the table.
        tell: Told what happens on the table, as `companion watch` prints it.
        untagged_from: Where the guessers sit, when shop-bought cards without tags are played.
        way_up: Where they truly sit, once words have told.
        card: What the printed cards measure; None where the picture tells.
        sight: What is known of the camera, where something may be known or learnt.
    """
    knows = Knowledge if sight is None else sight
    reader = make_reader(deck, edition, untagged_from, card=card, knows=knows)

    def settle_and_tell(
        so_far: Settling | None, reading: BoardReading | Unseen, at_s: float
    ) -> Settling:
        settling = settle(so_far, reading, at_s)
        if tell is not None:
            for event in events_between(so_far, settling):
                tell(event, at_s)
        return settling

    def follow_this_deck(track: Any, frame: Any) -> tuple[Any, BoardReading | Unseen]:
        track, reading = follow(track, frame, reader)
        if sight is not None:
            sight.look(reading, (frame.image.shape[1], frame.image.shape[0]))
        if way_up is not None and isinstance(reading, BoardReading):
            reading = way_up.apply(reading)
        return track, reading

    return Eyes(
        follow=follow_this_deck,
        settle=settle_and_tell,
        draw=lambda image, reading: draw_reading(image, reading, edition),
        encode=lambda image: encode_picture(image, ".jpg"),
        straighten=straighten_cards,
    )


def open_the_pages(
    evening: Evening, settings: Settings, *, stop_after_s: float | None = None
) -> None:
    """Serve the pages until Ctrl-C, or for some seconds.

    Raises:
        UsageError: The port is in use, or the address is not this machine's.
    """
    # `--port 0` takes a free one, which is known only when it is open.
    open_port = settings.port
    scheme = "https" if settings.https else "http"
    is_named = False

    def greet(port: int) -> None:
        nonlocal open_port
        open_port = port
        host = "127.0.0.1" if settings.host in EVERYWHERE else settings.host
        here = address_to_open(host, port, scheme)
        say(f"The table is open: {here}t/{HOME}/host  (Ctrl-C closes it)")
        for address in phones_reach(settings.host, port, scheme):
            say(f"Phones reach it at {address}")
        if certificate is not None:
            say(f"Browsers warn once: the certificate was made here, {certificate.fingerprint}")
        if settings.host in EVERYWHERE:
            # In a thread of its own: the network is asked first whether the name is free.
            do_beside(tell_name, port)
        if settings.opens_browser:
            open_browser(f"{here}t/{HOME}/host")

    def tell_name(port: int) -> None:
        nonlocal is_named
        is_named = closing.enter_context(announced(addresses_of_this_machine(), port))

    # Here, not above: these libraries would be loaded for every command.
    from companion.cli.card_rooms import add_card_rooms
    from companion.cli.certificate import certificate_in
    from companion.cli.key_photo import cameras_of, read_key_photo
    from companion.cli.local_name import LOCAL_NAME, announced
    from companion.cli.print_shop import ShopOfTheTable
    from companion.cli.printers import KIND, printer_in

    here = addresses_of_this_machine()
    names = (LOCAL_NAME, "localhost", "127.0.0.1", *names_of_this_machine(), *here)
    certificate = certificate_in(settings.data, names) if settings.https else None
    app = create_app(
        evening.hall,
        version=program_version(),
        reachable_at=lambda: phones_reach(settings.host, open_port, scheme),
        names=lambda: {*names_of_this_machine(), LOCAL_NAME},
        read_key=read_key_photo,
        open_browser_camera=cameras_of(
            evening.hall,
            lambda code, camera: make_eyes(
                evening.deck,
                settings.edition,
                untagged_from=settings.untagged_from,
                sight=evening.desk.sight_of(code, camera),
                card=settings.card,
            ),
        ),
        local_address=lambda: f"{scheme}://{LOCAL_NAME}:{open_port}" if is_named else None,
        certificate=None if certificate is None else certificate.fingerprint,
        camera_desk=evening.desk,
        print_shop=ShopOfTheTable(
            evening.deck,
            settings.edition,
            printers=lambda: evening.store.document_names(KIND),
            find_printer=lambda name: printer_in(evening.store, name),
        ),
    )
    add_card_rooms(app, evening.store)
    tls = None
    if certificate is not None:
        tls = (certificate.certificate_file, certificate.key_file)
    with ExitStack() as closing:
        serve(
            app,
            settings.host,
            settings.port,
            on_listening=greet,
            stop_after_s=stop_after_s,
            tls=tls,
        )


def phones_reach(host: str, port: int, scheme: str = "http") -> list[str]:
    """The addresses to type into a phone; none when the pages are for this machine only."""
    if host in EVERYWHERE:
        return [address_to_open(address, port, scheme) for address in addresses_of_this_machine()]
    if host.startswith("127.") or host in ("localhost", "::1"):
        return []
    return [address_to_open(host, port, scheme)]


def open_browser(address: str) -> None:
    """Open the host's browser, unless only one that would take over this terminal is there."""
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return
    is_in_terminal = isinstance(browser, webbrowser.GenericBrowser) and not isinstance(
        browser, webbrowser.BackgroundBrowser
    )
    if sys.platform == "linux" and is_in_terminal:
        return
    browser.open(address)
