from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.cli.main import main


def test_printer_is_kept_and_its_faults_undone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = ["--data", str(tmp_path / "data")]
    readings = ["--a", "3", "-5", "--b", "3", "-5", "--across", "149.5"]

    assert main(["calibrate", "print-scale", "Den", *readings, *data, "--json"]) == 0
    kept = json.loads(capsys.readouterr().out)
    for name, more in (("plain", []), ("true", ["--printer", "den"])):
        out = str(tmp_path / f"{name}.pdf")
        assert main(["print", "covers", "-o", out, *more, *data]) == 0

    assert (kept["name"], kept["shift_x_mm"], kept["shift_y_mm"]) == ("Den", 0.3, -0.5)
    assert (tmp_path / "plain.pdf").read_bytes() != (tmp_path / "true.pdf").read_bytes()


def test_printer_that_nobody_measured_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = ["-o", str(tmp_path / "a.pdf"), "--data", str(tmp_path)]

    assert main(["print", "covers", "--printer", "attic", *out]) == 2
    assert "there is no printer 'attic'" in capsys.readouterr().err


def test_readings_that_cannot_be_are_refused(tmp_path: Path) -> None:
    readings = ["--a", "90", "0", "--data", str(tmp_path)]

    assert main(["calibrate", "print-scale", "den", *readings]) == 2
