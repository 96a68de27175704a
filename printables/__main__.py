"""The print shop on its own: `python -m printables cards -o cards.pdf`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import yaml

from companion.deck.cards import load_decks
from companion.deck.geometry import parse_size
from companion.deck.paper import PAPERS
from companion.deck.printer import PrinterProfile
from companion.errors import CompanionError, UsageError
from companion.terms import Edition
from printables.deliver import PREVIEW_DPI, deliver
from printables.livery import make_livery
from printables.order import PrintOrder, What, make_sheets
from printables.preview import page_count
from printables.rules_words import LANGUAGES
from printables.sheet import Flip


def add_print_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of `companion print` to a parser."""
    parser.add_argument("what", choices=[what.value for what in What], help="what to print")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE.pdf")
    parser.add_argument("--paper", default="A4", help=f"{', '.join(PAPERS)} (default: A4)")
    parser.add_argument("--size", metavar="63x45", help="width x height of a piece in millimetres")
    parser.add_argument(
        "--deck",
        action="append",
        default=[],
        help="name, CSV or YAML file, or folder of pictures; twice to mix decks",
    )
    parser.add_argument("--seed", type=int, help="which key cards (default: never the same)")
    parser.add_argument("--count", type=int, help="how many key cards (default: 40)")
    parser.add_argument("--bleed", type=float, default=0.0, metavar="MM", help="0, 1 or 3")
    parser.add_argument(
        "--flip",
        default=Flip.LONG.value,
        help="long or short: edge along which the printer turns the sheet; fold: print one side, "
        "fold and glue (default: long)",
    )
    parser.add_argument(
        "--edition", default=Edition.SIMPSONS.value, help="simpsons or classic (red and blue)"
    )
    add_further_options(parser)
    parser.add_argument("--manifest", type=Path, metavar="FILE.json", help="where each piece lies")
    parser.add_argument(
        "--cut-lines", type=Path, metavar="DIR", help="one SVG of the cuts a sheet, for a cutter"
    )
    parser.add_argument("--preview", type=Path, metavar="DIR", help="one PNG a page")
    parser.add_argument("--dpi", type=float, default=PREVIEW_DPI, help="of the previews")


def add_further_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that few need: own key cards, looks, fonts and printers."""
    parser.add_argument(
        "--code", action="append", default=[], help="a key card by its code; as often as you like"
    )
    parser.add_argument(
        "--colors",
        default="",
        metavar="ORANGE=COLOUR,...",
        help="own colours of key cards and covers",
    )
    parser.add_argument(
        "--labels", default="", metavar="ORANGE=NAME,...", help="own names of the teams"
    )
    parser.add_argument("--low-ink", action="store_true", help="save ink on backs and panels")
    parser.add_argument(
        "--font", type=Path, metavar="FILE", help="a font for words in other scripts"
    )
    parser.add_argument(
        "--printer",
        metavar="PROFILE",
        help="undo the faults of a printer: a name, or a profile file",
    )
    parser.add_argument(
        "--language",
        default=",".join(LANGUAGES),
        metavar="LIST",
        help=f"of the sheets, of {', '.join(LANGUAGES)}; of several the rules get a page each, "
        "all else the first (default: all)",
    )


def order_from(
    options: argparse.Namespace,
    find_printer: Callable[[str], PrinterProfile] | None = None,
) -> PrintOrder:
    """Make the order that parsed options describe.

    Args:
        options: Parsed with `add_print_options`, or with fewer options than it adds.
        find_printer: Finds a printer profile by the name that people gave it; without it only a
            file can be named.

    Raises:
        CompanionError: An option or a deck cannot be used.
    """
    count = {} if options.count is None else {"count": options.count}
    further = vars(options)
    edition = Edition(options.edition) if options.edition in set(Edition) else None
    if edition is None:
        raise UsageError(f"edition is one of {', '.join(Edition)}, not {options.edition!r}")
    languages = str(further.get("language") or ",".join(LANGUAGES))
    printer = further.get("printer")
    return PrintOrder(
        options.what,
        paper=options.paper,
        size=parse_size(options.size) if options.size else None,
        deck=load_decks(options.deck),
        seed=options.seed,
        flip=options.flip,
        bleed=options.bleed,
        edition=edition,
        codes=tuple(further.get("code") or ()),
        livery=make_livery(
            edition,
            colors=further.get("colors") or "",
            labels=further.get("labels") or "",
            is_low_ink=bool(further.get("low_ink")),
        ),
        font=further.get("font"),
        printer=_printer(printer, find_printer) if printer else None,
        languages=tuple(part.strip() for part in languages.split(",") if part.strip()),
        **count,
    )


def _printer(name: str, find_printer: Callable[[str], PrinterProfile] | None) -> PrinterProfile:
    path = Path(name)
    if path.suffix.lower() in (".yaml", ".yml", ".json"):
        try:
            document = yaml.safe_load(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
            raise UsageError(f"the printer profile {name!r} cannot be read") from error
        return PrinterProfile.from_document(document)
    if find_printer is None:
        raise UsageError(f"there is no printer {name!r}; name a profile file (.yaml)")
    return find_printer(name)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the print shop; the exit status is 0, or 2 with one line on standard error."""
    parser = argparse.ArgumentParser(
        prog="python -m printables", description=__doc__, epilog="example: cards -o cards.pdf"
    )
    add_print_options(parser)
    options = parser.parse_args(arguments)
    try:
        order = order_from(options)
        for note in order.notes:
            print(note, file=sys.stderr)
        sheets = make_sheets(order)
        deliver(
            sheets,
            options.output,
            manifest=options.manifest,
            preview=options.preview,
            cuts=options.cut_lines,
            dpi=options.dpi,
        )
    except CompanionError as error:
        print(error.message, file=sys.stderr)
        return 2
    print(f"{options.output}: {page_count(sheets.pdf)} pages", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
