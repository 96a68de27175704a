"""Words that fit: as large as their box allows, never over its edge."""

from __future__ import annotations

import itertools
import unicodedata
from dataclasses import dataclass, replace
from typing import Protocol

from companion.deck.geometry import BoxMm
from companion.deck.palette import Color
from companion.errors import SheetOverflowError
from printables.pdf import CAP_HEIGHT, Align, Pen, Weight, missing_glyphs, text_width

SMALLEST_CAP_MM = 2.0
"""Height of the smallest capitals that are still read at arm's length."""

COMFORTABLE_CAP_MM = 4.2
"""Below this a word of several parts is rather broken into two lines."""

_LEADING = 1.5
"""From baseline to baseline, of the height of a capital."""


class Font(Protocol):
    """What words are written with."""

    @property
    def cap_height(self) -> float:
        """Height of a capital, of the em."""
        ...

    def missing(self, text: str) -> str:
        """The signs of a text that the font lacks, each once."""
        ...

    def width(self, text: str, size_mm: float, weight: Weight, /) -> float:
        """Width of a line."""
        ...

    def reach(self, text: str) -> tuple[float, float]:
        """How far a line's ink reaches above its baseline and below it, of a capital's height."""
        ...

    def write(
        self,
        pen: Pen,
        text: str,
        x: float,
        baseline_y: float,
        size_mm: float,
        color: Color,
        weight: Weight = ...,
        align: Align = ...,
    ) -> None:
        """Write one line."""
        ...


class BundledFont:
    """IBM Plex Sans, which comes with the program: Latin, Greek and Cyrillic."""

    cap_height = CAP_HEIGHT

    def missing(self, text: str) -> str:
        """The signs of a text that the font lacks, each once."""
        return missing_glyphs(text)

    def width(self, text: str, size_mm: float, weight: Weight = Weight.BOLD) -> float:
        """Width of a line."""
        return text_width(text, size_mm, weight)

    def reach(self, text: str) -> tuple[float, float]:
        """Words stand in capitals; what an accent or a comma needs is in the box's air."""
        return (1.0, 0.0)

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
        """Write one line."""
        pen.text(text, x, baseline_y, size_mm, color, weight, align)


BUNDLED = BundledFont()


@dataclass(frozen=True, slots=True)
class FittedText:
    """Lines, the height of their capitals, and the font they were measured in.

    Attributes:
        lines: The lines.
        cap_mm: Height of a capital.
        font: What they are written with.
        above: How far the first line's ink reaches above its baseline, of a capital's height.
        below: How far the last line's ink reaches below its baseline.
        leading: From baseline to baseline.
    """

    lines: tuple[str, ...]
    cap_mm: float
    font: Font = BUNDLED
    above: float = 1.0
    below: float = 0.0
    leading: float = _LEADING

    @property
    def size_mm(self) -> float:
        """The em."""
        return self.cap_mm / self.font.cap_height

    @property
    def height_mm(self) -> float:
        """From the top of the first line to the bottom of the last."""
        return self.cap_mm * (self.above + self.leading * (len(self.lines) - 1) + self.below)


def in_capitals(word: str, language: str) -> str:
    """Write a word in capitals as its language does.

    Example:
        >>> in_capitals("Straße", "de"), in_capitals("Ήλιος", "el"), in_capitals("iğne", "tr")
        ('STRASSE', 'ΗΛΙΟΣ', 'İĞNE')
    """
    if language in ("tr", "az"):
        word = word.replace("i", "\u0130")
    # Greek capitals carry no accent; the letters stay apart by their diaeresis.
    parts = unicodedata.normalize("NFD", word.upper())
    kept = "".join(
        sign
        for at, sign in enumerate(parts)
        if sign != _ACUTE or not "\u0370" <= parts[at - 1] <= "\u03ff"
    )
    return unicodedata.normalize("NFC", kept)


_ACUTE = "\u0301"


def fit_text(
    text: str,
    box: BoxMm,
    *,
    largest_cap_mm: float,
    smallest_cap_mm: float = SMALLEST_CAP_MM,
    weight: Weight = Weight.BOLD,
    font: Font = BUNDLED,
) -> FittedText:
    """Choose the largest size, and break the text in two where that makes it readable.

    Raises:
        SheetOverflowError: Even the smallest readable size is too wide.
    """
    whole = _sized((text,), box, largest_cap_mm, weight, font)
    best = whole
    if whole.cap_mm < COMFORTABLE_CAP_MM:
        broken = [_sized(lines, box, largest_cap_mm, weight, font) for lines in _breaks(text)]
        best = max([whole, *broken], key=lambda fitted: fitted.cap_mm)
    if best.cap_mm < smallest_cap_mm:
        smallest = replace(best, cap_mm=smallest_cap_mm)
        needs = max(font.width(line, smallest.size_mm, weight) for line in smallest.lines)
        raise SheetOverflowError(
            what=f"the word {text!r}",
            needs_mm=round(max(needs, smallest.height_mm), 1),
            has_mm=round(box.w_mm, 1),
        )
    return best


def draw_text(
    pen: Pen, fitted: FittedText, box: BoxMm, color: Color, weight: Weight = Weight.BOLD
) -> None:
    """Write fitted lines in the middle of their box."""
    baseline = box.y_mm + (box.h_mm - fitted.height_mm) / 2 + fitted.cap_mm * fitted.above
    for line in fitted.lines:
        x = box.x_mm + box.w_mm / 2
        fitted.font.write(pen, line, x, baseline, fitted.size_mm, color, weight, Align.CENTRE)
        baseline += fitted.cap_mm * fitted.leading


def _sized(
    lines: tuple[str, ...], box: BoxMm, largest_cap_mm: float, weight: Weight, font: Font
) -> FittedText:
    widest = max(font.width(line, 1.0, weight) for line in lines)
    reach = [font.reach(line) for line in lines]
    leading = max([_LEADING, *(one[1] + other[0] for one, other in itertools.pairwise(reach))])
    unit = FittedText(lines, 1.0, font, reach[0][0], reach[-1][1], leading)
    cap_mm = min(largest_cap_mm, box.w_mm / widest * font.cap_height, box.h_mm / unit.height_mm)
    return replace(unit, cap_mm=cap_mm)


def _breaks(text: str) -> list[tuple[str, str]]:
    found = []
    for at, sign in enumerate(text[:-1]):
        if sign == " ":
            found.append((text[:at], text[at + 1 :]))
        elif sign in "-/" and at:
            found.append((text[: at + 1], text[at + 1 :]))
    return found
