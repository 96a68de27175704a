"""Every colour, on paper and on screen, in sRGB.

Orange, yellow, neutral, game over and card were chosen together so that paper, camera and eyes can
tell them apart. The CIE76 distance of orange to yellow is 65, 69 and 69 under a lamp of 6500, 4000
and 2700 K that white balance has half corrected; the smallest pair, neutral to card, is 42. With
deuteranopia (Machado 2009) the smallest distance is 34. In the classic edition red and blue lie
111, 114 and 117 apart; the smallest pair there is neutral to card with 38, 35 and 35, and with
deuteranopia red to neutral with 28. Colour never stands alone: a letter, a shape and a pattern go
with it (`MARKS`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

from companion.terms import CoverCard, Edition, Role


@dataclass(frozen=True, slots=True)
class Color:
    """One sRGB colour, 8 bits a channel.

    Example:
        >>> Color.from_hex("#E25413").as_bgr()
        (19, 84, 226)
    """

    r: int
    g: int
    b: int

    def __post_init__(self) -> None:
        """Refuse what is no 8-bit colour."""
        if not all(0 <= channel <= 255 for channel in (self.r, self.g, self.b)):
            raise ValueError(f"channels must be 0 to 255, not {(self.r, self.g, self.b)}")

    @classmethod
    def from_hex(cls, text: str) -> Color:
        """Read `#RRGGBB`."""
        if len(text) != 7 or text[0] != "#":
            raise ValueError(f"a colour is written '#RRGGBB', not {text!r}")
        return cls(int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16))

    @property
    def hex(self) -> str:
        """The colour as CSS writes it."""
        return f"#{self.r:02X}{self.g:02X}{self.b:02X}"

    @property
    def luminance(self) -> float:
        """Relative luminance, 0 to 1 (WCAG 2.2)."""
        red, green, blue = self._light()
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    def distance_to(self, other: Color) -> float:
        """How differently two colours look: CIE76, where 2 is hardly seen and 100 is a world.

        Example:
            >>> round(Color(0, 0, 0).distance_to(Color(255, 255, 255)))
            100
        """
        return math.dist(self._lab(), other._lab())

    def as_bgr(self) -> tuple[int, int, int]:
        """The channels in OpenCV's order."""
        return (self.b, self.g, self.r)

    def as_rgb_unit(self) -> tuple[float, float, float]:
        """The channels from 0 to 1, as PDF wants them."""
        return (self.r / 255, self.g / 255, self.b / 255)

    def mixed_with(self, other: Color, share: float) -> Color:
        """Go `share` of the way from this colour to another.

        Example:
            >>> Color(0, 0, 0).mixed_with(Color(200, 100, 0), 0.5)
            Color(r=100, g=50, b=0)
        """
        return Color(
            round(self.r + (other.r - self.r) * share),
            round(self.g + (other.g - self.g) * share),
            round(self.b + (other.b - self.b) * share),
        )

    def _light(self) -> tuple[float, float, float]:
        # sRGB to linear light (IEC 61966-2-1).
        red, green, blue = (
            unit / 12.92 if unit <= 0.04045 else ((unit + 0.055) / 1.055) ** 2.4
            for unit in self.as_rgb_unit()
        )
        return red, green, blue

    def _lab(self) -> tuple[float, float, float]:
        # CIE L*a*b*, D65.
        light = self._light()
        x, y, z = (
            sum(share * part for share, part in zip(row, light, strict=True)) / sum(row)
            for row in _XYZ_FROM_RGB
        )
        f_x, f_y, f_z = (
            part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116
            for part in (x, y, z)
        )
        return 116 * f_y - 16, 500 * (f_x - f_y), 200 * (f_y - f_z)

    def contrast_with(self, other: Color) -> float:
        """Contrast ratio of text in one colour on the other, 1 to 21 (WCAG 2.2)."""
        high, low = sorted((self.luminance, other.luminance), reverse=True)
        return (high + 0.05) / (low + 0.05)


_XYZ_FROM_RGB = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
"""Linear sRGB to CIE XYZ, D65 (IEC 61966-2-1)."""


class Shape(StrEnum):
    """The shape that goes with a colour."""

    DIAMOND = "diamond"
    DISC = "disc"
    SQUARE = "square"
    CROSS = "cross"


class Pattern(StrEnum):
    """The pattern that goes with a colour."""

    STRIPES = "stripes"
    DOTS = "dots"
    PLAIN = "plain"
    SOLID = "solid"


@dataclass(frozen=True, slots=True)
class Mark:
    """What tells a kind without its colour; the letter is `Edition.letter`."""

    shape: Shape
    pattern: Pattern


MARKS: dict[Role, Mark] = {
    Role.ORANGE: Mark(Shape.DIAMOND, Pattern.STRIPES),
    Role.YELLOW: Mark(Shape.DISC, Pattern.DOTS),
    Role.NEUTRAL: Mark(Shape.SQUARE, Pattern.PLAIN),
    Role.GAME_OVER: Mark(Shape.CROSS, Pattern.SOLID),
}
"""Shape and pattern of each kind, the same in both editions."""

CARD = Color.from_hex("#FAF8F3")
"""Card white: pages in light mode, and cards on screen. On paper the paper itself is the card."""

INK = Color.from_hex("#1A1A1C")
"""Text, frame lines, pages in dark mode."""

BLACK = Color(0, 0, 0)
"""Tags on paper: black ink alone, the highest contrast a printer has."""

WHITE = Color(255, 255, 255)
"""Bare paper."""

ACCENT = Color.from_hex("#0F6B7C")
"""The one colour for actions; far from every team's."""

ACCENT_ON_DARK = Color.from_hex("#5CC3D6")
"""The same on the dark page."""

QUIET = Color.from_hex("#6B6F75")
"""Small print and the turned word."""

HAIRLINE = Color.from_hex("#C6C6C6")
"""Thin rules; a pure grey, so that a page of words needs black ink alone."""

KEY_PANEL = Color.from_hex("#2C3036")
"""The panel of a key card: dark, yet lighter than the game-over square that lies in it."""

BACK = Color.from_hex("#3B4A54")
"""Ground of every opaque back: a slate that is no team's colour."""

_KINDS: dict[Edition, dict[Role, Color]] = {
    Edition.SIMPSONS: {
        Role.ORANGE: Color.from_hex("#E25413"),
        Role.YELLOW: Color.from_hex("#FFD214"),
        Role.NEUTRAL: Color.from_hex("#80868C"),
        Role.GAME_OVER: INK,
    },
    Edition.CLASSIC: {
        Role.ORANGE: Color.from_hex("#D62A2A"),
        Role.YELLOW: Color.from_hex("#2468C8"),
        Role.NEUTRAL: Color.from_hex("#C4A878"),
        Role.GAME_OVER: INK,
    },
}

SHOP_KEY_SQUARES: dict[Edition, dict[Role, Color]] = {
    Edition.SIMPSONS: {
        Role.ORANGE: Color(232, 119, 34),
        Role.YELLOW: Color(242, 196, 40),
        Role.NEUTRAL: Color(140, 140, 140),
        Role.GAME_OVER: Color(30, 30, 30),
    },
    Edition.CLASSIC: {
        Role.ORANGE: Color(208, 62, 58),
        Role.YELLOW: Color(62, 108, 138),
        Role.NEUTRAL: Color(182, 164, 124),
        Role.GAME_OVER: Color(40, 36, 34),
    },
}
"""Squares of shop-bought key cards under a neutral lamp, classic as measured on photographs. The
camera looks for them; nothing is printed with them."""


def color_of(kind: Role | CoverCard, edition: Edition = Edition.SIMPSONS) -> Color:
    """The colour of a key square or a cover card.

    Example:
        >>> color_of(CoverCard.YELLOW).hex, color_of(Role.YELLOW, Edition.CLASSIC).hex
        ('#FFD214', '#2468C8')
    """
    return _KINDS[edition][Role(kind.value)]


def text_on(ground: Color) -> Color:
    """Ink or card white, whichever reads better on a ground.

    Example:
        >>> text_on(color_of(Role.YELLOW)) == INK, text_on(color_of(Role.GAME_OVER)) == CARD
        (True, True)
    """
    return max(INK, CARD, key=ground.contrast_with)
