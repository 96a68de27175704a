"""Our printed deck on tables with wood, cloth, lamps, gloss and hands, path-traced."""

from __future__ import annotations

from pathlib import Path

from companion.vision.tags import TagBank
from tests.round_trip import path_traced

SEEDS = (3000, 3060)


pytestmark = path_traced.NEEDS_CAMERA


def test_printed_deck_is_read_on_path_traced_tables(tmp_path: Path, bank: TagBank) -> None:
    pictures = path_traced.rendered_before("tagged") or path_traced.render(tmp_path, *SEEDS)
    found = path_traced.score(pictures, bank)

    print(f"\npath-traced, seeds {SEEDS[0]} to {SEEDS[1] - 1}: {found}")
    assert found.whole >= 59
    assert found.wrong_names == 0
    assert found.named >= 0.99 * found.tags_in_view
    assert found.covers_wrong == 0
