"""Stand-in faces, drawn by the deck's own measures: what lies where, not what it looks like."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.deck.geometry import BoxMm, CardGeometry
from companion.simulated.faces import FaceKey, FaceShelf, RasterFace

PX_PER_MM = 8.0

COVER_COLOURS_BGR = {
    "orange": (19, 84, 226),
    "yellow": (20, 210, 255),
    "neutral": (140, 134, 128),
    "game_over": (28, 26, 26),
}


def _fill(image: np.ndarray, box: BoxMm, colour: tuple[int, int, int]) -> None:
    left, top = round(box.x_mm * PX_PER_MM), round(box.y_mm * PX_PER_MM)
    right = round((box.x_mm + box.w_mm) * PX_PER_MM)
    bottom = round((box.y_mm + box.h_mm) * PX_PER_MM)
    image[top:bottom, left:right] = colour


def draw_stand_in(label: str, inside_bgr: tuple[int, int, int], seed: int) -> RasterFace:
    measures = CardGeometry()
    size = (round(measures.height_mm * PX_PER_MM), round(measures.width_mm * PX_PER_MM), 3)
    image = np.full(size, (243, 248, 250), np.uint8)
    _fill(image, measures.frame_outer, (40, 36, 36))
    _fill(image, measures.frame_inner, inside_bgr)
    _fill(image, measures.tag_patch, (243, 248, 250))
    tag = measures.tag
    modules = np.random.default_rng(seed).integers(0, 2, (21, 21))
    module = measures.module_mm
    for row, col in zip(*np.nonzero(modules), strict=True):
        _fill(
            image,
            BoxMm(tag.x_mm + col * module, tag.y_mm + row * module, module, module),
            (20, 20, 20),
        )
    cv2.putText(image, label, (40, 310), cv2.FONT_HERSHEY_DUPLEX, 1.6, (30, 28, 28), 3)
    return RasterFace(image=image, width_mm=measures.width_mm, height_mm=measures.height_mm)


def stand_in_faces() -> dict[FaceKey, RasterFace]:
    faces: dict[FaceKey, RasterFace] = {}
    for number in range(50):
        name = f"card{number}"
        faces[("card", name, "word")] = draw_stand_in(name.upper(), (243, 248, 250), number)
    for number, (name, colour) in enumerate(COVER_COLOURS_BGR.items()):
        faces[("cover_card", name, "front")] = draw_stand_in("", colour, 1000 + number)
    for name in ("orange", "yellow"):
        colour = COVER_COLOURS_BGR[name]
        faces[("cover_card", "extra", name)] = draw_stand_in("", colour, 2000 + len(name))
    return faces


@pytest.fixture(scope="session")
def shelf() -> FaceShelf:
    return FaceShelf(stand_in_faces())


@pytest.fixture
def cards() -> tuple[FaceKey, ...]:
    return tuple(("card", f"card{number}", "word") for number in range(25))
