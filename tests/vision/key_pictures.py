"""Pictures of key cards with known answers: photographs altered harshly, and our own print.

Every picture is made from a seed, so a failure can be looked at again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.deck.key_geometry import KeyCardGeometry
from companion.game.key_card import parse_code
from companion.terms import GRID_SIDE, Edition, Role, Team
from companion.vision.frame import Image

_Floats = NDArray[np.float64]
Grid = tuple[tuple[Role, ...], ...]

MOST_TILT_DEG = 45.0
MOST_BLUR_PX = 3.0
WHITE_OF_KELVIN = {2700: (1.0, 0.52, 0.2), 4000: (1.0, 0.74, 0.5), 6500: (1.0, 1.0, 1.0)}
"""Linear RGB of a lamp as a camera balanced for daylight sees it."""


@dataclass(frozen=True, slots=True, eq=False)
class KeyPicture:
    """A picture and what is in it.

    Attributes:
        name: For the message of a failure.
        image: The picture.
        grid: The squares as the picture shows them.
        start: Who starts.
        corners_px: Outer corners of the 25 squares, from the top left, clockwise, `(4, 2)`.
    """

    name: str
    image: Image
    grid: Grid
    start: Team
    corners_px: _Floats


def photographs(folder: Path) -> list[KeyPicture]:
    """The given photographs of classic key cards with their answers."""
    role_of = {"R": Role.ORANGE, "B": Role.YELLOW, "N": Role.NEUTRAL, "K": Role.GAME_OVER}
    pictures = []
    for answer in json.loads((folder / "keys.json").read_text())["keys"]:
        image = cv2.imread(str(folder / answer["file"]))
        assert image is not None
        grid = tuple(tuple(role_of[letter] for letter in row) for row in answer["grid"])
        start = Team(role_of[answer["start"]].value)
        corners = np.array(answer["corners"], np.float64)
        pictures.append(KeyPicture(answer["file"], np.asarray(image), grid, start, corners))
    return pictures


def own_cards(faces: Mapping[str, Image], edition: Edition) -> list[KeyPicture]:
    """Our own printed key cards, straight from the sheet: faces by their codes."""
    geometry = KeyCardGeometry()
    pictures = []
    for code, face in faces.items():
        key = parse_code(code)
        seen = key.as_cluemasters_see()
        grid = tuple(seen[at : at + GRID_SIDE] for at in range(0, 25, GRID_SIDE))
        scale = face.shape[1] / geometry.width_mm
        first, last = geometry.square(0, 0), geometry.square(4, 4)
        low, high = first.x_mm * scale, (last.x_mm + last.w_mm) * scale
        top, bottom = first.y_mm * scale, (last.y_mm + last.h_mm) * scale
        corners = np.array([[low, top], [high, top], [high, bottom], [low, bottom]]) - 0.5
        pictures.append(
            KeyPicture(f"{edition.value} {code}", face, grid, key.starting_team, corners)
        )
    return pictures


def on_a_table(card: KeyPicture, rng: np.random.Generator) -> KeyPicture:
    """Lay a card on a table of some pattern, larger than the card, sometimes under a thumb."""
    height, width = card.image.shape[:2]
    room = int(0.6 * height)
    tall, wide = height + 2 * room, width + 2 * room
    image = _table(tall, wide, rng)
    shadow = np.zeros((tall, wide), np.float32)
    shadow[room + 12 : room + 12 + height, room + 8 : room + 8 + width] = 0.45
    shade = 1 - cv2.GaussianBlur(shadow, (0, 0), 9)
    image = image * shade[..., None]
    rounded = np.zeros((height, width), np.float32)
    radius = int(width * 0.05)
    cv2.rectangle(rounded, (radius, radius), (width - radius, height - radius), 1.0, -1)
    rounded = np.asarray(cv2.dilate(rounded, np.ones((1, 1))), np.float32)
    rounded = (cv2.GaussianBlur(rounded, (0, 0), 0.5) > 0).astype(np.float32)
    rounded = np.asarray(
        cv2.dilate(
            rounded, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * radius + 1, 2 * radius + 1))
        ),
        np.float32,
    )[..., None]
    part = image[room : room + height, room : room + width]
    image[room : room + height, room : room + width] = (
        part * (1 - rounded) + card.image * rounded * 0.93
    )
    if rng.random() < 0.4:
        # A thumb on the foot, from below or from a side.
        at = (room + int(width * rng.uniform(0.1, 0.9)), room + int(height * rng.uniform(0.93, 1)))
        size = (int(width * 0.13), int(width * 0.2))
        skin = rng.uniform(0.5, 1.0) * np.array([130, 165, 225])
        cv2.ellipse(image, at, size, float(rng.uniform(-40, 40)), 0, 360, skin.tolist(), -1)
    whole = np.clip(image, 0, 255).astype(np.uint8)
    return KeyPicture(card.name, whole, card.grid, card.start, card.corners_px + room)


def _table(tall: int, wide: int, rng: np.random.Generator) -> NDArray[np.float32]:
    """Wood, dotted cloth, squared paper, or rough plaster, dark or light."""
    ground = rng.uniform(30, 230) * np.array([1, 1, 1]) * rng.uniform(0.7, 1.0, 3)
    image = np.full((tall, wide, 3), 1.0, np.float32) * ground.astype(np.float32)
    kind = rng.integers(4)
    if kind == 0:
        grain = rng.normal(0, 14, (tall, 1 + wide // 200)).astype(np.float32)
        grain = np.asarray(cv2.resize(grain, (wide, tall), interpolation=cv2.INTER_CUBIC))
        image += cv2.GaussianBlur(grain, (0, 0), 2)[..., None] * 2
    elif kind == 1:
        dot = (rng.uniform(30, 230, 3)).tolist()
        step = int(rng.integers(90, 220))
        for y in range(0, tall, step):
            for x in range((y // step % 2) * step // 2, wide, step):
                cv2.circle(image, (x, y), int(step * 0.3), dot, -1, cv2.LINE_AA)
    elif kind == 2:
        line = (ground * 0.75).tolist()
        step = int(rng.integers(50, 120))
        for at in range(0, max(tall, wide), step):
            cv2.line(image, (at, 0), (at, tall), line, 3)
            cv2.line(image, (0, at), (wide, at), line, 3)
    coarse = rng.normal(0, 1, (tall // 24 + 1, wide // 24 + 1)).astype(np.float32)
    image += np.asarray(cv2.resize(coarse, (wide, tall)))[..., None] * rng.uniform(2, 10)
    return np.clip(image, 5, 250)


def alter(picture: KeyPicture, rng: np.random.Generator, *, long_side_px: int = 1000) -> KeyPicture:
    """Turn, tilt, blur, light and spoil a picture; the answers go along."""
    image, image_from_source, quarter = _view(picture, rng, long_side_px)
    corners = cv2.perspectiveTransform(
        picture.corners_px.reshape(-1, 1, 2), image_from_source
    ).reshape(4, 2)
    light = (image.astype(np.float32) / 255) ** 2.2
    light = _lamp(light, corners, rng)
    image = np.clip(light, 0, 1) ** (1 / 2.2) * 255
    blur_px = rng.uniform(0, MOST_BLUR_PX)
    if blur_px > 0.3:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), blur_px))
    image = image + rng.normal(0, rng.uniform(1, 9), image.shape)
    image = np.clip(image, 0, 255).astype(np.uint8)
    quality = int(rng.integers(40, 96))
    image = cv2.imdecode(
        cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR
    )
    assert image is not None
    grid = np.rot90(np.array(picture.grid, dtype=object), -quarter)
    return KeyPicture(
        picture.name,
        np.asarray(image, np.uint8),
        tuple(tuple(row) for row in grid),
        picture.start,
        np.roll(corners, quarter, axis=0),
    )


def _view(
    picture: KeyPicture, rng: np.random.Generator, long_side_px: int
) -> tuple[Image, _Floats, int]:
    """Look at the picture from elsewhere: the view, its homography, quarter turns clockwise."""
    centre = picture.corners_px.mean(axis=0)
    side = np.sqrt(cv2.contourArea(picture.corners_px.astype(np.float32)))
    quarter = int(rng.integers(4))
    turn = np.deg2rad(90 * quarter + rng.uniform(-25, 25))
    tilt = np.deg2rad(rng.uniform(0, MOST_TILT_DEG))
    axis_deg = rng.uniform(0, 2 * np.pi)
    axis = np.array([np.cos(axis_deg), np.sin(axis_deg), 0.0])
    out_wh = (
        (long_side_px, long_side_px * 3 // 4)
        if rng.random() < 0.5
        else (
            long_side_px * 3 // 4,
            long_side_px,
        )
    )
    wanted = rng.uniform(0.28, 0.55) * min(out_wh)
    tilted, _ = cv2.Rodrigues(axis * tilt)
    spun, _ = cv2.Rodrigues(np.array([0, 0, turn]))
    rotation = tilted @ spun
    focal = 1.2 * long_side_px
    distance = focal * side / wanted
    middle = np.array(out_wh) / 2 + rng.uniform(-0.06, 0.06, 2) * long_side_px
    camera = np.array([[focal, 0, middle[0]], [0, focal, middle[1]], [0, 0, 1]])
    plane = np.column_stack([rotation[:, 0], rotation[:, 1], [0, 0, distance]])
    shift = np.array([[1, 0, -centre[0]], [0, 1, -centre[1]], [0, 0, 1]])
    image_from_source = camera @ plane @ shift
    # The picture is made smaller beforehand, so that warping does not alias.
    shrink = min(1.0, 1.3 * wanted / side)
    source = cv2.resize(picture.image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    image = cv2.warpPerspective(
        source,
        image_from_source @ np.diag([1 / shrink, 1 / shrink, 1]),
        out_wh,
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(image, np.uint8), image_from_source, quarter


def _lamp(
    light: NDArray[np.float32], corners: _Floats, rng: np.random.Generator
) -> NDArray[np.float32]:
    """Colour of the lamp, exposure, fall-off, a shadow's edge, and a glare on the card."""
    height, width = light.shape[:2]
    kelvin = rng.uniform(2700, 6500)
    known = sorted(WHITE_OF_KELVIN)
    white = np.array(
        [np.interp(kelvin, known, [WHITE_OF_KELVIN[k][c] for k in known]) for c in range(3)]
    )
    # Cameras correct half of it, more or less.
    white = white ** rng.uniform(0.3, 1.0)
    light = light * (white[::-1] / white.mean() * rng.uniform(0.55, 1.1)).astype(np.float32)
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    side = float(np.sqrt(cv2.contourArea(corners.astype(np.float32))))
    middle = corners.mean(axis=0)
    way = rng.uniform(0, 2 * np.pi)
    along = ((x - middle[0]) * np.cos(way) + (y - middle[1]) * np.sin(way)) / side
    light = light * np.clip(1 + rng.uniform(0, 0.4) * along, 0.3, 2)[..., None]
    if rng.random() < 0.5:
        way = rng.uniform(0, 2 * np.pi)
        edge = (x - middle[0]) * np.cos(way) + (y - middle[1]) * np.sin(way)
        edge = edge / side - rng.uniform(-0.4, 0.4)
        dark = rng.uniform(0.35, 0.8)
        light = light * (dark + (1 - dark) / (1 + np.exp(-edge * rng.uniform(8, 60))))[..., None]
    if rng.random() < 0.5:
        at = middle + rng.uniform(-0.55, 0.55, 2) * side
        long, wide = rng.uniform(0.2, 0.6) * side, rng.uniform(0.1, 0.3) * side
        way = rng.uniform(0, np.pi)
        u = ((x - at[0]) * np.cos(way) + (y - at[1]) * np.sin(way)) / long
        v = ((y - at[1]) * np.cos(way) - (x - at[0]) * np.sin(way)) / wide
        bright = rng.uniform(0.1, 0.45) * np.exp(-(u * u + v * v) / 2)
        light = light + bright[..., None] * (white[::-1] / white.max()).astype(np.float32)
    return np.asarray(light, np.float32)


def harsh(cards: list[KeyPicture], count: int, *, seed: int = 0) -> Iterator[KeyPicture]:
    """So many harsh pictures of these cards, one card after the other."""
    for number in range(count):
        rng = np.random.default_rng([seed, number])
        altered = alter(cards[number % len(cards)], rng)
        yield KeyPicture(
            f"{number} {altered.name}",
            altered.image,
            altered.grid,
            altered.start,
            altered.corners_px,
        )


def harsh_own(cards: list[KeyPicture], count: int, *, seed: int = 0) -> Iterator[KeyPicture]:
    """The same for our own cards, each laid on a table first."""
    for number in range(count):
        rng = np.random.default_rng([seed, number])
        altered = alter(on_a_table(cards[number % len(cards)], rng), rng)
        yield KeyPicture(
            f"{number} {altered.name}",
            altered.image,
            altered.grid,
            altered.start,
            altered.corners_px,
        )
