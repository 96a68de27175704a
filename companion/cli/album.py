"""`companion album`: the picture cards without tags that were seen, and what people call them."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.cli.console import emit, say, show
from companion.cli.files import write_whole
from companion.cli.options import Commands, add_command, add_data, add_group, add_json
from companion.errors import UsageError


def add_to(commands: Commands) -> None:
    """Add the commands."""
    group = add_group(
        commands,
        "album",
        summary="lists and names the picture cards without tags that were seen",
        example="companion album name 12 Donut",
    )
    listing = add_command(
        group,
        "list",
        run_list,
        summary="lists the cards; draws them side by side where that is asked",
        example="companion album list --picture album.png",
    )
    listing.add_argument("--picture", type=Path, metavar="FILE.png", help="draw the cards there")
    naming = add_command(
        group,
        "name",
        run_name,
        summary="gives a card the name that people call it by",
        example="companion album name 12 Donut",
    )
    naming.add_argument("number", type=int, metavar="N", help="the card's number")
    naming.add_argument("name", metavar="NAME", help="its name")
    forgetting = add_command(
        group,
        "forget",
        run_forget,
        summary="forgets every card",
        example="companion album forget",
    )
    for parser in (listing, naming, forgetting):
        add_data(parser)
        add_json(parser)


def run_list(arguments: argparse.Namespace) -> int:
    """List the cards; 1 where there are none."""
    from companion.cli.album_book import open_album
    from companion.vision.album import draw_album
    from companion.vision.picture import encode_picture

    with open_album(arguments.data) as book:
        album = book.album
    for picture in album.pictures:
        if arguments.json:
            emit({"number": picture.number, "card": picture.card, "name": picture.name})
        else:
            show(f"{picture.number:4d}  {picture.word}", as_json=False)
    if not album.pictures:
        say("companion album: no card is in the album yet: play with --untagged")
        return 1
    if arguments.picture:
        write_whole(arguments.picture, encode_picture(draw_album(album), ".png"))
    return 0


def run_name(arguments: argparse.Namespace) -> int:
    """Name a card."""
    from companion.cli.album_book import open_album

    name = " ".join(arguments.name.split())
    if not 1 <= len(name) <= 40 or not name.isprintable():
        raise UsageError(f"a name has 1 to 40 letters, not {arguments.name!r}")
    with open_album(arguments.data) as book:
        picture = book.name(arguments.number, name)
    if picture is None:
        raise UsageError(
            f"no card of the album has number {arguments.number}: companion album list"
        )
    if arguments.json:
        emit({"number": picture.number, "card": picture.card, "name": picture.name})
    show(f"picture {picture.number} is {picture.word}", as_json=arguments.json)
    return 0


def run_forget(arguments: argparse.Namespace) -> int:
    """Forget every card."""
    from companion.cli.album_book import open_album

    with open_album(arguments.data) as book:
        count = book.forget()
    if arguments.json:
        emit({"forgotten": count})
    show(f"{count} cards were forgotten", as_json=arguments.json)
    return 0
