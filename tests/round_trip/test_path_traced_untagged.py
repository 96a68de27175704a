"""Cards and covers without tags on path-traced tables: plain decks of words and of pictures."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from companion.vision.picture import decode_picture
from companion.vision.reading import BoardReading
from companion.vision.untagged import read_untagged
from tests.round_trip import path_traced, path_traced_clutter
from tests.vision.scoring import Score, score_samples

SEEDS = (2000, 2060)
pytestmark = path_traced.NEEDS_CAMERA


def rendered(tmp_path: Path, deck: str) -> Path:
    """The pictures of one deck, rendered now unless they were before."""
    before = path_traced.rendered_before(deck)
    if before is not None:
        return before
    cards, pictures = tmp_path / "cards", tmp_path / "pictures"
    path_traced.lay_out(deck, cards)
    path_traced.photograph(cards, pictures, *SEEDS)
    return pictures


def test_plain_cards_are_found_on_path_traced_tables(tmp_path: Path) -> None:
    total = Score()
    for deck in ("words", "pictures"):
        found = score_samples(rendered(tmp_path / deck, deck), slice(None))
        print(f"\npath-traced, plain {deck}, seeds {SEEDS[0]} to {SEEDS[1] - 1}: {found}")
        for name in vars(total):
            setattr(total, name, getattr(total, name) + getattr(found, name))

    assert total.whole >= 0.98 * (total.pictures - total.with_a_hidden_line)
    assert (total.boards_claimed_wrongly, total.covered_wrong, total.bare_wrong) == (0, 0, 0)
    assert total.covered_right >= 0.98 * total.covered
    # Picture cards on a white table, whose white border nobody sees, stay unknown.
    assert total.bare_right >= 0.97 * total.bare


def test_table_without_a_board_gives_none(tmp_path: Path) -> None:
    folder = path_traced.rendered_before("no_board")
    if folder is None:
        folder = tmp_path / "no_board"
        for deck, first in (("words", 5000), ("pictures", 5030)):
            path_traced.lay_out(deck, tmp_path / deck)
            path_traced_clutter.render(tmp_path / deck, folder, first, first + 30)
    pictures = sorted(folder.glob("*.jpg"))

    claimed = [
        path.name
        for path in pictures
        if isinstance(
            read_untagged(np.asarray(decode_picture(path.read_bytes(), path.name))), BoardReading
        )
    ]

    print(f"\npath-traced, no board or three columns: {len(claimed)} claimed of {len(pictures)}")
    assert pictures
    assert claimed == []
