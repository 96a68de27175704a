"""Key cards: which cell belongs to whom, dealing them, turning them, and their short code.

A printed key card may lie on its stand with any side up. Inside the program a `KeyCard`
is always one card *as it lies*, its squares counted as the guessers read the table; a
printed card is described by what the cluemasters see with its number upright.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from math import comb
from typing import Protocol

from companion.errors import UnreadableError
from companion.terms import ALL_CELLS, GRID_SIDE, Cell, Role, Team

CELL_COUNT = GRID_SIDE * GRID_SIDE
STARTING_TEAM_CARDS = 9  # Rulebook, "Starting Team": nine for the team that starts,
OTHER_TEAM_CARDS = 8  # eight for its rival.
GAME_OVER_CARDS = 1  # Rulebook, "Key Card": one black square;
NEUTRAL_CARDS = CELL_COUNT - STARTING_TEAM_CARDS - OTHER_TEAM_CARDS - GAME_OVER_CARDS

SET_SIZE = 40  # Rulebook, "Components".


class Chance(Protocol):
    """What dealing asks of its `rng`; `random.Random(seed)` is one."""

    def randrange(self, start: int, /) -> int:
        """Give a whole number from 0 up to, not including, `start`."""
        ...


class EdgeUp(IntEnum):
    """Which edge of the printed card is up, as the cluemasters see it on its stand.

    The value counts the quarter turns to the left (anticlockwise) that bring that edge up.
    """

    TOP = 0
    RIGHT = 1
    BOTTOM = 2
    LEFT = 3

    @property
    def word(self) -> str:
        """The edge as a word: `top`, `right`, `bottom` or `left`."""
        return self.name.lower()


def cards_of(team: Team, starting_team: Team) -> int:
    """How many cards a team has to find.

    Example:
        >>> cards_of(Team.YELLOW, Team.ORANGE)
        8
    """
    return STARTING_TEAM_CARDS if team is starting_team else OTHER_TEAM_CARDS


def role_counts(starting_team: Team) -> dict[Role, int]:
    """How many squares of each role a key card has."""
    return {
        Role.of_team(starting_team): STARTING_TEAM_CARDS,
        Role.of_team(starting_team.rival): OTHER_TEAM_CARDS,
        Role.NEUTRAL: NEUTRAL_CARDS,
        Role.GAME_OVER: GAME_OVER_CARDS,
    }


@dataclass(frozen=True, slots=True)
class KeyCard:
    """A key card as it lies on its stand.

    Attributes:
        squares: 25 roles in reading order of the *guessers'* cells.
        starting_team: The colour of the bars outside the grid.

    Raises:
        ValueError: The squares are not 9 of the starting team, 8, 7 and 1.
    """

    squares: tuple[Role, ...]
    starting_team: Team

    def __post_init__(self) -> None:
        wanted = role_counts(self.starting_team)
        found = {role: self.squares.count(role) for role in Role}
        if len(self.squares) != CELL_COUNT or found != wanted:
            raise ValueError(
                f"a key card on which {self.starting_team.value} starts has "
                f"{_counts_text(wanted)}; got {_counts_text(found)}"
            )

    @classmethod
    def from_cluemasters(cls, squares: Sequence[Role], starting_team: Team) -> KeyCard:
        """Take a key card whose 25 squares are in the order in which cluemasters read them."""
        # Rulebook, "Key Card": cluemasters see the table from across, so everything they
        # read first the guessers read last.
        return cls(tuple(reversed(squares)), starting_team)

    def as_cluemasters_see(self) -> tuple[Role, ...]:
        """The 25 squares in the reading order of the cluemasters.

        Example:
            >>> key = key_from_rank(0)
            >>> key.as_cluemasters_see()[0] is key.squares[24]
            True
        """
        return tuple(reversed(self.squares))

    def role_at(self, cell: Cell) -> Role:
        """What lies under a cell of the table."""
        return self.squares[cell.position]

    def cells_of(self, role: Role) -> tuple[Cell, ...]:
        """All cells of one role in reading order."""
        return tuple(cell for cell in ALL_CELLS if self.squares[cell.position] is role)

    def turned(self, quarter_turns: int = 1) -> KeyCard:
        """The same card turned clockwise by quarter turns.

        Rulebook, "Key Card": any side may be up.

        Example:
            >>> key = key_from_rank(123_456_789)
            >>> key.turned(4) == key, key.turned(1).turned(-1) == key
            (True, True)
        """
        squares = self.squares
        for _ in range(quarter_turns % 4):
            squares = tuple(
                squares[(GRID_SIDE - 1 - col) * GRID_SIDE + row]
                for row in range(GRID_SIDE)
                for col in range(GRID_SIDE)
            )
        return KeyCard(squares, self.starting_team)

    def with_edge_up(self, edge: EdgeUp) -> KeyCard:
        """The same card, lying now with another edge up.

        Args:
            edge: The edge of the card *as it lies now* that is to be up.
        """
        return self.turned(-edge.value)

    def rows(self) -> tuple[tuple[Role, ...], ...]:
        """The squares row by row, as the guessers read the table."""
        return tuple(
            self.squares[start : start + GRID_SIDE] for start in range(0, CELL_COUNT, GRID_SIDE)
        )


def _counts_text(counts: dict[Role, int]) -> str:
    return ", ".join(f"{counts.get(role, 0)} {role.value}" for role in Role)


# ---------------------------------------------------------------- a card as a whole number

_LAYOUTS = comb(25, 9) * comb(16, 8) * comb(8, 7)
KEY_CARD_COUNT = 2 * _LAYOUTS
"""How many different key cards there are: layouts times the two starting teams."""


def rank_of(key: KeyCard) -> int:
    """The number of a key card among all key cards, from 0.

    The number belongs to the card as the cluemasters see it. It is a bijection between
    key cards and `range(KEY_CARD_COUNT)`, about 39 bits.

    Example:
        >>> rank_of(key_from_rank(4_000_000_000))
        4000000000
    """
    order = _role_order(key.starting_team)
    counts = [role_counts(key.starting_team)[role] for role in order]
    ways = _LAYOUTS
    left = CELL_COUNT
    rank = 0
    for square in key.as_cluemasters_see():
        # `ways` layouts remain; counts[i] / left of them begin with role i.
        for position, role in enumerate(order):
            beginning = ways * counts[position] // left
            if role is square:
                counts[position] -= 1
                ways = beginning
                break
            rank += beginning
        left -= 1
    return rank * 2 + (key.starting_team is Team.YELLOW)


def key_from_rank(rank: int) -> KeyCard:
    """The key card of a number; the inverse of `rank_of`.

    Raises:
        ValueError: The number is not in `range(KEY_CARD_COUNT)`.
    """
    if not 0 <= rank < KEY_CARD_COUNT:
        raise ValueError(f"a key card's number lies in 0..{KEY_CARD_COUNT - 1}; got {rank}")
    rest, start = divmod(rank, 2)
    starting_team = Team.YELLOW if start else Team.ORANGE
    order = _role_order(starting_team)
    counts = [role_counts(starting_team)[role] for role in order]
    ways = _LAYOUTS
    squares: list[Role] = []
    for left in range(CELL_COUNT, 0, -1):
        for position, role in enumerate(order):
            beginning = ways * counts[position] // left
            if rest < beginning:
                squares.append(role)
                counts[position] -= 1
                ways = beginning
                break
            rest -= beginning
    return KeyCard.from_cluemasters(squares, starting_team)


def _role_order(starting_team: Team) -> tuple[Role, ...]:
    return (
        Role.of_team(starting_team),
        Role.of_team(starting_team.rival),
        Role.NEUTRAL,
        Role.GAME_OVER,
    )


# ---------------------------------------------------------------- dealing


def deal_key_card(rng: Chance, *, starting_team: Team | None = None) -> KeyCard:
    """Deal a key card, each one equally likely.

    Args:
        rng: The chance, handed in so that a game can be dealt again.
        starting_team: Deal only among cards on which this team starts. Rulebook,
            "Two-Player Game": pick a card that makes your own team start.
    """
    if starting_team is None:
        return key_from_rank(rng.randrange(KEY_CARD_COUNT))
    return key_from_rank(rng.randrange(_LAYOUTS) * 2 + (starting_team is Team.YELLOW))


def deal_set(rng: Chance, n: int = SET_SIZE) -> tuple[KeyCard, ...]:
    """Deal a set of key cards, no two of which are one card turned.

    Each team starts on half of the cards (one more of a team by chance when `n` is odd),
    in an order that tells nothing.

    Raises:
        ValueError: `n` is negative.
    """
    if n < 0:
        raise ValueError(f"a set has 0 cards or more; got {n}")
    first = Team.YELLOW if rng.randrange(2) else Team.ORANGE
    starts = [first if number % 2 == 0 else first.rival for number in range(n)]
    for last in range(n - 1, 0, -1):
        other = rng.randrange(last + 1)
        starts[last], starts[other] = starts[other], starts[last]
    cards: list[KeyCard] = []
    taken: set[int] = set()
    for starting_team in starts:
        key = deal_key_card(rng, starting_team=starting_team)
        while turning_class(key) in taken:
            key = deal_key_card(rng, starting_team=starting_team)
        taken.add(turning_class(key))
        cards.append(key)
    return tuple(cards)


def turning_class(key: KeyCard) -> int:
    """A number that all four turns of a card share, and no other card.

    Four turns of one card are always four different layouts: a layout that a half turn
    leaves alone has an even count of each role but the middle square's, and three counts
    are odd.
    """
    return min(rank_of(key.turned(turns)) for turns in range(4))


# ---------------------------------------------------------------- the short code

CODE_ALPHABET = "23456789ABCDEFGHJKMNPQRTUVWXY"
"""29 letters and digits without look-alikes: no 0 O, no 1 I L, no S beside 5, no Z beside 2.

29 is the smallest prime whose eighth power reaches `KEY_CARD_COUNT`. It is prime so that
the check below finds every single wrong character and every swap of neighbours.
"""
CODE_LENGTH = 9
_BASE = len(CODE_ALPHABET)
_VALUE = {letter: value for value, letter in enumerate(CODE_ALPHABET)}
_CHECK_SUM = 1  # not 0, so that a row of one and the same first character is no code


def _weighted_sum(values: Sequence[int]) -> int:
    # Weights 1..9: none is 0 mod 29, so a changed character changes the sum; neighbours'
    # weights differ by 1, so swapping two different neighbours changes it too.
    return sum(weight * value for weight, value in enumerate(values, start=1)) % _BASE


def format_code(key: KeyCard) -> str:
    """Write the short code of a key card: eight letters and digits and a check letter.

    The code names a printed card with its number upright. For a card lying otherwise,
    turn it upright first (`turned`).

    Example:
        >>> format_code(key_from_rank(0)), parse_code(format_code(key_from_rank(0))).squares[24]
        ('22222222F', <Role.ORANGE: 'orange'>)
    """
    rest = rank_of(key)
    values: list[int] = []
    for _ in range(CODE_LENGTH - 1):
        rest, value = divmod(rest, _BASE)
        values.append(value)
    values.reverse()
    missing = (_CHECK_SUM - _weighted_sum(values)) % _BASE
    values.append(missing * pow(CODE_LENGTH, -1, _BASE) % _BASE)
    return "".join(CODE_ALPHABET[value] for value in values)


def parse_code(text: str, *, edge_up: EdgeUp = EdgeUp.TOP) -> KeyCard:
    """Read a short code; the inverse of `format_code`.

    Small letters, blanks and hyphens between the characters are taken as well.

    Args:
        text: The code as typed.
        edge_up: The edge of the printed card that is up on its stand, the number's own
            edge being `TOP`.

    Returns:
        The key card as it lies.

    Raises:
        UnreadableError: A character that codes do not use, a wrong length, or a check
            letter that does not fit: some character is wrong, or two are swapped.
    """
    values: list[int] = []
    for column, letter in enumerate(text):
        if letter in " -":
            continue
        # Only A to Z have a capital here: the Turkish dotless i and its like are no codes.
        value = _VALUE.get(letter.upper() if letter.isascii() else letter)
        if value is None:
            raise UnreadableError(
                f"{letter!r} is not used in key codes; they use {CODE_ALPHABET}",
                text=text,
                column=column,
            )
        values.append(value)
    if len(values) != CODE_LENGTH:
        raise UnreadableError(
            f"a key code has {CODE_LENGTH} characters; {text!r} has {len(values)}",
            text=text,
            column=len(text),
        )
    rank = 0
    for value in values[:-1]:
        rank = rank * _BASE + value
    if _weighted_sum(values) != _CHECK_SUM or rank >= KEY_CARD_COUNT:
        raise UnreadableError(
            f"{text!r} is no key code: a character is wrong, or two are swapped", text=text
        )
    return key_from_rank(rank).with_edge_up(edge_up)
