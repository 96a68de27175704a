"""How the kinds look on one order's paper: colours, names, letters, and how much ink."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.deck.palette import CARD, Color, color_of
from companion.errors import UsageError
from companion.terms import Edition, Role

LONGEST_LABEL = 14
"""Letters of a team's own name: more would run under the key card's code."""

LEAST_DISTANCE = 25.0
"""CIE76 between two kinds' colours; below it people and cameras mix them up."""

LEAST_FROM_OTHERS = 40.0
"""CIE76 between a cover's own colour and what stands for another kind, or for a bare card, where
nobody has measured the covers: the camera would doubt the cover's tag."""

_COLOR = re.compile(r"#[0-9a-fA-F]{6}")


@dataclass(frozen=True, slots=True)
class Livery:
    """What the four kinds look like.

    Attributes:
        edition: Whose colours, letters and names, where nothing else is said.
        colors: Own colours by role.
        labels: Own names by role.
        is_low_ink: Whether to save ink where the camera does not need it.
    """

    edition: Edition = Edition.SIMPSONS
    colors: Mapping[Role, Color] = field(default_factory=dict)
    labels: Mapping[Role, str] = field(default_factory=dict)
    is_low_ink: bool = False

    @property
    def key(self) -> str:
        """Names this look among a file's stamps."""
        own = "".join(self.color(role).hex[1:] for role in Role)
        return f"{self.edition.value}-{own}{'-low' if self.is_low_ink else ''}"

    def color(self, role: Role) -> Color:
        """The colour of a kind."""
        return self.colors.get(role) or color_of(role, self.edition)

    def label(self, role: Role) -> str:
        """The name of a kind."""
        return self.labels.get(role) or self.edition.shown_as(role.value)

    def check_covers(self) -> None:
        """Refuse own colours of cover cards that the camera would take for another kind's.

        Raises:
            UsageError: One lies too near to another kind's usual colour, or to bare card.
        """
        for role, own in self.colors.items():
            others = [
                (self.edition.shown_as(other.value), color_of(other, self.edition))
                for other in Role
                if other is not role
            ]
            for name, color in (*others, ("a bare card", CARD)):
                if own.distance_to(color) < LEAST_FROM_OTHERS:
                    raise UsageError(
                        f"the camera would take {own.hex} for {name}; choose another colour for "
                        f"the covers of {self.label(role)}, or leave them their own"
                    )

    def letter(self, role: Role) -> str:
        """The letter of a kind: of its own name, where that tells the four kinds apart.

        Example:
            >>> Livery(labels={Role.ORANGE: "Lions", Role.YELLOW: "Bears"}).letter(Role.ORANGE)
            'L'
        """
        usual = {each: self.edition.letter(each) for each in Role}
        own = usual | {each: name[0].upper()[0] for each, name in self.labels.items()}
        return (own if len(set(own.values())) == len(Role) else usual)[role]


def parse_kinds(text: str, edition: Edition, what: str) -> dict[Role, str]:
    """Read `orange=Lions,yellow=Bears`.

    Raises:
        UsageError: It is written in another way.

    Example:
        >>> parse_kinds("red=Lions", Edition.CLASSIC, "labels")
        {<Role.ORANGE: 'orange'>: 'Lions'}
    """
    found = {}
    shown = [edition.shown_as(role.value) for role in Role]
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, sign, value = part.partition("=")
        try:
            role = Role(edition.meant_by(name.strip()))
        except ValueError:
            role = None
        if role is None or not sign or not value.strip():
            raise UsageError(f"{what}: write {shown[0]}=..., with {', '.join(shown)}, not {part!r}")
        found[role] = value.strip()
    return found


def make_livery(
    edition: Edition, *, colors: str = "", labels: str = "", is_low_ink: bool = False
) -> Livery:
    """Put a look together from options as people write them.

    Raises:
        UsageError: A colour or a name cannot be used.
    """
    own: dict[Role, Color] = {}
    for role, text in parse_kinds(colors, edition, "colours").items():
        if not _COLOR.fullmatch(text):
            example = color_of(role, edition).hex
            raise UsageError(f"a colour is written as {example}, not {text!r}")
        own[role] = Color.from_hex(text)
    names = parse_kinds(labels, edition, "labels")
    for name in names.values():
        if len(name) > LONGEST_LABEL:
            raise UsageError(f"a label has at most {LONGEST_LABEL} letters, {name!r} has more")
    livery = Livery(edition, own, names, is_low_ink)
    kinds = list(Role)
    for at, one in enumerate(kinds):
        for other in kinds[at + 1 :]:
            if livery.color(one).distance_to(livery.color(other)) < LEAST_DISTANCE:
                raise UsageError(
                    f"the colours of {livery.label(one)} and {livery.label(other)} are too alike: "
                    f"{livery.color(one).hex} and {livery.color(other).hex}"
                )
    return livery
