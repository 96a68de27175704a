import cv2
import numpy as np
import pytest

from companion.deck.aruco import CORNER_MARKS, LENS_TARGET
from companion.deck.printer import PrinterProfile
from printables.order import PrintOrder, make_sheets
from printables.preview import rasterise

DPI = 150
K = DPI / 25.4


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_corner_marks_are_found_where_the_manifest_says(paper):
    sheets = make_sheets(PrintOrder("corner-marks", paper=paper))
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    corners, ids, _ = detector.detectMarkers(rasterise(sheets.pdf, DPI)[0])
    at = {
        int(marker): found.reshape(-1, 2)
        for marker, found in zip(ids.ravel(), corners, strict=True)
    }

    assert set(at) == set(CORNER_MARKS.values())
    for piece in sheets.manifest["pieces"]:
        found = at[CORNER_MARKS[piece["id"]]]
        first = np.array([piece["x_mm"] + 10, piece["y_mm"] + 10])
        assert found[0] / K == pytest.approx(first, abs=0.3)
        assert np.linalg.norm(found[1] - found[0]) / K == pytest.approx(40.0, abs=0.3)


def chessboard(sheets):
    """Number and place of every inner corner, in millimetres."""
    target = LENS_TARGET
    board = cv2.aruco.CharucoBoard(
        (target.cols, target.rows),
        target.square_mm,
        target.marker_mm,
        cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50),
    )
    image = rasterise(sheets.pdf, DPI)[0]
    corners, ids, _, _ = cv2.aruco.CharucoDetector(board).detectBoard(image)
    return ids.ravel(), corners.reshape(-1, 2) / K


def test_lens_target_is_the_board_that_opencv_looks_for():
    sheets = make_sheets(PrintOrder("lens-target", paper="Letter"))
    ids, points = chessboard(sheets)
    (box,) = sheets.manifest["pieces"]
    expected = [
        (box["x_mm"] + (col + 1) * 25, box["y_mm"] + (row + 1) * 25)
        for row, col in (divmod(int(number), LENS_TARGET.cols - 1) for number in ids)
    ]

    assert len(ids) == (LENS_TARGET.cols - 1) * (LENS_TARGET.rows - 1)
    assert points == pytest.approx(np.array(expected), abs=0.25)


def test_printers_scale_is_undone_on_the_target():
    printer = PrinterProfile("den", scale_x=0.98, scale_y=1.01)
    _, points = chessboard(make_sheets(PrintOrder("lens-target", printer=printer)))

    assert np.ptp(points, axis=0) == pytest.approx([200 / 0.98, 125 / 1.01], abs=0.3)
