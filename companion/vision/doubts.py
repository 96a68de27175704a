"""Covers that may be something else: a card in shadow, black under a lamp, one of a kind too many.

Verdicts are kept in two arrays: `answers`, int, shape `(n,)`, the kind's place in `CoverCard`,
`BARE` or `UNKNOWN`; and `margins`, float64, by how much each is better than the next. What is
doubted is changed in place.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.terms import CoverCard
from companion.vision.faces import FaceMeasures, luminance
from companion.vision.ink_distance import distance
from companion.vision.white import KINDS, STOCK

_Floats = NDArray[np.float64]

BARE, UNKNOWN = 4, 5
LEAST_MARGIN = 0.8
"""A verdict that is less clear is none."""

_GREY_OVER_WHITE = 0.72
_GREY_OVER_BRIGHTEST = 0.55
"""Linear brightness; a grey ink has 0.2 to 0.5 of the white beside it. Two neighbours are asked:
the second brightest may itself be a grey cover, the brightest be one that mirrors the lamp."""

_BESIDE = 1.7
"""In distances to the nearest cell: the cell's eight neighbours."""

_WHITISH = 14.0
"""Chroma, CIE L*a*b*: only white borders tell how bright white is."""

_GREY_BESIDE = 0.27
_BLACK_BESIDE = 0.22
"""Linear brightness over that of the white beside it: on 230 photographs, renders and simulated
tables black inks have 0.19 at most, grey ones 0.29 at least."""

_AS_BARE = 0.75
"""The same of a bare card, its print included; a grey ink has 0.5 at most."""

_FEWEST_BESIDE = 3


def doubt_dark(
    faces: FaceMeasures,
    rims: _Floats,
    is_plainer: NDArray[np.bool_],
    answers: NDArray[np.int_],
    margins: _Floats,
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
            bare = level[is_near[cell] & (answers == BARE)]
            is_bare = len(bare) >= _FEWEST_BESIDE and body[cell] > _AS_BARE * np.median(bare)
            answers[cell] = BARE if is_bare and not is_plainer[cell] else UNKNOWN
    for cell in np.flatnonzero(is_black):
        beside = level[is_near[cell] & ~is_black]
        if len(beside) < _FEWEST_BESIDE:
            continue
        usual = float(np.median(beside))
        if body[cell] > _GREY_BESIDE * usual:
            answers[cell], margins[cell] = neutral, LEAST_MARGIN
        elif body[cell] > _BLACK_BESIDE * usual:
            answers[cell] = UNKNOWN


_FEWEST_COVERS = 3
_PRINTED = 0.75
_FADED_PRINT = 0.15
"""`FaceMeasures.darkness`: figures on covers leave 0.3 to 0.6, plain covers 0.9. On three decks
greys differ from the faintest other cover by less than 0.1, two blacks under a lamp by 0.16 and
0.4."""


def doubt_veiled(faces: FaceMeasures, answers: NDArray[np.int_]) -> None:
    """A black cover that mirrors a lamp is as grey as a grey one, but its figure is hardly seen.

    Covers of one box carry drawings of one make: where all others show theirs, so must this.
    """
    is_cover = answers < BARE
    if is_cover.sum() <= _FEWEST_COVERS:
        return
    for cell in np.flatnonzero(answers == KINDS.index(CoverCard.NEUTRAL)):
        others = faces.darkness[is_cover & (np.arange(len(answers)) != cell)]
        faintest = float(np.percentile(others, 90))
        if faintest < _PRINTED and faces.darkness[cell] > faintest + _FADED_PRINT:
            answers[cell] = UNKNOWN


_CLEAR_MARGIN = 3.0
_WEAK_MARGIN = 2.0
_SAME_PRINT = 9.0
"""CIE L*a*b*, lightness counting less: covers of one kind in one light."""


def doubt_odd(body: _Floats, answers: NDArray[np.int_], margins: _Floats) -> None:
    """What is hardly told to be of a kind must look like those that clearly are.

    Fingers over a white card are greyish on the whole, but not as the grey covers beside them.
    """
    for index in range(len(KINDS)):
        own = answers == index
        clear = body[own & (margins >= _CLEAR_MARGIN)]
        if len(clear) == 0:
            continue
        for cell in np.flatnonzero(own & (margins < _WEAK_MARGIN)):
            if distance(clear, body[cell]).min() > _SAME_PRINT:
                answers[cell] = UNKNOWN


_FEWEST_KINDS, _FEWEST_BARE = 2, 3
"""Of covers, or else of cards: what they show together fits one light."""


def doubt_lone_ink(answers: NDArray[np.int_], margins: _Floats) -> None:
    """A light that was worked out from covers of one kind proves nothing: orange may be yellow."""
    is_sure = margins >= LEAST_MARGIN
    kinds = np.unique(answers[is_sure & (answers < BARE)])
    if len(kinds) < _FEWEST_KINDS and (is_sure & (answers == BARE)).sum() < _FEWEST_BARE:
        answers[answers < BARE] = UNKNOWN


def keep_stock(costs: _Floats, answers: NDArray[np.int_], margins: _Floats) -> None:
    """Where more of a kind is seen than the box holds, the least sure are something else."""
    for index, kind in enumerate(KINDS):
        own = np.flatnonzero(answers == index)
        for cell in own[np.argsort(costs[own, index])][STOCK[kind] :]:
            others = costs[cell].copy()
            others[index] = 99
            answers[cell] = int(others.argmin())
            margins[cell] = 0.0 if answers[cell] < BARE else 9.0
