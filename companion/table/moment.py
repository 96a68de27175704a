"""A table at one moment, and what each audience may see of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from companion.game.state import EMPTY_TABLE, CardOnTable, GameState
from companion.game.views import view_for
from companion.table.discrepancy import Discrepancy
from companion.table.status import NO_CAMERA, CameraStatus
from companion.table.turn_timer import TimerFace
from companion.terms import Audience, Team


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Who took a move back.

    Attributes:
        team: The team that asked; None for the host.
        is_agreed: The other team's cluemaster agreed on the phone.
    """

    team: Team | None
    is_agreed: bool


@dataclass(frozen=True, slots=True)
class Moment:
    """Everything that a table is, swapped as a whole. Holds secrets.

    Attributes:
        state: The game.
        revision: Count of accepted actions over all games of the table.
        game_id: The game in the store; None before the first.
        action_count: How many actions of this game are in the store.
        key_is_chosen: A key stands on the table, known or on paper, or did in this game (undo
            takes the choice back, not the card off its stand): the camera picture must be cut.
        camera: How the camera is doing.
        laid: The cards as they lie on the table now, None where one is not known; empty when the
            table is not seen.
        table_hint: What a host should know of the table as it lies; no secret.
        discrepancies: What people must resolve.
        is_cleared: The game is over and the table is laid for the next one.
        is_resumed: The game was found in the store and nothing has happened since.
        trouble: Why the last evening could not be brought back, or None; never holds a secret.
        watchers: The devices on which a cluemaster's page is open now, by their names.
        timer: How long a turn may take and since when it runs, or None.
        undo_asked_by: The team whose cluemaster asks to take the last move back, or None.
        taken_back: Who took the last move back and whether the other team agreed; None when the
            last thing that happened was something else.
    """

    state: GameState = EMPTY_TABLE
    revision: int = 0
    game_id: str | None = None
    action_count: int = 0
    key_is_chosen: bool = False
    camera: CameraStatus = NO_CAMERA
    laid: tuple[CardOnTable | None, ...] = ()
    table_hint: str | None = None
    discrepancies: tuple[Discrepancy, ...] = ()
    is_cleared: bool = False
    is_resumed: bool = False
    trouble: str | None = None
    watchers: tuple[str, ...] = ()
    timer: TimerFace | None = None
    undo_asked_by: Team | None = None
    taken_back: TakenBack | None = None


def after_action(
    old: Moment, state: GameState, game_id: str, *, begins: bool, is_first: bool
) -> Moment:
    """The moment after an accepted action.

    Args:
        old: The moment before it.
        state: What the rules made of the game.
        game_id: The game that it belongs to.
        begins: It begins a new game.
        is_first: It is the first of its game in the store.
    """
    return replace(
        old,
        state=state,
        revision=old.revision + 1,
        game_id=game_id,
        action_count=1 if is_first else old.action_count + 1,
        discrepancies=() if is_first else old.discrepancies,
        key_is_chosen=state.starting_team is not None or (old.key_is_chosen and not begins),
        is_cleared=False,
        is_resumed=False,
        undo_asked_by=None,
        taken_back=None,
        trouble=None if is_first else old.trouble,
    )


def cut_view(moment: Moment, audience: Audience) -> dict[str, Any]:
    """Cut what an audience may see out of a moment.

    What the game shows is decided in `companion.game.views` alone; the table adds the revision,
    the camera, and, for cluemasters, what is to be resolved.
    """
    state = moment.state
    if not state.log and moment.laid:
        # Before the first game the table is shown as it lies: what people want to see first.
        state = replace(state, cards=moment.laid)
    camera = moment.camera.to_document()
    asked, back = moment.undo_asked_by, moment.taken_back
    return {
        "revision": moment.revision,
        "game": moment.game_id,
        **view_for(state, audience, discrepancies=discrepancy_documents(moment)),
        "camera": camera | {"hint": camera["hint"] or moment.table_hint},
        "simulated": moment.camera.is_simulated,
        # Everybody may know who could be looking at the key.
        "key_open": list(moment.watchers),
        "timer": None if moment.timer is None else moment.timer.to_document(),
        "undo_asked_by": asked and state.edition.shown_as(asked.value),
        "taken_back": back
        and {
            "team": back.team and state.edition.shown_as(back.team.value),
            "agreed": back.is_agreed,
        },
    }


def cut_host_view(moment: Moment) -> dict[str, Any]:
    """Cut what the host's page shows: what everybody sees, and how the evening stands.

    A host may guess: nothing here comes from a key. With the key on paper there is none, and
    the host may resolve what cluemasters without phones cannot.
    """
    view = cut_view(moment, Audience.TABLE_SCREEN)
    view["host"] = {
        "game": moment.game_id,
        "is_resumed": moment.is_resumed,
        "is_cleared": moment.is_cleared,
        "laid_cards": len(moment.laid),
        "named_cards": sum(card is not None for card in moment.laid),
        "trouble": moment.trouble,
    }
    if moment.state.key_is_on_paper:
        everything = view_for(moment.state, Audience.CLUEMASTER)
        view["question"] = everything["question"]
        view["discrepancies"] = discrepancy_documents(moment)
    return view


def discrepancy_documents(moment: Moment) -> list[dict[str, Any]]:
    """Write down what is to be resolved. Secret where the key is known."""
    return [d.to_document(moment.state.edition) for d in moment.discrepancies]
