"""Decks as people really hand them in: each is printed, or one line says file, row and cure."""

import re
import socket

import pytest
from PIL import Image

from companion.deck.cards import load_deck
from companion.errors import DeckError
from printables.order import PrintOrder, make_sheets
from printables.preview import page_count

ROOM = 'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"'
WORKS = {
    "byte order mark": "\ufeffword\nbee\n".encode(),
    "windows line ends": b"word,picture\r\nbee,honeybee\r\n",
    "old mac line ends": b"word\rbee\rowl\r",
    "semicolons": "word;language\nBär;de\nÖl;de\n".encode(),
    "latin-1, as excel writes it": "word;language\r\nBär;de\r\n".encode("latin-1"),
    "tabs": b"word\tlanguage\nbee\ten\n",
    "utf-16": "word\nBär\n".encode("utf-16"),
    "capitals in the header": b"Word , Picture\nbee,\n",
    "empty lines and cells": b"word,picture,language\n\nbee,,\n ,,\n,,\nowl,,en\n",
    "quoted comma": b'word\n"salt, pepper"\n',
    "umlauts and sharp s": "word,language\nGrößenwahn,de\nSTRASSE,de\nstraße,de\n".encode(),
    "twenty letters": b"word\nincomprehensibility\n",
    "two words": b"word\nFerris wheel\n",
    "cyrillic and greek": "word,language\n\u0416\u0443\u043a,ru\n\u03a9\u03bc\u03ad,el\n".encode(),
    "decomposed umlaut": "word\nBa\u0308r\n".encode(),
    "huge jpeg": b"word,picture\nsky,huge.jpg\n",
    "cmyk jpeg": b"word,picture\nsky,cmyk.jpg\n",
    "sixteen bit png": b"word,picture\nsky,deep.png\n",
    "rotated phone photo": b"word,picture\nsky,rotated.jpg\n",
    "clear png": b"word,picture\nsky,clear.png\n",
    "script in a drawing": b"word,picture\nsky,script.svg\n",
    "picture in a folder": b"word,picture\nsky,more/one.png\n",
    "words like yaml's": b"word\nyes\nnull\n12\n1e3\n",
}
REFUSED = {
    "cyrillic of an old windows": (
        "word\n\u0416\u0443\u043a\n".encode("cp1251"),
        "line 2: .*save .* as UTF-8",
    ),
    "no header": (b"bee\nowl\n", "line 1: unknown column 'bee'"),
    "sixty letters": (b"word\n" + b"w" * 60 + b"\n", "line 2: .* 60 letters, a card holds 40"),
    "forty wide letters": (b"word\n" + b"w" * 40 + b"\n", "line 2.*needs .* mm.*shorten"),
    "emoji": ("word\nbee\n🐝\n".encode(), "line 3.*the font has no '🐝'.*--font"),
    "missing picture": (b"word,picture\nbee,none.png\n", "line 2.*no picture 'none.png'"),
    "unknown pictogram": (b"word,picture\nbee,flubber\n", "line 2.*no picture 'flubber'"),
    "remote link": (b"word,picture\nbee,remote.svg\n", "line 2.*http://far.example.*embed"),
    "picture elsewhere": (b"word,picture\nbee,../x.png\n", "line 2.*outside the deck's folder"),
    "same word twice": (b"word\nbee\nBee\n", "line 3: 'Bee' is the word of line 2 too; leave"),
    "too many fields": (b"word\nsalt, pepper\n", "line 2: 2 fields.*in quotes"),
    "control sign": (b"word\nbe\x07e\n", "line 2: .*cannot be printed"),
    "nothing": (b"", "no cards"),
    "a photograph": (b"\xff\xd8\xff\xe0" + bytes(range(256)), "line 1: .*not UTF-8|not a text"),
}


@pytest.fixture(autouse=True)
def no_network(monkeypatch):
    def refuse(*_):
        raise AssertionError("something was fetched")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    at = tmp_path_factory.mktemp("people")
    photo = Image.effect_noise((400, 300), 60).convert("RGB")
    exif = Image.Exif()
    exif[0x0112] = 8
    photo.save(at / "rotated.jpg", exif=exif)
    photo.convert("CMYK").save(at / "cmyk.jpg")
    Image.new("L", (12_000, 9_000), 120).save(at / "huge.jpg")
    Image.new("I;16", (300, 200), 40_000).save(at / "deep.png")
    Image.new("RGBA", (100, 100), (200, 0, 0, 90)).save(at / "clear.png")
    (at / "more").mkdir()
    photo.save(at / "more" / "one.png")
    (at / "script.svg").write_text(
        f'<svg {ROOM} onload="x()"><script>x()</script><circle r="9" fill="red"/></svg>'
    )
    (at / "remote.svg").write_text(
        f'<svg {ROOM}><image href="http://far.example/a.png" width="9" height="9"/></svg>'
    )
    return at


def printed(folder, name, content):
    path = folder / f"{re.sub('[^a-z0-9]', '-', name)}.csv"
    path.write_bytes(content)
    return make_sheets(PrintOrder("cards", deck=load_deck(path))).pdf


@pytest.mark.parametrize("name", WORKS)
def test_deck_is_printed(folder, name):
    assert page_count(printed(folder, name, WORKS[name])) == 2


@pytest.mark.parametrize("name", REFUSED)
def test_deck_is_refused_in_one_line_with_its_cure(folder, name):
    content, says = REFUSED[name]

    with pytest.raises(DeckError, match=says) as refused:
        printed(folder, name, content)
    assert "\n" not in refused.value.message
    assert ".csv" in refused.value.message
