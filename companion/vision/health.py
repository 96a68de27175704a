"""Whether a camera tells the truth: pure, one step a picture.

Cameras fail with pictures, too: the last one for ever after the plug was pulled, black ones, half
ones, old ones, and ones of another size than was asked for. Each is told apart here.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from companion.vision.frame import Image
from companion.vision.trouble import Trouble, TroubleKind

FREEZES_AFTER_S = 2.0
"""No sensor gives the same noise twice; a picture that repeats for so long is not live."""

STREAM_FREEZES_AFTER_S = 6.0
"""A network camera that saves bandwidth sends nothing of a still scene between two key frames."""

LASTS_S = 0.5
"""A single black or broken picture is a hiccup, and is passed over."""

DAMAGE_LASTS_S = 1.0
OLD_S = 1.0
"""Older pictures than this show a table as it was: people have laid the next cover by then."""

SLOW_PER_S = 7.0
"""Webcams go down to 5 pictures a second in dark rooms."""

SMALL_SIDE_PX = 700
"""Below 720 lines a tag of 25 cards in view has less than a pixel to a module."""

_RATE_OVER_S = 4.0
_LOOK_EVERY_S = 0.2
_BLACK_BELOW = 24
_EVEN_BELOW = 1.5
"""Scatter of the lightness around its surroundings at 64 x 36 pixels: a finger or a cap on the
lens has 0.4 to 0.5, a table with cards 20, the same out of focus 16."""

_BAND_SHARE = 0.06
"""Least height of the flat band that a torn JPEG leaves at the bottom."""

_STEADY_SIZES = 3


@dataclass(frozen=True, slots=True, eq=False)
class Health:
    """What is known of a camera after a picture.

    Attributes:
        size_wh: Size of its pictures.
        first_size_wh: Size of its first ones.
        rate_per_s: Pictures a second, over the last seconds; None until that is known.
        trouble: What is wrong now, or None.
        is_usable: Whether this picture is worth handing on at all.
        has_moved: Whether two pictures ever differed.
        frozen_s: For how long the same picture has come.
        delay_s: How old this picture was when it came, where the camera says so.
    """

    size_wh: tuple[int, int]
    first_size_wh: tuple[int, int]
    rate_per_s: float | None = None
    trouble: Trouble | None = None
    is_usable: bool = True
    has_moved: bool = False
    frozen_s: float = 0.0
    delay_s: float = 0.0
    _image: Image | None = None
    _changed_at_s: float = 0.0
    _arrivals_s: tuple[float, ...] = ()
    _looked_at_s: float = -1e9
    _least_band: float = 1.0
    _odd_sizes: int = 0
    _since_s: dict[TroubleKind, float] = field(default_factory=dict)


def examine_picture(
    health: Health | None,
    image: Image,
    at_s: float,
    *,
    delay_s: float = 0.0,
    wanted_size_wh: tuple[int, int] | None = None,
    freezes_after_s: float = FREEZES_AFTER_S,
) -> Health:
    """Judge the next picture of a camera.

    Args:
        health: What the last call returned; None for the first picture.
        image: uint8, shape `(H, W, 3)`, BGR.
        at_s: When it came.
        delay_s: How old it was then, where the camera says so.
        wanted_size_wh: What was asked for, or None where nothing was.
        freezes_after_s: How long the same picture may come.
    """
    size_wh = (image.shape[1], image.shape[0])
    if health is None:
        health = Health(size_wh, size_wh, _changed_at_s=at_s)
    if size_wh != health.size_wh and health._odd_sizes + 1 < _STEADY_SIZES:
        # One picture of another size is a broken one; a camera that changed stays with it.
        return replace(health, _odd_sizes=health._odd_sizes + 1, is_usable=False)
    is_same = _is_same(health._image, image)
    changed_at_s = health._changed_at_s if is_same else at_s
    arrivals = (*(s for s in health._arrivals_s if at_s - s <= _RATE_OVER_S), at_s)
    health = replace(
        health,
        size_wh=size_wh,
        rate_per_s=_rate(arrivals),
        has_moved=health.has_moved or not (is_same or health._image is None),
        frozen_s=at_s - changed_at_s,
        delay_s=delay_s,
        is_usable=True,
        _image=image,
        _changed_at_s=changed_at_s,
        _arrivals_s=arrivals,
        _odd_sizes=0,
    )
    health = _with_look(health, image, at_s)
    return replace(health, trouble=_trouble(health, at_s, wanted_size_wh, freezes_after_s))


def reopened(health: Health | None, at_s: float) -> Health | None:
    """The same camera after it was opened again: what lasted lasts no longer."""
    if health is None:
        return None
    return replace(health, _changed_at_s=at_s, _arrivals_s=(), _since_s={}, trouble=None)


def _is_same(before: Image | None, image: Image) -> bool:
    """Whether two pictures are the same to the byte; costs little when they are not."""
    if before is None or before.shape != image.shape:
        return False
    if not np.array_equal(before[::16, ::16], image[::16, ::16]):
        return False
    return bool(np.array_equal(before, image))


def _rate(arrivals_s: tuple[float, ...]) -> float | None:
    span_s = arrivals_s[-1] - arrivals_s[0]
    return (len(arrivals_s) - 1) / span_s if span_s >= _RATE_OVER_S / 2 else None


def _with_look(health: Health, image: Image, at_s: float) -> Health:
    """Look for what is black, covered or broken; every picture for the last, which are rare."""
    band = _flat_band(image)
    least_band = min(health._least_band, band)
    since = dict(health._since_s)
    # A camera that adds a black bar at the bottom has it in every picture.
    is_torn = band - least_band >= _BAND_SHARE and band < 1.0
    _note(since, TroubleKind.DAMAGED, at_s, holds=is_torn)
    looked_at_s = health._looked_at_s
    if at_s - looked_at_s >= _LOOK_EVERY_S or TroubleKind.BLACK in since:
        looked_at_s = at_s
        is_black = bool(image[:: max(1, image.shape[0] // 64), ::16].max() < _BLACK_BELOW)
        _note(since, TroubleKind.BLACK, at_s, holds=is_black)
        _note(since, TroubleKind.COVERED, at_s, holds=not is_black and _detail(image) < _EVEN_BELOW)
    return replace(
        health,
        is_usable=not is_torn,
        _least_band=least_band,
        _looked_at_s=looked_at_s,
        _since_s=since,
    )


def _note(since: dict[TroubleKind, float], kind: TroubleKind, at_s: float, *, holds: bool) -> None:
    if holds:
        since.setdefault(kind, at_s)
    else:
        since.pop(kind, None)


def _flat_band(image: Image) -> float:
    """Share of the height, from the bottom, whose rows are all the same: what decoders fill in."""
    column = image[::-1, :: max(1, image.shape[1] // 48)]
    differs = (column[1:] != column[:-1]).any(axis=(1, 2))
    first = int(np.argmax(differs)) if differs.any() else len(differs)
    return first / len(image)


def _detail(image: Image) -> float:
    small = cv2.resize(image, (64, 36), interpolation=cv2.INTER_AREA)
    gray = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)
    return float((gray - cv2.GaussianBlur(gray, (0, 0), 3)).std())


def _trouble(
    health: Health, at_s: float, wanted: tuple[int, int] | None, freezes_after_s: float
) -> Trouble | None:
    """The worst that is wrong, once it has lasted."""

    def lasts(kind: TroubleKind, least_s: float) -> bool:
        return kind in health._since_s and at_s - health._since_s[kind] >= least_s

    width, height = health.size_wh
    if lasts(TroubleKind.BLACK, LASTS_S):
        return Trouble(
            TroubleKind.BLACK, "the camera's picture is black: is there light, is its shutter open?"
        )
    if lasts(TroubleKind.COVERED, LASTS_S):
        return Trouble(
            TroubleKind.COVERED,
            "the camera sees one even surface: is something over the lens, or is the table empty?",
        )
    if health.frozen_s >= freezes_after_s:
        if health.has_moved:
            words = (
                f"the camera has given the same picture for {health.frozen_s:.0f} s: "
                "it has stopped, and is being opened again"
            )
            return Trouble(TroubleKind.FROZEN, words)
        words = "the camera's picture has not changed since it was opened: is it a still picture?"
        return Trouble(TroubleKind.UNCHANGING, words)
    if lasts(TroubleKind.DAMAGED, DAMAGE_LASTS_S):
        return Trouble(
            TroubleKind.DAMAGED,
            "the camera's pictures come broken: try another cable, or a USB port of its own",
        )
    if health.delay_s >= OLD_S:
        words = f"the camera's pictures are {health.delay_s:.1f} s old when they come"
        return Trouble(TroubleKind.LATE, words)
    if health.size_wh != health.first_size_wh:
        was = "{} x {}".format(*health.first_size_wh)
        words = f"the camera now gives {width} x {height} instead of {was}"
        return Trouble(TroubleKind.CHANGED_SIZE, words)
    if (
        min(width, height) < SMALL_SIDE_PX
        and wanted is not None
        and min(wanted) > min(width, height)
    ):
        asked = "{} x {}".format(*wanted)
        words = (
            f"the camera gives {width} x {height}, not the {asked} asked for: small tags may not "
            "be read; try another USB port, or close the program that uses the camera"
        )
        return Trouble(TroubleKind.SMALL, words)
    if health.rate_per_s is not None and health.rate_per_s < SLOW_PER_S:
        words = f"the camera gives {health.rate_per_s:.0f} pictures a second: more light helps"
        return Trouble(TroubleKind.SLOW, words)
    return None
