"""Score cards for 64 players against a bare ReportLab loop of the same, in one run.

`pytest -m benchmark -s tests/printables/test_league_speed.py` prints the figures.
"""

from __future__ import annotations

import io
import time
from pathlib import Path

import pytest
import segno
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from printables.leaflet import press_leaves
from printables.league_cards import numbered_cards, score_card_leaves

pytestmark = pytest.mark.benchmark

MOST_TIMES_BARE = 3.0
PLAYERS = 64
ROUNDS = 6


def bare_loop(font: str) -> bytes:
    """What anybody would write: labels, lines, a table and a code module by module."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(210 * mm, 297 * mm), invariant=1)
    for number in range(PLAYERS):
        col, row = number % 2, number // 2 % 2
        x, y = (13 + col * 92) * mm, (150 - row * 124) * mm
        canvas.rect(x, y, 92 * mm, 124 * mm)
        canvas.setFont(font, 10)
        canvas.drawString(x + 4 * mm, y + 117 * mm, "Springfield League")
        canvas.drawRightString(x + 88 * mm, y + 117 * mm, "Scorekarte")
        for at, label in enumerate(("Name", "Spieler-Nr.", "Charakter 1", "Charakter 2")):
            canvas.drawString(x + 4 * mm, y + (100 - 9 * at) * mm, label)
            canvas.line(x + 4 * mm, y + (103 - 9 * at) * mm, x + 60 * mm, y + (103 - 9 * at) * mm)
        for at, head in enumerate(("R", "Gegner", "Tisch", "Spiele", "Punkte", "Summe", "Kürzel")):
            canvas.drawString(x + (4 + 12 * at) * mm, y + 67 * mm, head)
            canvas.line(x + (4 + 12 * at) * mm, y + 18 * mm, x + (4 + 12 * at) * mm, y + 65 * mm)
        for line in range(ROUNDS + 2):
            canvas.drawString(x + 5 * mm, y + (58 - 6 * line) * mm, str(line + 1))
            canvas.line(x + 4 * mm, y + (65 - 6 * line) * mm, x + 88 * mm, y + (65 - 6 * line) * mm)
        for at, foot in enumerate(("Freilos", "Ausgestiegen", "Sieg 3", "Ergebnisse")):
            canvas.drawString(x + 4 * mm, y + (14 - 3 * at) * mm, foot)
        code = segno.make(
            f"springfield-league:cup:{number + 1}", error="m", micro=False, boost_error=False
        )
        unit = 21 / len(code.matrix) * mm
        for down, modules in enumerate(code.matrix):
            for across, is_dark in enumerate(modules):
                if is_dark:
                    left, low = x + 67 * mm + across * unit, y + 106 * mm - down * unit
                    canvas.rect(left, low, unit, unit, stroke=0, fill=1)
        if number % 4 == 3:
            canvas.showPage()
    canvas.save()
    return out.getvalue()


def test_score_cards_for_64_take_at_most_three_times_a_bare_loop(repository: Path) -> None:
    pdfmetrics.registerFont(TTFont("Bare", repository / "printables/fonts/IBMPlexSans-Bold.ttf"))
    cards = numbered_cards(PLAYERS, event="cup")
    ours, bare, size = [], [], 0
    for _ in range(3):
        started = time.perf_counter()
        bare_loop("Bare")
        bare.append(time.perf_counter() - started)
        started = time.perf_counter()
        size = len(press_leaves(score_card_leaves(cards, rounds=ROUNDS), "A4", title="x")[0])
        ours.append(time.perf_counter() - started)

    print(f"ours {min(ours):.3f} s, bare {min(bare):.3f} s, {size} bytes")
    assert min(ours) <= MOST_TIMES_BARE * min(bare)
