from __future__ import annotations

import io
from pathlib import Path

import pypdfium2
import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.store.store import Store
from companion.table.hall import Hall
from printables.leaflet import press_leaves
from printables.league_cards import ScoreCard, player_payload, score_card_leaves
from tests.web.league_people import DECKS, LEAGUE, an_app, an_evening, error_of, move
from tests.web.people import at_the_machine, on_a_phone


@pytest.fixture
def store() -> Store:
    return Store("sqlite://")


@pytest.fixture
def card_app(hall: Hall, store: Store) -> Flask:
    return an_app(hall, store)


@pytest.fixture
def director(card_app: Flask) -> FlaskClient:
    return at_the_machine(card_app)


@pytest.fixture
def phone(card_app: Flask) -> FlaskClient:
    return on_a_phone(card_app)


@pytest.mark.parametrize(
    "path", ["/league", "/league/cup/", "/league/cup/screen", "/league/cup/p", "/league/cup/p/3"]
)
def test_pages_are_german_first_and_english_when_asked(director: FlaskClient, path: str) -> None:
    an_evening(director)

    german = director.get(path)
    english = director.get(f"{path}?lang=en")
    still_english = director.get(path)

    assert german.status_code == 200
    assert '<html lang="de">' in german.text
    assert '<html lang="en">' in english.text
    assert '<html lang="en">' in still_english.text


def test_directors_moves_and_paper_are_for_the_director_alone(
    director: FlaskClient, phone: FlaskClient
) -> None:
    an_evening(director)

    assert phone.get("/league/cup/").location == "/league/cup/screen"
    assert phone.get("/league/cup/screen").status_code == 200
    assert phone.get(f"{LEAGUE}/cup").status_code == 200
    for answer in (
        move(phone, "cup", "publish_round"),
        phone.post(f"{LEAGUE}/cup/preview", json={}),
        phone.get(f"{LEAGUE}/cup/director"),
        phone.get(f"{LEAGUE}/cup/paper/slips.pdf"),
        phone.get(f"{LEAGUE}/cup/log.json"),
        phone.post(LEAGUE, json={"title": "x", "code": "x", "seed": "x"}),
        phone.post(f"{LEAGUE}/cup/roster", data=b"name\nA\n", content_type="text/csv"),
    ):
        assert answer.status_code == 403


def test_phones_see_neither_hashes_nor_notes(director: FlaskClient, phone: FlaskClient) -> None:
    an_evening(director)
    decks = [{"starter": "Star A", "size": 50, "hash": "secret-hash"}, DECKS[1]]
    move(director, "cup", "deck_check", player="3", decks=decks)

    for path in (f"{LEAGUE}/cup", f"{LEAGUE}/cup/players/3", "/league/cup/p/3"):
        text = phone.get(path).text
        assert "secret-hash" not in text
        assert "R0:" not in text


def test_player_page_says_table_and_opponent(director: FlaskClient, phone: FlaskClient) -> None:
    an_evening(director)
    move(director, "cup", "publish_round")
    first = phone.get(f"{LEAGUE}/cup").json["rounds"][0]["tables"][0]

    seen = phone.get(f"{LEAGUE}/cup/players/{first['one']['id']}").json

    assert seen["match"]["table"] == 1
    assert seen["match"]["opponent"] == first["other"]


def test_two_directors_do_not_overwrite_each_other(director: FlaskClient) -> None:
    an_evening(director)
    move(director, "cup", "publish_round")
    seen = director.get(f"{LEAGUE}/cup/director").json["revision"]
    result = {"round": 1, "table": 1, "revision": seen}

    first = move(director, "cup", "result", games=[2, 0], **result)
    second = move(director, "cup", "result", games=[0, 2], **result)

    assert first.status_code == 200
    assert second.status_code == 409
    assert error_of(second)["code"] == "table/stale-revision"
    assert director.get(f"{LEAGUE}/cup").json["rounds"][0]["tables"][0]["games"] == [2, 0]


def test_browser_cannot_say_who_is_paired_or_what_time_it_is(director: FlaskClient) -> None:
    an_evening(director)
    tables = [["1", "2"], ["3", "4"], ["5", "6"], ["7", "8"]]

    move(director, "cup", "publish_round", tables=tables, bye="9")
    move(director, "cup", "clock", running=True, at_s=1.0)

    view = director.get(f"{LEAGUE}/cup").json
    assert [[t["one"]["id"], t["other"]["id"]] for t in view["rounds"][0]["tables"]] != tables
    assert view["clock"]["since_s"] > 1_000_000


@pytest.mark.parametrize(
    ("fields", "finding"),
    [
        pytest.param({"action": "check_in", "player_name": "New"}, "E_TOO_LATE", id="too-late"),
        pytest.param({"action": "drop", "player": "99"}, "E_UNKNOWN_PLAYER", id="unknown-id"),
        pytest.param(
            {"action": "result", "round": 2, "table": 1, "games": [3, 1]}, "E_RESULT", id="3-1"
        ),
        pytest.param(
            {"action": "result", "round": 1, "table": 1, "games": [2, 0]},
            "E_ROUND_CLOSED",
            id="closed-round",
        ),
        pytest.param({"action": "publish_round"}, "E_RESULTS_MISSING", id="too-early"),
    ],
)
def test_bad_input_is_one_clear_line_and_changes_nothing(
    director: FlaskClient, fields: dict[str, object], finding: str
) -> None:
    an_evening(director)
    move(director, "cup", "publish_round")
    for table in (1, 2, 3, 4):
        move(director, "cup", "result", round=1, table=table, games=[2, 1])
    move(director, "cup", "publish_round")
    before = director.get(f"{LEAGUE}/cup/director").json

    answer = director.post(f"{LEAGUE}/cup/moves", json={"revision": before["revision"], **fields})

    assert answer.status_code == 409
    assert error_of(answer)["finding"] == finding
    assert "\n" not in error_of(answer)["message"]
    after = director.get(f"{LEAGUE}/cup/director").json
    assert {**after, "now_s": 0} == {**before, "now_s": 0}


def test_name_that_is_there_already_is_noticed(director: FlaskClient) -> None:
    an_evening(director)

    answer = move(director, "cup", "check_in", player_name=" player  3")

    assert error_of(answer)["finding"] == "E_SAME_NAME"
    assert error_of(answer)["values"] == {"player": "player 3", "id": "3"}
    assert len(director.get(f"{LEAGUE}/cup").json["players"]) == 9


def test_seven_players_are_too_few(director: FlaskClient) -> None:
    an_evening(director, 7)

    answer = move(director, "cup", "publish_round")

    assert error_of(answer)["finding"] == "E_MIN_PLAYERS"
    assert director.get(f"{LEAGUE}/cup").json["round"] == 0


@pytest.mark.parametrize(
    ("content", "said"),
    [
        pytest.param("name\nJörg\n".encode("latin-1"), "Latin-1", id="latin-1"),
        pytest.param(b"who\nAda\n", "'name'", id="columns"),
        pytest.param(b"name;id\nAda;1\nAda;2\n", "Ada", id="double"),
        pytest.param(b"name;starter1;size1\nAda;Star;many\n", "line 2", id="size"),
    ],
)
def test_roster_goes_in_whole_or_not_at_all(
    director: FlaskClient, content: bytes, said: str
) -> None:
    an_evening(director, 0)

    refused = director.post(f"{LEAGUE}/cup/roster", data=content, content_type="text/csv")

    assert refused.status_code in (400, 409)
    assert said in error_of(refused)["message"]
    assert director.get(f"{LEAGUE}/cup").json["players"] == []


def test_roster_of_umlauts_is_read(director: FlaskClient) -> None:
    an_evening(director, 0)
    content = "Spieler;Nummer\nJörg Müßig;7\nÄnne;\n".encode()

    answer = director.post(f"{LEAGUE}/cup/roster", data=content, content_type="text/csv")

    assert answer.json == {"checked_in": 2}
    players = director.get(f"{LEAGUE}/cup").json["players"]
    assert [(each["id"], each["name"]) for each in players] == [("7", "Jörg Müßig"), ("1", "Änne")]


@pytest.mark.parametrize("base", ["", "http://192.168.0.7:8080"])
def test_scanned_score_card_opens_the_player(director: FlaskClient, base: str) -> None:
    an_evening(director)
    card = ScoreCard("Cup", player_payload("cup", "4", base), "Player 4", "4")
    pdf, _ = press_leaves(score_card_leaves([card]), "A4", title="x")
    picture = io.BytesIO()
    pypdfium2.PdfDocument(pdf)[0].render(scale=2).to_pil().save(picture, "JPEG")

    found = director.post(f"{LEAGUE}/cup/scan", data=picture.getvalue(), content_type="image/jpeg")
    nothing = director.post(f"{LEAGUE}/cup/scan", data=b"no picture", content_type="image/jpeg")

    assert found.json == {"player": {"id": "4", "name": "Player 4"}}
    assert error_of(nothing)["finding"] == "E_NO_CODE"


def test_paper_and_exports(director: FlaskClient) -> None:
    an_evening(director)
    assert error_of(director.get(f"{LEAGUE}/cup/paper/slips.pdf"))["finding"] == (
        "E_NOTHING_TO_PRINT"
    )
    move(director, "cup", "publish_round")

    for what in ("cards", "pairings-by-table", "pairings-by-name", "slips", "standings"):
        answer = director.get(f"{LEAGUE}/cup/paper/{what}.pdf?lang=en")
        assert answer.data.startswith(b"%PDF")
    rows = director.get(f"{LEAGUE}/cup/ranking.csv").text.splitlines()
    assert rows[0].endswith("place,id,name,points,opponent_score,games_won,games_lost")
    assert len(rows) == 10
    assert director.get(f"{LEAGUE}/cup/ranking.json").json["event"] == "cup"


def test_phone_follows_a_match_without_keeping_it(phone: FlaskClient) -> None:
    steps = [{"step": "start_roll", "player": "A"}, {"step": "time", "player": "B"}]

    followed = phone.post(f"{LEAGUE}/follow", json={"players": ["A", "B"], "steps": steps}).json
    wrong = phone.post(f"{LEAGUE}/follow", json={"players": ["A", "A"], "steps": steps})

    assert followed["turns"] == ["B", "A", "B", "A"]
    assert wrong.status_code == 400


def test_evening_is_there_again_after_a_restart(hall: Hall, tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        client = at_the_machine(an_app(hall, store))
        an_evening(client)
        move(client, "cup", "publish_round")
        move(client, "cup", "result", round=1, table=1, games=[2, 1])
        before = client.get(f"{LEAGUE}/cup/director").json

    with Store(tmp_path) as store:
        after = at_the_machine(an_app(hall, store)).get(f"{LEAGUE}/cup/director").json

    assert {**after, "now_s": 0} == {**before, "now_s": 0}


def test_unknown_evening_is_said(phone: FlaskClient) -> None:
    assert phone.get(f"{LEAGUE}/none").status_code == 404
    assert phone.get("/league/none/screen").status_code == 404


def test_code_of_an_evening_is_taken_once(director: FlaskClient) -> None:
    an_evening(director, 0)

    again = director.post(LEAGUE, json={"title": "Cup", "code": "CUP", "seed": "x"})

    assert error_of(again)["finding"] == "E_SAME_CODE"
