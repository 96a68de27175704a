"""Tables under the path-tracing camera on which no board of five by five lies.

Usage: python -m tests.round_trip.path_traced_clutter DECK_FOLDER OUT_FOLDER FIRST LAST.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.terms import ALL_CELLS
from tests.round_trip.path_traced import load_camera


def kept_lines(rng: np.random.Generator) -> set[int]:
    """Two or three columns or rows of the board."""
    which = int(rng.integers(4))
    return {
        at
        for at, cell in enumerate(ALL_CELLS)
        if (cell.col < 3, cell.col > 1, cell.row < 3, cell.col < 2)[which]
    }


def scatter(
    camera: Any, objects: dict[str, Any], cells: list[Any], deck: Any, rng: np.random.Generator
) -> set[int]:
    """Twelve cards thrown on the table, or six left lying, or none."""
    which = int(rng.integers(3))
    if which == 0:
        return set()
    count = 6 if which == 1 else 12
    kept = {int(at) for at in rng.choice(len(ALL_CELLS), count, replace=False)}
    if which == 1:
        return kept
    sizes = {card["id"]: (card["w"], card["h"]) for card in deck["cards"]}
    for at in kept:
        x, y, turn = rng.uniform(-170, 170), rng.uniform(-130, 130), rng.uniform(0, 360)
        width, height = sizes[cells[at]["id"]]
        place = camera.T().translate([float(x), float(y), 0.4 + 0.1 * at])
        place = place.rotate([0, 0, 1], float(turn)).scale([width / 2, height / 2, 1])
        objects[f"card{at}"]["to_world"] = place
        objects.pop(f"cover{at}", None)
    return kept


def render(deck_folder: Path, out: Path, first: int, last: int) -> None:
    """Every second picture shows two or three lines of a board, the others none."""
    camera = load_camera()
    deck = json.loads((deck_folder / "manifest.json").read_text())
    out.mkdir(parents=True, exist_ok=True)
    for seed in range(first, last):
        rng, own = np.random.default_rng(seed), np.random.default_rng(seed + 777)
        width, height = (1280, 720) if rng.random() < 0.5 else (1920, 1080)
        objects, cells, project, _, about = camera.scene(
            deck, str(deck_folder), rng, "any", width, height
        )
        lines = seed % 2 == 0
        kept = kept_lines(own) if lines else scatter(camera, objects, cells, deck, own)
        for at in set(range(len(ALL_CELLS))) - kept:
            objects.pop(f"card{at}", None)
            objects.pop(f"cover{at}", None)
        light = np.array(camera.mi.render(camera.mi.load_dict(objects), seed=seed))[:, :, :3]
        mask = np.zeros((height, width), np.uint8)
        for cell in cells:
            cv2.fillConvexPoly(mask, np.round(project(cell["xyz"])).astype(np.int32), 1)
        light = np.nan_to_num(light, nan=0, posinf=50)
        image = camera.sensor(light, rng, about["hard"], mask > 0)
        image, _ = camera.distort(image, None, float(rng.uniform(-0.18, 0.05)))
        quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(70, 93))]
        cv2.imwrite(str(out / f"{seed}.jpg"), image, quality)


if __name__ == "__main__":
    render(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
