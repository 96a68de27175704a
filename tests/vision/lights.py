"""Lamps, clouds and shadows over a table: what a camera sees of one scene as time goes by."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from companion.vision.frame import Image

Light = Callable[[float], tuple[float, float, float]]
"""Seconds to a gain of blue, green and red."""


def steady(_at_s: float) -> tuple[float, float, float]:
    return (1.0, 1.0, 1.0)


def lamp_switched(at_s: float) -> tuple[float, float, float]:
    """Every 23 s a lamp goes on or off; the camera's exposure takes a second to follow."""
    since_s = at_s % 23
    is_on = int(at_s // 23) % 2 == 1
    shock = 0.35 * np.exp(-since_s / 0.5) if at_s >= 23 else 0.0
    gain = 1 + shock if is_on else 1 - shock
    return (gain * (0.82 if is_on else 1.0), gain * (0.95 if is_on else 1.0), gain)


def drifting(at_s: float) -> tuple[float, float, float]:
    """Clouds: slow changes by a fifth and a little colour."""
    gain = 1 - 0.2 * np.sin(at_s / 9)
    return (gain * (1 + 0.05 * np.sin(at_s / 31)), gain, gain)


def pumping(at_s: float) -> tuple[float, float, float]:
    """An automatic exposure that never finds its level: up and down by a fifth, every second."""
    gain = 1 + 0.2 * np.sin(2 * np.pi * at_s / 1.1) * (0.6 + 0.4 * np.sin(at_s / 7))
    return (gain, gain, gain)


def clouds(at_s: float) -> tuple[float, float, float]:
    """The sun goes behind a cloud and comes out again: a third of the light in two seconds."""
    shade = 1 / (1 + np.exp(-4 * np.sin(2 * np.pi * at_s / 17)))
    gain = 1 - 0.35 * shade
    return (gain * (1 + 0.06 * shade), gain, gain)


def lit(image: Image, gains: tuple[float, float, float]) -> Image:
    if gains == (1.0, 1.0, 1.0):
        return image
    curves = [np.clip(np.arange(256) * gain, 0, 255).astype(np.uint8) for gain in gains]
    return np.stack([curve[image[:, :, at]] for at, curve in enumerate(curves)], axis=-1)


def shaded(image: Image, at_s: float) -> Image:
    """Somebody leans over: the edge of a soft shadow goes to and fro over the table."""
    width = image.shape[1]
    place = width * (0.5 + 0.6 * np.sin(at_s / 2.1))
    edge = (np.arange(width) - place) / (0.05 * width)
    shade = (256 * (0.6 + 0.4 / (1 + np.exp(-np.clip(edge, -30, 30))))).astype(np.uint16)
    return ((image * shade[None, :, None]) >> 8).astype(np.uint8)


def evening_falls(at_s: float) -> tuple[float, float, float]:
    """An hour from daylight to a lamp: darker, redder, with clouds, and a lamp at half time."""
    share = at_s / 3600
    day = (1 - share) ** 1.5 * (1 - 0.15 * np.sin(at_s / 41) ** 2)
    lamp = 0.0 if share < 0.5 else 0.55
    blue, green, red = day * 1.05 + lamp * 0.6, day + lamp * 0.9, day + lamp * 1.05
    # The camera's exposure and white balance follow, slowly and not all the way.
    level = max(green, 0.08) ** -0.7
    return (blue * level, green * level, red * level)


def lamp_soon(at_s: float) -> tuple[float, float, float]:
    return lamp_switched(at_s + 19)
