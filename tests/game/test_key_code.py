from __future__ import annotations

from random import Random

import pytest

from companion.errors import UnreadableError
from companion.game.key_card import (
    CODE_ALPHABET,
    CODE_LENGTH,
    KEY_CARD_COUNT,
    EdgeUp,
    deal_key_card,
    format_code,
    key_from_rank,
    parse_code,
)

OTHER_CHARACTERS = [chr(code) for code in range(32, 127)]


def is_refused(text: str) -> bool:
    try:
        parse_code(text)
    except UnreadableError:
        return True
    return False


def some_codes(n: int) -> list[str]:
    rng = Random(2024)
    return [format_code(deal_key_card(rng)) for _ in range(n)]


def test_alphabet_has_a_prime_number_of_characters_that_look_different() -> None:
    size = len(CODE_ALPHABET)

    assert len(set(CODE_ALPHABET)) == size
    assert all(size % divisor for divisor in range(2, size))
    assert not set(CODE_ALPHABET) & set("0O1ILSZ")
    assert CODE_ALPHABET.upper() == CODE_ALPHABET


def test_eight_characters_name_every_key_card_and_no_smaller_prime_would_do() -> None:
    assert len(CODE_ALPHABET) ** 8 >= KEY_CARD_COUNT > 23**8


def test_code_has_nine_characters_of_the_alphabet() -> None:
    for code in some_codes(300):
        assert len(code) == CODE_LENGTH == 9
        assert set(code) <= set(CODE_ALPHABET)


def test_code_is_read_back() -> None:
    rng = Random(8)
    for rank in [0, 1, KEY_CARD_COUNT - 1, *(rng.randrange(KEY_CARD_COUNT) for _ in range(1500))]:
        key = key_from_rank(rank)
        assert parse_code(format_code(key)) == key


def test_code_is_read_in_small_letters_with_blanks_and_hyphens() -> None:
    key = deal_key_card(Random(4))
    code = format_code(key)

    assert parse_code(f" {code[:3].lower()}-{code[3:6]} {code[6:]} ") == key


def test_code_is_refused_for_every_single_wrong_character() -> None:
    # 200 codes x 9 places x every other character of the keyboard.
    for code in some_codes(200):
        for place in range(CODE_LENGTH):
            for wrong in OTHER_CHARACTERS:
                if wrong.upper() != code[place]:
                    text = code[:place] + wrong + code[place + 1 :]
                    assert is_refused(text), f"{code} became {text}"


def test_code_is_refused_for_every_swap_of_neighbours() -> None:
    for code in some_codes(2000):
        for place in range(CODE_LENGTH - 1):
            if code[place] != code[place + 1]:
                text = code[:place] + code[place + 1] + code[place] + code[place + 2 :]
                assert is_refused(text), f"{code} became {text}"


def test_check_finds_every_wrong_character_and_every_swap_of_any_two() -> None:
    # The sum is linear, so what a slip adds to it depends on the places and the values of
    # the slip alone, whatever the other characters are. All of them, for all codes:
    size = len(CODE_ALPHABET)
    weights = range(1, CODE_LENGTH + 1)
    differences = range(1, size)

    assert all(weight * change % size for weight in weights for change in differences)
    assert all(
        (one - other) * change % size
        for one in weights
        for other in weights
        for change in differences
        if one != other
    )


@pytest.mark.parametrize("length", [0, 1, 8, 10, 18])
def test_code_is_refused_when_it_has_not_nine_characters(length: int) -> None:
    code = some_codes(1)[0]

    with pytest.raises(UnreadableError, match="has 9 characters"):
        parse_code((code * 2)[:length])


def test_code_says_which_character_is_not_used() -> None:
    code = some_codes(1)[0]

    with pytest.raises(UnreadableError, match="'O' is not used") as caught:
        parse_code(code[:4] + "O" + code[5:])
    assert (caught.value.column, caught.value.code) == (4, "text/unreadable")


def test_code_is_refused_when_it_is_one_character_nine_times() -> None:
    assert sum(not is_refused(letter * 9) for letter in CODE_ALPHABET) <= 1
    assert is_refused("222222222")


def test_code_is_refused_with_letters_that_only_fold_to_the_alphabet() -> None:
    code = format_code(key_from_rank(0))

    assert is_refused("ß" + code[1:])
    assert is_refused(code.replace("2", "\N{SUPERSCRIPT TWO}"))
    assert is_refused(code.replace("2", "\N{FULLWIDTH DIGIT TWO}"))


def test_code_with_another_edge_up_gives_the_card_as_it_lies() -> None:
    key = deal_key_card(Random(6))
    code = format_code(key)

    lying = {edge: parse_code(code, edge_up=edge) for edge in EdgeUp}
    assert lying[EdgeUp.TOP] == key
    assert lying[EdgeUp.RIGHT] == key.turned(-1)  # turned to the left its right edge is up
    assert lying[EdgeUp.BOTTOM] == key.turned(2)
    assert lying[EdgeUp.LEFT] == key.turned(1)
    assert len({format_code(turned) for turned in lying.values()}) == 4
