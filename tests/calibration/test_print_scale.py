"""A vernier sheet is printed by a printer with faults, read off the paper, and set right."""

import argparse
import math

import cv2
import numpy as np
import pypdfium2
import pytest

from calibration.print_scale import (
    Readings,
    add_print_scale_options,
    profile_from,
    profile_from_options,
)
from companion.deck.paper import VERNIER_STEP_MM, vernier_centres
from companion.deck.printer import PrinterProfile
from companion.errors import UsageError
from printables.order import PrintOrder, make_sheets
from printables.preview import rasterise

DPI = 600
K = DPI / 25.4


def faulty(image: np.ndarray, fault: PrinterProfile) -> np.ndarray:
    """What comes out of a printer with these faults of the back."""
    height, width = image.shape[:2]
    angle = math.radians(fault.angle_deg)
    cos, sin = math.cos(angle), math.sin(angle)
    x, y = width / 2, height / 2
    dx, dy = fault.shift_x_mm * K, fault.shift_y_mm * K
    matrix = np.array(
        [[cos, -sin, x - cos * x + sin * y + dx], [sin, cos, y - sin * x - cos * y + dy]]
    )
    return cv2.warpAffine(image, matrix, (width, height), borderValue=255)


def ticks(profile: np.ndarray) -> np.ndarray:
    """Middles of the dark runs of one line of pixels."""
    dark = np.flatnonzero(profile < 128)
    runs = np.split(dark, np.flatnonzero(np.diff(dark) > 2) + 1)
    return np.array([run.mean() for run in runs])


def meeting(front: np.ndarray, back: np.ndarray) -> int:
    """The number of the back's tick that meets its partner on the front best."""
    assert len(front) == len(back) == 41
    return int(np.argmin(np.abs(front - back))) - 20


def read_off(front: np.ndarray, back: np.ndarray, flip: str) -> Readings:
    sideways = flip == "short"
    through = front[:, ::-1] if sideways else front[::-1]  # the front, seen through the paper
    found = []
    for x, y in vernier_centres("A4", is_back=True, turns_sideways=sideways):
        side_x, side_y = (22, -22) if sideways else (-22, 22)
        span = int(21.5 * VERNIER_STEP_MM * K)
        for vertical in (False, True):
            axis, across = (y, x + side_x) if vertical else (x, y + side_y)
            lines = []
            sign = np.sign(side_x if vertical else side_y)
            for image, depth in ((through, sign * 1.2), (back, -sign * 1.1)):
                page = image.T if vertical else image
                row = int((across + depth) * K)
                lines.append(ticks(page[row, int(axis * K) - span : int(axis * K) + span]))
            found.append(meeting(*lines))
    return Readings(*found)


@pytest.mark.parametrize("flip", ["long", "short"])
def test_faults_of_a_printer_are_found_and_undone(flip):
    fault = PrinterProfile("den", shift_x_mm=0.6, shift_y_mm=-0.4, angle_deg=0.12)
    front, back = (page[:, :, 0] for page in rasterise(sheet(flip), DPI))

    found = profile_from("den", read_off(front, faulty(back, fault), flip), flip=flip)

    assert found.shift_x_mm == pytest.approx(0.6, abs=0.08)
    assert found.shift_y_mm == pytest.approx(-0.4, abs=0.08)
    assert found.angle_deg == pytest.approx(0.12, abs=0.04)

    corrected = rasterise(sheet(flip, found), DPI)[1][:, :, 0]
    again = read_off(front, faulty(corrected, fault), flip)

    assert all(
        abs(tick) <= 1 for tick in (again.a_across, again.a_down, again.b_across, again.b_down)
    )


def text_of(pdf):
    with pypdfium2.PdfDocument(pdf) as document:
        pages = [page.get_textpage().get_text_range() for page in document]
    return " ".join("\n".join(pages).split())


def sheet(flip, printer=None):
    return make_sheets(PrintOrder("alignment", flip=flip, printer=printer)).pdf


def test_corrected_sheet_says_that_only_the_rest_is_read_off():
    """Kept under the printer's name, what is left would take the place of what was measured."""
    texts = [
        text_of(sheet("long", printer)) for printer in (None, PrinterProfile("den", 0.6, -0.4))
    ]

    assert ["print this sheet without that" in text for text in texts] == [False, True]
    assert "printer den are undone" in texts[1]


@pytest.mark.parametrize(
    "name", ["W" * 300, "プリンタ", "{name}"], ids=["long", "no glyphs", "braces"]
)
def test_any_printers_name_leaves_the_sheet_printable(name):
    assert "are undone here" in text_of(sheet("long", PrinterProfile(name, 0.6, -0.4)))


def test_bars_tell_the_scale():
    found = profile_from("den", Readings(0, 0, 0, 0, across_mm=147, down_mm=101))

    assert (found.scale_x, found.scale_y) == (0.98, 1.01)


@pytest.mark.parametrize(
    "readings", [Readings(50, 0, 0, 0), Readings(float("nan"), 0, 0, 0), Readings(20, 0, -20, 0)]
)
def test_readings_that_cannot_be_are_refused(readings):
    with pytest.raises(UsageError):
        profile_from("den", readings)


def test_options_make_a_profile():
    parser = argparse.ArgumentParser()
    add_print_scale_options(parser)
    options = parser.parse_args(["den", "--a", "3", "-5", "--b", "3", "-5", "--across", "150.5"])

    profile = profile_from_options(options)

    assert (profile.name, profile.shift_x_mm, profile.shift_y_mm) == ("den", 0.3, -0.5)
