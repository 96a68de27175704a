"""Springfield cards: the word side and the picture side."""

from __future__ import annotations

from dataclasses import replace

from companion.deck.cards import Card, Deck
from companion.deck.geometry import CARD_HEIGHT_MM, CARD_WIDTH_MM, BoxMm, CardGeometry
from companion.deck.palette import BLACK, HAIRLINE, INK
from companion.deck.pictograms import pictogram_bodies
from companion.deck.picture_files import PICTURE_ENDINGS, is_picture_file
from companion.deck.tags import payload_for, tag_modules
from companion.errors import DeckError, SheetOverflowError
from companion.terms import Face
from printables.backs import plain_back
from printables.lettering import BUNDLED, FittedText, Font, draw_text, fit_text, in_capitals
from printables.outline import dark_modules, rectangle, rounded
from printables.pdf import Document, Pen
from printables.pictures import Picture, load_picture, pictogram
from printables.piece import PrintedPiece, Side

LARGEST_CAP_MM = 10.0
"""The large word's capitals, on a card of 63 x 45 mm."""

TURNED_CAP_MM = 4.0
"""The turned word's capitals: read across the table by those who sit opposite."""

SMALLEST_TURNED_CAP_MM = 1.2
"""A word of thirty letters is still there for those opposite, as small print."""

_FRAME_RADIUS_MM = 1.2
_AIR_MM = 2.2


class CardShop:
    """Makes the cards of one order: one geometry, one choice of fonts, each picture read once.

    Args:
        geometry: Size of the cards.
        font: A font of people's own, used for every word that it can write; None for none.
        is_low_ink: Whether plain backs save ink.
        is_checking: Whether cards are only looked at, to tell what would be wrong with them.
    """

    def __init__(
        self,
        geometry: CardGeometry,
        font: Font | None = None,
        *,
        is_low_ink: bool = False,
        is_checking: bool = False,
    ) -> None:
        geometry.check_size()
        self.geometry = geometry
        self._font = font
        self._is_low_ink = is_low_ink
        self._is_checking = is_checking
        self._pictures: dict[tuple[object, str], Picture] = {}

    def check(self, deck: Deck) -> None:
        """Refuse a deck that cannot be printed before a page is drawn.

        Raises:
            DeckError: A word holds a sign that no font has, a picture cannot be used, or a word
                does not fit on its card.
        """
        for card in deck.cards:
            reason = self.why_not(card)
            if reason:
                raise DeckError(f"{deck_place(deck, card)}: {reason}")

    def why_not(self, card: Card) -> str | None:
        """Say why a card cannot be printed; None when it can."""
        word = in_capitals(card.word, card.language)
        font = self.font_for(word)
        lacking = font.missing(word)
        if lacking:
            return (
                f"the font has no {lacking[0]!r}; name a font that has it (--font), or write the "
                "word in Latin, Greek or Cyrillic letters"
            )
        try:
            if card.picture:
                self.picture(card)
            _fit_large(word, self.geometry, font)
            _fit_turned(word, self.geometry, font)
        except DeckError as error:
            return error.message
        except SheetOverflowError as error:
            return f"{error.message}; shorten the word or take larger cards"
        return None

    def font_for(self, word: str) -> Font:
        """The own font where it has every sign, else the bundled one."""
        own = self._font
        if own is not None and (not own.missing(word) or BUNDLED.missing(word)):
            return own
        return BUNDLED

    def picture(self, card: Card) -> Picture:
        """The picture of a card that has one.

        Raises:
            DeckError: It is not there or cannot be drawn.
        """
        key = (card.folder, card.picture)
        found = self._pictures.get(key)
        if found is None:
            found = self._pictures[key] = self._load(card)
        return found

    def piece(self, card: Card) -> PrintedPiece:
        """A card with its word in front and its picture, or a plain back, behind."""
        geometry = self.geometry
        if card.picture:
            back = _picture_side(card, geometry, self.picture(card))
        else:
            back = plain_back(geometry.width_mm, geometry.height_mm, is_low_ink=self._is_low_ink)
        word = in_capitals(card.word, card.language)
        front = _word_side(card, word, self.font_for(word), geometry)
        return PrintedPiece("card", card.id, front, back)

    def _load(self, card: Card) -> Picture:
        if not is_picture_file(card.picture):
            if card.picture not in pictogram_bodies():
                raise DeckError(
                    f"there is no picture {card.picture!r}; name a file that ends in "
                    f"{', '.join(PICTURE_ENDINGS)}, one of the built-in deck's pictures, or none"
                )
            return pictogram(card.picture)
        if card.folder is None:
            raise DeckError(f"the picture {card.picture!r} is a file, and the deck is none")
        folder = card.folder.resolve()
        path = (folder / card.picture).resolve()
        if not path.is_relative_to(folder):
            raise DeckError(
                f"the picture {card.picture!r} lies outside the deck's folder; copy it there"
            )
        large, _ = picture_boxes(self.geometry)
        picture = load_picture(path, large.w_mm, is_checked_only=self._is_checking)
        # Two decks may each have a `cat.png`.
        return replace(picture, name=f"{picture.name}-{len(self._pictures)}")


def deck_place(deck: Deck, card: Card) -> str:
    """Where people find a card: file and line, or the deck's name and the card's id."""
    return card.where if card.source is not None else f"deck {deck.name!r}, {card.where}"


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


def _fit_large(word: str, geometry: CardGeometry, font: Font) -> FittedText:
    largest = LARGEST_CAP_MM * min(
        geometry.width_mm / CARD_WIDTH_MM, max(1.0, geometry.height_mm / CARD_HEIGHT_MM)
    )
    return fit_text(word, word_box(geometry), largest_cap_mm=largest, font=font)


def _fit_turned(word: str, geometry: CardGeometry, font: Font) -> FittedText:
    return fit_text(
        word,
        turned_word_box(geometry),
        largest_cap_mm=TURNED_CAP_MM,
        smallest_cap_mm=SMALLEST_TURNED_CAP_MM,
        font=font,
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


def _word_side(card: Card, word: str, font: Font, geometry: CardGeometry) -> Side:
    payload = payload_for("card", card.own_id, Face.WORD.value, card.word)

    def draw(pen: Pen) -> None:
        draw_frame(pen, geometry)
        draw_tag(pen, payload, geometry.tag)
        draw_text(pen, _fit_large(word, geometry, font), word_box(geometry), INK)
        small = turned_word_box(geometry)
        fitted = _fit_turned(word, geometry, font)
        line_y = small.y_mm + small.h_mm + 1.6
        pen.line(small.x_mm, line_y, small.x_mm + small.w_mm, line_y, 0.35, HAIRLINE)
        with pen.placed(small.x_mm + small.w_mm, small.y_mm + small.h_mm, turned_deg=180):
            draw_text(pen, fitted, BoxMm(0.0, 0.0, small.w_mm, small.h_mm), INK)

    return Side(Face.WORD.value, draw, geometry.tag, payload)


def _picture_side(card: Card, geometry: CardGeometry, picture: Picture) -> Side:
    payload = payload_for("card", card.own_id, Face.PICTURE.value, card.word)

    def prepare(document: Document) -> None:
        if document.has_stamp(picture.name):
            return
        if picture.file:
            document.define_picture(picture.name, picture.file)
            return
        height = picture.view_height
        document.define_stamp(
            picture.name, height * picture.aspect, height, lambda pen: _paint(pen, picture)
        )

    def draw(pen: Pen) -> None:
        draw_frame(pen, geometry)
        draw_tag(pen, payload, geometry.tag)
        large, small = picture_boxes(geometry)
        # A pictogram has air in its own square; a photograph fills its own.
        large = _fitted(_square_in(large, 1.4) if picture.file else large, picture.aspect)
        small = _fitted(small, picture.aspect)
        unit = 1.0 if picture.file else picture.view_height
        with pen.placed(large.x_mm, large.y_mm, scale=large.h_mm / unit):
            pen.stamp(picture.name)
        # For those who sit opposite.
        x, y = small.x_mm + small.w_mm, small.y_mm + small.h_mm
        with pen.placed(x, y, scale=small.h_mm / unit, turned_deg=180):
            pen.stamp(picture.name)

    return Side(Face.PICTURE.value, draw, geometry.tag, payload, prepare)


def _fitted(box: BoxMm, aspect: float) -> BoxMm:
    width, height = min(box.w_mm, box.h_mm * aspect), min(box.h_mm, box.w_mm / aspect)
    return BoxMm(
        box.x_mm + (box.w_mm - width) / 2, box.y_mm + (box.h_mm - height) / 2, width, height
    )


def _paint(pen: Pen, picture: Picture) -> None:
    opacity = 1.0
    for painted in picture.painted:
        if painted.opacity != opacity:
            opacity = painted.opacity
            pen.fade(opacity)
        pen.fill(painted.outline, painted.color, is_even_odd=painted.is_even_odd)
