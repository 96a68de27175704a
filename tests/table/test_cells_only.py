"""Nothing outside the cells is left in the picture."""

from __future__ import annotations

import numpy as np
import pytest

from companion.table.cells_only import mask_to_cells


def quads(*corners: tuple[float, float]) -> np.ndarray:
    return np.array([corners], float)


def test_picture_is_cut_to_the_cells() -> None:
    image = np.full((60, 80, 3), 200, np.uint8)
    image[:20] = 7  # where a key card stands
    cut = mask_to_cells(image, quads((10, 20), (69, 20), (69, 49), (10, 49)))

    assert cut.shape == (30, 60, 3)
    assert (cut == 200).all()


def test_picture_is_black_between_a_slanted_hull_and_its_box() -> None:
    image = np.full((100, 100, 3), 255, np.uint8)
    cut = mask_to_cells(image, quads((30, 10), (70, 10), (90, 80), (10, 80)))
    shown = cut[:, :, 0] > 0

    assert shown[0].nonzero()[0].tolist() == list(range(20, 61))
    assert shown[-1].all()
    assert not shown[35, [0, -1]].any()


def test_no_pixel_outside_a_random_hull_is_shown() -> None:
    rng = np.random.default_rng(3)
    ys, xs = np.mgrid[0:48, 0:64]
    image = np.dstack([xs, ys, np.full_like(xs, 255)]).astype(np.uint8)
    for _ in range(30):
        corners = rng.uniform(-10, 70, (25, 4, 2))
        centre = corners.reshape(-1, 2).mean(axis=0)
        corners = centre + (corners - centre) * rng.uniform(0.1, 1)
        cut = mask_to_cells(image, corners)
        x, y, _ = cut[cut[:, :, 2] > 0].T.astype(float)
        # A point outside of the hull has a direction in which it lies further out than all corners.
        angles = np.linspace(0, 2 * np.pi, 90, endpoint=False)
        directions = np.stack([np.cos(angles), np.sin(angles)])
        reach = (corners.reshape(-1, 2) @ directions).max(axis=0)

        assert (np.stack([x, y], axis=1) @ directions <= reach + 1e-6).all()


def test_picture_is_one_black_pixel_when_the_cells_lie_outside() -> None:
    image = np.full((10, 10, 3), 255, np.uint8)
    for corners in (((20, 2), (30, 2), (30, 8), (20, 8)), ((2, 20), (8, 20), (8, 30), (2, 30))):
        assert mask_to_cells(image, quads(*corners)).tolist() == [[[0, 0, 0]]]


def test_picture_handed_in_stays_as_it_was() -> None:
    image = np.full((10, 10, 3), 255, np.uint8)
    mask_to_cells(image, quads((5, 1), (9, 5), (5, 9), (1, 5)))

    assert (image == 255).all()


@pytest.mark.parametrize("shape", [(0, 4, 2), (4, 2), (1, 3, 2)])
def test_mask_refuses_quads_of_another_shape(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="expected quads of shape"):
        mask_to_cells(np.zeros((5, 5, 3), np.uint8), np.zeros(shape))
