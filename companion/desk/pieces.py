"""Scenes and Characters in play, and whether they match."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from companion.desk.scoring import Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A Scene in play.

    Attributes:
        id: Its number in this game, as a text.
        owner: Who played it.
        name: What it is called at the table; may be empty.
        traits: Its traits.
        complete: The left number: Characters to complete it; None where there is none.
        trash: The right number, likewise.
    """

    id: str
    owner: str
    name: str = ""
    traits: tuple[str, ...] = ()
    complete: int | None = None
    trash: int | None = None

    def need(self, kind: Kind) -> int | None:
        """The Scene's number for one of the two kinds."""
        return self.complete if kind is Kind.COMPLETE else self.trash


@dataclass(frozen=True, slots=True, kw_only=True)
class Character:
    """A Character in play.

    Attributes:
        id: Its number in this game, as a text.
        owner: Who played it.
        scene: The Scene it lies at.
        name: What it is called at the table; may be empty.
        traits: Its traits.
        is_star: It is its owner's Star.
        matches: People say whether it matches; None: the traits decide.
    """

    id: str
    owner: str
    scene: str
    name: str = ""
    traits: tuple[str, ...] = ()
    is_star: bool = False
    matches: bool | None = None


def shares_trait(one: Collection[str], other: Collection[str]) -> bool:
    """T7: a Character matches a Scene when they have a trait in common.

    Case and stray blanks do not count: traits are typed by hand.

    Example:
        >>> shares_trait(["Kid", "Brainy"], ["KID "]), shares_trait([], ["KID"])
        (True, False)
    """
    return not {_plain(trait) for trait in one}.isdisjoint(_plain(trait) for trait in other)


def is_match(character: Character, scene: Scene) -> bool:
    """Whether a Character matches the Scene; what people said of it comes first (TA15)."""
    if character.matches is not None:
        return character.matches
    return shares_trait(character.traits, scene.traits)


@dataclass(frozen=True, slots=True)
class Eligible:
    """Which Characters at a Scene count for what.

    Attributes:
        matching: Ids of those that count for completing.
        nonmatching: Ids of those that count for trashing.
        can_complete: There are enough of the first, and the Scene can be completed at all.
        can_trash: The same of the second.
    """

    matching: tuple[str, ...]
    nonmatching: tuple[str, ...]
    can_complete: bool
    can_trash: bool

    def of(self, kind: Kind) -> tuple[str, ...]:
        """The ids that count for one of the two kinds."""
        return self.matching if kind is Kind.COMPLETE else self.nonmatching


def eligible(scene: Scene, characters: Sequence[Character]) -> Eligible:
    """T7: sort the Characters at a Scene into those that match and the others."""
    matching = tuple(each.id for each in characters if is_match(each, scene))
    others = tuple(each.id for each in characters if not is_match(each, scene))
    return Eligible(
        matching=matching,
        nonmatching=others,
        can_complete=scene.complete is not None and len(matching) >= scene.complete,
        can_trash=scene.trash is not None and len(others) >= scene.trash,
    )


def count_by_owner(characters: Sequence[Character]) -> Mapping[str, int]:
    """How many of these Characters each player has."""
    counts: dict[str, int] = {}
    for character in characters:
        counts[character.owner] = counts.get(character.owner, 0) + 1
    return counts


def _plain(trait: str) -> str:
    return " ".join(trait.split()).casefold()
