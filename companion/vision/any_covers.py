"""Which kind of cover lies in each cell, for cards and covers of any make: all cells together."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.deck.palette import Color
from companion.terms import CoverCard, Edition
from companion.vision.covers import chroma_of, lab_of
from companion.vision.doubts import (
    BARE,
    LEAST_MARGIN,
    UNKNOWN,
    doubt_dark,
    doubt_lone_ink,
    doubt_odd,
    doubt_veiled,
    keep_stock,
)
from companion.vision.faces import FaceMeasures, measure_faces
from companion.vision.frame import Image
from companion.vision.grounds import GROUND_SHARE
from companion.vision.ink_distance import distance, ink_by_hue, nearness, off_white
from companion.vision.profile import Inks
from companion.vision.same_ink import (
    NO_INK,
    cells_of_one_ink,
    plainer_than_cards,
)
from companion.vision.white import KINDS, WhiteField, find_white, seen_white

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

_UNKNOWN_COST = 5.0
_MOST_BARE = 2.0
"""98 in 100 of 2,872 bare cards cost less."""

_FADED_SHARE, _FADED_CHROMA = 0.5, 15.0
"""Of the face, and CIE L*a*b*: an orange cover under a lamp keeps a third of its chroma of 75."""

_MEASURED_REACH = 0.75
"""How far a colour may lie from an ink that was measured in this light, compared with one that was
only supposed: a card whose picture is nearly of that colour is no cover."""

_LEAST_BLACK = 0.55
"""Of the face; black covers show 0.7 and more of their ground."""

_FITS_COST, _CLEARLY = 2.0, 3.0
"""How well one cover must fit, and by how much better than the next, to be taken for it once it is
known that the cell shows no card."""

_BRIGHTEST = 104.0
"""Lightness: gloss is no colour."""

_AS_STOCK = 15.0
"""From the cards' own stock: what is as pale as that may be a card whose outline is amiss."""

_AS_SHADED_STOCK = 30.0
"""The same where the neutral ink is the stock's own colour, but darker: a card in shadow is too."""

_TINTED = 12.0
"""Chroma."""

_PLAINER_COST = 4.0
_INKED_COST = 3.0
"""What speaks against a bare card: far less print than others have; an ink that others share."""


@dataclass(frozen=True, slots=True)
class FaceVerdict:
    """What lies in a cell by its looks.

    Attributes:
        kind: The cover, None for a bare card.
        is_known: False where nothing fits well enough.
        margin: Cost of the next best answer less that of this one.
        if_covered: The cover, if somebody else knows that it is no bare card; None where its colour
            fits none well, or another nearly as well.
    """

    kind: CoverCard | None
    is_known: bool
    margin: float
    if_covered: CoverCard | None


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
    found = find_white(faces, inks, (width, height))
    known = np.array([bool(seen) and kind in (seen or {}) for kind in KINDS])
    return _decide(faces, found, lab_of(inks), np.where(known, _MEASURED_REACH, 1.0))


def _linear(color: Color) -> _Floats:
    return np.array(color.as_rgb_unit()) ** 2.2


@dataclass(frozen=True, slots=True, eq=False)
class _Colors:
    """All cells' colours, CIE L*a*b* against the white of this light.

    Attributes:
        body: float64, shape `(n, 3)`: the upper middle of the face.
        ground: float64, shape `(n, 3)`: what fills most of the face.
        rings: float64, shape `(n, 4, 3)`: see `FaceMeasures`.
        rims: float64, shape `(n, 4, 3)`: against the cards' own stock.
        whole: float64, shape `(n,)`: how far the body is from that stock.
        inked: int, shape `(n,)`: which ink the cell shares with others (`cells_of_one_ink`).
    """

    body: _Floats
    ground: _Floats
    rings: _Floats
    rims: _Floats
    whole: _Floats
    inked: NDArray[np.int_]


def _colors(faces: FaceMeasures, found: WhiteField, inks_lab: _Floats) -> _Colors:
    """All cells' colours under a white that was found."""
    body, ground = lab_of(faces.body / found.white), lab_of(faces.ground / found.white)
    for lab in (body, ground):
        lab[:, 0] = np.minimum(lab[:, 0], _BRIGHTEST)
    stock = seen_white(found.stock)
    off_stock = off_white(lab_of(faces.ground / stock))
    return _Colors(
        body=body,
        ground=ground,
        rings=lab_of(faces.rings / found.white[:, None]),
        rims=lab_of(faces.rims / stock[:, None]),
        whole=off_white(lab_of(faces.body / stock)),
        inked=cells_of_one_ink(faces, ground, off_stock, inks_lab),
    )


def _decide(
    faces: FaceMeasures, found: WhiteField, inks_lab: _Floats, reach: _Floats
) -> tuple[FaceVerdict, ...]:
    """Costs of every answer, kinds' colours moved to what is sure, the box's stock kept."""
    colors = _colors(faces, found, inks_lab)
    prototypes = inks_lab.copy()
    for index in np.unique(colors.inked[colors.inked != NO_INK]):
        prototypes[index] = colors.ground[colors.inked == index].mean(axis=0)
    count = len(colors.body)
    answers, margins = np.zeros(count, dtype=int), np.zeros(count)
    is_plainer, is_doubted = np.zeros((2, count), dtype=np.bool_)
    for round_number in range(3):
        costs = _answer_costs(
            faces, colors, is_plainer, prototypes, reach, is_first=round_number == 0
        )
        answers = costs.argmin(axis=1)
        ranked = np.sort(costs, axis=1)
        margins = ranked[:, 1] - ranked[:, 0]
        if round_number < 2:
            is_plainer = plainer_than_cards(faces, (answers == BARE) & (margins >= LEAST_MARGIN))
            prototypes = _moved(prototypes, inks_lab, colors.body, answers, margins)
            continue
        keep_stock(costs, answers, margins)
        answers[(answers == BARE) & _may_be_faded(faces, colors, costs, inks_lab)] = UNKNOWN
        is_neutral = answers == KINDS.index(CoverCard.NEUTRAL)
        answers[is_neutral & _may_be_stock(found, colors, prototypes, is_plainer)] = UNKNOWN
        doubt_odd(colors.body, answers, margins)
        if not found.is_from_borders:
            doubt_lone_ink(answers, margins)
        is_doubted = _doubt(faces, colors.rims, is_plainer, answers, margins)
    return tuple(
        FaceVerdict(
            kind=KINDS[answer] if answer < BARE else None,
            is_known=bool(answer != UNKNOWN and margin >= LEAST_MARGIN),
            margin=float(margin),
            if_covered=None if doubted else _kind_if_covered(cost),
        )
        for answer, margin, cost, doubted in zip(answers, margins, costs, is_doubted, strict=True)
    )


def _doubt(
    faces: FaceMeasures,
    rims: _Floats,
    is_plainer: NDArray[np.bool_],
    answers: NDArray[np.int_],
    margins: _Floats,
) -> NDArray[np.bool_]:
    """Doubt greys and blacks; where grey may be black, or black grey, bool, shape `(n,)`."""
    before = answers.copy()
    doubt_dark(faces, rims, is_plainer, answers, margins)
    # A grey that is doubted so far may be a card; a black one may be grey.
    between = (answers != before) & (before == KINDS.index(CoverCard.GAME_OVER))
    before = answers.copy()
    doubt_veiled(faces, answers)
    return np.asarray(between | (answers != before), dtype=np.bool_)


def _kind_if_covered(costs: _Floats) -> CoverCard | None:
    """The kind that fits a cell, bare cards left out; None where none does clearly."""
    best, second = np.sort(costs[: len(KINDS)])[:2]
    is_clear = best <= _FITS_COST and second - best >= _CLEARLY
    return KINDS[int(costs[: len(KINDS)].argmin())] if is_clear else None


def _may_be_faded(
    faces: FaceMeasures, colors: _Colors, costs: _Floats, inks: _Floats
) -> NDArray[np.bool_]:
    """Doubtful cards that may be covers on which a lamp is mirrored: of an ink's hue, but pale."""
    is_tinted = (ink_by_hue(colors.ground, inks) >= 0) & (chroma_of(colors.ground) > _FADED_CHROMA)
    is_tinted &= faces.ground_share > _FADED_SHARE
    return np.asarray(is_tinted & (costs[:, BARE] > _MOST_BARE), dtype=np.bool_)


def _may_be_stock(
    found: WhiteField, colors: _Colors, prototypes: _Floats, is_plainer: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Cells that may be cards, their outline amiss or in shadow, if they look neutral."""
    stock = lab_of(np.median(found.stock / found.white, axis=0))
    neutral = prototypes[KINDS.index(CoverCard.NEUTRAL)]
    if chroma_of(stock) > _TINTED > chroma_of(stock - neutral):
        return np.asarray(colors.whole < _AS_SHADED_STOCK, dtype=np.bool_)
    return np.asarray((colors.whole < _AS_STOCK) & ~is_plainer, dtype=np.bool_)


def _answer_costs(
    faces: FaceMeasures,
    colors: _Colors,
    is_plainer: NDArray[np.bool_],
    prototypes: _Floats,
    reach: _Floats,
    *,
    is_first: bool,
) -> _Floats:
    """How badly each cell fits each answer, shape `(n, 6)`: four kinds, bare, unknown."""
    scale = 12 if is_first else 10
    near = nearness(colors.body, prototypes, reach, scale)
    near_ground = nearness(colors.ground, prototypes, reach, scale)
    # A cover has its own colour up to its edge; at least two sides must show it.
    agreeing = np.sort(distance(colors.rings, colors.body[:, None]), axis=1)[:, 1]
    off_stock = np.sort(off_white(colors.rims), axis=1)[:, 2]
    costs = np.zeros((len(near), 6))
    is_plain_picture = (off_stock < _BORDER) & (faces.share < _ONE_CHROMA)
    is_plain_picture &= colors.inked == NO_INK
    by_body = _body_costs(faces, near, agreeing)
    by_body += np.where(is_plain_picture, _PLAIN_PICTURE_COST, 0.0)[:, None]
    sides = _sides_costs(faces, colors, is_plain_picture, is_plainer)
    weight = np.where(is_plainer | (colors.inked != NO_INK), _GROUND_WEIGHT, _LONE_WEIGHT)
    by_ground = _ground_costs(faces, near_ground * weight[:, None], sides)
    costs[:, : len(KINDS)] = np.minimum(by_body, by_ground)
    neutral = KINDS.index(CoverCard.NEUTRAL)
    doubtful = (faces.darkness < 0.3) & (distance(colors.body, prototypes[neutral]) > 4)
    costs[:, neutral] += np.where(doubtful, 2.0, 0.0)
    costs[:, BARE] = _bare_costs(
        faces, colors, near.min(axis=1), near_ground.min(axis=1), agreeing, off_stock
    )
    costs[:, BARE] += np.where(is_plainer, _PLAINER_COST, 0.0)
    costs[:, UNKNOWN] = _UNKNOWN_COST
    return costs


def _body_costs(faces: FaceMeasures, near: _Floats, agreeing: _Floats) -> _Floats:
    """How badly each cell's body fits each kind, for covers that are plain, shape `(n, 4)`."""
    patchy = 6 * np.clip(0.72 - faces.share, 0, 1) / 0.2
    costs = near**2 + (np.clip((agreeing - 10) / 8, 0, 3) ** 2)[:, None]
    # Print on black is no patch, as long as there is black.
    black = KINDS.index(CoverCard.GAME_OVER)
    costs[:, [at for at in range(len(KINDS)) if at != black]] += patchy[:, None]
    filled = np.maximum(faces.share, faces.ground_share)
    costs[:, black] += 6 * np.clip(_LEAST_BLACK - filled, 0, 1) / 0.2
    return np.asarray(costs, dtype=np.float64)


def _bare_costs(
    faces: FaceMeasures,
    colors: _Colors,
    near: _Floats,
    near_ground: _Floats,
    agreeing: _Floats,
    off_stock: _Floats,
) -> _Floats:
    """How badly each cell fits a bare card: by its border, and by what it has of a cover, `(n,)`.

    Args:
        faces: What was measured.
        colors: The same against white.
        near: float64, shape `(n,)`: how near the body is to any ink.
        near_ground: float64, shape `(n,)`: the same of the ground.
        agreeing: float64, shape `(n,)`: how far the sides are from the body.
        off_stock: float64, shape `(n,)`: how far three of four borders are from the cards' stock.
    """
    whole = colors.whole
    costs = (np.minimum(off_stock, 0.35 * off_stock + 0.65 * whole) / 13) ** 2
    # White without any print may be a washed-out cover; black print on grey a card in shadow.
    costs += 8 * np.clip((faces.darkness - 0.62) / 0.2, 0, 1) * (faces.share > 0.9)
    like_a_cover = (near < 1.3) & (faces.share > 0.85) & (agreeing < 12) & (whole > 15)
    costs += np.where(like_a_cover, 3.0, 0.0)
    costs += np.where(colors.inked != NO_INK, _INKED_COST, 0.0)
    # An outline that is amiss takes half of a cover for a card.
    half = (near_ground < 0.6) & (faces.ground_share > 0.5) & (whole > 25)
    costs += np.where(half, _INKED_COST + 1, 0.0)
    # An outline a little too large on a white table gives every cover a white rim.
    plain_ink = (near < 1.6) & (faces.share > 0.75) & (whole > 25)
    costs += np.where(plain_ink, _UNKNOWN_COST, 0.0)
    return np.asarray(costs, dtype=np.float64)


_SIDES_COST = np.array([9.0, 9.0, 1.0, 0.0, 0.0])
"""By how many sides the ground reaches. Ink that a border keeps from every side is a picture's."""

_PLAIN_SIDES_COST, _PLAIN_PICTURE_COST = 1.0, 3.0
"""The same where cards have far more print; a picture of few colours in a white border may be."""

_BORDER = 8.0
"""From the cards' stock, on three sides: white all around."""

_ONE_CHROMA = 0.85
"""Share of the face: covers with figures in tones of their ink have 0.9 and more."""

_SUPPOSED_COST = 0.5
_GROUND_WEIGHT, _LONE_WEIGHT = 1.2, 1.9
"""A ground alone says less than a face that is of one chroma all over, and least where no other
cell speaks for it: skin in a shadow is nearly a dull orange."""


def _sides_costs(
    faces: FaceMeasures,
    colors: _Colors,
    is_plain_picture: NDArray[np.bool_],
    is_plainer: NDArray[np.bool_],
) -> _Floats:
    """What it costs each ground that it does not reach the sides, shape `(n,)`."""
    sides = _SIDES_COST[faces.ground_sides.astype(int)]
    # White borders and pale lines keep a ground from the sides; others like it speak for it then.
    sides = np.where(is_plainer, np.minimum(sides, _PLAIN_SIDES_COST), sides)
    sides = np.where(is_plain_picture, np.maximum(sides, _PLAIN_PICTURE_COST), sides)
    return np.asarray(np.where(colors.inked != NO_INK, 0.0, sides), dtype=np.float64)


def _ground_costs(faces: FaceMeasures, near: _Floats, sides: _Floats) -> _Floats:
    """How badly each cell's ground fits each kind, for covers with drawings, shape `(n, 4)`."""
    patchy = 6 * np.clip(GROUND_SHARE - faces.ground_share, 0, 1) / 0.1
    return np.asarray(_SUPPOSED_COST + near**2 + (patchy + sides)[:, None], dtype=np.float64)


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
