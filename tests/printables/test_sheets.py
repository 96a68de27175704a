"""What was printed, measured in the raster: the paper has the last word, not the program."""

import itertools
import re

import numpy as np
import pypdfium2
import pytest
import zxingcpp

from companion.deck.cards import load_deck
from companion.deck.geometry import FRAME_INSET_MM, FRAME_LINE_MM, CardGeometry
from companion.deck.palette import color_of
from companion.deck.paper import PAPERS
from companion.deck.tags import Piece, tags_of
from companion.game.key_card import parse_code, turning_class
from companion.terms import CoverCard
from printables.order import PrintOrder, make_sheets
from printables.preview import cut_faces, page_count, rasterise
from printables.sheet import PRINTABLE_MARGIN_MM

WHATS = ["cards", "keys", "covers"]


@pytest.mark.parametrize(("what", "count"), [("cards", 200), ("keys", 40), ("covers", 25)])
def test_every_piece_is_printed_on_both_sides(print_once, what, count):
    pieces = print_once(what).manifest["pieces"]

    assert len(pieces) == 2 * count
    assert sum(piece["page"] % 2 == 0 for piece in pieces) == count


@pytest.mark.parametrize(("what", "pages"), [("cards", 26), ("keys", 10), ("covers", 4)])
def test_pages_are_few(print_once, what, pages):
    sheets = print_once(what)

    assert page_count(sheets.pdf) == len(sheets.manifest["pages"]) == pages


def test_cards_lie_sixteen_to_a_sheet_and_the_last_sheet_on_the_same_grid(print_once):
    pieces = print_once("cards").manifest["pieces"]
    places = [
        {(piece["x_mm"], piece["y_mm"]) for piece in pieces if piece["page"] == page}
        for page in range(0, 26, 2)
    ]

    assert {len(page) for page in places[:-1]} == {16}
    assert len(places[-1]) == 8
    assert places[-1] < places[0]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("what", WHATS)
def test_page_has_the_papers_size(print_once, what, paper):
    sheets = print_once(what, paper)
    width, height = sheets.manifest["pages"][0].values()
    page = pypdfium2.PdfDocument(sheets.pdf)[0]

    assert sorted((width, height)) == pytest.approx(sorted(PAPERS[paper]))
    assert page.get_size() == pytest.approx((width / 25.4 * 72, height / 25.4 * 72), abs=0.01)
    page.pdf.close()


@pytest.mark.parametrize(
    ("what", "paper", "flip"),
    [
        *itertools.product(WHATS, ["A4"], ["long", "short"]),
        ("keys", "Letter", "long"),
        ("covers", "Letter", "long"),
    ],
)
def test_every_tag_is_read_where_the_manifest_says(print_once, what, paper, flip):
    sheets = print_once(what, paper, flip)
    unread = []
    for page, image in enumerate(rasterise(sheets.pdf, 150)):
        found = [
            (code.text, *_centre_mm(code.position, 150))
            for code in zxingcpp.read_barcodes(image, formats=zxingcpp.BarcodeFormat.QRCode)
        ]
        for piece in sheets.manifest["pieces"]:
            if piece["page"] != page or piece["tag"] is None:
                continue
            at = _tag_centre(piece)
            near = [text for text, x, y in found if np.hypot(x - at[0], y - at[1]) < 0.5]
            if near != [piece["tag"]]:
                unread.append(piece)

    assert unread == []


def test_printed_tags_are_the_tags_that_the_camera_looks_for(print_once):
    tags = {tag.piece: tag.payload for tag in tags_of(load_deck("springfield"))}
    printed = {
        Piece(piece["kind"], piece["id"], piece["face"]): piece["tag"]
        for what in ("cards", "covers")
        for piece in print_once(what).manifest["pieces"]
    }

    assert printed == tags


@pytest.mark.parametrize("what", ["cards", "covers"])
def test_frame_and_tag_have_their_measures_in_millimetres(print_once, what):
    dpi = 600
    sheets = print_once(what)
    piece = sheets.manifest["pieces"][0]
    image, width_mm, height_mm = cut_faces(
        sheets.pdf, {"pages": [], "pieces": [piece]}, dpi
    )[(piece["kind"], piece["id"], piece["face"])]  # fmt: skip
    dark = image.max(2) < 100
    k = dpi / 25.4
    tag = CardGeometry().tag
    row = dark[round((tag.y_mm + 0.2) * k)]  # through the top of both upper finder patterns
    in_tag = np.flatnonzero(row[round((tag.x_mm - 1) * k) : round((tag.x_mm + 17) * k)]) / k
    line = np.flatnonzero(dark[round(height_mm / 2 * k)]) / k

    assert (width_mm, height_mm) == (63.0, 45.0)
    assert line[0] == pytest.approx(FRAME_INSET_MM, abs=0.1)
    assert np.count_nonzero(line < 5) / k == pytest.approx(FRAME_LINE_MM, abs=0.1)
    assert in_tag[-1] - in_tag[0] == pytest.approx(16.0, abs=0.1)
    assert in_tag[0] == pytest.approx(1.0, abs=0.1)


@pytest.mark.parametrize("what", WHATS)
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_nothing_is_printed_outside_the_printable_area(print_once, what, paper):
    for image in rasterise(print_once(what, paper).pdf, 72, [0, 1]):
        edge = int(PRINTABLE_MARGIN_MM / 25.4 * 72) - 1
        middle = image[edge:-edge, edge:-edge]

        assert (image < 255).sum() == (middle < 255).sum() > 0


def test_no_mark_but_the_fine_ticks_touches_a_piece(print_once):
    k = 300 / 25.4
    sheets = print_once("cards")
    image = rasterise(sheets.pdf, 300, [0])[0]
    first = sheets.manifest["pieces"][0]
    x, y = first["x_mm"] * k, first["y_mm"] * k
    rim = 1.5 * k
    around = image[int(y - 0.8 * k) : int(y + rim), int(x - 0.8 * k) : int(x + rim)]

    assert around.min() > 180
    assert (around < 255).mean() < 0.1
    assert image[int(y - 2 * k), int(x - k) : int(x + k)].min() < 128


@pytest.mark.parametrize("kind", CoverCard)
def test_cover_shows_mostly_the_palettes_colour(print_once, kind):
    sheets = print_once("covers")
    image, width_mm, _ = cut_faces(sheets.pdf, sheets.manifest, 150)[("cover_card", kind, "front")]
    k = image.shape[1] / width_mm
    geometry = CardGeometry()
    field = geometry.cover_field
    area = image[
        int((field.y_mm + 0.5) * k) : int((field.y_mm + field.h_mm - 0.5) * k),
        int((field.x_mm + 0.5) * k) : int((geometry.tag_patch.x_mm - 0.5) * k),
    ]
    median = np.median(area.reshape(-1, 3), axis=0)

    assert np.abs(median - color_of(kind).as_bgr()).max() <= 2


def test_cover_set_is_complete(print_once):
    pieces = print_once("covers").manifest["pieces"]
    fronts = [piece["id"] for piece in pieces if piece["page"] % 2 == 0]
    extra = {piece["face"] for piece in pieces if piece["id"] == "extra"}

    assert {cover: fronts.count(cover) for cover in fronts} == {
        "orange": 8, "yellow": 8, "neutral": 7, "game_over": 1, "extra": 1,
    }  # fmt: skip
    assert extra == {"orange", "yellow"}


def test_key_cards_are_forty_different_ones_under_turning(print_once):
    pieces = print_once("keys").manifest["pieces"]
    keys = [parse_code(piece["id"]) for piece in pieces if piece["face"] == "front"]

    assert len({turning_class(key) for key in keys}) == 40


def test_key_card_shows_what_its_code_says(print_once):
    sheets = print_once("keys")
    piece = sheets.manifest["pieces"][0]
    image, width_mm, _ = cut_faces(sheets.pdf, sheets.manifest, 150)[
        ("key_card", piece["id"], "front")
    ]
    from companion.deck.key_geometry import KeyCardGeometry

    geometry, k = KeyCardGeometry(), image.shape[1] / width_mm
    for at, role in enumerate(parse_code(piece["id"]).as_cluemasters_see()):
        box = geometry.square(*divmod(at, 5))
        corner = image[int((box.y_mm + 1.2) * k), int((box.x_mm + 1.2) * k)].astype(int)

        assert np.abs(corner - color_of(role).as_bgr()).max() <= 2


def test_key_back_lets_nothing_through(print_once):
    sheets = print_once("keys")
    key = next(piece["id"] for piece in sheets.manifest["pieces"])
    image, width_mm, height_mm = cut_faces(sheets.pdf, sheets.manifest, 100)[
        ("key_card", key, "back")
    ]
    k = image.shape[1] / width_mm
    inside = image[int(3 * k) : int((height_mm - 3) * k), int(3 * k) : int((width_mm - 3) * k)]

    assert inside.max() < 128


def test_keys_without_a_seed_are_never_the_same():
    first, second = (
        {piece["id"] for piece in make_sheets(PrintOrder("keys", count=8)).manifest["pieces"]}
        for _ in range(2)
    )

    assert first.isdisjoint(second)


def test_sheets_do_not_show_their_keys_in_a_log(print_once):
    sheets = print_once("keys")

    assert sheets.manifest["pieces"][0]["id"] not in repr(sheets)


def test_file_asks_for_true_size_and_the_right_flip(print_once):
    for flip, name in (("long", b"/DuplexFlipLongEdge"), ("short", b"/DuplexFlipShortEdge")):
        pdf = print_once("covers", "A4", flip).pdf

        assert re.search(rb"/PrintScaling\s*/None", pdf)
        assert name in pdf


def test_trim_and_bleed_boxes_lie_around_the_block(print_once):
    page = pypdfium2.PdfDocument(print_once("covers", "A4", "long", 3.0).pdf)[0]
    trim, bleed = np.array(page.get_trimbox()), np.array(page.get_bleedbox())
    page.pdf.close()

    assert (trim - bleed) * 25.4 / 72 == pytest.approx([3, 3, -3, -3], abs=0.01)


def test_no_page_of_words_uses_a_colour(print_once):
    image = rasterise(print_once("cards").pdf, 50, [0])[0].astype(int)

    assert (image.max(2) - image.min(2)).max() == 0


def test_file_is_small(print_once):
    assert len(print_once("cards").pdf) < 600_000


def _centre_mm(position, dpi):
    corners = (position.top_left, position.top_right, position.bottom_right, position.bottom_left)
    return (
        sum(corner.x for corner in corners) / 4 / dpi * 25.4,
        sum(corner.y for corner in corners) / 4 / dpi * 25.4,
    )


def _tag_centre(piece):
    x, y, w, h = piece["tag_mm"]
    x, y = x + w / 2, y + h / 2
    if piece["turned_deg"] == 180:
        x, y = piece["w_mm"] - x, piece["h_mm"] - y
    return piece["x_mm"] + x, piece["y_mm"] + y
