"""Score cards of the league: one for each player, with a code that opens the player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import segno

from companion.deck.geometry import BoxMm
from companion.deck.palette import BLACK, CARD, HAIRLINE, INK, KEY_PANEL, QUIET
from companion.errors import UsageError
from printables.fitting import write_fitted
from printables.leaflet import Leaf
from printables.league_words import words
from printables.outline import dark_modules, rectangle, rounded
from printables.pdf import Align, Document, Pen, Weight

CARD_WIDTH_MM = 92.0
CARD_HEIGHT_MM = 124.0
"""Two by two on A4 and on Letter, with a border to hold and to cut."""

COLUMNS, ROWS = 2, 2
CARDS_ON_A_PAGE = COLUMNS * ROWS
BAND_MM = 11.0
CODE_SIDE_MM = 21.0
"""A code of 29 modules is then 0.72 mm a module: any phone reads it at arm's length."""

EDGE_MM = 4.0
ROW_MM = 8.4
FEWEST_ROWS, MOST_ROWS = 4, 9

LONGEST_PAYLOAD = 120


@dataclass(frozen=True, slots=True)
class ScoreCard:
    """What stands on one card before anything is written on it.

    Attributes:
        title: The evening's name.
        payload: What the code says; empty: no code.
        name: The player's name, empty to be written by hand.
        id: The player's id, likewise.
        starters: Starting characters with the size of each deck, likewise.
    """

    title: str
    payload: str = ""
    name: str = ""
    id: str = ""
    starters: tuple[tuple[str, int], ...] = ()


def player_payload(event: str, player: str, base: str = "") -> str:
    """What a card's code says: an address where one is known, else event and player.

    Example:
        >>> player_payload("cup", "7"), player_payload("cup", "7", "http://192.168.0.7:8080/")
        ('springfield-league:cup:7', 'http://192.168.0.7:8080/league/cup/p/7')
    """
    if base:
        return f"{base.rstrip('/')}/league/{event}/p/{player}"
    return f"springfield-league:{event}:{player}"


def parse_payload(text: str) -> tuple[str, str]:
    """Read event and player from a card's code; the inverse of `player_payload`.

    Raises:
        UsageError: It is no card of a league.

    Example:
        >>> parse_payload("http://192.168.0.7:8080/league/cup/p/7")
        ('cup', '7')
    """
    plain = text.strip()
    if plain.startswith("springfield-league:"):
        event, _, player = plain.removeprefix("springfield-league:").partition(":")
    else:
        _, _, path = plain.partition("/league/")
        event, _, player = path.partition("/p/")
    if not event or not player or "/" in event or "/" in player:
        raise UsageError(f"this code is no score card of a league: {plain[:60]!r}")
    return event, player


def numbered_cards(
    count: int, *, title: str = "Springfield League", event: str = "", base: str = ""
) -> tuple[ScoreCard, ...]:
    """Cards to be filled in by hand, with numbers where they belong to an event."""
    if not event:
        return tuple(ScoreCard(title) for _ in range(count))
    return tuple(
        ScoreCard(title, player_payload(event, str(number), base), id=str(number))
        for number in range(1, count + 1)
    )


def score_card_leaves(
    cards: Sequence[ScoreCard], language: str = "de", *, rounds: int = 7
) -> list[Leaf]:
    """Place score cards on pages, four each.

    Args:
        cards: The cards.
        language: `de` or `en`.
        rounds: Rows for rounds; the final has its own.

    Raises:
        UsageError: No such language, or a code is too long.
    """
    said = words(language)
    rows = min(max(rounds, FEWEST_ROWS), MOST_ROWS)
    stamp = f"ScoreCard-{language}-{rows}"
    prepare = partial(_prepare, stamp=stamp, said=said, rows=rows)
    leaves = []
    for start in range(0, len(cards), CARDS_ON_A_PAGE):
        some = cards[start : start + CARDS_ON_A_PAGE]
        leaves.append(
            Leaf(
                name=said["score_card"],
                draw=partial(_draw_page, cards=some, stamp=stamp),
                how=said["print"],
                pieces=(),
                prepare=prepare,
            )
        )
    return leaves


def _prepare(document: Document, *, stamp: str, said: dict[str, str], rows: int) -> None:
    document.define_stamp(stamp, CARD_WIDTH_MM, CARD_HEIGHT_MM, partial(_draw_form, said, rows))


def place_cards(area: BoxMm) -> list[BoxMm]:
    """Where the cards of a page lie."""
    left = area.x_mm + (area.w_mm - COLUMNS * CARD_WIDTH_MM) / 2
    top = area.y_mm + (area.h_mm - ROWS * CARD_HEIGHT_MM) / 2
    return [
        BoxMm(left + col * CARD_WIDTH_MM, top + row * CARD_HEIGHT_MM, CARD_WIDTH_MM, CARD_HEIGHT_MM)
        for row in range(ROWS)
        for col in range(COLUMNS)
    ]


def _draw_page(pen: Pen, area: BoxMm, *, cards: Sequence[ScoreCard], stamp: str) -> None:
    for card, box in zip(cards, place_cards(area), strict=False):
        with pen.placed(box.x_mm, box.y_mm):
            pen.stamp(stamp)
            _draw_own(pen, card)


def _draw_own(pen: Pen, card: ScoreCard) -> None:
    """What is this card's alone."""
    right = CARD_WIDTH_MM - EDGE_MM
    write_fitted(
        pen, card.title, BoxMm(EDGE_MM, 2.0, right - EDGE_MM - 26.0, 7.0), 4.4, CARD, Weight.BOLD
    )
    for text, line in zip(_fields(card), _field_lines(), strict=True):
        if text:
            write_fitted(pen, text, BoxMm(line.x_mm, line.y_mm - 4.6, line.w_mm, 4.2), 3.9, INK)
    if card.payload:
        pen.fill(dark_modules(code_modules(card.payload), code_box()), BLACK, is_even_odd=True)


def code_modules(payload: str) -> tuple[tuple[bool, ...], ...]:
    """The modules of a card's code: level M, as small as it can be.

    Raises:
        UsageError: The payload is too long for a code of this size.
    """
    if len(payload) > LONGEST_PAYLOAD:
        raise UsageError(f"a code of a score card has up to {LONGEST_PAYLOAD} letters: {payload!r}")
    made = segno.make(payload, error="m", micro=False, boost_error=False)
    return tuple(tuple(bool(module) for module in row) for row in made.matrix)


def code_box() -> BoxMm:
    """Where a card's code lies; around it stays plain card, more than four modules."""
    return BoxMm(CARD_WIDTH_MM - EDGE_MM - CODE_SIDE_MM, BAND_MM + 4.5, CODE_SIDE_MM, CODE_SIDE_MM)


def _fields(card: ScoreCard) -> list[str]:
    starters = [*card.starters, ("", 0), ("", 0)][:2]
    return [
        card.name,
        card.id,
        *(f"{starter} ({size})" if starter and size else starter for starter, size in starters),
    ]


def _field_lines() -> list[BoxMm]:
    """The lines to write on: name, id, two starting characters."""
    narrow = code_box().x_mm - EDGE_MM - 4.5
    half = (CARD_WIDTH_MM - 2 * EDGE_MM - 4.0) / 2
    top = BAND_MM + 10.0
    return [
        BoxMm(EDGE_MM, top, narrow, 0.0),
        BoxMm(EDGE_MM, top + 11.5, narrow, 0.0),
        BoxMm(EDGE_MM, top + 26.0, half, 0.0),
        BoxMm(EDGE_MM + half + 4.0, top + 26.0, half, 0.0),
    ]


def _draw_form(said: dict[str, str], rows: int, pen: Pen) -> None:
    """What stands on every card."""
    whole = BoxMm(0.0, 0.0, CARD_WIDTH_MM, CARD_HEIGHT_MM)
    pen.stroke(rectangle(whole), 0.15, HAIRLINE)
    pen.fill(rounded(BoxMm(1.5, 1.5, CARD_WIDTH_MM - 3.0, BAND_MM - 2.5), 1.6), KEY_PANEL)
    right = CARD_WIDTH_MM - EDGE_MM
    pen.text(said["score_card"], right, 7.3, 3.6, CARD, Weight.REGULAR, Align.RIGHT)
    labels = (said["name"], said["id"], said["starter1"], said["starter2"])
    for label, line in zip(labels, _field_lines(), strict=True):
        pen.line(line.x_mm, line.y_mm, line.x_mm + line.w_mm, line.y_mm, 0.25, INK)
        write_fitted(pen, label, BoxMm(line.x_mm, line.y_mm + 0.6, line.w_mm, 3.0), 2.5, QUIET)
    _draw_rounds(pen, said, rows)


def _draw_rounds(pen: Pen, said: dict[str, str], rows: int) -> None:
    top = BAND_MM + 41.5
    left, width = EDGE_MM, CARD_WIDTH_MM - 2 * EDGE_MM
    heads = ("round", "opponent", "table", "games", "points", "total", "initials")
    shares = (0.07, 0.37, 0.11, 0.12, 0.11, 0.11, 0.11)
    height = min(ROW_MM, (CARD_HEIGHT_MM - 14.5 - top - 4.0) / (rows + 1))
    x = left
    edges = [left]
    for name, share in zip(heads, shares, strict=True):
        cell = BoxMm(x + 0.4, top, share * width - 0.8, 3.4)
        write_fitted(pen, said[name], cell, 2.4, QUIET, align=Align.CENTRE)
        x += share * width
        edges.append(x)
    first = top + 4.0
    bottom = first + (rows + 1) * height
    for row in range(rows + 2):
        y = first + row * height
        thick = 0.35 if row in (0, rows, rows + 1) else 0.15
        pen.line(left, y, left + width, y, thick, INK)
    for edge in edges:
        pen.line(edge, first, edge, bottom, 0.15, INK)
    for row in range(rows + 1):
        label = said["final"] if row == rows else str(row + 1)
        centre = left + shares[0] * width / 2
        pen.text(
            label, centre, first + (row + 0.5) * height + 1.1, 3.2, INK, Weight.BOLD, Align.CENTRE
        )
    _draw_foot(pen, said, bottom)


def _draw_foot(pen: Pen, said: dict[str, str], bottom: float) -> None:
    """Boxes to tick, and how points are counted."""
    y = bottom + 4.6
    half = CARD_WIDTH_MM / 2
    for x, name in ((EDGE_MM, "bye_in"), (half - 4.0, "left_after")):
        pen.stroke(rectangle(BoxMm(x, y - 2.6, 3.0, 3.0)), 0.2, INK)
        pen.text(f"{said[name]} ____", x + 4.0, y, 2.8, INK)
    pen.text(said["points_told"], EDGE_MM, CARD_HEIGHT_MM - 5.4, 2.4, QUIET)
    pen.text(said["only_director"], EDGE_MM, CARD_HEIGHT_MM - 2.2, 2.4, QUIET)
