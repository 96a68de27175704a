"""The print shop in the browser, over a shop that prints nothing."""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import IO, Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.errors import UsageError
from companion.table.hall import Hall
from companion.web.app import create_app
from tests.web.people import at_the_machine, on_a_phone

API = "/api/v1/print"


class PaperShop:
    def choices(self) -> Mapping[str, Sequence[tuple[str, str]]]:
        names = [
            "what",
            "deck",
            "edition",
            "paper",
            "flip",
            "size",
            "bleed",
            "ink",
            "font",
            "files",
        ]
        return {name: [(name, f"a {name}")] for name in names}

    def preview(self, wish: Mapping[str, str]) -> bytes:
        if wish.get("what") == "stickers":
            raise UsageError("what is one of cards, keys, not 'stickers'")
        return b"\x89PNG of " + wish["what"].encode()

    def print(self, wish: Mapping[str, str], tell: Callable[[int, int], None]) -> bytes:
        if wish["what"] == "fire":
            raise ValueError("a secret code")
        if wish["what"] == "stickers":
            raise UsageError("no stickers")
        tell(1, 2)
        return b"%PDF of " + wish["what"].encode()

    def take_deck(self, files: Iterable[tuple[str, IO[bytes]]]) -> Mapping[str, Any]:
        return {
            "deck": "own",
            "label": "own",
            "remarks": [f"{n} {len(f.read())}" for n, f in files],
        }

    def take_font(self, files: Iterable[tuple[str, IO[bytes]]]) -> Mapping[str, Any]:
        return {"font": "own", "label": ", ".join(name for name, _ in files)}

    def key_code(self, grid: Sequence[str], edition: str) -> tuple[str, str]:
        return "".join(grid)[:9], f"{edition} owl"


@pytest.fixture
def visitor(hall: Hall) -> FlaskClient:
    return on_a_phone(create_app(hall, print_shop=PaperShop()))


def finished(visitor: FlaskClient, job: str) -> dict[str, object]:
    until = time.monotonic() + 10
    while time.monotonic() < until:
        document: dict[str, object] = visitor.get(f"{API}/jobs/{job}").get_json()
        if document["state"] != "working":
            return document
    raise AssertionError("the job is never done")


def test_page_offers_the_shops_choices(visitor: FlaskClient) -> None:
    page = visitor.get("/print").get_data(as_text=True)

    assert "a paper" in page
    assert "a what" in page


def test_page_is_not_there_without_a_shop(app: Flask) -> None:
    assert on_a_phone(app).get("/print").status_code == 404


def test_host_page_leads_to_the_print_shop(hall: Hall) -> None:
    host = at_the_machine(create_app(hall, print_shop=PaperShop()))

    assert 'href="/print"' in host.get("/t/home/host").get_data(as_text=True)


def test_preview_is_a_picture(visitor: FlaskClient) -> None:
    answer = visitor.post(f"{API}/preview", json={"what": "cards"})

    assert (answer.mimetype, answer.data) == ("image/png", b"\x89PNG of cards")


def test_job_makes_a_file(visitor: FlaskClient) -> None:
    begun = visitor.post(f"{API}/jobs", json={"what": "keys"})
    done = finished(visitor, begun.get_json()["job"])
    file = visitor.get(f"{API}/jobs/{begun.get_json()['job']}/file")

    assert begun.status_code == 202
    assert done == {"state": "done", "done": 1, "of": 2, "name": "keys.pdf", "message": None}
    assert file.data == b"%PDF of keys"
    assert file.headers["Content-Disposition"] == 'attachment; filename="keys.pdf"'


@pytest.mark.parametrize(("what", "says"), [("stickers", "no stickers"), ("fire", "went wrong")])
def test_job_that_fails_says_so_and_tells_no_secret(
    visitor: FlaskClient, what: str, says: str
) -> None:
    begun = visitor.post(f"{API}/jobs", json={"what": what}).get_json()
    done = finished(visitor, begun["job"])

    assert done["state"] == "failed"
    assert says in str(done["message"])
    assert "secret" not in str(done["message"])


def test_wish_that_cannot_be_filled_is_the_visitors_fault(visitor: FlaskClient) -> None:
    answer = visitor.post(f"{API}/preview", json={"what": "stickers"})

    assert answer.status_code == 400
    assert answer.get_json()["error"]["code"] == "usage"


@pytest.mark.parametrize("wish", [[], "cards", {"what": 7}])
def test_wish_that_is_none_is_refused(visitor: FlaskClient, wish: object) -> None:
    assert visitor.post(f"{API}/jobs", json=wish).status_code == 400


def test_file_of_a_job_that_never_was_is_not_there(visitor: FlaskClient) -> None:
    assert visitor.get(f"{API}/jobs/guess").status_code == 404
    assert visitor.get(f"{API}/jobs/guess/file").status_code == 404


def test_drawn_key_card_gets_its_code(visitor: FlaskClient) -> None:
    answer = visitor.post(f"{API}/key", json={"grid": ["OYNXO"] * 5, "edition": "classic"})

    assert answer.get_json() == {"code": "OYNXOOYNX", "check_word": "classic owl"}


@pytest.mark.parametrize("grid", [None, "OYNXO", [1, 2]])
def test_drawing_that_is_no_grid_is_refused(visitor: FlaskClient, grid: object) -> None:
    assert visitor.post(f"{API}/key", json={"grid": grid}).status_code == 400


def test_deck_of_ones_own_is_taken_in_at_the_machine(hall: Hall) -> None:
    host = at_the_machine(create_app(hall, print_shop=PaperShop()))
    photo = io.BytesIO(b"x" * 300_000)
    answer = host.post(f"{API}/deck", data={"files": [(photo, "owl.jpg")]})

    assert answer.get_json()["remarks"] == ["owl.jpg 300000"]


def test_deck_is_taken_from_nobody_else(visitor: FlaskClient) -> None:
    answer = visitor.post(f"{API}/deck", data={"files": [(io.BytesIO(b"x"), "owl.jpg")]})

    assert answer.status_code == 403


def test_manifest_and_cut_lines_come_with_the_file_as_an_archive(visitor: FlaskClient) -> None:
    begun = visitor.post(f"{API}/jobs", json={"what": "cards", "files": "all"}).get_json()

    assert finished(visitor, begun["job"])["name"] == "cards.zip"
    assert visitor.get(f"{API}/jobs/{begun['job']}/file").mimetype == "application/zip"


def test_font_of_ones_own_is_taken_in_at_the_machine_and_from_nobody_else(hall: Hall) -> None:
    app = create_app(hall, print_shop=PaperShop())
    sent = {"files": (io.BytesIO(b"font"), "serif.ttf")}

    assert at_the_machine(app).post(f"{API}/font", data=sent).get_json()["label"] == "serif.ttf"
    sent = {"files": (io.BytesIO(b"font"), "serif.ttf")}
    assert on_a_phone(app).post(f"{API}/font", data=sent).status_code == 403


def test_choices_are_in_the_readers_language(hall: Hall) -> None:
    class Shop(PaperShop):
        def choices(self) -> Mapping[str, Sequence[tuple[str, str]]]:
            return {**super().choices(), "flip": [("fold", "one side, fold and glue")]}

    page = on_a_phone(create_app(hall, print_shop=Shop())).get(
        "/print", headers={"Accept-Language": "de"}
    )

    assert "einseitig, falten und kleben" in page.get_data(as_text=True)
