"""Other programs' opinion: qpdf finds no fault, Ghostscript draws what PDFium draws."""

import itertools
import shutil
import subprocess

import numpy as np
import pytest
from PIL import Image

from companion.deck.cards import load_deck
from companion.deck.printer import PrinterProfile
from companion.terms import Edition
from printables.livery import make_livery
from printables.order import GRIDS, PrintOrder, What, make_sheets
from printables.preview import rasterise

DPI = 144
SQUARE_MM = 25.4 / 12
"""Pictures are compared in squares of this side: how an edge is smoothed is no difference."""

OWN = make_livery(
    Edition.SIMPSONS, colors="orange=" + "#2e8b57,yellow=" + "#7030a0", labels="orange=Lions"
)
PALE = make_livery(Edition.SIMPSONS, is_low_ink=True)
CROOKED = PrinterProfile("crooked", 0.7, -0.4, 0.2, 1.01, 0.99)
FEW = {"seed": 1, "count": 8, "is_first_sheet_only": True}
SIZES = ((68.0, 45.0), (63.0, 88.0), (70.0, 70.0), (80.0, 50.0))

pytestmark = pytest.mark.skipif(shutil.which("gs") is None, reason="Ghostscript is not here")


def said_by(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def check_health(folder, pdf, *, dpi=DPI, most_pages=None):
    """Mean and 99.5th percentile of the difference, of 255; fails where a program complains."""
    path = folder / "sheet.pdf"
    path.write_bytes(pdf)
    if shutil.which("qpdf"):
        told = said_by("qpdf", "--check", str(path))
        assert "No syntax or stream encoding errors found" in told
        assert "WARNING" not in told
    last = ["-dLastPage=" + str(most_pages)] if most_pages else []
    options = ["-dBATCH", "-dNOPAUSE", "-q", "-sDEVICE=png16m", f"-r{dpi}", *last]
    options += ["-dTextAlphaBits=4", "-dGraphicsAlphaBits=4", "-dUseTrimBox=false"]
    for old in folder.glob("*.png"):
        old.unlink()
    assert said_by("gs", *options, f"-sOutputFile={folder}/%d.png", str(path)) == ""
    drawn = sorted(folder.glob("*.png"), key=lambda png: int(png.stem))
    mean = far = 0.0
    for png, ours in zip(drawn, rasterise(pdf, dpi, range(len(drawn))), strict=True):
        theirs = np.asarray(Image.open(png))[:, :, ::-1]
        height, width = np.minimum(ours.shape, theirs.shape)[:2]
        small = [
            np.asarray(
                Image.fromarray(np.ascontiguousarray(one[:height, :width])).reduce(
                    round(SQUARE_MM / 25.4 * dpi)
                ),
                float,
            )
            for one in (ours, theirs)
        ]
        difference = np.abs(small[0] - small[1])
        mean, far = max(mean, difference.mean()), max(far, np.percentile(difference, 99.5))
    return len(drawn), mean, far


@pytest.mark.parametrize("what", What)
def test_ghostscript_draws_the_same_without_a_warning(tmp_path, print_once, what):
    usual = what in ("cards", "keys", "covers")
    sheets = print_once(what.value) if usual else make_sheets(PrintOrder(what))

    _, mean, far = check_health(tmp_path, sheets.pdf, most_pages=2)

    assert mean < 2.5
    assert far < 30


def every_order(folder):
    """All sheets of each kind, and the first of each option that changes what is drawn."""
    for what in What:
        yield PrintOrder(what, seed=1)
    for what, paper in itertools.product(What, ("A4", "Letter", "A3")):
        yield PrintOrder(what, paper=paper, **FEW)
    for what in What:
        yield PrintOrder(what, printer=CROOKED, **FEW)
    for what in GRIDS:
        for bleed, flip in itertools.product((0.0, 1.0, 3.0), ("long", "short", "fold")):
            yield PrintOrder(what, flip=flip, bleed=bleed, **FEW)
        for size in SIZES:
            if what is not What.KEYS or size[1] > size[0] + 15:
                yield PrintOrder(what, size=size, **FEW)
        for livery in (OWN, PALE):
            yield PrintOrder(what, livery=livery, **FEW)
        yield PrintOrder(what, edition="classic", **FEW)
    yield PrintOrder("alignment", flip="short")
    photo = Image.effect_noise((800, 500), 60).convert("RGB")
    photo.save(folder / "a.jpg")
    photo.convert("CMYK").save(folder / "b.jpg")
    Image.new("RGBA", (300, 300), (200, 0, 0, 90)).save(folder / "c.png")
    Image.new("I;16", (300, 200), 40_000).save(folder / "d.png")
    yield PrintOrder("cards", deck=load_deck(folder))


@pytest.mark.slow
def test_every_kind_of_sheet_with_every_option_is_healthy(tmp_path, tmp_path_factory):
    files = pages = 0
    worst = (0.0, 0.0)
    for order in every_order(tmp_path_factory.mktemp("pictures")):
        # Ghostscript draws edges a fraction of a pixel wider: fine dots are compared when large.
        count, mean, far = check_health(tmp_path, make_sheets(order).pdf, dpi=2 * DPI)
        files, pages = files + 1, pages + count
        worst = (max(worst[0], mean), max(worst[1], far))
        assert mean < 5, order  # the fine hatching of a back that saves ink
        assert far < 30, order

    print(f"{files} files, {pages} pages: no warning; mean {worst[0]:.2f}, 99.5 % {worst[1]:.0f}")
