"""Looks over the decks of card players, by one of three profiles.

The card game's rules (`companion.desk`) and the league's (`companion.league`) belong to two
different games that share a name. That a league's starting character is a Star, and how decks of
40 and of 50 cards go together, is decided here and nowhere else.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from companion.desk.deck_check import (
    CardType,
    DeckCard,
    Finding,
    card_count,
    deck_findings,
    deck_hash,
    star_kinds,
)
from companion.errors import UnreadableError
from companion.league.decks import (
    SMALLEST_DECK,
    RegisteredDeck,
    deck_faults,
)
from companion.league.roster import decode

MOST_ROWS: Final = 500
_CSV_COLUMNS: Final = ("id", "type", "n", "star", "traits")


class Profile(StrEnum):
    """Which rules a deck is held to."""

    WOTC = "wotc"
    """The card game's own: one deck, at least 40 cards."""

    DINO = "dino"
    """The league's only (1.6): two decks of at least 50 cards; copies are not checked."""

    SPRINGFIELD = "springfield"
    """Our own: both; a starting character is a Star."""


ORDER: Final = (
    "E_DECK_COUNT",
    "E_SIZE",
    "E_COPIES",
    "E_STAR_KINDS",
    "E_SAME_STARTER",
    "E_ACTION_STAR",
    "E_SCENES",
    "E_DECK_CHANGED",
)
"""In this order findings are told; warnings follow."""


@dataclass(frozen=True, slots=True)
class DeckVerdict:
    """Everything there is to say about the decks of a player.

    Attributes:
        findings: All of them, in the fixed order.
        hashes: One for each deck, to be locked at check-in.
        sizes: Cards in each deck.
        starters: The starting character, or Star, of each deck; empty where there is none.
    """

    findings: tuple[Finding, ...]
    hashes: tuple[str, ...]
    sizes: tuple[int, ...]
    starters: tuple[str, ...]

    @property
    def is_legal(self) -> bool:
        """Nothing forbids the decks."""
        return not any(finding.is_error for finding in self.findings)


def check_decks(
    profile: Profile,
    decks: Sequence[Sequence[DeckCard]],
    *,
    locked: Sequence[str] = (),
    is_theme_deck: bool = False,
) -> DeckVerdict:
    """Look over the decks of one player.

    Args:
        profile: Which rules.
        decks: One deck, or the two of a league player.
        locked: Hashes that were locked at check-in; empty when nothing was.
        is_theme_deck: A deck as it was sold, which is legal as it is (TA19).
    """
    hashes = tuple(deck_hash(deck) for deck in decks)
    found: list[Finding] = []
    if not is_theme_deck:
        for number, deck in enumerate(decks, start=1):
            where = f"deck {number}: " if len(decks) > 1 else ""
            found += [
                Finding(each.code, each.rule, where + each.message, each.cards)
                for each in _of_one(profile, deck)
            ]
    starters = tuple(_starter(deck) for deck in decks)
    sizes = tuple(card_count(deck) for deck in decks)
    changed = bool(locked) and sorted(locked) != sorted(hashes)
    if profile is Profile.WOTC:
        if changed:
            found.append(Finding("E_DECK_CHANGED", "T11", "the deck is not what was locked"))
    else:
        registered = [
            # A deck without a starting character cannot have the same one as another.
            RegisteredDeck(starter or f"deck {number}", size)
            for number, (starter, size) in enumerate(zip(starters, sizes, strict=True))
        ]
        found += [
            Finding(fault.code, "1.6", fault.message)
            for fault in deck_faults(registered, is_changed=changed)
            if not (is_theme_deck and fault.code == "E_SIZE")
        ]
    if profile is Profile.DINO:
        found.append(
            Finding("W_NOT_CHECKED", "1.6", "copies of a card: that rulebook is not at hand")
        )
    return DeckVerdict(_in_order(found), hashes, sizes, starters)


def _of_one(profile: Profile, deck: Sequence[DeckCard]) -> Sequence[Finding]:
    if profile is Profile.DINO:
        return ()
    if profile is Profile.WOTC:
        return deck_findings(deck)
    # The size is told once for both decks, by the league's rule.
    return [
        each
        for each in deck_findings(deck, smallest=SMALLEST_DECK, rule_of_size="1.6")
        if each.code != "E_SIZE"
    ]


def _starter(deck: Sequence[DeckCard]) -> str:
    kinds = star_kinds(deck)
    return kinds[0] if kinds else ""


def _in_order(found: Sequence[Finding]) -> tuple[Finding, ...]:
    return tuple(
        sorted(
            found,
            key=lambda each: ORDER.index(each.code) if each.code in ORDER else len(ORDER),
        )
    )


def run_deck(given: Mapping[str, Any]) -> dict[str, Any]:
    """Run a worked example about decks; see `companion.desk.examples`."""
    decks = given["decks"] if "decks" in given else [given["cards"]]
    cards = [[card_from(row) for row in deck] for deck in decks]
    locked = given.get("locked") or ()
    verdict = check_decks(
        Profile(given["profile"]),
        cards,
        locked=[locked] if isinstance(locked, str) else locked,
        is_theme_deck=bool(given.get("theme", False)),
    )
    codes = list(dict.fromkeys(finding.code for finding in verdict.findings))
    return {
        "legal": verdict.is_legal,
        "errors": [code for code in codes if code.startswith("E_")],
        "warnings": [code for code in codes if not code.startswith("E_")],
        "hashes": list(verdict.hashes),
    }


def card_from(row: Mapping[str, Any]) -> DeckCard:
    """Read one row of a deck.

    Raises:
        KeyError: It has no id or type.
        ValueError: A value is out of range.
    """
    count = row.get("n", 1)
    if type(count) is not int or count < 1:
        raise ValueError(f"n is a whole number from 1; got {count!r}")
    return DeckCard(
        id=str(row.get("canonical", row["id"])),
        type=_type_from(str(row["type"])),
        count=count,
        name=str(row.get("name", "")),
        stars=_texts(row.get("star")),
        traits=_texts(row.get("traits")),
    )


_OTHER_WORDS: Final = {
    "character": "char",
    "charakter": "char",
    "szene": "scene",
    "aktion": "action",
}


def _type_from(word: str) -> CardType:
    plain = word.strip().casefold()
    try:
        return CardType(_OTHER_WORDS.get(plain, plain))
    except ValueError:
        legal = ", ".join(CardType)
        raise ValueError(f"type is one of {legal}; got {word!r}") from None


def _texts(value: Any) -> tuple[str, ...]:
    if value is None or value == "":
        return ()
    if isinstance(value, list | tuple):
        return tuple(str(each) for each in value)
    return (str(value),)


def read_deck_csv(content: bytes) -> list[DeckCard]:
    r"""Read a deck from CSV; the first line may name the columns.

    Args:
        content: UTF-8, comma or semicolon: `id`, `type`, and if wanted `n`, `star`, `traits` (with
            `/` between them).

    Raises:
        UnreadableError: A line cannot be used; the message says which and why.

    Example:
        >>> [card.count for card in read_deck_csv(b"id,type,n\ns1,star,1\nc1,char,3\n")]
        [1, 3]
    """
    text = decode(content)
    delimiter = max(";,\t", key=text.partition("\n")[0].count)
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    columns = list(_CSV_COLUMNS)
    cards: list[DeckCard] = []
    try:
        for row in rows:
            plain = [cell.strip() for cell in row]
            if not any(plain):
                continue
            if not cards and {"id", "type"} <= {cell.casefold() for cell in plain}:
                columns = [cell.casefold() for cell in plain]
                continue
            cards.append(_card_of_line(rows.line_num, dict(zip(columns, plain, strict=False))))
            if len(cards) > MOST_ROWS:
                raise UnreadableError(f"a deck has up to {MOST_ROWS} rows", text="")
    except csv.Error as error:
        raise UnreadableError(f"line {rows.line_num}: {error}", text="") from error
    if not cards:
        raise UnreadableError("there is no card: one line a card, id,type,n,star,traits", text="")
    return cards


def _card_of_line(number: int, told: Mapping[str, str]) -> DeckCard:
    count = told.get("n") or told.get("count") or "1"
    try:
        if not count.isdecimal():
            raise ValueError(f"n is a whole number from 1; got {count!r}")
        if not told.get("id"):
            raise ValueError("there is no id")
        return card_from(
            {
                **told,
                "type": told.get("type", ""),
                "n": int(count),
                "traits": [each for each in told.get("traits", "").split("/") if each.strip()],
            }
        )
    except ValueError as error:
        raise UnreadableError(f"line {number}: {error}", text=str(dict(told))) from None
