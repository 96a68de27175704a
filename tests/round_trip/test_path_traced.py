"""Our printed deck on tables with wood, cloth, lamps, gloss and hands, path-traced."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from companion.vision.tags import TagBank
from tests.round_trip import path_traced

SEEDS = (3000, 3060)


@pytest.mark.slow
@pytest.mark.skipif(not path_traced.CAMERA.is_dir(), reason="no path-tracing camera beside us")
@pytest.mark.skipif(
    importlib.util.find_spec("mitsuba") is None,
    reason="pip install mitsuba (and, on Debian, apt-get install libllvm19) to photograph the deck",
)
def test_printed_deck_is_read_on_path_traced_tables(tmp_path: Path, bank: TagBank) -> None:
    found = path_traced.score(path_traced.render(tmp_path, *SEEDS), bank)

    print(f"\npath-traced, seeds {SEEDS[0]} to {SEEDS[1] - 1}: {found}")
    assert found.whole >= 27
    assert found.wrong_names == 0
    assert found.named >= 0.97 * found.tags_in_view
    assert found.covers_wrong == 0
