from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.game.actions import GiveClue, Guess, NewGame
from companion.game.state import KeySource
from companion.table.hall import Table
from companion.table.seats import Standing
from companion.terms import ALL_CELLS, Role
from tests.web.people import API, at_the_machine, on_a_phone


def play(table: Table, word: str = "winter", **more: Any) -> None:
    """One game: a clue that finds two cards, then the game-over card."""
    table.referee.submit(NewGame(**more), by=Standing.HOST)
    state = table.referee.state
    assert state.key is not None
    assert state.turn is not None
    own = [cell for cell in ALL_CELLS if state.key.role_at(cell) is Role.of_team(state.turn)]
    table.referee.submit(GiveClue(word, 2), by=Standing.CLUEMASTER)
    for cell in (*own[:2], *state.key.cells_of(Role.GAME_OVER)):
        table.referee.submit(Guess(cell), by=Standing.CLUEMASTER)


def test_evening_counts_games_that_are_over(guesser: FlaskClient, table: Table) -> None:
    play(table)
    winner = table.referee.state.outcome.winner  # type: ignore[union-attr]
    table.referee.submit(NewGame(), by=Standing.HOST)

    evening = guesser.get(f"{API}/evening").json
    assert evening["games"] == 1
    assert evening["score"][winner.value] == 1
    assert evening["best_clue"] == {
        "word": "winter",
        "number": "2",
        "team": winner.rival.value,
        "found": 2,
        "game": "1",
    }
    assert evening["longest_run"] == {"team": winner.rival.value, "cards": 2}


def test_games_are_listed_the_newest_first(guesser: FlaskClient, table: Table) -> None:
    play(table)
    table.referee.submit(NewGame(), by=Standing.HOST)

    games = guesser.get(f"{API}/games").json["games"]
    assert [game["game"] for game in games] == ["2", "1"]
    assert games[0]["outcome"] is None
    assert games[1]["outcome"]["how"] == "game_over_card"


def test_running_game_tells_no_clue_in_the_list(guesser: FlaskClient, table: Table) -> None:
    table.referee.submit(NewGame(), by=Standing.HOST)
    table.referee.submit(GiveClue("winter", 2), by=Standing.CLUEMASTER)

    (game,) = guesser.get(f"{API}/games").json["games"]
    assert game["clues"] is None
    assert game["best_clue"] is None


def test_game_is_seen_again_move_by_move(guesser: FlaskClient, table: Table) -> None:
    play(table)

    steps = guesser.get(f"{API}/games/1").json["steps"]
    assert [step["action"] for step in steps] == ["new_game", "clue", "guess", "guess", "guess"]
    assert [sum(c["cover"] is not None for c in step["view"]["cells"]) for step in steps] == [
        *(0, 0, 1, 2, 3)
    ]
    assert all("key" not in step["view"] for step in steps[:-1])


@pytest.mark.parametrize("path", ["games/1", "games/1/export.json", "games/1/photo/3.jpg"])
def test_game_on_the_table_is_not_given_away(host: FlaskClient, table: Table, path: str) -> None:
    table.referee.submit(NewGame(), by=Standing.HOST)

    answer = host.get(f"{API}/{path}")
    assert answer.status_code == 403
    assert b"grid" not in answer.data


def test_game_that_was_left_keeps_its_key(host: FlaskClient, table: Table) -> None:
    """Its key card may be on the stand again."""
    table.referee.submit(NewGame(), by=Standing.HOST)
    table.referee.submit(GiveClue("winter", 2), by=Standing.CLUEMASTER)
    table.referee.submit(NewGame(), by=Standing.HOST)

    for path in ("games/1", "games/1/export.json", "games/1/photo/0.jpg"):
        assert host.get(f"{API}/{path}").status_code == 403


def test_unknown_game_is_404(guesser: FlaskClient) -> None:
    assert guesser.get(f"{API}/games/7").status_code == 404
    assert guesser.get("/t/home/games/7").status_code == 404


def test_export_holds_the_whole_log(guesser: FlaskClient, table: Table) -> None:
    play(table)

    answer = guesser.get(f"{API}/games/1/export.json")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="game-1.json"'
    assert [action["action"] for action in answer.json["log"]][:2] == ["new_game", "clue"]
    assert answer.json["log"][0]["key"]["grid"]


def test_csv_has_a_line_for_each_thing_that_happened(guesser: FlaskClient, table: Table) -> None:
    play(table, "winter")
    play(table, "=1+1")
    table.referee.submit(NewGame(), by=Standing.HOST)

    answer = guesser.get(f"{API}/games/export.csv")
    lines = list(csv.DictReader(io.StringIO(answer.text.removeprefix("\ufeff"))))
    assert [line["action"] for line in lines] == ["clue", "guess", "guess", "guess"] * 2
    assert lines[1]["card"]
    # A spreadsheet must not take a clue for a formula.
    assert lines[4]["clue"] == "'=1+1"


def test_host_deletes_a_game(app: Flask, table: Table) -> None:
    play(table)
    play(table)
    revision = table.referee.revision
    host, guesser = at_the_machine(app), on_a_phone(app)

    assert guesser.post(f"{API}/host/games/1/forget", json={}).status_code == 403
    assert host.post(f"{API}/host/games/2/forget", json={}).status_code == 403
    assert host.post(f"{API}/host/games/1/forget", json={}).status_code == 200
    assert [game["game"] for game in guesser.get(f"{API}/games").json["games"]] == ["2"]
    assert table.referee.revision == revision
    play(table)
    assert table.referee.moment.game_id == "3"


def test_two_player_games_fill_the_chart(guesser: FlaskClient, table: Table) -> None:
    from companion.game.pieces import Mode

    play(table, mode=Mode.TWO_PLAYER)

    evening = guesser.get(f"{API}/evening").json
    assert evening["solo"] == {"games": 1, "won": 0}
    assert set(evening["score"].values()) == {0}


def test_host_is_told_which_cards_were_played_tonight(host: FlaskClient, table: Table) -> None:
    play(table)
    first = {card.id for card in table.referee.state.cards if card}
    table.referee.submit(NewGame(key_source=KeySource.ENTERED), by=Standing.HOST)
    second = {card.id for card in table.referee.state.cards if card}

    assert not first & second
    assert host.get(f"{API}/host").json["host"]["put_away"] == []
