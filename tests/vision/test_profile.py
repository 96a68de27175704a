from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from companion.errors import CorruptRecordError
from companion.terms import CoverCard
from companion.vision.profile import CameraProfile, InkSeen, Intrinsics

LENS = Intrinsics((1920, 1080), (1500.0, 1504.0), (962.0, 541.0), (-0.2, 0.05, 1e-3, -1e-3, 0.01))
PROFILE = CameraProfile(
    "Stand Cam (046d:0825)",
    LENS,
    inks={
        CoverCard.ORANGE: InkSeen((0.8, 0.2, 0.02), 3.5),
        CoverCard.NEUTRAL: InkSeen((0.6, 0.6, 0.55), 2.5, bytes(range(180)) * 10),
    },
    paper=(1.0, 0.98, 0.95),
)


def test_points_come_back_from_the_lens() -> None:
    points = np.random.default_rng(1).uniform((0, 0), (1919, 1079), (50, 2))

    assert LENS.distort(LENS.undistort(points)) == pytest.approx(points, abs=1e-3)
    assert np.abs(LENS.undistort(points) - points).max() > 20


@pytest.mark.parametrize("size_wh", [(1280, 720), (3840, 2160), (1366, 768)])
def test_size_of_the_same_shape_is_scaled(size_wh: tuple[int, int]) -> None:
    lens = PROFILE.lens_for(PROFILE.camera, size_wh)

    assert isinstance(lens, Intrinsics)
    scale = np.array(size_wh) / LENS.size_wh
    points = np.array([[100.0, 80.0], [900.0, 700.0]])
    scaled = (points + 0.5) * scale - 0.5
    assert lens.undistort(scaled) == pytest.approx(
        (LENS.undistort(points) + 0.5) * scale - 0.5, abs=0.05
    )


# librealsense 2859, caliscope 692, April-Tag-VR 124: another size, the old calibration kept.
@pytest.mark.parametrize(
    ("camera", "size_wh", "crop_px", "told"),
    [
        pytest.param(PROFILE.camera, (640, 480), None, "shows another part", id="other shape"),
        pytest.param("Laptop Cam", (1920, 1080), None, "and this is 'Laptop Cam'", id="camera"),
        pytest.param(PROFILE.camera, (1920, 1080), (0, 0, 960, 540), "another part", id="crop"),
    ],
)
def test_lens_is_refused_where_it_does_not_belong(
    camera: str, size_wh: tuple[int, int], crop_px: tuple[int, int, int, int] | None, told: str
) -> None:
    refused = PROFILE.lens_for(camera, size_wh, crop_px)

    assert isinstance(refused, str)
    assert told in refused


def test_known_crop_moves_the_centre() -> None:
    crop = LENS.cropped_to(100, 50, (800, 600))
    points = np.array([[500.0, 300.0]])

    assert crop.undistort(points - (100, 50)) == pytest.approx(LENS.undistort(points) - (100, 50))


@pytest.mark.parametrize(
    "profile",
    [
        PROFILE,
        replace(PROFILE, lens=None, inks=None, paper=None),
        replace(PROFILE, is_provisional=True, crop_px=(1, 2, 3, 4)),
    ],
)
def test_profile_is_read_as_it_was_written(profile: CameraProfile) -> None:
    document = json.loads(json.dumps(profile.to_document()))

    assert CameraProfile.from_document(document) == profile


def test_profile_without_looks_is_read() -> None:
    """As it was written before they were kept."""
    document = PROFILE.to_document()
    for ink in document["inks"].values():
        del ink["look"]

    inks = CameraProfile.from_document(document).inks

    assert inks is not None
    assert inks[CoverCard.NEUTRAL] == InkSeen((0.6, 0.6, 0.55), 2.5)


@pytest.mark.parametrize(
    "damage",
    [
        {"version": 99},
        {"lens": {"size_wh": [0, 0]}},
        {"lens": {**PROFILE.to_document()["lens"], "focal_xy_px": [float("nan"), 1.0]}},
        {"inks": {"mauve": {"rgb": [1, 1, 1], "spread": 1}}},
        {"inks": {"orange": {"rgb": [1, 1, 1], "spread": 1, "look": "ABCD"}}},
        {"inks": {"orange": {"rgb": [1, 1, 1], "spread": 1, "look": "not a picture"}}},
        {"crop_px": [1, 2]},
    ],
    ids=str,
)
def test_damaged_profile_is_refused(damage: dict[str, object]) -> None:
    with pytest.raises(CorruptRecordError, match="no camera profile"):
        CameraProfile.from_document({**PROFILE.to_document(), **damage})
