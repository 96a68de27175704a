from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.cli import doctor
from companion.cli.doctor import Verdict
from companion.cli.main import main
from companion.vision import camera


@pytest.fixture(autouse=True)
def no_real_cameras(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(camera, "list_cameras", lambda: ())


def test_doctor_reports_every_subject_and_ends_well(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["doctor", "--data", str(tmp_path)]) == 0

    printed = capsys.readouterr().out
    for subject in ("Machine", "Packages", "Tag readers", "Cameras", "Disk", "Network"):
        assert f"\n{subject}\n" in printed


@pytest.mark.parametrize("data", ["file", "file/below"])
def test_folder_that_cannot_be_used_is_one_line_and_status_two(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, data: str
) -> None:
    (tmp_path / "file").touch()

    assert main(["doctor", "--data", str(tmp_path / data)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    (line,) = said.err.splitlines()
    assert str(tmp_path / data) in line
    assert "is no folder" in line


def test_doctor_prints_one_object_a_line_when_asked_for_json(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctor, "requires", lambda _name: ["numpy>=2.0", "no-such-package>=1"])
    assert main(["doctor", "--json", "--data", str(tmp_path)]) == 0

    findings = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {"subject", "name", "verdict", "found", "cure"} == set(findings[0])
    verdicts = {finding["name"]: finding["verdict"] for finding in findings}
    assert (verdicts["numpy"], verdicts["no-such-package"]) == ("ok", "to do")


def test_pyzbar_without_zbar_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "why_pyzbar_is_missing", lambda: "no zbar library")

    (pyzbar,) = (each for each in doctor.look_at_tag_readers() if each.name == "pyzbar")

    assert (pyzbar.verdict, pyzbar.found) == (Verdict.PASSED_OVER, "no zbar library")


def test_full_disk_is_something_to_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(doctor, "LITTLE_DISK_MB", 10**12)

    assert doctor.look_at_disk(tmp_path / "new").verdict is Verdict.TO_DO


def test_no_network_is_something_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "addresses_of_this_machine", lambda: ())

    (finding,) = doctor.look_at_addresses()

    assert finding.verdict is Verdict.TO_DO
    assert finding.cure


def test_camera_that_gives_no_picture_is_something_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    found = (
        camera.CameraFound(0, "V4L2", (1920, 1080), "Desk Cam"),
        camera.CameraFound(2, "V4L2", None, None),
    )
    monkeypatch.setattr(camera, "list_cameras", lambda: found)

    lines = list(doctor.look_at_cameras())

    assert [(line.name, line.verdict) for line in lines] == [
        ("camera 0", Verdict.FINE),
        ("camera 2", Verdict.TO_DO),
    ]
    assert lines[0].found == "Desk Cam, V4L2, gives 1920 x 1080"
