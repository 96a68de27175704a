"""Every heading of the rulebook is cited where it is obeyed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

HEADINGS = [
    "Components",
    "Setup",
    "Key Card",
    "Starting Team",
    "Cover Cards",
    "Game Play",
    "Winning",
    "Giving a Clue",
    "Keep a Straight Face",
    "Identifying",
    "Number of Guesses",
    "Valid Clues",
    "Expert Clue: Unlimited",
    "Expert Clue: Zero",
    "Two-Player Game",
    "Three-Player Game",
    "Already Know the Game",
]


@pytest.mark.parametrize("heading", HEADINGS)
def test_heading_is_cited_in_the_rules(repository: Path, heading: str) -> None:
    room = repository / "companion" / "game"
    text = " ".join(
        re.sub(r"\s+#?\s*", " ", path.read_text(encoding="utf-8")) for path in room.glob("*.py")
    )

    assert re.search(rf'[Rr]ulebook, (?:"[^"]+" and )*"{re.escape(heading)}"', text)


def test_headings_are_those_of_the_rulebook(repository: Path) -> None:
    rulebook = repository.parent / "shared" / "rules" / "003_4214e77ad0a6596e.txt"
    if not rulebook.exists():
        pytest.skip("the rulebook is not beside the repository")
    lines = rulebook.read_text(encoding="utf-8").splitlines()

    assert set(HEADINGS) <= set(lines)
