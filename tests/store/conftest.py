from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.store.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "evening", wait_for_lock_s=0.0) as store:
        yield store
