"""`companion print`: sheets at true size, their manifest and their previews."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from pathlib import Path

from companion.cli.console import emit, say
from companion.cli.files import make_folder, write_whole
from companion.cli.options import Commands, add_command, add_data, add_json


def add_to(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "print",
        run,
        summary="prints the pieces and everything around them at true size",
        example="companion print cards -o cards.pdf --paper Letter",
    )
    parser.fill_later = _add_options_of_the_print_shop


def _add_options_of_the_print_shop(parser: argparse.ArgumentParser) -> None:
    from companion.cli.league_paper import add_league_options
    from printables.__main__ import add_print_options

    add_print_options(parser)
    add_league_options(parser)
    add_data(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Make everything first, then write: a fault half way leaves no file behind."""
    from companion.cli.league_paper import with_score_cards
    from companion.cli.printers import find_printer
    from printables.__main__ import order_from
    from printables.deliver import deliver
    from printables.order import make_sheets
    from printables.preview import page_count

    order = order_from(arguments, lambda name: find_printer(name, arguments.data))
    for note in order.notes:
        say(note)
    sheets = make_sheets(with_score_cards(order, arguments))
    with tempfile.TemporaryDirectory(prefix="companion-") as name:
        made = Path(name)
        deliver(
            sheets,
            made / arguments.output.name,
            manifest=arguments.manifest and made / "manifest",
            preview=arguments.preview and made / "preview",
            cuts=arguments.cut_lines and made / "cuts",
            dpi=arguments.dpi,
        )
        written = list(_put_in_place(made, arguments))
    pages = page_count(sheets.pdf)
    if arguments.json:
        pieces = len(sheets.manifest["pieces"])
        emit({"files": [str(path) for path in written], "pages": pages, "pieces": pieces})
    else:
        say(f"{arguments.output}: {pages} pages. Print them at 100 %, not fitted to the page.")
    return 0


def _put_in_place(made: Path, arguments: argparse.Namespace) -> Iterator[Path]:
    wanted = [(made / arguments.output.name, arguments.output)]
    if arguments.manifest:
        wanted.append((made / "manifest", arguments.manifest))
    for name, folder in (("preview", arguments.preview), ("cuts", arguments.cut_lines)):
        if folder:
            make_folder(folder, f"the folder for {name}")
            wanted += [(path, folder / path.name) for path in sorted((made / name).iterdir())]
    for source, target in wanted:
        write_whole(target, source.read_bytes())
        yield target
