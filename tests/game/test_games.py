"""Whole games written down, replayed: their positions on the way and their outcomes."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.game.notation import failures_of, format_game, parse_game

GAMES = sorted((Path(__file__).parents[1] / "games").glob("*.game"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_game_is_played_as_written(path: Path) -> None:
    record = parse_game(path.read_text(encoding="utf-8"))

    assert failures_of(record) == ()
    assert record.outcome is not None
    assert parse_game(format_game(record)) == record


def test_there_is_a_game_for_every_way_to_play() -> None:
    records = [parse_game(path.read_text(encoding="utf-8")) for path in GAMES]

    assert {(r.new_game.mode.value, r.new_game.allies) for r in records} == {
        ("teams", False),
        ("three", False),
        ("three", True),
        ("two-player", False),
    }
    assert {record.new_game.edition.value for record in records} == {"simpsons", "classic"}
    assert {record.new_game.key_source.value for record in records} == {"dealt", "entered", "paper"}
    assert {record.outcome.how.value for record in records if record.outcome} == {
        "all_found",
        "game_over_card",
    }


def test_changed_outcome_is_noticed() -> None:
    for path in GAMES:
        record = parse_game(path.read_text(encoding="utf-8").replace("= turn=", "= turn=un"))
        if record.checks:
            assert failures_of(record)
