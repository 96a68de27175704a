"""A table under the path-tracing camera for some seconds: a hand lays covers, frame by frame.

Usage: python -m tests.round_trip.path_traced_sequence DECK_FOLDER OUT_FOLDER SEED. The table, the
lamps, the lens and the sensor are those of the camera in ../shared/photoreal; the hand and the
time are ours.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tests.round_trip.path_traced import load_camera

FRAMES_PER_S = 10.0
SIZE_WH = (1280, 720)
SAMPLES = 16
"""Of each pixel: fewer than for still pictures, so that the frames are as noisy as a webcam's."""

COVERS_LAID = 4
WAY_FRAMES, LAYING_FRAMES, QUIET_FRAMES = 6, 3, 9
HAND_PARTS = ("arm", "palm", "finger0", "finger1", "finger2", "finger3")
AWAY_MM = 560.0


@dataclass(frozen=True)
class Moment:
    """One frame: which covers lie there, and where the hand is (None: away), millimetres."""

    laid: tuple[int, ...]
    hand_mm: tuple[float, float] | None


def moments(cells: list[int], places_mm: dict[int, tuple[float, float]]) -> Iterator[Moment]:
    """The script: quiet, then one cover after the other is brought."""
    laid: tuple[int, ...] = ()
    for _ in range(QUIET_FRAMES):
        yield Moment(laid, None)
    for cell in cells:
        x, y = places_mm[cell]
        for step in range(WAY_FRAMES):
            yield Moment(laid, (x, y - AWAY_MM * (1 - (step + 1) / (WAY_FRAMES + 1))))
        for step in range(LAYING_FRAMES):
            if step == 1:
                laid = (*laid, cell)
            yield Moment(laid, (x, y))
        for step in range(WAY_FRAMES):
            yield Moment(laid, (x, y - AWAY_MM * (step + 1) / (WAY_FRAMES + 1)))
        for _ in range(QUIET_FRAMES):
            yield Moment(laid, None)


class SameCamera:
    """Chance for the sensor: exposure, tone and blur as in the first frame, new noise in each."""

    def __init__(self, seed: int, frame: int) -> None:
        self._same = np.random.default_rng(seed)
        self._new = np.random.default_rng((seed, frame))

    def uniform(self, *range_: float) -> float:
        return float(self._same.uniform(*range_))

    def normal(self, mean: float, spread: float, size: Any) -> np.ndarray:
        source = self._same if np.prod(size) < 10 else self._new
        return source.normal(mean, spread, size)


def hand(camera: Any, x: float, y: float) -> dict[str, Any]:
    """A sleeve, a palm and four fingers over a place, from the guessers' side."""
    skin = {
        "type": "roughplastic",
        "diffuse_reflectance": {"type": "rgb", "value": [0.75, 0.5, 0.4]},
        "alpha": 0.4,
    }
    sleeve = {"type": "diffuse", "reflectance": {"type": "rgb", "value": [0.15, 0.2, 0.5]}}
    parts: dict[str, Any] = {
        "arm": {
            "type": "cylinder",
            "p0": [x + 60, y - 620, 160],
            "p1": [x, y - 70, 38],
            "radius": 32,
            "bsdf": {"type": "twosided", "b": sleeve},
        },
        "palm": {
            "type": "sphere",
            "to_world": camera.T().translate([x, y - 45, 26]).scale([38, 48, 16]),
            "bsdf": skin,
        },
    }
    for finger in range(4):
        at = x + (finger - 1.5) * 16
        parts[f"finger{finger}"] = {
            "type": "cylinder",
            "p0": [at, y - 30, 24],
            "p1": [at, y + 18, 7],
            "radius": 8.5,
            "bsdf": {"type": "twosided", "b": skin},
        }
    return parts


def a_scene(
    camera: Any, deck_folder: Path, rng: np.random.Generator, samples: int
) -> tuple[dict[str, Any], list[Any], Any, dict[str, Any]]:
    """A table at which nobody's hand is: its objects, its cells, their projection, its answers."""
    deck = json.loads((deck_folder / "manifest.json").read_text())
    objects, cells, project, _, about = camera.scene(deck, str(deck_folder), rng, "any", *SIZE_WH)
    objects["sensor"]["sampler"]["sample_count"] = samples
    for part in HAND_PARTS:
        objects.pop(part, None)
    return objects, cells, project, about


def made_once(camera: Any, objects: dict[str, Any]) -> dict[str, Any]:
    """Shapes are made once; only the hand is made anew for each frame."""
    return {
        name: camera.mi.load_dict(value) if name not in ("type", "integrator") else value
        for name, value in objects.items()
    }


def answers_of(cells: list[Any], project: Any, carry: Any) -> list[dict[str, Any]]:
    """What lies in each cell, and where it is seen in the picture as the lens bends it."""
    return [
        {
            "id": cell["id"],
            "cover": cell["cover"],
            "quad": np.round(carry(project(cell["xyz"])), 2).tolist(),
        }
        for cell in cells
    ]


def render(deck_folder: Path, out: Path, seed: int) -> None:
    """Write `000.jpg`... and `script.json` with what was laid when."""
    camera = load_camera()
    rng = np.random.default_rng(seed)
    width, height = SIZE_WH
    objects, cells, project, about = a_scene(camera, deck_folder, rng, SAMPLES)
    covered = [at for at in range(25) if f"cover{at}" in objects]
    brought = covered[-COVERS_LAID:]
    places_mm = {at: tuple(np.mean(cells[at]["xyz"], axis=0)[:2].tolist()) for at in brought}
    made = made_once(camera, objects)
    mask = np.zeros((height, width), np.uint8)
    for cell in cells:
        cv2.fillConvexPoly(mask, np.round(project(cell["xyz"])).astype(np.int32), 1)
    bend = float(rng.uniform(-0.18, 0.05))
    out.mkdir(parents=True, exist_ok=True)
    script: list[dict[str, Any]] = []
    carry = None
    for number, moment in enumerate(moments(brought, places_mm)):
        now = {
            name: value
            for name, value in made.items()
            if not name.startswith("cover")
            or int(name[5:]) not in brought
            or int(name[5:]) in moment.laid
        }
        if moment.hand_mm is not None:
            now |= hand(camera, *moment.hand_mm)
        light = np.array(camera.mi.render(camera.mi.load_dict(now), seed=seed * 1000 + number))
        light = np.nan_to_num(light[:, :, :3], nan=0, posinf=50)
        image = camera.sensor(light, SameCamera(seed, number), about["hard"], mask > 0)
        image, carry = camera.distort(image, None, bend)
        cv2.imwrite(str(out / f"{number:03d}.jpg"), image, [cv2.IMWRITE_JPEG_QUALITY, 88])
        script.append({"laid": list(moment.laid), "hand": moment.hand_mm is not None})
    assert carry is not None
    answers = answers_of(cells, project, carry)
    document = {"brought": brought, "frames": script, "cells": answers, **about}
    (out / "script.json").write_text(json.dumps(document))


if __name__ == "__main__":
    render(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
