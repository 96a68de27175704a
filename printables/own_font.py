"""A font of people's own: any script, written the way it joins, as outlines."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from pathlib import Path
from typing import Any

import uharfbuzz

from companion.deck.palette import Color
from companion.errors import UsageError
from printables.outline import Outline, Step
from printables.pdf import Align, Pen, Weight

_LARGEST_FILE = 64 * 1024 * 1024


class OwnFont:
    """A TrueType or OpenType font file.

    Words are shaped (Arabic letters join, Indian ones reorder) and drawn as outlines, so that the
    font itself need not go into the file, and its licence need not allow that.

    Args:
        path: The font file; of a collection the first font.

    Raises:
        UsageError: It is no font.
    """

    def __init__(self, path: Path) -> None:
        self.name = path.name
        try:
            if path.stat().st_size > _LARGEST_FILE:
                raise UsageError(f"the font {path.name!r} is larger than 64 MB")
            content = path.read_bytes()
        except OSError as error:
            reason = error.strerror or "it cannot be read"
            raise UsageError(f"the font {str(path)!r}: {reason}") from error
        face = uharfbuzz.Face(content)
        if face.glyph_count == 0 or not face.unicodes:
            raise UsageError(f"{path.name!r} is no font; use a .ttf or .otf file")
        self._known = frozenset(face.unicodes)
        self._font: Any = uharfbuzz.Font(face)
        self._em = float(face.upem)
        # An H where there is one; signs of East Asia fill most of their square.
        sample = next((sign for sign in "H\u05d0\u6c34" if ord(sign) in self._known), None)
        top = self._top_of(sample) if sample else 0.0
        self.cap_height = top if 0.3 < top < 1.2 else 0.7

    def missing(self, text: str) -> str:
        """The signs of a text that the font lacks, each once."""
        lacking = (sign for sign in text if ord(sign) not in self._known and not _is_joiner(sign))
        return "".join(dict.fromkeys(lacking))

    def width(self, text: str, size_mm: float, _weight: Weight = Weight.BOLD) -> float:
        """Width in millimetres of a line whose em is `size_mm`."""
        return self._shaped(text)[1] * size_mm

    def reach(self, text: str) -> tuple[float, float]:
        """How far a line's ink reaches above its baseline and below it, of a capital's height.

        At least a capital above: words without high letters stand on one line with the others.
        """
        heights = [value for _, values in self._shaped(text)[0].steps for value in values[1::2]]
        above = max(1.0, -min(heights, default=0.0) / self.cap_height)
        return (above, max(0.0, max(heights, default=0.0) / self.cap_height))

    def write(
        self,
        pen: Pen,
        text: str,
        x: float,
        baseline_y: float,
        size_mm: float,
        color: Color,
        weight: Weight = Weight.BOLD,
        align: Align = Align.LEFT,
    ) -> None:
        """Draw one line."""
        outline, width = self._shaped(text)
        share = {Align.LEFT: 0.0, Align.CENTRE: 0.5, Align.RIGHT: 1.0}[align]
        left = x - share * width * size_mm
        pen.fill(outline.moved(left, baseline_y, size_mm), color)

    @lru_cache(maxsize=4096)  # noqa: B019 # a font lives as long as its order
    def _shaped(self, text: str) -> tuple[Outline, float]:
        steps: list[Step] = []
        at = 0.0
        for run, is_leftwards in visual_runs(text):
            buffer = uharfbuzz.Buffer()
            buffer.add_str(run)
            buffer.guess_segment_properties()
            buffer.direction = "rtl" if is_leftwards else "ltr"
            uharfbuzz.shape(self._font, buffer, {})
            for glyph, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
                drawn = self._glyph(glyph.codepoint)
                dx = (at + place.x_offset) / self._em
                steps += drawn.moved(dx, -place.y_offset / self._em).steps
                at += place.x_advance
        return Outline(tuple(steps)), at / self._em

    def _glyph(self, glyph: int) -> Outline:
        drawn = _Tracer(self._em)
        self._font.draw_glyph_with_pen(glyph, drawn)
        return Outline(tuple(drawn.steps))

    def _top_of(self, sign: str) -> float:
        steps = self._shaped(sign)[0].steps
        return -min((value for _, values in steps for value in values[1::2]), default=0.0)


class _Tracer:
    """Writes down a glyph's outline: one em high, y down."""

    def __init__(self, em: float) -> None:
        self.steps: list[Step] = []
        self._em = em
        self._at = (0.0, 0.0)

    def _scaled(self, *points: tuple[float, float]) -> tuple[float, ...]:
        return tuple(v for x, y in points for v in (x / self._em, -y / self._em))

    def moveTo(self, point: tuple[float, float]) -> None:  # noqa: N802 # the library's word
        self.steps.append(("m", self._scaled(point)))
        self._at = point

    def lineTo(self, point: tuple[float, float]) -> None:  # noqa: N802
        self.steps.append(("l", self._scaled(point)))
        self._at = point

    def curveTo(  # noqa: N802
        self, one: tuple[float, float], two: tuple[float, float], end: tuple[float, float]
    ) -> None:
        self.steps.append(("c", self._scaled(one, two, end)))
        self._at = end

    def qCurveTo(self, control: tuple[float, float], end: tuple[float, float]) -> None:  # noqa: N802
        (x, y), (qx, qy) = self._at, control
        one = (x + (qx - x) * 2 / 3, y + (qy - y) * 2 / 3)
        two = (end[0] + (qx - end[0]) * 2 / 3, end[1] + (qy - end[1]) * 2 / 3)
        self.curveTo(one, two, end)

    def closePath(self) -> None:  # noqa: N802
        self.steps.append(("h", ()))

    endPath = closePath  # noqa: N815


def visual_runs(text: str) -> list[tuple[str, bool]]:
    r"""Cut a line into runs of one direction, in the order in which they stand from the left.

    The short form of UAX #9 that a word or two needs: the first letter decides the line's
    direction, numbers run to the right, and signs between runs follow the line.

    Example:
        >>> visual_runs("tea 7"), visual_runs("\u05ea\u05d4 7")
        ([('tea 7', False)], [('7', False), ('תה ', True)])
    """
    kinds = [_is_leftwards(sign) for sign in text]
    is_line_leftwards = next((kind for kind in kinds if kind is not None), False)
    runs: list[tuple[str, bool]] = []
    for at, sign in enumerate(text):
        kind = kinds[at]
        if kind is None:
            is_number = unicodedata.bidirectional(sign) in ("EN", "AN")
            before = runs[-1][1] if runs else is_line_leftwards
            after = next((later for later in kinds[at:] if later is not None), is_line_leftwards)
            kind = False if is_number else (before if before == after else is_line_leftwards)
        if runs and runs[-1][1] is kind:
            runs[-1] = (runs[-1][0] + sign, kind)
        else:
            runs.append((sign, kind))
    return runs[::-1] if is_line_leftwards else runs


def _is_leftwards(sign: str) -> bool | None:
    kind = unicodedata.bidirectional(sign)
    return True if kind in ("R", "AL") else False if kind == "L" else None


def _is_joiner(sign: str) -> bool:
    return sign in "\u200c\u200d"
