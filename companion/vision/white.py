"""What white is on this table in this light: one chroma, and a plane of brightness.

Cards have white borders, and white's chroma decides everything else. Where hardly a card is bare,
the white is the one under which all cells together look like what the box holds.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.terms import CoverCard
from companion.vision.covers import chroma_of, lab_of
from companion.vision.faces import FaceMeasures, luminance
from companion.vision.grounds import GROUND_SHARE

_Floats = NDArray[np.float64]

KINDS = tuple(CoverCard)
STOCK = {
    CoverCard.ORANGE: 9,
    CoverCard.YELLOW: 9,
    CoverCard.NEUTRAL: 7,
    CoverCard.GAME_OVER: 1,
}
"""Rulebook, "Components": eight of a team and the extra one, seven neutral, one game over."""

_CARD_WHITE = np.array([0.85, 0.85, 0.85])
"""Linear; card stock is not as white as paper."""


@dataclass(frozen=True, slots=True, eq=False)
class WhiteField:
    """White at every cell.

    Attributes:
        white: float64, shape `(n, 3)`, linear RGB: what a white thing shows there.
        stock: float64, shape `(n, 3)`, linear RGB: what a card's border shows there; the same
            unless the cards are printed on tinted stock.
        is_from_borders: It was seen on cards, not worked out from covers.
    """

    white: _Floats
    stock: _Floats
    is_from_borders: bool


def find_white(faces: FaceMeasures, inks: _Floats, size_wh: tuple[int, int]) -> WhiteField:
    """Find white from borders, or from all cells together where few are bare.

    Args:
        faces: What was measured.
        inks: float64, shape `(4, 3)`: the kinds' colours relative to white, linear RGB.
        size_wh: The picture's size, pixels.
    """
    places = _places(faces, size_wh)
    from_borders = _border_white(faces, places)
    top = float(np.percentile(luminance(np.maximum(faces.rim, faces.body)), 70))
    shape = luminance(from_borders)
    shape = shape / np.median(shape)
    best_cost = _total_cost(faces, from_borders, inks) - _BORDER_BONUS
    best: _Floats | None = None
    tinted = from_borders
    tint = _tint_of_stock(faces, from_borders)
    if tint is not None:
        supposed = from_borders / tint
        cost = _total_cost(faces, supposed, inks, from_borders) - _BORDER_BONUS + _TINT_COST
        if cost < best_cost:
            best_cost, tinted = cost, supposed
    for index in np.argsort(-faces.share)[:14]:
        for kind in range(3):
            # A screen's pure red has no blue at all; no light has none.
            flat = (np.maximum(faces.body[index], _LEAST_LIGHT) / inks[kind])[None]
            for white in (
                np.repeat(flat, len(places), axis=0),
                flat / shape[index] * shape[:, None],
            ):
                if not 0.25 < np.median(luminance(white)) / max(top, 1e-3) < 4:
                    continue
                cost = _total_cost(faces, white, inks) + _beyond(faces, white, from_borders)
                if cost < best_cost:
                    best_cost, best = cost, white
    if best is None:
        return WhiteField(tinted, from_borders, is_from_borders=True)
    smooth = _smoothed(faces, best, inks, places)
    return WhiteField(smooth, smooth, is_from_borders=False)


def _tint_of_stock(faces: FaceMeasures, stock: _Floats) -> _Floats | None:
    """Colour of the cards' stock over that of the white boxes printed on it; None if it has none.

    Args:
        faces: What was measured.
        stock: float64, shape `(n, 3)`: what borders show, linear RGB.
    """
    over = faces.bright / stock
    level = luminance(over)
    rim, ground = lab_of(faces.rim / stock), lab_of(faces.ground / stock)
    is_box = (level > _BOX_OVER_STOCK) & (luminance(faces.rim / stock) > _LIT_AS_STOCK)
    is_box &= (chroma_of(rim) < _AS_STOCK) & (chroma_of(ground) < _NO_INK)
    if is_box.sum() < _FEWEST_BOXES:
        return None
    color = np.log(over[is_box])
    tint = color - np.log(level[is_box])[:, None]
    if np.median(np.abs(tint - np.median(tint, axis=0)).max(axis=1)) > _BOXES_ALIKE:
        return None
    return np.asarray(np.exp(-np.median(color, axis=0)), dtype=np.float64)


_TINT_COST = 1.0
"""Tinted stock is rarer than white."""

_BOX_OVER_STOCK = 1.08
_LIT_AS_STOCK = 0.8
"""Linear brightness over what a border shows there: boxes on tan stock 1.3 to 1.8."""

_AS_STOCK, _NO_INK = 14.0, 28.0
"""Chroma, CIE L*a*b* against the stock, of a card's border, and of its ground: a white box has up
to 20, a cover's ink 30 and more."""

_BOXES_ALIKE = 0.08
"""Natural logarithm. Bright parts of pictures are of any colour, boxes of one."""

_FEWEST_BOXES = 5

_LEAST_LIGHT = 1e-4
"""Linear; a third of a sensor's smallest step."""

_BORDER_BONUS = 4.0
"""White that was seen is believed before white that was worked out."""


_CUT_OFF = 0.95
_CUT_OFF_CELLS = 4
_BEYOND_COST = 18.0


def _beyond(faces: FaceMeasures, white: _Floats, from_borders: _Floats) -> float:
    """What it costs to take the light for more tinted than borders show that are cut off.

    Yellow ink has hardly any blue, and says little about the light's: borders are a lower bound,
    and the nearer to them the likelier.
    """
    is_cut = (faces.rim >= _CUT_OFF).sum(axis=0) >= _CUT_OFF_CELLS
    if not is_cut.any() or is_cut.all():
        return 0.0
    tints = []
    for light in (white, from_borders):
        mean = np.log(light + 1e-6).mean(axis=0)
        tints.append(mean - mean[~is_cut].mean())
    return _BEYOND_COST * float(np.abs(tints[0] - tints[1])[is_cut].sum())


def seen_white(white: _Floats) -> _Floats:
    """White as a sensor shows it that can show no more than 1: a lamp's blue may be cut off.

    Args:
        white: float64, shape `(..., 3)`, linear RGB.
    """
    return np.asarray(np.minimum(white, 1.0 / _CARD_WHITE), dtype=np.float64)


def _places(faces: FaceMeasures, size_wh: tuple[int, int]) -> _Floats:
    """1, x and y of every cell, x and y about -1 to 1."""
    xy = faces.centers / max(size_wh) * 2 - 0.6
    return np.column_stack([np.ones(len(xy)), xy])


def _border_white(faces: FaceMeasures, places: _Floats) -> _Floats:
    """Chroma of the brightest borders, brightness as an upper plane in the logarithm."""
    rim = faces.rim
    level = np.log(luminance(rim) + 1e-4)
    plane = np.array([np.percentile(level, 80), 0.0, 0.0])
    pull = np.diag([1e-6, 0.4, 0.4])
    for _ in range(40):
        off = level - places @ plane
        weight = np.where(off > 0, 0.85, 0.15) / np.maximum(np.abs(off), 0.03)
        weighted = places * weight[:, None]
        plane = np.linalg.solve(weighted.T @ places + pull, weighted.T @ level)
    off = level - places @ plane
    near = off > np.log(0.78)
    if near.sum() >= 4:
        used = places[near]
        plane = np.linalg.solve(used.T @ used + np.diag([1e-6, 0.05, 0.05]), used.T @ level[near])
        off = level - places @ plane
        near = np.abs(off) < 0.25
    if not near.any():
        near = np.ones(len(level), dtype=bool)
    chroma = np.exp(np.median(np.log(rim[near] + 1e-4) - level[near, None], axis=0))
    return np.asarray(np.exp(places @ plane)[:, None] * chroma[None], dtype=np.float64)


_GROUND_SIDES = 2
_GROUND_COST = 0.5
"""A ground of so much of the face and at so many sides is an ink, though a little less surely."""


def _costs(faces: FaceMeasures, white: _Floats, inks: _Floats, stock: _Floats) -> _Floats:
    """How badly each cell looks like each kind, and like a bare card, under a white, `(n, 5)`."""
    colors = lab_of(np.concatenate([inks, _CARD_WHITE[None]]))
    body, rim = lab_of(faces.body / white), lab_of(faces.rim / seen_white(stock))
    body[:, 0] = np.minimum(body[:, 0], 110)
    difference = (body[:, None] - colors[None]) * np.array([0.7, 1.0, 1.0]) / 11
    costs = (difference**2).sum(axis=2)
    is_plain = faces.share > 0.8
    costs[:, :4] += np.where(is_plain, 0, 3)[:, None]
    # Black print speaks for a card, its absence for a cover.
    costs[:, :3] += (4 * np.clip((0.5 - faces.darkness) / 0.15, 0, 1))[:, None]
    # A cover with a figure on it is known by what is left of its ink.
    ground = lab_of(faces.ground / white)
    ground[:, 0] = np.minimum(ground[:, 0], 110)
    away = (ground[:, None] - colors[None, :4]) * np.array([0.7, 1.0, 1.0]) / 11
    has_ground = (faces.ground_share > GROUND_SHARE) & (faces.ground_sides >= _GROUND_SIDES)
    by_ground = (away**2).sum(axis=2) + np.where(has_ground, _GROUND_COST, 9.0)[:, None]
    costs[:, :4] = np.minimum(costs[:, :4], by_ground)
    off_white = (rim - colors[4]) * np.array([0.8, 1.2, 1.2]) / 10
    costs[:, 4] = (off_white**2).sum(axis=1)
    # A white box on tinted stock is print too.
    is_blank = is_plain & (luminance(faces.bright) < _BOX_OVER_STOCK * luminance(faces.rim))
    costs[:, 4] += 6 * np.clip((faces.darkness - 0.6) / 0.2, 0, 1) * is_blank
    return np.asarray(costs, dtype=np.float64)


def _total_cost(
    faces: FaceMeasures, white: _Floats, inks: _Floats, stock: _Floats | None = None
) -> float:
    """What all cells together cost under a white; more of a kind than the box holds costs 9."""
    costs = np.minimum(_costs(faces, white, inks, white if stock is None else stock), 9)
    kinds = costs.argmin(axis=1)
    total = float(costs.min(axis=1).sum())
    for index, kind in enumerate(KINDS):
        own = np.sort(costs[kinds == index, index])
        total += float((9 - own[: max(0, len(own) - STOCK[kind])]).sum())
    return total + _implausible(white)


def _implausible(white: _Floats) -> float:
    """Lamps are orange to blue, not green or purple, and cameras correct half of that."""
    mean = np.exp(np.log(white + 1e-6).mean(axis=0))
    red, blue = abs(np.log(mean[0] / mean[1])), abs(np.log(mean[2] / mean[1]))
    return float(12 * (max(0.0, red - 0.6) + max(0.0, blue - 0.9)) + red + blue)


def _smoothed(faces: FaceMeasures, white: _Floats, inks: _Floats, places: _Floats) -> _Floats:
    """A plane of brightness and one chroma from all cells that a white explains."""
    targets = np.concatenate([inks, _CARD_WHITE[None]])
    for _ in range(4):
        costs = _costs(faces, white, inks, white)
        kinds = costs.argmin(axis=1)
        explained = (costs.min(axis=1) < 6) & (kinds != KINDS.index(CoverCard.GAME_OVER))
        if explained.sum() < 4:
            break
        seen = np.where((kinds == 4)[:, None], faces.rim, faces.body)
        ratio = np.log(seen / targets[kinds] + 1e-5)
        level = luminance(ratio)
        used = places[explained]
        plane = np.linalg.solve(
            used.T @ used + np.diag([1e-6, 0.5, 0.5]), used.T @ level[explained]
        )
        chroma = np.where(targets[kinds] > 0.03, ratio - level[:, None], np.nan)[explained]
        tint = np.array(
            [
                np.median(column[~np.isnan(column)]) if (~np.isnan(column)).any() else 0.0
                for column in chroma.T
            ]
        )
        better = np.exp(places @ plane)[:, None] * np.exp(tint)[None]
        if _total_cost(faces, better, inks) > _total_cost(faces, white, inks) + 0.5:
            break
        white = better
    return white
