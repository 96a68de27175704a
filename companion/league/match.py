"""One match, told step by step: decks, who begins, mulligans, games, and time (3.4 to 3.8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from companion.errors import FindingError
from companion.league.points import GAMES_TO_WIN

MOST_MULLIGANS: Final = 3
"""3.6: up to three mulligans for each player in each game."""

EXTRA_TURNS: Final = 3
"""3.8: after time is called the running turn is ended, then there are exactly three full turns."""

MATCH_TIME_S: Final = 60 * 60
"""1.3, 3.3: a match lasts 60 minutes at most, all its games together."""


class StepKind(StrEnum):
    """What can be told of a match while it is played."""

    CLASH = "clash"
    """Both want the same starting character; `player` says nothing."""
    DECK_ROLL = "deck_roll"
    """The roll about the deck choice was won by `player`."""
    START_ROLL = "start_roll"
    """The roll about who begins was won by `player`."""
    BEGINS = "begins"
    """`player` begins this game, as was chosen."""
    MULLIGAN = "mulligan"
    """`player` takes a mulligan."""
    KEEP = "keep"
    """`player` keeps the hand."""
    GAME = "game"
    """`player` has won this game; None: it was drawn and is played again (SA8)."""
    TIME = "time"
    """Time is called in the turn of `player`; None: between two games."""
    TURN_ENDED = "turn_ended"
    """A turn after the call is over."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing told of a match.

    Attributes:
        kind: What.
        player: Who, where that says something.
    """

    kind: StepKind
    player: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchProgress:
    """Where a match stands.

    Attributes:
        players: The two, in the order of the table.
        games: Games won, in the same order.
        winners: Winner of each game that ended, None for a drawn one.
        has_clash: Both want the same starting character.
        deck_choosers: Who chooses the deck first, for each game begun; None where nobody has to.
        start_choosers: Who chooses who begins, likewise; None while a roll is still to be made.
        begins: Who begins the running game, or None while not told.
        mulligans: Mulligans of this game, in the order of the players.
        kept: Which of the two keep their hand.
        turns: After time was called: whose turns are played, the running one first.
        turns_ended: How many of them are over.
        is_time_called: Time was called.
        is_over: The match has ended.
    """

    players: tuple[str, str]
    games: tuple[int, int] = (0, 0)
    winners: tuple[str | None, ...] = ()
    has_clash: bool = False
    deck_choosers: tuple[str | None, ...] = (None,)
    start_choosers: tuple[str | None, ...] = (None,)
    begins: str | None = None
    mulligans: tuple[int, int] = (0, 0)
    kept: tuple[bool, bool] = (False, False)
    turns: tuple[str, ...] = ()
    turns_ended: int = 0
    is_time_called: bool = False
    is_over: bool = False

    @property
    def asks(self) -> tuple[StepKind, ...]:
        """What may be told next, the most likely first."""
        if self.is_over:
            return ()
        if self.is_time_called:
            return (StepKind.TURN_ENDED, StepKind.GAME)
        wanted = []
        if self.has_clash and self.deck_choosers[-1] is None:
            wanted.append(StepKind.DECK_ROLL)
        if self.start_choosers[-1] is None:
            wanted.append(StepKind.START_ROLL)
        elif self.begins is None:
            wanted.append(StepKind.BEGINS)
        elif not all(self.kept):
            wanted += [StepKind.KEEP, StepKind.MULLIGAN]
        if not self.has_clash and not self.winners and self.begins is None:
            wanted.append(StepKind.CLASH)
        return (*wanted, StepKind.GAME, StepKind.TIME)

    @property
    def turns_left(self) -> int | None:
        """Turns until the match is over at the latest; None before time was called."""
        return len(self.turns) - self.turns_ended if self.is_time_called else None


def follow_match(players: tuple[str, str], steps: Sequence[Step]) -> MatchProgress:
    """Follow a match through everything that was told of it.

    Raises:
        FindingError: A step does not fit.
    """
    progress = MatchProgress(players=players)
    for step in steps:
        progress = after_step(progress, step)
    return progress


def after_step(progress: MatchProgress, step: Step) -> MatchProgress:
    """Follow a match through one more step.

    Raises:
        FindingError: `E_STEP`, `E_MULLIGAN` or `E_UNKNOWN_PLAYER`.
    """
    if progress.is_over:
        raise FindingError("E_STEP", "this match is over")
    if step.player is not None and step.player not in progress.players:
        raise FindingError(
            "E_UNKNOWN_PLAYER", f"{step.player!r} does not play this match", player=step.player
        )
    if step.kind not in progress.asks:
        raise FindingError("E_STEP", f"{step.kind.value!r} does not come now", step=step.kind.value)
    if step.player is None and step.kind in _NEEDS_PLAYER:
        raise FindingError("E_STEP", f"{step.kind.value!r} needs a player", step=step.kind.value)
    match step.kind:
        case StepKind.CLASH:
            return replace(progress, has_clash=True)
        case StepKind.DECK_ROLL:
            choosers = (*progress.deck_choosers[:-1], step.player)
            return replace(progress, deck_choosers=choosers)
        case StepKind.START_ROLL:
            choosers = (*progress.start_choosers[:-1], step.player)
            return replace(progress, start_choosers=choosers)
        case StepKind.BEGINS:
            return replace(progress, begins=step.player)
        case StepKind.MULLIGAN | StepKind.KEEP:
            return _hand_told(progress, step)
        case StepKind.GAME:
            return _game_ended(progress, step.player)
        case StepKind.TIME:
            return _time_called(progress, step.player)
        case StepKind.TURN_ENDED:
            ended = progress.turns_ended + 1
            return replace(progress, turns_ended=ended, is_over=ended >= len(progress.turns))


_NEEDS_PLAYER = frozenset(
    {StepKind.DECK_ROLL, StepKind.START_ROLL, StepKind.BEGINS, StepKind.MULLIGAN, StepKind.KEEP}
)


def deck_chooser(game: int, choosers: Sequence[str | None], players: tuple[str, str]) -> str | None:
    """3.4: who chooses the deck first in a game, when both want the same starting character.

    The roll decides the first game; in the second it is the other player; at 1:1 a new roll
    decides the third.

    Args:
        game: Which decided game, from 1. A drawn game is played again under the same number.
        choosers: Who chose first in the games before, one for each number.
        players: The two.

    Returns:
        The player, or None when a roll is needed.
    """
    if game != 2 or not choosers or choosers[0] is None:
        return None
    return _other(players, choosers[0])


def start_chooser(winners: Sequence[str | None], players: tuple[str, str]) -> str | None:
    """3.5: who chooses who begins: the loser of the game before, else whoever wins a roll.

    After a drawn game there is no loser, so a roll decides (SA10).
    """
    last = winners[-1] if winners else None
    return None if last is None else _other(players, last)


def mulligans_taken(characters_in_hands: Sequence[int]) -> tuple[int, int]:
    """3.6: follow one player's opening hands.

    Args:
        characters_in_hands: Characters in each successive opening hand.

    Returns:
        How many mulligans were taken, and the Characters in the hand that was kept.

    Example:
        >>> mulligans_taken([0, 2]), mulligans_taken([0, 0, 0, 0, 5])
        ((1, 2), (3, 0))
    """
    if not characters_in_hands:
        raise ValueError("there is no opening hand")
    taken = 0
    while taken + 1 < len(characters_in_hands) and may_take_mulligan(
        characters_in_hands[taken], taken
    ):
        taken += 1
    return taken, characters_in_hands[taken]


def may_take_mulligan(characters_in_hand: int, taken: int) -> bool:
    """3.6: only without a Character in hand, and not a fourth time."""
    return characters_in_hand == 0 and taken < MOST_MULLIGANS


def turns_after_call(active: str, players: tuple[str, str]) -> tuple[str, ...]:
    """3.8: the active player ends the turn, then exactly three full turns follow in turn (SA6)."""
    turns = [active]
    for _ in range(EXTRA_TURNS):
        turns.append(_other(players, turns[-1]))
    return tuple(turns)


def _other(players: tuple[str, str], one: str) -> str:
    return players[1] if one == players[0] else players[0]


def _hand_told(progress: MatchProgress, step: Step) -> MatchProgress:
    """3.6: whoever begins decides first; what was declined stays declined for this game (SA11)."""
    seat = progress.players.index(str(step.player))
    assert progress.begins is not None, "hands are asked about once somebody begins"
    beginner = progress.players.index(progress.begins)
    if progress.kept[seat]:
        raise FindingError("E_MULLIGAN", f"{step.player!r} keeps the hand already")
    if seat != beginner and not progress.kept[beginner]:
        raise FindingError("E_MULLIGAN", f"{progress.begins!r} begins, and so decides first")
    mulligans = list(progress.mulligans)
    kept = list(progress.kept)
    if step.kind is StepKind.KEEP:
        kept[seat] = True
    else:
        mulligans[seat] += 1
        # After the third the hand stays, Characters or not.
        kept[seat] = mulligans[seat] >= MOST_MULLIGANS
    return replace(progress, mulligans=(mulligans[0], mulligans[1]), kept=(kept[0], kept[1]))


def _game_ended(progress: MatchProgress, winner: str | None) -> MatchProgress:
    one, other = progress.games
    games = (one + (winner == progress.players[0]), other + (winner == progress.players[1]))
    winners = (*progress.winners, winner)
    # SA7: no game is begun after the call.
    is_over = max(games) >= GAMES_TO_WIN or progress.is_time_called
    after = replace(progress, games=games, winners=winners, is_over=is_over)
    if is_over:
        return after
    game = sum(games) + 1
    if winner is None:
        # SA8: played again with the same rights to the decks.
        next_deck = progress.deck_choosers[-1]
        numbered = progress.deck_choosers[:-1]
    else:
        numbered = progress.deck_choosers
        next_deck = (
            deck_chooser(game, progress.deck_choosers, progress.players)
            if progress.has_clash
            else None
        )
    return replace(
        after,
        deck_choosers=(*numbered, next_deck),
        start_choosers=(*progress.start_choosers, start_chooser(winners, progress.players)),
        begins=None,
        mulligans=(0, 0),
        kept=(False, False),
    )


def _time_called(progress: MatchProgress, active: str | None) -> MatchProgress:
    """3.8, SA7: called between two games the match is over; else the turns are counted out."""
    if active is None:
        return replace(progress, is_time_called=True, is_over=True)
    turns = turns_after_call(active, progress.players)
    return replace(progress, is_time_called=True, turns=turns)
