"""Pairings, result slips and standings of a league evening, as pages for the wall and the desk.

What they show comes as the plain public view of an evening (`companion.league.views`): this bench
knows neither rules nor store.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any

from companion.deck.geometry import BoxMm
from companion.deck.palette import CARD, HAIRLINE, INK, KEY_PANEL, QUIET
from companion.errors import UsageError
from printables.fitting import write_fitted
from printables.leaflet import Leaf, leaf_area, leaf_paper, press_leaves
from printables.league_cards import ScoreCard, player_payload, score_card_leaves
from printables.league_words import words
from printables.outline import rectangle, rounded
from printables.pdf import Align, Pen, Weight

View = Mapping[str, Any]

HEAD_MM = 16.0
ROW_MM = 8.2
SLIP_COLUMNS, SLIP_ROWS = 2, 4


class LeaguePaper(StrEnum):
    """What can be printed of an evening."""

    CARDS = "cards"
    BY_TABLE = "pairings-by-table"
    BY_NAME = "pairings-by-name"
    SLIPS = "slips"
    STANDINGS = "standings"


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a list.

    Attributes:
        head: Its heading.
        share: Its part of the width.
        align: How it hangs.
        is_bold: Whether it is what one looks for.
    """

    head: str
    share: float
    align: Align = Align.LEFT
    is_bold: bool = False


def print_league(
    what: LeaguePaper, view: View, *, language: str = "de", paper: str = "A4", base: str = ""
) -> bytes:
    """Print one kind of paper of an evening.

    Args:
        what: Which.
        view: The public view of the evening.
        language: `de` or `en`.
        paper: `A4`, `Letter` or `A3`.
        base: The address under which phones reach the pages, for the codes of score cards.

    Raises:
        UsageError: There is nothing to print yet, or no such language or paper.
    """
    said = words(language)
    if what is LeaguePaper.CARDS:
        leaves = score_card_leaves(
            cards_of(view, base), language, rounds=int(view["planned_rounds"])
        )
    elif what is LeaguePaper.STANDINGS:
        leaves = _standings(view, said, paper)
    elif what is LeaguePaper.SLIPS:
        leaves = _slips(view, said)
    else:
        leaves = _pairings(view, said, paper, is_by_name=what is LeaguePaper.BY_NAME)
    if not leaves:
        raise UsageError("there is nothing to print yet")
    pdf, _ = press_leaves(leaves, paper, title=f"{view['title']}: {leaves[0].name}")
    return pdf


def cards_of(view: View, base: str = "") -> list[ScoreCard]:
    """One score card for each player of an evening."""
    return [
        ScoreCard(
            view["title"],
            player_payload(view["code"], player["id"], base),
            player["name"],
            player["id"],
            tuple((deck["starter"], deck["size"]) for deck in player.get("decks", ())),
        )
        for player in view["players"]
    ]


# ---------------------------------------------------------------- lists


def _pairings(view: View, said: Mapping[str, str], paper: str, *, is_by_name: bool) -> list[Leaf]:
    newest = _newest_round(view)
    number = newest["number"]
    rows: list[tuple[str, ...]] = []
    if is_by_name:
        title = said["pairings_by_name"].format(round=number)
        columns = [
            Column(said["name"], 0.42, is_bold=True),
            Column(said["table"], 0.14, Align.CENTRE, is_bold=True),
            Column(said["opponent"], 0.44),
        ]
        for match in newest["tables"]:
            pair = (match["one"]["name"], match["other"]["name"])
            rows += [(one, str(match["table"]), other) for one, other in (pair, pair[::-1])]
        if newest["bye"]:
            rows.append((newest["bye"]["name"], "-", said["bye"]))
        rows.sort(key=lambda row: row[0].casefold())
    else:
        title = said["pairings_by_table"].format(round=number)
        columns = [
            Column(said["table"], 0.12, Align.CENTRE, is_bold=True),
            Column("", 0.34, Align.RIGHT),
            Column("", 0.2, Align.CENTRE),
            Column("", 0.34),
        ]
        for match in newest["tables"]:
            plays = said["rematch"] if match["is_rematch"] else said["plays"]
            rows.append((str(match["table"]), match["one"]["name"], plays, match["other"]["name"]))
        if newest["bye"]:
            rows.append(("-", newest["bye"]["name"], said["bye"], ""))
    return _list_leaves(view, title, columns, rows, said, paper)


def _standings(view: View, said: Mapping[str, str], paper: str) -> list[Leaf]:
    is_over = view["status"] == "over"
    title = said["standings_final" if is_over else "standings"].format(round=view["round"])
    columns = [
        Column(said["place"], 0.1, Align.CENTRE, is_bold=True),
        Column(said["name"], 0.4, is_bold=True),
        Column(said["points"], 0.13, Align.CENTRE, is_bold=True),
        Column(said["opponent_score"], 0.2, Align.CENTRE),
        Column(said["won_lost"], 0.17, Align.CENTRE),
    ]
    rows = [
        (
            str(row["place"]),
            row["name"] if row["active"] else f"{row['name']} ({said['left']})",
            str(row["points"]),
            f"{row['opponent_score']}{' *' if row['has_bye'] else ''}",
            f"{row['games'][0]} : {row['games'][1]}",
        )
        for row in view["standings"]
    ]
    return _list_leaves(view, title, columns, rows, said, paper)


def _list_leaves(
    view: View,
    title: str,
    columns: Sequence[Column],
    rows: Sequence[tuple[str, ...]],
    said: Mapping[str, str],
    paper: str,
) -> list[Leaf]:
    area = leaf_area(leaf_paper(paper, is_landscape=False))
    on_a_page = int((area.h_mm - HEAD_MM - ROW_MM) // ROW_MM)
    pages = -(-len(rows) // on_a_page)
    return [
        Leaf(
            name=title,
            how=said["page"].format(page=page + 1, pages=pages),
            draw=partial(
                _draw_list,
                title=title,
                over=f"{view['title']}   {view['date']}".strip(),
                columns=columns,
                rows=rows[page * on_a_page : (page + 1) * on_a_page],
            ),
        )
        for page in range(pages)
    ]


def _draw_list(
    pen: Pen,
    area: BoxMm,
    *,
    title: str,
    over: str,
    columns: Sequence[Column],
    rows: Sequence[tuple[str, ...]],
) -> None:
    band = BoxMm(area.x_mm, area.y_mm, area.w_mm, HEAD_MM - 4.0)
    pen.fill(rounded(band, 2.0), KEY_PANEL)
    inner = BoxMm(band.x_mm + 4, band.y_mm, band.w_mm * 0.56, band.h_mm)
    write_fitted(pen, title, inner, 5.6, CARD, Weight.BOLD)
    right = BoxMm(inner.x_mm + inner.w_mm, band.y_mm, band.w_mm * 0.44 - 8, band.h_mm)
    write_fitted(pen, over, right, 4.0, CARD, align=Align.RIGHT)
    y = area.y_mm + HEAD_MM
    _write_row(pen, area, y, columns, [column.head for column in columns], 3.0, is_head=True)
    for row in rows:
        y += ROW_MM
        pen.line(area.x_mm, y, area.x_mm + area.w_mm, y, 0.15, HAIRLINE)
        _write_row(pen, area, y, columns, row, 4.4)


def _write_row(
    pen: Pen,
    area: BoxMm,
    y: float,
    columns: Sequence[Column],
    row: Sequence[str],
    size_mm: float,
    *,
    is_head: bool = False,
) -> None:
    x = area.x_mm
    for column, text in zip(columns, row, strict=True):
        width = column.share * area.w_mm
        weight = Weight.BOLD if column.is_bold and not is_head else Weight.REGULAR
        if text:
            cell = BoxMm(x + 1.5, y, width - 3.0, ROW_MM)
            write_fitted(pen, text, cell, size_mm, QUIET if is_head else INK, weight, column.align)
        x += width


# ---------------------------------------------------------------- slips


def _slips(view: View, said: Mapping[str, str]) -> list[Leaf]:
    newest = _newest_round(view)
    matches = newest["tables"]
    count = SLIP_COLUMNS * SLIP_ROWS
    return [
        Leaf(
            name=f"{said['slip']} · {said['round_long'].format(round=newest['number'])}",
            how=said["print"],
            draw=partial(
                _draw_slips,
                title=view["title"],
                number=newest["number"],
                matches=matches[start : start + count],
                said=said,
            ),
        )
        for start in range(0, len(matches), count)
    ]


def _draw_slips(
    pen: Pen,
    area: BoxMm,
    *,
    title: str,
    number: int,
    matches: Sequence[View],
    said: Mapping[str, str],
) -> None:
    width, height = area.w_mm / SLIP_COLUMNS, area.h_mm / SLIP_ROWS
    for at, match in enumerate(matches):
        row, col = divmod(at, SLIP_COLUMNS)
        box = BoxMm(area.x_mm + col * width, area.y_mm + row * height, width, height)
        pen.stroke(rectangle(box), 0.15, HAIRLINE)
        _draw_slip(pen, box, title, number, match, said)


def _draw_slip(
    pen: Pen, box: BoxMm, title: str, number: int, match: View, said: Mapping[str, str]
) -> None:
    left, right = box.x_mm + 4.0, box.x_mm + box.w_mm - 4.0
    top = box.y_mm + 3.0
    head = f"{said['round_long'].format(round=number)} · " + said["table_long"].format(
        table=match["table"]
    )
    write_fitted(pen, head, BoxMm(left, top, 48.0, 7.0), 5.0, INK, Weight.BOLD)
    over = BoxMm(left + 48.0, top, right - left - 48.0, 7.0)
    write_fitted(pen, title, over, 3.0, QUIET, align=Align.RIGHT)
    games = BoxMm(right - 26.5, top + 8.4, 26.5, 2.6)
    write_fitted(pen, said["games_won"], games, 2.4, QUIET, align=Align.CENTRE)
    y = top + 18.0
    for player in (match["one"], match["other"]):
        tick = 7.0
        for at, label in enumerate(("2", "1", "0")):
            x = right - (at + 1) * (tick + 1.5)
            pen.stroke(rectangle(BoxMm(x, y - 5.2, tick, tick)), 0.25, INK)
            pen.text(label, x + tick / 2, y - 0.4, 3.4, QUIET, Weight.REGULAR, Align.CENTRE)
        name = BoxMm(left, y - 5.4, right - left - 30.0, 7.0)
        write_fitted(pen, player["name"], name, 4.6, INK, Weight.BOLD)
        line = y + 10.0
        pen.line(left, line, right, line, 0.2, INK)
        pen.text(said["signature"], left, line + 2.8, 2.3, QUIET)
        y += 19.5
    foot = box.y_mm + box.h_mm - 6.5
    pen.stroke(rectangle(BoxMm(left, foot - 2.6, 3.0, 3.0)), 0.2, INK)
    pen.text(said["time_called"], left + 4.4, foot, 2.8, INK)
    pen.text(said["together"], right, foot, 2.4, QUIET, align=Align.RIGHT)


def _newest_round(view: View) -> View:
    if not view["rounds"]:
        raise UsageError("no round is published yet")
    newest: View = view["rounds"][-1]
    return newest
