"""Shop-bought covers, shown once each: each kind is asked for, and taken when it lies still."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from calibration.colours import relative_labs
from companion.deck.palette import CARD, color_of
from companion.terms import CoverCard, Edition
from companion.vision.cover_looks import look_of
from companion.vision.covers import CellColor
from companion.vision.faces import measure_faces
from companion.vision.frame import Image
from companion.vision.gradient import measure_gradient
from companion.vision.grounds import GROUND_SHARE
from companion.vision.refine import nudged_outlines
from companion.vision.untagged import at_working_size
from companion.vision.white import find_white

_Floats = NDArray[np.float64]

SHOWN_FOR_S = 0.8
"""How long a cover has to lie still before it is taken."""

_CHANGED = 15.0
_STILL = 6.0
_MOST_CHANGED = 2
"""More cells that change at once are a hand, or the light."""


@dataclass(frozen=True, slots=True, eq=False)
class Showing:
    """Covers that are shown once each.

    Attributes:
        wanted: The kind that is asked for now; None when all were shown.
        taken: The kinds that were shown, with their colour.
        cells: In which cell each of them lay.
        has_taken: Whether one was taken just now.
        words: One line for the person.
    """

    wanted: CoverCard | None
    taken: Mapping[CoverCard, CellColor]
    has_taken: bool
    words: str
    cells: Mapping[CoverCard, int] = field(default_factory=dict)
    _before: tuple[_Floats | None, ...] = ()
    _bare: tuple[_Floats | None, ...] = ()
    _last: tuple[_Floats | None, ...] = ()
    _still_since_s: tuple[float, ...] = field(default=())


def show_covers(
    so_far: Showing | None,
    colors: Sequence[CellColor | None],
    at_s: float,
    *,
    edition: Edition = Edition.SIMPSONS,
) -> Showing:
    """Look for the cover that is asked for.

    Args:
        so_far: The last result; None at the start, when bare cards lie on the table.
        colors: The colour of each cell, always of the same cells; None where it is hidden.
        at_s: The picture's time.
        edition: Whose covers they are.
    """
    labs = tuple(None if color is None else relative_labs([color])[0] for color in colors)
    if so_far is None:
        wanted = CoverCard.ORANGE
        nothing = (at_s,) * len(labs)
        return Showing(wanted, {}, False, _ask(wanted, edition), {}, labs, labs, labs, nothing)
    since = tuple(
        began_s if _distance(last, lab) < _STILL else at_s
        for last, lab, began_s in zip(so_far._last, labs, so_far._still_since_s, strict=True)
    )
    before = tuple(
        lab if old is None else old for old, lab in zip(so_far._before, labs, strict=True)
    )
    bare = tuple(lab if old is None else old for old, lab in zip(so_far._bare, labs, strict=True))
    moved = replace(
        so_far, has_taken=False, _before=before, _bare=bare, _last=labs, _still_since_s=since
    )
    changed = [
        at
        for at, (old, lab) in enumerate(zip(before, labs, strict=True))
        if lab is not None and _distance(old, lab) > _CHANGED
    ]
    if so_far.wanted is None or not changed or len(changed) > _MOST_CHANGED:
        return moved
    for at in changed:
        color = colors[at]
        if color is None or at_s - since[at] < SHOWN_FOR_S:
            continue
        settled = tuple(labs[at] if place == at else old for place, old in enumerate(before))
        if _distance(bare[at], labs[at]) < _CHANGED:
            # The cover of before was taken away.
            return replace(moved, _before=settled)
        taken = {**so_far.taken, so_far.wanted: color}
        following = next((kind for kind in CoverCard if kind not in taken), None)
        return replace(
            moved,
            wanted=following,
            taken=taken,
            cells={**so_far.cells, so_far.wanted: at},
            has_taken=True,
            words=_ask(following, edition),
            _before=settled,
        )
    return moved


def looks_of_shown(
    image: Image,
    quads_px: _Floats,
    showing: Showing,
    known: Mapping[CoverCard, bytes | None],
) -> dict[CoverCard, bytes | None]:
    """What is drawn on covers that were just taken.

    Args:
        image: The picture in which they were taken, uint8, shape `(H, W, 3)`, BGR.
        quads_px: float64, shape `(25, 4, 2)`: where the cards lie.
        showing: What was shown so far.
        known: The kinds whose drawings are known.
    """
    new = {kind: cell for kind, cell in showing.cells.items() if kind not in known}
    if not new:
        return {}
    working, scale = at_working_size(image)
    laid = (quads_px[list(new.values())] + 0.5) * scale - 0.5
    # A cover lies a little beside its card.
    quads = nudged_outlines(measure_gradient(working), laid)
    return {kind: look_of(working, quad) for kind, quad in zip(new, quads, strict=True)}


def _distance(one: _Floats | None, other: _Floats | None) -> float:
    if one is None or other is None:
        return float("inf")
    return float(np.linalg.norm(one - other))


def _ask(kind: CoverCard | None, edition: Edition) -> str:
    if kind is None:
        return "thank you: all four kinds were seen"
    shown = edition.shown_as(str(kind)).replace("_", " ")
    return f"lay one {shown} cover on any card, and take your hand away"


def measure_cells(
    image: Image, quads_px: _Floats, edition: Edition = Edition.SIMPSONS
) -> tuple[CellColor, ...]:
    """Measure cells of any cards, relative to the white of all their borders.

    Args:
        image: uint8, shape `(H, W, 3)`, BGR.
        quads_px: float64, shape `(25, 4, 2)`: where the cards lie.
        edition: Whose covers they are.
    """
    faces = measure_faces(image, quads_px)
    card = _linear(CARD.as_rgb_unit())
    inks = np.array([_linear(color_of(kind, edition).as_rgb_unit()) for kind in CoverCard]) / card
    white = find_white(faces, inks, (image.shape[1], image.shape[0])).white
    # A figure on a cover is brighter than its ink, or darker: the ink is what fills most of it.
    has_figure = (faces.share < faces.ground_share) & (faces.ground_share > GROUND_SHARE)
    ink = np.where(has_figure[:, None], faces.ground, faces.body)
    shares = np.where(has_figure, faces.ground_share, faces.share)
    return tuple(
        CellColor(body=color, white=near, share=float(share), clipped=0.0)
        for color, near, share in zip(ink, white, shares, strict=True)
    )


def _linear(unit_rgb: tuple[float, float, float]) -> _Floats:
    unit = np.array(unit_rgb)
    return np.asarray(
        np.where(unit <= 0.04045, unit / 12.92, ((unit + 0.055) / 1.055) ** 2.4), np.float64
    )
