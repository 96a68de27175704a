"""Cut lines for a cutting machine: one SVG a sheet, in millimetres, the page's own origin."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from printables.press import Manifest

Segment = tuple[float, float, float]
"""Where the line stands, where it begins, where it ends."""


def cut_lines(manifest: Manifest) -> list[tuple[int, str]]:
    """The cuts of every sheet that has pieces, read from its front page.

    An edge that two pieces share is cut once.

    Returns:
        Page number, from 0, and SVG.
    """
    sheets: dict[int, list[dict[str, Any]]] = {}
    for piece in manifest["pieces"]:
        sheets.setdefault(piece["page"], []).append(piece)
    return [
        (page, _svg(manifest["pages"][page], pieces))
        for page, pieces in sheets.items()
        if not _is_back(page, sheets)
    ]


def _is_back(page: int, sheets: dict[int, list[dict[str, Any]]]) -> bool:
    # A back page has the same pieces as the page before it, by their other side.
    before = sheets.get(page - 1, [])
    ids, ids_before = ([piece["id"] for piece in each] for each in (sheets[page], before))
    faces, faces_before = ([piece["face"] for piece in each] for each in (sheets[page], before))
    kinds = {piece["kind"] for piece in sheets[page]}
    if not kinds <= {"card", "cover_card", "key_card"} or page % 2 == 0:
        return False
    return ids == ids_before and (faces != faces_before or kinds == {"cover_card"})


def _svg(page: dict[str, Any], pieces: list[dict[str, Any]]) -> str:
    upright: list[Segment] = []
    level: list[Segment] = []
    for piece in pieces:
        left, top = piece["x_mm"], piece["y_mm"]
        right, bottom = left + piece["w_mm"], top + piece["h_mm"]
        upright += [(left, top, bottom), (right, top, bottom)]
        level += [(top, left, right), (bottom, left, right)]
    lines = [f"M{_n(x)} {_n(a)}V{_n(b)}" for x, a, b in _joined(upright)]
    lines += [f"M{_n(a)} {_n(y)}H{_n(b)}" for y, a, b in _joined(level)]
    width, height = _n(page["width_mm"]), _n(page["height_mm"])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
        f'viewBox="0 0 {width} {height}">'
        f'<path d="{"".join(lines)}" fill="none" stroke="red" stroke-width="0.1"/></svg>\n'
    )


def _joined(segments: Iterable[Segment]) -> list[Segment]:
    joined: list[Segment] = []
    for at, begin, end in sorted((round(a, 3), round(b, 3), round(e, 3)) for a, b, e in segments):
        if joined and joined[-1][0] == at and begin <= joined[-1][2] + 0.001:
            joined[-1] = (at, joined[-1][1], max(end, joined[-1][2]))
        else:
            joined.append((at, begin, end))
    return joined


def _n(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")
