from __future__ import annotations

import logging

import pytest
from flask import Flask

from companion import errors
from companion.errors import CompanionError, StoreError
from companion.terms import Cell
from companion.web.errors import STATUS_OF, error_body
from tests.web.people import API, at_the_machine


def everything_under(kind: type[CompanionError]) -> list[type[CompanionError]]:
    below = [deeper for child in kind.__subclasses__() for deeper in everything_under(child)]
    return [kind, *below]


def test_every_error_of_the_tree_is_answered_with_its_code() -> None:
    for kind in everything_under(CompanionError):
        error = kind.__new__(kind)
        Exception.__init__(error, "why")
        error.message = "why"
        if isinstance(error, errors.StaleRevisionError):
            error.seen, error.current = 1, 2
        if isinstance(error, errors.FindingError):
            error.finding, error.values = "E_COUNT", {}
        status, body = error_body(error)

        assert body["error"]["code"] == kind.code
        assert body["error"]["message"] == "why"
        assert 400 <= status < 600


@pytest.mark.parametrize(
    ("error", "status"),
    [
        pytest.param(errors.CellCoveredError("covered", cell=Cell(1, 3)), 409, id="rule"),
        pytest.param(errors.StaleRevisionError(seen=1, current=2), 409, id="stale"),
        pytest.param(errors.UnreadableError("what?", text="x"), 400, id="unreadable"),
        pytest.param(errors.NotAllowedError("no"), 403, id="not-allowed"),
        pytest.param(errors.TooManyTriesError(retry_after_s=3.0), 429, id="too-many"),
        pytest.param(errors.UnknownTableError("where?"), 404, id="unknown"),
        pytest.param(errors.StoreError("full"), 503, id="store"),
        pytest.param(RuntimeError("secret"), 500, id="unexpected"),
    ],
)
def test_error_has_its_status(error: Exception, status: int) -> None:
    assert error_body(error)[0] == status


def test_children_stand_before_their_parents() -> None:
    kinds = [kind for kind, _status in STATUS_OF]

    for index, kind in enumerate(kinds):
        assert not any(issubclass(kind, earlier) for earlier in kinds[:index])


def test_unexpected_error_tells_nobody_what_it_held(
    app: Flask, caplog: pytest.LogCaptureFixture
) -> None:
    def stumble() -> str:
        raise RuntimeError("the key is OYNXO")

    app.add_url_rule("/api/v1/stumble", view_func=stumble)
    app.add_url_rule("/stumble", view_func=stumble, endpoint="page")
    host = at_the_machine(app)

    with caplog.at_level(logging.DEBUG):
        answers = [host.get("/api/v1/stumble"), host.get("/stumble")]

    assert [answer.status_code for answer in answers] == [500, 500]
    assert answers[0].json["error"]["code"] == "web/unexpected"
    for text in (*(answer.text for answer in answers), caplog.text):
        assert "OYNXO" not in text
        assert "Traceback" not in text
    assert "RuntimeError" in caplog.text


def test_error_page_is_words_for_people(app: Flask) -> None:
    answer = at_the_machine(app).get("/nowhere")

    assert answer.status_code == 404
    assert "Nothing here" in answer.text
    assert answer.mimetype == "text/html"


def test_store_that_fails_is_said_in_words(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_args: object, **_kwargs: object) -> None:
        raise StoreError("cannot keep the move: the disk is full")

    monkeypatch.setattr("companion.store.store.Store.append_action", fail)
    host = at_the_machine(app)

    answer = host.post(f"{API}/moves", json={"revision": 0, "action": "new_game"})

    assert answer.status_code == 503
    assert answer.json["error"]["message"] == "cannot keep the move: the disk is full"


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH"])
def test_other_methods_are_refused(app: Flask, method: str) -> None:
    answer = at_the_machine(app).open(API, method=method)

    assert answer.status_code == 405
    assert answer.json["error"]["code"] == "http/405"
