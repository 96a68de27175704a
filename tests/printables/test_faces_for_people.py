"""Own key cards, own looks, little ink, and prints without colour."""

import numpy as np
import pytest

from companion.deck.key_geometry import KeyCardGeometry
from companion.errors import UnreadableError, UsageError
from companion.game.key_card import format_code, parse_code
from companion.terms import Edition, Role
from printables.key_cards import key_from_drawing
from printables.livery import make_livery
from printables.order import PrintOrder, make_sheets
from printables.preview import cut_faces

LUMA = np.array([0.114, 0.587, 0.299])
"""What a grey printer makes of blue, green and red (ITU-R BT.601)."""

DRAWN = ["OYNXO", "YONYO", "OYNYO", "NOYNO", "YONYN"]


def face_of(order, dpi=200):
    sheets = make_sheets(order)
    piece = sheets.manifest["pieces"][0]
    return cut_faces(sheets.pdf, sheets.manifest, dpi)[(piece["kind"], piece["id"], piece["face"])]


def squares(order, dpi=200):
    """Every square of a printed key card by its role, as grey pixels."""
    image, width, _ = face_of(order, dpi)
    k, geometry = image.shape[1] / width, KeyCardGeometry()
    found = {}
    for at, role in enumerate(parse_code(order.codes[0]).as_cluemasters_see()):
        box = geometry.square(*divmod(at, 5))
        top, left, side = (int(value * k) + 2 for value in (box.y_mm, box.x_mm, box.w_mm - 0.7))
        found.setdefault(role, []).append(image[top : top + side, left : left + side])
    return found


def test_key_card_drawn_by_hand_is_printed_with_its_code():
    grid = ["OOOOO", "OOOOY", "YYYYY", "YYNNN", "NNNNX"]
    key = key_from_drawing(grid, Edition.SIMPSONS)
    sheets = make_sheets(PrintOrder("keys", codes=(format_code(key),)))

    assert [piece["id"] for piece in sheets.manifest["pieces"]] == [format_code(key)] * 2
    assert parse_code(sheets.manifest["pieces"][0]["id"]) == key


@pytest.mark.parametrize(
    ("grid", "says"),
    [
        (["OOOOO"] * 5, "this one has 25 O"),
        (["OOOO"] * 5, "five strings of five"),
        (["RRRRR", "RRRRB", "BBBBB", "BBNNN", "NNNNX"], "out of O Y N X"),
        (DRAWN[:4], "five strings of five"),
    ],
)
def test_drawing_that_is_no_key_card_is_refused(grid, says):
    with pytest.raises(UsageError, match=says):
        key_from_drawing(grid, Edition.SIMPSONS)


def test_code_that_is_mistyped_or_given_twice_is_refused():
    code = make_sheets(PrintOrder("keys", seed=1, count=1)).manifest["pieces"][0]["id"]

    with pytest.raises(UnreadableError):
        make_sheets(PrintOrder("keys", codes=("222222222",)))
    with pytest.raises(UsageError, match="given twice"):
        make_sheets(PrintOrder("keys", codes=(code, code)))


@pytest.mark.parametrize("edition", Edition)
@pytest.mark.parametrize("low", [False, True])
def test_kinds_differ_without_colour(edition, low):
    code = make_sheets(PrintOrder("keys", seed=1, count=1)).manifest["pieces"][0]["id"]
    livery = make_livery(edition, is_low_ink=low)
    by_role = squares(PrintOrder("keys", codes=(code,), edition=edition, livery=livery))
    grey = {role: np.mean([one @ LUMA for one in found], 0) for role, found in by_role.items()}

    for role in Role:
        for other in Role:
            if role is not other:
                difference = np.abs(grey[role] - grey[other]) > 40
                assert difference.mean() > 0.08, (role, other)


def test_blank_key_cards_tell_nothing():
    for seed in (1, 2):
        sheets = make_sheets(PrintOrder("keys", count=2, seed=seed, is_blank=True))

        assert [p["id"] for p in sheets.manifest["pieces"][:2]] == ["blank-1", "blank-2"]
    one = make_sheets(PrintOrder("keys", count=2, seed=1, is_blank=True)).pdf
    assert one == make_sheets(PrintOrder("keys", count=2, seed=2, is_blank=True)).pdf


@pytest.mark.parametrize("what", ["keys", "covers"])
def test_little_ink_is_less_ink(what):
    usual, low = (
        np.mean(
            [
                255 - face[0].astype(float).mean()
                for face in cut_faces(sheets.pdf, sheets.manifest, 50).values()
            ]
        )
        for sheets in (
            make_sheets(
                PrintOrder(
                    what, seed=1, count=4, livery=make_livery(Edition.SIMPSONS, is_low_ink=low)
                )
            )
            for low in (False, True)
        )
    )

    assert low < (0.75 if what == "keys" else 0.97) * usual


def test_own_names_and_colours_are_printed():
    livery = make_livery(Edition.SIMPSONS, colors="orange=" + "#2040c0", labels="yellow=Bären")
    code = make_sheets(PrintOrder("keys", seed=1, count=1)).manifest["pieces"][0]["id"]
    by_role = squares(PrintOrder("keys", codes=(code,), livery=livery))

    assert by_role[Role.ORANGE][0][6, 6].tolist() == [0xC0, 0x40, 0x20]
    assert livery.label(Role.YELLOW) == "Bären"


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"colors": "orange=blue"}, "a colour is written as"),
        ({"colors": "purple=" + "#123456"}, "colours: write orange="),
        ({"colors": "orange=" + "#ffd210"}, "too alike"),
        ({"labels": "orange"}, "labels: write"),
        ({"labels": "orange=" + "x" * 30}, "at most 14 letters"),
    ],
)
def test_look_that_cannot_be_is_refused(options, says):
    with pytest.raises(UsageError, match=says):
        make_livery(Edition.SIMPSONS, **options)


def test_covers_in_own_colours_are_printed_and_what_the_camera_needs_is_said():
    order = PrintOrder("covers", livery=make_livery(Edition.SIMPSONS, colors="orange=" + "#2040c0"))
    sheets = make_sheets(order)
    face, _, _ = cut_faces(sheets.pdf, sheets.manifest, 100)["cover_card", "orange", "front"]

    assert face[-40, 30].tolist() == [0xC0, 0x40, 0x20]
    assert "calibrate colours" in order.notes[0]
    assert PrintOrder("covers").notes == ()


@pytest.mark.parametrize(
    ("colors", "taken_for"),
    [
        pytest.param("yellow=" + "#e03a20,orange=" + "#2040c0", "orange", id="another kind's"),
        pytest.param("yellow=" + "#f4f2ee", "a bare card", id="paper"),
    ],
)
def test_cover_that_the_camera_would_take_for_something_else_is_refused(colors, taken_for):
    livery = make_livery(Edition.SIMPSONS, colors=colors)

    with pytest.raises(UsageError, match=f"would take .* for {taken_for}; choose another"):
        PrintOrder("covers", livery=livery)
