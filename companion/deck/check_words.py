"""A short word for every key code, to be compared aloud.

Two cluemasters, or one and the program, say the word to each other and know that they look at the
same key card, without saying anything about its squares.
"""

from __future__ import annotations

import hashlib

_KINDS = "big blue calm dry fast glad kind lone mild neat old pale quick red shy tall"
_ANIMALS = """
ant bear cat deer eel fox goat hen ibis jay koala lark mole newt owl pig
quail ram seal toad urchin vole wasp yak zebra crab duck frog hare lynx moth swan
"""
_FIRST, _SECOND = tuple(_KINDS.split()), tuple(_ANIMALS.split())
"""16 times 32 pairs: two cards of a set share one in 512 times."""


def check_word(code: str) -> str:
    """The check word of a key code; blanks, hyphens and small letters do not matter.

    Example:
        >>> check_word("T4Y WA5 7UB") == check_word("t4ywa57ub")
        True
    """
    plain = "".join(sign for sign in code.upper() if sign.isalnum())
    number = int.from_bytes(hashlib.sha256(f"check word {plain}".encode()).digest()[:4])
    number, first = divmod(number, len(_FIRST))
    return f"{_FIRST[first]} {_SECOND[number % len(_SECOND)]}"
