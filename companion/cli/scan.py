"""Reads the codes of score cards in a picture that a browser has sent."""

from __future__ import annotations

import io


def read_codes(picture: bytes) -> tuple[str, ...]:
    """What the QR codes in a picture say; nothing when it is no picture.

    Args:
        picture: A JPEG or PNG.
    """
    import zxingcpp
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(io.BytesIO(picture)) as opened:
            grey = opened.convert("L")
    except (UnidentifiedImageError, OSError, Image.DecompressionBombError):
        return ()
    return tuple(each.text for each in zxingcpp.read_barcodes(grey))
