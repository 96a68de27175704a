"""Runs worked examples through the league's own rule functions.

Players of an example are letters or small numbers; inside they are texts, and what comes out
names them as the example did. Values that are wrongly shaped raise `KeyError`, `TypeError` or
`ValueError`; whoever runs examples says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from companion.errors import FindingError
from companion.league.decks import RegisteredDeck, deck_faults
from companion.league.match import (
    Step,
    StepKind,
    after_step,
    follow_match,
    mulligans_taken,
)
from companion.league.pairing import Pairing, met_from_unmet, pair_round
from companion.league.points import (
    TimeoutRule,
    fewest_rounds_for,
    match_points,
    rounds_for,
    total_points,
)
from companion.league.ranking import Finalists, Meeting, finalists, lot_from_seed, no_lot
from companion.league.standings import (
    PlayedRound,
    meetings,
    opponent_scores,
    records,
    result_of,
)

Given = Mapping[str, Any]


class _Names:
    """Players as texts, and as the example names them."""

    def __init__(self) -> None:
        self._named: dict[str, Any] = {}

    def take(self, player: Any) -> str:
        self._named.setdefault(str(player), player)
        return str(player)

    def take_all(self, players: Iterable[Any]) -> list[str]:
        return [self.take(player) for player in players]

    def give(self, player: str | None) -> Any:
        return None if player is None else self._named.get(player, player)

    def pair_in(self, text: str) -> tuple[str, str]:
        """Read a pair such as `1-2` of players that are known."""
        for at, letter in enumerate(text):
            if letter == "-" and text[:at] in self._named and text[at + 1 :] in self._named:
                return text[:at], text[at + 1 :]
        raise ValueError(f"{text!r} is not a pair of known players")


def run_rounds(given: Given) -> dict[str, Any]:
    """1.2, 3.12: how many rounds for how many players."""
    friendly = bool(given.get("friendly", False))
    return {
        "default": [_or_error(partial(rounds_for, n, is_friendly=friendly)) for n in given["n"]],
        "floor": [
            _or_error(partial(fewest_rounds_for, n, is_friendly=friendly)) for n in given["n"]
        ],
    }


def run_match_points(given: Given) -> dict[str, Any]:
    """3.8, 3.9: points for games won."""
    rule = TimeoutRule(given.get("timeout_rule", TimeoutRule.STRICT_DRAW))
    return {
        "points": [
            _or_error(partial(_points_listed, (one, other), rule)) for one, other in given["scores"]
        ]
    }


def run_pair(given: Given) -> dict[str, Any]:
    """3.2, 3.11: one round."""
    names = _Names()
    stack = names.take_all(given["stack"])
    if "unmet" in given:
        met = met_from_unmet(stack, [_pair(names, pair) for pair in given["unmet"]])
    else:
        met = [_pair(names, pair) for pair in given.get("met") or ()]
    try:
        paired = pair_round(stack, met=met, byes=names.take_all(given.get("had_bye") or ()))
    except FindingError as refused:
        return {"error": refused.finding}
    return {
        "pairs": [[names.give(one), names.give(other)] for one, other in paired.tables],
        "bye": names.give(paired.bye),
        "rematches": paired.rematches,
        "needs_confirmation": paired.needs_confirmation,
    }


def run_total_points(given: Given) -> dict[str, Any]:
    """3.9: the invariant of a whole evening."""
    return {"totals": [total_points(players, rounds) for players, rounds in given["cases"]]}


def run_finalists(given: Given) -> dict[str, Any]:
    """3.13: who plays the final."""
    names = _Names()
    points = {names.take(player): total for player, total in given["points"].items()}
    found = finalists(
        points,
        [
            Meeting(names.take(one), names.take(other), own, theirs)
            for one, other, own, theirs in given.get("results") or ()
        ],
        {names.take(player): score for player, score in (given.get("os") or {}).items()},
        draw_lot=lot_from_seed(str(given["seed"])) if "seed" in given else no_lot,
        dropped=names.take_all(given.get("dropped") or ()),
    )
    return _finalists(found, names)


def run_mulligan(given: Given) -> dict[str, Any]:
    """3.6: opening hands."""
    followed = [mulligans_taken(hands) for hands in given["hands"]]
    return {
        "taken": [taken for taken, _ in followed],
        "kept_characters": [kept for _, kept in followed],
    }


def run_overtime(given: Given) -> dict[str, Any]:
    """3.8: the turns after time is called.

    `game_won_in_turn`: null; the number of the turn in which its player wins the game (0 is the
    one that was running, 1 to 3 the extra ones); or `{turn, by}`; or a player, whose first turn
    it is.
    """
    names = _Names()
    players = (names.take(given["active"]), names.take(given["other"]))
    games = (given["games"][0], given["games"][1])
    steps = [Step(StepKind.GAME, player) for player in _winners_of(games, players)]
    progress = follow_match(players, [*steps, Step(StepKind.TIME, players[0])])
    wins_in, winner = _won_in(given.get("game_won_in_turn"), progress.turns)
    played: list[str] = []
    for number, player in enumerate(progress.turns):
        played.append(player)
        if number == wins_in:
            progress = after_step(progress, Step(StepKind.GAME, winner))
            break
        progress = after_step(progress, Step(StepKind.TURN_ENDED))
    return {
        "turns": [names.give(player) for player in played],
        "games": list(progress.games),
        "over": progress.is_over,
        "points_strict": list(match_points(progress.games, TimeoutRule.STRICT_DRAW)),
        "points_lead_wins": list(match_points(progress.games, TimeoutRule.LEAD_WINS)),
    }


def run_choices(given: Given) -> dict[str, Any]:
    """3.4, 3.5: who chooses the deck first, and who says who begins, game by game."""
    names = _Names()
    one, other = names.take_all(given["players"])
    steps = [Step(StepKind.CLASH)] if given.get("deck_clash") else []
    progress = follow_match((one, other), steps)
    for number, winner in enumerate([*given["winners"], None], start=1):
        for wanted, roll in ((StepKind.DECK_ROLL, "deck"), (StepKind.START_ROLL, "start")):
            won_by = given.get(f"{roll}_roll_g{number}")
            if wanted in progress.asks and won_by is not None:
                progress = after_step(progress, Step(wanted, names.take(won_by)))
        if progress.is_over or number > len(given["winners"]):
            break
        progress = after_step(
            progress, Step(StepKind.GAME, None if winner is None else names.take(winner))
        )
    return {
        "first_deck_choice": [names.give(player) for player in progress.deck_choosers],
        "start_choice": [names.give(player) for player in progress.start_choosers],
    }


def run_decks(given: Given) -> dict[str, Any]:
    """1.6: the decks of players."""
    return {
        "errors": [
            [
                fault.code
                for fault in deck_faults(
                    [
                        RegisteredDeck(str(starter), size)
                        for starter, size in zip(case["starters"], case["sizes"], strict=True)
                    ],
                    is_changed=bool(case.get("changed", False)),
                )
            ]
            for case in given["cases"]
        ]
    }


def run_event(given: Given) -> dict[str, Any]:
    """3.2 to 3.13: a whole evening from its stacks and results.

    Whoever is not in the last stack any more has dropped out.
    """
    names = _Names()
    rule = TimeoutRule(given.get("timeout_rule", TimeoutRule.STRICT_DRAW))
    met: list[tuple[str, str]] = []
    byes: list[str] = []
    played: list[PlayedRound] = []
    everybody: dict[str, None] = {}
    stack: list[str] = []
    for each in given["rounds"]:
        stack = names.take_all(each["stack"])
        everybody.update(dict.fromkeys(stack))
        paired = pair_round(stack, met=met, byes=byes)
        played.append(_played(paired, each["results"], names, rule))
        met += paired.tables
        byes += [] if paired.bye is None else [paired.bye]
    record_of = records(everybody, played)
    points = {player: record.points for player, record in record_of.items()}
    scores = opponent_scores(record_of, bye_average=bool(given.get("bye_average", False)))
    dropped = {player for player in everybody if player not in stack}
    dropped.update(names.take_all(given.get("dropped") or ()))
    found = finalists(
        points,
        meetings(played),
        scores,
        draw_lot=lot_from_seed(str(given["seed"])) if "seed" in given else no_lot,
        dropped=dropped,
    )
    return {
        "points": {names.give(player): total for player, total in points.items()},
        "os": {names.give(player): score for player, score in scores.items()},
        **_finalists(found, names),
        "byes": [names.give(each.bye) for each in played],
    }


def run_correction(given: Given) -> dict[str, Any]:
    """3.9, 3.10: a result is put right; points follow, published pairings stay."""
    names = _Names()
    rule = TimeoutRule(given.get("timeout_rule", TimeoutRule.STRICT_DRAW))
    published = given.get("published_round2") or []
    players = names.take_all(
        player
        for pair in [*(_halves(text) for text in given["round1"]), given.get("byes") or ()]
        for player in pair
    )
    byes = names.take_all(given.get("byes") or ())

    def points_with(games: Mapping[str, Any]) -> dict[Any, int]:
        results = [_result(pair, won, names, rule) for pair, won in games.items()]
        rounds = [PlayedRound(tuple(results)), *(PlayedRound(bye=bye) for bye in byes)]
        return {
            names.give(player): record.points for player, record in records(players, rounds).items()
        }

    mended = {**given["round1"]}
    for pair, won in given["fix"].items():
        one, other = names.pair_in(pair)
        known = next(text for text in mended if set(names.pair_in(text)) == {one, other})
        mended[known] = won if names.pair_in(known) == (one, other) else [won[1], won[0]]
    return {
        "points_before": points_with(given["round1"]),
        "points_after": points_with(mended),
        "round2": [list(pair) for pair in published],
    }


OPERATIONS: Final[Mapping[str, Callable[[Given], dict[str, Any]]]] = {
    "rounds": run_rounds,
    "match_points": run_match_points,
    "pair": run_pair,
    "total_points": run_total_points,
    "finalists": run_finalists,
    "mulligan": run_mulligan,
    "overtime": run_overtime,
    "choices": run_choices,
    "decks": run_decks,
    "event": run_event,
    "correction": run_correction,
}
"""By the name that an example gives."""


def _points_listed(games: tuple[int, int], rule: TimeoutRule) -> list[int]:
    return list(match_points(games, rule))


def _or_error(run: Callable[[], Any]) -> Any:
    try:
        return run()
    except FindingError as refused:
        return refused.finding


def _pair(names: _Names, pair: Sequence[Any]) -> tuple[str, str]:
    one, other = pair
    return names.take(one), names.take(other)


def _halves(text: str) -> list[Any]:
    """The two players of a pair such as `1-2`, numbers as numbers."""
    one, _, other = str(text).partition("-")
    return [int(half) if half.isdecimal() else half for half in (one, other)]


def _finalists(found: Finalists, names: _Names) -> dict[str, Any]:
    lot = f"lot({','.join(found.open_lot)})"
    return {
        "finalists": [
            lot if player in found.open_lot else names.give(player) for player in found.players
        ],
        "by": found.stage.value,
    }


def _result(pair: str, games: Sequence[int], names: _Names, rule: TimeoutRule) -> Any:
    one, other = names.pair_in(pair)
    return result_of(one, other, (games[0], games[1]), rule)


def _played(
    paired: Pairing, results: Mapping[str, Any], names: _Names, rule: TimeoutRule
) -> PlayedRound:
    """The results of a round; every table has one, and nobody else has."""
    told = {names.pair_in(pair): (games[0], games[1]) for pair, games in results.items()}
    known = []
    for one, other in paired.tables:
        if (one, other) in told:
            known.append(result_of(one, other, told.pop((one, other)), rule))
        elif (other, one) in told:
            own, theirs = told.pop((other, one))[::-1]
            known.append(result_of(one, other, (own, theirs), rule))
        else:
            raise ValueError(f"{one} and {other} are paired, and there is no result of theirs")
    if told:
        one, other = next(iter(told))
        raise ValueError(f"{one} and {other} are not paired in this round")
    return PlayedRound(tuple(known), paired.bye)


def _winners_of(games: tuple[int, int], players: tuple[str, str]) -> list[str]:
    return [player for player, won in zip(players, games, strict=True) for _ in range(won)]


def _won_in(told: Any, turns: Sequence[str]) -> tuple[int | None, str | None]:
    """In which turn a game is won, and by whom."""
    if told is None:
        return None, None
    if isinstance(told, Mapping):
        number = int(told["turn"])
        return number, str(told.get("by", turns[number]))
    if isinstance(told, list | tuple):
        return int(told[0]), str(told[1])
    if isinstance(told, int):
        return told, turns[told]
    return list(turns).index(str(told)), str(told)
