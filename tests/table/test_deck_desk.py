from __future__ import annotations

import pytest

from companion.desk.deck_check import CardType, DeckCard
from companion.errors import UnreadableError
from companion.table.deck_desk import Profile, check_decks, read_deck_csv


def a_deck(star: str, size: int = 50) -> list[DeckCard]:
    scenes = [DeckCard(id=f"sc{n}", type=CardType.SCENE, count=3) for n in range(3)]
    rest = [DeckCard(id=f"c{n}", type=CardType.CHARACTER, count=1) for n in range(size - 10)]
    return [DeckCard(id=star, type=CardType.STAR), *scenes, *rest]


def codes(profile: Profile, *decks: list[DeckCard], **more: object) -> list[str]:
    verdict = check_decks(profile, decks, **more)  # type: ignore[arg-type]
    return [finding.code for finding in verdict.findings]


def test_forty_cards_are_enough_for_the_card_game_and_not_for_the_league() -> None:
    small, other = a_deck("s1", 40), a_deck("s2")

    assert codes(Profile.WOTC, small) == []
    assert codes(Profile.SPRINGFIELD, small, other) == ["E_SIZE"]
    verdict = check_decks(Profile.DINO, [small, other])
    assert [finding.code for finding in verdict.findings] == ["E_SIZE", "W_NOT_CHECKED"]


def test_two_decks_are_held_to_both_rules_in_the_fixed_order() -> None:
    bad = [*a_deck("s1", 45), DeckCard(id="c1", type=CardType.CHARACTER, count=3)]

    assert codes(Profile.SPRINGFIELD, bad, a_deck("s1")) == [
        "E_SIZE",
        "E_COPIES",
        "E_SAME_STARTER",
    ]


def test_one_deck_is_too_few_for_the_league() -> None:
    assert codes(Profile.SPRINGFIELD, a_deck("s1")) == ["E_DECK_COUNT"]


def test_deck_that_was_changed_is_found_by_its_hash() -> None:
    decks = [a_deck("s1"), a_deck("s2")]
    locked = check_decks(Profile.SPRINGFIELD, decks).hashes

    assert codes(Profile.SPRINGFIELD, *decks[::-1], locked=locked) == []
    changed = [decks[0], a_deck("s2", 51)]
    assert codes(Profile.SPRINGFIELD, *changed, locked=locked) == ["E_DECK_CHANGED"]


def test_theme_deck_passes_as_it_was_sold() -> None:
    assert codes(Profile.WOTC, a_deck("s1", 30), is_theme_deck=True) == []


def test_deck_is_read_from_csv_with_or_without_a_head() -> None:
    head = "id;type;n;star;traits\n"
    rows = "s1;star;1;;Kid\na1;Aktion;2;s1;Kid/Brave\n"

    read = read_deck_csv((head + rows).encode())

    assert read == read_deck_csv(rows.encode())
    assert read[1] == DeckCard(
        id="a1", type=CardType.ACTION, count=2, stars=("s1",), traits=("Kid", "Brave")
    )


@pytest.mark.parametrize(
    ("content", "said"),
    [
        pytest.param(b"", "no card", id="empty"),
        pytest.param(b"s1,moon\n", "line 1: type is one of", id="type"),
        pytest.param(b"id,type,n\ns1,star,0\n", "line 2: n is a whole number", id="count"),
        pytest.param(b",star\n", "there is no id", id="id"),
        pytest.param("s1,star\nä,char\n".encode("latin-1"), "line 2", id="latin-1"),
    ],
)
def test_deck_that_cannot_be_read_is_one_line(content: bytes, said: str) -> None:
    with pytest.raises(UnreadableError, match=said) as refused:
        read_deck_csv(content)
    assert "\n" not in refused.value.message
