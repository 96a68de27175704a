"""`companion calibrate`: measures what devices do wrong, so that it can be undone."""

from __future__ import annotations

import argparse

from companion.cli.console import emit, show
from companion.cli.options import Commands, add_command, add_data, add_group, add_json


def add_to(commands: Commands) -> None:
    """Add the commands."""
    group = add_group(
        commands,
        "calibrate",
        summary="measures what a printer does wrong, so that it can be undone",
        example="companion calibrate print-scale den --a 3 -5 --b 2 -5 --across 149.5",
    )
    parser = add_command(
        group,
        "print-scale",
        run_print_scale,
        summary="keeps what was read off the alignment sheet as a printer of that name",
        example="companion calibrate print-scale den --a 3 -5 --b 2 -5 --across 149.5",
    )
    parser.fill_later = _add_options_of_the_workbench


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
