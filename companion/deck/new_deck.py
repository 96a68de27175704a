"""Makes a deck file out of a plain list of words."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from companion.deck.cards import id_from_word
from companion.deck.deck_file import COLUMNS, why_no_word
from companion.deck.pictograms import pictogram_bodies
from companion.errors import DeckError

_BULLET = re.compile(r"^\s*(?:[-*\u2022\u2013]|\d{1,4}[.)])\s+")


@dataclass(frozen=True, slots=True)
class NewDeck:
    """A deck file in the making.

    Attributes:
        csv: The file's text: id, word, picture, language.
        words: The words, in the order of the list.
        left_out: Lines that repeat a word, as they stood.
    """

    csv: str
    words: tuple[str, ...]
    left_out: tuple[str, ...]


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
    rows: dict[str, tuple[str, str, str, str]] = {}
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
            key = _plain(word)
            if key in rows:
                left_out.append(word)
                continue
            picture = files.get(key, "")
            if not picture and has_pictograms and key.replace(" ", "-") in pictogram_bodies():
                picture = key.replace(" ", "-")
            rows[key] = (id_from_word(word), word, picture, language)
    if not rows:
        raise DeckError("the list holds no word; write one word a line")
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(rows.values())
    words = tuple(row[1] for row in rows.values())
    return NewDeck(out.getvalue(), words, tuple(left_out))


def _plain(word: str) -> str:
    return re.sub(r"[\s_]+", " ", unicodedata.normalize("NFKC", word)).strip().casefold()
