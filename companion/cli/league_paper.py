"""Score cards for `companion print league-cards`: from a list of players, from an evening, bare."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.cli.files import read_whole
from companion.cli.settings import default_data_folder
from companion.errors import UsageError
from companion.league.fields import read_code
from printables.league_cards import ScoreCard, numbered_cards, player_payload
from printables.league_sheets import LeaguePaper, cards_of, print_league
from printables.order import PrintOrder, What


def add_league_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of the league's paper."""
    parser.add_argument(
        "--roster", type=Path, metavar="FILE.csv", help="league-cards: players, one a line"
    )
    parser.add_argument("--event", metavar="CODE", help="league-cards: the evening's code")
    parser.add_argument("--title", metavar="TEXT", help="league-cards: the evening's name")
    parser.add_argument(
        "--base",
        default="",
        metavar="URL",
        help="league-cards: address of the pages, so that a phone's camera opens the player",
    )


def with_score_cards(order: PrintOrder, arguments: argparse.Namespace) -> PrintOrder:
    """Fill an order for score cards with what was named; every other order stays as it is.

    Without a list the players of the evening are taken, if there is one of that code; else the
    cards are numbered, or, without a code, bare.

    Raises:
        UsageError: The list cannot be read.
        UnreadableError: A line of it cannot be used.
        StoreError: The evenings cannot be read.
    """
    if order.what is not What.LEAGUE_CARDS:
        return order
    event, base = arguments.event or "", arguments.base
    if event:
        # It stands in an address and before a colon: nothing else may end it.
        read_code("--event", event)
    title = arguments.title or "Springfield League"
    if arguments.roster is not None:
        cards = _from_roster(arguments.roster, event, title, base)
    else:
        kept = _kept_evening(event, arguments.data or default_data_folder()) if event else None
        cards = (
            numbered_cards(order.count, title=title, event=event, base=base)
            if kept is None
            else tuple(cards_of(kept, base))
        )
    if not cards:
        raise UsageError("there is nobody to print a score card for")
    return replace(order, score_cards=cards)


def print_for_pages(what: str, view: Mapping[str, Any], language: str, base: str) -> bytes:
    """Print paper of an evening for the pages.

    Raises:
        UsageError: There is no such paper, or nothing to print yet.
    """
    try:
        kind = LeaguePaper(what)
    except ValueError as error:
        legal = ", ".join(LeaguePaper)
        raise UsageError(f"the league's paper is one of {legal}, not {what!r}") from error
    return print_league(kind, view, language=language, base=base)


def _from_roster(path: Path, event: str, title: str, base: str) -> tuple[ScoreCard, ...]:
    from companion.league.roster import read_roster

    roster = read_roster(read_whole(path, "the list of players"))
    return tuple(
        ScoreCard(
            title,
            player_payload(event, player, base) if event else "",
            each.player_name,
            player,
            tuple((deck.starter, deck.size) for deck in each.decks),
        )
        for number, each in enumerate(roster, start=1)
        for player in [each.player or str(number)]
    )


def _kept_evening(code: str, data: Path) -> Mapping[str, Any] | None:
    from companion.store.store import FILE_NAME, Store
    from companion.table.league_table import LeagueHall

    if not (data / FILE_NAME).exists():
        return None
    with Store(data) as store:
        found = [each for each in LeagueHall(store).evenings if each.code == code]
        return found[0].director_view() if found else None
