"""`companion demo`: games on the simulated table, watched by the same eyes as a real one."""

from __future__ import annotations

import argparse
import secrets
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from companion.cli.console import emit, say
from companion.cli.files import read_whole
from companion.cli.options import (
    Commands,
    add_card_size,
    add_command,
    add_deck,
    add_edition,
    add_json,
    add_serving,
    number_between,
)
from companion.cli.settings import SIMULATED, Settings, settings_of
from companion.errors import CompanionError, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.cli.demo_game import DemoGame
    from companion.cli.performance import Performance
    from companion.deck.cards import Deck
    from companion.table.referee import Referee
    from companion.terms import Edition

IN_MEMORY = "sqlite://"


def add_to(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "demo",
        run,
        summary="opens a table that plays on its own: the simulated one",
        example="companion demo --seed 7 --speed 4",
    )
    parser.add_argument(
        "--seed", type=int, metavar="N", help="which games; the same seed plays the same"
    )
    parser.add_argument(
        "--mode",
        choices=("teams", "two-player"),
        default="teams",
        help="two teams, or two players against the simulated rival (default: teams)",
    )
    parser.add_argument(
        "--game", type=Path, metavar="FILE", help="play a game that was written down"
    )
    parser.add_argument(
        "--speed",
        type=number_between(float, 0.1, 100.0),
        default=1.0,
        metavar="X",
        help="so many times as fast as life (default: 1)",
    )
    parser.add_argument(
        "--exit-after",
        type=number_between(float, 0.0, 1e6),
        metavar="S",
        help="close the table after so many seconds",
    )
    parser.add_argument(
        "--games",
        type=number_between(int, 1, 1000),
        metavar="N",
        help="play N games without pages, as fast as it goes, and compare them with the script",
    )
    add_deck(parser)
    add_edition(parser)
    add_card_size(parser)
    add_serving(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play with pages until Ctrl-C, or some games without."""
    from companion.cli.card_size import card_of

    settings = replace(settings_of(arguments), seed=arguments.seed, card=card_of(arguments))
    written = None
    if arguments.game is not None:
        written = read_whole(arguments.game, "game").decode(errors="replace")
    if arguments.games is not None:
        return _compare(settings, arguments, written)
    play_on_the_simulated_table(
        settings,
        mode=arguments.mode,
        written=written,
        speed=arguments.speed,
        exit_after_s=arguments.exit_after,
        as_json=arguments.json,
    )
    return 0


def play_on_the_simulated_table(
    settings: Settings,
    *,
    mode: str = "teams",
    written: str | None = None,
    speed: float = 1.0,
    exit_after_s: float | None = None,
    as_json: bool = False,
) -> None:
    """Open a table, with its pages, on which one game after the other is played.

    Args:
        settings: What was asked for.
        mode: How many play.
        written: A game that was written down; None for games by chance, without end.
        speed: How much faster than life.
        exit_after_s: Close the table after so many seconds; None stays.
        as_json: Print the script's events and the camera's.
    """
    from companion.cli.evening import an_evening, open_the_pages
    from companion.table.hall import HOME

    seed = secrets.randbits(32) if settings.seed is None else settings.seed
    say(f"The simulated table plays, seed {seed}.")
    with an_evening(settings, settings.data / SIMULATED) as evening:
        performance = _make_performance(
            evening.hall.table(HOME).referee, settings, seed, mode, written, as_json=as_json
        )
        evening.hall.watch(HOME, performance.at_speed(speed))
        open_the_pages(evening, settings, stop_after_s=exit_after_s)


def _compare(settings: Settings, arguments: argparse.Namespace, written: str | None) -> int:
    """Play without pages, as fast as it goes; 1 when one game did not come out as written."""
    from companion.cli.evening import an_evening
    from companion.table.hall import HOME

    seed = 0 if settings.seed is None else settings.seed
    place = IN_MEMORY if arguments.data is None else settings.data / SIMULATED
    with an_evening(settings, place) as evening:
        performance = _make_performance(
            evening.hall.table(HOME).referee,
            settings,
            seed,
            arguments.mode,
            written,
            most=arguments.games,
            as_json=arguments.json,
        )
        comparisons = performance.play_at_once()
    for each in comparisons:
        say(each.in_one_line())
    right = sum(each.is_right for each in comparisons)
    say(f"seed {seed}: {right} of {len(comparisons)} games came out as the script wrote them")
    return 0 if right == len(comparisons) else 1


def _make_performance(
    referee: Referee,
    settings: Settings,
    seed: int,
    mode: str,
    written: str | None,
    *,
    most: int | None = None,
    as_json: bool,
) -> Performance:
    from companion.cli.faces import printed_faces
    from companion.cli.performance import Performance

    deck = referee.deck
    games = games_by_chance(deck, seed, mode, settings.edition)
    if written is not None:
        games = iter([written_game(written, deck, seed)])
    return Performance(
        referee,
        deck=deck,
        edition=settings.edition,
        faces=printed_faces(deck, settings.edition, settings.card),
        card=settings.card,
        games=games if most is None else islice(games, most),
        seed=seed,
        tell=emit if as_json else _say_comparison,
    )


def games_by_chance(deck: Deck, seed: int, mode: str, edition: Edition) -> Iterator[DemoGame]:
    """Make up one game after the other; the same seed makes up the same."""
    from companion.cli.demo_script import write_script
    from companion.game.by_chance import play_by_chance
    from companion.game.pieces import Mode
    from companion.game.rules import apply_action
    from companion.table.dealing import Faces, deal_cards

    rng = Random(seed)
    while True:
        faces = (Faces.WORDS, Faces.PICTURES)[rng.randrange(2)]
        cards = deal_cards(deck, rng, faces)
        record = play_by_chance(rng, mode=Mode(mode), edition=edition, cards=cards)
        yield write_script(record.actions, apply_action, rng)


def written_game(text: str, deck: Deck, seed: int) -> DemoGame:
    """Read a game that was written down; cards that it does not name are dealt.

    Raises:
        UsageError: It cannot be read, or the rules refuse it.
    """
    from companion.cli.demo_script import write_script
    from companion.game.notation import parse_game
    from companion.game.rules import apply_action
    from companion.table.dealing import deal_cards

    rng = Random(seed)
    try:
        record = parse_game(text)
        return write_script(record.actions, apply_action, rng, cards=deal_cards(deck, rng))
    except (CompanionError, ValueError) as error:
        raise UsageError(f"the game cannot be played: {error}") from error


def _say_comparison(document: dict[str, Any]) -> None:
    if document["from"] == "comparison":
        outcome = f"{document['winner']} wins" if document["winner"] else "no winner"
        say(f"Game {document['game']} is over: {outcome}.")
