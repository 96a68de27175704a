"""Writes the results of an evening for a ranking list (3.14)."""

from __future__ import annotations

import csv
import io
from typing import Any

from companion.league.state import LeagueState
from companion.league.views import public_view, standings_view

COLUMNS = ("place", "id", "name", "points", "opponent_score", "games_won", "games_lost")
"""SA24."""


def ranking_rows(state: LeagueState) -> list[dict[str, Any]]:
    """One row for each player, in order."""
    return [
        {
            "place": row["place"],
            "id": row["id"],
            "name": row["name"],
            "points": row["points"],
            "opponent_score": row["opponent_score"],
            "games_won": row["games"][0],
            "games_lost": row["games"][1],
        }
        for row in standings_view(state)
    ]


def format_ranking(state: LeagueState) -> str:
    """Write the ranking as CSV, UTF-8 with a byte order mark so that Excel sees the umlauts."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\r\n")
    writer.writeheader()
    for row in ranking_rows(state):
        writer.writerow({**row, "name": _safe(row["name"]), "id": _safe(row["id"])})
    return "\ufeff" + out.getvalue()


def ranking_document(state: LeagueState) -> dict[str, Any]:
    """The ranking and everything it was made from, as plain data."""
    return {
        "event": state.announced.code,
        "title": state.announced.title,
        "date": state.announced.date,
        "rules_version": state.announced.rules_version,
        "seed": state.announced.seed,
        "ranking": ranking_rows(state),
        "rounds": public_view(state)["rounds"],
        "final": public_view(state)["final"],
    }


def _safe(text: str) -> str:
    """A name that begins like a formula stays a name when a spreadsheet opens the file."""
    return f"'{text}" if text[:1] in "=+-@\t" else text
