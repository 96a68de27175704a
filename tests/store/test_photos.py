from __future__ import annotations

from pathlib import Path

import pytest

from companion.errors import StoreError
from companion.store.photos import PhotoShelf


def test_photo_of_a_move_is_the_last_one_taken_before_it(tmp_path: Path) -> None:
    shelf = PhotoShelf(tmp_path / "photos")
    shelf.put("home", "1", 0, b"first")
    shelf.put("home", "1", 4, b"later")

    assert [shelf.get("home", "1", number) for number in (0, 3, 4, 99)] == [
        *(b"first", b"first", b"later", b"later")
    ]
    assert shelf.get("home", "2", 0) is None
    assert shelf.numbers("home", "1") == (0, 4)


def test_forgotten_photos_are_gone(tmp_path: Path) -> None:
    shelf = PhotoShelf(tmp_path)
    shelf.put("home", "1", 0, b"first")
    shelf.put("home", "2", 0, b"other")
    shelf.forget("home", "1")
    shelf.forget("home", "1")

    assert shelf.get("home", "1", 0) is None
    assert shelf.get("home", "2", 0) == b"other"


@pytest.mark.parametrize("name", ["..", "../home", "a/b", "", "a\\b", "."])
def test_no_name_leads_out_of_the_folder(tmp_path: Path, name: str) -> None:
    shelf = PhotoShelf(tmp_path / "photos")
    shelf.put(name, "1", 0, b"photo")
    shelf.put("home", name, 0, b"photo")

    assert list(tmp_path.rglob("*.jpg")) == []


def test_full_disk_is_said_clearly(tmp_path: Path) -> None:
    (tmp_path / "photos").write_text("a file in the way")

    with pytest.raises(StoreError, match="a file stands where a folder is needed"):
        PhotoShelf(tmp_path / "photos").put("home", "1", 0, b"photo")
