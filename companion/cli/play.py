"""`companion play`: opens a table."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING

from companion.cli.console import say
from companion.cli.demo import play_on_the_simulated_table
from companion.cli.options import (
    Commands,
    add_command,
    add_deck,
    add_edition,
    add_serving,
    add_untagged,
)
from companion.cli.settings import Settings, settings_of
from companion.errors import UsageError

if TYPE_CHECKING:
    from companion.cli.cameras import Camera

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
    add_serving(parser)


def run(arguments: argparse.Namespace) -> int:
    """Open the camera first: one that was named and is not there is said before anything else."""
    from companion.cli.cameras import choose_camera

    settings = replace(settings_of(arguments), camera=arguments.camera)
    if settings.untagged_from is not None and settings.camera in (NONE, DEMO):
        raise UsageError(
            f"--untagged goes with a camera on a real table, not with --camera {settings.camera}"
        )
    if settings.camera == NONE:
        _open_table(settings, None)
        return 0
    camera = None if settings.camera == DEMO else choose_camera(settings.camera)
    if camera is None:
        if settings.camera == AUTO:
            say("No camera gives a picture, so the simulated table plays. See: companion doctor")
        play_on_the_simulated_table(settings)
        return 0
    try:
        say(f"Watching the table: {camera.name}")
        _open_table(settings, camera)
    finally:
        camera.close()
    return 0


def _open_table(settings: Settings, camera: Camera | None) -> None:
    from companion.cli.evening import an_evening, make_eyes, open_the_pages
    from companion.table.hall import HOME
    from companion.table.live import Live

    with an_evening(settings, settings.data) as evening:
        if camera is not None:
            referee = evening.hall.table(HOME).referee
            eyes = make_eyes(evening.deck, settings.edition, untagged_from=settings.untagged_from)
            evening.hall.watch(HOME, Live(referee, camera.open_source, eyes))
        open_the_pages(evening, settings)
