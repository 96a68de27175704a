from __future__ import annotations

from companion.desk.deck_check import CardType, DeckCard, deck_findings, deck_hash


def a_deck(**changes: object) -> list[DeckCard]:
    scenes = [DeckCard(id=f"sc{n}", type=CardType.SCENE, count=3) for n in range(3)]
    people = [DeckCard(id=f"c{n}", type=CardType.CHARACTER, count=3) for n in range(6)]
    acts = [DeckCard(id=f"a{n}", type=CardType.ACTION, count=3, stars=("s1",)) for n in range(4)]
    return [DeckCard(id="s1", type=CardType.STAR), *scenes, *people, *acts]


def codes(cards: list[DeckCard]) -> list[str]:
    return [finding.code for finding in deck_findings(cards)]


def test_legal_deck_has_no_findings() -> None:
    assert codes(a_deck()) == []


def test_findings_come_all_at_once_and_in_the_fixed_order() -> None:
    bad = [
        DeckCard(id="s1", type=CardType.STAR),
        DeckCard(id="s2", type=CardType.STAR),
        DeckCard(id="c1", type=CardType.CHARACTER, count=4),
        DeckCard(id="a1", type=CardType.ACTION, stars=("s9",)),
        DeckCard(id="a2", type=CardType.ACTION),
    ]

    assert codes(bad) == [
        "E_SIZE",
        "E_COPIES",
        "E_STAR_KINDS",
        "E_ACTION_STAR",
        "E_SCENES",
        "W_CANNOT_VERIFY",
    ]


def test_copies_in_several_rows_are_counted_together() -> None:
    twice = [*a_deck(), DeckCard(id="c1", type=CardType.CHARACTER)]

    assert codes(twice) == ["E_COPIES"]


def test_action_matches_by_a_shared_trait_when_no_star_is_recorded() -> None:
    cards = [card for card in a_deck() if card.type is not CardType.STAR]
    star = DeckCard(id="s1", type=CardType.STAR, traits=("Kid",))

    matching = DeckCard(id="x", type=CardType.ACTION, traits=("KID",))
    other = DeckCard(id="y", type=CardType.ACTION, traits=("Cook",))

    assert codes([star, *cards, matching]) == []
    assert codes([star, *cards, other]) == ["E_ACTION_STAR"]


def test_hash_does_not_know_the_order_of_rows() -> None:
    assert deck_hash(a_deck()) == deck_hash(a_deck()[::-1])
    assert deck_hash(a_deck()) != deck_hash(a_deck()[1:])
