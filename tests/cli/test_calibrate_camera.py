"""From pictures and films on the command line to a profile that is kept."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.cli.camera_profiles import (
    KIND,
    change_profile,
    find_profile,
    lens_report_of,
    profile_for,
)
from companion.cli.main import main
from companion.errors import CorruptRecordError, UsageError
from companion.store.store import Store
from companion.terms import CoverCard
from companion.vision.profile import CameraProfile, Intrinsics
from tests.calibration.synthetic_camera import SyntheticCamera, a_pose

SIZE_WH = (960, 540)
LENS = Intrinsics(SIZE_WH, (800.0, 800.0), (481.0, 268.0), (-0.15, 0.03, 0.0, 0.0, 0.0))
TILTS = ((30, 0), (-28, 5), (4, 29), (-3, -31), (20, 18), (0, 0))
PLACES = ((0.5, 0.5), (0.2, 0.2), (0.8, 0.2), (0.2, 0.8), (0.8, 0.8), (0.5, 0.3), (0.5, 0.75))


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Fourteen pictures of the target, tilted and everywhere."""
    folder = tmp_path_factory.mktemp("target")
    camera = SyntheticCamera(LENS, noise=2.0, blur_px=0.6)
    paths = []
    for number, place in enumerate(PLACES * 2):
        pose = a_pose(LENS, place, TILTS[number % len(TILTS)], 0.5)
        path = folder / f"{number:02}.png"
        cv2.imwrite(str(path), camera.expose(camera.photograph(*pose)))
        paths.append(str(path))
    return paths


def test_lens_is_solved_from_pictures_kept_and_solved_again(
    pictures: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data"
    options = ["--name", "Stand Cam", "--data", str(data)]
    seen = tmp_path / "seen.png"

    assert main(["calibrate", "lens", *pictures, *options, "--coverage", str(seen), "--json"]) == 0
    said = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert said["lens"]["focal_xy_px"] == pytest.approx([800, 800], rel=0.006)
    assert cv2.imread(str(seen)).shape == (540, 960, 3)

    profile = find_profile("Stand Cam", data)
    assert isinstance(profile.lens_for("Stand Cam", (1920, 1080)), Intrinsics)
    assert len(lens_report_of("Stand Cam", data)["inputs"]["views"]) == 14

    again = ["calibrate", "lens", "Stand Cam", "--again", "--leave-out", "1", "2", "--data"]
    assert main([*again, str(data)]) == 0
    assert len(lens_report_of("Stand Cam", data)["inputs"]["views"]) == 12
    assert "lens: focal length" in capsys.readouterr().out


def test_few_pictures_are_refused_and_nothing_is_kept(
    pictures: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["calibrate", "lens", *pictures[:4], "--data", str(tmp_path), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["reason"] == "few_views"
    with pytest.raises(UsageError, match="there is no profile"):
        find_profile("pictures", tmp_path)


def test_mirrored_pictures_are_refused(
    pictures: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mirrored.png"
    cv2.imwrite(str(path), np.ascontiguousarray(cv2.imread(pictures[0])[:, ::-1]))

    assert main(["calibrate", "lens", str(path), "--data", str(tmp_path), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["reason"] == "mirrored"


def test_film_guides_and_says_what_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    film = tmp_path / "target.avi"
    camera = SyntheticCamera(LENS, noise=1.0)
    writer = cv2.VideoWriter(str(film), cv2.VideoWriter.fourcc(*"MJPG"), 10, SIZE_WH)
    for place in PLACES[:3]:
        shown = camera.photograph(*a_pose(LENS, place, (0, 0), 0.5))
        for _ in range(5):
            writer.write(camera.expose(shown))
    writer.release()

    assert main(["calibrate", "lens", str(film), "--data", str(tmp_path)]) == 1
    said = capsys.readouterr()
    assert "hold it still for a moment" in said.err
    assert "[3]" in said.err
    assert "3 views are too few" in said.out


def test_camera_that_is_not_there_is_a_usage_error(tmp_path: Path) -> None:
    assert main(["calibrate", "lens", "no-such-camera", "--data", str(tmp_path)]) == 2
    assert main(["calibrate", "colours", "no-such-camera", "--data", str(tmp_path)]) == 2


def test_colours_of_a_picture_are_kept_beside_the_lens(
    repository: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = str(repository / "tests" / "frames" / "table_00.jpg")
    options = ["--name", "Stand Cam", "--data", str(tmp_path), "--json"]

    assert main(["calibrate", "colours", table, *options]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["verdict"] in ("pass", "warning")
    assert said["team_distance"] > 40
    inks = find_profile("Stand Cam", tmp_path).inks
    assert inks is not None
    assert {CoverCard.ORANGE, CoverCard.YELLOW, CoverCard.NEUTRAL} <= set(inks)
    assert "game_over" in said["missing"]


def test_picture_without_a_table_has_no_colours(tmp_path: Path) -> None:
    path = tmp_path / "grey.png"
    cv2.imwrite(str(path), np.full((720, 1280, 3), 120, np.uint8))

    assert main(["calibrate", "colours", str(path), "--data", str(tmp_path)]) == 1


@pytest.mark.parametrize(
    ("kept", "told"),
    [
        ({"version": 9}, "it is of version 9, not 1"),
        ({"version": 1, "camera": "attic"}, "it has no 'lens'"),
        ({"version": 1, "lens": {}, "inks": None, "crop_px": None, "paper": None}, "it has no"),
    ],
)
def test_damaged_profile_is_named_with_its_cure_and_measured_anew(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], kept: dict[str, Any], told: str
) -> None:
    with Store(tmp_path) as store:
        store.save_document(KIND, "attic", kept)
    told_of = f"what is kept of camera 'attic' cannot be used: this is no camera profile: {told}"

    with pytest.raises(CorruptRecordError, match="companion calibrate lens") as refused:
        find_profile("attic", tmp_path)
    assert told_of in refused.value.message
    assert profile_for("attic", None, tmp_path) == CameraProfile("attic")
    assert told_of in capsys.readouterr().err

    change_profile("attic", tmp_path, lambda before: replace(before, paper=(0.9, 0.9, 0.8)))

    assert find_profile("attic", tmp_path).paper == (0.9, 0.9, 0.8)
