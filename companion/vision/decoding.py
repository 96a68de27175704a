"""Tags that are not of this deck: decoded, since there is nothing to match them against.

Also a second opinion on a tag of this deck that matching was not sure of: a QR code carries its
own proof. zxing-cpp is asked first, then zbar where its library is installed.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

import cv2
import numpy as np
import zxingcpp
from numpy.typing import NDArray

from companion.deck.geometry import QUIET_ZONE_MODULES, TAG_MODULES, CardGeometry
from companion.vision.homography import image_from_card_mm

_PX_PER_MODULE = 6
"""Decoders want two and a half; enlarging smoothly does not hurt them."""

_QR = zxingcpp.BarcodeFormats([zxingcpp.BarcodeFormat.QRCode])


def decode_tag(
    gray: NDArray[np.uint8],
    corners_px: NDArray[np.float64],
    inset_mm: float,
    geometry: CardGeometry,
) -> str | None:
    """Decode the tag of one card.

    Args:
        gray: uint8, shape `(H, W)`.
        corners_px: float64, shape `(4, 2)`: the card's corners, its printed top left first.
        inset_mm: How far inside the card's edge they lie.
        geometry: Where the tag lies on a face.

    Returns:
        The text, or None where no decoder reads one.
    """
    patch = _patch(gray, corners_px, inset_mm, geometry)
    found = zxingcpp.read_barcodes(patch, formats=_QR)
    for code in found:
        if code.valid and code.text:
            return str(code.text)
    zbar = _zbar()
    return zbar(patch) if zbar is not None else None


def _patch(
    gray: NDArray[np.uint8],
    corners_px: NDArray[np.float64],
    inset_mm: float,
    geometry: CardGeometry,
) -> NDArray[np.uint8]:
    """The tag with its quiet zone, rectified and enlarged."""
    tag = geometry.tag_patch
    side = (TAG_MODULES + 2 * QUIET_ZONE_MODULES) * _PX_PER_MODULE
    step_x, step_y = tag.w_mm / side, tag.h_mm / side
    card_from_patch = np.array(
        [[step_x, 0, tag.x_mm + step_x / 2], [0, step_y, tag.y_mm + step_y / 2], [0, 0, 1]]
    )
    size_wh = (geometry.width_mm, geometry.height_mm)
    patch = cv2.warpPerspective(
        gray,
        image_from_card_mm(corners_px, inset_mm, size_wh) @ card_from_patch,
        (side, side),
        flags=cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(patch, dtype=np.uint8)


@functools.cache
def _zbar() -> Callable[[NDArray[np.uint8]], str | None] | None:
    """Zbar's reader, or None where its library is not installed: it is passed over then."""
    try:
        from pyzbar import pyzbar
    except ImportError:
        return None

    def read(patch: NDArray[np.uint8]) -> str | None:
        # QR alone: with all kinds switched on zbar sees barcodes in noise.
        for code in pyzbar.decode(patch, symbols=[pyzbar.ZBarSymbol.QRCODE]):
            text = code.data.decode("ascii", errors="replace")
            if text:
                return str(text)
        return None

    return read
