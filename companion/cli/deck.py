"""`companion deck check`: looks a deck file over before anything is printed from it."""

from __future__ import annotations

import argparse
from collections import Counter

from companion.cli.console import emit, show
from companion.cli.options import Commands, add_command, add_group, add_json
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
        summary="looks a deck over: rows, words, tags",
        example="companion deck check my-words.csv",
    )
    parser.add_argument("deck", metavar="FILE", help="a CSV or YAML file, or a deck's name")
    add_json(parser)


def run_check(arguments: argparse.Namespace) -> int:
    """Load the deck, which refuses bad rows, and say what it is good for."""
    from companion.deck.cards import load_deck
    from companion.deck.tags import check_tags

    deck = load_deck(arguments.deck)
    difference = check_tags(deck)
    languages = Counter(card.language for card in deck.cards)
    is_enough = len(deck) >= len(ALL_CELLS)
    if arguments.json:
        emit(
            {
                "deck": deck.name,
                "cards": len(deck),
                "languages": dict(languages),
                "without_picture": sum(not card.picture for card in deck.cards),
                "smallest_tag_difference": difference,
                "fingerprint": deck.fingerprint,
                "is_enough": is_enough,
            }
        )
    written = ", ".join(f"{count} {language}" for language, count in languages.most_common())
    lines = [
        f"{deck.name}: {len(deck)} cards ({written}), fingerprint {deck.fingerprint}",
        f"any two tags differ in at least {difference} of 441 modules",
    ]
    if not is_enough:
        lines.append(f"a table needs {len(ALL_CELLS)} cards: add some, or mix it with another deck")
    show("\n".join(lines), as_json=arguments.json)
    return 0 if is_enough else 1
