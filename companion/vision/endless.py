"""Grids that are no table of cards: tiles, checked cloth, keyboards, ruled sheets, key cards."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.terms import GRID_SIDE
from companion.vision.gradient import HALF_LIGHTNESS, GradientField, side_support
from companion.vision.homography import carry, fit_homography
from companion.vision.lattice import PLACES, Lattice

_Floats = NDArray[np.float64]

_FRAMED = 0.5
_OF_A_LINE = 3
"""So many of five places in a line beyond the board that are framed as cards are: at most one on
38 photographs and renders, three and more on ruled paper."""

_WELL_FRAMED = 0.6
_LEAST_FRAMED = 13
"""Cells whose weakest side lies on an edge: 20 and more on photographs, altered ones and renders,
8 where lines cross by chance."""

_SHIFTS = (-0.06, 0.0, 0.06)
"""In pitches: what lies beyond the board is predicted from it."""


def goes_on(field: GradientField, lattice: Lattice) -> bool:
    """Whether the grid has a sixth row or column in the picture: then it is no table of cards.

    Args:
        field: The picture's gradients.
        lattice: The grid, its outlines at the cards' own edges.
    """
    image_from_lattice, off = _on_the_lattice(lattice)
    shape = np.median(off, axis=0)
    return any(_is_line(field, line, shape, image_from_lattice) for line in _lines_beyond())


_WITHIN, _BEYOND = 0.08, 0.14
"""In sizes of a card, from its edge: where the card's own rim and where the table are asked."""
_ALONG = np.linspace(0.15, 0.85, 15)
_OTHER_COLOUR = 4.0
_APART_SHARE = 0.75
_LEAST_SIDES_SEEN = 12
"""Of the board's 20 outer sides. Of 162 photographs, renders and simulated tables 153 stand out
from their ground by more, all but white cards on a white table; of 23 ruled sheets that otherwise
pass for tables two."""

_ALL_AROUND = 16
"""Outer sides seen of a board that no edge of the picture cuts off."""

_TOUCHING = ((0.02, 0.75), (0.05, 0.85), (np.inf, 1.0))
"""The smaller gap in pitches, and the share of clear stubs that speaks for lines there."""

_HARDLY_APART = 0.5
_NO_GROUND = 0.06
_RULED_SHARE_NO_GROUND = 0.3
"""Gap in pitches: of 14 white tables with white cards all but one have a wider one somewhere, and
that one has no stubs. Where neither around nor between the cells another ground is seen and lines
run on, nothing shows that they are cards."""

_APART_ALL_AROUND = 0.95
_RULED_BOTH_WAYS = 0.5
_RULED_SHARE_CUT = 0.8
"""Grain, planks and stripes run one way: of 220 photographs, renders and simulated tables three
dotted cloths have clear stubs both ways, and there cards lie apart."""

_STUB = (0.12, 0.4)
_STUB_POINTS = 8
_STUB_SHIFTS_PX = (-2.0, -1.0, 0.0, 1.0, 2.0)
_STUB_CLEAR = 0.5
_LEAST_STUBS = 3
_RULED_SHARE = 0.5
_WIDE = 0.15
_RULED_SHARE_WIDE = 0.9
"""Lines run on both ways; on white tables, where cards do not stand out, a tenth of such stubs is
clear, and in noise stretched by a lamp up to three quarters of those of one way. Lines leave no
gaps as wide, in pitches, as people do."""

_STRAIGHT = 0.02
"""Median turn of a card from the usual one, radians: printed squares have 0.001 to 0.006, cards
that careful people laid as little as 0.006, most more than this; so it never speaks alone."""

_AT_THE_EDGE = 0.02
"""Of the picture's longer side: nearer to the border nothing is seen beyond a card."""
_OF_A_SIDE = 4
"""Of the five cards of a side: one may lie askew."""
_LEAST_SIDES = 2
"""A board cut off at one side is still a board."""

_FEWEST_SEEN = 10
"""Outer sides beyond which there is picture: a board in a corner of it has so many."""

_PRINTED_SCATTER = 0.03
"""In pitches: ten photographed key cards have 0.003 to 0.013, laid cards 0.013 to 0.09."""


def is_ruled(field: GradientField, lattice: Lattice) -> bool:
    """Whether the lines between the cells run on beyond the board: a ruled sheet, no cards.

    Args:
        field: The picture's gradients.
        lattice: The grid, its outlines at the cards' own edges.
    """
    contrast = _outer_contrast(field, lattice)
    apart = float((contrast > _OTHER_COLOUR).mean()) if len(contrast) else 0.0
    is_apart = apart >= _APART_SHARE and len(contrast) >= _LEAST_SIDES_SEEN
    image_from_lattice, off = _on_the_lattice(lattice)
    half = np.abs(np.median(off, axis=0)).mean(axis=0)
    gaps = 1 - 2 * half
    is_wide = bool((gaps > _WIDE).all())
    if is_apart and (apart >= _APART_ALL_AROUND or is_wide):
        # Grain, planks and dots have edges everywhere; cards lie on them in another colour.
        return False
    clear = (_clear_stubs(field, half, axis, image_from_lattice) for axis in (0, 1))
    shares = [float(stubs.mean()) for stubs in clear if len(stubs) >= _LEAST_STUBS]
    if not shares:
        return False
    share = float(np.mean(shares))
    if is_apart:
        if min(shares) < _RULED_BOTH_WAYS:
            return False
        if len(contrast) < _ALL_AROUND:
            return share >= _RULED_SHARE_CUT
        return any(gaps.min() < gap and share >= least for gap, least in _TOUCHING)
    if apart < _HARDLY_APART and (gaps < _NO_GROUND).all():
        return share >= _RULED_SHARE_NO_GROUND
    return share >= (_RULED_SHARE_WIDE if is_wide else _RULED_SHARE)


def _outer_contrast(field: GradientField, lattice: Lattice) -> _Floats:
    """By how much cards differ from what lies beyond the board, `(n,)`, one for each outer side.

    Sides beyond which the picture ends are left out.
    """
    cards, start, end = _outer_sides(lattice)
    # Outwards, as long as the card is deep.
    out = (start + end) / 2 - cards.mean(axis=1)
    points = start[:, None] + (end - start)[:, None] * _ALONG[:, None]
    beyond = points + 2 * _BEYOND * out[:, None]
    last = np.array(field.size_wh) - 1.0
    is_seen = ((beyond >= 0) & (beyond <= last)).all(axis=(1, 2))
    colors = field.lab_at(points - 2 * _WITHIN * out[:, None]) - field.lab_at(beyond)
    usual = np.median(colors[is_seen] * HALF_LIGHTNESS, axis=1)
    return np.asarray(np.linalg.norm(usual, axis=1), dtype=np.float64)


def _outer_sides(lattice: Lattice) -> tuple[_Floats, _Floats, _Floats]:
    """The cards along the board's four sides, `(20, 4, 2)`, and the ends of their outer edges."""
    corners = lattice.corners_px
    cards = np.concatenate([corners[0], corners[:, -1], corners[-1], corners[:, 0]])
    side = np.repeat(np.arange(4), GRID_SIDE)
    at = np.arange(len(cards))
    return cards, cards[at, side], cards[at, (side + 1) % 4]


def leaves_the_picture(field: GradientField, lattice: Lattice) -> bool:
    """Whether straight lines reach the picture's edges: nobody sees that they end.

    A photograph may be cut close to its cards; then these lie as crooked as people lay them, and
    what little is seen of the table has another colour.

    Args:
        field: The picture's gradients.
        lattice: The grid, its outlines at the cards' own edges.
    """
    contrast = _outer_contrast(field, lattice)
    is_cut = len(contrast) < _FEWEST_SEEN
    if is_cut and (contrast > _OTHER_COLOUR).sum() < _APART_SHARE * len(contrast):
        return True
    _, off = _on_the_lattice(lattice)
    if _crookedness(off) >= _STRAIGHT:
        return False
    _, start, end = _outer_sides(lattice)
    middles = (start + end) / 2
    last = np.array(field.size_wh) - 1.0
    within = np.minimum(middles, last - middles).min(axis=1).reshape(4, GRID_SIDE)
    is_out = (within < _AT_THE_EDGE * last.max()).sum(axis=1) >= _OF_A_SIDE
    return int(is_out.sum()) >= _LEAST_SIDES or is_cut


def is_printed(lattice: Lattice) -> bool:
    """Whether the cells lie as regularly as print does: squares of a key card, boxes of a form.

    Careful people come near it, so this alone says nothing against a board.

    Args:
        lattice: The grid, its outlines at the cards' own edges.
    """
    _, off = _on_the_lattice(lattice)
    return _scatter(off) < _PRINTED_SCATTER and _crookedness(off) < _STRAIGHT


def scatter_of(lattice: Lattice) -> float:
    """How far the usual cell lies from its place, pitches.

    Args:
        lattice: The grid, its outlines at the cards' own edges.
    """
    return _scatter(_on_the_lattice(lattice)[1])


def _scatter(off: _Floats) -> float:
    return float(np.median(np.linalg.norm(off.mean(axis=1), axis=1)))


def _on_the_lattice(lattice: Lattice) -> tuple[_Floats, _Floats]:
    """The homography of the cells' centres, and corners from each place, pitches, `(25, 4, 2)`."""
    quads = lattice.corners_px.reshape(-1, 4, 2)
    image_from_lattice = fit_homography(PLACES, quads.mean(axis=1))
    flat = carry(quads.reshape(-1, 2), np.asarray(np.linalg.inv(image_from_lattice)))
    return image_from_lattice, flat.reshape(-1, 4, 2) - PLACES[:, None]


def _crookedness(off: _Floats) -> float:
    """Median turn of a cell from the usual one, radians."""
    along = off[:, 1] - off[:, 0]
    turn = np.arctan2(along[:, 1], along[:, 0])
    return float(np.median(np.abs(turn - np.median(turn))))


def _clear_stubs(
    field: GradientField, half: _Floats, axis: int, image_from_lattice: _Floats
) -> NDArray[np.bool_]:
    """Which lines between cells, going on beyond the board, lie on an edge; bool, `(n,)`.

    Args:
        field: The picture's gradients.
        half: Half a card's width and height, in pitches.
        axis: 0 for the lines between columns, 1 for those between rows.
        image_from_lattice: float64, shape `(3, 3)`.
    """
    width, height = field.size_wh
    reach = np.linspace(*_STUB, _STUB_POINTS)
    clear = []
    for between in range(GRID_SIDE - 1):
        for end in (-half[1 - axis] - reach, GRID_SIDE - 1 + half[1 - axis] + reach):
            strengths = []
            for at in (between + half[axis], between + 1 - half[axis]):
                points = np.empty((_STUB_POINTS, 2))
                points[:, axis], points[:, 1 - axis] = at, end
                seen = carry(points, image_from_lattice)
                if not ((seen >= 0) & (seen <= (width - 1, height - 1))).all():
                    continue
                along = seen[-1] - seen[0]
                normal = np.array([along[1], -along[0]]) / (np.linalg.norm(along) + 1e-9)
                change = [
                    field.across(seen + shift * normal, normal[None]) for shift in _STUB_SHIFTS_PX
                ]
                # Along one line, not here and there beside it.
                strengths.append(float(np.minimum(change, 1.0).mean(axis=1).max()))
            if strengths:
                clear.append(max(strengths) > _STUB_CLEAR)
    return np.array(clear, dtype=np.bool_)


def is_framed(field: GradientField, lattice: Lattice) -> bool:
    """Whether most cells have an edge on each side: lines that cross by chance have not.

    Args:
        field: The picture's gradients.
        lattice: The grid, its outlines at the cards' own edges.
    """
    weakest = side_support(field, lattice.corners_px.reshape(-1, 4, 2)).min(axis=1)
    return int((weakest > _WELL_FRAMED).sum()) >= _LEAST_FRAMED


def _lines_beyond() -> list[_Floats]:
    """The four lines of five places just beyond the board, each shape `(5, 2)`."""
    along = np.arange(GRID_SIDE, dtype=np.float64)
    lines = []
    for beyond in (-1.0, float(GRID_SIDE)):
        across = np.full(GRID_SIDE, beyond)
        lines += [np.column_stack([along, across]), np.column_stack([across, along])]
    return lines


def _is_line(
    field: GradientField, line: _Floats, shape: _Floats, image_from_lattice: _Floats
) -> bool:
    shifts = np.array([(dx, dy) for dx in _SHIFTS for dy in _SHIFTS])
    flat = line[None, :, None] + shape[None, None] + shifts[:, None, None]
    quads = carry(flat.reshape(-1, 2), image_from_lattice).reshape(-1, 4, 2)
    width, height = field.size_wh
    is_inside = ((quads >= 0) & (quads <= (width - 1, height - 1))).all(axis=(1, 2))
    support = side_support(field, quads).min(axis=1)
    framed = ((support > _FRAMED) & is_inside).reshape(len(shifts), GRID_SIDE)
    return bool((framed.sum(axis=1) >= _OF_A_LINE).any())
