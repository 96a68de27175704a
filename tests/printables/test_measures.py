"""Every piece measured on paper: where its ink begins and ends, against the manifest."""

import itertools

import numpy as np
import pytest

from companion.deck.geometry import FRAME_INSET_MM
from companion.deck.paper import PAPERS
from printables.order import PrintOrder, make_sheets
from printables.preview import rasterise

TOLERANCE_MM = 0.1
SIZES = [(63.0, 45.0), (68.0, 45.0), (63.0, 88.0), (70.0, 70.0), (57.5, 87.0)]


def edge_of(across):
    """Where the ink begins, in pixels: a pixel that is half covered is half as dark."""
    start = int(np.argmax(across > 12))
    full = np.median(across[start + 1 : start + 5])
    inside = start + int(np.argmax(across[start:] > 0.93 * full))
    return inside - across[start:inside].sum() / full


def worst_misfit(sheets, dpi, pages=None):
    """Largest distance of any piece's printed edge from where the manifest has it."""
    k = dpi / 25.4
    worst = 0.0
    for page in pages or range(len(sheets.manifest["pages"])):
        image = rasterise(sheets.pdf, dpi, [page])[0]
        for piece in (piece for piece in sheets.manifest["pieces"] if piece["page"] == page):
            for along, x, w, y, h in (
                ("x", piece["x_mm"], piece["w_mm"], piece["y_mm"], piece["h_mm"]),
                ("y", piece["y_mm"], piece["h_mm"], piece["x_mm"], piece["w_mm"]),
            ):
                area = image if along == "x" else image.transpose(1, 0, 2)
                beside = slice(round((y + 6) * k), round((y + h - 6) * k))
                # A rim of 2 mm is plain on every face; ticks reach 1 mm into it at the corners.
                begin, end, deep = round((x + 1.2) * k), round((x + w - 1.2) * k), round(4 * k)
                near, far = (
                    255.0 - area[beside, strip].min(2).mean(0)
                    for strip in (slice(begin, begin + deep), slice(end - deep, end))
                )
                misfits = [
                    (begin + edge_of(near)) / k - x - FRAME_INSET_MM,
                    (end - edge_of(far[::-1])) / k - (x + w - FRAME_INSET_MM),
                ]
                if piece["kind"] == "key_card" and piece["face"] == "front" and along == "y":
                    # Below its panel a key card has letters, no edge.
                    misfits.pop(0 if piece["turned_deg"] == 180 else 1)
                worst = max(worst, *map(abs, misfits))
    return worst


@pytest.mark.parametrize("what", ["cards", "keys", "covers"])
def test_piece_lies_where_the_manifest_has_it(print_once, what):
    assert worst_misfit(print_once(what), 300, pages=(0, 1)) < TOLERANCE_MM


@pytest.mark.parametrize(("paper", "flip"), [("Letter", "short"), ("A3", "long"), ("A4", "fold")])
@pytest.mark.parametrize("bleed", [0.0, 3.0])
def test_piece_lies_where_the_manifest_has_it_on_every_paper(paper, flip, bleed):
    order = PrintOrder("keys", paper=paper, flip=flip, bleed=bleed, seed=1, count=4)

    assert worst_misfit(make_sheets(order), 300) < TOLERANCE_MM


@pytest.mark.slow
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("what", ["cards", "keys", "covers"])
def test_every_piece_of_every_sheet_is_true_at_600_dpi(what, paper):
    for flip in ("long", "short", "fold"):
        found = worst_misfit(make_sheets(PrintOrder(what, paper=paper, flip=flip, seed=1)), 600)
        print(f"{what} {paper} {flip}: {found:.3f} mm")
        assert found < TOLERANCE_MM


@pytest.mark.parametrize(
    ("paper", "flip", "bleed", "size"),
    [
        (paper, flip, bleed, size)
        for paper, flip in itertools.product(PAPERS, ("long", "short", "fold"))
        for bleed, size in ((0.0, SIZES[0]), (1.0, SIZES[1]), (3.0, SIZES[2]), (0.0, SIZES[3]))
    ],
)
def test_back_lies_behind_its_front(paper, flip, bleed, size):
    sheets = make_sheets(PrintOrder("covers", paper=paper, flip=flip, bleed=bleed, size=size))
    pages = sheets.manifest["pages"]
    by_page = {}
    for piece in sheets.manifest["pieces"]:
        by_page.setdefault(piece["page"], []).append(piece)
    width, height = pages[0]["width_mm"], pages[0]["height_mm"]
    is_sideways = (width > height) if flip in ("fold", "short") else (width <= height)
    if flip == "fold":
        pairs = [(part[: len(part) // 2], part[len(part) // 2 :]) for part in by_page.values()]
    else:
        pairs = [(by_page[page], by_page[page + 1]) for page in range(0, len(pages), 2)]

    for fronts, backs in pairs:
        for front, back in zip(fronts, backs, strict=True):
            assert front["id"] == back["id"]
            x, y = front["x_mm"], front["y_mm"]
            if is_sideways:
                x = width - x - front["w_mm"]
            else:
                y = height - y - front["h_mm"]
            assert (back["x_mm"], back["y_mm"]) == pytest.approx((x, y), abs=1e-3)
            assert back["turned_deg"] == (0 if is_sideways else 180)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("bleed", [0.0, 1.0, 3.0])
def test_pieces_of_any_size_never_overlap_and_stay_on_the_paper(size, bleed):
    sheets = make_sheets(PrintOrder("covers", size=size, bleed=bleed))
    page = sheets.manifest["pages"][0]
    boxes = [
        (piece["x_mm"], piece["y_mm"], piece["x_mm"] + size[0], piece["y_mm"] + size[1])
        for piece in sheets.manifest["pieces"]
        if piece["page"] == 0
    ]

    for one, other in itertools.combinations(boxes, 2):
        apart_x = max(other[0] - one[2], one[0] - other[2])
        apart_y = max(other[1] - one[3], one[1] - other[3])
        assert max(apart_x, apart_y) > 2 * bleed - 1e-6
    assert min(min(box[:2]) for box in boxes) >= 8 + bleed
    assert max(box[2] for box in boxes) <= page["width_mm"] - 8 - bleed
    assert max(box[3] for box in boxes) <= page["height_mm"] - 8 - bleed
