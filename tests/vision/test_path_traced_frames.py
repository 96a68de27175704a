from __future__ import annotations

from pathlib import Path

from companion.vision.tags import TagBank
from tests.round_trip.path_traced import score

PICTURES = Path(__file__).resolve().parents[1] / "path_traced"


def test_path_traced_tables_are_read_whole(bank: TagBank) -> None:
    found = score(PICTURES, bank)

    assert found.pictures == 6
    assert found.whole == found.pictures
    assert (found.wrong_names, found.covers_wrong) == (0, 0)
    assert found.named >= 0.99 * found.tags_in_view
    assert found.covers_right == found.covers
