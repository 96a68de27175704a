"""Every millimetre of a key card, for the printer and for the camera.

Measures are on the upright face, trim size, origin at the top left, x to the right, y down. The
card is as large as a playing card (63 x 88 mm), so that sleeves for it can be bought, and eight of
them fill a landscape page of A4 and of Letter: forty cards are five sheets.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.deck.geometry import FRAME_INSET_MM, QUIET_ZONE_MODULES, TAG_MODULES, BoxMm
from companion.errors import SheetOverflowError
from companion.terms import GRID_SIDE

SMALLEST_WIDTH_MM = 44.0
"""Squares of 7 mm."""

SMALLEST_FOOT_MM = 15.0
"""Below the panel: a QR code of 29 modules of 0.45 mm with its quiet zone, and the rim."""


@dataclass(frozen=True, slots=True)
class KeyCardGeometry:
    """Where everything lies on a key card.

    Attributes:
        width_mm: Trim width.
        height_mm: Trim height.
        square_share: Side of a square as a share of the pitch.
        band_share: Width of the panel's border, where the start bars lie, as a share of the panel.
    """

    width_mm: float = 63.0
    height_mm: float = 88.0
    square_share: float = 0.87
    band_share: float = 0.085

    def check(self) -> None:
        """Refuse a size on which the code could not be read.

        Raises:
            SheetOverflowError: The card is too small.
        """
        for what, needs, has in (
            ("the width of a key card", SMALLEST_WIDTH_MM, self.width_mm),
            ("the height of a key card", self.width_mm + SMALLEST_FOOT_MM, self.height_mm),
        ):
            if has < needs:
                raise SheetOverflowError(what=what, needs_mm=needs, has_mm=has)

    @property
    def panel(self) -> BoxMm:
        """The dark panel with the squares and the start bars; light card around it."""
        side = self.width_mm - 2 * FRAME_INSET_MM
        return BoxMm(FRAME_INSET_MM, FRAME_INSET_MM, side, side)

    @property
    def pitch_mm(self) -> float:
        """From the centre of one square to that of the next."""
        panel = self.panel
        return panel.w_mm * (1 - 2 * self.band_share) / (GRID_SIDE - 1 + self.square_share)

    @property
    def square_side_mm(self) -> float:
        """Side of a square."""
        return self.pitch_mm * self.square_share

    def square(self, row: int, col: int) -> BoxMm:
        """One square, as the cluemasters read the card: row 0 at the top."""
        panel, side = self.panel, self.square_side_mm
        first = panel.x_mm + panel.w_mm * self.band_share
        return BoxMm(first + col * self.pitch_mm, first + row * self.pitch_mm, side, side)

    @property
    def bars(self) -> tuple[BoxMm, BoxMm, BoxMm, BoxMm]:
        """The start bars: top, right, bottom, left."""
        panel = self.panel
        band = panel.w_mm * self.band_share
        long, thick = panel.w_mm * 0.44, band * 0.6
        gap = (band - thick) / 2
        start = panel.x_mm + (panel.w_mm - long) / 2
        far = panel.x_mm + panel.w_mm - gap - thick
        near = panel.x_mm + gap
        return (
            BoxMm(start, near, long, thick),
            BoxMm(far, start, thick, long),
            BoxMm(start, far, long, thick),
            BoxMm(near, start, thick, long),
        )

    @property
    def code_side_mm(self) -> float:
        """Side of the key code's QR code, at least 0.45 mm a module, without its quiet zone."""
        foot_mm = self.height_mm - self.panel.y_mm - self.panel.h_mm - FRAME_INSET_MM
        modules = TAG_MODULES + 2 * QUIET_ZONE_MODULES
        return min(13.0, foot_mm * TAG_MODULES / modules)

    @property
    def code(self) -> BoxMm:
        """The QR code of the key code, at the bottom right."""
        side = self.code_side_mm
        quiet = side * QUIET_ZONE_MODULES / TAG_MODULES
        panel_end = self.panel.y_mm + self.panel.h_mm
        foot_mm = self.height_mm - panel_end
        return BoxMm(
            self.width_mm - FRAME_INSET_MM - quiet - side,
            panel_end + (foot_mm - side) / 2,
            side,
            side,
        )
