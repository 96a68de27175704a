"""Lamp, white balance and the way to bytes and back."""

from __future__ import annotations

import numpy as np
import pytest

from companion.simulated.light import Light, black_body_bgr, linear_from_srgb, srgb_from_linear


def test_bytes_survive_the_way_to_light_and_back() -> None:
    every = np.arange(256, dtype=np.uint8).reshape(1, 256, 1).repeat(3, axis=2)

    # The darkest bytes lie closer together than the table of 4,096 steps.
    back = srgb_from_linear(linear_from_srgb(every)).astype(int)
    assert np.abs(back - every).max() <= 1


def test_warm_lamps_are_red_and_cold_ones_are_not() -> None:
    ratios = [
        black_body_bgr(kelvin)[2] / black_body_bgr(kelvin)[0] for kelvin in (2700, 4000, 6500)
    ]

    assert ratios[0] > 4
    assert ratios[0] > ratios[1] > ratios[2]
    assert black_body_bgr(6500) == pytest.approx(np.ones(3), abs=0.06)


def test_white_balance_takes_part_of_the_cast_away() -> None:
    def cast(corrected: float) -> float:
        blue, _, red = Light(lamp_k=2700, corrected=corrected).gains_bgr()
        return float(red / blue)

    assert cast(0.0) > cast(0.7) > cast(1.0) == pytest.approx(1.0)
