"""Outlines in millimetres: what a drawing is made of, without a word about PDF."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.deck.geometry import BoxMm

Step = tuple[str, tuple[float, ...]]
"""`m` and `l` with x, y; `c` with two control points and the end; `h` closes."""

ROUND = 0.5522847498
"""Control point distance of a quarter circle's best cubic."""


@dataclass(frozen=True, slots=True)
class Outline:
    """Closed or open lines and curves; x to the right, y down."""

    steps: tuple[Step, ...]

    def __add__(self, other: Outline) -> Outline:
        return Outline(self.steps + other.steps)

    def moved(self, x: float, y: float, scale: float = 1.0) -> Outline:
        """The outline scaled about its origin, then moved."""
        return Outline(
            tuple(
                (
                    step,
                    tuple(value * scale + (y if at % 2 else x) for at, value in enumerate(values)),
                )
                for step, values in self.steps
            )
        )


def polygon(points: Sequence[tuple[float, float]]) -> Outline:
    """A closed polygon."""
    steps: list[Step] = [("m", points[0])]
    steps += [("l", point) for point in points[1:]]
    return Outline((*steps, ("h", ())))


def rectangle(box: BoxMm) -> Outline:
    """A box as an outline."""
    right, bottom = box.x_mm + box.w_mm, box.y_mm + box.h_mm
    return polygon([(box.x_mm, box.y_mm), (right, box.y_mm), (right, bottom), (box.x_mm, bottom)])


def rounded(box: BoxMm, radius_mm: float) -> Outline:
    """A box with round corners."""
    left, top, r = box.x_mm, box.y_mm, radius_mm
    right, bottom, k = left + box.w_mm, top + box.h_mm, radius_mm * (1 - ROUND)
    return Outline(
        (
            ("m", (left + r, top)),
            ("l", (right - r, top)),
            ("c", (right - k, top, right, top + k, right, top + r)),
            ("l", (right, bottom - r)),
            ("c", (right, bottom - k, right - k, bottom, right - r, bottom)),
            ("l", (left + r, bottom)),
            ("c", (left + k, bottom, left, bottom - k, left, bottom - r)),
            ("l", (left, top + r)),
            ("c", (left, top + k, left + k, top, left + r, top)),
            ("h", ()),
        )
    )


def disc(x: float, y: float, radius: float) -> Outline:
    """A full circle."""
    return rounded(BoxMm(x - radius, y - radius, 2 * radius, 2 * radius), radius)


def diamond(x: float, y: float, radius: float) -> Outline:
    """A square on its tip."""
    return polygon([(x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y)])


def square(x: float, y: float, radius: float) -> Outline:
    """An upright square, `radius` from its centre to its sides."""
    return rectangle(BoxMm(x - radius, y - radius, 2 * radius, 2 * radius))


def cross(x: float, y: float, radius: float, thickness: float = 0.36) -> Outline:
    """A saltire: two bars from corner to corner, `thickness` of the radius wide."""
    long, half = radius * math.sqrt(2), radius * thickness / 2
    turned = math.sqrt(0.5)
    corners = [
        (-long, -half), (-half, -half), (-half, -long), (half, -long), (half, -half), (long, -half),
        (long, half), (half, half), (half, long), (-half, long), (-half, half), (-long, half),
    ]  # fmt: skip
    return polygon([(x + (a - b) * turned, y + (a + b) * turned) for a, b in corners])


def dark_modules(modules: Sequence[Sequence[bool]], box: BoxMm) -> Outline:
    """The dark part of a square code as outlines of its connected areas.

    Neighbouring modules share no edge inside an area, so that no renderer and no printer shows a
    hairline between them. Fill it by the even-odd rule.
    """
    side = len(modules)
    module_mm = box.w_mm / side

    def is_dark(row: int, col: int) -> bool:
        return 0 <= row < side and 0 <= col < side and modules[row][col]

    # Every edge between dark and light runs with the dark on its right.
    ways: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for row in range(side):
        for col in range(side):
            if not modules[row][col]:
                continue
            corners = [(col, row), (col + 1, row), (col + 1, row + 1), (col, row + 1)]
            across = [(row - 1, col), (row, col + 1), (row + 1, col), (row, col - 1)]
            for at, (other_row, other_col) in enumerate(across):
                if not is_dark(other_row, other_col):
                    ways.setdefault(corners[at], []).append(corners[(at + 1) % 4])
    steps: list[Step] = []
    while ways:
        start = next(iter(ways))
        points = list(_loop(ways, start))
        turns = [
            point
            for before, point, after in zip(
                points[-1:] + points[:-1], points, points[1:] + points[:1], strict=True
            )
            if (before[0] == point[0]) != (point[0] == after[0])
        ]
        steps += polygon(
            [(box.x_mm + col * module_mm, box.y_mm + row * module_mm) for col, row in turns]
        ).steps
    return Outline(tuple(steps))


def _loop(
    ways: dict[tuple[int, int], list[tuple[int, int]]], start: tuple[int, int]
) -> Iterable[tuple[int, int]]:
    at = start
    while True:
        yield at
        ends = ways[at]
        following = ends.pop()
        if not ends:
            del ways[at]
        at = following
        if at == start:
            return
