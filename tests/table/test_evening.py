from __future__ import annotations

from companion.game.outcome import How, Outcome
from companion.game.pieces import Clue, Mode
from companion.game.state import Move
from companion.table.evening import (
    EVENING_GAP_S,
    Played,
    clue_results,
    evening_of,
    score_of,
    summary_document,
)
from companion.terms import Cell, CoverCard, Edition, Team

SNOW = Clue("snow", 2, Team.ORANGE)
SEA = Clue("sea", 1, Team.YELLOW)


def played(number: int, began_at_s: float | None = 0.0, **more: object) -> Played:
    last = None if began_at_s is None else began_at_s + 600
    return Played(str(number), began_at_s, last, 10, **more)  # type: ignore[arg-type]


def won(team: Team) -> Outcome:
    return Outcome(team, How.ALL_FOUND)


def guess(team: Team, col: int, cover: CoverCard) -> Move:
    return Move("guess", team, Cell(0, col), cover)


def test_cards_count_for_the_clue_of_their_own_team() -> None:
    results = clue_results(
        (
            Move("clue", Team.ORANGE, clue=SNOW),
            guess(Team.ORANGE, 0, CoverCard.ORANGE),
            guess(Team.ORANGE, 1, CoverCard.YELLOW),
            Move("clue", Team.YELLOW, clue=SEA),
            guess(Team.YELLOW, 2, CoverCard.YELLOW),
            Move("end_turn", Team.YELLOW),
        )
    )

    assert [(one.clue.word, one.found, one.missed) for one in results] == [
        ("snow", 1, True),
        ("sea", 1, False),
    ]


def test_evening_goes_back_to_the_last_long_pause() -> None:
    night = EVENING_GAP_S + 700
    games = [played(1, 0), played(2, 1000), played(3, 1000 + night), played(4, 3000 + night)]

    assert [game.game_id for game in evening_of(games)] == ["3", "4"]
    assert evening_of([]) == ()


def test_games_without_a_time_belong_to_the_evening_after_them() -> None:
    assert len(evening_of([played(1, None), played(2, None)])) == 2


def test_score_counts_team_games_only() -> None:
    games = [
        played(1, outcome=won(Team.ORANGE)),
        played(2, outcome=won(Team.ORANGE)),
        played(3),
        played(4, outcome=won(Team.YELLOW), own_team=Team.YELLOW, mode=Mode.TWO_PLAYER),
    ]

    assert score_of(games) == {Team.ORANGE: 2, Team.YELLOW: 0}


def test_summary_speaks_the_words_of_the_box() -> None:
    document = summary_document([played(1, outcome=won(Team.YELLOW))], Edition.CLASSIC)

    assert document["score"] == {"red": 0, "blue": 1}
    assert document["best_clue"] is None
    assert document["cards_a_clue"] is None
