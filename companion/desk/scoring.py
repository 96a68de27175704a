"""Who gets how many points when a Scene is completed or trashed, and who has won.

The headings cited are those of the card game's rules: T7 "Completing and Trashing Scenes",
T8 "Scoring Points", T10 "Winning the Game". Where they leave something open, the decision
stands beside the rule (TA1 to TA19).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from companion.errors import FindingError

POINTS_TO_WIN: Final = 7
"""T1, T10: the first player to get 7 points wins."""


class Kind(StrEnum):
    """The two things that a Scene is taken away by."""

    COMPLETE = "complete"
    TRASH = "trash"


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreEvent:
    """One declaration.

    Attributes:
        by: Who declares.
        kind: Complete or trash.
        owner: Who played the Scene.
        counted: Counted Characters by player; whoever has none may be left out.
        need: The Scene's number for this kind; None when the Scene has no such number.
        need_is_told: False in quick mode, where nobody typed the number in.
        available: Characters of each player that may be counted; None when nobody tracks them.
        effect: Points that the Scene's printed effect gives or takes.
    """

    by: str
    kind: Kind
    owner: str
    counted: Mapping[str, int]
    need: int | None = None
    need_is_told: bool = True
    available: Mapping[str, int] | None = None
    effect: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Scoring:
    """What a declaration does to the points.

    Attributes:
        delta: Points won or lost, for every player in seat order.
        after: Points afterwards, likewise.
        winners: Who has won; empty while the game goes on.
        reasons: For every player the parts of the delta: `owner`, `used`, `most`, `effect`.
    """

    delta: Mapping[str, int]
    after: Mapping[str, int]
    winners: tuple[str, ...]
    reasons: Mapping[str, tuple[str, ...]]

    @property
    def is_over(self) -> bool:
        """Somebody has won."""
        return bool(self.winners)


def score(
    players: Sequence[str], before: Mapping[str, int], turn: str, event: ScoreEvent
) -> Scoring:
    """Give the points for one declaration; checks in the fixed order, the first failure is told.

    Raises:
        FindingError: `E_GAME_OVER`, `E_NOT_YOUR_TURN`, `E_KIND_NULL`, `E_POOL` or `E_COUNT`.

    Example:
        >>> event = ScoreEvent(by="A", kind=Kind.COMPLETE, owner="A", need=3, counted={"A": 3})
        >>> dict(score(["A", "B"], {"A": 0, "B": 0}, "A", event).delta)
        {'A': 2, 'B': 0}
    """
    require_running(winners_of(players, before))
    require_turn(event.by, turn)
    require_known(players, (event.owner, *event.counted, *(event.effect or ())))
    _require_offered(event)
    _require_available(event)
    _require_count(event)
    reasons = {player: _reasons(event, player) for player in players}
    effect = event.effect or {}
    after = {
        player: max(0, before[player] + len(reasons[player]) + effect.get(player, 0))
        for player in players
    }
    # TA7: base points and effect are one commit, with one look for a winner after it.
    return Scoring(
        delta={player: after[player] - before[player] for player in players},
        after=after,
        winners=winners_of(players, after),
        reasons={
            player: (*why, *(("effect",) if effect.get(player) else ()))
            for player, why in reasons.items()
        },
    )


def winners_of(players: Sequence[str], points: Mapping[str, int]) -> tuple[str, ...]:
    """T10: at 7 or more the most points win, and all who share the most win together."""
    most = max((points[player] for player in players), default=0)
    if most < POINTS_TO_WIN:
        return ()
    return tuple(player for player in players if points[player] == most)


def bonus_player(event: ScoreEvent) -> str | None:
    """T8: completing gives 1 more to the one player with the most counted Characters.

    Nobody when the most is shared (TA4: also when only non-owners share it), nobody when the
    Scene is trashed. Whoever supplies alone has the most (TA3).
    """
    if event.kind is Kind.TRASH:
        return None
    most = max(event.counted.values(), default=0)
    having = [player for player, count in event.counted.items() if count == most > 0]
    return having[0] if len(having) == 1 else None


def require_running(winners: Collection[str]) -> None:
    """T10: nothing is scored after the end.

    Raises:
        FindingError: `E_GAME_OVER`.
    """
    if winners:
        raise FindingError("E_GAME_OVER", "the game is over: begin a new one, or undo")


def require_turn(by: str, turn: str | None) -> None:
    """T4, T7: declared, and played, by whoever's turn it is.

    Raises:
        FindingError: `E_NOT_YOUR_TURN`.
    """
    if by != turn:
        raise FindingError(
            "E_NOT_YOUR_TURN", f"it is {turn!r}'s turn, not {by!r}'s", by=by, turn=turn
        )


def require_known(players: Collection[str], named: Collection[str]) -> None:
    """See to it that everybody who is named sits at the table.

    Raises:
        FindingError: `E_UNKNOWN_PLAYER`.
    """
    for player in named:
        if player not in players:
            known = ", ".join(map(repr, players))
            raise FindingError(
                "E_UNKNOWN_PLAYER",
                f"there is no player {player!r} in this game; there are {known}",
                player=player,
            )


def _reasons(event: ScoreEvent, player: str) -> tuple[str, ...]:
    """T8: one point for the owner and for every other player with a counted Character.

    The owner never gets two this way. Declaring earns nothing (TA1), and neither does a
    Character that is there but not counted (TA5).
    """
    why = []
    if player == event.owner:
        why.append("owner")
    elif event.counted.get(player, 0) > 0:
        why.append("used")
    if player == bonus_player(event):
        why.append("most")
    return tuple(why)


def _require_offered(event: ScoreEvent) -> None:
    """TA14: a Scene may lack one of its numbers; then that is not offered."""
    if event.need_is_told and event.need is None:
        raise FindingError(
            "E_KIND_NULL",
            f"this Scene has no number for {event.kind.value!r}",
            kind=event.kind.value,
        )


def _require_available(event: ScoreEvent) -> None:
    """T7: matching Characters count for completing only, the others for trashing only."""
    for player, count in event.counted.items():
        there = None if event.available is None else event.available.get(player, 0)
        if there is not None and count > there:
            raise FindingError(
                "E_POOL",
                f"{count} of {player!r}'s Characters are counted, "
                f"{there} there can be used to {event.kind.value}",
                player=player,
                count=count,
                there=there,
                kind=event.kind.value,
            )


def _require_count(event: ScoreEvent) -> None:
    """TA2: exactly the Scene's number is counted; T7 lets the declarer pick which."""
    total = sum(event.counted.values())
    negative = any(count < 0 for count in event.counted.values())
    if event.need is None:
        if total < 1 or negative:
            raise FindingError("E_COUNT", "at least 1 Character is counted", count=total, need=1)
    elif total != event.need or negative:
        raise FindingError(
            "E_COUNT",
            f"{total} Characters are counted, this Scene needs exactly {event.need}",
            count=total,
            need=event.need,
        )
