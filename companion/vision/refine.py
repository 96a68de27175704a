"""Outlines moved to the edges that are really there."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from companion.vision.gradient import GradientField, side_support

_Floats = NDArray[np.float64]

_PLACES = np.linspace(0.12, 0.88, 17)
_STEP_PX = 0.5
_CLEAR = 0.35
_LEAST_PLACES = 6
_ROUNDS = 5
_STEEPEST = 0.12


def refine_outlines(
    field: GradientField, quads_px: _Floats, reach_px: NDArray[np.float64]
) -> _Floats:
    """Move each side of each outline to the best edge near it.

    Args:
        field: The picture's gradients.
        quads_px: float64, shape `(n, 4, 2)`.
        reach_px: float64, shape `(n,)`: how far a side may move.

    Returns:
        float64, shape `(n, 4, 2)`; an outline that would move more than two and a half times its
        reach stays as it was.
    """
    refined = quads_px
    for part in (1.0, 0.5):
        refined = _once(field, refined, reach_px * part)
    moved = np.abs(refined - quads_px).max(axis=(1, 2))
    return np.where((moved <= 2.5 * reach_px)[:, None, None], refined, quads_px)


_NUDGES = (-0.07, -0.035, 0.0, 0.035, 0.07)
_NUDGED_TURNS = (-0.07, 0.0, 0.07)
"""In card widths and radians: covers are laid up to 4 mm and 6 degrees off their card."""

_STAYS = 0.05
"""An outline stays where it was unless edges support another by so much more."""


def nudged_outlines(field: GradientField, quads_px: _Floats) -> _Floats:
    """Move whole outlines, without changing their shape, to where edges support them best.

    Args:
        field: The picture's gradients.
        quads_px: float64, shape `(n, 4, 2)`.
    """
    centers = quads_px.mean(axis=1, keepdims=True)
    across = (quads_px[:, 1] + quads_px[:, 2] - quads_px[:, 0] - quads_px[:, 3]) / 2
    width = np.linalg.norm(across, axis=1)[:, None, None]
    tried = [quads_px]
    for turn in _NUDGED_TURNS:
        cosine, sine = np.cos(turn), np.sin(turn)
        turned = (quads_px - centers) @ np.array([[cosine, sine], [-sine, cosine]])
        tried += [centers + turned + width * np.array([dx, dy]) for dx in _NUDGES for dy in _NUDGES]
    every = np.stack(tried)
    sides = side_support(field, every.reshape(-1, 4, 2)).reshape(*every.shape[:2], 4)
    support = sides.sum(axis=2) / 5 + sides.min(axis=2) / 5
    support[1:] -= _STAYS
    best = support.argmax(axis=0)
    return np.asarray(every[best, np.arange(len(quads_px))], dtype=np.float64)


def _once(field: GradientField, quads_px: _Floats, reach_px: _Floats) -> _Floats:
    along = np.roll(quads_px, -1, axis=1) - quads_px
    length = np.linalg.norm(along, axis=-1, keepdims=True) + 1e-6
    normal = np.stack([along[..., 1], -along[..., 0]], axis=-1) / length
    steps = np.arange(-1.0, 1.0 + 1e-9, _STEP_PX / max(float(reach_px.max()), _STEP_PX))
    offsets = reach_px[:, None] * steps[None]  # (n, o)
    on_side = quads_px[:, :, None] + along[:, :, None] * _PLACES[None, None, :, None]
    points = on_side[:, :, :, None] + normal[:, :, None, None] * offsets[:, None, None, :, None]
    change = np.minimum(field.across(points, normal[:, :, None, None]), 1.5)
    change = change * (1 - 0.35 * np.abs(steps))
    best = np.argmax(change, axis=-1)
    strength = np.take_along_axis(change, best[..., None], axis=-1)[..., 0]
    found = np.take_along_axis(
        np.broadcast_to(offsets[:, None, None], change.shape), best[..., None], axis=-1
    )[..., 0]
    usable = strength > _CLEAR
    shift, slope = _fit_lines(found, np.where(usable, strength, 0.0))
    enough = usable.sum(axis=-1) >= _LEAST_PLACES
    shift, slope = np.where(enough, shift, 0.0), np.where(enough, slope, 0.0)
    steepest = _STEEPEST * length[..., 0]
    slope = np.clip(slope, -steepest, steepest)
    start = quads_px + normal * (shift - 0.5 * slope)[..., None]
    direction = along + normal * slope[..., None]
    return _crossings(start, direction, quads_px)


def _fit_lines(offset: _Floats, weight: _Floats) -> tuple[_Floats, _Floats]:
    """Offset against place, straight lines, strays counting less; shapes `(n, 4)`."""
    place = _PLACES - 0.5
    now = weight
    shift = slope = np.zeros(offset.shape[:-1])
    for _ in range(_ROUNDS):
        total = now.sum(axis=-1) + 1e-9
        x, y = (now * place).sum(axis=-1) / total, (now * offset).sum(axis=-1) / total
        dx, dy = place - x[..., None], offset - y[..., None]
        slope = (now * dx * dy).sum(axis=-1) / ((now * dx**2).sum(axis=-1) + 1e-6)
        shift = y - slope * x
        stray = offset - shift[..., None] - slope[..., None] * place
        now = weight / (1 + (stray / 1.2) ** 2)
    return shift, slope


def _crossings(start: _Floats, direction: _Floats, before: _Floats) -> _Floats:
    """Corners where each side's line meets the one before it."""
    previous, previous_way = np.roll(start, 1, axis=1), np.roll(direction, 1, axis=1)
    cross = previous_way[..., 0] * direction[..., 1] - previous_way[..., 1] * direction[..., 0]
    lengths = np.linalg.norm(previous_way, axis=-1) * np.linalg.norm(direction, axis=-1)
    offset = start - previous
    far = (offset[..., 0] * direction[..., 1] - offset[..., 1] * direction[..., 0]) / np.where(
        np.abs(cross) < 1e-9, 1e-9, cross
    )
    corners = previous + previous_way * far[..., None]
    is_sound = (np.abs(cross) > 0.2 * lengths).all(axis=1)
    return np.where(is_sound[:, None, None], corners, before)
