"""Picture files in and out: bytes to `Image` and back; what cannot be used is said clearly."""

from __future__ import annotations

import io
import logging
import struct
import warnings

import cv2
import numpy as np
import PIL.Image
import PIL.ImageOps

from companion.errors import UsageError
from companion.vision.frame import Image
from companion.vision.quiet import silence_opencv
from companion.vision.reading import Unseen

KINDS_SAID = "a JPEG, PNG, WebP, TIFF or BMP picture"

JPEG_QUALITY = 85
"""Half the bytes of OpenCV's own 95, and tags and colours read the same."""


def decode_picture(content: bytes, name: str) -> Image:
    """Decode the bytes of a picture file, turned upright as its camera noted.

    Args:
        content: The whole file.
        name: What people call it, for the message.

    Raises:
        UsageError: These bytes are no picture.
    """
    if not content:
        raise UsageError(f"{name!r} is empty; it is not {KINDS_SAID}")
    _refuse_a_giant(content, name)
    silence_opencv()
    image: cv2.typing.MatLike | None
    try:
        if content.startswith(_JPEG_BEGINS):
            image = _decode_jpeg(content)
        else:
            image = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error as error:
        raise UsageError(f"{name!r} is a picture that cannot be used: {error.err}") from error
    if image is None:
        raise UsageError(f"{name!r} is not {KINDS_SAID}, or it is damaged")
    return np.asarray(image, np.uint8)


# Without a handler of its own Python writes on standard error what Pillow logs.
logging.getLogger("PIL").addHandler(logging.NullHandler())

_JPEG_BEGINS = b"\xff\xd8\xff"
_PNG_BEGINS = b"\x89PNG\r\n\x1a\n"


def _decode_jpeg(content: bytes) -> Image | None:
    """Decode a JPEG as OpenCV would, whose library writes on standard error what it thinks of it.

    Both give the same pixels, of CMYK within 3 levels; Pillow keeps the library's remarks to
    itself.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            upright = PIL.ImageOps.exif_transpose(PIL.Image.open(io.BytesIO(content)))
            rgb = np.asarray(upright.convert("RGB"))
    except (OSError, ValueError, SyntaxError, TypeError, struct.error, ZeroDivisionError):
        return None
    return np.asarray(cv2.cvtColor(rgb, cv2.COLOR_RGB2BGR), np.uint8)


MOST_PIXELS = 60_000_000
"""More than any camera of a phone or a webcam gives: a file of some kilobytes can unpack to
gigabytes."""


def _refuse_a_giant(content: bytes, name: str) -> None:
    """Look at the size that a picture's header tells, before it is unpacked."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            opened = PIL.Image.open(io.BytesIO(content))
            width, height = opened.size
            is_damaged = opened.format == "PNG" and not _is_whole(opened)
    except PIL.Image.DecompressionBombError as error:
        raise UsageError(f"{name!r} is larger than {MOST_PIXELS:,} pixels") from error
    except (OSError, ValueError, SyntaxError):
        if not content.startswith(_PNG_BEGINS):
            return  # OpenCV says what is wrong with it
        width = height = 0
        is_damaged = True
    if is_damaged:
        # The library for PNG would write a line of its own beside ours.
        raise UsageError(f"{name!r} is not {KINDS_SAID}, or it is damaged")
    if width * height > MOST_PIXELS:
        raise UsageError(
            f"{name!r} is {width} x {height} pixels, more than {MOST_PIXELS:,}: make it smaller"
        )


def _is_whole(png: PIL.Image.Image) -> bool:
    try:
        png.verify()
    except (OSError, SyntaxError, ValueError):
        return False
    return True


def encode_picture(image: Image, suffix: str = ".png") -> bytes:
    """Encode a picture as a file of this kind, JPEG as good as webcams write it.

    Raises:
        UsageError: There is no such kind.
    """
    is_jpeg = suffix.lower() in (".jpg", ".jpeg")
    try:
        is_done, content = cv2.imencode(
            suffix, image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY] if is_jpeg else []
        )
    except cv2.error as error:
        raise UsageError(f"{suffix!r} is not the ending of {KINDS_SAID}") from error
    if not is_done:
        raise UsageError(f"the picture could not be written as {suffix!r}")
    return content.tobytes()


_LEAST_SIDE_PX = 240
"""No webcam gives less than 320 by 240; in fewer pixels lines and boxes make grids by chance."""
_BLACK_BELOW = 24


def unfit_picture(image: Image) -> Unseen | None:
    """Why a picture is not worth a look, or None.

    Args:
        image: uint8, shape `(H, W, 3)`, BGR.

    Raises:
        ValueError: The array is no such picture.
    """
    if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8:
        raise ValueError(
            f"a picture is uint8 (H, W, 3), this is {image.dtype} {tuple(image.shape)}"
        )
    height, width = image.shape[:2]
    if min(height, width) < _LEAST_SIDE_PX:
        return Unseen.TOO_SMALL
    if image[:: max(1, height // 64), :: max(1, width // 64)].max() < _BLACK_BELOW:
        return Unseen.BLACK
    return None
