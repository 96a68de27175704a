"""The palette as CSS variables: the only way for a colour to reach a page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Final

from flask import Blueprint, Response, request

from companion.deck.palette import (
    ACCENT,
    ACCENT_ON_DARK,
    BACK,
    CARD,
    INK,
    KEY_PANEL,
    QUIET,
    WHITE,
    Color,
    color_of,
    text_on,
)
from companion.terms import Edition, Role

PATTERN_SHARE: Final = 0.16
"""How far stripes and dots go from the colour: seen from 4 m, and calm."""

MIN_TEXT_CONTRAST: Final = 4.5
"""WCAG 2.2, 1.4.3: body text."""

blueprint = Blueprint("palette", __name__)

LIGHT: Final[Mapping[str, Color]] = {
    "ground": CARD,
    "text": INK,
    "muted": QUIET.mixed_with(INK, 0.3),
    "raised": CARD.mixed_with(INK, 0.045),
    "sunken": WHITE,
    "table": CARD.mixed_with(BACK, 0.17),
    "line-strong": QUIET,
    "accent": ACCENT,
    "on-accent": CARD,
    "link": ACCENT,
    "frame": INK.mixed_with(CARD, 0.12),
    "bubble-edge": INK.mixed_with(CARD, 0.12),
    "shade": CARD.mixed_with(INK, 0.35),
}
DARK: Final[Mapping[str, Color]] = {
    "ground": INK,
    "text": CARD,
    "muted": CARD.mixed_with(INK, 0.3),
    "raised": INK.mixed_with(CARD, 0.08),
    "sunken": INK.mixed_with(CARD, 0.03),
    "table": INK.mixed_with(BACK, 0.35),
    "line-strong": CARD.mixed_with(INK, 0.45),
    "accent": ACCENT_ON_DARK,
    "on-accent": INK,
    "link": ACCENT_ON_DARK,
    "frame": INK.mixed_with(CARD, 0.12),
    "bubble-edge": CARD,
    "shade": INK,
}


def stylesheet() -> str:
    """Write the whole palette as CSS variables, light and dark, both editions.

    Example:
        >>> "--orange: #E25413;" in stylesheet()
        True
    """
    fixed = {"card": CARD, "on-card": INK, "panel": KEY_PANEL, "on-panel": CARD}
    both = {**fixed, **_kinds(Edition.SIMPSONS)}
    return "\n".join(
        (
            _rule(":root", {**LIGHT, **both}),
            "@media (prefers-color-scheme: dark) {",
            _rule(":root", DARK),
            "}",
            # Red and blue have names of their own; neutral is another one in that box.
            _rule(":root", _teams(Edition.CLASSIC)),
            _rule(':root[data-edition="classic"]', _kinds(Edition.CLASSIC)),
            "",
        )
    )


def _teams(edition: Edition) -> dict[str, Color]:
    return dict(_variables(edition, Role.ORANGE)) | dict(_variables(edition, Role.YELLOW))


def _kinds(edition: Edition) -> dict[str, Color]:
    return {name: color for role in Role for name, color in _variables(edition, role)}


def _variables(edition: Edition, role: Role) -> Iterator[tuple[str, Color]]:
    name = edition.shown_as(role.value).replace("_", "-")
    color = color_of(role, edition)
    yield name, color
    yield f"{name}-pattern", pattern_on(color)
    yield f"on-{name}", text_on(color)


def pattern_on(color: Color) -> Color:
    """The colour of the stripes or dots on a colour: darker, where text on them stays readable.

    Example:
        >>> pattern_on(CARD).luminance < CARD.luminance, pattern_on(INK).luminance > INK.luminance
        (True, True)
    """
    darker, lighter = (color.mixed_with(end, PATTERN_SHARE) for end in (INK, CARD))
    is_readable = text_on(color).contrast_with(darker) >= MIN_TEXT_CONTRAST
    return darker if is_readable and darker != color else lighter


def _rule(selector: str, colors: Mapping[str, Color]) -> str:
    lines = "".join(f"  --{name}: {color.hex};\n" for name, color in colors.items())
    return f"{selector} {{\n{lines}}}"


_SHEET: Final = stylesheet()
_TAG: Final = sha256(_SHEET.encode()).hexdigest()[:16]


@blueprint.get("/palette.css", endpoint="stylesheet")
def serve_stylesheet() -> Response:
    """Serve the palette."""
    response = Response(_SHEET, mimetype="text/css")
    response.set_etag(_TAG)
    response.make_conditional(request)
    return response
