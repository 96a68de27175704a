"""Pictures of people's, whole and damaged."""

import io
import random

import cv2
import numpy as np
import PIL.Image
import pytest

from companion.errors import UsageError
from companion.vision.picture import decode_picture

KINDS = {
    "jpeg": {"format": "JPEG"},
    "progressive jpeg": {"format": "JPEG", "progressive": True},
    "png": {"format": "PNG"},
    "webp": {"format": "WEBP"},
    "tiff": {"format": "TIFF"},
    "tiff, packed": {"format": "TIFF", "compression": "tiff_lzw"},
    "bmp": {"format": "BMP"},
}


def picture_file(mode="RGB", **options):
    noise = np.random.default_rng(1).integers(0, 256, (40, 56, 3), np.uint8)
    smooth = cv2.resize(noise, (280, 200), interpolation=cv2.INTER_CUBIC)
    out = io.BytesIO()
    PIL.Image.fromarray(smooth).convert(mode).save(out, **options)
    return out.getvalue()


@pytest.mark.parametrize("kind", KINDS)
def test_damaged_picture_is_read_or_refused_without_a_librarys_own_words(kind, capfd):
    whole = picture_file(**KINDS[kind])
    rng = random.Random(2)
    became, messages = {"read": 0, "refused": 0}, []
    for _ in range(120):
        damaged = bytearray(whole)
        for _ in range(rng.choice((1, 3, 20))):
            reach = len(damaged) if rng.random() < 0.6 else 400
            damaged[rng.randrange(reach)] = rng.randrange(256)
        if rng.random() < 0.2:
            del damaged[rng.randrange(len(damaged)) :]
        try:
            decode_picture(bytes(damaged), "own")
            became["read"] += 1
        except UsageError as error:
            messages.append(error.message)
            became["refused"] += 1

    assert not any("\n" in message for message in messages)
    assert capfd.readouterr() == ("", "")
    assert became["refused"] > 10


@pytest.mark.parametrize("mode", ["RGB", "L", "CMYK"])
@pytest.mark.parametrize("turned", [1, 3, 6, 8])
def test_jpeg_has_opencvs_pixels(mode, turned):
    exif = PIL.Image.Exif()
    exif[0x0112] = turned
    content = picture_file(mode, format="JPEG", exif=exif)
    theirs = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
    ours = decode_picture(content, "own")

    assert ours.shape == theirs.shape == ((280, 200, 3) if turned > 4 else (200, 280, 3))
    assert np.abs(ours.astype(int) - theirs).max() <= (3 if mode == "CMYK" else 0)
