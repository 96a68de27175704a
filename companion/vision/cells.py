"""Cells whose outlines are known: tags and colours to one reading each."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.deck.tags import Piece
from companion.terms import Cell, Edition
from companion.vision.covers import CellColor, judge_color, measure_colors
from companion.vision.decoding import decode_tag
from companion.vision.frame import Image
from companion.vision.homography import image_from_card_mm
from companion.vision.profile import Inks
from companion.vision.reading import CellReading
from companion.vision.tags import (
    TagBank,
    TagMatch,
    TagPlace,
    find_tag_place,
    match_tags,
    search_tag_place,
)
from companion.vision.vacant import looks_empty
from companion.vision.verdict import is_sure, weigh

_Floats = NDArray[np.float64]

ANY_TURN = (0, 1, 2, 3)
UPRIGHT_OR_TURNED = (0, 2)
"""Once the guessers' side is known, a card or cover lies one way round or the other."""


@dataclass(frozen=True, slots=True, eq=False)
class CellOutlines:
    """Outlines of some cells.

    Attributes:
        corners_px: float64, shape `(n, 4, 2)`, wound as the printed card is.
        inset_mm: float64, shape `(n,)`: how far inside the card's edge they lie.
        is_found: bool, shape `(n,)`: seen in this picture; else guessed.
    """

    corners_px: _Floats
    inset_mm: _Floats
    is_found: NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Sightings:
    """What tags say of some cells.

    Attributes:
        outlines: The outlines, guessed ones moved to where a tag was found.
        turns: int, shape `(n,)`: the corner where each piece's printed top left lies.
        places: Where each tag seems to lie.
        matches: What it was matched with.
        foreign: Text of a tag that is not of this deck, or None.
    """

    outlines: CellOutlines
    turns: NDArray[np.int_]
    places: list[TagPlace]
    matches: list[TagMatch]
    foreign: tuple[str | None, ...] = ()

    @property
    def strength(self) -> int:
        """How many tags were read."""
        return sum(is_sure(match) for match in self.matches)

    @property
    def pieces(self) -> list[Piece | None]:
        """The pieces that were read beyond doubt."""
        return [match.piece if is_sure(match) else None for match in self.matches]


def sight_tags(
    gray: NDArray[np.uint8],
    outlines: CellOutlines,
    bank: TagBank,
    turns: tuple[int, ...] = ANY_TURN,
) -> Sightings:
    """Read the tags of some cells.

    Args:
        gray: uint8, shape `(H, W)`.
        outlines: Where the cells are.
        bank: The deck in play.
        turns: Which corners may be the printed top left. Where all four may, the cells decide
            together whether cards lie along or across.
    """
    places = [
        [find_tag_place(gray, np.roll(quad, -turn, axis=0), float(depth), bank) for turn in turns]
        for quad, depth in zip(outlines.corners_px, outlines.inset_mm, strict=True)
    ]
    place = np.array([[found.place for found in row] for row in places])
    if len(turns) == len(ANY_TURN):
        along = place[:, [0, 2]].max(axis=1).sum()
        across = place[:, [1, 3]].max(axis=1).sum()
        first, second = (0, 2) if along >= across else (1, 3)
    else:
        first, second = 0, 1
    chosen = np.where(place[:, second] > place[:, first], second, first)
    found = [row[at] for row, at in zip(places, chosen, strict=True)]
    return Sightings(
        outlines=outlines,
        turns=np.array(turns)[chosen],
        places=found,
        matches=match_tags(found, bank),
    )


def search_tags(gray: NDArray[np.uint8], sightings: Sightings, bank: TagBank) -> Sightings:
    """Look again, further afield, where no tag was read; move guessed outlines to what is found.

    Args:
        gray: uint8, shape `(H, W)`.
        sightings: What was read so far.
        bank: The deck in play.
    """
    outlines = sightings.outlines
    turns = sightings.turns.copy()
    places, matches = list(sightings.places), list(sightings.matches)
    found: list[TagPlace] = []
    tried: list[tuple[int, int]] = []
    for at, match in enumerate(matches):
        if is_sure(match):
            continue
        base = int(turns[at]) % 2
        for turn in (base, base + 2):
            quad = np.roll(outlines.corners_px[at], -turn, axis=0)
            found.append(search_tag_place(gray, quad, float(outlines.inset_mm[at]), bank))
            tried.append((at, turn))
    for (at, turn), place, match in zip(tried, found, match_tags(found, bank), strict=True):
        if is_sure(match, was_searched=True) and match.margin > matches[at].margin:
            turns[at], places[at], matches[at] = turn, place, match
    corners = outlines.corners_px.copy()
    size_wh = (bank.geometry.width_mm, bank.geometry.height_mm)
    for at, match in enumerate(matches):
        if not outlines.is_found[at] and is_sure(match):
            turn = int(turns[at])
            quad = np.roll(corners[at], -turn, axis=0)
            image_from_card = image_from_card_mm(quad, float(outlines.inset_mm[at]), size_wh)
            card_from_image = np.linalg.inv(image_from_card)
            flat = cv2.perspectiveTransform(quad.reshape(-1, 1, 2), card_from_image)
            moved = cv2.perspectiveTransform(flat + np.array(places[at].shift_mm), image_from_card)
            corners[at] = np.roll(np.asarray(moved, float).reshape(4, 2), turn, axis=0)
    moved_outlines = CellOutlines(corners, outlines.inset_mm, outlines.is_found)
    return Sightings(moved_outlines, turns, places, matches)


_DECODED_PLACE = 0.45
"""Of the correlation with what all tags share: below it there is hardly a tag to decode."""


def decode_tags(gray: NDArray[np.uint8], sightings: Sightings, bank: TagBank) -> Sightings:
    """Decode the tags that matching was not sure of.

    Args:
        gray: uint8, shape `(H, W)`.
        sightings: What was read so far.
        bank: The deck in play.
    """
    outlines, matches = sightings.outlines, list(sightings.matches)
    foreign: list[str | None] = [None] * len(matches)
    for at, match in enumerate(matches):
        if is_sure(match) or not outlines.is_found[at] or match.place < _DECODED_PLACE:
            continue
        quad = np.roll(outlines.corners_px[at], -int(sightings.turns[at]), axis=0)
        text = decode_tag(gray, quad, float(outlines.inset_mm[at]), bank.geometry)
        if text is None:
            continue
        if text in bank.payloads:
            # A decoded code carries its own proof.
            piece = bank.pieces[bank.payloads.index(text)]
            matches[at] = TagMatch(piece, correlation=1.0, margin=1.0, place=match.place)
        else:
            foreign[at] = text
    return Sightings(outlines, sightings.turns, sightings.places, matches, tuple(foreign))


def weigh_cells(
    image: Image,
    sightings: Sightings,
    cells: list[Cell],
    turn: int,
    bank: TagBank,
    edition: Edition,
    image_from_cells: _Floats,
    taken: Collection[str] = (),
    inks: Inks | None = None,
    bare_place: float = -1.0,
) -> list[CellReading]:
    """Tags and colours to a reading each.

    Args:
        image: uint8, shape `(H, W, 3)`, BGR.
        sightings: What tags say.
        cells: Which cell each sighting is of.
        turn: The corner of each outline that is its top left as the guessers read.
        bank: The deck in play.
        edition: Whose cover cards lie on the table.
        image_from_cells: float64, shape `(3, 3)`: carries (col, row) into the picture.
        taken: Cards that are seen elsewhere: a card seen in two places is believed in neither.
        inks: What inks look like here, where that was measured.
        bare_place: How much of a tag is seen on a bare card whose tag cannot be told.
    """
    outlines = sightings.outlines
    pieces = _without_doubles(sightings.pieces, taken)
    upright = [
        np.roll(quad, -at, axis=0)
        for quad, at in zip(outlines.corners_px, sightings.turns, strict=True)
    ]
    colors = measure_colors(image, upright, list(outlines.inset_mm), bank.geometry)
    size_wh = (bank.geometry.width_mm, bank.geometry.height_mm)
    readings = []
    for at, cell in enumerate(cells):
        sides = size_wh if (sightings.turns[at] - turn) % 2 == 0 else size_wh[::-1]
        quad = np.roll(outlines.corners_px[at], -turn, axis=0)
        is_found = bool(outlines.is_found[at])
        color: CellColor = colors[at]
        readings.append(
            weigh(
                cell,
                pieces[at],
                sightings.matches[at],
                color,
                judge_color(color, edition, inks),
                _edge(quad, float(outlines.inset_mm[at]), sides),
                foreign_tag=sightings.foreign[at] if sightings.foreign else None,
                is_found=is_found,
                is_empty=not is_found
                and pieces[at] is None
                and looks_empty(image, image_from_cells, cell),
                bare_place=bare_place,
            )
        )
    return readings


def _without_doubles(pieces: list[Piece | None], taken: Collection[str]) -> list[Piece | None]:
    """The pieces read; a card seen in two places is believed in neither."""
    cards = [piece.id for piece in pieces if piece is not None and piece.kind == "card"]
    return [
        None
        if piece is not None
        and piece.kind == "card"
        and (cards.count(piece.id) > 1 or piece.id in taken)
        else piece
        for piece in pieces
    ]


def _edge(quad_px: _Floats, inset_mm: float, size_wh_mm: tuple[float, float]) -> _Floats:
    """The card's own edge from corners that lie inside it."""
    width, height = size_wh_mm
    edge = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], dtype=np.float64)
    image_from_card = image_from_card_mm(quad_px, inset_mm, size_wh_mm)
    carried = cv2.perspectiveTransform(edge.reshape(-1, 1, 2), image_from_card)
    return np.asarray(carried, dtype=np.float64).reshape(4, 2)
