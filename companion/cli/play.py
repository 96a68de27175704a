"""`companion play`: opens a table."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.cli.console import say
from companion.cli.demo import play_on_the_simulated_table
from companion.cli.options import (
    Commands,
    add_card_size,
    add_command,
    add_deck,
    add_edition,
    add_profile,
    add_serving,
    add_untagged,
)
from companion.cli.settings import Settings, settings_of
from companion.errors import UsageError

if TYPE_CHECKING:
    from companion.cli.cameras import Camera
    from companion.cli.evening import Evening
    from companion.cli.eyes import WayUp
    from companion.game.actions import Action
    from companion.table.card_names import CardNamer
    from companion.table.eyes import Look
    from companion.table.referee import Referee

AUTO, DEMO, NONE = "auto", "demo", "none"


def add_to(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "play",
        run,
        summary="opens a table: camera, rules, pages",
        example="companion play --camera 1 --deck my-words.csv",
    )
    parser.add_argument(
        "--camera",
        default=AUTO,
        metavar="CAMERA",
        help="auto (the first that gives a picture, else the simulated table), a number, "
        "a device name, a file, a URL (RTSP, HTTP MJPEG), demo or none (default: auto)",
    )
    add_deck(parser)
    add_edition(parser)
    add_untagged(parser)
    add_card_size(parser)
    add_profile(parser)
    add_serving(parser)


def run(arguments: argparse.Namespace) -> int:
    """Check what costs nothing, then open the camera: looking for cameras takes seconds."""
    from companion.cli.before_playing import check_what_is_cheap
    from companion.cli.camera_profiles import find_profile
    from companion.cli.cameras import choose_camera
    from companion.cli.card_size import card_of

    settings = replace(
        settings_of(arguments),
        camera=arguments.camera,
        card=card_of(arguments),
        profile=arguments.profile,
    )
    if settings.untagged_from is not None and settings.camera in (NONE, DEMO):
        raise UsageError(
            f"--untagged goes with a camera on a real table, not with --camera {settings.camera}"
        )
    if settings.profile is not None and settings.camera in (NONE, DEMO):
        raise UsageError(f"--profile goes with a camera, not with --camera {settings.camera}")
    check_what_is_cheap(settings, is_simulated=settings.camera == DEMO)
    if settings.profile is not None:
        find_profile(settings.profile, settings.data)
    if settings.camera == NONE:
        _open_table(settings, None)
        return 0
    camera = None if settings.camera == DEMO else choose_camera(settings.camera)
    if camera is None:
        if settings.camera == AUTO:
            say("No camera gives a picture, so the simulated table plays. See: companion doctor")
            if settings.untagged_from is not None:
                say("Its cards are printed ones with tags: --untagged waits for a camera.")
        play_on_the_simulated_table(settings)
        return 0
    try:
        say(f"Watching the table: {camera.name}")
        _open_table(settings, camera)
    finally:
        camera.close()
    return 0


def _open_table(settings: Settings, camera: Camera | None) -> None:
    from companion.cli.camera_profiles import in_words
    from companion.cli.evening import an_evening, make_eyes, open_the_pages
    from companion.cli.eyes import WayUp
    from companion.cli.steady import Steady
    from companion.table.hall import HOME
    from companion.table.live import Live

    with an_evening(settings, settings.data) as evening, ExitStack() as closing:
        if camera is not None:
            referee = evening.hall.table(HOME).referee
            way_up = WayUp()
            sight = evening.desk.sight_of(HOME, settings.profile or camera.kept_as)
            known = in_words(sight.profile, camera.size_wh)
            if known is not None:
                say(known[0].upper() + known[1:])
            looks: list[Callable[[Look, tuple[Action, ...]], None]] = []
            if camera.lock is not None:
                steady = Steady(camera.lock, say)
                closing.callback(steady.let_go)
                looks.append(steady.look)
                evening.desk.hold_steady(HOME, steady)
            eyes = make_eyes(
                evening.deck,
                settings.edition,
                untagged_from=settings.untagged_from,
                way_up=way_up,
                card=settings.card,
                sight=sight,
            )
            namer = _namer(settings, evening, referee, way_up)
            if namer is not None:
                looks.append(namer.look)

            def has_looked(look: Look, accepted: tuple[Action, ...]) -> None:
                for tell in looks:
                    tell(look, accepted)

            live = Live(referee, camera.open_source, eyes, on_look=has_looked)
            evening.hall.watch(HOME, live)
        open_the_pages(evening, settings)


def _namer(
    settings: Settings, evening: Evening, referee: Referee, way_up: WayUp
) -> CardNamer | None:
    """What names untagged cards: their words, where the extra for it is installed, and pictures."""
    if settings.untagged_from is None:
        return None
    from companion.cli.eyes import reader_of_names, words_of
    from companion.table.album_book import AlbumBook
    from companion.table.card_names import CardNamer
    from companion.vision.words import WORDS_EXTRA, load_text_reader

    text_reader = load_text_reader()
    if text_reader is None:
        say(f"The words on the cards are not read; to have them read: {WORDS_EXTRA}")
    # Only a deck that was named is a list of what may lie there.
    known = words_of(evening.deck) if settings.decks else None
    return CardNamer(
        referee,
        reader_of_names(text_reader, known, AlbumBook(evening.store)),
        way_up.turn_by,
        mirror_table=way_up.mirror,
    )
