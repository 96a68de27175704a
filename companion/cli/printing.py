"""`companion print`: sheets at true size, their manifest and their previews."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from companion.cli.console import emit, say
from companion.cli.files import make_folder, write_whole
from companion.cli.options import (
    Commands,
    add_command,
    add_deck,
    add_edition,
    add_json,
    number_between,
)

WHAT = ("cards", "keys", "covers")


def add_to(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "print",
        run,
        summary="prints cards, key cards or cover cards at true size, both sides",
        example="companion print cards -o cards.pdf --paper Letter",
    )
    parser.add_argument("what", choices=WHAT, metavar="WHAT", help=f"one of {', '.join(WHAT)}")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE.pdf")
    parser.add_argument("--paper", default="A4", help="A4, Letter or A3 (default: A4)")
    parser.add_argument(
        "--size", metavar="63x45", help="width and height of a piece in millimetres"
    )
    add_deck(parser)
    add_edition(parser)
    parser.add_argument(
        "--seed", type=int, metavar="N", help="which key cards (default: a set nobody can foretell)"
    )
    parser.add_argument(
        "--count", type=number_between(int, 1, 2000), metavar="N", help="how many key cards (40)"
    )
    parser.add_argument(
        "--bleed",
        type=number_between(float, 0.0, 5.0),
        default=0.0,
        metavar="MM",
        help="ink beyond the cut, 0 to 5 mm (default: 0)",
    )
    parser.add_argument(
        "--flip",
        choices=("long", "short"),
        default="long",
        help="edge along which your printer turns the sheet (default: long)",
    )
    parser.add_argument(
        "--manifest", type=Path, metavar="FILE.json", help="write where every piece lies"
    )
    parser.add_argument("--preview", type=Path, metavar="DIR", help="write one PNG a page")
    parser.add_argument(
        "--dpi",
        type=number_between(float, 10.0, 1200.0),
        default=100.0,
        help="of the previews (default: 100)",
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Make the sheets first, then write: a fault half way leaves no file behind."""
    from printables.__main__ import order_from
    from printables.order import make_sheets
    from printables.preview import page_count, preview_pngs

    arguments.deck = arguments.deck or []
    sheets = make_sheets(order_from(arguments))
    pages = page_count(sheets.pdf)
    output: Path = arguments.output
    written = [output]
    write_whole(output, sheets.pdf)
    if arguments.manifest:
        manifest = json.dumps(sheets.manifest, ensure_ascii=False) + "\n"
        write_whole(arguments.manifest, manifest.encode())
        written.append(arguments.manifest)
    if arguments.preview:
        folder = make_folder(arguments.preview, "the folder for --preview")
        for number, png in enumerate(preview_pngs(sheets.pdf, arguments.dpi), start=1):
            page = folder / f"{output.stem}-{number:02d}.png"
            write_whole(page, png)
            written.append(page)
    if arguments.json:
        emit(
            {
                "files": [str(path) for path in written],
                "pages": pages,
                "pieces": len(sheets.manifest["pieces"]),
            }
        )
    else:
        say(f"{output}: {pages} pages. Print at 100 %, both sides, {arguments.flip} edge.")
    return 0
