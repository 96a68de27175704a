"""The stand, the rules, the chart, the inlay: pages that are no grid."""

import re

import pypdfium2
import pytest

from companion.deck.cards import load_decks
from companion.deck.paper import PAPERS
from companion.errors import SheetOverflowError, UsageError
from printables.leaflet import wrap
from printables.order import PrintOrder, What, make_sheets, sheets_needed
from printables.preview import page_count, rasterise
from printables.rules_words import LANGUAGES, rules_page
from printables.sheet import PRINTABLE_MARGIN_MM
from printables.stand import PANELS

PAGES = ["stand", "rules", "solo-chart", "corner-marks", "lens-target", "alignment", "inlay"]


def text_of(what, **options):
    document = pypdfium2.PdfDocument(make_sheets(PrintOrder(what, **options)).pdf)
    try:
        return "\n".join(page.get_textpage().get_text_range() for page in document)
    finally:
        document.close()


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("what", PAGES)
def test_page_stays_inside_the_printable_area(what, paper):
    sheets = make_sheets(PrintOrder(what, paper=paper))
    edge = int(PRINTABLE_MARGIN_MM / 25.4 * 50) - 1

    for image in rasterise(sheets.pdf, 50):
        inside = image[edge:-edge, edge:-edge]
        assert (image < 255).sum() == (inside < 255).sum() > 0


def test_whole_pages_give_the_same_bytes_twice():
    for what in PAGES:
        assert make_sheets(PrintOrder(what)).pdf == make_sheets(PrintOrder(what)).pdf


def test_rules_are_told_in_both_languages():
    text = text_of("rules")

    assert "The game on one page" in text
    assert "Das Spiel auf einer Seite" in text
    assert page_count(make_sheets(PrintOrder("rules", languages=("de",))).pdf) == 1


def test_rules_say_the_same_in_every_language():
    shapes = {
        tuple(len(paragraphs) for _, paragraphs in rules_page(language).sections)
        for language in LANGUAGES
    }

    assert len(shapes) == 1


def test_rules_in_another_language_are_refused():
    with pytest.raises(UsageError, match="en, de"):
        make_sheets(PrintOrder("rules", languages=("tlh",)))


def test_rules_name_the_editions_colours():
    text = text_of("rules", edition="classic")

    assert "red" in text
    assert "Blau" in text


def test_inlay_counts_the_paper_that_printing_takes():
    for paper in ("A4", "A3"):
        text = text_of("inlay", paper=paper)
        whats = [What.CARDS, What.KEYS, What.COVERS, What.STAND, What.RULES, What.SOLO_CHART]
        whats += [What.CORNER_MARKS, What.INLAY]
        total = sum(sheets_needed(PrintOrder(what, paper=paper)) for what in whats)

        assert re.search(rf"All together\s+{total}\b", text)
        assert "MIT licence" in text
        assert "SIL Open Font" in text


def test_inlays_commands_print_what_it_counts(tmp_path):
    (tmp_path / "zoo animals.csv").write_text("word\nbee\nowl\n", "utf-8")
    deck = load_decks([tmp_path / "zoo animals.csv", "springfield"])

    text = text_of("inlay", deck=deck, flip="fold")

    cards = "companion print cards -o cards.pdf --paper A4 --flip fold"
    assert f"{cards} --deck 'zoo animals.csv' --deck springfield" in text
    assert "companion print keys -o keys.pdf --paper A4 --flip fold" in text
    assert "--deck" not in text_of("inlay")


@pytest.mark.parametrize("what", ["cards", "keys", "covers"])
@pytest.mark.parametrize("flip", ["long", "fold"])
def test_sheets_needed_are_the_sheets_made(what, flip):
    order = PrintOrder(what, flip=flip, seed=1)
    pages = page_count(make_sheets(order).pdf)

    assert sheets_needed(order) == (pages if flip == "fold" else pages // 2)


def test_stand_is_a_triangle_that_closes():
    lengths = {name: length for name, length, _ in PANELS}

    assert lengths["floor"] + lengths["rear"] > lengths["rest"]
    assert lengths["rest"] >= 80  # a key card of 88 mm leans with its upper edge free
    assert lengths["tab"] <= lengths["ledge"]


def test_alignment_cannot_be_folded():
    with pytest.raises(UsageError, match="flip is long or short"):
        make_sheets(PrintOrder("alignment", flip="fold"))


def test_word_that_is_wider_than_its_line_is_an_error():
    with pytest.raises(SheetOverflowError, match="Donaudampfschiff"):
        wrap("Donaudampfschiff", 10, 5)
