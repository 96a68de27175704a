"""The guide, told what the camera sees, on a clock that is handed in."""

from __future__ import annotations

import numpy as np

from calibration.capture import AdviceKind, Capturing, guide, reach_of
from calibration.report import draw_guidance, progress_of
from calibration.target import TargetSighting
from companion.vision.profile import Intrinsics
from tests.calibration.synthetic_camera import SyntheticCamera, a_pose, follow_advice

SIZE_WH = (1280, 720)
LENS = Intrinsics(SIZE_WH, (1050.0, 1050.0), (639.5, 359.5))
CAMERA = SyntheticCamera(LENS)
IDS = np.arange(54)


def a_sighting(
    place: tuple[float, float] = (0.5, 0.5),
    tilt_deg: tuple[float, float] = (0, 0),
    share: float = 0.5,
    blur_px: float = 2.0,
) -> TargetSighting:
    seen = CAMERA.project(IDS, *a_pose(LENS, place, tilt_deg, share))
    is_inside = ((seen > 2) & (seen < np.array(SIZE_WH) - 3)).all(axis=1)
    return TargetSighting(IDS[is_inside], seen[is_inside], blur_px)


def shown(*sightings: TargetSighting | None, so_far: Capturing | None = None) -> Capturing:
    """Each for half a second, three times."""
    at_s = 0.0
    for sighting in sightings:
        for _ in range(3):
            so_far = guide(so_far, sighting, at_s, SIZE_WH)
            at_s += 0.2
            if so_far.has_taken:
                break
    assert so_far is not None
    return so_far


def test_nothing_in_view_asks_for_the_target() -> None:
    assert shown(None).advice.kind is AdviceKind.NO_TARGET


def test_view_is_taken_once_it_is_still_and_not_before() -> None:
    first = guide(None, a_sighting(), 0.0, SIZE_WH)
    second = guide(first, a_sighting(), 0.2, SIZE_WH)
    third = guide(second, a_sighting(), 0.4, SIZE_WH)
    fourth = guide(third, a_sighting(), 0.6, SIZE_WH)

    assert first.advice.kind is AdviceKind.HOLD_STILL
    assert [each.has_taken for each in (first, second, third, fourth)] == [
        False,
        False,
        True,
        False,
    ]
    assert len(fourth.views) == 1


def test_target_on_the_move_is_not_taken() -> None:
    so_far = None
    for step in range(12):
        so_far = guide(so_far, a_sighting((0.4 + 0.01 * step, 0.5)), 0.2 * step, SIZE_WH)

    assert so_far is not None
    assert so_far.views == ()


def test_blurred_and_far_targets_are_told() -> None:
    assert shown(a_sighting(blur_px=8.0)).advice.kind is AdviceKind.BLURRED
    assert shown(a_sighting(share=0.1)).advice.kind is AdviceKind.NEARER


def test_flat_views_ask_for_a_tilt() -> None:
    flat = [a_sighting((0.3 + 0.2 * (n % 3), 0.35 + 0.3 * (n // 3))) for n in range(6)]
    so_far = shown(*flat)

    assert so_far.advice.kind is AdviceKind.TILT
    assert so_far.advice.tilt in ("left", "right", "top", "bottom")


def test_missing_part_of_the_picture_is_named() -> None:
    views = [a_sighting((0.5, 0.5), tilt, 0.4) for tilt in ((30, 0), (-30, 0), (0, 30), (0, -30))]
    so_far = shown(*views)

    assert so_far.advice.kind is AdviceKind.SHOW_ZONE
    assert so_far.advice.zone is not None
    col, row = so_far.advice.zone
    assert so_far.counts[row, col] == 0
    assert "of the picture" in so_far.advice.words


def test_person_who_follows_is_done_in_under_forty_poses() -> None:
    rng = np.random.default_rng(1)
    so_far = shown(a_sighting())
    poses = 0
    while not so_far.is_enough and poses < 60:
        so_far = shown(a_sighting(**keep(follow_advice(so_far.advice, rng))), so_far=so_far)
        poses += 1

    assert so_far.is_enough
    assert poses < 40
    assert reach_of(so_far.views, SIZE_WH).min() > 0.85


def keep(how: dict[str, object]) -> dict[str, object]:
    return {name: how[name] for name in ("place", "tilt_deg", "share")}


def test_other_size_starts_again() -> None:
    so_far = shown(a_sighting())
    again = guide(so_far, None, 5.0, (640, 480))

    assert len(so_far.views) == 1
    assert again.views == ()


def test_progress_is_plain_and_drawn_without_touching_the_picture() -> None:
    so_far = shown(a_sighting())
    image = np.full((720, 1280, 3), 90, np.uint8)
    drawn = draw_guidance(image, so_far)

    assert progress_of(so_far)["views"] == 1
    assert (image == 90).all()
    assert (drawn != 90).any()
