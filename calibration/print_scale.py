"""`companion calibrate print-scale`: from what a person reads off the vernier sheet to a profile.

Eight numbers come in: at each of the two crosses the ticks that meet, across and down, in tenths
of a millimetre; and the lengths of the two bars. Out goes a printer profile that undoes the
faults. Shift and angle are those of the back; the scale is that of both sides.
"""

from __future__ import annotations

import argparse
import math
from dataclasses import dataclass

from companion.deck.paper import ACROSS_BAR_MM, DOWN_BAR_MM, vernier_centres
from companion.deck.printer import PrinterProfile
from companion.errors import UsageError

MOST_TICK = 40
"""The scale ends at 20; who reads more has guessed between the ends."""

MOST_DISAGREEMENT_MM = 0.5
"""Between what across and down say of the angle, at the edge of the sheet. Readings are good to
half a tick, 0.05 mm; ten times that is a misread number."""


@dataclass(frozen=True, slots=True)
class Readings:
    """What was read off one vernier sheet.

    Attributes:
        a_across: Tick that meets at A on the scale across, in tenths of a millimetre.
        a_down: The same on the scale down.
        b_across: At B.
        b_down: At B.
        across_mm: Length of the bar across.
        down_mm: Length of the bar down.
    """

    a_across: float
    a_down: float
    b_across: float
    b_down: float
    across_mm: float = ACROSS_BAR_MM
    down_mm: float = DOWN_BAR_MM


def profile_from(
    name: str, readings: Readings, *, paper: str = "A4", flip: str = "long"
) -> PrinterProfile:
    """Work out a printer's faults.

    Raises:
        UsageError: The readings contradict each other or cannot be.

    Example:
        >>> profile = profile_from("den", Readings(5, -3, 5, -3, across_mm=148.5))
        >>> profile.shift_x_mm, profile.shift_y_mm, profile.angle_deg, profile.scale_x
        (0.5, -0.3, 0.0, 0.99)
    """
    ticks = (readings.a_across, readings.a_down, readings.b_across, readings.b_down)
    for tick in ticks:
        if not math.isfinite(tick) or abs(tick) > MOST_TICK:
            raise UsageError(f"a tick has a number from -20 to 20, not {tick:g}")
    a, b = vernier_centres(paper, is_back=True, turns_sideways=flip == "short")
    ax, ay, bx, by = (tick / 10 for tick in ticks)
    wide, high = b[0] - a[0], b[1] - a[1]
    # A turn by a small angle shifts what lies below to the left, what lies right downwards.
    from_across, from_down = -(bx - ax) / high, (by - ay) / wide
    edge = max(abs(wide), abs(high)) / 2
    if abs(from_across - from_down) * edge > MOST_DISAGREEMENT_MM:
        raise UsageError(
            "the four ticks contradict each other: across, the back is turned by "
            f"{math.degrees(from_across):.2f} degrees, down by {math.degrees(from_down):.2f}; "
            "read them again"
        )
    angle = (from_across * high**2 + from_down * wide**2) / (high**2 + wide**2)
    return PrinterProfile(
        name,
        shift_x_mm=round((ax + bx) / 2, 3) + 0.0,
        shift_y_mm=round((ay + by) / 2, 3) + 0.0,
        angle_deg=round(math.degrees(angle), 4) + 0.0,
        scale_x=round(readings.across_mm / ACROSS_BAR_MM, 5),
        scale_y=round(readings.down_mm / DOWN_BAR_MM, 5),
    )


def add_print_scale_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `companion calibrate print-scale` to a parser."""
    parser.add_argument("name", metavar="NAME", help="name of the printer, for --printer NAME")
    for cross in "ab":
        parser.add_argument(
            f"--{cross}",
            nargs=2,
            type=float,
            default=(0.0, 0.0),
            metavar=("ACROSS", "DOWN"),
            help=f"numbers of the ticks that meet at {cross.upper()}, such as 3 -5",
        )
    parser.add_argument(
        "--across",
        type=float,
        default=ACROSS_BAR_MM,
        metavar="MM",
        help=f"length of the bar across, {ACROSS_BAR_MM:g} when true",
    )
    parser.add_argument(
        "--down",
        type=float,
        default=DOWN_BAR_MM,
        metavar="MM",
        help=f"length of the bar down, {DOWN_BAR_MM:g} when true",
    )
    parser.add_argument("--paper", default="A4", help="paper of the sheet (default: A4)")
    parser.add_argument(
        "--flip", choices=("long", "short"), default="long", help="flip of the sheet"
    )


def profile_from_options(options: argparse.Namespace) -> PrinterProfile:
    """Make the profile that parsed options describe.

    Raises:
        UsageError: A number cannot be.
    """
    (a_across, a_down), (b_across, b_down) = options.a, options.b
    readings = Readings(
        a_across, a_down, b_across, b_down, across_mm=options.across, down_mm=options.down
    )
    return profile_from(options.name, readings, paper=options.paper, flip=options.flip)
