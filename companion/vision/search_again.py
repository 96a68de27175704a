"""Cards whose outline was mistaken: looked for where their neighbours say that they lie.

Where a cover sticks out from its card, or two cards touch, the outline that is found may be that
of both. The neighbours know better, to some millimetres; the tag itself, looked for around there,
says where the piece lies.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.vision.cells import CellOutlines, Sightings
from companion.vision.homography import carry, fit_homography, grow_outline, image_from_card_mm
from companion.vision.tags import (
    TagBank,
    TagMatch,
    TagPlace,
    TagPose,
    find_tag_place,
    likely_poses,
    match_tags,
)
from companion.vision.verdict import is_sure

_Floats = NDArray[np.float64]

_LEAST_NEIGHBOURS = 6
"""With fewer pieces that are known for sure, where the others lie is a guess."""

_POSES = tuple(
    TagPose(turn_deg, scale)
    for turn_deg in (-16.0, -12.0, -8.0, -4.0, 0.0, 4.0, 8.0, 12.0, 16.0)
    for scale in (0.94, 1.0, 1.06)
)
"""A cover that was thrown rather than laid lies so crooked."""

_REACH_MODULES = 12
"""9 mm: a cover 5 mm off a card that lies 3 mm off its place."""

_LOOKED_AT = 6
"""Of the poses, those that show most of a tag."""

PLAINLY_A_TAG = 0.5
"""Of the correlation with what all tags share, after a search: in 180 path-traced pictures it is
more where a tag is in view, however washed out, and less on hands and sleeves."""

_READ_PLACE = 0.4
"""A tag that is read as surely as one whose outline is known needs so much of it: of 40 cells under
arms the best has a margin of 0.16, where 0.22 is asked."""

_APART = 0.5
"""In card heights: nearer than this to a piece that is known lies that piece itself."""


def search_again(
    gray: NDArray[np.uint8], sightings: Sightings, places: _Floats, bank: TagBank
) -> Sightings:
    """Look for the tags that were not read where the pieces around them say.

    Args:
        gray: uint8, shape `(H, W)`.
        sightings: What was read so far.
        places: float64, shape `(n, 2)`: the column and row of each sighting.
        bank: The deck in play.

    Returns:
        The sightings, with the outlines of what was found moved to where it lies.
    """
    known = np.array([is_sure(match) for match in sightings.matches])
    if known.all() or known.sum() < _LEAST_NEIGHBOURS:
        return sightings
    outlines = sightings.outlines
    corners, inset = outlines.corners_px.copy(), outlines.inset_mm.copy()
    is_found = outlines.is_found.copy()
    turns, matches = sightings.turns.copy(), list(sightings.matches)
    tag_places = list(sightings.places)
    edges = grow_outline(corners[known], inset[known], 0.0)
    expected = expected_edges(places[known], edges, places)
    along = int(np.median(turns[known] % 2))
    for at in np.flatnonzero(~known):
        found = _find(gray, expected[at], along, bank)
        if found is None:
            continue
        turn, place, match, quad = found
        if not is_sure(match) and matches[at].place >= PLAINLY_A_TAG:
            # The outline is right; it is the tag that nobody knows.
            continue
        if _is_known(match, quad, matches, known, corners):
            continue
        corners[at], inset[at], turns[at] = np.roll(quad, turn, axis=0), 0.0, turn
        matches[at], tag_places[at] = match, place
        known[at] = is_sure(match)
        is_found[at] |= match.place >= PLAINLY_A_TAG
    moved = CellOutlines(corners, inset, is_found)
    return replace(sightings, outlines=moved, turns=turns, places=tag_places, matches=matches)


def expected_edges(known_places: _Floats, edges_px: _Floats, places: _Floats) -> _Floats:
    """Where cards lie by those around them.

    Args:
        known_places: float64, shape `(k, 2)`: columns and rows of cards whose edges are known.
        edges_px: float64, shape `(k, 4, 2)`: their edges.
        places: float64, shape `(n, 2)`: columns and rows of those asked for.

    Returns:
        float64, shape `(n, 4, 2)`.
    """
    centers = edges_px.mean(axis=1)
    image_from_lattice = fit_homography(known_places, centers)
    lattice_from_image = np.asarray(np.linalg.inv(image_from_lattice), dtype=np.float64)
    on_lattice = carry(centers, lattice_from_image)
    flat = carry(edges_px.reshape(-1, 2), lattice_from_image).reshape(-1, 4, 2)
    shape = np.median(flat - on_lattice[:, None], axis=0)
    # A lens bends the grid a little: neighbours' misfits are shared.
    near = np.exp(-np.abs(places[:, None] - known_places[None]).sum(axis=2))
    misfit = near @ (on_lattice - known_places) / (near.sum(axis=1, keepdims=True) + 0.3)
    wanted = shape[None] + (places + misfit)[:, None]
    return carry(wanted.reshape(-1, 2), image_from_lattice).reshape(-1, 4, 2)


def _find(
    gray: NDArray[np.uint8], edge_px: _Floats, along: int, bank: TagBank
) -> tuple[int, TagPlace, TagMatch, _Floats] | None:
    """The piece around an expected edge: its turn, tag, and edge, printed top left first."""
    found: list[tuple[int, TagPose, TagPlace]] = []
    for turn in (along, along + 2):
        quad = np.roll(edge_px, -turn, axis=0)
        poses = likely_poses(gray, quad, 0.0, bank, _POSES, _REACH_MODULES)
        found += [
            (turn, pose, find_tag_place(gray, quad, 0.0, bank, pose=pose))
            for pose in poses[:_LOOKED_AT]
        ]
    matches = match_tags([place for _, _, place in found], bank)
    best = max(range(len(matches)), key=lambda at: matches[at].correlation + matches[at].place)
    sure = [at for at, match in enumerate(matches) if is_sure(match, was_searched=True)]
    if sure:
        best = max(sure, key=lambda at: matches[at].margin)
    elif matches[best].place < (_READ_PLACE if is_sure(matches[best]) else PLAINLY_A_TAG):
        return None
    turn, pose, place = found[best]
    right, down = place.shift_mm
    lies = replace(pose, right_mm=right, down_mm=down)
    return turn, place, matches[best], _moved(np.roll(edge_px, -turn, axis=0), lies, bank)


def _moved(quad_px: _Floats, pose: TagPose, bank: TagBank) -> _Floats:
    """The edge of a card that lies otherwise than a quad says."""
    geometry, tag = bank.geometry, bank.geometry.tag
    size_wh = (geometry.width_mm, geometry.height_mm)
    centre = np.array([tag.x_mm + tag.w_mm / 2, tag.y_mm + tag.h_mm / 2])
    edge = np.array([(0, 0), (size_wh[0], 0), size_wh, (0, size_wh[1])], dtype=np.float64)
    cosine = pose.scale * np.cos(np.radians(pose.turn_deg))
    sine = pose.scale * np.sin(np.radians(pose.turn_deg))
    lies = (edge - centre) @ np.array([[cosine, sine], [-sine, cosine]])
    lies += centre + np.array([pose.right_mm, pose.down_mm])
    return carry(lies, image_from_card_mm(quad_px, 0.0, size_wh))


def _is_known(
    match: TagMatch,
    quad_px: _Floats,
    matches: list[TagMatch],
    known: NDArray[np.bool_],
    corners_px: _Floats,
) -> bool:
    """Whether what was found is a neighbour that is known already."""
    is_card = is_sure(match) and match.piece.kind == "card"
    if is_card and any(
        is_here and other.piece.id == match.piece.id
        for other, is_here in zip(matches, known, strict=True)
    ):
        return True
    away = np.linalg.norm(corners_px[known].mean(axis=1) - quad_px.mean(axis=0), axis=1)
    sides = np.linalg.norm(np.roll(quad_px, -1, axis=0) - quad_px, axis=1)
    return bool(away.min() < _APART * sides.min())
