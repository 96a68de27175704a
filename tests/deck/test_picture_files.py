import pytest
from PIL import Image

from companion.deck.picture_files import picture_pixels


@pytest.mark.parametrize("kind", ["png", "jpeg"])
def test_size_is_read_from_the_files_start(tmp_path, kind):
    path = tmp_path / f"a.{kind}"
    Image.new("RGB", (123, 45)).save(path, kind)

    assert picture_pixels(path) == (123, 45)


def test_size_is_found_behind_a_phones_remarks(tmp_path):
    exif = Image.Exif()
    exif[0x010E] = "remark " * 500
    Image.new("RGB", (30, 40)).save(tmp_path / "a.jpg", exif=exif, progressive=True)

    assert picture_pixels(tmp_path / "a.jpg") == (30, 40)


@pytest.mark.parametrize(
    "content", [b"", b"<svg/>", b"\xff\xd8\xff", b"\xff\xd8\xff\xc0\0\x11\x08"]
)
def test_start_that_tells_nothing_has_no_size(tmp_path, content):
    (tmp_path / "a.jpg").write_bytes(content)

    assert picture_pixels(tmp_path / "a.jpg") is None


def test_file_that_is_not_there_raises(tmp_path):
    with pytest.raises(OSError, match="none"):
        picture_pixels(tmp_path / "none.png")
