"""Whether a deck is legal by the card game's own rules (T11 "Building Your Own Deck").

What two decks of one league player must have to do with each other stands in `companion.league`;
the profiles that put both together stand in `companion.table.deck_desk`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import Final

from companion.desk.pieces import shares_trait

SMALLEST_DECK: Final = 40
"""T11: at least 40 cards. T2 speaks of a 40-card deck; there is no largest (TA13)."""

MOST_COPIES: Final = 3
"""T11: no more than 3 copies of any card."""

FEWEST_SCENES: Final = 9
"""T11: at least 9 Scenes."""


TIMES: Final = "\u00d7"
"""The times sign that stands in the lines which are hashed."""


class CardType(StrEnum):
    """The kinds of cards."""

    STAR = "star"
    CHARACTER = "char"
    SCENE = "scene"
    ACTION = "action"


@dataclass(frozen=True, slots=True, kw_only=True)
class DeckCard:
    """One row of a deck.

    Attributes:
        id: The card; foil and other art of it go by the same id (TA12).
        type: What it is.
        count: How many copies.
        name: What is printed on it; may be empty.
        stars: For an Action, the Stars it belongs to; empty: not recorded.
        traits: Its traits; empty: not recorded.
    """

    id: str
    type: CardType
    count: int = 1
    name: str = ""
    stars: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong, or worth knowing.

    Attributes:
        code: Its stable name; `E_` forbids the deck, `W_` only warns.
        rule: The heading or number of the rule.
        message: One line for people.
        cards: The cards concerned.
    """

    code: str
    rule: str
    message: str
    cards: tuple[str, ...] = ()

    @property
    def is_error(self) -> bool:
        """It forbids the deck."""
        return self.code.startswith("E_")


def deck_findings(
    cards: Sequence[DeckCard], *, smallest: int = SMALLEST_DECK, rule_of_size: str = "T11"
) -> tuple[Finding, ...]:
    """Find everything at once, in the fixed order: size, copies, Stars, Actions, Scenes, warnings.

    Args:
        cards: The deck's rows; several rows of one card are counted together.
        smallest: How many cards it has at least.
        rule_of_size: The rule that says so.
    """
    found = [
        *size_findings(card_count(cards), smallest, rule_of_size),
        *_copies(cards),
        *_star_kinds(cards),
        *_actions(cards),
        *_scenes(cards),
    ]
    # Warnings come last; sorting is stable, so errors keep their order.
    return tuple(sorted(found, key=lambda finding: not finding.is_error))


def size_findings(count: int, smallest: int, rule: str) -> tuple[Finding, ...]:
    """T11 or league 1.6: enough cards."""
    if count >= smallest:
        return ()
    other = (
        f"; {count} are enough for the card game's own rules, not for this profile"
        if count >= SMALLEST_DECK
        else ""
    )
    return (Finding("E_SIZE", rule, f"{count} cards; a deck has at least {smallest}{other}"),)


def card_count(cards: Sequence[DeckCard]) -> int:
    """How many cards there are."""
    return sum(card.count for card in cards)


def star_kinds(cards: Sequence[DeckCard]) -> tuple[str, ...]:
    """The kinds of Stars, in the order of the deck."""
    return tuple(dict.fromkeys(card.id for card in cards if card.type is CardType.STAR))


def deck_hash(cards: Sequence[DeckCard]) -> str:
    """SHA-256 over the sorted lines of id, times sign, count: the same cards have the same hash.

    Example:
        >>> one = DeckCard(id="a", type=CardType.SCENE, count=2)
        >>> deck_hash([one]) == deck_hash([DeckCard(id="a", type=CardType.SCENE)] * 2)
        True
    """
    lines = sorted(f"{card}{TIMES}{count}" for card, count in _copies_of(cards).items())
    return sha256("\n".join(lines).encode()).hexdigest()


def _copies_of(cards: Sequence[DeckCard]) -> Counter[str]:
    copies: Counter[str] = Counter()
    for card in cards:
        copies[card.id] += card.count
    return copies


def _copies(cards: Sequence[DeckCard]) -> list[Finding]:
    """T11: no more than 3 copies of any card, the Star included."""
    over = tuple(card for card, count in _copies_of(cards).items() if count > MOST_COPIES)
    if not over:
        return []
    return [
        Finding("E_COPIES", "T11", f"more than {MOST_COPIES} copies of {', '.join(over)}", over)
    ]


def _star_kinds(cards: Sequence[DeckCard]) -> list[Finding]:
    """T11: only one kind of Star; T6 needs one. TA10: more than one copy is only warned of."""
    kinds = star_kinds(cards)
    if not kinds:
        return [Finding("E_STAR_KINDS", "T6, T11", "no Star; a deck has one kind of Star")]
    if len(kinds) > 1:
        several = f"{len(kinds)} kinds of Star ({', '.join(kinds)}); a deck has one"
        return [Finding("E_STAR_KINDS", "T11", several, kinds)]
    copies = _copies_of(cards)[kinds[0]]
    if copies == 1:
        return []
    return [
        Finding(
            "W_STAR_COPIES",
            "T6, T11",
            f"{copies} copies of the Star {kinds[0]}: legal, though one rule speaks of one Star",
            kinds,
        )
    ]


def _actions(cards: Sequence[DeckCard]) -> list[Finding]:
    """T11: all Actions match the Star.

    What that means is not defined (TA11): the Star that is recorded for the Action decides, else
    a shared trait; where neither is recorded nobody can tell, which forbids nothing.
    """
    kinds = star_kinds(cards)
    star_traits = [t for card in cards if card.type is CardType.STAR for t in card.traits]
    wrong: list[str] = []
    unknown: list[str] = []
    for card in cards:
        if card.type is not CardType.ACTION:
            continue
        if card.stars:
            if not set(card.stars) & set(kinds):
                wrong.append(card.id)
        elif card.traits and star_traits:
            if not shares_trait(card.traits, star_traits):
                wrong.append(card.id)
        else:
            unknown.append(card.id)
    findings = []
    if wrong:
        names = tuple(dict.fromkeys(wrong))
        findings.append(
            Finding("E_ACTION_STAR", "T11", f"Actions that do not match: {', '.join(names)}", names)
        )
    if unknown:
        names = tuple(dict.fromkeys(unknown))
        findings.append(
            Finding(
                "W_CANNOT_VERIFY",
                "T11",
                f"neither Star nor traits are recorded for {', '.join(names)}: not checked",
                names,
            )
        )
    return findings


def _scenes(cards: Sequence[DeckCard]) -> list[Finding]:
    """T11: at least 9 Scenes."""
    scenes = sum(card.count for card in cards if card.type is CardType.SCENE)
    if scenes >= FEWEST_SCENES:
        return []
    return [Finding("E_SCENES", "T11", f"{scenes} Scenes; a deck has at least {FEWEST_SCENES}")]
