import itertools

import pytest

from companion.deck.geometry import BoxMm
from companion.deck.palette import BLACK
from companion.errors import SheetOverflowError
from printables.lettering import draw_text, fit_text
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


class TallFont:
    """Letters that reach high and deep, as many scripts have them."""

    cap_height = 0.7

    def missing(self, text):
        return ""

    def width(self, text, size_mm, _weight):
        return 0.3 * len(text) * size_mm

    def reach(self, text):
        return (1.4, 1.1) if "g" in text else (1.0, 0.0)

    def write(self, pen, text, x, baseline_y, size_mm, color, weight, align):
        pen.append((text, baseline_y, size_mm * self.cap_height))


@pytest.mark.parametrize("text", ["g", "gg gg", "gggggggg gggggggg", "xxxxxxxxxxxxx g"])
def test_ink_above_capitals_and_below_the_line_stays_in_the_box(text):
    font, box, written = TallFont(), BoxMm(3.0, 5.0, 40.0, 12.0), []

    fitted = fit_text(text, box, largest_cap_mm=10.0, font=font)
    draw_text(written, fitted, box, BLACK)

    for line, baseline, cap in written:
        above, below = font.reach(line)
        assert baseline - above * cap >= box.y_mm - 1e-6
        assert baseline + below * cap <= box.y_mm + box.h_mm + 1e-6
    for (one, upper, cap), (other, lower, _) in itertools.pairwise(written):
        assert lower - upper >= (font.reach(one)[1] + font.reach(other)[0]) * cap - 1e-6
