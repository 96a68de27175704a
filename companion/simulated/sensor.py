"""What happens to a picture between the sensor and the program: noise and JPEG."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.vision.frame import Image

_SLACK_PX = 64


@dataclass(frozen=True, slots=True)
class SensorQuality:
    """How good the camera is.

    Attributes:
        noise: Standard deviation of the noise, in steps of a byte.
        jpeg_quality: As libjpeg counts it; 0 leaves JPEG out.
        blur_px: Blur of the lens, standard deviation in pixels.
    """

    noise: float = 2.2
    jpeg_quality: int = 88
    blur_px: float = 0.6


class Sensor:
    """Adds noise and a JPEG round trip.

    The noise is one field a little larger than the picture, drawn once: every frame takes it at
    another place and another way round, which costs a hundredth of drawing it anew.
    """

    def __init__(
        self, size_wh: tuple[int, int], quality: SensorQuality, rng: np.random.Generator
    ) -> None:
        self._size_wh = size_wh
        self._quality = quality
        self._rng = rng
        self._fields = _noise_fields(size_wh, quality.noise, rng)

    def expose(self, image: Image) -> Image:
        """Take one picture; the given one stays as it is."""
        width, height = self._size_wh
        noisy = image
        if self._fields is not None:
            x, y = (int(n) for n in self._rng.integers(0, _SLACK_PX, 2))
            field = self._fields[int(self._rng.integers(0, len(self._fields)))]
            noisy = np.asarray(
                cv2.add(image, field[y : y + height, x : x + width], dtype=cv2.CV_8U), np.uint8
            )
        return through_jpeg(noisy, self._quality.jpeg_quality)


def through_jpeg(image: Image, quality: int) -> Image:
    """Squeeze a picture as webcams do over USB: JPEG, colour at half the width."""
    if quality <= 0:
        return image.copy()
    options = [
        cv2.IMWRITE_JPEG_QUALITY,
        quality,
        cv2.IMWRITE_JPEG_SAMPLING_FACTOR,
        cv2.IMWRITE_JPEG_SAMPLING_FACTOR_422,
    ]
    _, squeezed = cv2.imencode(".jpg", image, options)
    return np.asarray(cv2.imdecode(squeezed, cv2.IMREAD_COLOR), np.uint8)


def deal_quality(rng: np.random.Generator) -> SensorQuality:
    """Take an ordinary webcam by chance."""
    return SensorQuality(
        noise=float(rng.uniform(1.2, 3.2)),
        jpeg_quality=int(rng.integers(80, 95)),
        blur_px=float(rng.uniform(0.4, 0.8)),
    )


def _noise_fields(
    size_wh: tuple[int, int], noise: float, rng: np.random.Generator
) -> tuple[NDArray[np.int8], ...] | None:
    if noise <= 0:
        return None
    width, height = size_wh[0] + _SLACK_PX, size_wh[1] + _SLACK_PX
    drawn = rng.standard_normal((height, width, 3), np.float32)
    # Demosaicing spreads a pixel's noise over its neighbours and leaves less of it.
    spread = np.asarray(cv2.GaussianBlur(drawn, (0, 0), 0.6), np.float32)
    field = np.clip(np.rint(spread * (noise / float(spread.std()))), -127, 127).astype(np.int8)
    return tuple(np.ascontiguousarray(one) for one in (field, field[::-1, ::-1]))
