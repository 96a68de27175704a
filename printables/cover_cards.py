"""Cover cards: one colour each, with its shape, its letter and its pattern."""

from __future__ import annotations

from companion.deck.geometry import BoxMm, CardGeometry
from companion.deck.palette import (
    MARKS,
    WHITE,
    Color,
    Pattern,
    Shape,
    text_on,
)
from companion.deck.tags import COVER_FACE, EXTRA, payload_for
from companion.terms import CoverCard
from printables.cards import draw_frame, draw_tag
from printables.livery import Livery
from printables.outline import Outline, cross, diamond, disc, polygon, rectangle, square
from printables.pdf import CAP_HEIGHT, Align, Document, Pen, Weight, missing_glyphs
from printables.piece import PrintedPiece, Side

COVER_SET: tuple[tuple[str, int], ...] = (
    (CoverCard.ORANGE.value, 8),
    (CoverCard.YELLOW.value, 8),
    (CoverCard.NEUTRAL.value, 7),
    (EXTRA, 1),
    (CoverCard.GAME_OVER.value, 1),
)
"""Rulebook, "Components": 25 cover cards; the extra one is used by the team that starts."""

SHADE = 0.14
"""How much darker a pattern is than its ground: seen on paper, lost on the camera."""

LARGE_MARK = 0.335412
SMALL_MARK = 0.36
"""Half height of the marks, of the room they have."""

_SHAPES = {Shape.DIAMOND: diamond, Shape.DISC: disc, Shape.SQUARE: square, Shape.CROSS: cross}
_SHAPE_SIZE = {Shape.DIAMOND: 1.0, Shape.DISC: 0.82, Shape.SQUARE: 0.72, Shape.CROSS: 0.72}
"""Half sizes that look equally large."""


def cover_pieces(geometry: CardGeometry, livery: Livery) -> list[PrintedPiece]:
    """The whole set of 25; both sides of a cover are the same, so that it lies right either way."""
    pieces = []
    for cover_id, count in COVER_SET:
        if cover_id == EXTRA:
            front = cover_side(CoverCard.ORANGE, geometry, livery, is_extra=True)
            back = cover_side(CoverCard.YELLOW, geometry, livery, is_extra=True)
        else:
            front = back = cover_side(CoverCard(cover_id), geometry, livery)
        pieces += [PrintedPiece("cover_card", cover_id, front, back)] * count
    return pieces


def cover_side(
    cover: CoverCard, geometry: CardGeometry, livery: Livery, *, is_extra: bool = False
) -> Side:
    """One side of a cover card."""
    face = cover.value if is_extra else COVER_FACE
    payload = payload_for("cover_card", EXTRA if is_extra else cover.value, face)
    stamp = f"cover-{livery.key}-{cover.value}-{face}"

    def prepare(document: Document) -> None:
        document.define_stamp(
            stamp,
            geometry.width_mm,
            geometry.height_mm,
            lambda pen: _draw_cover(pen, cover, geometry, livery, payload),
        )

    return Side(face, lambda pen: pen.stamp(stamp), geometry.tag, payload, prepare)


def draw_shape(pen: Pen, shape: Shape, x: float, y: float, size_mm: float, color: Color) -> None:
    """Draw a kind's shape; `size_mm` is half its height."""
    pen.fill(_SHAPES[shape](x, y, size_mm * _SHAPE_SIZE[shape]), color)


def _draw_cover(
    pen: Pen, cover: CoverCard, geometry: CardGeometry, livery: Livery, payload: str
) -> None:
    field, patch = geometry.cover_field, geometry.tag_patch
    right, bottom = field.x_mm + field.w_mm, field.y_mm + field.h_mm
    below = patch.y_mm + patch.h_mm
    ground = livery.color(cover.role)
    mark = MARKS[cover.role]
    draw_frame(pen, geometry)
    area = polygon(
        [
            (field.x_mm, field.y_mm),
            (patch.x_mm, field.y_mm),
            (patch.x_mm, below),
            (right, below),
            (right, bottom),
            (field.x_mm, bottom),
        ]
    )
    pen.fill(area, ground)
    if not livery.is_low_ink:
        with pen.clipped(area):
            # Darker than the ground, as the camera expects; on a dark ground of people's own that
            # would not be seen.
            ink = text_on(ground if cover.role in livery.colors else WHITE)
            pen.fill(_pattern(mark.pattern, field), ground.mixed_with(ink, SHADE))
    draw_tag(pen, payload, geometry.tag)
    letter = livery.letter(cover.role)
    if missing_glyphs(letter, Weight.BOLD):
        letter = livery.edition.letter(cover.role)
    ink = text_on(ground)
    (x, y, size), (turned_x, turned_y, turned_size) = _mark_places(geometry)
    _draw_mark(pen, mark.shape, letter, x, y, size, ink, ground, livery)
    # The same once more, small and turned, for those who sit opposite.
    with pen.placed(turned_x, turned_y, turned_deg=180):
        _draw_mark(pen, mark.shape, letter, 0.0, 0.0, turned_size, ink, ground, livery)


def _mark_places(
    geometry: CardGeometry,
) -> tuple[tuple[float, float, float], tuple[float, float, float]]:
    """Middle and half height of the large mark and of the small one.

    The large one lies left of the tag or, on tall cards, below it; the small one in the corner
    that is left over.
    """
    field, patch = geometry.cover_field, geometry.tag_patch
    right, bottom = field.x_mm + field.w_mm, field.y_mm + field.h_mm
    below = patch.y_mm + patch.h_mm
    beside_mm = min(patch.x_mm - field.x_mm, field.h_mm)
    under_mm = min(field.w_mm, bottom - below)
    left_x, middle_y = (field.x_mm + patch.x_mm) / 2, (field.y_mm + bottom) / 2
    if beside_mm >= under_mm:
        corner = ((patch.x_mm + right) / 2, (below + bottom) / 2)
        large = (left_x, middle_y, beside_mm * LARGE_MARK)
        return large, (*corner, min(4.6, (bottom - below) * SMALL_MARK))
    large = ((field.x_mm + right) / 2, (below + bottom) / 2, under_mm * LARGE_MARK)
    beside = patch.x_mm - field.x_mm
    return large, (left_x, (field.y_mm + below) / 2, min(4.6, beside * SMALL_MARK))


def _draw_mark(
    pen: Pen,
    shape: Shape,
    letter: str,
    x: float,
    y: float,
    size: float,
    ink: Color,
    ground: Color,
    livery: Livery,
) -> None:
    if shape is Shape.CROSS:
        # The cross is its own letter.
        draw_shape(pen, shape, x, y, size, ink)
        return
    if livery.is_low_ink:
        pen.stroke(_SHAPES[shape](x, y, size * _SHAPE_SIZE[shape]), size * 0.09, ink)
    else:
        draw_shape(pen, shape, x, y, size, ink)
    cap = size * 0.72
    letter_ink = ink if livery.is_low_ink else ground
    pen.text(letter, x, y + cap / 2, cap / CAP_HEIGHT, letter_ink, Weight.BOLD, Align.CENTRE)


def _pattern(pattern: Pattern, box: BoxMm) -> Outline:
    right, bottom = box.x_mm + box.w_mm, box.y_mm + box.h_mm
    if pattern is Pattern.STRIPES:
        pitch, width = 5.0, 0.9
        stripes = Outline(())
        x = box.x_mm - box.h_mm
        while x < right:
            stripes += polygon(
                [
                    (x, bottom),
                    (x + width, bottom),
                    (x + width + box.h_mm, box.y_mm),
                    (x + box.h_mm, box.y_mm),
                ]
            )
            x += pitch
        return stripes
    if pattern is Pattern.DOTS:
        dots = Outline(())
        pitch = 3.6
        rows, cols = int(box.h_mm / pitch), int(box.w_mm / pitch)
        for row in range(rows + 1):
            for col in range(cols + 1):
                if (row + col) % 2 == 0:
                    dots += disc(
                        box.x_mm + (box.w_mm - cols * pitch) / 2 + col * pitch,
                        box.y_mm + (box.h_mm - rows * pitch) / 2 + row * pitch,
                        0.7,
                    )
        return dots
    if pattern is Pattern.PLAIN:
        return Outline(())
    return Outline(()) if pattern is Pattern.SOLID else rectangle(box)
