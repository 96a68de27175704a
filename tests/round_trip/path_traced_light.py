"""A table under the path-tracing camera, once in the light of each lamp: light is added up later.

Usage: python -m tests.round_trip.path_traced_light DECK_FOLDER OUT_FOLDER SEED. What a lamp, a
window and the room's own light show of a table are three pictures whose weighted sum is the table
in any mixture of them. So a few dozen renderings, of covers laid, of a hand on its way and of
somebody who walks past the window, give films of any length in which the light does what it likes.
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
from tests.round_trip.path_traced_sequence import a_scene, answers_of, hand, made_once

LIGHTS = ("lamp", "window", "room")
SAMPLES = 8
"""Of each pixel and light: three lights make two dozen, as noisy as a webcam."""
COVERS_LAID = 3
PAST_THE_WINDOW_MM = (-420.0, 0.0, 420.0)
OVER_THE_TABLE_MM = ((-130.0, -40.0), (0.0, 30.0), (130.0, -60.0))
ON_THE_WAY_MM = -260.0

DAYLIGHT_K, LAMP_K = 6500.0, 2900.0


@dataclass(frozen=True)
class Sight:
    """One state of the table: what is laid, where a hand is, where a person stands, in mm."""

    name: str
    laid: int
    hand_mm: tuple[float, float] | None = None
    person_mm: float | None = None


def sights(places_mm: list[tuple[float, float]]) -> Iterator[Sight]:
    """Every state that a film needs; `places_mm` are those of the covers that are brought."""
    for laid in range(len(places_mm) + 1):
        yield Sight(f"quiet{laid}", laid)
    for at, (x, y) in enumerate(places_mm):
        yield Sight(f"coming{at}", at, (x, y + ON_THE_WAY_MM))
        yield Sight(f"bringing{at}", at, (x, y))
        yield Sight(f"laying{at}", at + 1, (x, y))
        yield Sight(f"going{at}", at + 1, (x, y + ON_THE_WAY_MM))
    last_but_one = len(places_mm) - 1
    for number, place in enumerate(OVER_THE_TABLE_MM):
        yield Sight(f"over{number}", last_but_one, place)
    for number, along in enumerate(PAST_THE_WINDOW_MM):
        yield Sight(f"past{number}", last_but_one, person_mm=along)


def with_white_lights(objects: dict[str, Any], camera: Any) -> dict[str, dict[str, Any]]:
    """Each light of the scene alone, white; takes them out of `objects`.

    A scene without a window gets one: an evening falls through a window.
    """
    white = {"type": "rgb", "value": [1.0, 1.0, 1.0]}
    lamp = objects.pop("lamp")
    objects.pop("env")
    window = objects.pop("window", None) or {
        "type": "rectangle",
        "to_world": camera.T()
        .look_at(origin=[1800.0, 200.0, 700.0], target=[0, 0, 100], up=[0, 0, 1])
        .scale([500, 500, 1]),
    }
    area = {"type": "area", "radiance": white}
    return {
        "lamp": {"lamp": {**lamp, "emitter": area}},
        "window": {"window": {**window, "emitter": area}},
        "room": {"room": {"type": "constant", "radiance": white}},
    }


def person(camera: Any, side: float, along_mm: float) -> dict[str, Any]:
    """Somebody stands between window and table."""
    cloth = {"type": "diffuse", "reflectance": {"type": "rgb", "value": [0.2, 0.22, 0.3]}}
    at = [side * 900.0, along_mm]
    return {
        "body": {
            "type": "cylinder",
            "p0": [*at, -300.0],
            "p1": [*at, 900.0],
            "radius": 180.0,
            "bsdf": {"type": "twosided", "b": cloth},
        },
        "head": {
            "type": "sphere",
            "to_world": camera.T().translate([*at, 1000.0]).scale(120.0),
            "bsdf": cloth,
        },
    }


def render(deck_folder: Path, out: Path, seed: int) -> None:
    """Write one array a sight, float16 `(lights, height, width, 3)`, and `script.json`."""
    camera = load_camera()
    rng = np.random.default_rng(seed)
    objects, cells, project, about = a_scene(camera, deck_folder, rng, SAMPLES)
    lights = with_white_lights(objects, camera)
    window_at = np.array(lights["window"]["window"]["to_world"].matrix)
    side = float(np.sign(window_at.reshape(4, 4)[0, 3]))
    covered = [at for at in range(25) if f"cover{at}" in objects]
    brought = covered[-COVERS_LAID:]
    places_mm = [tuple(np.mean(cells[at]["xyz"], axis=0)[:2].tolist()) for at in brought]
    made = made_once(camera, objects)
    bend = float(rng.uniform(-0.18, 0.05))
    out.mkdir(parents=True, exist_ok=True)
    carry = None
    for number, sight in enumerate(sights(places_mm)):
        away = {f"cover{at}" for at in brought[sight.laid :]}
        now = {name: value for name, value in made.items() if name not in away}
        if sight.hand_mm is not None:
            now |= hand(camera, *sight.hand_mm)
        if sight.person_mm is not None:
            now |= person(camera, side, sight.person_mm)
        layers = []
        for at, light in enumerate(LIGHTS):
            scene = camera.mi.load_dict(now | lights[light])
            seen = np.array(camera.mi.render(scene, seed=seed * 1000 + 3 * number + at))
            seen = np.nan_to_num(seen[:, :, :3], nan=0, posinf=50).astype(np.float32)
            seen, carry = camera.distort(seen, None, bend)
            layers.append(np.clip(seen, 0, 50).astype(np.float16))
        np.save(out / f"{sight.name}.npy", np.stack(layers))
    assert carry is not None
    answers = answers_of(cells, project, carry)
    document = {"brought": brought, "cells": answers, "bend": bend, **about}
    (out / "script.json").write_text(json.dumps(document))


def tint(kelvin: float) -> np.ndarray:
    """A lamp's colour, linear RGB of mean one, shape `(3,)`: a black body's, roughly."""
    hot = kelvin / 100.0
    red = 255.0 if hot <= 66 else 329.7 * (hot - 60) ** -0.1332
    green = 99.47 * np.log(hot) - 161.12 if hot <= 66 else 288.12 * (hot - 60) ** -0.0755
    blue = 255.0 if hot >= 66 else 138.52 * np.log(hot - 10) - 305.04
    light = (np.clip([red, green, blue], 1, 255) / 255.0) ** 2.2
    return np.asarray(light / light.mean())


class Webcam:
    """Light to pictures: exposure and white balance that follow by themselves, noise, tone, JPEG.

    The same for a whole film: what a cheap webcam does, its exposure a second late.
    """

    EXPOSURE_S = 0.5
    WHITE_S = 2.0
    MOST_GAIN = 8.0
    LEVEL = 0.8

    def __init__(self, seed: int, first: np.ndarray, cells: np.ndarray) -> None:
        rng = np.random.default_rng((seed, 1))
        self._new = np.random.default_rng((seed, 2))
        mask = np.zeros(first.shape[:2], np.uint8)
        for quad in cells:
            cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), 1)
        white = float(np.percentile(first.max(axis=2)[mask > 0], 90))
        self._exposure = self._usual = self.LEVEL / white
        self._target = float(first.mean()) * self._exposure
        self._whiteness = rng.uniform(0.5, 1.0)
        self._balance = self._wanted_balance(first)
        self._blur_px = float(rng.uniform(0.4, 0.9))
        self._electrons = float(rng.uniform(500, 2500))
        self._sharpening = float(rng.uniform(0, 0.6))
        self._tone = (np.linspace(0, 1, 4096) ** (1 / 2.2)).astype(np.float32)

    def _wanted_balance(self, light: np.ndarray) -> np.ndarray:
        gray = light.reshape(-1, 3).mean(axis=0)
        return np.asarray((gray.mean() / gray) ** self._whiteness)

    def expose(self, light: np.ndarray, passed_s: float, pumping: float = 1.0) -> np.ndarray:
        """The next picture, BGR uint8; `passed_s` after the last one, exposure off by a factor."""
        most = self.MOST_GAIN * self._usual
        wanted = np.clip(self._target / max(float(light.mean()), 1e-6), self._usual / 8, most)
        follows = 1 - np.exp(-passed_s / self.EXPOSURE_S)
        self._exposure *= (wanted / self._exposure) ** follows
        follows = 1 - np.exp(-passed_s / self.WHITE_S)
        self._balance = self._balance * (self._wanted_balance(light) / self._balance) ** follows
        gain = self._exposure * pumping
        image = (light * (gain * self._balance).astype(np.float32)).astype(np.float32)
        image = cv2.GaussianBlur(image, (0, 0), self._blur_px)
        # The more it amplifies, the fewer electrons stand behind a grey level.
        electrons = self._electrons * min(1.0, self._usual / gain)
        noise = self._new.standard_normal(image.shape, dtype=np.float32)
        image += noise * np.sqrt(np.clip(image, 0, None) / electrons + 1e-5 * (gain / self._usual))
        image = self._tone[(np.clip(image, 0, 1) * 4095).astype(np.uint16)]
        soft = cv2.GaussianBlur(image, (0, 0), 1.2)
        image = np.clip(image + self._sharpening * (image - soft), 0, 1)
        coded = cv2.imencode(
            ".jpg", (image[:, :, ::-1] * 255 + 0.5).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 85]
        )[1]
        return cv2.imdecode(coded, cv2.IMREAD_COLOR)


if __name__ == "__main__":
    render(Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3]))
