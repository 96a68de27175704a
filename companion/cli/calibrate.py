"""`companion calibrate`: measures what devices do wrong, so that it can be undone."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.cli.console import emit, show
from companion.cli.options import (
    Commands,
    add_command,
    add_data,
    add_deck,
    add_edition,
    add_group,
    add_json,
)


def add_to(commands: Commands) -> None:
    """Add the commands."""
    group = add_group(
        commands,
        "calibrate",
        summary="measures a lens, the colours in this light, or a printer",
        example="companion calibrate lens 0",
    )
    _add_lens(group)
    _add_colours(group)
    parser = add_command(
        group,
        "print-scale",
        run_print_scale,
        summary="keeps what was read off the alignment sheet as a printer of that name",
        example="companion calibrate print-scale den --a 3 -5 --b 2 -5 --across 149.5",
    )
    parser.fill_later = _add_options_of_the_workbench


def _add_lens(group: Commands) -> None:
    parser = add_command(
        group,
        "lens",
        run_lens,
        summary="measures how a lens bends: print the lens target, hold it as you are told",
        example="companion calibrate lens 0 --coverage seen.png",
    )
    parser.add_argument(
        "sources", nargs="+", metavar="SOURCE", help="a camera or film; or pictures of the target"
    )
    parser.add_argument("--name", help="keep it under this name (default: the camera's own)")
    parser.add_argument("--printer", metavar="NAME", help="printer that printed the target")
    parser.add_argument(
        "--row-mm", type=float, metavar="MM", help="length of one row of squares on your print"
    )
    parser.add_argument(
        "--coverage", type=Path, metavar="FILE.png", help="draw where the target was seen"
    )
    parser.add_argument(
        "--again", action="store_true", help="solve again from the views kept of camera SOURCE"
    )
    parser.add_argument(
        "--leave-out",
        type=int,
        nargs="+",
        default=[],
        metavar="N",
        help="with --again: views that are left out, counted from 1",
    )
    add_data(parser)
    add_json(parser)


def _add_colours(group: Commands) -> None:
    parser = add_command(
        group,
        "colours",
        run_colours,
        summary="measures covers in this light, and says whether they can be told apart",
        example="companion calibrate colours 0",
    )
    parser.add_argument("source", metavar="SOURCE", help="a camera, a film or a picture")
    parser.add_argument("--name", help="keep it under this name (default: the camera's own)")
    parser.add_argument(
        "--untagged",
        action="store_true",
        help="shop-bought covers: lay bare cards, then one cover of each kind as it is asked for",
    )
    add_deck(parser)
    add_edition(parser)
    add_data(parser)
    add_json(parser)


def run_lens(arguments: argparse.Namespace) -> int:
    """Measure a lens."""
    from companion.cli.calibrate_camera import run_lens as run

    return run(arguments)


def run_colours(arguments: argparse.Namespace) -> int:
    """Measure colours."""
    from companion.cli.calibrate_camera import run_colours as run

    return run(arguments)


def _add_options_of_the_workbench(parser: argparse.ArgumentParser) -> None:
    from calibration.print_scale import add_print_scale_options

    add_print_scale_options(parser)
    add_data(parser)
    add_json(parser)


def run_print_scale(arguments: argparse.Namespace) -> int:
    """Work the faults out, keep them, and say what they are."""
    from calibration.print_scale import profile_from_options
    from companion.cli.printers import keep_printer

    profile = profile_from_options(arguments)
    keep_printer(profile, arguments.data)
    if arguments.json:
        emit(profile.to_document())
    show(
        f"{profile.name}: backs land {profile.shift_x_mm:+g} mm across and "
        f"{profile.shift_y_mm:+g} mm down, turned by {profile.angle_deg:+.2f} degrees; "
        f"100 mm come out as {100 * profile.scale_x:.1f} across and "
        f"{100 * profile.scale_y:.1f} down. Undo it with --printer {profile.name}",
        as_json=arguments.json,
    )
    return 0
