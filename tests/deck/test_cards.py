import re
from pathlib import Path

import pytest
import snowballstemmer

from companion.deck.cards import Card, Deck, id_from_word, load_deck, load_decks, mix_decks
from companion.deck.pictograms import pictogram_bodies
from companion.deck.tags import tags_of
from companion.errors import DeckError


def test_springfield_has_two_hundred_cards_with_stable_ids():
    deck = load_deck("springfield")

    assert len(deck) == 200
    assert all(re.fullmatch(r"[a-z]+", card.id) and card.id == card.word for card in deck.cards)
    assert len({card.id for card in deck.cards}) == 200


@pytest.mark.parametrize("language", ["english", "german"])
def test_springfield_has_no_stem_twice(language):
    stemmer = snowballstemmer.stemmer(language)
    stems = [stemmer.stemWord(card.word) for card in load_deck("springfield").cards]

    assert len(set(stems)) == len(stems)


def test_springfield_has_a_picture_of_its_own_for_each_card():
    pictures = [card.picture for card in load_deck("springfield").cards]

    assert len(set(pictures)) == 200
    assert set(pictures) == set(pictogram_bodies())


def test_fingerprint_changes_when_a_word_changes():
    deck = Deck("a", (Card("bee", "bee"), Card("owl", "owl")))
    other = Deck("a", (Card("bee", "bee"), Card("owl", "owls")))

    assert re.fullmatch(r"[0-9A-F]{4}-[0-9A-F]{4}", deck.fingerprint)
    assert deck.fingerprint != other.fingerprint


def test_deck_is_read_from_a_file(tmp_path):
    (tmp_path / "food.csv").write_text("word,picture\nHot Dog,\nDonut,doughnut\n", "utf-8")

    deck = load_deck(tmp_path / "food.csv")

    assert deck.name == "food"
    assert [card.id for card in deck.cards] == ["hot-dog", "donut"]
    assert deck.cards[1] == Card("donut", "Donut", "doughnut", "en")
    assert deck.cards[1].folder == tmp_path


def test_deck_refuses_a_double_id_and_names_both_lines(tmp_path):
    path = tmp_path / "d.csv"
    path.write_text("id,word\na,Apple\nb,Bee\na,Ant\n", "utf-8")

    with pytest.raises(DeckError, match=r"d\.csv, line 4: the id 'a' stands in line 2 already"):
        load_deck(path)


@pytest.mark.parametrize("card_id", ["Donut", "a b", "-a", "a.b", "ä"])
def test_deck_refuses_an_id_that_is_no_id(tmp_path, card_id):
    path = tmp_path / "d.csv"
    path.write_text(f"id,word\n{card_id},Apple\n", "utf-8")

    with pytest.raises(DeckError, match="line 2: the id"):
        load_deck(path)


def test_load_deck_says_which_deck_is_missing(tmp_path):
    with pytest.raises(DeckError, match=r"there is no deck 'nowhere\.csv'"):
        load_deck("nowhere.csv")


def test_load_deck_makes_a_deck_of_a_folder_of_pictures(tmp_path):
    for name in ("polar bear.jpg", "night_sky.PNG", "notes.txt", ".hidden.png"):
        (tmp_path / name).write_bytes(b"")

    deck = load_deck(tmp_path)

    assert [(card.id, card.word, card.picture) for card in deck.cards] == [
        ("night-sky", "night sky", "night_sky.PNG"),
        ("polar-bear", "polar bear", "polar bear.jpg"),
    ]
    assert deck.cards[0].folder == tmp_path


@pytest.mark.parametrize("picture", ["../bee.png", "bee.png"])
def test_load_deck_refuses_a_picture_outside_the_decks_folder(tmp_path, picture):
    (tmp_path / "bee.png").write_bytes(b"")
    (tmp_path / "deck").mkdir()
    (tmp_path / "deck" / "bee.png").symlink_to(tmp_path / "bee.png")
    (tmp_path / "deck" / "own.csv").write_text(f"word,picture\nbee,{picture}\n")

    with pytest.raises(DeckError, match=r"own\.csv, line 2: .*outside the deck's folder"):
        load_deck(tmp_path / "deck" / "own.csv")
    with pytest.raises(DeckError, match="outside the deck's folder"):
        load_deck(tmp_path / "deck")


def test_mixed_decks_have_an_end():
    decks = [
        Deck(name, tuple(Card(f"{name}{at}", f"{name}{at}") for at in range(1500)))
        for name in ("a", "b")
    ]

    with pytest.raises(DeckError, match="3000 cards; 2000 at most"):
        mix_decks(decks)


def test_load_deck_refuses_a_folder_without_pictures(tmp_path):
    with pytest.raises(DeckError, match="no picture in this folder"):
        load_deck(tmp_path)


def test_load_deck_refuses_two_pictures_of_one_word(tmp_path):
    for name in ("owl.jpg", "owl.png"):
        (tmp_path / name).write_bytes(b"")

    with pytest.raises(DeckError, match=r"'owl.jpg' is the same word"):
        load_deck(tmp_path)


def test_card_says_when_it_is_not_in_the_deck():
    with pytest.raises(DeckError, match="no card 'helium'"):
        load_deck("springfield").card("helium")


def test_mixed_deck_keeps_one_of_a_card_that_two_decks_share():
    built_in = load_deck("springfield")
    own = Deck("own", (Card("donut", "Donut"), Card("bratwurst", "Bratwurst")))

    mixed = mix_decks([built_in, own])

    assert len(mixed) == 201
    assert mixed.name == "springfield + own"


def test_mixed_card_keeps_the_tag_it_was_printed_with():
    first = Deck("first", (Card("1", "apple"),))
    second = Deck("second", (Card("1", "bee"),))

    mixed = mix_decks([first, second])
    printed = {tag.payload for deck in (first, second) for tag in tags_of(deck)}

    assert [card.id for card in mixed.cards] == ["1", "second.1"]
    assert {tag.payload for tag in tags_of(mixed)} == printed


def test_mixing_nothing_is_a_callers_mistake():
    with pytest.raises(ValueError, match="at least one deck"):
        mix_decks([])


def test_load_decks_without_a_name_is_the_built_in_deck():
    assert load_decks([]).name == "springfield"


@pytest.mark.parametrize(
    ("one", "other"), [("Bär", "bar"), ("Ήλιος", "Ωμέγα"), ("漢", "字"), ("Straße", "strase")]
)
def test_ids_of_different_words_differ(one, other):
    assert id_from_word(one) != id_from_word(other)
    assert Path(id_from_word(one)).name == id_from_word(one)
