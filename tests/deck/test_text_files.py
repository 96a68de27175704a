import pytest

from companion.deck.cards import load_deck, load_decks
from companion.deck.look_over import look_over
from companion.deck.text_files import decode_text
from companion.errors import DeckError


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("word\nBär\nGrößenwahn\nÖl\nKÄSE", id="German"),
        pytest.param("word\nL\u2019œuf créé à Noël\nÉTÉ\nfaçade", id="French"),
        pytest.param("word\n¡Ñandú!\n«piñata»", id="Spanish"),
        pytest.param("word\nSmörgås\nÆble\nþoka", id="Nordic"),
        pytest.param("word\nprice in €, 20 °C …", id="signs"),
    ],
)
def test_what_excel_writes_in_western_europe_is_read_and_said(text):
    read = decode_text("own.csv", text.encode("cp1252"))

    assert read.text == text
    assert read.note.startswith("own.csv, line 2: '")
    assert "save the file as UTF-8" in read.note


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        pytest.param("word\n\u0416\u0443\u043a", "cp1251", id="Russian"),
        pytest.param("word\nψωμί", "cp1253", id="Greek"),
        pytest.param("word\nłódź", "cp1250", id="Polish"),
        pytest.param("word\nBär\nöffnen", "mac-roman", id="old Macintosh"),
        pytest.param("word\nかめ", "shift-jis", id="Japanese"),
    ],
)
def test_other_old_alphabets_are_refused_with_the_cure(text, encoding):
    with pytest.raises(DeckError, match="line 2: this is not UTF-8 text; save the file as UTF-8"):
        decode_text("own.csv", text.encode(encoding))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_file_in_unicode_needs_no_word(encoding):
    assert decode_text("own.csv", "Bär".encode(encoding)) == decode_text("", "Bär".encode())


def test_deck_keeps_the_note_for_those_who_look_it_over_and_is_the_same_deck(tmp_path):
    old, new = tmp_path / "old.csv", tmp_path / "new.csv"
    old.write_bytes("word;language\r\nBär;de\r\n".encode("cp1252"))
    new.write_text("word,language\nBär,de\n", "utf-8")
    deck = load_deck(old)

    assert deck.fingerprint == load_deck(new).fingerprint
    assert load_decks([new, old]).notes == deck.notes
    remark = look_over(deck, lambda card: None)[0]
    assert (remark.code, remark.is_fatal) == ("deck/old-letters", False)
    assert "old.csv, line 2" in remark.where
