from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from calibration.__main__ import main
from calibration.lens import inputs_document
from companion.vision.profile import Intrinsics
from tests.calibration.synthetic_camera import SyntheticCamera, views_of
from tests.calibration.test_lens import good_poses


def test_kept_views_are_solved_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lens = Intrinsics((1280, 720), (1050.0, 1050.0), (645.0, 352.0), (-0.18, 0.04, 0, 0, 0))
    camera = SyntheticCamera(lens, rng=np.random.default_rng(4))
    path = tmp_path / "views.json"
    path.write_text(json.dumps(inputs_document(views_of(camera, good_poses()), (1280, 720))))

    assert main([str(path), "--leave-out", "2"]) == 0
    said = capsys.readouterr()
    assert json.loads(said.out)["focal_xy_px"] == pytest.approx([1050, 1050], rel=0.004)
    assert "19 views" in said.err
    assert main([str(path), "--leave-out", *map(str, range(1, 15))]) == 1


@pytest.mark.parametrize("text", ["", "[]", '{"size_wh": [1, 2]}'])
def test_file_that_is_no_views_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "views.json"
    path.write_text(text)

    assert main([str(path)]) == 2
