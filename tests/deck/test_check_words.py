import random

from companion.deck.check_words import check_word
from companion.game.key_card import deal_set, format_code


def test_check_words_are_spread_over_a_set():
    words = [check_word(format_code(key)) for key in deal_set(random.Random(1), 200)]

    assert len(set(words)) > 150
    assert all(len(word) <= 13 for word in words)
