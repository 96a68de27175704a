import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.deck.printer import PrinterProfile
from companion.errors import UsageError


def printed(profile, x, y, width=297.0, height=210.0):
    """Where a printer with these faults puts a point of the back page."""
    x, y = (x - width / 2) * profile.scale_x, (y - height / 2) * profile.scale_y
    angle = math.radians(profile.angle_deg)
    x, y = x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)
    return x + width / 2 + profile.shift_x_mm, y + height / 2 + profile.shift_y_mm


@settings(max_examples=30)
@given(
    st.floats(-3, 3), st.floats(-3, 3), st.floats(-2, 2), st.floats(0.95, 1.05),
    st.floats(0.95, 1.05), st.floats(0, 297), st.floats(0, 210),
)  # fmt: skip
def test_undone_page_comes_out_true(dx, dy, angle, sx, sy, x, y):
    profile = PrinterProfile("den", dx, dy, angle, sx, sy)
    a, b, c, d, e, f = profile.undone(297, 210, is_back=True)

    assert printed(profile, a * x + c * y + e, b * x + d * y + f) == pytest.approx((x, y))


def test_front_is_scaled_only():
    a, b, c, d, _, _ = PrinterProfile("den", 1, 1, 1, 0.98).undone(297, 210, is_back=False)

    assert (round(1 / a, 6), b, c, d) == (0.98, 0, 0, 1)


def test_document_comes_back():
    profile = PrinterProfile("den", 0.3, -0.2, 0.1, 1.01, 0.99)

    assert PrinterProfile.from_document(profile.to_document()) == profile
    assert not profile.is_true
    assert PrinterProfile("new").is_true


@pytest.mark.parametrize(
    "document", [None, [], {"shift": 1}, {"shift_x_mm": "far"}, {"scale_x": 2.0}, {"angle_deg": 9}]
)
def test_document_that_is_no_profile_is_refused(document):
    with pytest.raises(UsageError):
        PrinterProfile.from_document(document)
