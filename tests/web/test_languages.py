from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po
from flask.testing import FlaskClient

from companion.web.languages import CATALOGUES, catalogue

WEB = CATALOGUES.parent
KEYWORDS = {"_": None, "_N": None, "gettext": None, "ngettext": (1, 2)}
PLACES = re.compile(r"\{\w+\}|%\(\w+\)[sd]|%%")


def texts() -> set[str | tuple[str, ...]]:
    """Every text that the pages mark for translation."""
    found = extract_from_dir(
        WEB, [("templates/**.html", "jinja2"), ("**.py", "python")], keywords=KEYWORDS
    )
    return {message for _file, _line, message, _comments, _context in found}


def german() -> dict[str | tuple[str, ...], str | tuple[str, ...]]:
    with (CATALOGUES / "de.po").open(encoding="utf-8") as source:
        return {message.id: message.string for message in read_po(source) if message.id}


def test_every_text_is_there_in_german() -> None:
    known = german()

    assert sorted(str(text) for text in texts() if not known.get(text)) == []


def test_german_holds_no_text_that_no_page_says() -> None:
    assert sorted(str(text) for text in german().keys() - texts()) == []


def test_german_fills_in_what_english_fills_in() -> None:
    for english, told in german().items():
        pairs = zip(english, told, strict=True) if isinstance(english, tuple) else [(english, told)]
        for one, other in pairs:
            assert sorted(PLACES.findall(one)) == sorted(PLACES.findall(str(other))), one


@pytest.mark.parametrize(
    ("asked", "word"),
    [
        pytest.param("de-DE,de;q=0.9,en;q=0.5", "Partien an diesem Tisch", id="German browser"),
        pytest.param("en-GB", "Games at this table", id="English browser"),
        pytest.param("fr", "Games at this table", id="neither"),
    ],
)
def test_pages_speak_the_browsers_language(guesser: FlaskClient, asked: str, word: str) -> None:
    page = guesser.get("/t/home/games", headers={"Accept-Language": asked}).text

    assert word in page


def test_language_that_was_chosen_comes_before_the_browsers(guesser: FlaskClient) -> None:
    guesser.set_cookie("language", "de")
    answer = guesser.get("/t/home/games", headers={"Accept-Language": "en"})

    assert '<html lang="de"' in answer.text


def test_phrases_depend_on_who_reads_them(guesser: FlaskClient) -> None:
    answer = guesser.get("/words.js", headers={"Accept-Language": "de"})

    assert "Halten zeigt den Schlüssel" in answer.text
    assert {"Cookie", "Accept-Language"} <= set(answer.vary)


def test_error_page_is_in_the_readers_language(guesser: FlaskClient) -> None:
    page = guesser.get("/t/nowhere/", headers={"Accept-Language": "de"})

    assert page.status_code == 404
    assert "Das gibt es hier nicht." in page.text


def test_plurals_are_the_languages_own() -> None:
    minute = ("%(num)d minute", "%(num)d minutes")

    assert [catalogue("de").ungettext(*minute, count) for count in (1, 2)] == [
        "%(num)d Minute",
        "%(num)d Minuten",
    ]


def test_catalogue_is_a_part_of_the_package() -> None:
    assert Path(CATALOGUES / "de.po").is_file()
