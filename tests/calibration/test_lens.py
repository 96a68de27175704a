"""Lenses that are known, solved again; and sets that would give a wrong one, refused."""

from __future__ import annotations

import json

import numpy as np
import pytest

from calibration.capture import View
from calibration.lens import (
    LensRefused,
    LensReport,
    Refused,
    solve_lens,
    views_from,
    views_wanted,
)
from calibration.report import draw_coverage, lens_lines
from calibration.solving import is_folded, projection_difference_px
from companion.deck.printer import PrinterProfile
from companion.errors import CorruptRecordError
from companion.vision.profile import Intrinsics
from tests.calibration.synthetic_camera import SyntheticCamera, calibrate, views_of

SIZE_WH = (1280, 720)
LENS = Intrinsics(SIZE_WH, (1050.0, 1050.0), (645.0, 352.0), (-0.18, 0.04, 0.0003, -0.0002, 0.0))

TILTS = ((0, 0), (30, 0), (-28, 5), (4, 29), (-3, -31), (20, 18), (-22, 15), (5, -6))
PLACES = (
    (0.5, 0.5),
    (0.22, 0.24),
    (0.78, 0.24),
    (0.22, 0.76),
    (0.78, 0.76),
    (0.5, 0.3),
    (0.14, 0.14),
    (0.86, 0.86),
    (0.86, 0.14),
    (0.14, 0.86),
)


def good_poses() -> list[dict[str, object]]:
    return [
        {"place": place, "tilt_deg": TILTS[at % len(TILTS)], "share": 0.5 + 0.04 * (at % 3)}
        for at, place in enumerate((*PLACES, *PLACES[::-1]))
    ]


def a_camera(**how: object) -> SyntheticCamera:
    return SyntheticCamera(LENS, rng=np.random.default_rng(4), **how)  # type: ignore[arg-type]


def good_views(**how: object) -> list[View]:
    return views_of(a_camera(**how), good_poses())


def solved(views: list[View], **how: object) -> LensReport:
    report = solve_lens(views, SIZE_WH, **how)  # type: ignore[arg-type]
    assert isinstance(report, LensReport), report
    return report


def test_lens_is_found_again() -> None:
    report = solved(good_views())

    assert report.lens.focal_xy_px == pytest.approx(LENS.focal_xy_px, rel=0.003)
    assert projection_difference_px(LENS, report.lens) < 0.4
    assert report.rms_px < 0.15
    assert report.warnings == ()
    assert report.aspect == pytest.approx(1, abs=0.002)


def test_view_of_a_bent_target_is_left_out() -> None:
    views = good_views()
    bent = views[3]
    off = 4 * np.sin(np.arange(len(bent.corners_px)))[:, None] * (1.0, 0.5)
    views[3] = View(bent.corner_ids, bent.corners_px + off, bent.tilt_xy_deg)
    report = solved(views)

    assert report.view_rms_px[3] is None
    assert sum(error is None for error in report.view_rms_px) == 1
    assert projection_difference_px(LENS, report.lens) < 0.4
    assert report.warnings[0] == "some views did not fit, 1 of 20: left out"


def test_corner_that_was_mistaken_is_left_out() -> None:
    views = good_views()
    views[0].corners_px[10] += (1.2, 0.9)
    report = solved(views)

    assert report.left_out == 1
    assert projection_difference_px(LENS, report.lens) < 0.4


def flat(pose: dict[str, object]) -> dict[str, object]:
    return {**pose, "tilt_deg": (0, 0)}


def in_the_middle(pose: dict[str, object]) -> dict[str, object]:
    return {**pose, "place": (0.5, 0.5), "share": 0.32}


# PhotonVision 1120: all views at one angle; MRPT 562, opencv 22650: a target that is not square.
@pytest.mark.parametrize(
    ("views", "reason"),
    [
        pytest.param(lambda: good_views()[:4], Refused.FEW_VIEWS, id="4 views"),
        pytest.param(
            # A small target far away, and shown everywhere.
            lambda: views_of(a_camera(), [flat(pose) for pose in good_poses()]),
            Refused.FLAT,
            id="all flat",
        ),
        pytest.param(
            lambda: views_of(a_camera(), [in_the_middle(pose) for pose in good_poses()]),
            Refused.CENTRE_ONLY,
            id="centre only",
        ),
        pytest.param(lambda: good_views(stretch=1.02), Refused.NOT_SQUARE, id="2 % too high"),
        pytest.param(lambda: good_views(stretch=0.985), Refused.NOT_SQUARE, id="1.5 % too low"),
    ],
)
def test_bad_set_is_refused_with_the_right_reason(views: object, reason: Refused) -> None:
    outcome = solve_lens(views(), SIZE_WH)  # type: ignore[operator]

    assert isinstance(outcome, LensRefused)
    assert outcome.reason is reason
    assert "\n" not in lens_lines(outcome)[0]


def test_mirrored_target_is_refused() -> None:
    outcome = solve_lens(good_views(), SIZE_WH, is_mirrored=True)

    assert isinstance(outcome, LensRefused)
    assert outcome.reason is Refused.MIRRORED


def test_printer_that_was_measured_makes_the_target_square_again() -> None:
    printer = PrinterProfile("den", scale_x=1.0, scale_y=1.02)
    report = solved(good_views(stretch=1.02), printer=printer)

    assert report.lens.focal_xy_px == pytest.approx(LENS.focal_xy_px, rel=0.003)


def test_pixels_that_are_not_square_are_the_cameras_own() -> None:
    lens = Intrinsics(SIZE_WH, (1050.0, 1058.0), (645.0, 352.0), LENS.distortion)
    camera = SyntheticCamera(lens, rng=np.random.default_rng(4))
    report = solved(views_of(camera, good_poses()))

    assert report.lens.focal_xy_px == pytest.approx(lens.focal_xy_px, rel=0.003)


def test_target_of_another_scale_gives_the_same_lens_and_a_warning() -> None:
    report = solved(good_views(), row_mm=242.5)

    assert projection_difference_px(report.lens, solved(good_views()).lens) < 1e-3
    assert "printed at 97.0 %" in report.warnings[0]


def test_doubt_grows_with_the_noise() -> None:
    doubts = [
        solved(views_of(a_camera(), good_poses(), noise_px=noise)).unsure_px
        for noise in (0.03, 0.6)
    ]

    assert doubts[1] > 3 * doubts[0]


# opencv 15577: views of the middle alone, a model that folds back outside them.
def test_lens_that_folds_back_is_known() -> None:
    assert is_folded(Intrinsics(SIZE_WH, (800.0, 800.0), (639.5, 359.5), (-0.5, 0, 0, 0, 0)))
    assert not is_folded(LENS)


def test_inputs_are_kept_and_solved_again() -> None:
    report = solved(good_views())
    document = json.loads(json.dumps(report.to_document()))
    views, size_wh = views_from(document["inputs"])
    again = solved(list(views))

    assert size_wh == SIZE_WH
    assert again.lens.focal_xy_px == pytest.approx(report.lens.focal_xy_px, rel=1e-4)
    with pytest.raises(CorruptRecordError):
        views_from({"size_wh": [1, 2], "views": [{}]})


def test_more_views_are_asked_for_while_it_is_unsure() -> None:
    good = solved(good_views())

    assert views_wanted(good, 20) == 20
    assert views_wanted(LensRefused(Refused.UNSURE, ""), 20) > 20
    assert views_wanted(LensRefused(Refused.MIRRORED, ""), 20) == 20


def test_coverage_is_drawn_where_the_target_was() -> None:
    left = [view for view in good_views() if view.corners_px[:, 0].max() < 640]
    image = draw_coverage(tuple(left), SIZE_WH)

    assert image.shape == (540, 960, 3)
    assert image[:, :400].mean() < image[:, 600:].mean() - 10


@pytest.mark.slow
def test_twenty_synthetic_cameras() -> None:
    """Pictures with noise and blur, a person who follows the guide."""
    worst_focal, worst_px, most_views = 0.0, 0.0, 0
    for number in range(20):
        rng = np.random.default_rng(100 + number)
        lens = deal_lens(rng)
        camera = SyntheticCamera(
            lens, noise=float(rng.uniform(1, 4)), blur_px=float(rng.uniform(0.5, 1.3)), rng=rng
        )
        outcome, capturing = calibrate(camera)
        assert isinstance(outcome, LensReport), outcome
        focal = abs(outcome.lens.focal_xy_px[0] / lens.focal_xy_px[0] - 1)
        left_px = projection_difference_px(lens, outcome.lens)
        worst_focal, worst_px = max(worst_focal, focal), max(worst_px, left_px)
        most_views = max(most_views, len(capturing.views))
        print(
            f"\n{number:3} f {lens.focal_xy_px[0]:6.0f} k1 {lens.distortion[0]:+.2f}: f off "
            f"{100 * focal:.2f} %, {left_px:.2f} px left, unsure {outcome.unsure_px:.2f} px",
            end="",
        )
    print(f"\nworst: {100 * worst_focal:.2f} %, {worst_px:.2f} px, {most_views} views")

    assert worst_focal < 0.005
    assert worst_px < 0.5


def deal_lens(rng: np.random.Generator) -> Intrinsics:
    """A webcam by chance: 45 to 80 degrees across, k1 from -0.3 to 0.1."""
    while True:
        focal_px = float(SIZE_WH[0] * rng.uniform(0.6, 1.2))
        k1 = float(rng.uniform(-0.3, 0.1))
        k2 = float(rng.uniform(0, 0.1) if k1 < -0.1 else rng.uniform(-0.02, 0.02))
        lens = Intrinsics(
            SIZE_WH,
            (focal_px, focal_px * float(rng.uniform(0.998, 1.002))),
            (639.5 + float(rng.normal(0, 8)), 359.5 + float(rng.normal(0, 8))),
            (k1, k2, float(rng.normal(0, 3e-4)), float(rng.normal(0, 3e-4)), 0.0),
        )
        if not is_folded(lens):
            return lens
