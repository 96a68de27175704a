"""Makes a deck file out of a plain list of words."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from companion.deck.cards import Card, id_from_word
from companion.deck.deck_file import COLUMNS, why_no_word
from companion.deck.pictograms import pictogram_bodies
from companion.errors import DeckError

_BULLET = re.compile(r"^\s*(?:[-*\u2022\u2013]|\d{1,4}[.)])\s+")


@dataclass(frozen=True, slots=True)
class NewDeck:
    """A deck file in the making.

    Attributes:
        csv: The file's text: id, word, picture, language.
        cards: The cards, in the order of the list.
        left_out: Lines that repeat a word, as they stood.
    """

    csv: str
    cards: tuple[Card, ...]
    left_out: tuple[str, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """The words, in the order of the list."""
        return tuple(card.word for card in self.cards)


def new_deck(
    text: str, *, language: str = "en", pictures: Sequence[str] = (), has_pictograms: bool = True
) -> NewDeck:
    r"""Turn a list into a deck file.

    One word a line; bullets and numbers in front are dropped, lines that begin with `#` are
    remarks, commas and semicolons part words too. A word that comes twice is kept once.

    Args:
        text: The list.
        language: Language of all words.
        pictures: Names of picture files: `polar bear.jpg` is given to the word "polar bear".
        has_pictograms: Whether words that have a pictogram of the same name get it.

    Raises:
        DeckError: A line is no word, or there is none; the message says line and cure.

    Example:
        >>> print(new_deck("1. bacon\n- polar bear\nBacon").csv, end="")
        id,word,picture,language
        bacon,bacon,bacon,en
        polar-bear,polar bear,,en
    """
    files = {_plain(name.rpartition(".")[0]): name for name in pictures}
    cards: dict[str, Card] = {}
    left_out = []
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        if line.lstrip().startswith("#"):
            continue
        for part in re.split(r"[,;\t]", _BULLET.sub("", line)):
            word = " ".join(unicodedata.normalize("NFC", part).strip().strip("\"'").split())
            if not word:
                continue
            reason = why_no_word(word)
            if reason:
                raise DeckError(f"line {number}: {reason}; write one word a line")
            key, card_id = _plain(word), id_from_word(word)
            if card_id in cards:
                left_out.append(word)
                continue
            picture = files.get(key, "")
            if not picture and has_pictograms and key.replace(" ", "-") in pictogram_bodies():
                picture = key.replace(" ", "-")
            cards[card_id] = Card(card_id, word, picture, language)
    if not cards:
        raise DeckError("the list holds no word; write one word a line")
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows((card.id, card.word, card.picture, card.language) for card in cards.values())
    return NewDeck(out.getvalue(), tuple(cards.values()), tuple(left_out))


def _plain(word: str) -> str:
    return re.sub(r"[\s_]+", " ", unicodedata.normalize("NFKC", word)).strip().casefold()
