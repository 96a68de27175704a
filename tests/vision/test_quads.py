from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.vision.quads import crossing_of_diagonals, detect_outlines

RING = np.array([[320, 150], [500, 162], [488, 294], [314, 276]], np.float64)


def a_picture(quads, *, ground=235, ink=25, line_px=6, blur_px=0.8):
    image = np.full((540, 960), ground, np.uint8)
    for quad in quads:
        cv2.polylines(image, [np.round(quad * 16).astype(np.int32)], True, ink, line_px, 16, 4)
    return cv2.GaussianBlur(image, (0, 0), blur_px)


def corner_misses(outlines, quad):
    turns = [np.roll(outlines.corners_px[0], turn, axis=0) for turn in range(4)]
    return min(np.abs(turned - quad).max() for turned in turns)


def test_frame_line_is_found_at_its_centre():
    outlines = detect_outlines(a_picture([RING]))

    assert len(outlines) == 1
    assert outlines.inset_mm[0] == pytest.approx(2.9)
    assert corner_misses(outlines, RING) < 1.0


@pytest.mark.parametrize("ground", [120, 180, 250])
def test_frame_line_is_found_in_any_light(ground):
    assert len(detect_outlines(a_picture([RING], ground=ground, ink=ground // 6))) == 1


def test_touching_frame_lines_are_two():
    beside = RING + np.array([192.0, 12.0])

    assert len(detect_outlines(a_picture([RING, beside], line_px=8))) == 2


def test_disc_is_no_card():
    image = np.full((540, 960), 235, np.uint8)
    cv2.circle(image, (400, 270), 90, 25, 6, cv2.LINE_AA)

    assert len(detect_outlines(image)) == 0


def test_outline_cut_by_the_edge_is_none():
    assert len(detect_outlines(a_picture([RING - np.array([400.0, 0.0])]))) == 0


def test_tiny_picture_has_none():
    assert len(detect_outlines(np.zeros((20, 20), np.uint8))) == 0


def test_centre_of_a_tilted_card_is_where_its_diagonals_cross():
    tilted = np.array([[[0, 0], [4, 0], [3, 2], [1, 2.0]]])

    assert crossing_of_diagonals(tilted)[0] == pytest.approx([2.0, 4 / 3])
