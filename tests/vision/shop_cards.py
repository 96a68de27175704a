"""Decks and covers as in a shop's box: no tags, words or pictures, covers with a drawing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.simulated.faces import FaceKey, FaceShelf, RasterFace
from companion.terms import CoverCard

PX_PER_MM = 8
SIZES_MM = ((63.0, 44.0), (68.0, 45.0), (70.0, 50.0))

INKS_BGR = {
    CoverCard.ORANGE: (34, 119, 232),
    CoverCard.YELLOW: (40, 196, 242),
    CoverCard.NEUTRAL: (150, 150, 150),
    CoverCard.GAME_OVER: (45, 45, 45),
}

_Picture = NDArray[np.uint8]


def a_word_card(
    rng: np.random.Generator, word: str, size_wh: tuple[int, int], style: int
) -> _Picture:
    """White stock with a word, in one of three layouts; a deck keeps to one."""
    wide, high = size_wh
    card = np.full((high, wide, 3), (232, 238, 240), np.uint8)
    text = word.upper()[:10]
    if style == 0:
        cv2.rectangle(card, (20, 20), (wide - 20, high - 20), (190, 205, 215), 5)
        cv2.rectangle(card, (45, high - 150), (wide - 45, high - 40), (255, 255, 255), -1)
        cv2.putText(card, text, (60, high - 70), cv2.FONT_HERSHEY_TRIPLEX, 1.8, (25, 25, 25), 5)
    elif style == 1:
        cv2.putText(card, text, (40, high // 2 + 40), cv2.FONT_HERSHEY_TRIPLEX, 2.0, (20,) * 3, 8)
        cv2.line(card, (30, high // 2 - 60), (wide - 30, high // 2 - 60), (90, 90, 200), 6)
    else:
        card[16 : high // 3, 16:-16] = (200, 160, 90)
        cv2.putText(card, text, (40, high - 80), cv2.FONT_HERSHEY_TRIPLEX, 2.0, (30,) * 3, 6)
    return card


def a_picture_card(
    rng: np.random.Generator, word: str, size_wh: tuple[int, int], style: int
) -> _Picture:
    """A bright scene of shapes within a white border 3 mm wide."""
    wide, high = size_wh
    down = np.linspace(0, 1, high)[:, None, None]
    above, below = rng.integers(40, 255, 3), rng.integers(40, 255, 3)
    card = ((above * (1 - down) + below * down) * np.ones((high, wide, 1))).astype(np.uint8)
    for _ in range(int(rng.integers(4, 12))):
        place = rng.integers(0, [wide, high]).tolist()
        colour = rng.integers(0, 256, 3).tolist()
        axes = rng.integers(15, 110, 2).tolist()
        cv2.ellipse(card, place, axes, float(rng.uniform(0, 180)), 0, 360, colour, -1, cv2.LINE_AA)
    soft = np.asarray(cv2.GaussianBlur(card, (0, 0), 2), np.uint8)
    cv2.rectangle(soft, (0, 0), (wide - 1, high - 1), (240, 245, 246), 6 * PX_PER_MM)
    return soft


def a_cover_card(
    rng: np.random.Generator, ink_bgr: tuple[int, int, int], size_wh: tuple[int, int]
) -> _Picture:
    """An ink as one box has it, with head and shoulders in a darker tone."""
    wide, high = size_wh
    ink = np.clip(np.array(ink_bgr) + rng.integers(-12, 13), 0, 255)
    cover = np.full((high, wide, 3), ink, np.uint8)
    darker = (0.8 * ink).tolist()
    cv2.circle(cover, (wide // 2, high // 2 - 30), 80, darker, -1, cv2.LINE_AA)
    cv2.ellipse(cover, (wide // 2, high + 30), (170, 130), 0, 180, 360, darker, -1)
    return cover


PALE_BGR = (203, 212, 216)
"""A neutral cover hardly darker than a card."""


class OtherMake(StrEnum):
    """Boxes of other makers."""

    TINTED = "tan stock with a white box, pale figures on the covers, a redder orange"
    BORDERED = "covers with a white border, as the picture cards have one"
    BUSTS = "covers with a bust in three tones of their ink"


def a_tan_card(word: str, size_wh: tuple[int, int]) -> _Picture:
    """Brownish stock with a double frame and the word in a white box."""
    wide, high = size_wh
    card = np.full((high, wide, 3), (168, 205, 226), np.uint8)
    cv2.rectangle(card, (20, 20), (wide - 20, high - 20), (120, 165, 195), 3)
    cv2.rectangle(card, (48, high // 2 + 8), (wide - 48, high - 48), (246, 250, 252), -1)
    place = (64, high - 76)
    cv2.putText(card, word.upper()[:10], place, cv2.FONT_HERSHEY_TRIPLEX, 1.7, (20,) * 3, 5)
    return card


_REDDER_BGR = {**INKS_BGR, CoverCard.ORANGE: (40, 100, 225)}


def a_cover_of_other_make(make: OtherMake, kind: CoverCard, size_wh: tuple[int, int]) -> _Picture:
    """An ink with a figure that is paler, darker or both."""
    wide, high = size_wh
    ink = np.array(_REDDER_BGR[kind] if make is OtherMake.TINTED else INKS_BGR[kind], np.float64)
    head, body = {
        OtherMake.TINTED: (0.3 * ink + 160, 0.3 * ink + 160),
        OtherMake.BORDERED: (0.7 * ink, 0.7 * ink),
        OtherMake.BUSTS: (0.45 * ink + 140, 0.55 * ink),
    }[make]
    cover = np.full((high, wide, 3), ink, np.uint8)
    middle = wide // 2
    cv2.ellipse(cover, (middle, high), (wide // 4, high // 4), 0, 180, 360, body.tolist(), -1)
    cv2.circle(cover, (middle, high // 2 - 16), high // 6, head.tolist(), -1, cv2.LINE_AA)
    if make is OtherMake.BUSTS:
        hat = (0.4 * ink).tolist()
        cv2.ellipse(cover, (middle, high // 2 - 50), (90, 30), 0, 180, 360, hat, -1)
    if make is OtherMake.BORDERED:
        cv2.rectangle(cover, (0, 0), (wide - 1, high - 1), (240, 245, 246), 5 * PX_PER_MM)
    return cover


def another_box(rng: np.random.Generator, names: tuple[str, ...], make: OtherMake) -> FaceShelf:
    """A box of another maker: its cards and its covers."""
    size_mm = SIZES_MM[1]
    size_wh = (round(size_mm[0] * PX_PER_MM), round(size_mm[1] * PX_PER_MM))
    draw: dict[OtherMake, Callable[[str], _Picture]] = {
        OtherMake.TINTED: lambda name: a_tan_card(name, size_wh),
        OtherMake.BORDERED: lambda name: a_picture_card(rng, name, size_wh, 0),
        OtherMake.BUSTS: lambda name: a_word_card(rng, name, size_wh, 1),
    }
    faces: dict[FaceKey, RasterFace] = {
        ("card", name, "word"): RasterFace(draw[make](name), *size_mm) for name in names
    }
    for kind in CoverCard:
        cover = a_cover_of_other_make(make, kind, size_wh)
        faces[("cover_card", kind.value, "front")] = RasterFace(cover, *size_mm)
    return FaceShelf(faces)


def a_shop_box(
    rng: np.random.Generator,
    names: tuple[str, ...],
    *,
    has_words: bool,
    inks_bgr: Mapping[CoverCard, tuple[int, int, int]] = INKS_BGR,
) -> FaceShelf:
    """Cards of one make and size, and its covers."""
    size_mm = SIZES_MM[int(rng.integers(len(SIZES_MM)))]
    size_wh = (round(size_mm[0] * PX_PER_MM), round(size_mm[1] * PX_PER_MM))
    style = int(rng.integers(3))
    draw = a_word_card if has_words else a_picture_card
    faces: dict[FaceKey, RasterFace] = {
        ("card", name, "word"): RasterFace(draw(rng, name, size_wh, style), *size_mm)
        for name in names
    }
    for kind in CoverCard:
        cover = a_cover_card(rng, inks_bgr[kind], size_wh)
        faces[("cover_card", kind.value, "front")] = RasterFace(cover, *size_mm)
    return FaceShelf(faces)
