"""Check-in, decks, late entry (1.2, 1.6, 2.1 to 3.1)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.errors import FindingError
from companion.league.actions import CheckIn, DeckCheck, EditPlayer, NewEvent, Withdraw
from companion.league.decks import RegisteredDeck, deck_faults, is_changed
from companion.league.points import FEWEST_ROUNDS
from companion.league.state import Announced, LeagueState, Match, Player, Round, Status

LAST_LATE_ROUND = 1
"""SA20: late entry until round 2 is published."""


def announce(action: NewEvent) -> LeagueState:
    """1.4, 3.1, 3.12: announce an evening, its seed and its options.

    Raises:
        FindingError: `E_TITLE`, `E_SEED` or `E_TOO_FEW_ROUNDS`.
    """
    if not action.title or not action.code:
        raise FindingError("E_TITLE", "an evening needs a title and a code")
    if not action.seed:
        raise FindingError("E_SEED", "the seed is published before round 1: type one")
    if action.rounds is not None and action.rounds < FEWEST_ROUNDS and not action.is_friendly:
        raise FindingError(
            "E_TOO_FEW_ROUNDS",
            f"{action.rounds} rounds; a league evening has at least {FEWEST_ROUNDS}",
            count=action.rounds,
            least=FEWEST_ROUNDS,
        )
    return LeagueState(
        announced=Announced(
            title=action.title,
            code=action.code,
            seed=action.seed,
            date=action.date,
            rules_version=action.rules_version,
            rounds=action.rounds,
            timeout_rule=action.timeout_rule,
            is_friendly=action.is_friendly,
            checks_decks=action.checks_decks,
            bye_average=action.bye_average,
            allows_agreed_draw=action.allows_agreed_draw,
        ),
        status=Status.CHECK_IN,
    )


def check_in(state: LeagueState, action: CheckIn) -> LeagueState:
    """2.2, 2.3: take a score card, in time or late (SA20).

    Raises:
        FindingError: `E_NAME`, `E_SAME_NAME`, `E_SAME_ID`, `E_TOO_LATE`, or what is wrong with
            the decks.
    """
    if len(state.rounds) > LAST_LATE_ROUND or state.status in (Status.FINAL, Status.OVER):
        raise FindingError("E_TOO_LATE", "round 2 is published: nobody can come in any more")
    _require_name(state, action.player_name, action.is_namesake)
    number, player_id = state.player_number, action.player
    if not player_id:
        taken = {player.id for player in state.players}
        number += 1
        while str(number) in taken:
            number += 1
        player_id = str(number)
    if any(player.id.casefold() == player_id.casefold() for player in state.players):
        raise FindingError(
            "E_SAME_ID", f"player id {player_id!r} is taken already", player=player_id
        )
    late = bool(state.rounds)
    if action.decks or (late and state.announced.checks_decks):
        require_decks(action.player_name, action.decks)
    player = Player(id=player_id, name=action.player_name, decks=action.decks)
    after = replace(state, players=(*state.players, player), player_number=number)
    return _late(after, player) if late else after


def edit_player(state: LeagueState, action: EditPlayer) -> LeagueState:
    """2.3: put wrong data right; decks are locked once round 1 is published (1.6).

    Raises:
        FindingError: `E_UNKNOWN_PLAYER`, `E_SAME_NAME`, `E_DECKS_LOCKED`, or what is wrong with
            the decks.
    """
    player = require_player(state, action.player)
    changed = player
    if action.player_name is not None:
        others = replace(
            state, players=tuple(each for each in state.players if each.id != player.id)
        )
        _require_name(others, action.player_name, action.is_namesake)
        changed = replace(changed, name=action.player_name)
    if action.decks is not None:
        if state.rounds and player.decks:
            raise FindingError(
                "E_DECKS_LOCKED",
                "decks are locked since round 1 was published",
                player=player.name,
            )
        require_decks(changed.name, action.decks)
        changed = replace(changed, decks=action.decks)
    return with_player(state, changed)


def withdraw(state: LeagueState, action: Withdraw) -> LeagueState:
    """Give a score card back.

    Raises:
        FindingError: `E_UNKNOWN_PLAYER`, or `E_STARTED`: from round 1 on a player drops instead.
    """
    player = require_player(state, action.player)
    if state.rounds:
        raise FindingError("E_STARTED", "the evening has begun: let the player drop instead")
    rest = tuple(each for each in state.players if each.id != player.id)
    return replace(state, players=rest)


def deck_check(state: LeagueState, action: DeckCheck) -> LeagueState:
    """1.6: compare decks with what was locked, and note what was found.

    A changed deck ends nothing by itself: the director decides what follows.
    """
    player = require_player(state, action.player)
    faults = deck_faults(action.decks, is_changed=is_changed(player.decks, action.decks))
    number = len(state.rounds)
    found = ", ".join(fault.code for fault in faults) or "OK"
    return with_player(state, replace(player, notes=(*player.notes, f"R{number}: {found}")))


def require_decks(name: str, decks: Sequence[RegisteredDeck]) -> None:
    """1.6: see to it that the decks of a player are legal; the first fault is told.

    Raises:
        FindingError: The code of that fault.
    """
    for fault in deck_faults(decks):
        raise FindingError(fault.code, f"{name}: {fault.message}", player=name)


def require_player(state: LeagueState, player_id: str) -> Player:
    """Find a player.

    Raises:
        FindingError: `E_UNKNOWN_PLAYER`.
    """
    found = state.player(player_id)
    if found is None:
        raise FindingError(
            "E_UNKNOWN_PLAYER", f"no player has the id {player_id!r}", player=player_id
        )
    return found


def with_player(state: LeagueState, changed: Player) -> LeagueState:
    """The state with one player changed."""
    return replace(
        state,
        players=tuple(changed if each.id == changed.id else each for each in state.players),
    )


def _require_name(state: LeagueState, name: str, is_namesake: bool) -> None:
    """2.3: one person twice in the ranking is what wrong data leads to."""
    if not name:
        raise FindingError("E_NAME", "a player needs a name")
    plain = _plain(name)
    same = next((player for player in state.players if _plain(player.name) == plain), None)
    if same is not None and not is_namesake:
        raise FindingError(
            "E_SAME_NAME",
            f"{name!r} is checked in already (id {same.id}); "
            "if it is another person of that name, say so",
            player=name,
            id=same.id,
        )


def _plain(name: str) -> str:
    return " ".join(name.split()).casefold()


def _late(state: LeagueState, player: Player) -> LeagueState:
    """SA20: before time starts the bye holder of round 1 is a late player's opponent.

    Otherwise the player joins in round 2, with nothing for the round that was missed.
    """
    current = state.rounds[-1]
    if current.bye is None or current.clock.was_started or _has_result(current):
        return with_player(state, replace(player, joined_round=len(state.rounds) + 1))
    match = Match(table=len(current.matches) + 1, one=current.bye, other=player.id)
    changed = replace(
        current,
        matches=(*current.matches, match),
        stack=(*current.stack, player.id),
        bye=None,
    )
    return replace(state, rounds=(*state.rounds[:-1], changed))


def _has_result(current: Round) -> bool:
    return any(match.result is not None for match in current.matches)
