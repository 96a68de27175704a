"""Every millimetre of a printed piece, for the printer and for the camera.

All measures are on the upright face, trim size (after cutting), origin at the top left, x to
the right, y down.
"""

from __future__ import annotations

from dataclasses import dataclass

CARD_WIDTH_MM = 63.0
CARD_HEIGHT_MM = 45.0
"""63 x 45 mm: 16 cards to a landscape page on A4 and on Letter."""

FRAME_INSET_MM = 2.0
"""Plain card outside the frame line: a cut that is 1 mm off still leaves a light rim, so that the
line is seen on a dark table too."""

FRAME_LINE_MM = 1.8
"""Width of the dark frame line, 1.5 to 2 mm: it makes the outline visible on a white table."""

COVER_MAT_MM = 2.0
"""Plain card between a cover's frame line and its field of colour: the line's inner edge is then as
clear on an orange or black cover as on a white card, and every cover carries its own white."""

TAG_MODULES = 21
"""Modules along one side of a version 1 QR code (ISO/IEC 18004, 7.1)."""

TAG_SIDE_MM = 16.0
"""Side of a tag's code without its quiet zone: the size that was measured (0.76 mm a module)."""

QUIET_ZONE_MODULES = 4
"""Plain modules around the code (ISO/IEC 18004, 5.3.8)."""


@dataclass(frozen=True, slots=True)
class BoxMm:
    """An upright rectangle: left, top, width, height in millimetres."""

    x_mm: float
    y_mm: float
    w_mm: float
    h_mm: float


@dataclass(frozen=True, slots=True)
class CardGeometry:
    """Where everything lies on one size of card; covers share it.

    Attributes:
        width_mm: Trim width, as the guessers read the card.
        height_mm: Trim height.
        tag_side_mm: Side of the tag's code.
    """

    width_mm: float = CARD_WIDTH_MM
    height_mm: float = CARD_HEIGHT_MM
    tag_side_mm: float = TAG_SIDE_MM

    @property
    def module_mm(self) -> float:
        """Side of one module of the tag."""
        return self.tag_side_mm / TAG_MODULES

    @property
    def frame_outer(self) -> BoxMm:
        """Outer edge of the frame line."""
        return self._inset(FRAME_INSET_MM)

    @property
    def frame_inner(self) -> BoxMm:
        """Inner edge of the frame line."""
        return self._inset(FRAME_INSET_MM + FRAME_LINE_MM)

    @property
    def cover_field(self) -> BoxMm:
        """The field of colour of a cover card; its tag patch lies over one corner of it."""
        return self._inset(FRAME_INSET_MM + FRAME_LINE_MM + COVER_MAT_MM)

    @property
    def tag(self) -> BoxMm:
        """The tag's code, in the top right corner, its quiet zone inside the frame line."""
        edge = FRAME_INSET_MM + FRAME_LINE_MM + QUIET_ZONE_MODULES * self.module_mm
        return BoxMm(
            self.width_mm - edge - self.tag_side_mm, edge, self.tag_side_mm, self.tag_side_mm
        )

    @property
    def tag_patch(self) -> BoxMm:
        """The tag with its quiet zone: plain card on every face and on every cover."""
        quiet = QUIET_ZONE_MODULES * self.module_mm
        tag = self.tag
        return BoxMm(tag.x_mm - quiet, tag.y_mm - quiet, tag.w_mm + 2 * quiet, tag.h_mm + 2 * quiet)

    def _inset(self, inset_mm: float) -> BoxMm:
        return BoxMm(
            inset_mm, inset_mm, self.width_mm - 2 * inset_mm, self.height_mm - 2 * inset_mm
        )
