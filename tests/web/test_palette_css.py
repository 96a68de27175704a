from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.deck.palette import CARD, Color, color_of, text_on
from companion.terms import Edition, Role
from companion.web.palette_css import (
    DARK,
    LIGHT,
    MIN_TEXT_CONTRAST,
    PATTERN_SHARE,
    pattern_on,
    stylesheet,
)

CSS = Path(__file__).resolve().parents[2] / "companion" / "web" / "static" / "css"
TEXT_ON_GROUND = [
    ("text", "ground"),
    ("text", "raised"),
    ("text", "sunken"),
    ("text", "table"),
    ("muted", "ground"),
    ("muted", "raised"),
    ("muted", "table"),
    ("link", "ground"),
    ("link", "raised"),
    ("on-accent", "accent"),
]


@pytest.mark.parametrize("scheme", [pytest.param(LIGHT, id="light"), pytest.param(DARK, id="dark")])
@pytest.mark.parametrize(("text", "ground"), TEXT_ON_GROUND)
def test_text_can_be_read(scheme: dict[str, Color], text: str, ground: str) -> None:
    assert scheme[text].contrast_with(scheme[ground]) >= MIN_TEXT_CONTRAST


@pytest.mark.parametrize("edition", Edition)
@pytest.mark.parametrize("role", Role)
def test_pattern_takes_nothing_from_the_text_on_it(edition: Edition, role: Role) -> None:
    color = color_of(role, edition)
    on_color = text_on(color).contrast_with(color)

    # Big bold words stand on these: WCAG asks for 3.
    assert text_on(color).contrast_with(pattern_on(color)) >= min(on_color, 4.0)


def test_light_and_dark_say_the_same_names() -> None:
    assert LIGHT.keys() == DARK.keys()


def test_every_variable_that_a_page_uses_is_there() -> None:
    made = set(re.findall(r"(--[\w-]+):", stylesheet()))
    sheets = "\n".join(path.read_text("utf-8") for path in CSS.glob("*.css"))
    own = set(re.findall(r"(--[\w-]+)\s*:", sheets))
    scripts = "\n".join(path.read_text("utf-8") for path in CSS.with_name("js").glob("*.js"))
    own |= set(re.findall(r"""setProperty\(["'](--[\w-]+)""", scripts))

    asked = set(re.findall(r"var\((--[\w-]+)", sheets))

    assert sorted(asked - made - own) == []


def test_neutral_is_another_colour_in_the_classic_box(guesser: FlaskClient) -> None:
    sheet = guesser.get("/palette.css").text

    _, _, classic = sheet.partition('[data-edition="classic"]')
    assert f"--neutral: {color_of(Role.NEUTRAL).hex}" in sheet
    assert f"--neutral: {color_of(Role.NEUTRAL, Edition.CLASSIC).hex}" in classic


def test_pattern_of_a_light_colour_is_darker() -> None:
    assert pattern_on(CARD) == CARD.mixed_with(Color(26, 26, 28), PATTERN_SHARE)
