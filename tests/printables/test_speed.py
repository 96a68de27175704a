"""Speed and size against a bare ReportLab loop that draws the same boxes and codes, in one run.

`pytest -m benchmark -s tests/printables/test_speed.py` prints the figures.
"""

import io
import subprocess
import sys
import time

import pytest
import segno
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from companion.deck.cards import load_deck
from companion.deck.tags import tag_modules, tags_of
from printables.order import PrintOrder, make_sheets

pytestmark = pytest.mark.benchmark

MOST_TIMES_BARE = 3.0
MOST_BYTES = 2_000_000
MOST_MEMORY_MB = 300

MEMORY = """
import resource, sys, time
from companion.deck.cards import Card, Deck, load_deck
from printables.order import PrintOrder, make_sheets
base, count = load_deck("springfield").cards, int(sys.argv[1])
cards = tuple(
    Card(f"w{at}", f"{base[at % 200].word} {at // 200}", base[at % 200].picture)
    for at in range(count)
)
started = time.perf_counter()
make_sheets(PrintOrder("cards", deck=Deck("big", cards)))
took = time.perf_counter() - started
print(took, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def bare_loop(font):
    """What anybody would write: a rectangle, a code module by module, a word."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=(297 * mm, 210 * mm), invariant=1)
    tags = tags_of(load_deck("springfield"))[:400]
    for start in range(0, 200, 16):
        for side in (tags[0::2], tags[1::2]):
            for at, tag in enumerate(side[start : start + 16]):
                row, col = divmod(at, 4)
                x, y = (22.5 + col * 63) * mm, (150 - row * 45) * mm
                canvas.rect(x + 2 * mm, y + 2 * mm, 59 * mm, 41 * mm)
                code = segno.make(tag.payload, version=1, error="m", micro=False, boost_error=False)
                unit = 16 / 21 * mm
                for down, modules in enumerate(code.matrix):
                    for across, is_dark in enumerate(modules):
                        if is_dark:
                            left, low = x + 40 * mm + across * unit, y + 38 * mm - down * unit
                            canvas.rect(left, low, unit, unit, stroke=0, fill=1)
                canvas.setFont(font, 20)
                canvas.drawCentredString(x + 30 * mm, y + 8 * mm, tag.piece.id.upper())
            canvas.showPage()
    canvas.save()
    return out.getvalue()


def test_two_hundred_cards_take_at_most_three_times_a_bare_loop(repository):
    pdfmetrics.registerFont(TTFont("Bare", repository / "printables/fonts/IBMPlexSans-Bold.ttf"))
    ours, bare, size = [], [], 0
    for _ in range(3):
        started = time.perf_counter()
        bare_loop("Bare")
        bare.append(time.perf_counter() - started)
        tag_modules.cache_clear()
        started = time.perf_counter()
        size = len(make_sheets(PrintOrder("cards")).pdf)
        ours.append(time.perf_counter() - started)

    print(f"ours {min(ours):.2f} s, bare {min(bare):.2f} s, {size} bytes")
    assert min(ours) <= MOST_TIMES_BARE * min(bare)
    assert size <= MOST_BYTES


def test_time_is_linear_and_memory_small_up_to_two_thousand_cards():
    took, memory = {}, {}
    for count in (200, 2000):
        done = subprocess.run(
            [sys.executable, "-c", MEMORY, str(count)], capture_output=True, text=True, check=True
        )
        took[count], memory[count] = map(float, done.stdout.split())
        print(f"{count} cards: {took[count]:.1f} s, {memory[count]:.0f} MB")

    assert took[2000] <= 13 * took[200]
    assert max(memory.values()) < MOST_MEMORY_MB
