import io

import numpy as np
import pytest
from PIL import Image

from companion.errors import DeckError
from printables.pictures import PRINT_DPI, load_picture, pictogram

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" {}>{}</svg>'
)
BOX = 'viewBox="0 0 40 20"'


def corners(width, height):
    """A picture whose four corners have colours of their own: red, green, blue, black."""
    image = Image.new("RGB", (width, height), "white")
    w, h = width // 4, height // 4
    for x, y, color in ((0, 0, "red"), (1, 0, "lime"), (0, 1, "blue"), (1, 1, "black")):
        left, top = x * (width - w), y * (height - h)
        image.paste(color, (left, top, left + w, top + h))
    return image


def seen(picture):
    return np.asarray(Image.open(io.BytesIO(picture.file)).convert("RGB")).astype(int)


def saved(tmp_path, image, name, **options):
    image.save(tmp_path / name, **options)
    return load_picture(tmp_path / name, 37.0)


@pytest.mark.parametrize("name", ["a.png", "a.jpg", "a.JPEG"])
def test_picture_keeps_its_shape(tmp_path, name):
    assert saved(tmp_path, corners(400, 100), name).aspect == pytest.approx(4.0, abs=0.02)


def test_picture_is_turned_as_its_phone_says(tmp_path):
    exif = Image.Exif()
    exif[0x0112] = 6  # to be turned a quarter to the right
    picture = saved(tmp_path, corners(400, 200), "a.jpg", exif=exif, quality=95)
    image = seen(picture)

    assert picture.aspect == pytest.approx(0.5, abs=0.01)
    assert image[3, -4].argmax() == 0  # the red corner has come to the top right


def test_large_picture_is_brought_down_to_what_print_needs(tmp_path):
    picture = saved(tmp_path, corners(3000, 2000), "a.jpg")

    assert seen(picture).shape[1] == round(37.0 / 25.4 * PRINT_DPI)


def test_small_picture_is_not_blown_up(tmp_path):
    assert seen(saved(tmp_path, corners(80, 60), "a.png")).shape == (60, 80, 3)


def test_cmyk_picture_keeps_its_colours(tmp_path):
    image = seen(saved(tmp_path, corners(200, 200).convert("CMYK"), "a.jpg", quality=95))

    assert image[5, 5] == pytest.approx([255, 0, 0], abs=20)


def test_sixteen_bits_are_scaled_not_cut_off(tmp_path):
    ramp = np.tile(np.linspace(0, 65535, 256).astype(np.uint16), (40, 1))
    image = seen(saved(tmp_path, Image.fromarray(ramp), "a.png"))

    assert image[20, [5, 128, 250], 0] == pytest.approx([5, 128, 250], abs=3)


@pytest.mark.parametrize("mode", ["RGBA", "LA", "P"])
def test_clear_parts_become_paper(tmp_path, mode):
    image = Image.new("RGBA", (60, 60), (0, 0, 0, 0))
    image.paste((0, 0, 0, 255), (20, 20, 40, 40))
    found = seen(saved(tmp_path, image.convert(mode), "a.png"))

    assert found[5, 5].tolist() == [255, 255, 255]
    assert found[30, 30].max() < 10


def test_twelve_thousand_pixels_need_little_memory(tmp_path):
    Image.new("L", (12_000, 9_000), 77).save(tmp_path / "a.jpg")

    assert load_picture(tmp_path / "a.jpg", 37.0).aspect == pytest.approx(4 / 3, abs=0.01)


def test_plain_drawing_stays_outlines(tmp_path):
    (tmp_path / "a.svg").write_text(
        SVG.format(BOX, '<title>x</title><rect width="40" height="20" fill="#0a0"/>')
    )
    picture = load_picture(tmp_path / "a.svg", 37.0)

    assert (picture.aspect, len(picture.painted), picture.file) == (2.0, 1, b"")


def test_rich_drawing_is_drawn_without_its_scripts(tmp_path):
    (tmp_path / "a.svg").write_text(
        SVG.format(
            BOX + ' onload="steal()"',
            "<script>steal()</script><style>rect { fill: blue }</style>"
            '<rect width="40" height="20" onclick="steal()"/>',
        )
    )
    picture = load_picture(tmp_path / "a.svg", 37.0)

    assert picture.aspect == pytest.approx(2.0, abs=0.01)
    assert seen(picture)[10, 10].tolist() == [0, 0, 255]


@pytest.mark.parametrize(
    "body",
    [
        '<image xlink:href="http://far.example/a.png" width="9" height="9"/>',
        '<image href="file:///etc/passwd" width="9" height="9"/>',
        '<image href="other.png" width="9" height="9"/>',
        '<use href="other.svg#a"/>',
        "<style>@import url(http://far.example/a.css);</style>",
        '<rect width="9" height="9" style="fill: url(\'//far.example/a\')"/>',
        '<g><feImage xlink:href="//far.example/a.png"/></g>',
    ],
)
def test_drawing_that_links_elsewhere_is_refused(tmp_path, body):
    (tmp_path / "a.svg").write_text(SVG.format(BOX, body))

    with pytest.raises(DeckError, match="nothing is fetched"):
        load_picture(tmp_path / "a.svg", 37.0)


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("a.png", b"\x89PNG\r\n\x1a\nrubbish", "cannot be read"),
        ("a.jpg", b"", "cannot be read"),
        ("a.svg", b"<html/>", "is no SVG"),
        ("a.svg", b"<svg", "is no SVG"),
        ("a.svg", b'<svg xmlns="http://www.w3.org/2000/svg"/>', "shows nothing"),
        ("a.svg", b'<svg viewBox="0 0 1 9999" fill="red"/>', "20 times"),
        ("a.svg", b"<svg>" + b"<g>" * 20000 + b"</g>" * 20000 + b"</svg>", "is no SVG"),
        ("a.svg", b'<!DOCTYPE s [<!ENTITY a "aa">]><svg>&a;</svg>', "defines entities"),
        ("a.gif", b"GIF89a", "is no picture"),
    ],
)  # fmt: skip
def test_file_that_is_no_picture_is_refused(tmp_path, name, content, says):
    (tmp_path / name).write_bytes(content)

    with pytest.raises(DeckError, match=says):
        load_picture(tmp_path / name, 37.0)


def test_truncated_photograph_is_refused(tmp_path):
    whole = io.BytesIO()
    corners(800, 600).save(whole, "JPEG")
    (tmp_path / "a.jpg").write_bytes(whole.getvalue()[:3000])

    with pytest.raises(DeckError, match="cannot be read"):
        load_picture(tmp_path / "a.jpg", 37.0)


def test_pictogram_is_outlines():
    assert pictogram("doughnut").painted
