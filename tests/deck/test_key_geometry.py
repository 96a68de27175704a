import pytest

from companion.deck.key_geometry import KeyCardGeometry
from companion.errors import SheetOverflowError


def test_squares_lie_inside_the_panel_with_room_for_the_bars():
    geometry = KeyCardGeometry()
    first, last, panel = geometry.square(0, 0), geometry.square(4, 4), geometry.panel

    assert first.x_mm - panel.x_mm == pytest.approx(panel.x_mm + panel.w_mm - last.x_mm - last.w_mm)
    top, right, bottom, left = geometry.bars
    assert top.y_mm + top.h_mm < first.y_mm
    assert left.x_mm + left.w_mm < first.x_mm
    assert right.x_mm > last.x_mm + last.w_mm
    assert bottom.y_mm > last.y_mm + last.h_mm


def test_code_is_large_enough_and_has_its_quiet_zone():
    geometry = KeyCardGeometry()
    code, panel = geometry.code, geometry.panel
    module = code.w_mm / 21

    assert module >= 0.45
    assert code.y_mm - panel.y_mm - panel.h_mm >= 4 * module
    assert code.x_mm + code.w_mm + 4 * module <= geometry.width_mm
    assert code.y_mm + code.h_mm + 4 * module <= geometry.height_mm


@pytest.mark.parametrize(("width", "height"), [(40, 88), (63, 70)])
def test_card_that_is_too_small_is_refused(width, height):
    with pytest.raises(SheetOverflowError, match="of a key card"):
        KeyCardGeometry(width, height).check()
