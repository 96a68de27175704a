import pytest

from companion.deck.palette import (
    ACCENT,
    ACCENT_ON_DARK,
    CARD,
    INK,
    MARKS,
    QUIET,
    Color,
    color_of,
    text_on,
)
from companion.terms import CoverCard, Edition, Role


def test_color_is_written_as_it_is_read():
    assert Color.from_hex("#0A0b0C").hex == "#0A0B0C"
    assert Color(1, 2, 3).as_bgr() == (3, 2, 1)
    assert Color(255, 0, 51).as_rgb_unit() == (1.0, 0.0, 0.2)


@pytest.mark.parametrize("text", ["E25413", "#FFF", "#GGGGGG"])
def test_color_refuses_other_text(text):
    with pytest.raises(ValueError, match=r"'#RRGGBB'|invalid literal"):
        Color.from_hex(text)


def test_color_refuses_a_channel_out_of_range():
    with pytest.raises(ValueError, match="0 to 255"):
        Color(256, 0, 0)


def test_cover_has_the_colour_of_its_square():
    for edition in Edition:
        for cover in CoverCard:
            assert color_of(cover, edition) == color_of(cover.role, edition)


@pytest.mark.parametrize("edition", Edition)
@pytest.mark.parametrize("role", Role)
def test_text_on_a_kind_can_be_read(edition, role):
    ground = color_of(role, edition)

    assert ground.contrast_with(text_on(ground)) >= 4.5


@pytest.mark.parametrize("color", [ACCENT, QUIET, INK])
def test_text_on_a_page_can_be_read(color):
    assert CARD.contrast_with(color) >= 4.5


def test_accent_on_the_dark_page_can_be_read():
    assert INK.contrast_with(ACCENT_ON_DARK) >= 4.5


def test_each_kind_has_its_own_shape_and_pattern():
    assert len({mark.shape for mark in MARKS.values()}) == 4
    assert len({mark.pattern for mark in MARKS.values()}) == 4
