"""`companion read-key`: pictures of a printed key card in, its squares and its code out."""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cli.console import emit, say, show
from companion.cli.files import read_whole
from companion.cli.options import Commands, add_command, add_json
from companion.errors import UnreadableError, UsageError
from companion.game.key_card import KeyCard, format_code, parse_code
from companion.terms import Edition

if TYPE_CHECKING:
    from companion.vision.frame import Image
    from companion.vision.key_card import KeyCardReading, KeyUnseen

STATUS_DONE, STATUS_NOT_THERE, STATUS_UNUSABLE = 0, 1, 2

CODE_AGAINST_SQUARES = "the card's code and its squares disagree"
MIRRORED = "the picture is mirrored"


@dataclass(frozen=True, slots=True)
class FoundKey:
    """A key card that squares, starting team and, where it has one, its code agree on.

    Attributes:
        key: The card as the picture shows it, its top towards the cluemasters.
        code: The printed code where it was read; else the code of the card as it lies.
        edition: The box whose colours it has.
        corners_px: Outer corners of the block of squares, from the top left, clockwise.
    """

    key: KeyCard
    code: str
    edition: Edition
    corners_px: tuple[tuple[float, float], ...]


def add_to(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "read-key",
        run,
        summary="reads a picture of a printed key card, ours or from the box, any side up",
        example="companion read-key key.jpg --json",
    )
    parser.add_argument(
        "images", nargs="+", type=Path, metavar="IMAGE", help="picture of a key card"
    )
    parser.add_argument(
        "--edition",
        type=Edition,
        choices=list(Edition),
        metavar="EDITION",
        help="simpsons (orange and yellow) or classic (red and blue); default: as its colours say",
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Read every picture; one that is no picture does not keep the others from being read."""
    # OpenCV takes its time to load: only commands that look at pictures pay for it.
    from companion.vision.key_card import read_key_card
    from companion.vision.picture import decode_picture

    editions = (arguments.edition,) if arguments.edition else tuple(Edition)
    status = STATUS_DONE
    for path in arguments.images:
        try:
            image: Image = decode_picture(read_whole(path, "picture"), str(path))
        except UsageError as error:
            say(f"companion read-key: {error.message}")
            status = STATUS_UNUSABLE
            continue
        found = check_reading(read_key_card(image, editions))
        if arguments.json:
            emit(key_document(str(path), found))
        else:
            show(describe(str(path), found), as_json=False)
        if isinstance(found, str):
            status = max(status, STATUS_NOT_THERE)
    return status


def check_reading(reading: KeyCardReading | KeyUnseen) -> FoundKey | str:
    """Put squares and code together; the reason where there is no card, or they disagree."""
    if isinstance(reading, str):
        return str(reading)
    squares = [role for row in reading.grid for role in row]
    key = KeyCard.from_cluemasters(squares, reading.start)
    corners = tuple((float(x), float(y)) for x, y in reading.corners_px)
    code = format_code(key)
    if reading.code is not None:
        try:
            printed = parse_code(reading.code.text)
        except UnreadableError:
            printed = None  # A code of something else that lies beside the card.
        if printed is not None:
            if printed.turned(reading.code.quarter_turns) != key:
                mirrored = KeyCard.from_cluemasters(
                    [role for row in reading.grid for role in reversed(row)], reading.start
                )
                is_mirrored = mirrored in [printed.turned(turns) for turns in range(4)]
                return MIRRORED if is_mirrored else CODE_AGAINST_SQUARES
            code = format_code(printed)
    return FoundKey(key, code, reading.edition, corners)


def key_document(file: str, found: FoundKey | str) -> dict[str, Any]:
    """What `--json` prints for one picture."""
    if isinstance(found, str):
        return {
            "file": file,
            "found": False,
            "reason": found,
            "grid": None,
            "start": None,
            "corners_px": None,
            "code": None,
        }
    return {
        "file": file,
        "found": True,
        "reason": None,
        "grid": written_grid(found),
        "start": found.edition.shown_as(found.key.starting_team.value),
        "corners_px": [[round(x, 1), round(y, 1)] for x, y in found.corners_px],
        "code": found.code,
    }


def written_grid(found: FoundKey) -> list[str]:
    """Five strings of five letters, as the picture shows the card."""
    letters = "".join(found.edition.letter(role) for role in found.key.as_cluemasters_see())
    return [letters[at : at + 5] for at in range(0, 25, 5)]


def describe(file: str, found: FoundKey | str) -> str:
    """The same for people."""
    if isinstance(found, str):
        return f"{file}: no key card read, {found}"
    start = found.edition.shown_as(found.key.starting_team.value)
    rows = ["  " + " ".join(row) for row in written_grid(found)]
    return "\n".join([f"{file}: {start} starts, code {found.code}", *rows])
