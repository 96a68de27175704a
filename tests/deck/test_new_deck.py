import pytest

from companion.deck.cards import load_deck
from companion.deck.new_deck import new_deck
from companion.errors import DeckError


def test_list_becomes_a_deck_that_loads(tmp_path):
    made = new_deck(
        "\ufeff# my words\n1. Bacon\r\n* polar bear\n\nBär; Öl,tea\nbacon\n", language="de"
    )
    (tmp_path / "new.csv").write_text(made.csv, "utf-8")

    deck = load_deck(tmp_path / "new.csv")

    assert [card.word for card in deck.cards] == ["Bacon", "polar bear", "Bär", "Öl", "tea"]
    assert {card.language for card in deck.cards} == {"de"}
    assert made.left_out == ("bacon",)


def test_pictures_are_given_by_name():
    made = new_deck("polar bear\nowl", pictures=("Polar_Bear.JPG",), has_pictograms=False)

    assert "Polar_Bear.JPG" in made.csv.splitlines()[1]
    assert made.csv.splitlines()[2] == "owl,owl,,en"


@pytest.mark.parametrize(
    ("text", "says"),
    [("", "holds no word"), ("ok\n" + "w" * 60, "line 2: .* 60 letters"), ("a\x07b", "line 1")],
)
def test_list_that_is_none_is_refused(text, says):
    with pytest.raises(DeckError, match=says):
        new_deck(text)
