"""What stands on the league's paper, in German and in English."""

from __future__ import annotations

from typing import Final

from companion.errors import UsageError

_WORDS: Final[dict[str, dict[str, str]]] = {
    "de": {
        "score_card": "Scorekarte",
        "name": "Name",
        "id": "Spieler-Nr.",
        "starter1": "Anfangscharakter 1",
        "starter2": "Anfangscharakter 2",
        "cards": "Karten",
        "round": "R",
        "opponent": "Gegner",
        "table": "Tisch",
        "games": "Spiele",
        "points": "Punkte",
        "total": "Summe",
        "initials": "Kürzel",
        "final": "F",
        "bye": "Freilos",
        "bye_in": "Freilos in Runde",
        "left_after": "Ausgestiegen nach Runde",
        "only_director": "Ergebnisse trägt nur die Turnierleitung ein.",
        "points_told": "Sieg 3 · Unentschieden 2 · Niederlage 1 · Freilos 3",
        "pairings_by_table": "Runde {round}: Paarungen nach Tisch",
        "pairings_by_name": "Runde {round}: Paarungen nach Name",
        "plays": "spielt gegen",
        "slip": "Ergebniszettel",
        "round_long": "Runde {round}",
        "table_long": "Tisch {table}",
        "games_won": "gewonnene Spiele",
        "signature": "Unterschrift",
        "time_called": "Zeit abgelaufen",
        "together": "Gemeinsam am Turnierleitertisch melden.",
        "standings": "Tabelle nach Runde {round}",
        "standings_final": "Endstand",
        "place": "Platz",
        "opponent_score": "Gegnerpunkte",
        "won_lost": "Spiele",
        "rematch": "Wiederholung",
        "page": "Seite {page} von {pages}",
        "seed": "Auslosung: {seed}",
        "print": "Druck in Originalgröße (100 %)",
        "left": "ausgestiegen",
    },
    "en": {
        "score_card": "Score card",
        "name": "Name",
        "id": "Player no.",
        "starter1": "Starting character 1",
        "starter2": "Starting character 2",
        "cards": "cards",
        "round": "R",
        "opponent": "Opponent",
        "table": "Table",
        "games": "Games",
        "points": "Points",
        "total": "Total",
        "initials": "Initials",
        "final": "F",
        "bye": "Bye",
        "bye_in": "Bye in round",
        "left_after": "Left after round",
        "only_director": "Only the director writes down results.",
        "points_told": "Win 3 · draw 2 · loss 1 · bye 3",
        "pairings_by_table": "Round {round}: pairings by table",
        "pairings_by_name": "Round {round}: pairings by name",
        "plays": "plays",
        "slip": "Result slip",
        "round_long": "Round {round}",
        "table_long": "Table {table}",
        "games_won": "games won",
        "signature": "Signature",
        "time_called": "Time was called",
        "together": "Report together at the director's desk.",
        "standings": "Standings after round {round}",
        "standings_final": "Final standings",
        "place": "Place",
        "opponent_score": "Opponent score",
        "won_lost": "Games",
        "rematch": "rematch",
        "page": "Page {page} of {pages}",
        "seed": "Seed: {seed}",
        "print": "print at 100 % (true size)",
        "left": "left",
    },
}

LEAGUE_LANGUAGES = tuple(_WORDS)
"""German first: it is a German league's paper."""


def words(language: str) -> dict[str, str]:
    """The words of a language.

    Raises:
        UsageError: The league's paper is not written in it.
    """
    found = _WORDS.get(language)
    if found is None:
        legal = ", ".join(LEAGUE_LANGUAGES)
        raise UsageError(f"the league's paper is written in {legal}, not {language!r}")
    return found
