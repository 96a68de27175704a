from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.table.hall import Table
from companion.table.seats import Standing
from companion.table.status import CameraState, CameraStatus
from tests.web.people import API, move, on_a_phone, with_a_seat

PAGES = ("", "cluemaster", "host", "camera", "games")


def test_front_door_leads_to_the_home_table(guesser: FlaskClient) -> None:
    answer = guesser.get("/")

    assert answer.status_code == 302
    assert answer.headers["Location"] == "/t/home/"


@pytest.mark.parametrize("page", PAGES)
def test_host_may_open_every_page(host: FlaskClient, page: str) -> None:
    answer = host.get(f"/t/home/{page}")

    assert answer.status_code == 200
    assert answer.mimetype == "text/html"


@pytest.mark.parametrize("page", PAGES)
def test_page_of_an_unknown_table_is_404(host: FlaskClient, page: str) -> None:
    assert host.get(f"/t/nowhere/{page}").status_code == 404


def test_guesser_gets_the_door_to_a_seat_and_not_the_page(guesser: FlaskClient) -> None:
    for page in ("cluemaster", "host"):
        text = guesser.get(f"/t/home/{page}").text

        assert 'id="claim"' in text
        assert 'id="look"' not in text
        assert 'id="new-game"' not in text


def test_guesser_does_not_see_the_camera(guesser: FlaskClient) -> None:
    assert guesser.get("/t/home/camera").status_code == 403
    assert guesser.get(f"{API}/camera.jpg").status_code == 403


@pytest.mark.parametrize("page", PAGES)
def test_every_page_says_that_the_table_is_simulated(
    host: FlaskClient, table: Table, page: str
) -> None:
    hidden = '<p id="simulated" class="strip" hidden>'
    assert hidden in host.get(f"/t/home/{page}").text

    table.referee.set_camera(CameraStatus(CameraState.LIVE, None, is_simulated=True))

    text = host.get(f"/t/home/{page}").text
    assert hidden not in text
    assert "Simulated table" in text


def test_choosing_a_key_is_on_the_cluemasters_page_only(
    app: Flask, host: FlaskClient, table: Table
) -> None:
    seated = with_a_seat(app, table, Standing.CLUEMASTER)

    assert 'id="key-code"' in seated.get("/t/home/cluemaster").text
    assert 'id="key-code"' not in host.get("/t/home/host").text


def test_page_source_holds_no_view(cluemaster: FlaskClient, game: dict[str, Any]) -> None:
    text = cluemaster.get("/t/home/cluemaster").text

    assert all(row not in text for row in game["grid"])


class Film:
    """Stands in for the eyes of a table."""

    def __init__(self, jpeg: bytes | None) -> None:
        self.jpeg = jpeg

    def picture(self) -> bytes | None:
        return self.jpeg

    def cards_picture(self) -> bytes | None:
        return self.jpeg

    def stop(self) -> None:
        pass


def test_picture_goes_to_the_host_and_the_cluemasters(
    app: Flask, host: FlaskClient, cluemaster: FlaskClient, table: Table
) -> None:
    table.live = Film(b"jpeg")  # type: ignore[assignment]

    for client in (host, cluemaster):
        answer = client.get(f"{API}/camera.jpg")
        assert answer.data == b"jpeg"
        assert answer.mimetype == "image/jpeg"
        assert answer.headers["X-Picture-Extent"] == "whole"
    assert on_a_phone(app).get(f"{API}/camera.jpg").status_code == 403


def test_picture_is_said_to_be_cut_once_a_key_is_in_play(host: FlaskClient, table: Table) -> None:
    table.live = Film(b"jpeg")  # type: ignore[assignment]
    move(host, "new_game", key_source="paper", start="orange")

    assert host.get(f"{API}/camera.jpg").headers["X-Picture-Extent"] == "cells"


def test_cards_are_shown_to_the_host_and_the_cluemasters_only(
    app: Flask, host: FlaskClient, cluemaster: FlaskClient, table: Table
) -> None:
    table.live = Film(b"cards")  # type: ignore[assignment]

    for client in (host, cluemaster):
        assert client.get(f"{API}/cards.jpg").data == b"cards"
    assert on_a_phone(app).get(f"{API}/cards.jpg").status_code == 403


def test_drawing_of_a_card_is_for_everybody_and_kept(guesser: FlaskClient, table: Table) -> None:
    card = next(card for card in table.referee.deck.cards if card.picture)

    answer = guesser.get(f"{API}/cards/{card.id}/picture")
    assert answer.mimetype == "image/svg+xml"
    assert answer.text.startswith("<svg")
    assert answer.headers["Cache-Control"] == "no-cache"
    assert guesser.get(f"{API}/cards/nothing/picture").status_code == 404


def test_no_picture_is_no_error(host: FlaskClient, table: Table) -> None:
    assert host.get(f"{API}/camera.jpg").status_code == 204
    table.live = Film(None)  # type: ignore[assignment]
    assert host.get(f"{API}/camera.jpg").status_code == 204


def test_host_page_names_the_deck_in_play_and_its_fingerprint(
    host: FlaskClient, table: Table
) -> None:
    page = host.get("/t/home/host").get_data(as_text=True)

    assert table.referee.deck.name in page
    assert table.referee.deck.fingerprint in page
