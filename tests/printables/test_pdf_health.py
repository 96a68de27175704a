"""Other programs' opinion of the files: Ghostscript must draw what PDFium draws."""

import shutil
import subprocess

import numpy as np
import pytest
from PIL import Image

from printables.order import PrintOrder, What, make_sheets
from printables.preview import rasterise

DPI = 144


@pytest.mark.skipif(shutil.which("gs") is None, reason="Ghostscript is not installed here")
@pytest.mark.parametrize("what", What)
def test_ghostscript_draws_the_same_without_a_warning(tmp_path, print_once, what):
    usual = what in ("cards", "keys", "covers")
    sheets = print_once(what.value) if usual else make_sheets(PrintOrder(what))
    path = tmp_path / "sheet.pdf"
    path.write_bytes(sheets.pdf)
    options = ["-dBATCH", "-dNOPAUSE", "-q", "-sDEVICE=png16m", f"-r{DPI}", "-dLastPage=2"]
    options += ["-dTextAlphaBits=4", "-dGraphicsAlphaBits=4", "-dUseTrimBox=false"]

    done = subprocess.run(
        ["gs", *options, f"-sOutputFile={tmp_path}/%d.png", str(path)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip

    assert done.stdout + done.stderr == ""
    for number, ours in enumerate(
        rasterise(sheets.pdf, DPI, range(min(2, len(sheets.manifest["pages"]))))
    ):
        theirs = np.asarray(Image.open(tmp_path / f"{number + 1}.png"))[:, :, ::-1]
        height, width = min(ours.shape[0], theirs.shape[0]), min(ours.shape[1], theirs.shape[1])
        small = [
            np.asarray(
                Image.fromarray(np.ascontiguousarray(one[:height, :width])).reduce(12), float
            )
            for one in (ours, theirs)
        ]
        difference = np.abs(small[0] - small[1])
        assert difference.mean() < 2.5
        assert np.percentile(difference, 99.5) < 30
