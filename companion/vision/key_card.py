"""A picture of a printed key card in; its squares and its starting team out, or the reason why not.

Two cues must carry the starting team: the count of the squares, and the bars or lights outside the
grid. A grid whose counts are not 9, 8, 7 and 1 cannot come out: counts are part of the reading.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.terms import GRID_SIDE, Edition, Role, Team
from companion.vision.frame import Image
from companion.vision.homography import carry
from companion.vision.key_code import KeyCode, read_code
from companion.vision.key_colours import SquareColours, measure_squares
from companion.vision.key_lattice import fit_lattices
from companion.vision.key_panel import KeyPanel, find_panel
from companion.vision.key_reading import RankedHypothesis, rank_hypotheses
from companion.vision.key_squares import detect_patches
from companion.vision.key_start import StartCue, read_start_cue

_Floats = NDArray[np.float64]
_Bools = NDArray[np.bool_]

_SEARCHED_PX = 1100
"""Long side of the picture that is searched: squares are then 20 to 60 px in usual photographs."""
_SMALLEST_PX = 48

_LEAST_SUPPORT = 14
_LEAST_STANDING_OUT = 17
_LEAST_CONTRAST = 0.10

_LEAST_MARGIN = 5.0
"""Squared spreads between a reading and the next: right ones have 10 and more, see the tests."""
_MARGIN_OF_COUNTS_ALONE = 15.0
_MOST_MISFIT = 3.3
"""A square further from its role than so many spreads is doubted."""
_DOUBTLESS = 1.5
"""Not so if every other role lies so much further still: glare makes all roles far."""
_MOST_MISFIT_AT_ALL = 6.0
_USUAL_SPREAD = 9.0
"""Lab units; where colours are spread wider, twice the margin is asked for."""
_MOST_SPREAD = 12.0
_MOST_HIDDEN = 1


class KeyUnseen(StrEnum):
    """Why a picture gives no key card, in words that a cluemaster understands."""

    TOO_SMALL = "the picture is too small"
    NO_GRID = "no grid of five by five squares in the picture"
    THIN_GRID = "too few squares stand out from their panel"
    CUT_OFF = "more than one square is cut off or blown out by light"
    OTHER_COLOURS = "the squares have not the colours of a key card"
    UNSURE_SQUARES = "the colours of some squares are too close to tell"
    AGAINST_COUNTS = "the squares are not 9, 8, 7 and 1"
    UNSURE_START = "it is not clear which team starts"
    BARS_AGAINST_SQUARES = "the starting team's colour and the count of squares disagree"


@dataclass(frozen=True, slots=True, eq=False)
class KeyCardReading:
    """What a printed key card says, as the picture shows it.

    Attributes:
        edition: The box whose colours it has.
        grid: Five rows of five roles, from the top left of the picture.
        start: The team that starts; it has nine squares.
        corners_px: float64, shape `(4, 2)`: outer corners of the block of squares in pixels of
            the picture, from its top left, clockwise.
        margin: How much more the next best reading costs, in squared spreads of the colours.
        is_own_print: It has the start bars of our own key card.
        code: The QR code in its foot, where one was read.
    """

    edition: Edition
    grid: tuple[tuple[Role, ...], ...]
    start: Team
    corners_px: _Floats
    margin: float
    is_own_print: bool
    code: KeyCode | None


def read_key_card(
    image: Image, editions: Sequence[Edition] = tuple(Edition)
) -> KeyCardReading | KeyUnseen:
    """Read the printed key card in a picture.

    Args:
        image: A photograph or a frame.
        editions: The boxes to be read; a card of another one is refused.

    Example:
        >>> read_key_card(np.full((480, 640, 3), 128, np.uint8))
        <KeyUnseen.NO_GRID: 'no grid of five by five squares in the picture'>
    """
    height, width = image.shape[:2]
    if min(height, width) < _SMALLEST_PX:
        return KeyUnseen.TOO_SMALL
    shrink = min(1.0, _SEARCHED_PX / max(height, width))
    small = image
    if shrink < 1:
        small = np.asarray(
            cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA), np.uint8
        )
    panel = find_panel(small, fit_lattices(detect_patches(small)))
    if panel is None:
        return KeyUnseen.NO_GRID
    if (
        panel.support < _LEAST_SUPPORT
        or panel.standing_out < _LEAST_STANDING_OUT
        or panel.contrast < _LEAST_CONTRAST
    ):
        return KeyUnseen.THIN_GRID
    size_wh = (small.shape[1], small.shape[0])
    colours = measure_squares(panel.flat, _is_inside(panel, size_wh))
    read = _read_squares(colours)
    if isinstance(read, KeyUnseen):
        return read
    if read.ranked[0].hypothesis.edition not in editions:
        return KeyUnseen.OTHER_COLOURS
    cue = read_start_cue(panel, size_wh, colours, read.ranked[0].hypothesis)
    chosen = _choose(read, cue)
    if isinstance(chosen, KeyUnseen):
        return chosen
    # cv2.resize lines up the pictures' outer edges, not the centres of their corner pixels.
    corners = (panel.corners_px() + 0.5) / shrink - 0.5
    large_from_small = np.array(
        [[1 / shrink, 0, 0.5 / shrink - 0.5], [0, 1 / shrink, 0.5 / shrink - 0.5], [0, 0, 1]]
    )
    return KeyCardReading(
        edition=chosen.hypothesis.edition,
        grid=chosen.hypothesis.grid(),
        start=chosen.hypothesis.start,
        corners_px=corners,
        margin=chosen.margin,
        is_own_print=cue.is_own_print,
        code=read_code(image, large_from_small @ panel.image_from_grid),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Squares:
    """All readings of the squares, the best first, and how many squares say nothing."""

    ranked: tuple[RankedHypothesis, ...]
    hidden: int


def _is_inside(panel: KeyPanel, size_wh: tuple[int, int]) -> _Bools:
    """Which squares lie wholly inside the picture."""
    corner = np.array([[-0.4, -0.4], [0.4, -0.4], [0.4, 0.4], [-0.4, 0.4]])
    centers = np.array([(x, y) for y in range(GRID_SIDE) for x in range(GRID_SIDE)], np.float64)
    at = carry((centers[:, None] + corner).reshape(-1, 2), panel.image_from_grid)
    inside = (at > 0) & (at < np.array(size_wh) - 1)
    return np.asarray(inside.reshape(len(centers), -1).all(axis=1), np.bool_)


def _read_squares(colours: SquareColours) -> _Squares | KeyUnseen:
    """Rank the readings; a square that no role explains is hidden, and the counts speak for it.

    Every edition is tried, whichever is asked for: one box must not be read as the other.
    """
    is_used = colours.is_seen
    if (~is_used).sum() > _MOST_HIDDEN:
        return KeyUnseen.CUT_OFF
    ranked = rank_hypotheses(colours, tuple(Edition), is_used)
    # A square that looks like another role is not hidden: it is against the counts.
    is_odd = is_used & _is_doubted(ranked[0]) & (ranked[0].second > _MOST_MISFIT)
    if is_odd.any() and (is_odd | ~is_used).sum() <= _MOST_HIDDEN:
        is_used = is_used & ~is_odd
        ranked = rank_hypotheses(colours, tuple(Edition), is_used)
    best = ranked[0]
    if best.spread > _MOST_SPREAD:
        return KeyUnseen.OTHER_COLOURS
    if (_is_doubted(best) & is_used).any():
        return KeyUnseen.AGAINST_COUNTS
    return _Squares(ranked, int((~is_used).sum()))


def _is_doubted(read: RankedHypothesis) -> _Bools:
    """Squares that their role explains badly and not clearly better than another one does."""
    clear = read.second - read.misfit
    return np.asarray(
        (read.misfit > _MOST_MISFIT_AT_ALL) | ((read.misfit > _MOST_MISFIT) & (clear < _DOUBTLESS)),
        np.bool_,
    )


def _choose(read: _Squares, cue: StartCue) -> RankedHypothesis | KeyUnseen:
    """Weigh the count of the squares and the bars or lights against each other."""
    best = read.ranked[0]
    edition, start = best.hypothesis.edition, best.hypothesis.start
    others = [one for one in read.ranked if one.hypothesis.edition is not edition]
    if others and others[0].cost - best.cost < _LEAST_MARGIN:
        return KeyUnseen.OTHER_COLOURS
    least = _LEAST_MARGIN * (2 if best.spread > _USUAL_SPREAD else 1)
    if _margin(read.ranked, best) < least:
        return KeyUnseen.UNSURE_SQUARES
    rival = next(
        one
        for one in read.ranked
        if one.hypothesis.edition is edition and one.hypothesis.start is not start
    )
    by_counts = rival.cost - best.cost
    # On a shop-bought frame of brown, a light is no clear orange: there it never decides alone.
    is_telling = cue.is_own_print or edition is Edition.CLASSIC
    chosen = best
    if by_counts < _LEAST_MARGIN:
        # Colours alone cannot tell who has nine (one square is hidden, or lies between two).
        team = cue.strong_team if is_telling else None
        if team is None:
            return KeyUnseen.UNSURE_START
        chosen = best if team is start else rival
    elif cue.team is None or (read.hidden and not is_telling):
        if by_counts < _MARGIN_OF_COUNTS_ALONE:
            return KeyUnseen.UNSURE_START
    elif cue.team is not start:
        return KeyUnseen.BARS_AGAINST_SQUARES
    return chosen if _margin(read.ranked, chosen) >= least else KeyUnseen.UNSURE_SQUARES


def _margin(ranked: Sequence[RankedHypothesis], chosen: RankedHypothesis) -> float:
    """What the next reading with this starting team costs more, of whichever print."""
    grid = chosen.hypothesis.grid()
    gaps = [
        one.cost - chosen.cost
        for one in ranked
        if one.hypothesis.start is chosen.hypothesis.start and one.hypothesis.grid() != grid
    ]
    return min([chosen.margin, *gaps])
