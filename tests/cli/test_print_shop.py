from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import pytest
from PIL import Image

from companion.cli.print_shop import PREVIEW_DPI, ShopOfTheTable
from companion.deck.cards import Card, Deck, built_in_deck
from companion.deck.printer import PrinterProfile
from companion.errors import CompanionError, UsageError
from companion.terms import Edition
from printables.preview import page_count

ARABIC = Path("/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf")
GRID = ["OOOOO", "OOOOY", "YYYYY", "YYNNN", "NNNNX"]


@pytest.fixture
def shop() -> ShopOfTheTable:
    return ShopOfTheTable(Deck("own", (Card("bee", "bee"), Card("owl", "owl"))), Edition.SIMPSONS)


def quiet(_done: int, _of: int) -> None:
    pass


def test_table_deck_is_printed_with_its_fingerprint(shop: ShopOfTheTable) -> None:
    labels = dict(shop.choices()["deck"])

    assert page_count(shop.print({"what": "cards", "deck": "table"}, quiet)) == 2
    assert "own (" in labels["table"]
    assert built_in_deck().fingerprint in labels["springfield"]


def test_own_words_are_printed(shop: ShopOfTheTable) -> None:
    words = "\n".join(f"word {number}" for number in range(17))

    assert page_count(shop.print({"what": "cards", "deck": "words", "words": words}, quiet)) == 4


def test_progress_is_told_sheet_by_sheet(shop: ShopOfTheTable) -> None:
    told: list[tuple[int, int]] = []
    shop.print({"what": "covers"}, lambda done, of: told.append((done, of)))

    assert told == [(1, 2), (2, 2)]


def test_key_cards_are_fresh_for_every_file_and_blank_in_the_preview(shop: ShopOfTheTable) -> None:
    wish = {"what": "keys", "count": "4", "seed": "1"}

    assert shop.print(wish, quiet) != shop.print(wish, quiet)
    assert shop.preview(wish) == shop.preview(wish)


def test_drawn_key_card_is_blank_in_the_preview_too(shop: ShopOfTheTable) -> None:
    code, word = shop.key_code(GRID, "simpsons")
    drawn = {"what": "keys", "codes": code}

    assert " " in word
    assert shop.preview(drawn) == shop.preview({"what": "keys", "count": "1"})
    assert page_count(shop.print(drawn, quiet)) == 2


@pytest.mark.parametrize("what", ["cards", "covers", "stand", "rules"])
def test_sheets_are_in_the_readers_language(shop: ShopOfTheTable, what: str) -> None:
    english = shop.print({"what": what, "reader": "en"}, quiet)

    assert shop.print({"what": what}, quiet) == english
    assert shop.print({"what": what, "reader": "de"}, quiet) != english


@pytest.mark.parametrize("what", ["cards", "keys", "covers", "stand", "rules", "inlay"])
def test_preview_is_the_first_sheet(shop: ShopOfTheTable, what: str) -> None:
    picture = Image.open(io.BytesIO(shop.preview({"what": what})))

    assert sorted(picture.size) == pytest.approx(
        [210 / 25.4 * PREVIEW_DPI, 297 / 25.4 * PREVIEW_DPI], abs=1
    )


@pytest.mark.parametrize(
    "wish",
    [
        {"what": "stickers"},
        {"paper": "A9"},
        {"bleed": "much"},
        {"count": "0"},
        {"edition": "x"},
        {"deck": "words", "words": ""},
        {"size": "big"},
        {"what": "keys", "codes": "222"},
        {"flip": "over"},
    ],
)
def test_wish_that_cannot_be_filled_is_refused(shop: ShopOfTheTable, wish: dict[str, str]) -> None:
    with pytest.raises(CompanionError):
        shop.print(wish, quiet)


def test_printer_that_was_measured_can_be_chosen() -> None:
    den = PrinterProfile("den", shift_x_mm=1.0)
    shop = ShopOfTheTable(
        built_in_deck(), Edition.SIMPSONS, printers=lambda: ["den"], find_printer=lambda _: den
    )

    assert ("den", "den") in shop.choices()["printer"]
    assert shop.print({"what": "covers", "printer": "den"}, quiet) != shop.print(
        {"what": "covers"}, quiet
    )


def test_own_names_of_teams_are_printed(shop: ShopOfTheTable) -> None:
    code, _ = shop.key_code(GRID, "simpsons")
    wish = {"what": "keys", "codes": code}

    assert shop.print(wish | {"name_orange": "Lions, big"}, quiet) != shop.print(wish, quiet)


def png() -> io.BytesIO:
    out = io.BytesIO()
    Image.effect_noise((400, 300), 50).save(out, "png")
    return io.BytesIO(out.getvalue())


def test_deck_that_came_by_the_browser_is_printed(shop: ShopOfTheTable) -> None:
    deck = io.BytesIO(b"word,picture\nowl,owl.png\nowls,\n")
    taken = shop.take_deck([("deck/own.csv", deck), ("owl.png", png()), (".DS_Store", png())])

    assert taken["label"].startswith("own, 2 (")
    assert any("stem" in remark for remark in taken["remarks"])
    assert not any("/" in remark for remark in taken["remarks"])
    assert page_count(shop.print({"what": "cards", "deck": taken["deck"]}, quiet)) == 2


def test_pictures_alone_are_a_deck(shop: ShopOfTheTable) -> None:
    taken = shop.take_deck([("grandma's cat.PNG", png()), ("../../snow.png", png())])

    assert taken["label"].startswith("own pictures, 2 (")
    assert page_count(shop.print({"what": "cards", "deck": taken["deck"]}, quiet)) == 2


@pytest.mark.parametrize(
    ("files", "says"),
    [
        ([], "no picture"),
        ([("notes.txt", b"x")], "no picture"),
        ([("a.csv", b"word\nowl\n"), ("b.csv", b"word\nowl\n")], "one deck at a time"),
        ([("a.csv", b"nothing\nowl\n")], "^a.csv, line 1: unknown column"),
    ],
)
def test_files_that_are_no_deck_are_refused(
    shop: ShopOfTheTable, files: list[tuple[str, bytes]], says: str
) -> None:
    with pytest.raises(CompanionError, match=says):
        shop.take_deck([(name, io.BytesIO(content)) for name, content in files])


def test_oldest_upload_goes_when_others_come(shop: ShopOfTheTable) -> None:
    decks = [
        shop.take_deck([("a.csv", io.BytesIO(b"word\n%d\n" % number))])["deck"]
        for number in range(4)
    ]

    with pytest.raises(CompanionError, match="not kept any more"):
        shop.print({"what": "cards", "deck": decks[0]}, quiet)
    assert shop.print({"what": "cards", "deck": decks[3]}, quiet)


def test_manifest_and_cut_lines_come_along_when_wished(shop: ShopOfTheTable) -> None:
    made = shop.print({"what": "covers", "files": "all"}, quiet)

    with zipfile.ZipFile(io.BytesIO(made)) as archived:
        names = archived.namelist()
        assert page_count(archived.read("covers.pdf")) == 4
        assert len(json.loads(archived.read("covers.json"))["pieces"]) == 50
        assert archived.read("covers-cut-01.svg").startswith(b"<svg")
    assert names[:2] == ["covers.pdf", "covers.json"]
    assert made == shop.print({"what": "covers", "files": "all"}, quiet)


def test_own_size_and_own_colours_are_printed(shop: ShopOfTheTable) -> None:
    wish = {"what": "keys", "codes": shop.key_code(GRID, "simpsons")[0]}
    square = wish | {"size": "own", "own_size": "70,5 x 90"}

    assert shop.print(square, quiet) != shop.print(wish, quiet)
    assert shop.print(wish | {"color_orange": "#00aa55"}, quiet) != shop.print(wish, quiet)
    for wrong in ({"size": "own", "own_size": "wide"}, {"color_yellow": "green"}):
        with pytest.raises(UsageError):
            shop.print(wish | wrong, quiet)


def test_font_that_came_by_the_browser_writes_the_words(shop: ShopOfTheTable, repository) -> None:
    content = (repository / "printables/fonts/IBMPlexSans-Regular.ttf").read_bytes()

    taken = shop.take_font([("fonts/Light.ttf", io.BytesIO(content))])

    assert taken["label"] == "Light.ttf"
    wish = {"what": "cards", "font": taken["font"]}
    assert shop.print(wish, quiet) != shop.print({"what": "cards"}, quiet)
    for files in ([], [("Light.ttf", io.BytesIO(b"no font"))]):
        with pytest.raises(UsageError) as refused:
            shop.take_font(files)
        assert "companion-" not in refused.value.message
    with pytest.raises(UsageError, match="choose its file once more"):
        shop.print({"what": "cards", "font": "font-gone"}, quiet)


def test_fault_of_a_deck_that_came_by_the_browser_names_its_file_alone(
    shop: ShopOfTheTable,
) -> None:
    deck = io.BytesIO("word\nowl\n水\n".encode())
    taken = shop.take_deck([("own.csv", deck)])

    with pytest.raises(CompanionError) as refused:
        shop.preview({"what": "cards", "deck": taken["deck"]})

    assert refused.value.message.startswith("own.csv, line 3")


def test_deck_is_looked_over_again_with_the_font_that_comes_after_it(shop: ShopOfTheTable) -> None:
    if not ARABIC.exists():
        pytest.skip("DejaVu Sans is not installed here")
    word = "\u0645\u062f\u0631\u0633\u0629"
    lacking = shop.take_deck([("own.csv", io.BytesIO(f"word\n{word}\n".encode()))])["remarks"]
    taken = shop.take_font([(ARABIC.name, io.BytesIO(ARABIC.read_bytes()))])["remarks"]

    assert "the font has no" in lacking[0]
    assert taken == lacking[1:]
