"""Where the camera stands."""

from __future__ import annotations

import numpy as np
import pytest

from companion.simulated.pose import aim, project

BOARD = np.array([[0, 0], [347, 0], [347, 257], [0, 257]], float)


@pytest.mark.parametrize("tilt_deg", [0, 20, 35, 52], ids=str)
@pytest.mark.parametrize("turn_deg", [0, 33, 90, 180, 271], ids=str)
def test_aim_centres_the_board_and_fills_the_share(tilt_deg: float, turn_deg: float) -> None:
    pose = aim(BOARD, size_wh=(1920, 1080), tilt_deg=tilt_deg, turn_deg=turn_deg, fill=0.8)
    seen = project(pose.image_from_board, BOARD)
    low, high = seen.min(axis=0), seen.max(axis=0)

    assert ((high - low) / (1920, 1080)).max() == pytest.approx(0.8, abs=0.005)
    assert (low + high) / 2 == pytest.approx(np.array([959.5, 539.5]), abs=1.0)


def test_tilt_makes_the_bottom_of_the_picture_nearer() -> None:
    pose = aim(BOARD, size_wh=(1280, 720), tilt_deg=35)
    top_left, top_right, bottom_right, bottom_left = project(pose.image_from_board, BOARD)

    assert bottom_right[0] - bottom_left[0] > 1.15 * (top_right[0] - top_left[0])


def test_turn_is_clockwise_in_the_picture() -> None:
    pose = aim(BOARD, size_wh=(1280, 720), turn_deg=90)
    top_left, top_right, *_ = project(pose.image_from_board, BOARD)

    assert top_right[1] > top_left[1]
    assert top_right[0] == pytest.approx(top_left[0], abs=0.5)


@pytest.mark.parametrize(
    "options",
    [
        pytest.param({"tilt_deg": 80.0}, id="tilt"),
        pytest.param({"fill": 0.0}, id="fill"),
    ],
)
def test_aim_refuses_what_cannot_be(options: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="must be"):
        aim(BOARD, size_wh=(1280, 720), **options)
