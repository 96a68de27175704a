import pytest

from companion.deck.cards import Card, Deck, load_deck
from companion.deck.look_over import look_over


def codes(*cards, why_not=lambda card: None):
    return [remark.code for remark in look_over(Deck("own", cards), why_not)]


def test_built_in_deck_has_no_remark():
    assert look_over(load_deck("springfield"), lambda card: None) == ()


@pytest.mark.parametrize(
    ("cards", "code"),
    [
        pytest.param((Card("a", "Owl"), Card("b", "owl")), "deck/double-word", id="capitals"),
        pytest.param((Card("a", "swim"), Card("b", "swimming")), "deck/same-stem", id="stem"),
        pytest.param(
            (Card("a", "Hund", language="de"), Card("b", "Hunde", language="de-AT")),
            "deck/same-stem",
            id="german",
        ),
    ],
)
def test_remark_names_the_second_of_two_cards(cards, code):
    found = look_over(Deck("own", cards), lambda card: None)[0]

    assert (found.code, found.where, found.is_fatal) == (code, "card 'b'", False)


def test_stems_are_compared_within_a_language_only():
    assert "deck/same-stem" not in codes(Card("a", "gift"), Card("b", "Gifte", language="de"))


def test_card_that_cannot_be_printed_is_fatal():
    found = look_over(Deck("own", (Card("a", "owl"),)), lambda card: "no such letter")[0]

    assert found.is_fatal
    assert str(found) == "card 'a': no such letter"


def test_small_picture_is_named_with_its_line(tmp_path):
    (tmp_path / "owl.png").write_bytes(
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + (90).to_bytes(4) + (60).to_bytes(4) + b"\0" * 20
    )
    (tmp_path / "own.csv").write_text("word,picture\nowl,owl.png\n")

    found = look_over(load_deck(tmp_path / "own.csv"), lambda card: None)[0]

    assert found.code == "deck/coarse-picture"
    assert "own.csv, line 2" in str(found)
    assert "90 x 60 pixels" in str(found)


def test_deck_that_is_too_small_for_a_table_is_named():
    assert codes(Card("a", "owl")) == ["deck/too-few"]
