"""The print shop on its own: `python -m printables cards -o cards.pdf`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from companion.deck.cards import load_decks
from companion.errors import CompanionError
from companion.terms import Edition
from printables.deliver import PREVIEW_DPI, deliver
from printables.order import PrintOrder, What, make_sheets
from printables.preview import page_count
from printables.sheet import PAPERS, Flip, parse_size


def add_print_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `companion print` to a parser."""
    parser.add_argument("what", choices=[what.value for what in What], help="what to print")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE.pdf")
    parser.add_argument("--paper", default="A4", help=f"{', '.join(PAPERS)} (default: A4)")
    parser.add_argument("--size", metavar="63x45", help="width x height of a piece in millimetres")
    parser.add_argument(
        "--deck", action="append", default=[], help="name or file; twice to mix decks"
    )
    parser.add_argument("--seed", type=int, help="which key cards (default: never the same)")
    parser.add_argument("--count", type=int, help="how many key cards (default: 40)")
    parser.add_argument("--bleed", type=float, default=0.0, metavar="MM", help="0, 1 or 3")
    parser.add_argument(
        "--flip",
        default=Flip.LONG.value,
        help="edge along which the printer turns the sheet: long or short (default: long)",
    )
    parser.add_argument(
        "--edition", default=Edition.SIMPSONS.value, help="simpsons or classic (red and blue)"
    )
    parser.add_argument("--manifest", type=Path, metavar="FILE.json", help="where each piece lies")
    parser.add_argument("--preview", type=Path, metavar="DIR", help="one PNG a page")
    parser.add_argument("--dpi", type=float, default=PREVIEW_DPI, help="of the previews")


def order_from(options: argparse.Namespace) -> PrintOrder:
    """Make the order that parsed options describe.

    Raises:
        CompanionError: An option or a deck cannot be used.
    """
    count = {} if options.count is None else {"count": options.count}
    return PrintOrder(
        options.what,
        paper=options.paper,
        size=parse_size(options.size) if options.size else None,
        deck=load_decks(options.deck),
        seed=options.seed,
        flip=options.flip,
        bleed=options.bleed,
        edition=options.edition,
        **count,
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the print shop; the exit status is 0, or 2 with one line on standard error."""
    parser = argparse.ArgumentParser(
        prog="python -m printables", description=__doc__, epilog="example: cards -o cards.pdf"
    )
    add_print_options(parser)
    options = parser.parse_args(arguments)
    try:
        sheets = make_sheets(order_from(options))
        deliver(
            sheets,
            options.output,
            manifest=options.manifest,
            preview=options.preview,
            dpi=options.dpi,
        )
    except CompanionError as error:
        print(error.message, file=sys.stderr)
        return 2
    print(f"{options.output}: {page_count(sheets.pdf)} pages", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
