from __future__ import annotations

import json

import numpy as np
import pytest

from companion.cli.main import main
from companion.store.store import Store
from companion.table.album_book import save_album
from companion.vision.album import Album, Picture


@pytest.fixture
def data(tmp_path):
    looks = np.random.default_rng(1).integers(0, 256, (2, 1, 32, 32, 3)).astype(np.uint8)
    album = Album.of(Picture(number, look) for number, look in enumerate(looks, start=1))
    with Store(tmp_path) as store:
        save_album(store, Album(), album)
    return str(tmp_path)


def test_cards_of_the_album_are_listed_named_drawn_and_forgotten(data, tmp_path, capsys):
    assert main(["album", "name", "2", " Donut ", "--data", data, "--json"]) == 0
    picture = tmp_path / "album.png"
    assert main(["album", "list", "--data", data, "--json", "--picture", str(picture)]) == 0
    assert main(["album", "forget", "--data", data, "--json"]) == 0

    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == [
        {"number": 2, "card": "picture-2", "name": "Donut"},
        {"number": 1, "card": "picture-1", "name": None},
        {"number": 2, "card": "picture-2", "name": "Donut"},
        {"forgotten": 2},
    ]
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert main(["album", "list", "--data", data]) == 1


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [(["9", "Donut"], "no card of the album has number 9"), (["1", " "], "1 to 40 letters")],
    ids=["no such card", "no name"],
)
def test_name_that_cannot_be_given_is_said(arguments, complaint, data, capsys):
    assert main(["album", "name", *arguments, "--data", data]) == 2
    assert complaint in capsys.readouterr().err


def test_album_is_for_cards_without_tags(data, repository, capsys):
    frame = str(repository / "tests/frames/table_00.jpg")

    assert main(["read", frame, "--album", "--data", data]) == 2
    assert "--album goes with --untagged" in capsys.readouterr().err
