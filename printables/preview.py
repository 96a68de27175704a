"""Turns printed sheets into pictures: previews for people, faces for the simulated table."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence

import numpy as np
import pypdfium2
from numpy.typing import NDArray

from printables.press import Manifest

FaceKey = tuple[str, str, str]
"""Kind, id and face of one side of a piece."""

RasterFace = tuple[NDArray[np.uint8], float, float]
"""The upright picture (uint8, `(H, W, 3)`, BGR), its width and its height in millimetres."""

MM_PER_INCH = 25.4


def rasterise(
    pdf: bytes, dpi: float, pages: Sequence[int] | None = None
) -> list[NDArray[np.uint8]]:
    """Render pages, all of them unless some are named.

    Returns:
        One uint8 array `(H, W, 3)`, BGR, a page.
    """
    wanted = range(page_count(pdf)) if pages is None else pages
    return [_render(pdf, page, dpi) for page in wanted]


def preview_pngs(pdf: bytes, dpi: float) -> Iterator[bytes]:
    """Render every page as a PNG file, one after the other."""
    for page in range(page_count(pdf)):
        yield preview_png(pdf, page, dpi)


def preview_png(pdf: bytes, page: int, dpi: float) -> bytes:
    """Render one page, from 0, as a PNG file."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        png = io.BytesIO()
        document[page].render(scale=dpi / 72).to_pil().save(png, "png")
    finally:
        document.close()
    return png.getvalue()


def page_count(pdf: bytes) -> int:
    """How many pages a file has."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return len(document)
    finally:
        document.close()


def cut_faces(pdf: bytes, manifest: Manifest, dpi: float) -> dict[FaceKey, RasterFace]:
    """Cut every face out of its sheet, upright; of equal pieces the first one is taken."""
    faces: dict[FaceKey, RasterFace] = {}
    k = dpi / MM_PER_INCH
    rendered = (-1, np.zeros((0, 0, 3), np.uint8))
    for piece in manifest["pieces"]:
        key = (piece["kind"], piece["id"], piece["face"])
        if key in faces:
            continue
        if rendered[0] != piece["page"]:
            rendered = (piece["page"], _render(pdf, piece["page"], dpi))
        x, y, w, h = (piece[name] for name in ("x_mm", "y_mm", "w_mm", "h_mm"))
        top, left = round(y * k), round(x * k)
        image = rendered[1][top : top + round(h * k), left : left + round(w * k)]
        image = np.ascontiguousarray(np.rot90(image, piece["turned_deg"] // 90))
        faces[key] = (image, w, h)
    return faces


def _render(pdf: bytes, page: int, dpi: float) -> NDArray[np.uint8]:
    document = pypdfium2.PdfDocument(pdf)
    try:
        bitmap = document[page].render(scale=dpi / 72, rev_byteorder=False)
        return np.array(bitmap.to_numpy()[:, :, :3], dtype=np.uint8)
    finally:
        document.close()
