import os

import pytest

from companion.deck.deck_file import read_deck_file
from companion.errors import DeckError


def read(tmp_path, content, name="deck.csv"):
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_deck_file(path)


@pytest.mark.parametrize(
    "content",
    [
        pytest.param("word,picture\nBee,honeybee\nOwl,owl\n", id="plain"),
        pytest.param("\ufeffword,picture\r\nBee,honeybee\r\nOwl,owl\r\n", id="BOM and CRLF"),
        pytest.param("Word;Picture\nBee;honeybee\nOwl;owl", id="semicolons"),
        pytest.param("word\tpicture\n\nBee\thoneybee\n\t\nOwl\towl\n", id="tabs, blank lines"),
        pytest.param('picture,word\nhoneybee," Bee "\nowl,"Owl"\n', id="quotes, other order"),
        pytest.param("word,picture\nBee,honeybee\nOwl,owl\n".encode("utf-16"), id="UTF-16"),
    ],
)
def test_csv_is_read(tmp_path, content):
    rows = read(tmp_path, content).rows

    assert [(row.word, row.picture) for row in rows] == [("Bee", "honeybee"), ("Owl", "owl")]


@pytest.mark.parametrize(
    "content",
    [
        pytest.param("- Bee\n- Owl\n", id="list of words"),
        pytest.param("name: zoo\ncards:\n- word: Bee\n- {word: Owl}\n", id="cards"),
    ],
)
def test_yaml_is_read(tmp_path, content):
    assert [row.word for row in read(tmp_path, content, "deck.yaml").rows] == ["Bee", "Owl"]


def test_yaml_gives_the_decks_name_and_language(tmp_path):
    found = read(tmp_path, "name: Zoo\nlanguage: de\ncards: [Biene]\n", "deck.yml")

    assert (found.name, found.rows[0].language) == ("Zoo", "de")


@pytest.mark.parametrize("word", ["yes", "null", "12", "1e3", "~"])
def test_yaml_word_stays_a_word(tmp_path, word):
    assert read(tmp_path, f"- {word}\n", "deck.yaml").rows[0].word == word


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        pytest.param("d.csv", "", "no cards", id="empty"),
        pytest.param("d.csv", "word\n", "no cards", id="header only"),
        pytest.param("d.csv", "word\nBee\n\nOwl, the\n", "line 4: 2 fields", id="too many fields"),
        pytest.param("d.csv", "id,word\na,Bee\nb,\n", "line 3: the word is missing", id="no word"),
        pytest.param("d.csv", "name\nBee\n", "line 1: unknown column 'name'", id="column"),
        pytest.param("d.csv", "id\nBee\n", "line 1: the column 'word'", id="no word column"),
        pytest.param("d.csv", "word,word\nBee,a\n", "line 1: a column is named twice", id="twice"),
        pytest.param("d.csv", "word\n" + 60 * "x", "line 2: .* has 60 letters", id="long word"),
        pytest.param("d.csv", 'word\n"Bee\n', "line 2: this is not CSV", id="open quote"),
        pytest.param("d.csv", b"word\nBee\nB\x8ar\n", "line 3: .* not UTF-8", id="Macintosh"),
        pytest.param("d.csv", b"word\nBee\0\n", "line 2: this is not a text file", id="binary"),
        pytest.param("d.csv", "word\nB\u200be\n", "line 2: .*cannot be printed", id="zero width"),
        pytest.param("d.txt", "word\nBee\n", "a .csv or .yaml file", id="suffix"),
        pytest.param("d.yaml", "- Bee\n- [Owl\n", "line 3: this is not YAML", id="YAML broken"),
        pytest.param("d.yaml", "- Bee\n- wort: Owl\n", "line 2: unknown entry 'wort'", id="entry"),
        pytest.param("d.yaml", "- Bee\n- word: [Owl]\n", "line 2: a text is expected", id="list"),
        pytest.param("d.yaml", "- Bee\n-\n  - a\n", "line 3: a card is a word", id="list in list"),
        pytest.param("d.yaml", "- word: a\n  word: b\n", "line 2: 'word' .* twice", id="same key"),
        pytest.param("d.yaml", "title: x\n", "line 1: unknown entry 'title'", id="top entry"),
        pytest.param("d.yaml", "name: x\n", "line 1: a deck is a list", id="no cards entry"),
        pytest.param("d.yaml", "[" * 5000, "line 1: brackets", id="too deep"),
        pytest.param("d.csv", "word\n" + 2001 * "Bee\n", "line 2002: .* at most", id="too many"),
        pytest.param("d.yaml", "- a\x07b\n", "line 1: this is not YAML", id="control sign"),
    ],
)  # fmt: skip
def test_bad_file_is_refused_with_file_line_and_reason(tmp_path, name, content, says):
    with pytest.raises(DeckError, match=says) as caught:
        read(tmp_path, content, name)

    assert name in caught.value.message
    assert "\n" not in caught.value.message


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no named pipes among its files")
def test_pipe_is_refused_and_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "deck.csv")

    with pytest.raises(DeckError, match="this is no file"):
        read_deck_file(tmp_path / "deck.csv")


def test_file_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(DeckError, match="No such file"):
        read_deck_file(tmp_path / "none.csv")


@pytest.mark.parametrize("language", ["x" * 60, "no language", "d"])
def test_language_that_is_none_is_refused_with_its_line(tmp_path, language):
    path = tmp_path / "own.csv"
    path.write_text(f"word,language\nowl,pt-BR\nbee,{language}\n")

    with pytest.raises(DeckError, match=r"own.csv, line 3: .* is no language; write its code"):
        read_deck_file(path)
