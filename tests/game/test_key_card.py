from __future__ import annotations

from math import factorial
from random import Random

import pytest

from companion.game.key_card import (
    KEY_CARD_COUNT,
    SET_SIZE,
    EdgeUp,
    KeyCard,
    deal_key_card,
    deal_set,
    key_from_rank,
    rank_of,
    turning_class,
)
from companion.game.marks import format_key, parse_key
from companion.terms import ALL_CELLS, Cell, Role, Team


def test_key_card_has_nine_eight_seven_and_one() -> None:
    key = deal_key_card(Random(3))

    start = Role.of_team(key.starting_team)
    counts = {role: len(key.cells_of(role)) for role in Role}
    assert counts[start] == 9
    assert counts[Role.of_team(key.starting_team.rival)] == 8
    assert (counts[Role.NEUTRAL], counts[Role.GAME_OVER]) == (7, 1)


def test_key_card_is_refused_when_the_other_team_has_nine(key: KeyCard) -> None:
    with pytest.raises(ValueError, match="yellow starts has 8 orange, 9 yellow"):
        KeyCard(key.squares, Team.YELLOW)


def test_key_card_is_refused_when_it_has_not_25_squares(key: KeyCard) -> None:
    with pytest.raises(ValueError, match="a key card"):
        KeyCard(key.squares[:24], Team.ORANGE)


def test_cluemasters_see_each_square_at_the_opposite_cell(key: KeyCard) -> None:
    seen = key.as_cluemasters_see()

    for cell in ALL_CELLS:
        assert seen[cell.position] is key.role_at(Cell(4 - cell.row, 4 - cell.col))


def test_key_from_what_cluemasters_see_is_the_same_key(key: KeyCard) -> None:
    assert KeyCard.from_cluemasters(key.as_cluemasters_see(), Team.ORANGE) == key


def test_turning_once_brings_the_left_column_up(key: KeyCard) -> None:
    turned = key.turned()

    assert [turned.role_at(Cell(0, col)) for col in range(5)] == [
        key.role_at(Cell(row, 0)) for row in range(4, -1, -1)
    ]


def test_four_turns_are_four_different_cards_and_then_the_first() -> None:
    for seed in range(200):
        key = deal_key_card(Random(seed))
        turns = [key.turned(n) for n in range(4)]

        assert len(set(turns)) == 4
        assert key.turned(4) == key


@pytest.mark.parametrize(
    ("edge", "first_row"),
    [
        pytest.param(EdgeUp.TOP, "OOOOO", id="top"),
        pytest.param(EdgeUp.RIGHT, "OYYNX", id="right"),
        pytest.param(EdgeUp.BOTTOM, "XNNNN", id="bottom"),
        pytest.param(EdgeUp.LEFT, "NYYOO", id="left"),
    ],
)
def test_edge_up_becomes_the_far_row(key: KeyCard, edge: EdgeUp, first_row: str) -> None:
    # Seen as the key's own rows; as the guessers' are the cluemasters' turned by half, the
    # same turn is right for both.
    assert format_key(key.with_edge_up(edge)).startswith(first_row)


def test_rank_and_key_are_a_bijection_at_both_ends() -> None:
    ends = [*range(2000), *range(KEY_CARD_COUNT - 2000, KEY_CARD_COUNT)]
    keys = [key_from_rank(rank) for rank in ends]

    assert [rank_of(key) for key in keys] == ends
    assert len(set(keys)) == len(ends)


def test_rank_and_key_are_a_bijection_by_chance() -> None:
    rng = Random(11)
    for _ in range(2000):
        rank = rng.randrange(KEY_CARD_COUNT)
        assert rank_of(key_from_rank(rank)) == rank


def test_there_are_as_many_key_cards_as_layouts_and_starts() -> None:
    layouts = factorial(25) // (factorial(9) * factorial(8) * factorial(7) * factorial(1))

    assert KEY_CARD_COUNT == 2 * layouts == 420_689_412_000
    assert KEY_CARD_COUNT.bit_length() == 39


@pytest.mark.parametrize("rank", [-1, KEY_CARD_COUNT])
def test_rank_is_refused_out_of_range(rank: int) -> None:
    with pytest.raises(ValueError, match="lies in"):
        key_from_rank(rank)


@pytest.mark.parametrize("team", list(Team))
def test_deal_gives_a_card_on_which_the_wanted_team_starts(team: Team) -> None:
    for seed in range(50):
        assert deal_key_card(Random(seed), starting_team=team).starting_team is team


def test_deal_is_the_same_for_the_same_chance() -> None:
    assert deal_key_card(Random(5)) == deal_key_card(Random(5))


def test_deal_puts_every_role_everywhere_about_equally_often() -> None:
    rng = Random(1)
    seen = [0] * 25
    for _ in range(5000):
        seen[deal_key_card(rng).squares.index(Role.GAME_OVER)] += 1

    assert all(130 < count < 270 for count in seen)  # 200 expected, deviation 14


def test_set_is_distinct_under_turning() -> None:
    for seed in range(20):
        keys = deal_set(Random(seed))

        every_turn = {key.turned(turns) for key in keys for turns in range(4)}
        assert len(keys) == SET_SIZE
        assert len(every_turn) == 4 * SET_SIZE


def test_set_passes_by_a_card_that_is_another_one_turned(monkeypatch: pytest.MonkeyPatch) -> None:
    first, third = key_from_rank(1000), key_from_rank(2000)
    dealt = iter([first, first.turned(3), third])
    monkeypatch.setattr("companion.game.key_card.deal_key_card", lambda rng, **_: next(dealt))

    assert deal_set(Random(1), 2) == (first, third)


@pytest.mark.parametrize(("n", "halves"), [(40, {20}), (7, {3, 4}), (0, {0})])
def test_set_lets_both_teams_start_equally_often(n: int, halves: set[int]) -> None:
    keys = deal_set(Random(9), n)

    starts = [key.starting_team for key in keys]
    assert {starts.count(Team.ORANGE), starts.count(Team.YELLOW)} == halves


def test_set_is_refused_when_it_is_to_have_less_than_no_cards() -> None:
    with pytest.raises(ValueError, match="0 cards or more"):
        deal_set(Random(1), -1)


def test_turning_class_is_shared_by_the_four_turns_only() -> None:
    one, other = key_from_rank(77), key_from_rank(7_700)

    assert {turning_class(one.turned(n)) for n in range(4)} == {turning_class(one)}
    assert turning_class(one) != turning_class(other)


def test_key_card_text_is_read_back() -> None:
    for seed in range(100):
        key = deal_key_card(Random(seed))
        assert parse_key(format_key(key)) == key
