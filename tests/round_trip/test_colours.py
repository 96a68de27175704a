"""Covers told apart on path-traced tables, as lit by lamps of 2700 to 6500 K, one stop about."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from calibration.colours import judge_colors, sample_reading
from companion.vision.picture import decode_picture
from companion.vision.reading import BoardReading
from companion.vision.tags import TagBank
from tests.round_trip.colours import Count, count, exposed

PICTURES = Path(__file__).resolve().parents[1] / "path_traced"


@pytest.mark.slow
@pytest.mark.parametrize("stops", [-1.0, 0.0, 1.0])
def test_covers_are_told_in_any_light(bank: TagBank, stops: float) -> None:
    plain, measured = Count(), Count()
    for answers in sorted(PICTURES.glob("*.json")):
        truth = json.loads(answers.read_text())
        image = decode_picture(answers.with_suffix(".jpg").read_bytes(), answers.name)
        lit = exposed(image, stops)
        reading = count(lit, truth, bank, None, plain, answers.stem)
        if isinstance(reading, BoardReading):
            inks = dict(judge_colors(sample_reading(lit, reading)).inks)
            count(lit, truth, bank, inks, measured, answers.stem)
    print(f"\n{plain.line(f'{stops:+.0f} stop')}\n{measured.line('colours measured')}")

    assert (plain.wrong, measured.wrong) == (0, 0)
    assert (plain.by_colour_wrong, measured.by_colour_wrong) == (0, 0)
    assert plain.unknown <= 0.02 * plain.cells
    assert measured.unknown <= 0.005 * measured.cells
