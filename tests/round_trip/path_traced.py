"""Our own printed deck under a path-tracing camera, and how a set of such pictures is read.

Usage: path_traced.py FOLDER FIRST LAST. Prints sheets, cuts them, renders pictures FIRST to LAST
(the last one left out) into FOLDER/pictures with the camera of ../shared/photoreal.
"""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from companion.vision.frame import Frame
from companion.vision.picture import decode_picture
from companion.vision.readers import TaggedReader
from companion.vision.reading import BoardReading, CellState
from companion.vision.tags import TagBank

CAMERA = Path(__file__).resolve().parents[3] / "shared" / "photoreal"
NEAR_CARD_WIDTHS = 0.2
TAG_IN_VIEW = 0.95
CELL_IN_VIEW = 0.9

RENDERED = "PATH_TRACED_PICTURES"
"""Names a folder of sets that were rendered before (`words`, `pictures`, `no_board`, `film_words`,
`light_words`, ...): rendering takes half an hour."""

NEEDS_CAMERA = [
    pytest.mark.slow,
    pytest.mark.skipif(not CAMERA.is_dir(), reason="no path-tracing camera beside us"),
    pytest.mark.skipif(
        importlib.util.find_spec("mitsuba") is None and RENDERED not in os.environ,
        reason=f"pip install mitsuba, or set {RENDERED} to a folder of rendered pictures",
    ),
]
"""Marks of tests that ask for such sets."""


def rendered_before(name: str) -> Path | None:
    """A set of pictures that needs no rendering; None where there is none."""
    return Path(os.environ[RENDERED]) / name if RENDERED in os.environ else None


def render_deck(deck: str, kind: str, module: str, seed: int, tmp_path: Path) -> Path:
    """What a module renders of one deck, now unless it was before; `kind` names it."""
    before = rendered_before(f"{kind}_{deck}")
    if before is not None:
        return before
    cards = tmp_path / "cards"
    if deck == "tagged":
        print_and_cut(tmp_path)
        cards = tmp_path / "deck"
    else:
        lay_out(deck, cards)
    out = tmp_path / kind
    subprocess.run([sys.executable, "-m", module, str(cards), str(out), str(seed)], check=True)
    return out


def render(folder: Path, first: int, last: int) -> Path:
    """Print our deck, cut it, photograph it; returns the folder of pictures and answers."""
    print_and_cut(folder)
    pictures = folder / "pictures"
    photograph(folder / "deck", pictures, first, last)
    return pictures


def print_and_cut(folder: Path) -> None:
    """Our cards and covers as single pictures, in `folder/deck`."""
    from printables.order import PrintOrder, What, make_sheets

    for what in (What.CARDS, What.COVERS):
        sheets = make_sheets(PrintOrder(what=what))
        (folder / f"{what}.pdf").write_bytes(sheets.pdf)
        (folder / f"{what}.json").write_text(json.dumps(sheets.manifest))
    subprocess.run([sys.executable, str(CAMERA / "cut_deck.py"), str(folder)], check=True)


def photograph(cards: Path, pictures: Path, first: int, last: int) -> None:
    """Lay a deck on tables and photograph them."""
    camera = [sys.executable, str(CAMERA / "render.py"), str(cards), str(pictures)]
    subprocess.run(
        [*camera, "--seeds", f"{first}:{last}", "--profile", "any"],
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def lay_out(deck: str, cards: Path) -> None:
    """A plain deck without tags, of `words` or `pictures`."""
    make = str(CAMERA / "make_plain_deck.py")
    subprocess.run([sys.executable, make, deck, str(cards)], check=True)


def load_camera() -> Any:
    """The path-tracing camera as a module, to take its parts."""
    spec = importlib.util.spec_from_file_location("path_tracing_camera", CAMERA / "render.py")
    assert spec is not None
    assert spec.loader is not None
    camera: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(camera)
    return camera


@dataclass
class Score:
    pictures: int = 0
    whole: int = 0
    tags_in_view: int = 0
    named: int = 0
    wrong_names: int = 0
    covers: int = 0
    covers_right: int = 0
    covers_wrong: int = 0


def score(pictures: Path, bank: TagBank) -> Score:
    """Read every picture and count, right, wrong and unknown apart."""
    total = Score()
    for answers in sorted(pictures.glob("*.json")):
        truth = json.loads(answers.read_text())
        image = decode_picture(answers.with_suffix(".jpg").read_bytes(), answers.name)
        reading = TaggedReader(bank).read(Frame(image, 0.0, 0))
        total.pictures += 1
        places = 0
        for true in truth["cells"]:
            wants_name = true["cover"] is None and true["tag_visible"] >= TAG_IN_VIEW
            total.tags_in_view += wants_name
            if not isinstance(reading, BoardReading):
                continue
            cell = reading.cells[5 * true["row"] + true["col"]]
            quad = np.array(true["quad"])
            width = np.linalg.norm(quad[1] - quad[0])
            off = np.linalg.norm(cell.quad_px.mean(axis=0) - quad.mean(axis=0))
            places += off < NEAR_CARD_WIDTHS * width
            total.named += wants_name and cell.card == true["id"]
            total.wrong_names += cell.card is not None and (
                true["cover"] is not None or cell.card != true["id"]
            )
            if true["visible"] >= CELL_IN_VIEW:
                seen = None if cell.cover is None else cell.cover.value
                total.covers += true["cover"] is not None
                total.covers_right += true["cover"] is not None and seen == true["cover"]
                total.covers_wrong += seen != true["cover"] and (
                    seen is not None or cell.state is CellState.CARD
                )
        total.whole += places == 25
    return total


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    render(target, int(sys.argv[2]), int(sys.argv[3]))
