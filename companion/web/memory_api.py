"""What the table remembers: the evening, games to replay, to take home, to forget."""

from __future__ import annotations

import csv
import io
from typing import Any

from flask import Blueprint, Response, jsonify

from companion.game.solo import chart
from companion.table.evening import Played, summary_document
from companion.web.beside import beside
from companion.web.house import require_host, table_named

blueprint = Blueprint("memory_api", __name__, url_prefix="/api/v1/tables/<code>")

LAST = 10**6
"""No game has so many actions."""

COLUMNS = (
    "game",
    "began_at_s",
    "mode",
    "winner",
    "how",
    "chart",
    "number",
    "action",
    "team",
    "row",
    "col",
    "card",
    "cover",
    "clue",
    "clue_number",
)
"""Of the CSV: one line for each thing that happened, its game repeated on each."""


@blueprint.get("/evening")
def show_evening(code: str) -> Response:
    """The evening's score and its best moments; only games that are over count."""
    table = table_named(code)
    return jsonify(summary_document(table.book.evening(), table.referee.state.edition))


@blueprint.get("/games")
def list_games(code: str) -> Response:
    """All games, the newest first."""
    table = table_named(code)
    games = [game_document(game) for game in reversed(table.book.games())]
    return jsonify({"games": games, "chart": [list(line) for line in chart()]})


@blueprint.get("/games/<game_id>")
def show_game(code: str, game_id: str) -> Response:
    """A game that is over, move by move, as everybody saw it."""
    book = table_named(code).book
    steps = [
        {"number": step.number, "action": step.name, "view": step.view}
        for step in book.steps(game_id)
    ]
    return jsonify({"game": game_id, "has_photos": book.has_photos(game_id), "steps": steps})


@blueprint.get("/games/<game_id>/photo/<int:number>.jpg")
def show_photo(code: str, game_id: str, number: int) -> Response:
    """The table after so many things had happened in a game that is over."""
    jpeg = table_named(code).book.photo(game_id, number)
    return Response(status=204) if jpeg is None else Response(jpeg, mimetype="image/jpeg")


@blueprint.get("/games/<game_id>/photo/last.jpg")
def show_last_photo(code: str, game_id: str) -> Response:
    """The table at the end of a game that is over."""
    return show_photo(code, game_id, LAST)


@blueprint.get("/games/<game_id>/export.json")
def export_json(code: str, game_id: str) -> Response:
    """A game that is over, with its whole log, to take home."""
    table = table_named(code)
    log = table.book.log(game_id)
    played = next(game for game in table.book.games() if game.game_id == game_id)
    response = jsonify({**game_document(played), "log": log})
    response.headers["Content-Disposition"] = f'attachment; filename="{_file_name(game_id)}.json"'
    return response


@blueprint.get("/games/export.csv")
def export_csv(code: str) -> Response:
    """All games that are over, one line for each thing that happened."""
    table = table_named(code)
    text = io.StringIO()
    sheet = csv.DictWriter(text, COLUMNS, extrasaction="ignore", lineterminator="\r\n")
    sheet.writeheader()
    for game in table.book.games():
        if game.outcome is None or game.trouble:
            continue
        about = game_document(game)
        view = table.book.steps(game.game_id)[-1].view
        for number, move in enumerate(view["moves"]):
            sheet.writerow({key: _plain(value) for key, value in _line(about, view, number, move)})
    # With a mark at its start, since spreadsheet programs take it for another alphabet without.
    body = "\ufeff" + text.getvalue()
    response = Response(body, mimetype="text/csv")
    response.headers["Content-Disposition"] = 'attachment; filename="games.csv"'
    return response


@blueprint.post("/host/games/<game_id>/forget")
def forget_game(code: str, game_id: str) -> Response:
    """Delete a game for good."""
    table = table_named(code)
    require_host(table)
    beside(lambda: table.book.forget(game_id))
    return jsonify({})


def game_document(game: Played) -> dict[str, Any]:
    """One game as the list shows it."""
    shown = game.edition.shown_as
    outcome = game.outcome
    best = max(game.clues, key=lambda result: result.found, default=None)
    return {
        "game": game.game_id,
        "began_at_s": game.began_at_s,
        "last_at_s": game.last_at_s,
        "mode": game.mode.value,
        "edition": game.edition.value,
        "own_team": game.own_team and shown(game.own_team.value),
        "outcome": outcome
        and {
            "winner": shown(outcome.winner.value),
            "how": outcome.how.value,
            "chart": outcome.chart,
        },
        "clues": len(game.clues) if outcome else None,
        "best_clue": best
        and outcome
        and {
            "word": best.clue.word,
            "number": best.clue.number_text,
            "found": best.found,
        },
        "trouble": game.trouble,
    }


def _line(
    about: dict[str, Any], view: dict[str, Any], number: int, move: dict[str, Any]
) -> list[tuple[str, Any]]:
    cell = view["cells"][move["row"] * 5 + move["col"]] if "row" in move else {}
    clue = move.get("clue") or {}
    return [
        ("game", about["game"]),
        ("began_at_s", about["began_at_s"]),
        ("mode", about["mode"]),
        *(about["outcome"] or {}).items(),
        ("number", number),
        ("action", move["kind"]),
        ("team", move["team"]),
        ("row", move.get("row")),
        ("col", move.get("col")),
        ("card", cell.get("word")),
        ("cover", move.get("cover")),
        ("clue", clue.get("word")),
        ("clue_number", clue.get("number")),
    ]


def _plain(value: Any) -> Any:
    # A clue may begin with a sign that a spreadsheet takes for a formula: it stays a text.
    is_formula = isinstance(value, str) and value[:1] in ("=", "+", "-", "@")
    return f"'{value}" if is_formula else value


def _file_name(game_id: str) -> str:
    return f"game-{''.join(sign for sign in game_id if sign.isalnum())}"
