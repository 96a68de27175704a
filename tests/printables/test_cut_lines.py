import re

import pytest

from printables.cut_lines import cut_lines
from printables.order import PrintOrder, make_sheets


@pytest.mark.parametrize(("what", "sheets"), [("cards", 13), ("keys", 5), ("covers", 2)])
def test_every_sheet_has_one_drawing(print_once, what, sheets):
    assert len(cut_lines(print_once(what).manifest)) == sheets


def test_edge_that_two_pieces_share_is_cut_once(print_once):
    _, svg = cut_lines(print_once("cards").manifest)[0]

    assert len(re.findall("V", svg)) == 5
    assert len(re.findall("H", svg)) == 5
    assert 'width="297mm" height="210mm" viewBox="0 0 297 210"' in svg
    assert "M22.5 15V195" in svg


def test_pieces_with_bleed_are_cut_one_by_one():
    sheets = make_sheets(PrintOrder("covers", bleed=1.0))
    _, svg = cut_lines(sheets.manifest)[0]
    fronts = sum(piece["page"] == 0 for piece in sheets.manifest["pieces"])

    assert len(re.findall("[VH]", svg)) == 4 * fronts


def test_fold_sheet_is_cut_on_both_halves():
    sheets = make_sheets(PrintOrder("covers", flip="fold"))

    assert len(cut_lines(sheets.manifest)) == len(sheets.manifest["pages"])


def test_marks_for_the_camera_are_cut_too():
    assert len(cut_lines(make_sheets(PrintOrder("corner-marks")).manifest)) == 1
