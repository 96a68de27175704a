from __future__ import annotations

from random import Random

import pytest

from companion.game.actions import EndTurn, GiveClue, Guess, NewGame, RivalCover
from companion.game.by_chance import Skill, play_by_chance
from companion.game.notation import failures_of
from companion.game.pieces import CardOnTable, Mode
from companion.terms import Edition


@pytest.mark.parametrize("mode", list(Mode))
def test_game_by_chance_is_whole_and_by_the_rules(mode: Mode) -> None:
    for seed in range(100):
        record = play_by_chance(Random(seed), mode=mode)

        assert record.outcome is not None
        assert failures_of(record) == ()
        assert all(
            isinstance(action, NewGame | GiveClue | Guess | EndTurn | RivalCover)
            for action in record.actions
        )


def test_game_by_chance_is_the_same_for_the_same_chance() -> None:
    assert play_by_chance(Random(3)) == play_by_chance(Random(3)) != play_by_chance(Random(4))


def test_game_by_chance_gives_every_turn_a_clue_from_the_list() -> None:
    record = play_by_chance(Random(1), clue_words=["UNO", "DUE"])
    words = [action.word for action in record.actions if isinstance(action, GiveClue)]

    assert words == [("UNO", "DUE")[turn % 2] for turn in range(len(words))]


def test_game_by_chance_is_set_up_as_asked(cards: tuple[CardOnTable, ...]) -> None:
    record = play_by_chance(
        Random(1), mode=Mode.THREE, allies=True, edition=Edition.CLASSIC, cards=cards, title="one"
    )

    new_game = record.new_game
    assert (record.title, new_game.cards, new_game.allies) == ("one", cards, True)
    assert new_game.edition is Edition.CLASSIC


def test_perfect_guessers_win_without_a_wrong_touch() -> None:
    record = play_by_chance(Random(1), skill=Skill(right=100, game_over=0, stops=100))
    guesses = [action for action in record.actions if isinstance(action, Guess)]

    assert record.outcome is not None
    assert record.outcome.how.value == "all_found"
    assert len(guesses) < 18
