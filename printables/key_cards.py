"""Key cards: what the cluemasters see, and the code that names the layout."""

from __future__ import annotations

import segno

from companion.deck.key_geometry import KeyCardGeometry
from companion.deck.palette import BLACK, CARD, INK, KEY_PANEL, MARKS, QUIET, color_of, text_on
from companion.game.key_card import KeyCard, format_code
from companion.terms import GRID_SIDE, Edition, Role
from printables.backs import key_back
from printables.cover_cards import draw_shape
from printables.outline import dark_modules, rounded
from printables.pdf import CAP_HEIGHT, Pen, Weight
from printables.piece import PrintedPiece, Side


def key_piece(
    key: KeyCard, number: int, geometry: KeyCardGeometry, edition: Edition
) -> PrintedPiece:
    """One key card with its number; its id in the manifest is its code."""
    code = format_code(key)

    def draw(pen: Pen) -> None:
        _draw_panel(pen, key, geometry, edition)
        _draw_foot(pen, key, number, code, geometry, edition)

    front = Side("front", draw, geometry.code, code)
    return PrintedPiece("key_card", code, front, key_back(geometry.width_mm, geometry.height_mm))


def code_modules(code: str) -> tuple[tuple[bool, ...], ...]:
    """The modules of a key code's QR code: version 1, level Q, so that a thumb may lie on it."""
    made = segno.make(code, version=1, error="q", micro=False, boost_error=False)
    return tuple(tuple(bool(module) for module in row) for row in made.matrix)


def _draw_panel(pen: Pen, key: KeyCard, geometry: KeyCardGeometry, edition: Edition) -> None:
    pen.fill(rounded(geometry.panel, 2.0), KEY_PANEL)
    roles = key.as_cluemasters_see()
    for row in range(GRID_SIDE):
        for col in range(GRID_SIDE):
            role = roles[row * GRID_SIDE + col]
            box = geometry.square(row, col)
            ground = color_of(role, edition)
            pen.fill(rounded(box, 0.8), ground)
            x, y = box.x_mm + box.w_mm / 2, box.y_mm + box.h_mm / 2
            if role is Role.GAME_OVER:
                pen.stroke(rounded(box, 0.8), 0.5, CARD)
                draw_shape(pen, MARKS[role].shape, x, y, box.w_mm * 0.36, CARD)
            else:
                draw_shape(pen, MARKS[role].shape, x, y, box.w_mm * 0.26, text_on(ground))
    starter = Role.of_team(key.starting_team)
    ground = color_of(starter, edition)
    for bar in geometry.bars:
        pen.fill(rounded(bar, min(bar.w_mm, bar.h_mm) / 2), ground)
        # Five shapes in a row say in grey, too, who starts.
        for at in (-2, -1, 0, 1, 2):
            x, y = bar.x_mm + bar.w_mm / 2, bar.y_mm + bar.h_mm / 2
            step = max(bar.w_mm, bar.h_mm) * 0.2 * at
            x, y = (x + step, y) if bar.w_mm > bar.h_mm else (x, y + step)
            draw_shape(
                pen, MARKS[starter].shape, x, y, min(bar.w_mm, bar.h_mm) * 0.36, text_on(ground)
            )


def _draw_foot(
    pen: Pen,
    key: KeyCard,
    number: int,
    code: str,
    geometry: KeyCardGeometry,
    edition: Edition,
) -> None:
    pen.fill(dark_modules(code_modules(code), geometry.code), BLACK, is_even_odd=True)
    panel = geometry.panel
    left = panel.x_mm + 1.5
    top = panel.y_mm + panel.h_mm
    foot = geometry.height_mm - top - 2.0
    cap = min(7.0, foot * 0.34)
    number_y = top + foot * 0.12 + cap
    pen.text(f"{number}", left, number_y, cap / CAP_HEIGHT, INK, Weight.BOLD)
    code_cap = cap * 0.42
    code_y = number_y + code_cap * 2.1
    spaced = f"{code[:3]} {code[3:6]} {code[6:]}"
    pen.text(spaced, left, code_y, code_cap / CAP_HEIGHT, INK, Weight.BOLD)
    starter = Role.of_team(key.starting_team)
    starts_y = code_y + code_cap * 2.0
    size = code_cap * 0.62
    draw_shape(pen, MARKS[starter].shape, left + size, starts_y - code_cap * 0.42, size, INK)
    pen.text(
        f"{edition.shown_as(starter.value)} starts",
        left + 3 * size,
        starts_y,
        code_cap * 0.86 / CAP_HEIGHT,
        QUIET,
    )
