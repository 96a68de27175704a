"""Candidate outlines of cards of any kind, without a frame line to look for.

Two cues are asked, since each fails where the other works: pairs of parallel line segments, whose
end sides slide to the best edge, and closed contours of even patches.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.gradient import GradientField, rim_unevenness, side_support
from companion.vision.quads import Outlines, fit_sides

_Floats = NDArray[np.float64]

_AREA_SHARE = (0.0007, 0.045)
"""A card's share of the picture: a board that fills a tenth of it, to one that fills it wholly."""

_SEGMENT_SHARE = (0.02, 0.25)
_MOST_SEGMENTS = 700
_MOST_PAIRS = 6000
_LEAST_SCORE = 0.42
_RIM_WEIGHT = 0.8


def detect_rectangles(lightness: NDArray[np.uint8], field: GradientField) -> Outlines:
    """Find what may be cards.

    Args:
        lightness: uint8, shape `(H, W)`: where segments and contours are looked for.
        field: The picture's gradients, same size.

    Returns:
        Outlines at the cards' own edges, the best of each place, with their quality.
    """
    quads = np.concatenate([_from_segments(lightness, field), _from_contours(lightness)])
    if len(quads) == 0:
        return Outlines(np.zeros((0, 4, 2)), np.zeros(0))
    support = side_support(field, quads)
    score = (support.sum(axis=1) + support.min(axis=1)) / 5
    hopeful = score > _LEAST_SCORE
    quads, score = quads[hopeful], score[hopeful]
    if len(quads) == 0:
        return Outlines(np.zeros((0, 4, 2)), np.zeros(0))
    score = score - _RIM_WEIGHT * 0.5 * rim_unevenness(field, quads)
    kept = best_of_each_place(quads, score)
    return Outlines(quads[kept], np.zeros(len(kept)), score[kept])


def _from_segments(lightness: NDArray[np.uint8], field: GradientField) -> _Floats:
    """Rectangles from pairs of parallel segments."""
    longest = max(lightness.shape)
    area = lightness.shape[0] * lightness.shape[1]
    found = cv2.createLineSegmentDetector(cv2.LSD_REFINE_NONE).detect(lightness)[0]
    if found is None:
        return np.zeros((0, 4, 2))
    ends = np.asarray(found, dtype=np.float64).reshape(-1, 2, 2)
    length = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)
    usable = (length > _SEGMENT_SHARE[0] * longest) & (length < _SEGMENT_SHARE[1] * longest)
    order = np.argsort(-length[usable])[:_MOST_SEGMENTS]
    ends, length = ends[usable][order], length[usable][order]
    if len(ends) < 2:
        return np.zeros((0, 4, 2))
    along = (ends[:, 1] - ends[:, 0]) / length[:, None]
    middle = ends.mean(axis=1)
    normal = np.stack([-along[:, 1], along[:, 0]], axis=1)
    offset = middle[None] - middle[:, None]
    slide = np.einsum("ijk,ik->ij", offset, along)
    apart = np.einsum("ijk,ik->ij", offset, normal)
    crossing = np.abs(along[:, None, 0] * along[None, :, 1] - along[:, None, 1] * along[None, :, 0])
    half = length / 2
    overlap = np.minimum(half[:, None], slide + half[None]) - np.maximum(
        -half[:, None], slide - half[None]
    )
    # The first of a pair is the longer one; the other may be broken.
    fits = (
        (crossing < 0.14)
        & (length[:, None] >= length[None])
        & (overlap > 0.5 * length[None])
        & (overlap > 0.3 * length[:, None])
    )
    fits &= (np.abs(apart) > 0.25 * length[:, None]) & (np.abs(apart) < 2.2 * length[:, None])
    box = length[:, None] * np.abs(apart)
    fits &= (box > _AREA_SHARE[0] * area) & (box < _AREA_SHARE[1] * area)
    first, second = np.nonzero(fits)
    if len(first) == 0:
        return np.zeros((0, 4, 2))
    if len(first) > _MOST_PAIRS:
        # Pairs of long segments that overlap most.
        rank = np.argsort(-overlap[first, second])[:_MOST_PAIRS]
        first, second = first[rank], second[rank]
    turned = np.where((along[first] * along[second]).sum(axis=1) < 0, -1.0, 1.0)
    other_along = along[second] * turned[:, None]
    shift = slide[first, second]
    low = np.minimum(-half[first], shift - half[second])
    high = np.maximum(half[first], shift + half[second])
    return _close_ends(field, middle[first], along[first], middle[second], other_along, low, high)


def _close_ends(
    field: GradientField,
    middle: _Floats,
    along: _Floats,
    other_middle: _Floats,
    other_along: _Floats,
    low: _Floats,
    high: _Floats,
) -> _Floats:
    """Slide the two missing sides of each pair to the best edge."""
    reach = high - low
    ends: list[tuple[_Floats, _Floats]] = []
    clear = np.ones(len(middle), dtype=bool)
    offset = ((other_middle - middle) * along).sum(axis=1)
    cosine = np.maximum((other_along * along).sum(axis=1), 0.5)
    places = (np.arange(8) + 0.5) / 8 * 0.8 + 0.1
    for base in (low, high):
        best, best_at = np.full(len(middle), -1.0), base.copy()
        for share in np.linspace(-0.16, 0.16, 11):
            at = base + share * reach
            here = middle + along * at[:, None]
            there = other_middle + other_along * ((at - offset) / cosine)[:, None]
            across = there - here
            normals = np.stack([across[:, 1], -across[:, 0]], axis=1)
            normals = normals / (np.linalg.norm(normals, axis=1, keepdims=True) + 1e-6)
            points = here[:, None] + across[:, None] * places[None, :, None]
            change = np.minimum(field.across(points, normals[:, None]), 1.0).mean(axis=1)
            change = change - 0.1 * abs(share)
            better = change > best
            best, best_at = np.where(better, change, best), np.where(better, at, best_at)
        clear &= best > 0.35
        ends.append(
            (
                middle + along * best_at[:, None],
                other_middle + other_along * ((best_at - offset) / cosine)[:, None],
            )
        )
    (a, d), (b, c) = ends
    quads = np.stack([a, b, c, d], axis=1)[clear]
    return _clockwise(quads)


def _clockwise(quads: _Floats) -> _Floats:
    """Wind every quad clockwise as seen (y down)."""
    following = np.roll(quads, -1, axis=1)
    area = (quads[..., 0] * following[..., 1] - following[..., 0] * quads[..., 1]).sum(axis=1)
    return np.where((area > 0)[:, None, None], quads, quads[:, ::-1])


def _from_contours(lightness: NDArray[np.uint8]) -> _Floats:
    """Closed contours that are straight quads."""
    soft = cv2.GaussianBlur(lightness, (0, 0), 1.0)
    height, width = soft.shape
    area = height * width
    light = cv2.adaptiveThreshold(soft, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, 41, -4)
    quads = []
    for mask in (light,):
        contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
        for contour in contours:
            if len(contour) < 60:
                continue
            x, y, w, h = cv2.boundingRect(contour)
            if x <= 1 or y <= 1 or x + w >= width - 1 or y + h >= height - 1:
                continue
            hull = cv2.convexHull(contour)
            hull_area = cv2.contourArea(hull)
            if not _AREA_SHARE[0] * area < hull_area < _AREA_SHARE[1] * area:
                continue
            if cv2.contourArea(contour) < 0.8 * hull_area:
                continue
            quad = _straight_quad(
                np.asarray(contour, dtype=np.int32).reshape(-1, 2),
                np.asarray(hull, dtype=np.int32),
            )
            if quad is not None:
                quads.append(quad)
    return _clockwise(np.array(quads)) if quads else np.zeros((0, 4, 2))


def _straight_quad(contour: NDArray[np.int32], hull: NDArray[np.int32]) -> _Floats | None:
    """The sharp-cornered quad of a contour with straight sides: cloth dots have none."""
    perimeter = cv2.arcLength(hull, True)
    corners = None
    for share in (0.03, 0.05, 0.08):
        simple = cv2.approxPolyDP(hull, share * perimeter, True)
        if len(simple) == 4:
            corners = simple.reshape(4, 2)
            break
        if len(simple) < 4:
            return None
    if corners is None:
        return None
    if cv2.contourArea(corners, True) < 0:
        corners = corners[::-1]
    quad = fit_sides(contour, np.asarray(corners, dtype=np.int32))
    area = cv2.contourArea(quad.astype(np.float32))
    if not 0.92 < area / max(cv2.contourArea(hull), 1) < 1.15:
        return None
    return quad if cv2.isContourConvex(quad.astype(np.float32).reshape(-1, 1, 2)) else None


def best_of_each_place(quads: _Floats, score: _Floats, most: int = 220) -> NDArray[np.intp]:
    """Of outlines that nearly agree, the one with the best score."""
    centers = quads.mean(axis=1)
    sides = np.linalg.norm(quads - np.roll(quads, -1, axis=1), axis=-1)
    across = np.minimum(sides[:, 0] + sides[:, 2], sides[:, 1] + sides[:, 3]) / 2
    area = 0.5 * np.abs(
        (quads[..., 0] * np.roll(quads[..., 1], -1, axis=1)).sum(axis=1)
        - (np.roll(quads[..., 0], -1, axis=1) * quads[..., 1]).sum(axis=1)
    )
    kept: list[int] = []
    for candidate in np.argsort(-score):
        if len(kept) >= most:
            break
        others = np.array(kept, dtype=int)
        near = (
            np.linalg.norm(centers[others] - centers[candidate], axis=1) < 0.08 * across[candidate]
        )
        alike = np.abs(np.log(area[others] / area[candidate])) < 0.15
        if not (near & alike).any():
            kept.append(int(candidate))
    return np.array(kept, dtype=np.intp)
