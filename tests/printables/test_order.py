import hashlib
import os
import subprocess
import sys

import pytest
from PIL import Image

from companion.deck.cards import Card, Deck
from companion.errors import DeckError, SheetOverflowError, UsageError
from printables.order import PrintOrder, What, make_sheets
from printables.preview import cut_faces


@pytest.mark.parametrize("what", ["cards", "keys", "covers"])
def test_same_order_gives_the_same_bytes_in_another_process(tmp_path, repository, what):
    own = tmp_path / "own.csv"
    own.write_text("word,picture\nbee,honeybee\nsun,sun.png\nBär,drawing.svg\n", "utf-8")
    Image.effect_noise((300, 200), 60).convert("RGB").save(tmp_path / "sun.png")
    (tmp_path / "drawing.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text y="8">a</text></svg>'
    )
    digests = set()
    for hash_seed, language in (("1", "C"), ("2", "de_DE.UTF-8")):
        out = tmp_path / f"{hash_seed}.pdf"
        environment = os.environ | {
            "PYTHONHASHSEED": hash_seed,
            "LC_ALL": language,
            "TZ": "Asia/Tokyo" if hash_seed == "2" else "UTC",
            "PYTHONPATH": str(repository),
        }
        command = [sys.executable, "-m", "printables", what, "--seed", "5", "-o", str(out)]
        command += ["--count", "8", "--deck", str(own)]
        subprocess.run(command, check=True, env=environment, capture_output=True, cwd=tmp_path)
        digests.add(hashlib.sha256(out.read_bytes()).hexdigest())

    assert len(digests) == 1


ALL_SHEETS = """
import hashlib, sys, time
now, gmtime, localtime, later = time.time, time.gmtime, time.localtime, float(sys.argv[1])
time.time = lambda: now() + later
time.gmtime = lambda at=None: gmtime(time.time() if at is None else at)
time.localtime = lambda at=None: localtime(time.time() if at is None else at)
from printables.order import PrintOrder, What, make_sheets
for what in What:
    sheets = make_sheets(PrintOrder(what, seed=5, count=8, is_first_sheet_only=True))
    print(what, hashlib.sha256(sheets.pdf + repr(sheets.manifest).encode()).hexdigest())
"""


def test_every_kind_of_sheet_is_the_same_at_another_time_and_in_another_place(repository):
    told = {
        subprocess.run(
            [sys.executable, "-c", ALL_SHEETS, later],
            check=True, capture_output=True, text=True, cwd=repository,
            env=os.environ | {"PYTHONHASHSEED": seed, "LC_ALL": language, "TZ": zone},
        ).stdout
        for later, seed, language, zone in (
            ("0", "1", "C", "UTC"), ("1e9", "2", "de_DE.UTF-8", "Asia/Tokyo"),
        )
    }  # fmt: skip

    assert len(told) == 1
    assert next(iter(told)).count("\n") == len(What)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"what": "stickers"}, "what is one of cards, keys, covers, stand"),
        ({"paper": "A5"}, "there is no paper 'A5'"),
        ({"flip": "up"}, "flip is one of long, short, fold"),
        ({"edition": "blue"}, "edition is one of simpsons, classic"),
        ({"bleed": 9.0}, "bleed is 0 to 5 mm"),
        ({"bleed": -1.0}, "bleed is 0 to 5 mm"),
        ({"count": 0}, "1 to 2000 key cards"),
        ({"languages": ()}, "language is one or more of en, de; none is named"),
    ],
)
def test_order_that_cannot_be_filled_is_refused(options, says):
    with pytest.raises(UsageError, match=says):
        PrintOrder(**({"what": "cards"} | options))


def test_word_that_the_font_cannot_draw_is_refused_by_card_and_letter():
    deck = Deck("own", (Card("sun", "sun"), Card("kanji", "漢字")))

    with pytest.raises(DeckError, match="deck 'own', card 'kanji': the font has no '漢'"):
        make_sheets(PrintOrder("cards", deck=deck))


def test_picture_that_is_not_there_is_refused_by_card():
    deck = Deck("own", (Card("sun", "sun", "solar-flare"),))

    with pytest.raises(DeckError, match="card 'sun': there is no picture 'solar-flare'"):
        make_sheets(PrintOrder("cards", deck=deck))


def test_word_that_is_too_long_for_the_card_is_refused():
    deck = Deck("own", (Card("long", "w" * 40),))

    with pytest.raises(DeckError, match=r"card 'long': the word 'WWW.*shorten the word"):
        make_sheets(PrintOrder("cards", deck=deck))


def test_word_of_twenty_letters_is_printed():
    deck = Deck("own", (Card("long", "Größenwahnsinnigkeit", language="de"),))

    assert len(make_sheets(PrintOrder("cards", deck=deck)).manifest["pieces"]) == 2


@pytest.mark.parametrize(
    ("what", "size"), [("cards", (35, 45)), ("covers", (63, 30)), ("keys", (63, 63))]
)
def test_piece_that_is_too_small_is_refused(what, size):
    with pytest.raises(SheetOverflowError, match=r"of a (key )?card needs"):
        make_sheets(PrintOrder(what, size=size, seed=1))


def test_card_without_a_picture_gets_a_plain_back():
    deck = Deck("own", (Card("sun", "Ähre"),))

    manifest = make_sheets(PrintOrder("cards", deck=deck)).manifest

    assert [(piece["face"], piece["tag_mm"] is None) for piece in manifest["pieces"]] == [
        ("word", False),
        ("back", True),
    ]


@pytest.mark.parametrize("size", [(68.0, 45.0), (63.0, 88.0), (70.0, 70.0), (44.0, 68.0)])
def test_card_may_have_another_size(size):
    deck = Deck("own", (Card("donut", "donut", "doughnut"),))

    sheets = make_sheets(PrintOrder("cards", deck=deck, size=size))
    faces = cut_faces(sheets.pdf, sheets.manifest, 72)

    assert {face[1:] for face in faces.values()} == {size}


def test_classic_edition_prints_other_colours():
    simpsons, classic = (
        make_sheets(PrintOrder("covers", edition=edition)).pdf
        for edition in ("simpsons", "classic")
    )

    assert simpsons != classic
