from __future__ import annotations

import io

import pytest
from PIL import Image

from companion.cli.print_shop import ShopOfTheTable
from companion.deck.cards import Card, Deck, built_in_deck
from companion.deck.printer import PrinterProfile
from companion.errors import CompanionError
from companion.terms import Edition
from printables.preview import page_count

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


@pytest.mark.parametrize("what", ["cards", "keys", "covers", "stand", "rules", "inlay"])
def test_preview_is_the_first_sheet(shop: ShopOfTheTable, what: str) -> None:
    picture = Image.open(io.BytesIO(shop.preview({"what": what})))

    assert sorted(picture.size) == [595, 842] or sorted(picture.size) == [596, 842]


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
