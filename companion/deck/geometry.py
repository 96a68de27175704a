"""Every millimetre of a printed piece, for the printer and for the camera.

All measures are on the upright face, trim size (after cutting), origin at the top left, x to
the right, y down.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from companion.errors import SheetOverflowError, UsageError

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
        scale_x: How long a printed millimetre came out across the card; both sides have it in
            them already, what lies on the face has not.
        scale_y: The same down the card.
    """

    width_mm: float = CARD_WIDTH_MM
    height_mm: float = CARD_HEIGHT_MM
    tag_side_mm: float = TAG_SIDE_MM
    scale_x: float = 1.0
    scale_y: float = 1.0

    def came_out_at(self, scale_x: float, scale_y: float) -> CardGeometry:
        """The same card from a printer that is off scale, cut along its marks.

        Example:
            >>> round(CardGeometry().came_out_at(0.98, 1.0).tag.w_mm, 2)
            15.68
        """
        return replace(
            self,
            width_mm=self.width_mm * scale_x / self.scale_x,
            height_mm=self.height_mm * scale_y / self.scale_y,
            scale_x=scale_x,
            scale_y=scale_y,
        )

    @property
    def module_mm(self) -> float:
        """Side of one module of the tag, as it was meant."""
        return self.tag_side_mm / TAG_MODULES

    @property
    def module_wh_mm(self) -> tuple[float, float]:
        """Width and height of one module as it came out."""
        return (self.module_mm * self.scale_x, self.module_mm * self.scale_y)

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
            self.width_mm - (edge + self.tag_side_mm) * self.scale_x,
            edge * self.scale_y,
            self.tag_side_mm * self.scale_x,
            self.tag_side_mm * self.scale_y,
        )

    @property
    def tag_patch(self) -> BoxMm:
        """The tag with its quiet zone: plain card on every face and on every cover."""
        across, down = (QUIET_ZONE_MODULES * side for side in self.module_wh_mm)
        tag = self.tag
        return BoxMm(tag.x_mm - across, tag.y_mm - down, tag.w_mm + 2 * across, tag.h_mm + 2 * down)

    def check_size(self) -> None:
        """Refuse a card that is too small for its tag and a word.

        Raises:
            SheetOverflowError: It is.
        """
        inner, patch = self.frame_inner, self.tag_patch
        for what, needs, has in (
            ("the width of a card", 2 * inner.x_mm + patch.w_mm + 12, self.width_mm),
            ("the height of a card", 2 * inner.y_mm + patch.h_mm + 8, self.height_mm),
        ):
            if has < needs:
                raise SheetOverflowError(what=what, needs_mm=round(needs, 1), has_mm=has)

    def _inset(self, inset_mm: float) -> BoxMm:
        across, down = inset_mm * self.scale_x, inset_mm * self.scale_y
        return BoxMm(across, down, self.width_mm - 2 * across, self.height_mm - 2 * down)


COMMON_SIZES_MM = ((CARD_WIDTH_MM, CARD_HEIGHT_MM), (68.0, 45.0), (63.0, 88.0), (70.0, 70.0))
"""The sizes that the print shop offers by name; every other is printed and read as well."""


def parse_size(text: str) -> tuple[float, float]:
    """Read the size of a piece in millimetres.

    Raises:
        UsageError: It is not two numbers.

    Example:
        >>> parse_size("63x45"), parse_size("63.5 x 88")
        ((63.0, 45.0), (63.5, 88.0))
    """
    match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*[xX\u00d7]\s*(\d+(?:\.\d+)?)\s*(?:mm)?\s*", text)
    if match is None:
        raise UsageError(f"a size is width x height in millimetres, such as 63x45, not {text!r}")
    return float(match[1]), float(match[2])
