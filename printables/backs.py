"""Opaque backs: one pattern a kind, no up and no down."""

from __future__ import annotations

from collections.abc import Callable

from companion.deck.geometry import FRAME_INSET_MM, BoxMm
from companion.deck.palette import BACK, KEY_PANEL, WHITE, Color
from printables.outline import Outline, diamond, disc, rectangle, rounded
from printables.pdf import Document, Pen
from printables.piece import Side

Shape = Callable[[float, float, float], Outline]


def plain_back(width_mm: float, height_mm: float, *, is_low_ink: bool = False) -> Side:
    """The back of a card that has a word only: diamonds on slate, or on paper to save ink."""
    return _back("back-card", width_mm, height_mm, BACK, diamond, is_low_ink=is_low_ink)


def key_back(width_mm: float, height_mm: float, *, is_low_ink: bool = False) -> Side:
    """The back of a key card: discs on the panel's dark, so that no light shines through.

    To save ink it is a net of lines, which hides the squares on paper of 160 g and more.
    """
    return _back("back-key", width_mm, height_mm, KEY_PANEL, disc, is_low_ink=is_low_ink)


def _back(
    stamp: str,
    width_mm: float,
    height_mm: float,
    ground: Color,
    shape: Shape,
    *,
    is_low_ink: bool,
) -> Side:
    def draw_once(pen: Pen) -> None:
        if is_low_ink:
            _draw_net(pen, width_mm, height_mm, ground)
            return
        inner = BoxMm(
            FRAME_INSET_MM,
            FRAME_INSET_MM,
            width_mm - 2 * FRAME_INSET_MM,
            height_mm - 2 * FRAME_INSET_MM,
        )
        pen.fill(rounded(inner, 1.5), ground)
        light = ground.mixed_with(WHITE, 0.22)
        pitch_x = inner.w_mm / max(1, round(inner.w_mm / 5.0))
        pitch_y = inner.h_mm / max(1, round(inner.h_mm / 5.0))
        with pen.clipped(rectangle(inner)):
            steps = Outline(())
            for row in range(1, round(inner.h_mm / pitch_y)):
                for col in range(1, round(inner.w_mm / pitch_x)):
                    radius = 0.9 if (row + col) % 2 else 0.45
                    steps += shape(inner.x_mm + col * pitch_x, inner.y_mm + row * pitch_y, radius)
            pen.fill(steps, light)

    def prepare(document: Document) -> None:
        document.define_stamp(stamp, width_mm, height_mm, draw_once)

    return Side("back", lambda pen: pen.stamp(stamp), prepare=prepare)


def _draw_net(pen: Pen, width_mm: float, height_mm: float, ink: Color) -> None:
    # Crossing lines confuse the eye better than a tint of the same ink.
    box = BoxMm(
        FRAME_INSET_MM,
        FRAME_INSET_MM,
        width_mm - 2 * FRAME_INSET_MM,
        height_mm - 2 * FRAME_INSET_MM,
    )
    right, bottom = box.x_mm + box.w_mm, box.y_mm + box.h_mm
    with pen.clipped(rounded(box, 1.5)):
        x = box.x_mm - box.h_mm
        while x < right + box.h_mm:
            pen.line(x, box.y_mm, x + box.h_mm, bottom, 0.3, ink)
            pen.line(x, bottom, x + box.h_mm, box.y_mm, 0.3, ink)
            x += 2.0
    pen.stroke(rounded(box, 1.5), 0.6, ink)
