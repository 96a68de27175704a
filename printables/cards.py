"""Springfield cards: the word side and the picture side."""

from __future__ import annotations

from companion.deck.cards import Card, Deck
from companion.deck.geometry import BoxMm, CardGeometry
from companion.deck.palette import BLACK, HAIRLINE, INK
from companion.deck.pictograms import VIEW_SIDE, pictogram_bodies
from companion.deck.tags import payload_for, tag_modules
from companion.errors import DeckError, SheetOverflowError
from companion.terms import Face
from printables.backs import plain_back
from printables.lettering import FittedText, draw_text, fit_text, in_capitals
from printables.outline import dark_modules, rectangle, rounded
from printables.pdf import Document, Pen, missing_glyphs
from printables.piece import PrintedPiece, Side
from printables.svg import painted_of

LARGEST_CAP_MM = 10.0
"""The large word's capitals, on a card of 63 x 45 mm."""

TURNED_CAP_MM = 4.0
"""The turned word's capitals: read across the table by those who sit opposite."""

SMALLEST_TURNED_CAP_MM = 1.2
"""A word of thirty letters is still there for those opposite, as small print."""

_FRAME_RADIUS_MM = 1.2
_AIR_MM = 2.2


def check_deck(deck: Deck, geometry: CardGeometry) -> None:
    """Refuse a deck that cannot be printed before a page is drawn.

    Raises:
        DeckError: A word holds a sign that the font lacks, or a picture is not there.
        SheetOverflowError: A word or the tag does not fit on the card.
    """
    check_size(geometry)
    for card in deck.cards:
        word = in_capitals(card.word, card.language)
        lacking = missing_glyphs(word)
        if lacking:
            raise DeckError(
                f"deck {deck.name!r}, card {card.id!r}: the font has no {lacking[0]!r}; "
                "write the word in Latin, Greek or Cyrillic letters"
            )
        if card.picture and card.picture not in pictogram_bodies():
            raise DeckError(
                f"deck {deck.name!r}, card {card.id!r}: there is no picture {card.picture!r}; "
                "name one of the built-in deck's pictures, or none"
            )
        fit_text(word, word_box(geometry), largest_cap_mm=LARGEST_CAP_MM)
        _fit_turned(word, geometry)


def check_size(geometry: CardGeometry) -> None:
    """Refuse a card that is too small for its tag and a word.

    Raises:
        SheetOverflowError: It is.
    """
    inner, patch = geometry.frame_inner, geometry.tag_patch
    for what, needs, has in (
        ("the width of a card", 2 * inner.x_mm + patch.w_mm + 12, geometry.width_mm),
        ("the height of a card", 2 * inner.y_mm + patch.h_mm + 8, geometry.height_mm),
    ):
        if has < needs:
            raise SheetOverflowError(what=what, needs_mm=round(needs, 1), has_mm=has)


def card_piece(card: Card, geometry: CardGeometry) -> PrintedPiece:
    """A card with its word in front and its picture, or a plain back, behind."""
    if card.picture:
        back = _picture_side(card, geometry)
    else:
        back = plain_back(geometry.width_mm, geometry.height_mm)
    return PrintedPiece("card", card.id, _word_side(card, geometry), back)


def draw_frame(pen: Pen, geometry: CardGeometry) -> None:
    """Draw the dark line just inside the trim."""
    outer, inner = geometry.frame_outer, geometry.frame_inner
    pen.ring(rounded(outer, _FRAME_RADIUS_MM), rectangle(inner), INK)


def draw_tag(pen: Pen, payload: str, box: BoxMm) -> None:
    """Draw a code's dark modules."""
    pen.fill(dark_modules(tag_modules(payload), box), BLACK, is_even_odd=True)


def word_box(geometry: CardGeometry) -> BoxMm:
    """Where the large word stands: below the tag, the full width of the card."""
    inner, patch = geometry.frame_inner, geometry.tag_patch
    top = patch.y_mm + patch.h_mm
    return BoxMm(
        inner.x_mm + _AIR_MM,
        top,
        inner.w_mm - 2 * _AIR_MM,
        inner.y_mm + inner.h_mm - top - _AIR_MM,
    )


def turned_word_box(geometry: CardGeometry) -> BoxMm:
    """Where the small turned word stands: top left, beside the tag."""
    inner, patch = geometry.frame_inner, geometry.tag_patch
    return BoxMm(
        inner.x_mm + _AIR_MM, inner.y_mm + 3.6, patch.x_mm - inner.x_mm - _AIR_MM - 0.8, 9.0
    )


def _fit_turned(word: str, geometry: CardGeometry) -> FittedText:
    return fit_text(
        word,
        turned_word_box(geometry),
        largest_cap_mm=TURNED_CAP_MM,
        smallest_cap_mm=SMALLEST_TURNED_CAP_MM,
    )


def picture_boxes(geometry: CardGeometry) -> tuple[BoxMm, BoxMm]:
    """The squares of the large picture and of the small turned one.

    The large one lies left of the tag or below it, whichever is larger, the small one in the place
    that is left over.
    """
    inner, patch = geometry.frame_inner, geometry.tag_patch
    below = patch.y_mm + patch.h_mm
    room_below = inner.y_mm + inner.h_mm - below
    beside = patch.x_mm - inner.x_mm
    left = _square_in(BoxMm(inner.x_mm, inner.y_mm, beside, inner.h_mm), 0.3)
    under = _square_in(BoxMm(inner.x_mm, below, inner.w_mm, room_below), 0.3)
    if left.w_mm >= under.w_mm:
        corner = BoxMm(patch.x_mm, below, patch.w_mm, room_below)
        return left, _square_in(corner, 1.2)
    return under, _square_in(BoxMm(inner.x_mm, inner.y_mm, beside, patch.h_mm), 2.4)


def _square_in(area: BoxMm, air_mm: float) -> BoxMm:
    side = min(area.w_mm, area.h_mm) - 2 * air_mm
    return BoxMm(area.x_mm + (area.w_mm - side) / 2, area.y_mm + (area.h_mm - side) / 2, side, side)


def _word_side(card: Card, geometry: CardGeometry) -> Side:
    payload = payload_for("card", card.own_id, Face.WORD.value, card.word)
    word = in_capitals(card.word, card.language)

    def draw(pen: Pen) -> None:
        draw_frame(pen, geometry)
        draw_tag(pen, payload, geometry.tag)
        box = word_box(geometry)
        draw_text(pen, fit_text(word, box, largest_cap_mm=LARGEST_CAP_MM), box, INK)
        small = turned_word_box(geometry)
        fitted = _fit_turned(word, geometry)
        line_y = small.y_mm + small.h_mm + 1.6
        pen.line(small.x_mm, line_y, small.x_mm + small.w_mm, line_y, 0.35, HAIRLINE)
        with pen.placed(small.x_mm + small.w_mm, small.y_mm + small.h_mm, turned_deg=180):
            draw_text(pen, fitted, BoxMm(0.0, 0.0, small.w_mm, small.h_mm), INK)

    return Side(Face.WORD.value, draw, geometry.tag, payload)


def _picture_side(card: Card, geometry: CardGeometry) -> Side:
    payload = payload_for("card", card.own_id, Face.PICTURE.value, card.word)
    stamp = f"pictogram-{card.picture}"

    def prepare(document: Document) -> None:
        if not document.has_stamp(stamp):
            document.define_stamp(
                stamp, VIEW_SIDE, VIEW_SIDE, lambda pen: _draw_pictogram(pen, card.picture)
            )

    def draw(pen: Pen) -> None:
        draw_frame(pen, geometry)
        draw_tag(pen, payload, geometry.tag)
        large, small = picture_boxes(geometry)
        with pen.placed(large.x_mm, large.y_mm, scale=large.w_mm / VIEW_SIDE):
            pen.stamp(stamp)
        # For those who sit opposite.
        with pen.placed(
            small.x_mm + small.w_mm,
            small.y_mm + small.h_mm,
            scale=small.w_mm / VIEW_SIDE,
            turned_deg=180,
        ):
            pen.stamp(stamp)

    return Side(Face.PICTURE.value, draw, geometry.tag, payload, prepare)


def _draw_pictogram(pen: Pen, name: str) -> None:
    opacity = 1.0
    for painted in painted_of(pictogram_bodies()[name], name):
        if painted.opacity != opacity:
            opacity = painted.opacity
            pen.fade(opacity)
        pen.fill(painted.outline, painted.color, is_even_odd=painted.is_even_odd)
