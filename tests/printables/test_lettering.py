import pytest

from companion.deck.geometry import BoxMm
from companion.errors import SheetOverflowError
from printables.lettering import fit_text
from printables.pdf import missing_glyphs, text_width

BOX = BoxMm(0.0, 0.0, 50.0, 14.0)


@pytest.mark.parametrize(
    "text", ["BEE", "ROLLERCOASTER", "DONAUDAMPFSCHIFFFAHRT", "MERRY-GO-ROUND IN THE PARK"]
)
def test_text_fits_its_box(text):
    fitted = fit_text(text, BOX, largest_cap_mm=10.0)

    assert all(text_width(line, fitted.size_mm) <= BOX.w_mm + 1e-6 for line in fitted.lines)
    assert fitted.height_mm <= BOX.h_mm + 1e-6
    assert fitted.cap_mm <= 10.0


def test_short_word_is_as_large_as_allowed():
    assert fit_text("BEE", BOX, largest_cap_mm=10.0).cap_mm == 10.0


def test_long_text_breaks_between_its_words():
    fitted = fit_text("GARBAGE COLLECTION DAY", BOX, largest_cap_mm=10.0)

    assert fitted.lines == ("GARBAGE", "COLLECTION DAY")


def test_text_breaks_after_a_hyphen():
    assert fit_text("MERRY-GO-ROUNDABOUT", BOX, largest_cap_mm=10.0).lines[0].endswith("-")


def test_text_that_would_be_unreadable_is_refused():
    with pytest.raises(SheetOverflowError, match="the word 'XXXX"):
        fit_text("X" * 40, BOX, largest_cap_mm=10.0)


def test_font_has_latin_greek_and_cyrillic():
    assert missing_glyphs("ÄÖÜẞ ŁŐČŞĞ ΑΒΓΔΩ ЖЩЪЫЭЮЯЇ 0123456789 \u2013\u2014\u00b7\u2019") == ""
    assert missing_glyphs("漢字 א") == "漢字א"
