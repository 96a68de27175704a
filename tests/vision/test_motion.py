from __future__ import annotations

import numpy as np
import pytest

from companion.vision.motion import (
    changed_cells,
    has_changed,
    label_cells,
    make_thumbnail,
    moving_cells,
)

SIZE_WH = (1280, 720)


def noisy(image, seed, sigma=6.0):
    noise = np.random.default_rng(seed).normal(0, sigma, image.shape)
    return np.clip(image + noise, 0, 255).astype(np.uint8)


def test_noise_is_no_change(rough_image, flat_quads):
    before, after = make_thumbnail(noisy(rough_image, 1)), make_thumbnail(noisy(rough_image, 2))
    labels = label_cells(flat_quads, SIZE_WH, before)

    assert not changed_cells(before, after, labels).any()
    assert not has_changed(before, after)


def test_exposure_is_no_change(rough_image, flat_quads):
    before = make_thumbnail(rough_image)
    after = make_thumbnail((rough_image * 0.7).astype(np.uint8))

    assert not changed_cells(before, after, label_cells(flat_quads, SIZE_WH, before)).any()


@pytest.mark.parametrize("cell", [0, 7, 24])
def test_only_the_cell_that_changed_is_named(rough_image, flat_quads, cell):
    changed = rough_image.copy()
    left, top = flat_quads[cell, 0].astype(int)
    changed[top + 20 : top + 90, left + 20 : left + 160] = (30, 120, 230)
    before, after = make_thumbnail(noisy(rough_image, 3)), make_thumbnail(noisy(changed, 4))

    found = changed_cells(before, after, label_cells(flat_quads, SIZE_WH, before))

    assert np.flatnonzero(found).tolist() == [cell]


def test_shadow_that_passes_moves_nothing_and_a_hand_does(rough_image, flat_quads):
    before = make_thumbnail(rough_image)
    labels = label_cells(flat_quads, SIZE_WH, before)
    # Its soft edge goes over the middle columns: the light on one card changes as one.
    ramp = np.interp(np.arange(1280), [400, 900], [1.0, 0.8])
    in_shadow = make_thumbnail((rough_image * ramp[None, :, None]).astype(np.uint8))
    hand = rough_image.copy()
    hand[300:500, 560:700] = (150, 170, 220)

    assert changed_cells(before, in_shadow, labels).any()
    assert not moving_cells(before, in_shadow, labels).any()
    assert moving_cells(before, make_thumbnail(hand), labels)[12]
