"""A hand with its arm, as the camera sees it from above, with or without a cover in its fingers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.simulated.faces import Sprite
from companion.simulated.light import linear_from_srgb, srgb_from_linear
from companion.simulated.pose import project
from companion.vision.frame import Image

HAND_PX_PER_MM = 2.5

ARM_MM = 900.0
"""The arm must leave the picture even when it reaches across a tilted board."""

REACH_MM = 70.0
"""Plain sprite ahead of the fingertips and to the sides: room for a card and for the shadow."""

GRIP_MM = 16.0
"""The middle of a carried card lies so far ahead of the fingertips' middle."""

SHADOW_STRENGTH = 0.45
SHADOW_OFFSET_MM = (9.0, 13.0)
EXPOSURE_S = 1 / 30
"""Shutter time of a webcam in the evening: what moves at 600 mm/s smears over 20 mm."""

_SMEARS_PX = (1, 7, 15, 25, 37, 51)

# Parts of the hand in millimetres, fingertips at (0, 0), arm towards minus x: from, to, radius.
_PARTS: tuple[tuple[tuple[float, float], tuple[float, float], float], ...] = (
    ((-210, 2), (-110, 0), 25),
    ((-112, 4), (-78, 2), 38),
    ((-96, -12), (-74, -10), 27),
    ((-70, -22), (-34, -19), 9.5),
    ((-34, -19), (-3, -8), 8.2),
    ((-66, -4), (-30, -3), 9.5),
    ((-30, -3), (4, 2), 8.5),
    ((-66, 14), (-36, 14), 9.0),
    ((-36, 14), (-9, 10), 8.0),
    ((-70, 30), (-48, 28), 8.0),
    ((-48, 28), (-27, 22), 7.0),
    ((-108, -34), (-66, -42), 12.5),
    ((-66, -42), (-30, -31), 10),
    ((-30, -31), (-8, -16), 8.5),
)
_SLEEVE_START_MM = -185.0


@dataclass(frozen=True, slots=True)
class Person:
    """Whose hand it is.

    Attributes:
        skin_bgr: Colour of the skin, sRGB.
        sleeve_bgr: Colour of the sleeve, sRGB.
    """

    skin_bgr: tuple[int, int, int]
    sleeve_bgr: tuple[int, int, int]


PEOPLE: tuple[Person, ...] = (
    Person(skin_bgr=(148, 176, 224), sleeve_bgr=(96, 62, 40)),
    Person(skin_bgr=(88, 120, 172), sleeve_bgr=(120, 122, 118)),
    Person(skin_bgr=(52, 74, 112), sleeve_bgr=(52, 60, 168)),
    Person(skin_bgr=(132, 160, 206), sleeve_bgr=(60, 150, 205)),
)
"""Sleeves near the covers' colours are among them: a reader must not fall for them."""


@dataclass(frozen=True, slots=True)
class HandPlace:
    """Where a hand is.

    Attributes:
        tip_mm: Its fingertips on the board.
        heading_deg: Where the fingers point, clockwise from the board's x axis.
        speed_mm_s: How fast it moves along its own axis.
    """

    tip_mm: tuple[float, float]
    heading_deg: float
    speed_mm_s: float = 0.0

    @property
    def board_from_hand(self) -> NDArray[np.float64]:
        """From hand millimetres (fingertips at the origin, fingers along x) to the board's."""
        angle = np.radians(self.heading_deg)
        cos, sin = np.cos(angle), np.sin(angle)
        return np.array([[cos, -sin, self.tip_mm[0]], [sin, cos, self.tip_mm[1]], [0, 0, 1.0]])


class HandSprite:
    """One hand, lit and ready to be laid over any frame; smeared as fast as it moves."""

    def __init__(
        self,
        person: Person,
        gains_bgr: NDArray[np.float32],
        *,
        carried: Sprite | None = None,
        carried_wh_mm: tuple[float, float] = (0.0, 0.0),
        carried_turn_deg: float = 0.0,
    ) -> None:
        self._person = person
        self._gains_bgr = gains_bgr
        self._has_card = carried is not None
        light, cover = _draw_hand(person)
        if carried is not None:
            held = _carried(carried, carried_wh_mm, carried_turn_deg, cover.shape)
            under = held[..., 3] * (1 - cover)
            total = np.maximum(cover + under, 1e-6)[..., None]
            light = np.asarray(
                (light * cover[..., None] + held[..., :3] * (1 - cover)[..., None]) / total,
                np.float32,
            )
            cover = np.asarray(cover + under, np.float32)
        ink = srgb_from_linear(light * gains_bgr) * cover[..., None]
        opacity = cover + (1 - cover) * _shadow(cover)
        sharp = np.dstack([ink, opacity * 255])
        self._smeared: dict[int, Image] = {1: np.clip(sharp + 0.5, 0, 255).astype(np.uint8)}

    @property
    def without_card(self) -> HandSprite:
        """The same hand, empty."""
        return HandSprite(self._person, self._gains_bgr) if self._has_card else self

    def lay_over(
        self, image: Image, image_from_board: NDArray[np.float64], place: HandPlace
    ) -> None:
        """Draw the hand into a picture, in place."""
        sprite = self._at_speed(abs(place.speed_mm_s))
        step = 1 / HAND_PX_PER_MM
        hand_from_sprite = np.array(
            [[step, 0, step / 2 - ARM_MM], [0, step, step / 2 - _half_mm()], [0, 0, 1.0]]
        )
        image_from_sprite = image_from_board @ place.board_from_hand @ hand_from_sprite
        window = _window(image_from_sprite, sprite.shape, image.shape)
        if window is None:
            return
        left, top, right, bottom = window
        moved = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1.0]])
        seen = cv2.warpPerspective(
            sprite,
            moved @ image_from_sprite,
            (right - left, bottom - top),
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_CONSTANT,
            borderValue=0,
        )
        ink, opacity = seen[..., :3], seen[..., 3]
        clear = cv2.cvtColor(cv2.bitwise_not(np.ascontiguousarray(opacity)), cv2.COLOR_GRAY2BGR)
        part = image[top:bottom, left:right]
        part[...] = cv2.add(cv2.multiply(part, clear, scale=1 / 255), np.ascontiguousarray(ink))

    def _at_speed(self, speed_mm_s: float) -> Image:
        wanted_px = speed_mm_s * EXPOSURE_S * HAND_PX_PER_MM
        smear_px = min(_SMEARS_PX, key=lambda px: abs(px - wanted_px))
        if smear_px not in self._smeared:
            self._smeared[smear_px] = np.asarray(
                cv2.blur(self._smeared[1], (smear_px, 1)), np.uint8
            )
        return self._smeared[smear_px]


def _half_mm() -> float:
    return 50.0 + REACH_MM / 2


@cache
def _draw_hand(person: Person) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Colour of hand and sleeve in linear light, and where they are (0 to 1)."""
    width = round((ARM_MM + REACH_MM) * HAND_PX_PER_MM)
    height = round(2 * _half_mm() * HAND_PX_PER_MM)
    relief = np.zeros((height, width), np.float32)
    for start, end, radius in _PARTS:
        _raise_capsule(relief, start, end, radius)
    skin = relief.copy()
    sleeve_end = round((ARM_MM + _SLEEVE_START_MM) * HAND_PX_PER_MM)
    relief[:, :sleeve_end] = 0
    _raise_capsule(relief, (-ARM_MM - 100, 0), (_SLEEVE_START_MM - 38, 2), 41)
    is_sleeve = (relief > skin) & (np.arange(width)[None, :] < sleeve_end + 120)
    cover = np.asarray(cv2.GaussianBlur((relief > 0).astype(np.float32), (0, 0), 1.2), np.float32)
    # A hand is flatter than the bars it is made of.
    smooth = cv2.GaussianBlur(18 * np.tanh(relief / 18), (0, 0), 3.0)
    slope_x = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, scale=HAND_PX_PER_MM / 8)
    slope_y = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, scale=HAND_PX_PER_MM / 8)
    facing = (0.3 * slope_x + 0.5 * slope_y + 0.85) / np.sqrt(1 + slope_x**2 + slope_y**2)
    shade = np.clip(0.45 + 0.6 * facing, 0.2, 1.15)[..., None]
    colour = np.where(is_sleeve[..., None], np.array(person.sleeve_bgr), np.array(person.skin_bgr))
    shade = shade * _mottled((height, width), is_sleeve)[..., None]
    light = linear_from_srgb(np.clip(colour * shade, 0, 255).astype(np.uint8))
    light.flags.writeable = cover.flags.writeable = False
    return light, cover


def _mottled(shape_hw: tuple[int, int], is_sleeve: NDArray[np.bool_]) -> NDArray[np.float32]:
    """Pores, veins and folds: a hand that is smooth as wax would pass for a table top."""
    rng = np.random.default_rng(1)
    height, width = shape_hw
    mottled = np.ones(shape_hw, np.float32)
    for cells, skin, sleeve in ((90, 0.03, 0.06), (24, 0.04, 0.05), (9, 0.03, 0.08)):
        coarse = rng.standard_normal((cells, cells * width // height), np.float32)
        clouds = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
        mottled += clouds * np.where(is_sleeve, np.float32(sleeve), np.float32(skin))
    return mottled


def _raise_capsule(
    relief: NDArray[np.float32],
    start: tuple[float, float],
    end: tuple[float, float],
    radius: float,
) -> None:
    """Raise a rounded bar in the relief, heights in millimetres."""
    low_x = min(start[0], end[0]) - radius
    high_x = max(start[0], end[0]) + radius
    left = max(0, int((low_x + ARM_MM) * HAND_PX_PER_MM))
    right = min(relief.shape[1], int((high_x + ARM_MM) * HAND_PX_PER_MM) + 1)
    x = (np.arange(left, right) + 0.5) / HAND_PX_PER_MM - ARM_MM
    y = (np.arange(relief.shape[0]) + 0.5) / HAND_PX_PER_MM - _half_mm()
    along = np.array(end) - np.array(start)
    share = np.clip(
        ((x[None, :] - start[0]) * along[0] + (y[:, None] - start[1]) * along[1])
        / float(along @ along),
        0,
        1,
    )
    away = (x[None, :] - start[0] - share * along[0]) ** 2 + (
        y[:, None] - start[1] - share * along[1]
    ) ** 2
    dome = np.sqrt(np.maximum(radius**2 - away, 0)).astype(np.float32)
    part = relief[:, left:right]
    np.maximum(part, dome, out=part)


def _carried(
    sprite: Sprite, wh_mm: tuple[float, float], turn_deg: float, shape: tuple[int, ...]
) -> NDArray[np.float32]:
    """The carried card in the hand's frame; `turn_deg` is its turn against the fingers."""
    angle = np.radians(turn_deg)
    cos, sin = np.cos(angle), np.sin(angle)
    scale_x = wh_mm[0] / sprite.shape[1]
    scale_y = wh_mm[1] / sprite.shape[0]
    face = np.array(
        [
            [scale_x, 0, (scale_x - wh_mm[0]) / 2],
            [0, scale_y, (scale_y - wh_mm[1]) / 2],
            [0, 0, 1.0],
        ]
    )
    turned = np.array([[cos, -sin, GRIP_MM], [sin, cos, 0], [0, 0, 1.0]])
    k = HAND_PX_PER_MM
    px = np.array([[k, 0, k * ARM_MM - 0.5], [0, k, k * _half_mm() - 0.5], [0, 0, 1.0]])
    return np.asarray(
        cv2.warpPerspective(sprite, px @ turned @ face, (shape[1], shape[0])), np.float32
    )


def _shadow(cover: NDArray[np.float32]) -> NDArray[np.float32]:
    dx, dy = (mm * HAND_PX_PER_MM for mm in SHADOW_OFFSET_MM)
    # So soft a thing is drawn at a quarter of the size.
    coarse = cv2.resize(cover, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    moved = cv2.warpAffine(
        coarse,
        np.array([[1, 0, dx / 4], [0, 1, dy / 4]]),
        (coarse.shape[1], coarse.shape[0]),
        borderMode=cv2.BORDER_REPLICATE,
    )
    blurred = cv2.GaussianBlur(moved, (0, 0), 7 * HAND_PX_PER_MM / 4)
    soft = cv2.resize(blurred, (cover.shape[1], cover.shape[0]), interpolation=cv2.INTER_LINEAR)
    return np.asarray(soft * np.float32(SHADOW_STRENGTH), np.float32)


def _window(
    image_from_sprite: NDArray[np.float64],
    sprite_shape: tuple[int, ...],
    image_shape: tuple[int, ...],
) -> tuple[int, int, int, int] | None:
    """The part of the picture in which the sprite is; None when it is outside."""
    height, width = sprite_shape[:2]
    # The arm may reach behind a tilted camera: only what lies before it is projected.
    xs = np.linspace(0, width, 25)
    points = np.array([[x, y] for x in xs for y in (0.0, float(height))])
    depth = np.column_stack([points, np.ones(len(points))]) @ image_from_sprite[2]
    seen = project(image_from_sprite, points[depth > 0.05 * depth.max()])
    low, high = seen.min(axis=0) - 2, seen.max(axis=0) + 2
    left, top = int(max(0, low[0])), int(max(0, low[1]))
    right, bottom = int(min(image_shape[1], high[0] + 1)), int(min(image_shape[0], high[1] + 1))
    return (left, top, right, bottom) if right > left and bottom > top else None
