"""Opaque backs: one pattern a kind, no up and no down."""

from __future__ import annotations

from collections.abc import Callable

from companion.deck.geometry import FRAME_INSET_MM, BoxMm
from companion.deck.palette import BACK, KEY_PANEL, WHITE, Color
from printables.outline import Outline, diamond, disc, rectangle, rounded
from printables.pdf import Document, Pen
from printables.piece import Side

Shape = Callable[[float, float, float], Outline]


def plain_back(width_mm: float, height_mm: float) -> Side:
    """The back of a card that has a word only: diamonds on slate."""
    return _back("back-card", width_mm, height_mm, BACK, diamond)


def key_back(width_mm: float, height_mm: float) -> Side:
    """The back of a key card: discs on the panel's dark, so that no light shines through."""
    return _back("back-key", width_mm, height_mm, KEY_PANEL, disc)


def _back(stamp: str, width_mm: float, height_mm: float, ground: Color, shape: Shape) -> Side:
    def draw_once(pen: Pen) -> None:
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
