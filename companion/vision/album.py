"""Cards without tags and words are known again by their picture, from one evening to the next.

A card's picture is straightened and made small; it is compared in every turn, a little shifted, a
little larger and smaller, whatever the light. Cards that look alike cannot be told apart like
that: word cards share their layout, so they are left to the reader of words.
"""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import UsageError
from companion.terms import ALL_CELLS
from companion.vision.frame import Image
from companion.vision.picture import decode_picture, encode_picture
from companion.vision.reading import BoardReading, CellState

_Floats = NDArray[np.float32]

LOOK_SIDE_PX = 32
"""A look at a card is as wide as high: a quarter turn then is one whatever the card's shape."""

_OVERSAMPLED = 3
_SHIFT_PX = 2
_SIZES = (0.92, 1.0, 1.08)
"""An outline is found to a twentieth of a card; on a table as white as the cards it may be the
frame line instead of the edge."""

_CHANNEL_WEIGHTS = np.array([1.0, 1.5, 1.5], np.float32)[:, None]
_FLAT = 2.0

_KNOWN = 0.72
_OTHER = 0.62
_CLEAR = 0.1
"""Of 603 bare picture cards in 36 path-traced scenes no two different ones agree by more than 0.61,
the same ones by 0.73 and more in 98 of 100 pairs of scenes."""

_FEW = 5
"""Fewer bare cards than this do not tell whether their layout is shared."""

_MIRRORED_CARDS = 3

MOST_PICTURES = 1000
MOST_LOOKS = 4
_SAME_LOOK = 0.9
"""A look that agrees with a kept one by so much adds nothing."""


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """One card that was seen.

    Attributes:
        number: Its own for ever.
        looks: uint8, shape `(n, 32, 32, 3)`, BGR: how it looked, the newest last.
        name: What people call it, or None.
        seen: The count of tables when it was last seen.
    """

    number: int
    looks: NDArray[np.uint8]
    name: str | None = None
    seen: int = 0

    def to_document(self) -> dict[str, Any]:
        """Write the card as plain values, its looks as one picture below the other."""
        strip = encode_picture(self.looks.reshape(-1, LOOK_SIDE_PX, 3), ".png")
        return {"looks": base64.b64encode(strip).decode(), "name": self.name, "seen": self.seen}

    @classmethod
    def from_document(cls, number: int, document: Mapping[str, Any]) -> Picture:
        """Read plain values back.

        Raises:
            UsageError: They are none of a card.
        """
        name, seen = document.get("name"), document.get("seen")
        try:
            strip = decode_picture(base64.b64decode(str(document.get("looks"))), f"{number}")
            looks = strip.reshape(-1, LOOK_SIDE_PX, LOOK_SIDE_PX, 3)
        except (ValueError, UsageError) as error:
            raise UsageError(f"picture {number} of the album has no looks") from error
        if not (isinstance(name, str | None) and isinstance(seen, int)):
            raise UsageError(f"picture {number} of the album has no name or date")
        return cls(number, looks, name, seen)

    @property
    def card(self) -> str:
        """The card's id."""
        return f"picture-{self.number}"

    @property
    def word(self) -> str:
        """What is shown for it."""
        return self.name or f"picture {self.number}"


@dataclass(frozen=True, slots=True, eq=False)
class Album:
    """The cards that were seen on all evenings.

    Attributes:
        pictures: The cards, by number.
        next_number: The number of the next new card; none is given twice.
        tables: How many tables were looked at.
    """

    pictures: tuple[Picture, ...] = ()
    next_number: int = 1
    tables: int = 0

    @classmethod
    def of(cls, pictures: Iterable[Picture], next_number: int = 1) -> Album:
        """The album of these cards; no number that one of them has is given again."""
        kept = tuple(sorted(pictures, key=lambda picture: picture.number))
        after = max((picture.number + 1 for picture in kept), default=1)
        tables = max((picture.seen for picture in kept), default=0)
        return cls(kept, max(next_number, after), tables)


@dataclass(frozen=True, slots=True, eq=False)
class Recognised:
    """What an album says of a table.

    Attributes:
        pictures: The card of each of the 25 cells, row by row, None where it is not known.
        is_new: bool, shape `(25,)`: cells whose card is in no album and like no other.
        looks: uint8, shape `(25, 32, 32, 3)`: the cards as they look now.
        is_mirrored: The cards are known in a mirror only.
    """

    pictures: tuple[Picture | None, ...]
    is_new: NDArray[np.bool_]
    looks: NDArray[np.uint8]
    is_mirrored: bool


def recognise(album: Album, image: Image, reading: BoardReading) -> Recognised:
    """Look the bare cards of a table up.

    A card that could be two is none: a card of the album, or one that lies on the same table.

    Args:
        album: What is known.
        image: uint8, shape `(H, W, 3)`, BGR.
        reading: Where the cells lie in it and which are bare.
    """
    quads = np.array([cell.quad_px for cell in reading.cells], np.float64)
    tiles = {size: _take_looks(image, quads, size) for size in _SIZES}
    looks = tiles[1.0]
    keys = _centred(_middle(looks))
    variants = _centred(np.concatenate([_variants(tiles[size]) for size in _SIZES], axis=1))
    has_print = np.linalg.norm(keys, axis=1) > 0.9
    is_bare = np.array([cell.state is CellState.CARD for cell in reading.cells]) & has_print
    at = np.flatnonzero(is_bare)
    alone = np.zeros(len(ALL_CELLS), bool)
    if len(at):
        between = np.einsum("ivd,jd->ijv", variants[at], keys[at], optimize=True).max(axis=2)
        np.fill_diagonal(between, -1.0)
        # The second look goes the other way round: shifts are those of one of the two.
        alone[at] = np.maximum(between, between.T).max(axis=1, initial=-1.0) < _OTHER
    if len(at) < _FEW or alone.sum() < len(at) / 2:
        # Word cards: what is different on one of them is a stain of light.
        alone[:] = False
    pictures, best = _look_up(album, variants, alone)
    is_mirrored = False
    if album.pictures and sum(picture is not None for picture in pictures) < _MIRRORED_CARDS:
        turned = {size: tile[:, :, ::-1] for size, tile in tiles.items()}
        variants = _centred(np.concatenate([_variants(turned[size]) for size in _SIZES], axis=1))
        mirrored, _ = _look_up(album, variants, alone)
        count = sum(picture is not None for picture in mirrored)
        is_mirrored = count >= _MIRRORED_CARDS and count > 2 * sum(
            picture is not None for picture in pictures
        )
    return Recognised(pictures, alone & (best < _OTHER), looks, is_mirrored)


_TURNS, _PLACES = 4, 9
_ROUGH = np.arange(_TURNS) * _PLACES + _TURNS * _PLACES + _PLACES // 2
"""The variants of the outline's own size, not shifted, in each turn."""

_SHORTLIST = 24
"""Looks that are compared in every place and size: an album of a thousand cards takes no longer."""


def _look_up(
    album: Album, variants: _Floats, alone: NDArray[np.bool_]
) -> tuple[tuple[Picture | None, ...], _Floats]:
    """The album's card for each cell, and how well the best of it agrees."""
    best = np.full(len(ALL_CELLS), -1.0, np.float32)
    found: list[Picture | None] = [None] * len(ALL_CELLS)
    if not album.pictures:
        return tuple(found), best
    kept = _centred(_middle(np.concatenate([picture.looks for picture in album.pictures])))
    owner = np.repeat(
        np.arange(len(album.pictures)), [len(picture.looks) for picture in album.pictures]
    )
    for cell in np.flatnonzero(alone):
        roughly = (variants[cell][_ROUGH] @ kept.T).max(axis=0)
        likely = np.argsort(-roughly)[:_SHORTLIST]
        closely = (variants[cell] @ kept[likely].T).max(axis=0)
        agrees = np.full(len(album.pictures), -1.0, np.float32)
        np.maximum.at(agrees, owner[likely], closely)
        first, second = np.argsort(-agrees)[:2] if len(agrees) > 1 else (0, None)
        best[cell] = agrees[first]
        other = -1.0 if second is None else agrees[second]
        if best[cell] >= _KNOWN and best[cell] - other >= _CLEAR:
            found[cell] = album.pictures[int(first)]
    numbers = [picture.number for picture in found if picture is not None]
    # One card does not lie in two cells.
    return tuple(
        picture if picture is not None and numbers.count(picture.number) == 1 else None
        for picture in found
    ), best


def learn(album: Album, seen: Recognised) -> tuple[Album, Recognised]:
    """Keep the new cards of a table and new looks of the known ones.

    Args:
        album: What was known.
        seen: What it said of the table.

    Returns:
        The album, and the same table with names for the new cards. Of a mirrored table nothing is
        kept.
    """
    if seen.is_mirrored:
        return album, seen
    tables = album.tables + 1
    by_number = {picture.number: picture for picture in album.pictures}
    named = list(seen.pictures)
    number = album.next_number
    for at, picture in enumerate(seen.pictures):
        look = seen.looks[at : at + 1]
        if picture is not None:
            named[at] = by_number[picture.number] = replace(
                picture, looks=_with_look(picture.looks, look), seen=tables
            )
        elif seen.is_new[at]:
            named[at] = by_number[number] = Picture(number, look, seen=tables)
            number += 1
    kept = sorted(by_number.values(), key=lambda picture: (-picture.seen, picture.number))
    pictures = sorted(kept[:MOST_PICTURES], key=lambda picture: picture.number)
    return Album(tuple(pictures), number, tables), replace(seen, pictures=tuple(named))


_DRAWN_ACROSS = 10
_DRAWN_PX = 96
_CAPTION_PX = 16


def draw_album(album: Album) -> Image:
    """Draw the cards side by side, each above its number; uint8, BGR."""
    down = -(-len(album.pictures) // _DRAWN_ACROSS)
    tall = _DRAWN_PX + _CAPTION_PX
    sheet = np.full((max(1, down) * tall, _DRAWN_ACROSS * _DRAWN_PX, 3), 255, np.uint8)
    for at, picture in enumerate(album.pictures):
        row, col = divmod(at, _DRAWN_ACROSS)
        top, left = row * tall, col * _DRAWN_PX
        large = cv2.resize(picture.looks[-1], (_DRAWN_PX,) * 2, interpolation=cv2.INTER_CUBIC)
        sheet[top : top + _DRAWN_PX, left : left + _DRAWN_PX] = large
        place = (left + 2, top + tall - 4)
        cv2.putText(sheet, str(picture.number), place, cv2.FONT_HERSHEY_PLAIN, 0.9, (0, 0, 0))
    return sheet


def _with_look(looks: NDArray[np.uint8], look: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The looks with a new one, where it is one; the first is always kept."""
    agrees = _centred(_variants(look)[0]) @ _centred(_middle(looks)).T
    if float(agrees.max()) >= _SAME_LOOK:
        return looks
    return np.concatenate([looks[:1], looks[1:][-(MOST_LOOKS - 2) :], look])


def _take_looks(image: Image, quads_px: NDArray[np.float64], size: float) -> NDArray[np.uint8]:
    """Straighten the cells, somewhat smaller or larger than their outlines."""
    side = LOOK_SIDE_PX * _OVERSAMPLED
    flat = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32) - 0.5
    looks = np.empty((len(quads_px), LOOK_SIDE_PX, LOOK_SIDE_PX, 3), np.uint8)
    for at, quad in enumerate(quads_px):
        centre = quad.mean(axis=0)
        wanted = (centre + size * (quad - centre)).astype(np.float32)
        fine = cv2.warpPerspective(
            image,
            cv2.getPerspectiveTransform(wanted, flat),
            (side, side),
            borderMode=cv2.BORDER_REPLICATE,
        )
        looks[at] = cv2.resize(fine, (LOOK_SIDE_PX,) * 2, interpolation=cv2.INTER_AREA)
    return looks


def _middle(looks: NDArray[np.uint8]) -> NDArray[np.uint8]:
    inside = slice(_SHIFT_PX, LOOK_SIDE_PX - _SHIFT_PX)
    return looks[:, inside, inside]


def _variants(looks: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Each look in four turns and nine places, shape `(n, 36, 28, 28, 3)`."""
    side = LOOK_SIDE_PX - 2 * _SHIFT_PX
    return np.stack(
        [
            np.rot90(looks, turn, axes=(1, 2))[:, down : down + side, right : right + side]
            for turn in range(_TURNS)
            for down in range(0, 2 * _SHIFT_PX + 1, _SHIFT_PX)
            for right in range(0, 2 * _SHIFT_PX + 1, _SHIFT_PX)
        ],
        axis=1,
    )


def _centred(looks: NDArray[np.uint8]) -> _Floats:
    """Lightness and chroma less what light lays over a card, weighed, norm 1 where there is print.

    Args:
        looks: uint8, shape `(..., h, w, 3)`, BGR.

    Returns:
        float32, shape `(..., h * w * 3)`.
    """
    *outer, high, wide, channels = looks.shape
    count = int(np.prod(outer))
    lab = cv2.cvtColor(
        np.ascontiguousarray(looks).reshape(count * high, wide, channels), cv2.COLOR_BGR2LAB
    )
    faces = lab.reshape(count, high * wide, channels).astype(np.float32).transpose(0, 2, 1)
    down, across = np.mgrid[0:high, 0:wide].reshape(2, -1).astype(np.float32)
    plane = np.stack([np.ones_like(down), down - down.mean(), across - across.mean()])
    plane /= np.linalg.norm(plane, axis=1, keepdims=True)
    away = ((faces - (faces @ plane.T) @ plane) * _CHANNEL_WEIGHTS).reshape(count, -1)
    norm = np.linalg.norm(away, axis=1, keepdims=True)
    away /= np.maximum(norm, _FLAT * np.sqrt(high * wide))
    return np.asarray(away.reshape(*outer, -1), np.float32)
