"""Advice on a clue's word. It advises; the rival cluemaster may allow what it advises against.

The rulebook's bans are for people to apply. What can be read off the word itself is said
here; foreign words, singing and accents are as the group decides.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

import snowballstemmer

from companion.game.state import GameState
from companion.terms import Face


class AdviceKind(StrEnum):
    """What speaks against a word."""

    NO_WORD = "no_word"
    MORE_THAN_ONE_WORD = "more_than_one_word"
    HYPHEN = "hyphen"
    ON_THE_TABLE = "on_the_table"
    SAME_ROOT = "same_root"
    PART_OF = "part_of"
    SINGLE_LETTER = "single_letter"
    POSITION = "position"


@dataclass(frozen=True, slots=True)
class Advice:
    """One thing that speaks against a word.

    Attributes:
        kind: What it is, for programs.
        message: One line for people.
        card_word: The word on the table that it is about, or None.
    """

    kind: AdviceKind
    message: str
    card_word: str | None = None


def visible_words(state: GameState) -> tuple[str, ...]:
    """The words that can be read on the table.

    Rulebook, "Valid Clues": words that are *visible*. A covered card's word is not, nor
    is the word on the back of a card whose picture is up.
    """
    return tuple(
        card.word
        for card, cover in zip(state.cards, state.covers, strict=True)
        if card is not None and cover is None and card.face is Face.WORD
    )


def advise_for(state: GameState, word: str) -> tuple[Advice, ...]:
    """Look a clue's word over for the table as it lies."""
    return advise(word, visible_words(state))


def advise(word: str, words_on_table: Iterable[str]) -> tuple[Advice, ...]:
    """Look a clue's word over; an empty answer means that nothing speaks against it.

    Args:
        word: The word as the cluemaster would say it.
        words_on_table: The words that can be read there, English or German.

    Example:
        >>> [advice.kind.value for advice in advise("donuts", ["DONUT", "SAXOPHONE"])]
        ['same_root']
        >>> advise("Snow", ["DONUT", "SAXOPHONE"])
        ()
    """
    shown = word.strip()
    if not any(letter.isalnum() for letter in shown):
        return (Advice(AdviceKind.NO_WORD, "A clue is one word and one number."),)
    about_word = [found for found in (_one_word(shown), _letter(shown), _position(shown)) if found]
    about_table = [
        found
        for card_word in dict.fromkeys(words_on_table)
        if (found := _on_table(shown, card_word))
    ]
    return (*about_word, *about_table)


# ---------------------------------------------------------------- the word itself

_HYPHENS = "-\u00ad\u2010\u2011\u2012\u2013\u2014\u2212"
_JOINTS = re.compile(r"[\s_/+&,;]+(?=\S)")


def _one_word(word: str) -> Advice | None:
    """Rulebook, "Valid Clues": one word, no hyphens or spaces."""
    if any(hyphen in word for hyphen in _HYPHENS):
        return Advice(AdviceKind.HYPHEN, f"{word!r} has a hyphen: a clue is one word without.")
    if _JOINTS.search(word):
        return Advice(AdviceKind.MORE_THAN_ONE_WORD, f"{word!r} is more than one word.")
    return None


def _letter(word: str) -> Advice | None:
    """Rulebook, "Valid Clues": not about the letters in the cards' words."""
    if sum(letter.isalnum() for letter in word) > 1 or not any(map(str.isalpha, word)):
        return None
    return Advice(
        AdviceKind.SINGLE_LETTER,
        f"{word!r} is a single letter: a clue is not about the letters of the cards' words.",
    )


def _listed(text: str) -> frozenset[str]:
    return frozenset(text.split())


_PLACES_ENGLISH = _listed(
    "left leftmost right rightmost top topmost bottom upper lower above below middle centre center "
    "central corner edge row column line close near nearby nearest far furthest farthest next "
    "beside adjacent neighbour neighbor diagonal horizontal vertical outer inner between"
)
_PLACES_GERMAN = _listed(
    "links linke rechts rechte oben obere unten untere mitte mittlere mittig ecke rand reihe zeile "
    "spalte nah nahe nächste nächster neben fern weit weiteste diagonal waagerecht waagrecht "
    "senkrecht außen innen zwischen nachbar"
)
_COORDINATES = re.compile(r"[a-e][1-5]|[1-5][a-e]", re.IGNORECASE)


def _position(word: str) -> Advice | None:
    """Rulebook, "Valid Clues": not about the patterns that the cards make on the table."""
    if _COORDINATES.fullmatch(word) or _stems(word) & _PLACE_STEMS:
        return Advice(
            AdviceKind.POSITION,
            f"{word!r} can mean a place on the table: a clue is about the cards themselves.",
        )
    return None


# ---------------------------------------------------------------- the words on the table

_LONG_ENOUGH = 4
"""Letters: a shorter beginning of a word is as good as never its root."""

_ENDINGS = _listed(
    # What makes a new word of a root in English and in German, as the stemmers leave it.
    "er ers or ist ian ing ish i y ri eri ful less ness ment ship hood dom like "
    "in n ner ler erin isch lich ig heit keit ung chen ch lein schaft"
)
_IRREGULAR = {
    "men": "man",
    "women": "woman",
    "children": "child",
    "mice": "mouse",
    "geese": "goose",
    "feet": "foot",
    "teeth": "tooth",
    "oxen": "ox",
    "dice": "die",
    "pennies": "penny",
    "people": "person",
    "ran": "run",
    "swam": "swim",
    "sang": "sing",
    "flew": "fly",
    "flown": "fly",
    "ate": "eat",
    "rode": "ride",
    "drove": "drive",
    "wrote": "write",
    "drank": "drink",
}
_LEAVES = re.compile(r"(?P<root>[a-z]{2,})ves")  # leaf, wolf, knife and their like
_ENGLISH = snowballstemmer.stemmer("english")
_GERMAN = snowballstemmer.stemmer("german")


def _on_table(word: str, card_word: str) -> Advice | None:
    """Rulebook, "Valid Clues": any word, or word with the same root, that is visible."""
    found = None
    for part in _parts(card_word):
        for own in _parts(word):
            if _plain(own) == _plain(part):
                return Advice(
                    AdviceKind.ON_THE_TABLE, f"{card_word!r} lies on the table.", card_word
                )
            if _has_same_root(own, part):
                found = Advice(
                    AdviceKind.SAME_ROOT,
                    f"{word!r} has the same root as {card_word!r}, which lies on the table.",
                    card_word,
                )
            elif found is None and _is_compound(_plain(own), _plain(part)):
                found = Advice(
                    AdviceKind.PART_OF,
                    f"{word!r} and {card_word!r}, which lies on the table, share a part.",
                    card_word,
                )
    return found


def _parts(word: str) -> list[str]:
    """The words of a card or a clue; of several, the little ones do not count."""
    parts = [part for part in re.split(r"[^\w'\u2019]+|_", word) if part]
    return [part for part in parts if len(part) > 2] or parts


def _plain(word: str) -> str:
    """Small letters without accents and without a possessive ending."""
    small = re.sub(r"['\u2019](s|S)?$", "", word).casefold().replace("'", "").replace("\u2019", "")
    letters = unicodedata.normalize("NFKD", small)
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def _stems(word: str) -> frozenset[str]:
    # The German stemmer needs the umlauts, to make one root of Haus and Häuser.
    small = unicodedata.normalize("NFC", re.sub(r"['\u2019](s|S)?$", "", word)).casefold()
    forms = {small, _IRREGULAR.get(small, small)}
    if leaves := _LEAVES.fullmatch(small):
        forms |= {leaves["root"] + "f", leaves["root"] + "fe"}
    stems = {_plain(stemmer.stemWord(form)) for stemmer in (_ENGLISH, _GERMAN) for form in forms}
    return frozenset(stem for stem in stems if stem)


def _has_same_root(one: str, other: str) -> bool:
    own, their = _stems(one), _stems(other)
    if own & their:
        return True
    return any(_is_grown(short, long) or _is_grown(long, short) for short in own for long in their)


def _is_grown(root: str, stem: str) -> bool:
    return len(root) >= _LONG_ENOUGH and stem.startswith(root) and stem[len(root) :] in _ENDINGS


def _is_compound(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    if len(short) < _LONG_ENOUGH or len(long) - len(short) < 3:
        return False
    return long.startswith(short) or long.endswith(short)


_PLACE_STEMS = frozenset(
    stem for place in _PLACES_ENGLISH | _PLACES_GERMAN for stem in _stems(place)
)
