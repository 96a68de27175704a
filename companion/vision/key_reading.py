"""25 colours to 25 roles, all at once: the counts are known, so they also set the white balance.

For each box and each starting team one `Hypothesis` is fitted; whoever explains the squares at the
least cost is the reading, and what the next one costs more is its margin. On 80 harsh pictures of
an earlier study fixed colours were right in 74 of 100 squares; with white balance from the counts
in 95; with the exact joint assignment in 99.3; with the glare measured and taken off in all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.deck.palette import SHOP_KEY_SQUARES, color_of
from companion.terms import GRID_SIDE, Edition, Role, Team
from companion.vision.assignment import assign, cost_of_next_best
from companion.vision.key_colours import GAMMA, LUMINANCE, SquareColours, lab_of

_Floats = NDArray[np.float64]

ROLES = tuple(Role)
_NEUTRAL, _GAME_OVER = ROLES.index(Role.NEUTRAL), ROLES.index(Role.GAME_OVER)

_BRIGHTER_THAN_BLACK = 30.0
"""Lab units that a square as bright as most, beside its gaps, is away from black besides: where
much glare has to be taken off, too much of it may be, and what is left of any square is black."""
_ROUNDS = 6
_VEIL_SHARES = np.array([0.3, 0.45, 0.6, 0.75, 0.9, 1.05, 1.2, 1.35, 1.6, 1.9, 2.2])
"""How much of the panel's veil may lie on a square; which share fits best is free, at a price."""
_USUAL_VEIL_SHARE = 0.9
_VEIL_DOUBT = 0.3
"""A share so far off the usual one costs `_SMALLEST_SPREAD` where the veil is even."""
_UNEVEN_VEIL_DOUBT = 0.4
"""So much more doubt where corners differ by as much as the veil itself."""
_LAB_WEIGHTS = np.array([0.5, 1.0, 1.0])
"""Lightness counts half: shadows change it, hardly the colour."""
_MOST_COST = 3600.0
_OWN_PRINT_WEIGHT = 3.0
"""What the palette's colour weighs beside the squares seen when a colour is learned from them."""
_SMALLEST_SPREAD = 6.0
_MOST_SIGMAS2 = 100.0


@dataclass(frozen=True, slots=True, eq=False)
class Hypothesis:
    """The best reading if this is the box and this team starts.

    Attributes:
        edition: The box whose colours were tried.
        start: The team with nine squares.
        kinds: Index into `ROLES` of each square, shape `(25,)`.
        distance2: float64, shape `(25, 4)`: squared Lab distance of each square to each role.
        spread: Median distance of a square to its role, Lab units.
    """

    edition: Edition
    start: Team
    kinds: NDArray[np.intp]
    distance2: _Floats
    spread: float

    def grid(self) -> tuple[tuple[Role, ...], ...]:
        """The roles, row by row."""
        roles = [ROLES[kind] for kind in self.kinds]
        return tuple(tuple(roles[at : at + GRID_SIDE]) for at in range(0, len(roles), GRID_SIDE))


@dataclass(frozen=True, slots=True, eq=False)
class RankedHypothesis:
    """A hypothesis beside the others, all measured against one spread.

    Attributes:
        hypothesis: The reading.
        cost: Sum over the squares of squared distance in spreads.
        margin: What the cheapest other assignment with the same counts costs more.
        misfit: float64, shape `(25,)`: distance of each square to its role, in spreads.
        second: float64, shape `(25,)`: distance to the nearest of the other roles.
        spread: The spread, Lab units.
    """

    hypothesis: Hypothesis
    cost: float
    margin: float
    misfit: _Floats
    second: _Floats
    spread: float


def rank_hypotheses(
    colours: SquareColours, editions: Sequence[Edition], is_used: NDArray[np.bool_]
) -> tuple[RankedHypothesis, ...]:
    """Try every box and both starting teams; the cheapest first.

    Args:
        colours: The squares.
        editions: Whose colours to try.
        is_used: bool, shape `(25,)`: the squares that may speak.
    """
    tried = [
        _fit(colours, edition, palette, start, is_used)
        for edition in editions
        for palette in _palettes(edition)
        for start in Team
    ]
    # One spread for all: else a bad fit would forgive itself.
    spread = max(_SMALLEST_SPREAD, 1.2 * min(hypothesis.spread for hypothesis in tried))
    ranked = [_rank(hypothesis, spread, is_used) for hypothesis in tried]
    return tuple(sorted(ranked, key=lambda one: one.cost))


def _palettes(edition: Edition) -> tuple[_Floats, ...]:
    """Linear colours of the four roles: of our print, and of the shop's box."""
    own = [color_of(role, edition) for role in ROLES]
    shop = [SHOP_KEY_SQUARES[edition][role] for role in ROLES]
    return tuple(
        np.array([color.as_rgb_unit() for color in palette]) ** GAMMA for palette in (own, shop)
    )


def _counts(start: Team) -> tuple[int, ...]:
    counts = {Role.NEUTRAL: 7, Role.GAME_OVER: 1}
    counts[Role.of_team(start)] = 9
    counts[Role.of_team(start.rival)] = 8
    return tuple(counts[role] for role in ROLES)


def _rank(hypothesis: Hypothesis, spread: float, is_used: NDArray[np.bool_]) -> RankedHypothesis:
    sigmas2 = hypothesis.distance2 / spread**2
    cost = np.minimum(sigmas2, _MOST_SIGMAS2) * is_used[:, None]
    kinds = assign(cost, _counts(hypothesis.start))
    again = Hypothesis(
        hypothesis.edition, hypothesis.start, kinds, hypothesis.distance2, hypothesis.spread
    )
    each = np.arange(len(kinds))
    return RankedHypothesis(
        again,
        float(cost[each, kinds].sum()),
        cost_of_next_best(cost, kinds),
        np.sqrt(sigmas2[each, kinds]),
        np.sqrt(np.where(np.arange(len(ROLES)) == kinds[:, None], np.inf, sigmas2).min(axis=1)),
        spread,
    )


def _fit(
    colours: SquareColours,
    edition: Edition,
    palette: _Floats,
    start: Team,
    is_used: NDArray[np.bool_],
) -> Hypothesis:
    """Assign squares and learn the light by turns."""
    counts = _counts(start)
    weight = is_used.astype(np.float64)
    clear = np.maximum(
        colours.light - _USUAL_VEIL_SHARE * colours.veil, 0.06 * colours.light + 1e-4
    )
    # The counts say what all squares together reflect: the first white balance.
    white = (clear * weight[:, None]).sum(axis=0) / weight.sum() / (np.array(counts) / 25 @ palette)
    fall_off = np.ones(len(clear))
    learned = palette
    for number in range(_ROUNDS):
        distance2 = _distance2(colours, white, fall_off, learned)
        kinds = assign(np.minimum(distance2, _MOST_COST) * weight[:, None], counts)
        speaks = weight * (kinds != _GAME_OVER)
        white = _white_balance(clear, palette[kinds], fall_off, speaks, kinds)
        if number >= 1:
            fall_off = _fall_off(clear / white, palette[kinds], speaks)
        if number >= 2:
            learned = _learn(clear / white / fall_off[:, None], palette, kinds, weight)
    distance2 = _distance2(colours, white, fall_off, learned)
    own = np.sqrt(distance2[np.arange(len(kinds)), kinds])[is_used]
    return Hypothesis(edition, start, kinds, distance2, float(np.median(own)))


def _distance2(
    colours: SquareColours, white: _Floats, fall_off: _Floats, palette: _Floats
) -> _Floats:
    """Squared Lab distance of each square to each role, at the veil share that fits best."""
    clear = np.maximum(
        colours.light - _VEIL_SHARES[:, None, None] * colours.veil, 0.04 * colours.light + 1e-4
    )
    seen = lab_of(clear / white / fall_off[:, None])
    apart = (seen[:, :, None] - lab_of(palette)) * _LAB_WEIGHTS
    doubt = _VEIL_DOUBT + _UNEVEN_VEIL_DOUBT * colours.veil_unevenness
    price = (_SMALLEST_SPREAD * (_VEIL_SHARES[:, None] - _USUAL_VEIL_SHARE) / doubt) ** 2
    distance2 = np.asarray(((apart**2).sum(axis=3) + price[:, :, None]).min(axis=0), np.float64)
    distance2[:, _GAME_OVER] += (_BRIGHTER_THAN_BLACK * np.clip(colours.rise, 0, 1)) ** 2
    return distance2


def _white_balance(
    clear: _Floats,
    wanted: _Floats,
    fall_off: _Floats,
    speaks: _Floats,
    kinds: NDArray[np.intp],
) -> _Floats:
    """The lamp's colour. Neutral squares speak loudest; a channel hardly reflected says little."""
    weight = (speaks * np.where(kinds == _NEUTRAL, 3.0, 1.0))[:, None] * np.sqrt(wanted)
    logs = np.log(clear / wanted) - np.log(fall_off)[:, None]
    return np.asarray(np.exp((weight * logs).sum(axis=0) / weight.sum(axis=0)), np.float64)


def _fall_off(balanced: _Floats, wanted: _Floats, speaks: _Floats) -> _Floats:
    """A slow change of brightness over the card, as a damped plane of its logarithm."""
    row, col = np.divmod(np.arange(len(balanced)), GRID_SIDE)
    plane = np.column_stack([np.ones(len(balanced)), (col - 2) / 2, (row - 2) / 2])
    brighter = np.log(balanced @ LUMINANCE + 1e-4) - np.log(wanted @ LUMINANCE + 1e-4)
    weighted = plane.T * speaks
    slope = np.linalg.solve(weighted @ plane + np.diag([0.1, 2.0, 2.0]), weighted @ brighter)
    slope[0] = 0.0
    return np.asarray(np.exp(np.clip(plane @ slope, -0.9, 0.9)), np.float64)


def _learn(
    balanced: _Floats, palette: _Floats, kinds: NDArray[np.intp], weight: _Floats
) -> _Floats:
    """Colours as this print and this camera show them: the palette's, moved towards the seen."""
    learned = palette.copy()
    for kind in range(len(palette)):
        seen = (kinds == kind) & (weight > 0)
        if kind != _GAME_OVER and seen.any():
            logs = np.log(balanced[seen]).sum(axis=0) + _OWN_PRINT_WEIGHT * np.log(palette[kind])
            learned[kind] = np.exp(logs / (seen.sum() + _OWN_PRINT_WEIGHT))
    return learned
