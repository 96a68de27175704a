from __future__ import annotations

import numpy as np
import pytest

from companion.deck.palette import CARD, color_of
from companion.terms import CoverCard, Edition
from companion.vision.covers import CellColor, judge_color, lab_of


def linear(color):
    unit = np.array(color.as_rgb_unit())
    return np.where(unit <= 0.04045, unit / 12.92, ((unit + 0.055) / 1.055) ** 2.4)


LAMPS = {
    "daylight": np.array([1.0, 1.0, 1.0]),
    "4000 K": np.array([1.25, 1.0, 0.62]),
    "2700 K": np.array([1.6, 1.0, 0.32]),
}


def seen(color, lamp, exposure=0.5, veil=0.0):
    white = linear(CARD) * lamp * exposure
    body = linear(color) * lamp * exposure + veil * white
    return CellColor(body=body, white=white * (1 + veil), share=0.95, clipped=0.0)


# rubiks-cube-tracker 12, HighFrequencyTwister 5: red for orange, blue for yellow in other light.
@pytest.mark.parametrize("edition", list(Edition))
@pytest.mark.parametrize("lamp", LAMPS)
@pytest.mark.parametrize("exposure", [0.15, 0.5, 0.95])
@pytest.mark.parametrize("kind", list(CoverCard))
def test_cover_is_told_by_its_own_white_in_any_lamp(kind, exposure, lamp, edition):
    verdict = judge_color(seen(color_of(kind, edition), LAMPS[lamp], exposure), edition)

    assert verdict.kind is kind
    assert verdict.margin > 0.3


@pytest.mark.parametrize("kind", list(CoverCard))
def test_gloss_does_not_change_the_kind(kind):
    verdict = judge_color(seen(color_of(kind), LAMPS["4000 K"], veil=0.08), Edition.SIMPSONS)

    assert verdict.kind is kind


def test_bare_card_is_no_cover():
    assert judge_color(seen(CARD, LAMPS["2700 K"]), Edition.SIMPSONS).kind is None


def test_lab_of_black_and_white():
    assert lab_of(np.zeros(3)).tolist() == pytest.approx([0, 0, 0], abs=1e-6)
    assert lab_of(np.ones(3)).tolist() == pytest.approx([100, 0, 0], abs=0.05)
