"""Which kind of cover lies in each cell, for cards and covers of any make: all cells together."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.deck.palette import Color
from companion.terms import CoverCard, Edition
from companion.vision.covers import lab_of
from companion.vision.faces import FaceMeasures, luminance, measure_faces
from companion.vision.frame import Image
from companion.vision.profile import Inks
from companion.vision.white import KINDS, STOCK, find_white, seen_white

_Floats = NDArray[np.float64]

_SHOP_INKS: dict[Edition, tuple[Color, ...]] = {
    Edition.SIMPSONS: (
        Color(232, 119, 34),
        Color(242, 196, 40),
        Color(150, 150, 150),
        Color(45, 45, 45),
    ),
    Edition.CLASSIC: (
        Color(200, 55, 45),
        Color(50, 105, 180),
        Color(205, 185, 150),
        Color(45, 45, 45),
    ),
}
"""Ordinary printing inks of shop-bought boxes, in the order of `CoverCard`: where they start from;
what lies on the table moves them."""

_BARE, _UNKNOWN = 4, 5
_LEAST_MARGIN = 0.8
_UNKNOWN_COST = 5.0
_WHITE_LAB = np.array([98.0, 0.0, 0.0])
_WEIGHT = np.array([5 / 12, 1.0, 1.0])
"""Lightness counts less than chroma: shadow and gloss move it."""

_MEASURED_REACH = 0.75
"""How far a colour may lie from an ink that was measured in this light, compared with one that was
only supposed: a card whose picture is nearly of that colour is no cover."""

_FADES = (1.15, 1.0, 0.87, 0.75)
"""Gloss takes chroma away; hue stays."""


@dataclass(frozen=True, slots=True)
class FaceVerdict:
    """What lies in a cell by its looks.

    Attributes:
        kind: The cover, None for a bare card.
        is_known: False where nothing fits well enough.
        margin: Cost of the next best answer less that of this one.
    """

    kind: CoverCard | None
    is_known: bool
    margin: float


def judge_faces(
    image: Image, quads_px: _Floats, edition: Edition, seen: Inks | None = None
) -> tuple[FaceVerdict, ...]:
    """Judge all cells of a table together.

    Args:
        image: uint8, BGR.
        quads_px: float64, shape `(25, 4, 2)`, at the cards' own edges.
        edition: Whose covers lie on the table.
        seen: What inks look like to this camera in this light, where that was measured.
    """
    faces = measure_faces(image, quads_px)
    height, width = image.shape[:2]
    inks = np.array(
        [
            seen[kind].rgb if seen and kind in seen else _linear(ink)
            for kind, ink in zip(KINDS, _SHOP_INKS[edition], strict=True)
        ]
    )
    white = find_white(faces, inks, (width, height)).white
    known = np.array([bool(seen) and kind in (seen or {}) for kind in KINDS])
    return _decide(faces, white, lab_of(inks), np.where(known, _MEASURED_REACH, 1.0))


def _linear(color: Color) -> _Floats:
    return np.array(color.as_rgb_unit()) ** 2.2


def _decide(
    faces: FaceMeasures, white: _Floats, inks_lab: _Floats, reach: _Floats
) -> tuple[FaceVerdict, ...]:
    """Costs of every answer, kinds' colours moved to what is sure, the box's stock kept."""
    body = lab_of(faces.body / white)
    body[:, 0] = np.minimum(body[:, 0], 104)
    rings = lab_of(faces.rings / white[:, None])
    shown = seen_white(white)
    rims = lab_of(faces.rims / shown[:, None])
    whole = _off_white(lab_of(faces.body / shown))
    prototypes = inks_lab.copy()
    answers, margins = np.zeros(len(body), dtype=int), np.zeros(len(body))
    for round_number in range(3):
        costs = _answer_costs(
            faces, body, rings, rims, whole, prototypes, reach, is_first=round_number == 0
        )
        answers = costs.argmin(axis=1)
        ranked = np.sort(costs, axis=1)
        margins = ranked[:, 1] - ranked[:, 0]
        if round_number < 2:
            prototypes = _moved(prototypes, inks_lab, body, answers, margins)
            continue
        _keep_stock(costs, answers, margins)
        _doubt_dark(faces, rims, answers, margins)
    return tuple(
        FaceVerdict(
            kind=KINDS[answer] if answer < _BARE else None,
            is_known=bool(answer != _UNKNOWN and margin >= _LEAST_MARGIN),
            margin=float(margin),
        )
        for answer, margin in zip(answers, margins, strict=True)
    )


def _answer_costs(
    faces: FaceMeasures,
    body: _Floats,
    rings: _Floats,
    rims: _Floats,
    whole: _Floats,
    prototypes: _Floats,
    reach: _Floats,
    *,
    is_first: bool,
) -> _Floats:
    """How badly each cell fits each answer, shape `(n, 6)`: four kinds, bare, unknown."""
    count = len(body)
    costs = np.zeros((count, 6))
    # A cover has its own colour up to its edge; at least two sides must show it.
    agreeing = np.sort(_distance(rings, body[:, None]), axis=1)[:, 1]
    scale = 12 if is_first else 10
    near = np.zeros((count, 4))
    for index, kind in enumerate(KINDS):
        target = prototypes[index]
        distance = _distance_to_ink(body, target) / (scale * reach[index])
        chroma = np.hypot(body[:, 1] - target[1], body[:, 2] - target[2])
        if kind is CoverCard.NEUTRAL:
            # Grey is nothing but its lightness: it must fit in both.
            lightness = np.abs(body[:, 0] - target[0])
            distance = np.maximum(distance, np.hypot(lightness / 13, chroma / 7))
        elif kind is CoverCard.GAME_OVER:
            lightness = np.clip(body[:, 0] - target[0], 0, None)
            distance = np.maximum(distance, np.hypot(lightness / 14, chroma / 8))
        near[:, index] = distance
        patchy = 6 * np.clip(0.72 - faces.share, 0, 1) / 0.2
        costs[:, index] = distance**2 + np.clip((agreeing - 10) / 8, 0, 3) ** 2
        if kind is not CoverCard.GAME_OVER:
            costs[:, index] += patchy
    off_white = np.sort(_off_white(rims), axis=1)[:, 2]
    costs[:, _BARE] = (np.minimum(off_white, 0.35 * off_white + 0.65 * whole) / 13) ** 2
    # White without any print may be a washed-out cover; black print on grey a card in shadow.
    costs[:, _BARE] += 8 * np.clip((faces.darkness - 0.62) / 0.2, 0, 1) * (faces.share > 0.9)
    like_a_cover = (near.min(axis=1) < 1.3) & (faces.share > 0.85) & (agreeing < 12) & (whole > 15)
    costs[:, _BARE] += np.where(like_a_cover, 3.0, 0.0)
    # An outline a little too large on a white table gives every cover a white rim.
    plain_ink = (near.min(axis=1) < 1.6) & (faces.share > 0.75) & (whole > 25)
    costs[:, _BARE] += np.where(plain_ink, _UNKNOWN_COST, 0.0)
    neutral = KINDS.index(CoverCard.NEUTRAL)
    doubtful = (faces.darkness < 0.3) & (_distance(body, prototypes[neutral]) > 4)
    costs[:, neutral] += np.where(doubtful, 2.0, 0.0)
    costs[:, _UNKNOWN] = _UNKNOWN_COST
    return costs


_GREY_OVER_WHITE = 0.72
_GREY_OVER_BRIGHTEST = 0.55
"""Linear brightness; a grey ink has 0.2 to 0.5 of the white beside it. Two neighbours are asked:
the second brightest may itself be a grey cover, the brightest be one that mirrors the lamp."""

_BESIDE = 1.7
"""In distances to the nearest cell: the cell's eight neighbours."""

_WHITISH = 14.0


_GREY_BESIDE = 0.27
_BLACK_BESIDE = 0.22
"""Linear brightness over that of the white beside it: on 230 photographs, renders and simulated
tables black inks have 0.19 at most, grey ones 0.29 at least."""

_AS_BARE = 0.75
"""The same of a bare card, its print included; a grey ink has 0.5 at most."""

_FEWEST_BESIDE = 3


def _doubt_dark(
    faces: FaceMeasures, rims: _Floats, answers: NDArray[np.int_], margins: _Floats
) -> None:
    """Grey is only grey beside something brighter, and black beside something much brighter.

    Where a lamp is mirrored in one corner of the table, or a shadow's edge goes over it, no plane
    of brightness fits. A white card far from the lamp looks grey, but its neighbours' borders are
    as "grey" as it is; a grey cover in the shadow looks black.
    """
    level, body = luminance(faces.rim), luminance(faces.body)
    rim = np.median(rims, axis=1)
    is_whitish = np.hypot(rim[:, 1], rim[:, 2]) < _WHITISH
    apart = np.linalg.norm(faces.centers[:, None] - faces.centers[None], axis=2)
    np.fill_diagonal(apart, np.inf)
    is_near = (apart < _BESIDE * apart.min(axis=1, keepdims=True)) & is_whitish
    neutral, black = KINDS.index(CoverCard.NEUTRAL), KINDS.index(CoverCard.GAME_OVER)
    is_neutral, is_black = answers == neutral, answers == black
    for cell in np.flatnonzero(is_neutral):
        beside = np.sort(level[is_near[cell]])
        if len(beside) < _FEWEST_BESIDE:
            continue
        if body[cell] > max(_GREY_OVER_WHITE * beside[-2], _GREY_OVER_BRIGHTEST * beside[-1]):
            bare = level[is_near[cell] & (answers == _BARE)]
            is_bare = len(bare) >= _FEWEST_BESIDE and body[cell] > _AS_BARE * np.median(bare)
            answers[cell] = _BARE if is_bare else _UNKNOWN
    for cell in np.flatnonzero(is_black):
        beside = level[is_near[cell] & ~is_black]
        if len(beside) < _FEWEST_BESIDE:
            continue
        usual = float(np.median(beside))
        if body[cell] > _GREY_BESIDE * usual:
            answers[cell], margins[cell] = neutral, _LEAST_MARGIN
        elif body[cell] > _BLACK_BESIDE * usual:
            answers[cell] = _UNKNOWN


def _distance(one: _Floats, other: _Floats) -> _Floats:
    return np.asarray(np.sqrt((((one - other) * _WEIGHT) ** 2).sum(axis=-1)), dtype=np.float64)


def _distance_to_ink(body: _Floats, ink: _Floats) -> _Floats:
    """Distance to an ink that gloss may have faded."""
    ways = [
        _distance(body, ink * np.array([1.0, fade, fade])) + 6 * abs(np.log(fade))
        for fade in _FADES
    ]
    return np.asarray(np.min(ways, axis=0), dtype=np.float64)


def _off_white(lab: _Floats) -> _Floats:
    darker = np.clip(_WHITE_LAB[0] - lab[..., 0], 0, None)
    return np.asarray(np.sqrt(darker**2 + 1.5 * (lab[..., 1] ** 2 + lab[..., 2] ** 2)), float)


def _moved(
    prototypes: _Floats,
    inks: _Floats,
    body: _Floats,
    answers: NDArray[np.int_],
    margins: _Floats,
) -> _Floats:
    """Kinds' colours as the sure cells show them."""
    moved = prototypes.copy()
    for index in range(4):
        sure = (answers == index) & (margins > 1.5)
        if sure.any():
            moved[index] = (body[sure].sum(axis=0) + 2.0 * inks[index]) / (sure.sum() + 2.0)
    # Gloss and tone curve lift all inks, the dark one most.
    lift = max(0.0, float(np.mean([moved[at][0] - inks[at][0] for at in range(3)])))
    black = KINDS.index(CoverCard.GAME_OVER)
    if not ((answers == black) & (margins > 1.5)).any():
        moved[black] = inks[black] + np.array([10 + 1.2 * lift, 0.0, 0.0])
    return moved


def _keep_stock(costs: _Floats, answers: NDArray[np.int_], margins: _Floats) -> None:
    """Where more of a kind is seen than the box holds, the least sure are something else."""
    for index, kind in enumerate(KINDS):
        own = np.flatnonzero(answers == index)
        for cell in own[np.argsort(costs[own, index])][STOCK[kind] :]:
            others = costs[cell].copy()
            others[index] = 99
            answers[cell] = int(others.argmin())
            margins[cell] = 0.0 if answers[cell] < _BARE else 9.0
