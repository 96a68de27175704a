from __future__ import annotations

import numpy as np
import pytest

from companion.vision.picture import encode_picture


@pytest.fixture(scope="session")
def grey_picture() -> bytes:
    return encode_picture(np.full((480, 640, 3), 128, np.uint8))
