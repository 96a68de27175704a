from __future__ import annotations

import itertools

import pypdfium2
import pytest
import zxingcpp
from pyzbar import pyzbar

from companion.errors import UsageError
from printables.leaflet import press_leaves
from printables.league_cards import (
    CARDS_ON_A_PAGE,
    ScoreCard,
    numbered_cards,
    parse_payload,
    player_payload,
    score_card_leaves,
)
from printables.league_sheets import LeaguePaper, print_league
from printables.order import PrintOrder, make_sheets, pieces_in, sheets_needed
from printables.preview import page_count

BASE = "http://192.168.178.23:8080"


def who(number: int) -> dict[str, str]:
    return {"id": f"P{number}", "name": f"Player {number} Ärmelmüller"}


def a_view(count: int = 9, *, status: str = "rounds") -> dict[str, object]:
    """A public view of an evening in its third round."""
    return {
        "title": "Springfield-Cup",
        "code": "cup",
        "date": "12. 9. 2003",
        "status": status,
        "round": 3,
        "planned_rounds": 5,
        "players": [who(number) for number in range(count)],
        "rounds": [
            {
                "number": 3,
                "bye": who(count - 1) if count % 2 else None,
                "tables": [
                    {
                        "table": table + 1,
                        "one": who(2 * table),
                        "other": who(2 * table + 1),
                        "is_rematch": table == 1,
                    }
                    for table in range(count // 2)
                ],
            }
        ],
        "standings": [
            {
                "place": number + 1,
                **who(number),
                "active": number != 2,
                "points": 9 - number,
                "opponent_score": 20,
                "has_bye": number == 3,
                "games": [4, number],
            }
            for number in range(count)
        ],
    }


@pytest.mark.parametrize("base", ["", BASE])
def test_code_of_every_card_is_read_back_by_two_readers(base: str) -> None:
    cards = numbered_cards(64, event="herbst-2003", base=base)
    pdf, _ = press_leaves(score_card_leaves(cards), "A4", title="x")
    zxing, zbar = [], []
    for page in pypdfium2.PdfDocument(pdf):
        picture = page.render(scale=150 / 72, grayscale=True).to_pil()
        zxing += [each.text for each in zxingcpp.read_barcodes(picture)]
        zbar += [each.data.decode() for each in pyzbar.decode(picture)]

    expected = sorted(player_payload("herbst-2003", str(n), base) for n in range(1, 65))
    assert sorted(zxing) == expected
    assert sorted(zbar) == expected
    assert parse_payload(expected[0])[0] == "herbst-2003"


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("what", list(LeaguePaper))
def test_every_paper_of_an_evening_is_printed(what: LeaguePaper, language: str) -> None:
    pdf = print_league(what, a_view(), language=language, base=BASE)

    text = "".join(page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(pdf))
    assert "Player 1 Ärmelmüller" in text
    assert "Springfield-Cup" in text


def test_pairings_by_name_hold_everybody_once_in_order() -> None:
    pdf = print_league(LeaguePaper.BY_NAME, a_view(64))

    pages = [page.get_textpage().get_text_bounded() for page in pypdfium2.PdfDocument(pdf)]
    assert len(pages) == 3
    for number in range(64):
        # Once as a name, once as somebody's opponent.
        assert sum(page.count(f"Player {number} Ä") for page in pages) == 2


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_score_cards_stay_inside_the_paper(paper: str) -> None:
    sheets = make_sheets(PrintOrder("league-cards", paper=paper, count=5))

    assert page_count(sheets.pdf) == 2


def test_order_of_score_cards_counts_cards_and_sheets() -> None:
    order = PrintOrder("league-cards", count=64)

    assert pieces_in(order) == 64
    assert sheets_needed(order) == 64 / CARDS_ON_A_PAGE


def test_name_in_another_script_stops_no_evening() -> None:
    cards = [ScoreCard("Cup", "x", "山田 Taro" + " very long" * 12, "1")]

    assert press_leaves(score_card_leaves(cards, rounds=99), "A4", title="x")[0]


@pytest.mark.parametrize("code", ["", "hello", "springfield-league:cup", "http://x/league/a/b/p/c"])
def test_foreign_code_is_refused(code: str) -> None:
    with pytest.raises(UsageError, match="no score card"):
        parse_payload(code)


def test_payload_that_is_too_long_is_refused() -> None:
    with pytest.raises(UsageError, match="up to 120"):
        press_leaves(score_card_leaves([ScoreCard("Cup", "x" * 121)]), "A4", title="x")


def test_paper_of_an_unknown_language_is_refused() -> None:
    with pytest.raises(UsageError, match="de, en"):
        print_league(LeaguePaper.SLIPS, a_view(), language="fr")


def test_nothing_is_printed_before_round_one() -> None:
    view = {**a_view(), "rounds": []}

    for what in (LeaguePaper.SLIPS, LeaguePaper.BY_NAME):
        with pytest.raises(UsageError, match="no round"):
            print_league(what, view)


def test_same_cards_give_the_same_bytes() -> None:
    cards = numbered_cards(5, event="cup")
    one, other = itertools.repeat(press_leaves(score_card_leaves(cards), "A4", title="x"), 2)

    assert one == other == press_leaves(score_card_leaves(cards), "A4", title="x")
