from __future__ import annotations

import re

import numpy as np
import pytest

from companion.web.qr import QUIET_ZONE, draw_qr


def painted(drawn: dict[str, object], scale: int = 4) -> np.ndarray:
    """The picture that the SVG path makes."""
    side = int(str(drawn["size"]))
    image = np.full((side, side), 255, np.uint8)
    for x, y, width in re.findall(r"M(\d+) (\d+)h(\d+)v1h-\d+z", str(drawn["path"])):
        image[int(y), int(x) : int(x) + int(width)] = 0
    return np.kron(image, np.ones((scale, scale), np.uint8))


@pytest.mark.parametrize(
    "text",
    ["http://192.168.0.7:8080/t/home/cluemaster#ABC234", "http://[fd00::7]:8080/t/QXZW/host#2"],
)
def test_drawn_code_is_read_back(text: str) -> None:
    zxingcpp = pytest.importorskip("zxingcpp")

    (found,) = zxingcpp.read_barcodes(painted(draw_qr(text)))

    assert found.text == text


def test_code_has_its_quiet_zone() -> None:
    image = painted(draw_qr("x"), scale=1)

    assert image[:QUIET_ZONE].min() == 255
    assert image[:, -QUIET_ZONE:].min() == 255
    assert image[QUIET_ZONE, QUIET_ZONE] == 0
