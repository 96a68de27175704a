"""The pictures that come with the program: SVG drawings by name (PICTOGRAMS-LICENSE.txt)."""

from __future__ import annotations

import functools
import json
from pathlib import Path

VIEW_SIDE = 32
"""Every pictogram is drawn on a square of 32 x 32 units."""

CREDIT = "Pictures: Fluent Emoji by Microsoft, MIT licence"
"""What is printed wherever the pictures' source is named."""


@functools.cache
def pictogram_bodies() -> dict[str, str]:
    """Every pictogram's SVG elements (without the outer `svg` element) by name."""
    text = Path(__file__).with_name("pictograms.json").read_text(encoding="utf-8")
    bodies: dict[str, str] = json.loads(text)
    return bodies


def pictogram_svg(name: str) -> str | None:
    """A whole SVG picture, or None when there is no pictogram of that name.

    Example:
        >>> pictogram_svg("doughnut")[:60]
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">'
    """
    body = pictogram_bodies().get(name)
    if body is None:
        return None
    view = f"0 0 {VIEW_SIDE} {VIEW_SIDE}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">{body}</svg>'
