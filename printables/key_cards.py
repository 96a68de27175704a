"""Key cards: what the cluemasters see, and the code that names the layout."""

from __future__ import annotations

from collections.abc import Sequence

import segno

from companion.deck.check_words import check_word
from companion.deck.geometry import BoxMm
from companion.deck.key_geometry import KeyCardGeometry
from companion.deck.palette import (
    BLACK,
    CARD,
    HAIRLINE,
    INK,
    KEY_PANEL,
    MARKS,
    QUIET,
    Pattern,
    text_on,
)
from companion.errors import UsageError
from companion.game.key_card import KeyCard, format_code, parse_code
from companion.terms import GRID_SIDE, Edition, Role, Team
from printables.backs import key_back
from printables.cover_cards import draw_shape
from printables.livery import Livery
from printables.outline import Outline, dark_modules, polygon, rounded
from printables.pdf import CAP_HEIGHT, Pen, Weight, missing_glyphs, text_width
from printables.piece import PrintedPiece, Side
from printables.tongue import Tell, in_english

SQUARE_SHADE = 0.55
"""How dark the stripes at an orange square's corners are: seen on a grey print."""

SQUARE_MARK = 0.22
"""Half height of a square's shape, of the square's side. With 0.26 a yellow square
and its disc on the dark panel are dark and light as a QR code's corner is, 1:1:3:1:1: of a whole
sheet a reader then finds no code at all."""


def key_piece(
    key: KeyCard,
    number: int,
    geometry: KeyCardGeometry,
    livery: Livery,
    tell: Tell = in_english,
) -> PrintedPiece:
    """One key card with its number; its id in the manifest is its code."""
    code = format_code(key)

    def draw(pen: Pen) -> None:
        _draw_panel(pen, key, geometry, livery)
        _draw_foot(pen, key, number, code, geometry, livery, tell)

    front = Side("front", draw, geometry.code, code)
    back = key_back(geometry.width_mm, geometry.height_mm, is_low_ink=livery.is_low_ink)
    return PrintedPiece("key_card", code, front, back)


def blank_piece(number: int, geometry: KeyCardGeometry, livery: Livery) -> PrintedPiece:
    """A key card that tells nothing but the four colours: a preview that guessers may see."""

    def draw(pen: Pen) -> None:
        pen.fill(rounded(geometry.panel, 2.0), KEY_PANEL)
        for row in range(GRID_SIDE):
            for col in range(GRID_SIDE):
                pen.fill(rounded(geometry.square(row, col), 0.8), HAIRLINE)
        cap = 5.0
        top = geometry.panel.y_mm + geometry.panel.h_mm + 2.5
        pen.text(
            f"{number}", geometry.panel.x_mm + 1.5, top + cap, cap / CAP_HEIGHT, INK, Weight.BOLD
        )
        side, right = geometry.square_side_mm, geometry.panel.x_mm + geometry.panel.w_mm
        for at, role in enumerate(reversed(Role)):
            _draw_square(
                pen, role, BoxMm(right - side - at * (side + 1.0), top, side, side), livery
            )

    back = key_back(geometry.width_mm, geometry.height_mm, is_low_ink=livery.is_low_ink)
    return PrintedPiece("key_card", f"blank-{number}", Side("front", draw), back)


def keys_from_codes(codes: Sequence[str]) -> tuple[KeyCard, ...]:
    """The key cards of codes, such as those of cards that were drawn by hand.

    Raises:
        UnreadableError: A code is mistyped.
        UsageError: A code was given twice.
    """
    keys = tuple(parse_code(code) for code in codes)
    for at, key in enumerate(keys):
        if key in keys[:at]:
            raise UsageError(f"the code {codes[at]!r} was given twice")
    return keys


def key_from_drawing(grid: Sequence[str], edition: Edition) -> KeyCard:
    """Make a key card of five strings of five letters, as the cluemasters read it.

    Whoever has nine squares starts.

    Raises:
        UsageError: The drawing has other letters, or other counts than nine, eight, seven and one.

    Example:
        >>> key = key_from_drawing(["OOOOO", "OOOOY", "YYYYY", "YYNNN", "NNNNX"], Edition.SIMPSONS)
        >>> key.starting_team.value, parse_code(format_code(key)) == key
        ('orange', True)
    """
    role_of = {edition.letter(role): role for role in Role}
    letters = "".join(grid).upper()
    if len(grid) != GRID_SIDE or len(letters) != GRID_SIDE**2 or set(letters) - set(role_of):
        raise UsageError(
            f"a key card is five strings of five letters out of {' '.join(role_of)}, not {grid!r}"
        )
    squares = [role_of[letter] for letter in letters]
    orange, yellow = squares.count(Role.ORANGE), squares.count(Role.YELLOW)
    starter = Team.ORANGE if orange > yellow else Team.YELLOW
    try:
        return KeyCard.from_cluemasters(squares, starter)
    except ValueError as error:
        raise UsageError(
            "a key card has 9 squares of the team that starts, 8 of the other, 7 neutral and 1 "
            "game over; this one has "
            + ", ".join(f"{letters.count(letter)} {letter}" for letter in role_of)
        ) from error


def code_modules(code: str) -> tuple[tuple[bool, ...], ...]:
    """The modules of a key code's QR code: version 1, level Q, so that a thumb may lie on it."""
    made = segno.make(code, version=1, error="q", micro=False, boost_error=False)
    return tuple(tuple(bool(module) for module in row) for row in made.matrix)


def _draw_panel(pen: Pen, key: KeyCard, geometry: KeyCardGeometry, livery: Livery) -> None:
    panel = geometry.panel
    if livery.is_low_ink:
        inner = BoxMm(panel.x_mm + 1, panel.y_mm + 1, panel.w_mm - 2, panel.h_mm - 2)
        pen.ring(rounded(panel, 2.0), rounded(inner, 1.2), KEY_PANEL)
        # Dark between the squares alone: what the camera tells them by.
        first, side = geometry.square(0, 0), 4 * geometry.pitch_mm + geometry.square_side_mm
        grid = BoxMm(first.x_mm - 1.2, first.y_mm - 1.2, side + 2.4, side + 2.4)
        pen.fill(rounded(grid, 1.2), KEY_PANEL)
    else:
        pen.fill(rounded(panel, 2.0), KEY_PANEL)
    roles = key.as_cluemasters_see()
    for row in range(GRID_SIDE):
        for col in range(GRID_SIDE):
            _draw_square(pen, roles[row * GRID_SIDE + col], geometry.square(row, col), livery)
    starter = Role.of_team(key.starting_team)
    ground = livery.color(starter)
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


def _draw_square(pen: Pen, role: Role, box: BoxMm, livery: Livery) -> None:
    ground = livery.color(role)
    ink = text_on(ground)
    area = rounded(box, 0.8)
    pen.fill(area, ground)
    x, y = box.x_mm + box.w_mm / 2, box.y_mm + box.h_mm / 2
    if role is Role.GAME_OVER:
        pen.stroke(area, 0.5, CARD)
        draw_shape(pen, MARKS[role].shape, x, y, box.w_mm * 0.36, CARD)
        return
    # In grey, orange and neutral are one tone: the stripes along the square's corners, and the
    # shape in its middle, part them then.
    if MARKS[role].pattern is Pattern.STRIPES:
        with pen.clipped(area):
            for corner in (-1, 1):
                for step in (0.42, 0.58):
                    reach = box.w_mm * step * corner
                    pen.fill(_stripe(x, y, reach, box.w_mm), ground.mixed_with(ink, SQUARE_SHADE))
    draw_shape(pen, MARKS[role].shape, x, y, box.w_mm * SQUARE_MARK, ink)


def _stripe(x: float, y: float, reach: float, side: float) -> Outline:
    # A band along the diagonal from bottom left to top right, `reach` away from the middle.
    half, width = side / 2, side * 0.06
    return polygon(
        [
            (x + reach - half, y + half),
            (x + reach - half + width, y + half),
            (x + reach + half + width, y - half),
            (x + reach + half, y - half),
        ]
    )


def _draw_foot(
    pen: Pen,
    key: KeyCard,
    number: int,
    code: str,
    geometry: KeyCardGeometry,
    livery: Livery,
    tell: Tell,
) -> None:
    pen.fill(dark_modules(code_modules(code), geometry.code), BLACK, is_even_odd=True)
    panel = geometry.panel
    left = panel.x_mm + 1.5
    top = panel.y_mm + panel.h_mm
    foot = geometry.height_mm - top - 2.0
    cap = min(6.6, foot * 0.31)
    number_y = top + foot * 0.1 + cap
    pen.text(f"{number}", left, number_y, cap / CAP_HEIGHT, INK, Weight.BOLD)
    small = cap * 0.42
    room = geometry.code.x_mm - geometry.code.w_mm * 4 / 21 - left
    starter = Role.of_team(key.starting_team)
    # A team's own name may be of one or of many.
    own = livery.labels.get(starter)
    starts = (
        tell("starts: {name}", name=own)
        if own
        else tell("{team} starts", team=tell(livery.label(starter)))
    )
    lines = (
        (f"{code[:3]} {code[3:6]} {code[6:]}", left, Weight.BOLD, INK, small),
        (check_word(code), left, Weight.REGULAR, INK, small * 0.9),
        (starts, left + 3 * small * 0.62, Weight.REGULAR, QUIET, small * 0.86),
    )  # fmt: skip
    y = number_y
    for text, x, weight, ink, line_cap in lines:
        y += small * 1.75
        lacking = missing_glyphs(text, weight)
        if lacking:
            raise UsageError(
                f"the label {text!r} cannot be printed: the font has no {lacking[0]!r}"
            )
        size = line_cap / CAP_HEIGHT
        size *= min(1.0, (room - (x - left)) / text_width(text, size, weight))
        pen.text(text, x, y, size, ink, weight)
    size = small * 0.62
    draw_shape(pen, MARKS[starter].shape, left + size, y - small * 0.42, size, INK)
