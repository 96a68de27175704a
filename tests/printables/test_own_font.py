from pathlib import Path

import numpy as np
import pytest

from companion.deck.cards import Card, Deck
from companion.errors import DeckError, UsageError
from printables.order import PrintOrder, make_sheets
from printables.own_font import OwnFont, visual_runs
from printables.preview import cut_faces

ARABIC = Path("/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf")
CHINESE = Path("/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf")
BUNDLED = Path("printables/fonts/IBMPlexSans-Bold.ttf")


@pytest.mark.parametrize(
    ("font", "word", "language"),
    [
        pytest.param(ARABIC, "قهوة", "ar", id="arabic"),
        pytest.param(ARABIC, "שלום עולם", "he", id="hebrew"),
        pytest.param(CHINESE, "冰淇淋", "zh", id="chinese"),
        pytest.param(CHINESE, "ドーナツ", "ja", id="japanese"),
    ],
)
def test_word_of_another_script_is_printed_inside_its_card(font, word, language):
    if not font.exists():
        pytest.skip(f"{font.name} is not installed here")
    deck = Deck("own", (Card("one", word, language=language), Card("tea", "tea")))

    sheets = make_sheets(PrintOrder("cards", deck=deck, font=font))
    image, width, height = cut_faces(sheets.pdf, sheets.manifest, 100)[("card", "one", "word")]

    k = image.shape[1] / width
    below = image[int(27 * k) : int((height - 4) * k), int(4 * k) : int((width - 4) * k)]
    ink = np.argwhere(below.max(2) < 128)
    assert len(ink) > 500
    assert ink[:, 1].min() > 1.5 * k
    assert ink[:, 1].max() < below.shape[1] - 1.5 * k


def test_arabic_letters_join():
    if not ARABIC.exists():
        pytest.skip("DejaVu Sans is not installed here")
    font = OwnFont(ARABIC)
    apart = sum(font.width(sign, 1.0) for sign in "قهوة")

    assert font.width("قهوة", 1.0) < 0.95 * apart


def test_letter_that_no_font_has_is_named(repository):
    deck = Deck("own", (Card("kanji", "漢字"),))

    with pytest.raises(DeckError, match=r"card 'kanji'.*'漢'.*--font"):
        make_sheets(PrintOrder("cards", deck=deck, font=repository / BUNDLED))


def test_same_font_of_ones_own_measures_like_the_bundled_one(repository):
    from printables.pdf import CAP_HEIGHT, text_width

    font = OwnFont(repository / BUNDLED)

    assert font.width("DONUT", 10.0) == pytest.approx(text_width("DONUT", 10.0), rel=0.01)
    assert font.cap_height == pytest.approx(CAP_HEIGHT, abs=0.01)


@pytest.mark.parametrize("content", [b"", b"rubbish" * 100, b"\0\1\0\0" + b"\xff" * 300])
def test_file_that_is_no_font_is_refused(tmp_path, content):
    (tmp_path / "a.ttf").write_bytes(content)

    with pytest.raises(UsageError, match=r"'a.ttf' is no font"):
        OwnFont(tmp_path / "a.ttf")


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        ("tea", [("tea", False)]),
        ("קפה", [("קפה", True)]),
        ("קפה 7", [("7", False), ("קפה ", True)]),
        ("קפה tea", [("tea", False), ("קפה ", True)]),
        ("tea קפה", [("tea ", False), ("קפה", True)]),
    ],
)
def test_runs_stand_as_they_are_read(text, runs):
    assert visual_runs(text) == runs


def test_ink_of_a_font_of_ones_own_is_measured_above_and_below(repository):
    font = OwnFont(repository / BUNDLED)

    assert font.reach("X") == pytest.approx((1.0, 0.0), abs=0.01)
    assert font.reach("\u00c5\u00c7")[0] > 1.2
    assert font.reach("\u00c5\u00c7")[1] > 0.15
