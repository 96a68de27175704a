"""What the printed cards on the table measure, as it was said on the command line."""

from __future__ import annotations

import argparse

from companion.cli.printers import find_printer
from companion.deck.geometry import CARD_HEIGHT_MM, CARD_WIDTH_MM, CardGeometry, parse_size
from companion.errors import UsageError


def card_of(arguments: argparse.Namespace) -> CardGeometry | None:
    """What the printed cards measure, by `--size` and `--printer`; None where neither is named.

    Raises:
        UsageError: The size is none, no tag fits on such a card, there is no such printer, or the
            cards have no tags.
    """
    size, printer = arguments.size, getattr(arguments, "printer", None)
    if size is None and printer is None:
        return None
    if getattr(arguments, "untagged", False):
        raise UsageError("--size and --printer are for printed cards with tags, not for --untagged")
    width, height = parse_size(size) if size else (CARD_WIDTH_MM, CARD_HEIGHT_MM)
    card = CardGeometry(width, height)
    card.check_size()
    if printer is None:
        return card
    profile = find_printer(printer, arguments.data)
    return card.came_out_at(profile.scale_x, profile.scale_y)
