"""`companion deck`: looks decks over before anything is printed from them, and makes new ones."""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from companion.cli.console import emit, say, show
from companion.cli.files import read_whole, write_whole
from companion.cli.options import Commands, add_command, add_group, add_json
from companion.errors import DeckError, UsageError
from companion.terms import ALL_CELLS


def add_to(commands: Commands) -> None:
    """Add the command."""
    group = add_group(
        commands,
        "deck",
        summary="looks after decks of words and pictures",
        example="companion deck check my-words.csv",
    )
    parser = add_command(
        group,
        "check",
        run_check,
        summary="looks a deck over: words, stems, pictures, letters, tags",
        example="companion deck check my-words.csv",
    )
    parser.add_argument(
        "deck", metavar="FILE", help="a CSV or YAML file, a folder of pictures, or a deck's name"
    )
    parser.add_argument(
        "--font", type=Path, metavar="FILE", help="the font that it will be printed with"
    )
    add_json(parser)
    parser = add_command(
        group,
        "new",
        run_new,
        summary="makes a deck file out of a plain list of words",
        example="companion deck new words.txt -o my-words.csv --language de",
    )
    parser.add_argument("list", type=Path, metavar="LIST.txt", help="a text with one word a line")
    parser.add_argument(
        "-o", "--output", type=Path, required=True, metavar="FILE.csv", help="the deck file"
    )
    parser.add_argument(
        "--language", default="en", metavar="CODE", help="of the words, such as de (default: en)"
    )
    parser.add_argument(
        "--no-pictograms", action="store_true", help="leave out the pictograms for known words"
    )
    parser.add_argument(
        "--force", action="store_true", help="write over a deck file that is there already"
    )
    add_json(parser)


def run_check(arguments: argparse.Namespace) -> int:
    """Look over every card; 1 when the deck cannot be printed or is too small for a table."""
    from companion.deck.cards import load_deck
    from companion.deck.geometry import CardGeometry
    from companion.deck.look_over import look_over
    from companion.deck.tags import smallest_difference, tags_of
    from printables.cards import CardShop
    from printables.own_font import OwnFont

    deck = load_deck(arguments.deck)
    font = OwnFont(arguments.font) if arguments.font else None
    remarks = look_over(deck, CardShop(CardGeometry(), font, is_checking=True).why_not)
    difference = smallest_difference(tags_of(deck))
    languages = Counter(card.language for card in deck.cards)
    is_playable = len(deck) >= len(ALL_CELLS) and not any(each.is_fatal for each in remarks)
    if arguments.json:
        emit(
            {
                "deck": deck.name,
                "cards": len(deck),
                "languages": dict(languages),
                "without_picture": sum(not card.picture for card in deck.cards),
                "smallest_tag_difference": difference,
                "fingerprint": deck.fingerprint,
                "playable": is_playable,
                "remarks": [
                    {
                        "code": each.code,
                        "fatal": each.is_fatal,
                        "where": each.where,
                        "text": each.text,
                    }
                    for each in remarks
                ],
            }
        )
    written = ", ".join(f"{count} {language}" for language, count in languages.most_common())
    lines = [
        f"{deck.name}: {len(deck)} cards ({written}), fingerprint {deck.fingerprint}",
        f"any two tags differ in at least {difference} of 441 modules",
        *(f"{'!!' if each.is_fatal else '--'}  {each}" for each in remarks),
    ]
    show("\n".join(lines), as_json=arguments.json)
    return 0 if is_playable else 1


def run_new(arguments: argparse.Namespace) -> int:
    """Write a deck file; pictures that lie beside it are given to the words of their names."""
    from companion.deck.new_deck import new_deck
    from companion.deck.picture_files import is_picture_file
    from companion.deck.text_files import decode_text

    listed = decode_text(arguments.list, read_whole(arguments.list, "list"))
    output: Path = arguments.output
    if output.exists() and not arguments.force:
        raise UsageError(f"{str(output)!r} is there already; --force writes over it")
    beside = output.parent.iterdir() if output.parent.is_dir() else ()
    pictures = sorted(path.name for path in beside if is_picture_file(path.name))
    try:
        made = new_deck(
            listed.text,
            language=arguments.language,
            pictures=pictures,
            has_pictograms=not arguments.no_pictograms,
        )
    except DeckError as error:
        raise DeckError(f"{arguments.list}: {error.message}") from error
    write_whole(output, made.csv.encode())
    if listed.note:
        say(listed.note)
    if arguments.json:
        emit({"file": str(output), "cards": len(made.cards), "left_out": list(made.left_out)})
    else:
        twice = f", {len(made.left_out)} that came twice left out" if made.left_out else ""
        say(f"{output}: {len(made.cards)} cards{twice}")
    return 0
