from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

PALETTE = Path("companion/deck/palette.py")
FOLDERS = ("companion", "calibration", "printables")
# Drawings that others made (pictograms) are package data and keep their own colours.
LOOKED_AT = frozenset({".py", ".css", ".js", ".html"})

# `&#8217;` is a letter, `#/path` and `#name` are places in a page; a colour has 3, 4, 6 or 8
# hexadecimal digits and then ends. `rgb(var(--ink))` is no colour of its own, `rgb(12 3 4)` is.
COLOR = re.compile(
    r"(?<![&\w/])#(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{6}|[0-9a-fA-F]{3,4})(?![\w-])"
    r"|\b(?:rgb|hsl|oklch|lab)a?\(\s*[\d.]"
)


def colors_outside_the_palette(root: Path) -> Iterator[str]:
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            name = path.relative_to(root)
            if path.suffix not in LOOKED_AT or name == PALETTE:
                continue
            for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
                # An example in a docstring is run against the palette, so it cannot drift.
                if line.lstrip().startswith(">>>"):
                    continue
                for color in COLOR.findall(line):
                    yield f"{name.as_posix()}:{number} {color}"


def test_every_color_lives_in_the_palette(repository: Path) -> None:
    assert list(colors_outside_the_palette(repository)) == []


@pytest.mark.parametrize(
    ("name", "text"),
    [
        pytest.param("companion/web/static/page.css", "a { color: #fff; }", id="short"),
        pytest.param("companion/web/static/page.css", "a{color:#E25413}", id="long"),
        pytest.param("printables/cards.py", 'INK = "#1a1a1c80"', id="with-alpha"),
        pytest.param("companion/web/static/live.js", "x.style.color = 'rgb(1, 2, 3)'", id="rgb"),
    ],
)
def test_palette_check_finds_a_planted_color(
    plant: Callable[[str, str], Path], tmp_path: Path, name: str, text: str
) -> None:
    plant(name, text)

    assert [found.partition(":")[0] for found in colors_outside_the_palette(tmp_path)] == [name]


@pytest.mark.parametrize(
    "text", ["<p>It&#8217;s</p>", '<a href="#top">', "a:#12 is a number", "color: var(--ink)"]
)
def test_palette_check_leaves_other_hashes_alone(
    plant: Callable[[str, str], Path], tmp_path: Path, text: str
) -> None:
    plant("companion/web/templates/page.html", text)

    assert list(colors_outside_the_palette(tmp_path)) == []
