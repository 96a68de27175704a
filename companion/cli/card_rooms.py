"""Puts the score desks and the league beside the tables of an evening."""

from __future__ import annotations

from companion.cli.league_paper import print_for_pages
from companion.cli.scan import read_codes
from companion.store.store import Store
from companion.table.desk_table import DeskHall
from companion.table.league_table import LeagueHall
from companion.web.desk_pages import App, add_desk
from companion.web.league_pages import add_league


def add_card_rooms(app: App, store: Store) -> None:
    """Add the pages of `/desk` and `/league`, kept in the same store as the tables.

    Raises:
        StoreError: What lies there cannot be read.
    """
    add_desk(app, DeskHall(store))
    add_league(app, LeagueHall(store), print_paper=print_for_pages, read_codes=read_codes)
