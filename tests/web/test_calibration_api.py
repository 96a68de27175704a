from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.errors import UsageError
from companion.table.hall import Hall
from companion.web.app import create_app
from tests.web.people import API, at_the_machine, on_a_phone

STEPS, PLACE = f"{API}/camera/steps", f"{API}/camera/place"


class Desk:
    """Remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[Any, ...]] = []

    def show(self, code: str) -> dict[str, Any]:
        return {"camera": "attic", "table": code}

    def begin(self, code: str, step: str) -> None:
        if step == "dance":
            raise UsageError("'step' is 'lens' or 'colours'; got 'dance'")
        self.asked.append((code, step))

    def finish(self, code: str) -> None:
        self.asked.append((code, "finish"))

    def stop(self, code: str) -> None:
        self.asked.append((code, "stop"))

    def place(self, code: str, corners: object) -> None:
        self.asked.append((code, corners))


@pytest.fixture
def desk() -> Desk:
    return Desk()


@pytest.fixture
def measuring(hall: Hall, desk: Desk) -> Flask:
    return create_app(hall, camera_desk=desk)


def test_host_measures_the_camera(measuring: Flask, desk: Desk) -> None:
    host = at_the_machine(measuring)

    assert host.get(STEPS).json == {"camera": "attic", "table": "home"}
    for step in ("lens", "finish", None):
        assert host.post(STEPS, json={"step": step}).json["camera"] == "attic"
    corners = [[0.1, 0.1], [0.9, 0.1], [0.9, 0.9], [0.1, 0.9]]
    assert host.post(PLACE, json={"corners": corners}).status_code == 200
    assert desk.asked == [("home", "lens"), ("home", "finish"), ("home", "stop"), ("home", corners)]
    assert "Measure the lens" in host.get("/t/home/camera").text


def test_step_that_cannot_be_taken_is_refused_in_words(measuring: Flask) -> None:
    answer = at_the_machine(measuring).post(STEPS, json={"step": "dance"})

    assert answer.status_code == 400
    assert "got 'dance'" in answer.json["error"]["message"]
    assert at_the_machine(measuring).post(STEPS, json=["lens"]).status_code == 400


def test_nobody_but_the_host_measures(measuring: Flask, desk: Desk) -> None:
    phone = on_a_phone(measuring)

    assert phone.get(STEPS).status_code == 403
    assert phone.post(STEPS, json={"step": "lens"}).status_code == 403
    assert phone.post(PLACE, json={"corners": None}).status_code == 403
    assert desk.asked == []


def test_camera_is_only_shown_where_nobody_can_measure(host: FlaskClient) -> None:
    assert host.get(STEPS).status_code == 404
    page = host.get("/t/home/camera")
    assert page.status_code == 200
    assert "Measure the lens" not in page.text
