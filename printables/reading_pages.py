"""Pages to be read: the rules, the chart of the game against the rival, what lies in the box."""

from __future__ import annotations

from collections.abc import Sequence

from companion.deck.geometry import BoxMm
from companion.deck.palette import BLACK, HAIRLINE, MARKS
from companion.deck.pictograms import CREDIT
from companion.game.solo import chart
from companion.terms import GRID_SIDE, Role
from printables.cover_cards import draw_shape
from printables.leaflet import Leaf, write_paragraph
from printables.livery import Livery
from printables.outline import rounded
from printables.pdf import Align, Pen, Weight, text_width
from printables.rules_words import rules_page
from printables.tongue import Tell, in_english, tell_in

BoxLine = tuple[str, str, int, int]
"""What, the command that prints it, sheets of paper, pieces."""

_OF_NO_TEAM = {
    "en": {Role.NEUTRAL: "neutral", Role.GAME_OVER: "game over"},
    "de": {Role.NEUTRAL: "neutral", Role.GAME_OVER: "Game over"},
}


def rules(languages: Sequence[str], livery: Livery) -> list[Leaf]:
    """The rules, one page a language."""
    return [_rules_leaf(language, livery) for language in languages]


def _rules_leaf(language: str, livery: Livery) -> Leaf:
    page = rules_page(language)

    def draw(pen: Pen, area: BoxMm) -> None:
        y = write_paragraph(pen, page.title, area.x_mm, area.y_mm, area.w_mm, 9.5, Weight.BOLD)
        y = write_paragraph(pen, page.aim, area.x_mm, y + 1.5, area.w_mm, 4.9)
        y = _draw_legend(pen, area, y + 5.0, language, livery) + 3.0
        column = (area.w_mm - 10) / 2
        x, top = area.x_mm, y
        for at, (title, paragraphs) in enumerate(page.sections):
            if at == 2:
                x, y = area.x_mm + column + 10, top
            pen.line(x, y + 1.0, x + column, y + 1.0, 0.35, HAIRLINE)
            y = write_paragraph(pen, title, x, y + 2.0, column, 6.2, Weight.BOLD)
            for paragraph in paragraphs:
                y = write_paragraph(pen, paragraph, x, y + 1.5, column, 4.6)
            y += 3.6
        bottom = area.y_mm + area.h_mm
        _draw_table(pen, BoxMm(x, y + 3, column, min(72.0, bottom - y - 3)), language, livery)

    how = "print at 100 %" if language == "en" else "Druck in 100 %"
    return Leaf(f"{page.title} ({language})", draw, how=how)


def _draw_table(pen: Pen, box: BoxMm, language: str, livery: Livery) -> None:
    # The table from above: cluemasters far, guessers near, a few cards covered.
    far, near = _SEATS[language]
    pitch_y = (box.h_mm - 18.0) / GRID_SIDE
    pitch_x = min(pitch_y * 1.4, box.w_mm / GRID_SIDE)
    left = box.x_mm + (box.w_mm - GRID_SIDE * pitch_x) / 2
    middle = box.x_mm + box.w_mm / 2
    pen.text(far, middle, box.y_mm + 4.0, 4.2, BLACK, Weight.BOLD, Align.CENTRE)
    pen.text(near, middle, box.y_mm + box.h_mm - 1.0, 4.2, BLACK, Weight.BOLD, Align.CENTRE)
    for row in range(GRID_SIDE):
        for col in range(GRID_SIDE):
            card = BoxMm(
                left + col * pitch_x + 0.8,
                box.y_mm + 8.0 + row * pitch_y + 0.8,
                pitch_x - 1.6,
                pitch_y - 1.6,
            )
            role = _COVERED.get((row, col))
            if role is None:
                pen.stroke(rounded(card, 0.8), 0.3, BLACK)
                continue
            pen.fill(rounded(card, 0.8), livery.color(role))
            x, y = card.x_mm + card.w_mm / 2, card.y_mm + card.h_mm / 2
            draw_shape(pen, MARKS[role].shape, x, y, card.h_mm * 0.26, BLACK)


_SEATS = {
    "en": ("the cluemasters, with the key card", "the guessers"),
    "de": ("die Tippgeber mit der Schlüsselkarte", "die Ratenden"),
}
_COVERED = {
    (0, 3): Role.ORANGE,
    (1, 1): Role.YELLOW,
    (2, 2): Role.NEUTRAL,
    (3, 4): Role.ORANGE,
    (4, 0): Role.YELLOW,
}


def _draw_legend(pen: Pen, area: BoxMm, y: float, language: str, livery: Livery) -> float:
    tell = tell_in(language)
    width = area.w_mm / len(Role)
    for at, role in enumerate(Role):
        x = area.x_mm + at * width
        box = BoxMm(x, y, 9.0, 9.0)
        ground = livery.color(role)
        pen.fill(rounded(box, 1.2), ground)
        ink = BLACK if role is not Role.GAME_OVER else HAIRLINE
        draw_shape(pen, MARKS[role].shape, x + 4.5, y + 4.5, 2.7, ink)
        label = (
            _OF_NO_TEAM[language].get(role)
            or livery.labels.get(role)
            or tell(livery.edition.shown_as(role.value))
        )
        pen.text(label, x + 11.5, y + 6.1, 4.6, BLACK)
    return y + 9.0


def solo_chart(tell: Tell = in_english) -> list[Leaf]:
    """The chart of the two-player game, large enough to be hung up."""

    def draw(pen: Pen, area: BoxMm) -> None:
        x, width = area.x_mm + 20, area.w_mm - 40
        y = write_paragraph(
            pen, tell("Against the rival"), x, area.y_mm + 6, width, 11, Weight.BOLD, Align.CENTRE
        )
        y = write_paragraph(
            pen,
            tell("Rival cards that are still open when your team has found all of its own:"),
            x,
            y + 3,
            width,
            4.6,
            align=Align.CENTRE,
        )
        y += 10
        for cards, name in chart():
            pen.line(x, y, x + width, y, 0.35, HAIRLINE)
            pen.text(f"{cards}", x + 12, y + 13.5, 11.5, BLACK, Weight.BOLD, Align.CENTRE)
            for pip in range(cards):
                draw_shape(pen, MARKS[Role.YELLOW].shape, x + 27 + pip * 5.2, y + 9.2, 2.1, BLACK)
            pen.text(tell(name), x + width, y + 12, 7.4, BLACK, align=Align.RIGHT)
            y += 19
        pen.line(x, y, x + width, y, 0.35, HAIRLINE)
        pen.text(tell("Date and score:"), x, y + 14, 5.2, BLACK, Weight.BOLD)
        for row in range(2):
            for col in range(4):
                left = x + col * (width + 6) / 4
                under = y + 28 + row * 13
                pen.line(left, under, left + (width - 18) / 4, under, 0.25, BLACK)

    how = tell("print at 100 % (true size)")
    return [Leaf(tell("chart of the game against the rival"), draw, how=how)]


def inlay(
    lines: Sequence[BoxLine], deck_title: str, paper: str, tell: Tell = in_english
) -> list[Leaf]:
    """The sheet that says what belongs in the box, how it is printed, and what paper it takes."""

    def draw(pen: Pen, area: BoxMm) -> None:
        x, width = area.x_mm + 8, area.w_mm - 16
        title = tell("What is in the box")
        y = write_paragraph(pen, title, x, area.y_mm + 4, width, 10, Weight.BOLD)
        y = write_paragraph(pen, deck_title, x, y + 1.5, width, 4.8)
        y += 5
        sheets_x, pieces_x = x + width, x + width - 22
        pen.text(tell("pieces"), pieces_x, y + 4, 3.8, BLACK, align=Align.RIGHT)
        pen.text(
            tell("sheets {paper}", paper=paper), sheets_x, y + 4, 3.8, BLACK, align=Align.RIGHT
        )
        y += 6
        for what, command, sheets, pieces in lines:
            pen.line(x, y, x + width, y, 0.3, HAIRLINE)
            pen.text(tell(what), x + 8, y + 6.4, 5.0, BLACK, Weight.BOLD)
            needs = text_width(command, 3.6, Weight.REGULAR)
            pen.text(command, x + 8, y + 11.6, 3.6 * min(1.0, (width - 8) / needs), BLACK)
            pen.stroke(rounded(BoxMm(x + 0.5, y + 4, 4.5, 4.5), 0.6), 0.35, BLACK)
            pen.text(f"{pieces}" if pieces else "", pieces_x, y + 7, 5.0, BLACK, align=Align.RIGHT)
            pen.text(f"{sheets}", sheets_x, y + 7, 5.0, BLACK, Weight.BOLD, Align.RIGHT)
            y += 14
        pen.line(x, y, x + width, y, 0.5, BLACK)
        total = sum(sheets for _, _, sheets, _ in lines)
        pen.text(tell("All together"), x + 8, y + 6.6, 5.0, BLACK, Weight.BOLD)
        pen.text(f"{total}", sheets_x, y + 6.6, 5.0, BLACK, Weight.BOLD, Align.RIGHT)
        y += 12
        for paragraph in (
            tell("Paper: matt card of 160 to 250 g. Glossy paper shines into the camera."),
            tell(
                "Print at 100 %, never \u201cfit to page\u201d. Lay a bank card on the outline or "
                "a ruler on the bar of 100\u00a0mm: if they fit, the size is true. If front and "
                "back do not meet, print the alignment sheet once."
            ),
            tell(
                "Cut the long lines first; the fine ticks between the pieces show the cuts that "
                "are left."
            ),
            tell(
                "{pictures}. Letters: IBM Plex Sans, SIL Open Font License 1.1.",
                pictures=tell(CREDIT),
            ),
        ):
            y = write_paragraph(pen, paragraph, x, y + 2, width, 4.2)

    how = tell("print at 100 % (true size)")
    return [Leaf(tell("what is in the box"), draw, how=how)]
