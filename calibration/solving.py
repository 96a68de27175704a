"""The least squares behind a lens: plain to full models, and how far two lenses differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.homography import carry
from companion.vision.profile import Intrinsics

_Floats = NDArray[np.float64]
Pair = tuple[_Floats, _Floats]
"""One view: corners on the target, mm, and in the picture, px; each float64, shape `(n, 2)`."""

_SQUARE_PIXELS = cv2.CALIB_FIX_ASPECT_RATIO | cv2.CALIB_FIX_K3
_MODELS = (
    (_SQUARE_PIXELS | cv2.CALIB_ZERO_TANGENT_DIST, 5, 0.0),
    (cv2.CALIB_FIX_K3, 8, 12.0),
    (0, 9, 60.0),
)
"""Square pixels with k1 and k2; pixels of any shape, and tangential; k3 too.

With how many parameters each, and by how many times the noise it has to lower the sum of squares
for each of them. A chi square of 12 comes by chance once in 2,000. On synthetic cameras without k3,
a k3 that explained 20 times the noise doubled the error in the picture's corners."""

_STOP = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 60, 1e-7)
_GRID = 13
_ASPECT_STEP = 0.01
_WORTH_ANOTHER_SHAPE = 48.0


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """A lens, and what is left.

    Attributes:
        lens: The lens.
        errors_px: Per view, float64, shape `(n, 2)`; None for views that were left out.
    """

    lens: Intrinsics
    errors_px: tuple[_Floats | None, ...]

    @property
    def squares(self) -> float:
        """Sum of squares of what is left, px^2."""
        return float(sum((errors**2).sum() for errors in self.errors_px if errors is not None))

    @property
    def count(self) -> int:
        """How many coordinates were seen."""
        return sum(errors.size for errors in self.errors_px if errors is not None)

    @property
    def rms_px(self) -> float:
        """Root mean square of what is left, over corners."""
        return float(np.sqrt(2 * self.squares / max(self.count, 1)))

    @property
    def view_rms_px(self) -> tuple[float | None, ...]:
        """The same of each view."""
        return tuple(
            None if errors is None else float(np.sqrt((errors**2).sum(axis=1).mean()))
            for errors in self.errors_px
        )


def fit_lens(
    pairs: Sequence[Pair], size_wh: tuple[int, int], is_in: Sequence[bool] | None = None
) -> Solution:
    """Fit the plainest lens that explains the views.

    Args:
        pairs: The views.
        size_wh: Size of the pictures.
        is_in: Which of them are used; None for all.

    Raises:
        cv2.error: They fit no lens.
    """
    used = [True] * len(pairs) if is_in is None else list(is_in)
    solutions = []
    for flags, parameters, worth in _MODELS:
        try:
            solutions.append((_fit(pairs, size_wh, used, flags), parameters, worth))
        except cv2.error:
            if not solutions:
                raise
    fullest = min((each[0] for each in solutions), key=lambda each: each.squares)
    noise = fullest.squares / max(fullest.count, 1)
    best, best_parameters, _ = solutions[0]
    for solution, parameters, worth in solutions[1:]:
        gained = best.squares - solution.squares
        needed = worth * noise * (parameters - best_parameters)
        if gained > needed and not is_folded(solution.lens):
            best, best_parameters = solution, parameters
    return best


def _fit(
    pairs: Sequence[Pair], size_wh: tuple[int, int], used: Sequence[bool], flags: int
) -> Solution:
    chosen = [pair for pair, is_used in zip(pairs, used, strict=True) if is_used]
    boards = [
        np.column_stack([board, np.zeros(len(board))]).astype(np.float32) for board, _ in chosen
    ]
    seen = [corners.astype(np.float32) for _, corners in chosen]
    focal_px = 0.85 * size_wh[0]
    start = np.array(
        [[focal_px, 0, (size_wh[0] - 1) / 2], [0, focal_px, (size_wh[1] - 1) / 2], [0, 0, 1.0]]
    )
    _, matrix, distortion, turns, shifts = cv2.calibrateCamera(
        boards,
        seen,
        size_wh,
        start,
        np.zeros(5),
        flags=flags | cv2.CALIB_USE_INTRINSIC_GUESS,
        criteria=_STOP,
    )
    if not (np.isfinite(matrix).all() and np.isfinite(distortion).all() and matrix[0, 0] > 1):
        raise cv2.error("the solution is no lens")
    k1, k2, p1, p2, k3 = (float(value) for value in np.reshape(distortion, -1)[:5])
    lens = Intrinsics(
        size_wh,
        (float(matrix[0, 0]), float(matrix[1, 1])),
        (float(matrix[0, 2]), float(matrix[1, 2])),
        (k1, k2, p1, p2, k3),
    )
    found = iter(zip(boards, seen, turns, shifts, strict=True))
    errors: list[_Floats | None] = []
    for is_used in used:
        if not is_used:
            errors.append(None)
            continue
        board, corners, turn, shift = next(found)
        again, _ = cv2.projectPoints(board, turn, shift, lens.matrix, np.array(lens.distortion))
        errors.append(np.asarray(again, np.float64).reshape(-1, 2) - corners)
    return Solution(lens, tuple(errors))


def aspect_of_target(
    pairs: Sequence[Pair], size_wh: tuple[int, int], solution: Solution
) -> tuple[float, bool]:
    """Height over width of the target's squares, from the views themselves.

    Pixels of cameras are square, and so a target that is not shows: with square pixels asked for,
    the sum of squares is a parabola over the squares' shape.

    Args:
        pairs: The views.
        size_wh: Size of the pictures.
        solution: The lens that was found with square squares.

    Returns:
        The shape, and whether it explains the views clearly better than square squares do.
    """
    shapes = np.array([1 - _ASPECT_STEP, 1.0, 1 + _ASPECT_STEP])
    try:
        for _ in range(2):
            squares = [_squares_at(pairs, size_wh, float(shape)) for shape in shapes]
            left, middle, right = squares
            bend = left - 2 * middle + right
            if bend <= 0:
                return 1.0, False
            step = (shapes[1] - shapes[0]) * (left - right) / (2 * bend)
            best = float(shapes[1] + np.clip(step, -0.06, 0.06))
            shapes = best + np.array([-0.005, 0.0, 0.005])
        least = _squares_at(pairs, size_wh, best)
    except cv2.error:
        return 1.0, False
    noise = least / max(solution.count, 1)
    return best, solution.squares - least > _WORTH_ANOTHER_SHAPE * noise


def _squares_at(pairs: Sequence[Pair], size_wh: tuple[int, int], shape: float) -> float:
    stretched = [(board * (1.0, shape), seen) for board, seen in pairs]
    return _fit(stretched, size_wh, [True] * len(pairs), _SQUARE_PIXELS).squares


def is_folded(lens: Intrinsics) -> bool:
    """Whether the lens bends back inside the picture: two places would be seen in one."""
    k1, k2, _, _, k3 = lens.distortion
    corner = (np.array(lens.size_wh) / lens.focal_xy_px) / 2
    seen = float(np.linalg.norm(corner))
    # Out to where the picture's corner lies, distorted or not, whichever is further.
    r = np.linspace(0, seen, 200)
    slope = 1 + 3 * k1 * r**2 + 5 * k2 * r**4 + 7 * k3 * r**6
    reached = r * (1 + k1 * r**2 + k2 * r**4 + k3 * r**6)
    return bool(slope.min() <= 0.05 or (reached.max() < 0.98 * seen and _turns_back(lens, seen)))


def _turns_back(lens: Intrinsics, seen: float) -> bool:
    """Whether no ray reaches the picture's corner."""
    k1, k2, _, _, k3 = lens.distortion
    r = np.linspace(0, 2.5 * seen, 500)
    slope = 1 + 3 * k1 * r**2 + 5 * k2 * r**4 + 7 * k3 * r**6
    rising = np.argmax(slope <= 0) if (slope <= 0).any() else len(r)
    reached = (r * (1 + k1 * r**2 + k2 * r**4 + k3 * r**6))[:rising]
    return bool(reached.max(initial=0.0) < seen)


def projection_difference_px(first: Intrinsics, second: Intrinsics, *, over: float = 1.0) -> float:
    """The most that two lenses differ in a picture of a plane, wherever the plane lies.

    A table's plane is found anew with every lens, so that only what no homography takes up counts.

    Args:
        first: One lens.
        second: Another, for the same size.
        over: Share of the picture, from its middle, that is looked at.
    """
    width, height = first.size_wh
    x = (width - 1) / 2 * (1 + over * np.linspace(-1, 1, _GRID))
    y = (height - 1) / 2 * (1 + over * np.linspace(-1, 1, _GRID))
    seen = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
    one, other = first.undistort(seen), second.undistort(seen)
    fitted, _ = cv2.findHomography(one, other)
    if fitted is None:
        return float("inf")
    return float(np.linalg.norm(carry(one, np.asarray(fitted, np.float64)) - other, axis=1).max())
