"""Covers known by their looks: where the host has shown each kind once, colour is not alone.

The drawing on a cover says that it is no card, however pale it is, and most often of what kind.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from companion.terms import CoverCard, Edition
from companion.vision.any_covers import FaceVerdict, judge_faces
from companion.vision.frame import Image
from companion.vision.likeness import (
    FACE_SHAPE,
    OTHER_SIZES,
    has_print,
    likeness,
    resized,
    take_faces,
)
from companion.vision.profile import Inks

_Floats = NDArray[np.float64]
_Faces = NDArray[np.float32]

_LIKE_A_COVER = 0.7
"""On some 120 path-traced tables of five makes covers are like another of their kind by 0.71 and
more, 95 in 100 by 0.75; bare cards are like any cover by 0.5 at most."""

_PERHAPS_A_COVER = 0.4
"""Outlines a little smaller and larger are tried where a cell is somewhat like a cover."""

_THIS_KIND = 0.06
_SURELY_THIS_KIND = 0.1
"""By so much liker than other kinds. The same figure in another ink comes within 0.1, where it is
printed in tones of its ink; colour decides then."""

_MARGIN_OF_LIKENESS = 10.0
"""From a likeness to the costs in which colours are judged."""


def look_of(image: Image, quad_px: _Floats) -> bytes | None:
    """The look of a cover that is shown; None for one without a drawing.

    Args:
        image: uint8, shape `(H, W, 3)`, BGR.
        quad_px: float64, shape `(4, 2)`, its corners.
    """
    face = take_faces(image, quad_px[None])
    if not has_print(face)[0]:
        return None
    return bytes(np.clip(np.rint(face[0]), 0, 255).astype(np.uint8))


def judge_cells(
    image: Image, quads_px: _Floats, edition: Edition, inks: Inks | None = None
) -> tuple[FaceVerdict, ...]:
    """Judge all cells of a table together, by their colours and by what was shown.

    Args:
        image: uint8, BGR.
        quads_px: float64, shape `(25, 4, 2)`, at the cards' own edges.
        edition: Whose covers lie on the table.
        inks: What covers look like here, where that was measured.
    """
    by_colour = judge_faces(image, quads_px, edition, inks)
    shown = {kind: ink.look for kind, ink in (inks or {}).items() if ink.look is not None}
    if not shown:
        return by_colour
    looks = list(shown.values())
    alike = _likeness_to_kinds(take_faces(image, quads_px), looks)
    best = alike.max(axis=1)
    doubtful = np.flatnonzero((best > _PERHAPS_A_COVER) & (best < _LIKE_A_COVER))
    if len(doubtful):
        for size in OTHER_SIZES:
            faces = take_faces(image, resized(quads_px[doubtful], size))
            alike[doubtful] = np.maximum(alike[doubtful], _likeness_to_kinds(faces, looks))
    return tuple(
        _with_look(verdict, list(shown), shares)
        for verdict, shares in zip(by_colour, alike, strict=True)
    )


def _likeness_to_kinds(faces: _Faces, looks: Sequence[bytes]) -> _Floats:
    """How alike each face is to each look, either way up, shape `(n, kinds)`."""
    columns = []
    for look in looks:
        face = np.frombuffer(look, np.uint8).reshape(FACE_SHAPE).astype(np.float32)
        ways = [np.repeat(way[None], len(faces), axis=0) for way in (face, face[::-1, ::-1])]
        columns.append(np.maximum(likeness(ways[0], faces), likeness(ways[1], faces)))
    return np.stack(columns, axis=1)


def _with_look(verdict: FaceVerdict, kinds: Sequence[CoverCard], shares: _Floats) -> FaceVerdict:
    """A verdict by colour, once it is known how much the cell looks like each kind."""
    order = np.argsort(shares)[::-1]
    best = float(shares[order[0]])
    if best < _LIKE_A_COVER:
        return verdict
    ahead = best - float(shares[order[1]]) if len(order) > 1 else best
    kind = kinds[order[0]]
    if verdict.is_known and verdict.kind is kind:
        return verdict
    if verdict.is_known and verdict.kind is not None:
        # Colour says another kind: where the look is sure nobody knows.
        return replace(verdict, is_known=False) if ahead >= _SURELY_THIS_KIND else verdict
    told = kind if ahead >= _THIS_KIND else _nearest_by_colour(verdict, kinds, shares)
    if told is None:
        return replace(verdict, kind=None, is_known=False)
    margin = _MARGIN_OF_LIKENESS * max(ahead, _THIS_KIND)
    return FaceVerdict(kind=told, is_known=True, margin=margin, if_covered=told)


def _nearest_by_colour(
    verdict: FaceVerdict, kinds: Sequence[CoverCard], shares: _Floats
) -> CoverCard | None:
    """The kind that colour says, if its look is as good as the best; None if none is."""
    if verdict.if_covered not in kinds:
        return None
    is_close = shares[kinds.index(verdict.if_covered)] > shares.max() - _THIS_KIND
    return verdict.if_covered if is_close else None
