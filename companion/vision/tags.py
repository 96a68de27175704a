"""Patches to tags: which piece of *this deck* lies in a cell.

A webcam over a table gives about one pixel to a tag's module; a decoder wants two and a half. But
the deck is known, so nothing needs to be decoded: the tags of the deck are rendered once, blurred
to a few widths, and each patch is correlated with all of them. Only the modules that carry data are
compared (finder patterns and timing are the same on every tag and would make all tags alike); they
serve to find place and turn first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.deck.geometry import TAG_MODULES, CardGeometry
from companion.deck.tags import Piece, Tag, tag_modules
from companion.vision.homography import image_from_card_mm

_Floats = NDArray[np.float32]

_SAMPLES = 2
"""Samples to a module in the bank: at one pixel a module more carry nothing new."""

_FINE = 2
"""Finer steps of the patch: shifts of a quarter module."""

_BLURS_MODULES = (0.3, 0.6, 1.0)
"""Gaussian widths of the bank: sharp print at 3 px a module to soft lenses at one."""

_QUIET_MODULES = 3
_REACH_MODULES = 3
"""How far a tag is looked for around its place: 2.3 mm, an outline's error at a predicted cell."""

_WIDE_REACH_MODULES = 9
"""The same where the outline itself was guessed: 7 mm, a crooked card's and a cover's lie."""

_SHORTLIST = 8


@dataclass(frozen=True, slots=True, eq=False)
class TagBank:
    """The tags of the deck in play, ready to be compared.

    Attributes:
        pieces: The face that each row stands for.
        payloads: The text of its tag.
        geometry: Where the tag lies on a face.
        rows: float32, shape `(blurs, tags, samples)`: data modules less what all tags share there,
            mean 0, norm 1.
        shared: float32, shape `(blurs, samples)`: what they share, mean 0, norm 1.
        common: float32, shape `(side, side)`: what all tags share, with some quiet zone.
        is_data: bool, shape `(42, 42)`: which samples belong to data modules.
    """

    pieces: tuple[Piece, ...]
    payloads: tuple[str, ...]
    geometry: CardGeometry
    rows: _Floats
    shared: _Floats
    common: _Floats
    is_data: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class TagMatch:
    """What a patch was compared with and how well it went.

    Attributes:
        piece: The best piece.
        correlation: Of the patch with its tag, data modules only, -1 to 1.
        margin: That minus the correlation with the best other piece.
        place: Correlation with what all tags share: whether there is a tag at all.
    """

    piece: Piece
    correlation: float
    margin: float
    place: float


def make_tag_bank(tags: Sequence[Tag], geometry: CardGeometry | None = None) -> TagBank:
    """Render and blur the tags of a deck.

    Args:
        tags: Every tag that may lie on the table.
        geometry: Where they lie on a face; the default card's where none is given.

    Raises:
        ValueError: There are fewer than two tags.
    """
    if len(tags) < 2:
        raise ValueError(f"a bank needs at least two tags, not {len(tags)}")
    border = _QUIET_MODULES * _SAMPLES
    sharp = []
    for tag in tags:
        modules = 1.0 - np.array(tag_modules(tag.payload), dtype=np.float32)
        big = np.kron(modules, np.ones((_SAMPLES, _SAMPLES), np.float32))
        sharp.append(np.pad(big, border, constant_values=1.0))
    is_data = np.kron(_data_modules(), np.ones((_SAMPLES, _SAMPLES), bool))
    inner = slice(border, -border)
    rows, shared = [], []
    for blur in _BLURS_MODULES:
        blurred = [cv2.GaussianBlur(tag, (0, 0), blur * _SAMPLES) for tag in sharp]
        samples = np.stack([tag[inner, inner][is_data] for tag in blurred]).astype(np.float32)
        shared.append(_normalised(samples.mean(axis=0, dtype=np.float32)))
        rows.append(_without(_normalised(samples), shared[-1]))
    common = cv2.GaussianBlur(
        np.mean(sharp, axis=0, dtype=np.float32), (0, 0), _BLURS_MODULES[1] * _SAMPLES
    )
    return TagBank(
        pieces=tuple(tag.piece for tag in tags),
        payloads=tuple(tag.payload for tag in tags),
        geometry=geometry or CardGeometry(),
        rows=np.stack(rows),
        shared=np.stack(shared),
        common=np.asarray(common, dtype=np.float32),
        is_data=is_data,
    )


def _data_modules() -> NDArray[np.bool_]:
    """Modules of a version 1 code that differ from tag to tag (ISO/IEC 18004, 6.3)."""
    is_data = np.ones((TAG_MODULES, TAG_MODULES), dtype=bool)
    # Finder patterns with separators and format information: 9 x 9, 9 x 8 and 8 x 9.
    is_data[:9, :9] = False
    is_data[:9, -8:] = False
    is_data[-8:, :9] = False
    is_data[6, :] = False
    is_data[:, 6] = False
    return is_data


def _normalised(vectors: _Floats) -> _Floats:
    """Mean 0 and norm 1 along the last axis."""
    centred = vectors - vectors.mean(axis=-1, keepdims=True)
    norm = np.linalg.norm(centred, axis=-1, keepdims=True)
    return np.asarray(centred / np.maximum(norm, 1e-6), dtype=np.float32)


def _without(vectors: _Floats, shared: _Floats) -> _Floats:
    """Normalised vectors less their part along another one."""
    along = vectors @ shared
    return _normalised(vectors - along[..., None] * shared)


@dataclass(frozen=True, slots=True, eq=False)
class TagPlace:
    """Where a tag seems to lie on one card.

    Attributes:
        patch: float32, the tag's surroundings at four samples a module.
        at: Row and column of the code's first sample in the patch.
        place: Correlation with what all tags share.
        shift_mm: How far right and down of its place on the card it was found.
    """

    patch: _Floats
    at: tuple[int, int]
    place: float
    shift_mm: tuple[float, float]


@dataclass(frozen=True, slots=True)
class TagPose:
    """A small correction to a card's outline, about the tag's centre.

    Attributes:
        turn_deg: Clockwise.
        scale: Above 1 where the card is larger than its outline says.
        right_mm: Along the card's width.
        down_mm: Along its height.
    """

    turn_deg: float = 0.0
    scale: float = 1.0
    right_mm: float = 0.0
    down_mm: float = 0.0


_WIDE_POSES = tuple(
    TagPose(turn_deg, scale)
    for turn_deg in (-12.0, -8.0, -4.0, 0.0, 4.0, 8.0, 12.0)
    for scale in (0.94, 1.0, 1.06)
)
"""A card laid by hand lies up to 7 degrees crooked, a cover 10; a guessed outline has the mean
card's size."""


def find_tag_place(
    gray: NDArray[np.uint8],
    corners_px: NDArray[np.float64],
    inset_mm: float,
    bank: TagBank,
    *,
    pose: TagPose | None = None,
) -> TagPlace:
    """Look for a tag near its place on a card, whichever tag it is.

    Args:
        gray: uint8, shape `(H, W)`.
        corners_px: float64, shape `(4, 2)`: the card's corners, its printed top left first.
        inset_mm: How far inside the card's edge they lie.
        bank: The deck in play.
        pose: How much the card is thought to lie otherwise than its corners say.
    """
    pose = pose or TagPose()
    reach = _QUIET_MODULES + _REACH_MODULES
    patch = _patch(gray, corners_px, inset_mm, bank, pose, reach, per_module=_SAMPLES * _FINE)
    place, (left, top) = _best_place(_halved(patch), bank.common)
    quiet = _QUIET_MODULES * _SAMPLES
    at = ((top + quiet) * _FINE, (left + quiet) * _FINE)
    nominal = reach * _SAMPLES * _FINE
    step = _SAMPLES * _FINE
    width, height = bank.geometry.module_wh_mm
    return TagPlace(
        patch=patch,
        at=at,
        place=place,
        shift_mm=(
            pose.right_mm + (at[1] - nominal) * width / step,
            pose.down_mm + (at[0] - nominal) * height / step,
        ),
    )


def search_tag_place(
    gray: NDArray[np.uint8], corners_px: NDArray[np.float64], inset_mm: float, bank: TagBank
) -> TagPlace:
    """Look for a tag further afield, turned and scaled a little: for outlines that were guessed.

    Args:
        gray: uint8, shape `(H, W)`.
        corners_px: float64, shape `(4, 2)`: the card's corners, its printed top left first.
        inset_mm: How far inside the card's edge they lie.
        bank: The deck in play.
    """
    likely = likely_poses(gray, corners_px, inset_mm, bank, _WIDE_POSES, _WIDE_REACH_MODULES)
    return max(
        (find_tag_place(gray, corners_px, inset_mm, bank, pose=pose) for pose in likely[:3]),
        key=lambda found: found.place,
    )


def likely_poses(
    gray: NDArray[np.uint8],
    corners_px: NDArray[np.float64],
    inset_mm: float,
    bank: TagBank,
    poses: Sequence[TagPose],
    reach_modules: int,
) -> list[TagPose]:
    """Poses of a card, the one that shows most of a tag first, each moved to where it does.

    Args:
        gray: uint8, shape `(H, W)`.
        corners_px: float64, shape `(4, 2)`: the card's corners, its printed top left first.
        inset_mm: How far inside the card's edge they lie.
        bank: The deck in play.
        poses: What is tried.
        reach_modules: How far around its place the tag is looked for in each.
    """
    width, height = bank.geometry.module_wh_mm
    reach = _QUIET_MODULES + reach_modules
    small = _halved(bank.common)
    tried = []
    for pose in poses:
        patch = _patch(gray, corners_px, inset_mm, bank, pose, reach, per_module=1)
        place, (left, top) = _best_place(patch, small)
        right = (left + _QUIET_MODULES - reach) * width
        down = (top + _QUIET_MODULES - reach) * height
        # The way in the patch is turned and scaled as the patch is.
        cosine = pose.scale * np.cos(np.radians(pose.turn_deg))
        sine = pose.scale * np.sin(np.radians(pose.turn_deg))
        moved = (cosine * right - sine * down, sine * right + cosine * down)
        tried.append((place, TagPose(pose.turn_deg, pose.scale, *moved)))
    return [pose for _, pose in sorted(tried, key=lambda pair: -pair[0])]


def _patch(
    gray: NDArray[np.uint8],
    corners_px: NDArray[np.float64],
    inset_mm: float,
    bank: TagBank,
    pose: TagPose,
    reach: int,
    *,
    per_module: int,
) -> _Floats:
    """A tag's surroundings, so many modules around it, rectified out of the picture."""
    geometry, tag = bank.geometry, bank.geometry.tag
    size_wh = (geometry.width_mm, geometry.height_mm)
    step_x, step_y = (side / per_module for side in geometry.module_wh_mm)
    side = (TAG_MODULES + 2 * reach) * per_module
    centre_x, centre_y = tag.x_mm + tag.w_mm / 2, tag.y_mm + tag.h_mm / 2
    cosine = pose.scale * np.cos(np.radians(pose.turn_deg))
    sine = pose.scale * np.sin(np.radians(pose.turn_deg))
    # Sample (0, 0) lies half a step inside the patch's corner; the pose turns about the tag.
    first = -(side - 1) / 2
    centred_from_patch = np.array(
        [[step_x, 0, first * step_x], [0, step_y, first * step_y], [0, 0, 1]]
    )
    card_from_centred = np.array(
        [
            [cosine, -sine, centre_x + pose.right_mm],
            [sine, cosine, centre_y + pose.down_mm],
            [0, 0, 1],
        ]
    )
    patch = cv2.warpPerspective(
        gray,
        image_from_card_mm(corners_px, inset_mm, size_wh) @ card_from_centred @ centred_from_patch,
        (side, side),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(patch, dtype=np.float32)


def _halved(image: _Floats) -> _Floats:
    """Every 2 x 2 block's mean."""
    half = cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return np.asarray(half, dtype=np.float32)


def _best_place(patch: _Floats, common: _Floats) -> tuple[float, tuple[int, int]]:
    """Best correlation of a template in a patch, and its left and top."""
    scores = cv2.matchTemplate(patch, common, cv2.TM_CCOEFF_NORMED)
    scores = np.nan_to_num(scores, nan=-1.0, posinf=-1.0, neginf=-1.0)
    _, best, _, where = cv2.minMaxLoc(scores)
    return float(best), (int(where[0]), int(where[1]))


def match_tags(places: Sequence[TagPlace], bank: TagBank) -> list[TagMatch]:
    """Compare tags that were found with every tag of the deck.

    Args:
        places: One a cell.
        bank: The deck in play.

    Returns:
        One match a place, good or bad: the caller judges.
    """
    if not places:
        return []
    first = np.stack([_sampled(place, _NO_NUDGE, bank)[0] for place in places])
    scores = np.max(
        [
            _without(first, shared) @ rows.T
            for rows, shared in zip(bank.rows, bank.shared, strict=True)
        ],
        axis=0,
    )
    shortlists = np.argsort(-scores, axis=1)[:, :_SHORTLIST]
    return [
        _match_closely(place, shortlist, bank)
        for place, shortlist in zip(places, shortlists, strict=True)
    ]


_NUDGES = np.array([(down, right) for down in range(-3, 4) for right in range(-3, 4)])
"""Quarter modules: the coarse place is good to half a module."""

_NO_NUDGE = np.zeros((1, 2), dtype=int)


def _match_closely(place: TagPlace, shortlist: NDArray[np.intp], bank: TagBank) -> TagMatch:
    """The best of a few candidates, each at its best place and blur."""
    vectors = _sampled(place, _NUDGES, bank)
    best_of = np.max(
        [
            (_without(vectors, shared) @ rows[shortlist].T).max(axis=0)
            for rows, shared in zip(bank.rows, bank.shared, strict=True)
        ],
        axis=0,
    )
    order = np.argsort(-best_of)
    return TagMatch(
        piece=bank.pieces[int(shortlist[order[0]])],
        correlation=float(best_of[order[0]]),
        margin=float(best_of[order[0]] - best_of[order[1]]),
        place=place.place,
    )


def _sampled(place: TagPlace, nudges: NDArray[np.int_], bank: TagBank) -> _Floats:
    """The data modules of a patch at several places, shape `(nudges, samples)`, normalised."""
    # The mean of each 2 x 2 block is one sample of the bank's raster.
    blocks = cv2.boxFilter(place.patch, -1, (_FINE, _FINE), anchor=(0, 0))
    rows, cols = np.nonzero(bank.is_data)
    most = place.patch.shape[0] - TAG_MODULES * _SAMPLES * _FINE
    starts = np.clip(np.array(place.at) + nudges, 0, most)
    samples = blocks[starts[:, :1] + rows[None, :] * _FINE, starts[:, 1:] + cols[None, :] * _FINE]
    return _normalised(np.asarray(samples, dtype=np.float32))
