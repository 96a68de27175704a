"""`companion read`: pictures of a table in, what lies there out."""

from __future__ import annotations

import argparse
from contextlib import nullcontext
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from companion.cli.console import emit, say, show
from companion.cli.files import make_folder, read_whole, write_whole
from companion.cli.options import (
    Commands,
    add_album,
    add_card_size,
    add_command,
    add_data,
    add_deck,
    add_edition,
    add_json,
    add_profile,
    add_untagged,
    add_words,
)
from companion.cli.settings import side_of
from companion.errors import UsageError
from companion.terms import Edition

if TYPE_CHECKING:
    from companion.table.album_book import AlbumBook
    from companion.vision.frame import Image
    from companion.vision.profile import CameraProfile
    from companion.vision.readers import Reader
    from companion.vision.reading import BoardReading, CellReading, Unseen

STATUS_DONE, STATUS_NOT_THERE, STATUS_UNUSABLE = 0, 1, 2


def add_to(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "read",
        run,
        summary="reads pictures of a table: which card lies where, which covers",
        example="companion read table.jpg --annotate seen/",
    )
    parser.add_argument("images", nargs="+", type=Path, metavar="IMAGE", help="picture of a table")
    add_deck(parser)
    add_edition(parser)
    add_json(parser)
    add_untagged(parser)
    add_album(parser)
    add_card_size(parser)
    add_data(parser)
    add_words(parser)
    add_profile(parser)
    parser.add_argument(
        "--annotate",
        type=Path,
        metavar="DIR",
        help="write each picture there, with what was seen drawn on it",
    )


def run(arguments: argparse.Namespace) -> int:
    """Read every picture; one that is no picture does not keep the others from being read."""
    # OpenCV takes its time to load: only commands that look at pictures pay for it.
    from companion.cli.album_book import open_album
    from companion.cli.camera_profiles import find_profile
    from companion.cli.card_size import card_of
    from companion.cli.decks import take_decks
    from companion.cli.eyes import make_reader, need_text_reader, words_of
    from companion.vision.knowledge import Knowledge

    if arguments.words and not arguments.untagged:
        raise UsageError("--words goes with --untagged: cards with tags are named by their tags")
    deck = take_decks(arguments.deck)
    profile = None
    if arguments.profile is not None:
        profile = find_profile(arguments.profile, arguments.data)
    reader = make_reader(
        deck,
        arguments.edition,
        side_of(arguments),
        text_reader=need_text_reader() if arguments.words else None,
        # Only a deck that was named is a list of what may lie there.
        known=words_of(deck) if arguments.deck else None,
        card=card_of(arguments),
        knows=lambda: Knowledge(profile),
    )
    if arguments.album and not arguments.untagged:
        raise UsageError("--album goes with --untagged: cards with tags are named by their tags")
    with open_album(arguments.data) if arguments.album else nullcontext() as album:
        return _read_all(arguments, reader, profile, album)


def _read_all(
    arguments: argparse.Namespace,
    reader: Reader,
    profile: CameraProfile | None,
    album: AlbumBook | None,
) -> int:
    from companion.cli.eyes import name_table
    from companion.vision.annotate import draw_reading
    from companion.vision.frame import Frame
    from companion.vision.picture import decode_picture, encode_picture
    from companion.vision.reading import Unseen

    folder = arguments.annotate and make_folder(arguments.annotate, "the folder for --annotate")
    status = STATUS_DONE
    for path in arguments.images:
        try:
            image: Image = decode_picture(read_whole(path, "picture"), str(path))
        except UsageError as error:
            say(f"companion read: {error.message}")
            status = STATUS_UNUSABLE
            continue
        if profile is not None and profile.lens is not None:
            lens = profile.lens_for(profile.camera, (image.shape[1], image.shape[0]))
            if isinstance(lens, str):
                say(f"companion read: {path}: {lens}, so it is not used")
        started_s = perf_counter()
        reading = reader.read(Frame(image, captured_at_s=0.0, number=0))
        if album is not None and not isinstance(reading, Unseen) and not reading.is_mirrored:
            reading, _, _ = name_table(image, reading, None, None, album)
        took_ms = (perf_counter() - started_s) * 1000
        if arguments.json:
            emit(reading_document(str(path), reading, took_ms, arguments.edition))
        else:
            show(describe(str(path), reading, arguments.edition), as_json=False)
        if isinstance(reading, Unseen):
            status = max(status, STATUS_NOT_THERE)
        if folder:
            drawn = draw_reading(image, reading, arguments.edition)
            write_whole(folder / path.with_suffix(".jpg").name, encode_picture(drawn, ".jpg"))
    return status


def reading_document(
    file: str, reading: BoardReading | Unseen, took_ms: float, edition: Edition
) -> dict[str, Any]:
    """What `--json` prints for one picture."""
    if isinstance(reading, str):
        return {"file": file, "found": False, "reason": str(reading), "cells": []}
    return {
        "file": file,
        "found": True,
        "reason": None,
        "mirrored": reading.is_mirrored,
        "took_ms": round(took_ms, 1),
        "cells": [_cell_document(cell, edition) for cell in reading.cells],
    }


def describe(file: str, reading: BoardReading | Unseen, edition: Edition) -> str:
    """The same for people: five lines of five, and what they ought to know."""
    from companion.vision.other_deck import say_other_deck

    if isinstance(reading, str):
        return f"{file}: no table found, {reading}"
    words = [_cell_word(cell, edition) for cell in reading.cells]
    width = max(len(word) for word in words)
    lines = [
        "  " + "  ".join(word.ljust(width) for word in words[start : start + 5]).rstrip()
        for start in range(0, len(words), 5)
    ]
    other = say_other_deck(reading)
    if other is not None:
        lines.append(f"  {other}")
    mirrored = " (the camera shows it mirrored)" if reading.is_mirrored else ""
    return "\n".join([f"{file}: as the guessers read the table{mirrored}", *lines])


def _cell_document(cell: CellReading, edition: Edition) -> dict[str, Any]:
    return {
        "row": cell.cell.row,
        "col": cell.cell.col,
        "state": str(cell.state),
        "card": cell.card,
        "face": cell.face and str(cell.face),
        "cover": cell.cover and edition.shown_as(str(cell.cover)),
        "quad_px": cell.quad_px.round(1).tolist(),
        "margin": round(float(cell.margin), 3),
        "foreign_tag": cell.foreign_tag,
    }


def _cell_word(cell: CellReading, edition: Edition) -> str:
    if cell.cover is not None:
        return f"[{edition.shown_as(str(cell.cover))}]"
    return cell.card or f"({cell.state})"
