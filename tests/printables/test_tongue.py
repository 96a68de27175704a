"""Sheets in German: every text has its line, and no line is left over."""

import itertools

import pypdfium2
import pytest

from companion.deck.printer import PrinterProfile
from companion.errors import UsageError
from companion.terms import Edition
from printables import tongue
from printables.livery import make_livery
from printables.order import PrintOrder, What, make_sheets

SPOKEN = [what for what in What if what not in (What.RULES, What.LEAGUE_CARDS)]
ENGLISH = ("print ", "sheet", "side", "card ", " the ", "starts", "measure")


def orders():
    common = {"languages": ("de",), "seed": 1, "is_first_sheet_only": True}
    for what, flip in itertools.product(SPOKEN, ("long", "short", "fold")):
        if (what, flip) != (What.ALIGNMENT, "fold"):
            yield PrintOrder(what, flip=flip, **common)
    for edition, count in itertools.product(Edition, (1, 8)):
        yield PrintOrder("keys", edition=edition, count=count, **common)
    named = make_livery(Edition.SIMPSONS, labels="orange=Löwen,yellow=Bären")
    yield PrintOrder("keys", livery=named, count=8, **common)
    yield PrintOrder("keys", printer=PrinterProfile("Diele", scale_x=1.01), **common)
    yield PrintOrder("alignment", printer=PrinterProfile("Diele", scale_x=1.01), **common)


def text_of(order):
    document = pypdfium2.PdfDocument(make_sheets(order).pdf)
    try:
        return "\n".join(page.get_textpage().get_text_range() for page in document)
    finally:
        document.close()


def test_german_sheets_hold_no_english_and_use_every_line(monkeypatch):
    used = set()

    class Recorder(dict):
        def __getitem__(self, text):
            used.add(text)
            return super().__getitem__(text)

    lines = tongue._GERMAN
    monkeypatch.setattr(tongue, "_GERMAN", Recorder(lines))
    for order in orders():
        written = [
            line
            for line in text_of(order).splitlines()
            if "companion " not in line and "--" not in line and "IBM" not in line
        ]
        found = [(line, word) for line in written for word in ENGLISH if word in line]
        assert found == []

    assert used == set(lines)


def test_sheets_are_english_unless_asked_otherwise():
    assert "print on both sides" in text_of(PrintOrder("covers"))
    assert "print at 100 %" in text_of(PrintOrder("stand", languages=("en", "de")))


def test_another_language_is_refused():
    with pytest.raises(UsageError, match="sheets are written in en, de, not 'tlh'"):
        make_sheets(PrintOrder("stand", languages=("tlh",)))
