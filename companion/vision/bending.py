"""A lens guessed from the cards on the table: 25 cards are straight lines enough.

No target and no hands: the corners of a plain reading are on a plane, in places that a homography
and a little bending explain. What comes of it is provisional; a lens that was measured replaces it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from companion.deck.geometry import CARD_HEIGHT_MM, CARD_WIDTH_MM
from companion.vision.homography import carry
from companion.vision.profile import Intrinsics
from companion.vision.reading import BoardReading, CellState

_Floats = NDArray[np.float64]

GUESSED_FOCAL_SHARE = 0.85
"""Focal length over width where nothing tells: 61 degrees across, as webcams have."""

LEAST_CARDS = 16
_TRIED_K1 = np.linspace(-0.5, 0.3, 17)
_LEAST_GAIN = 0.04
"""Least share by which bending lowers what is left, else the lens is taken as straight: of 16
simulated tables before straight lenses, bending gained more on 2, and then stayed under 0.04."""

_CLIP = 2.5


def guess_lens(readings: Sequence[BoardReading], size_wh: tuple[int, int]) -> Intrinsics | None:
    """Guess how a lens bends from readings of the table.

    Each card is a rectangle of known shape somewhere on one plane, not quite on the lattice and
    not quite straight; so a card's own shape is asked for, not its place. More readings, of other
    deals or after a bump, make the guess better.

    Args:
        readings: What was read from undistorted or distorted pictures of one camera.
        size_wh: Size of those pictures.

    Returns:
        Focal length as webcams have it, and k1; None where too few cards are seen, or straight
        lines are straight already.
    """
    boards = [quads for reading in readings if (quads := _whole_cards(reading)) is not None]
    if not boards:
        return None
    straight = _left(boards, size_wh, 0.0)
    values = np.array([_left(boards, size_wh, float(k1)) for k1 in _TRIED_K1])
    at = int(np.argmin(values))
    k1 = float(_TRIED_K1[at])
    step = float(_TRIED_K1[1] - _TRIED_K1[0])
    for _ in range(3):
        step /= 3
        tried = k1 + step * np.arange(-3, 4)
        left = [_left(boards, size_wh, float(each)) for each in tried]
        k1 = float(tried[int(np.argmin(left))])
    if min(left) > (1 - _LEAST_GAIN) * straight:
        return None
    return _lens(size_wh, k1)


def _lens(size_wh: tuple[int, int], k1: float) -> Intrinsics:
    focal_px = GUESSED_FOCAL_SHARE * size_wh[0]
    centre = ((size_wh[0] - 1) / 2, (size_wh[1] - 1) / 2)
    return Intrinsics(size_wh, (focal_px, focal_px), centre, (k1, 0.0, 0.0, 0.0, 0.0))


def _whole_cards(reading: BoardReading) -> _Floats | None:
    """Corners of the cards and covers that were seen, `(n, 4, 2)`."""
    quads = [
        cell.quad_px for cell in reading.cells if cell.state in (CellState.CARD, CellState.COVERED)
    ]
    return np.array(quads) if len(quads) >= LEAST_CARDS else None


def _left(boards: Sequence[_Floats], size_wh: tuple[int, int], k1: float) -> float:
    """What is left of the cards' shapes with this bending, in pixels, large misses clipped."""
    lens = _lens(size_wh, k1)
    corner = np.linalg.norm(np.array(size_wh) / lens.focal_xy_px) / 2
    if 1 + 3 * k1 * corner**2 <= 0.1:
        return float("inf")
    misses = []
    for quads in boards:
        seen = lens.undistort(quads.reshape(-1, 2)).reshape(-1, 4, 2)
        misses.append(_misses(seen))
    every = np.concatenate(misses)
    usual = float(np.median(every))
    return float(np.sqrt((np.minimum(every, _CLIP * usual) ** 2).mean()))


def _misses(quads_px: _Floats) -> _Floats:
    """How far each corner is from that of a card, placed freely on the plane that fits all.

    The plane is fitted to card corners that follow the cards' own places: place and turn of every
    card are taken up, so that people may lay them as they like.
    """
    plane_mm = _placed(_start(quads_px))
    misses = np.full(len(quads_px) * 4, 1.0)
    for _ in range(4):
        image_from_plane = _fit(plane_mm.reshape(-1, 2), quads_px.reshape(-1, 2))
        flat = carry(quads_px.reshape(-1, 2), _inverse(image_from_plane))
        plane_mm = _placed(flat.reshape(-1, 4, 2))
        again = carry(plane_mm.reshape(-1, 2), image_from_plane)
        misses = np.linalg.norm(again - quads_px.reshape(-1, 2), axis=1)
    return misses


def _start(quads_px: _Floats) -> _Floats:
    """A first plane: the card in the middle, made a rectangle, carries all others."""
    centers = quads_px.mean(axis=1)
    middle = int(np.argmin(np.linalg.norm(centers - np.median(centers, axis=0), axis=1)))
    card = _rectangle()
    image_from_plane = _fit(card, quads_px[middle])
    return carry(quads_px.reshape(-1, 2), _inverse(image_from_plane)).reshape(-1, 4, 2)


def _rectangle() -> _Floats:
    x, y = CARD_WIDTH_MM / 2, CARD_HEIGHT_MM / 2
    return np.array([[-x, -y], [x, -y], [x, y], [-x, y]])


def _placed(quads_mm: _Floats) -> _Floats:
    """The card's own rectangle, moved and turned to lie on each quad as well as it can."""
    card = _rectangle()
    centers = quads_mm.mean(axis=1, keepdims=True)
    x, y = np.moveaxis(quads_mm - centers, 2, 0)
    # The least squares turn: the sum of cross products over the sum of dot products.
    angle = np.arctan2(y @ card[:, 0] - x @ card[:, 1], x @ card[:, 0] + y @ card[:, 1])
    cosine, sine = np.cos(angle)[:, None], np.sin(angle)[:, None]
    turned = np.stack(
        [cosine * card[:, 0] - sine * card[:, 1], sine * card[:, 0] + cosine * card[:, 1]], axis=-1
    )
    return np.asarray(turned + centers, np.float64)


def _fit(plane_mm: _Floats, seen_px: _Floats) -> _Floats:
    """A plain homography by least squares, without damping: the bending is asked for itself."""
    mean_p, mean_s = plane_mm.mean(axis=0), seen_px.mean(axis=0)
    scale_p, scale_s = np.abs(plane_mm - mean_p).max(), np.abs(seen_px - mean_s).max()
    x, y = ((plane_mm - mean_p) / scale_p).T
    u, v = ((seen_px - mean_s) / scale_s).T
    zero, one = np.zeros_like(x), np.ones_like(x)
    design = np.concatenate(
        [
            np.column_stack([x, y, one, zero, zero, zero, -u * x, -u * y]),
            np.column_stack([zero, zero, zero, x, y, one, -v * x, -v * y]),
        ]
    )
    solution = np.linalg.lstsq(design, np.concatenate([u, v]), rcond=None)[0]
    into = np.array(
        [
            [1 / scale_p, 0, -mean_p[0] / scale_p],
            [0, 1 / scale_p, -mean_p[1] / scale_p],
            [0, 0, 1],
        ]
    )
    out = np.array([[scale_s, 0, mean_s[0]], [0, scale_s, mean_s[1]], [0, 0, 1]])
    full = out @ np.append(solution, 1.0).reshape(3, 3) @ into
    return np.asarray(full / full[2, 2], np.float64)


def _inverse(homography: _Floats) -> _Floats:
    return np.asarray(np.linalg.inv(homography), np.float64)
