"""The door of the desk's rules: one state and one action give the next state.

The headings cited are those of the card game's rules, in their order: T1 "Object of the Game"
to T11 "Building Your Own Deck".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from companion.desk.actions import (
    Action,
    Adjust,
    EndTurn,
    Leave,
    MoveCharacter,
    NewGame,
    PlayCharacter,
    PlayScene,
    RemoveScene,
    Score,
    SetMatch,
    Undo,
)
from companion.desk.pieces import Character, Scene, count_by_owner, eligible
from companion.desk.scoring import (
    ScoreEvent,
    Scoring,
    require_known,
    require_running,
    require_turn,
    score,
    winners_of,
)
from companion.desk.state import EMPTY_DESK, DeskState, Event, Status
from companion.errors import FindingError

FEWEST_PLAYERS: Final = 2
MOST_PLAYERS: Final = 5
"""T2: 2 players can play, 3 to 5 have more fun."""

CHARACTERS_A_TURN: Final = 2
"""T4, T6: no more than 2 Characters in one turn; a Star does not count."""


def apply_action(state: DeskState, action: Action) -> DeskState:
    """Give the state after an action; the state handed in stays as it was.

    Raises:
        FindingError: The rules refuse the action.

    Example:
        >>> game = apply_action(EMPTY_DESK, NewGame(players=("Ada", "Ben"), quick=True))
        >>> game.turn, apply_action(game, EndTurn(by="Ada")).turn
        ('Ada', 'Ben')
    """
    if isinstance(action, Undo):
        return _undone(state)
    if isinstance(action, NewGame):
        after = _seat_players(action)
        return replace(after, log=(action,))
    if state.status is Status.SETUP:
        raise FindingError("E_NO_GAME", "no game is set up at this desk")
    if state.status is Status.VOID:
        raise FindingError("E_GAME_OVER", "the game is void: too few players are left")
    require_running(state.winners)
    after, scoring = _done(state, action)
    event = Event(action=action, turn=state.turn, scoring=scoring)
    return replace(after, history=(*state.history, event), log=(*state.log, action))


def replay(log: Sequence[Action]) -> DeskState:
    """Play a log from the empty desk."""
    state = EMPTY_DESK
    for action in log:
        state = apply_action(state, action)
    return state


def preview_score(state: DeskState, action: Score) -> Scoring:
    """Give the points that a declaration would give, without doing it.

    Raises:
        FindingError: It would be refused.
    """
    require_running(state.winners)
    return score(state.present, _present_points(state), _turn_of(state), _event_of(state, action))


def _done(state: DeskState, action: Action) -> tuple[DeskState, Scoring | None]:
    match action:
        case PlayScene():
            return _play_scene(state, action), None
        case PlayCharacter():
            return _play_character(state, action), None
        case MoveCharacter():
            return _move_character(state, action), None
        case SetMatch():
            return _set_match(state, action), None
        case RemoveScene():
            return _without_scene(state, _scene(state, action.scene).id), None
        case Score():
            return _score(state, action)
        case Adjust():
            return _adjust(state, action)
        case EndTurn():
            require_turn(action.by, state.turn)
            return _next_turn(state), None
        case Leave():
            return _leave(state, action), None
        case _:
            raise ValueError(f"no action of a running game: {action!r}")


# ---------------------------------------------------------------- getting started and turns


def _seat_players(action: NewGame) -> DeskState:
    """T2, T3: 2 to 5 players, clockwise, beginning with whoever was chosen."""
    players = action.players
    if not FEWEST_PLAYERS <= len(players) <= MOST_PLAYERS:
        raise FindingError(
            "E_PLAYERS",
            f"{FEWEST_PLAYERS} to {MOST_PLAYERS} players can play; got {len(players)}",
            count=len(players),
        )
    folded = [player.casefold() for player in players]
    for player in players:
        if folded.count(player.casefold()) > 1:
            raise FindingError(
                "E_SAME_NAME", f"two players are called {player!r}: tell them apart", player=player
            )
    first = players[0] if action.first is None else action.first
    require_known(players, (first,))
    return DeskState(
        players=players,
        turn=first,
        points=(0,) * len(players),
        quick=action.quick,
        turn_number=1,
        status=Status.RUNNING,
    )


def _next_turn(state: DeskState) -> DeskState:
    """T3: clockwise, passing by whoever has left."""
    seat = state.players.index(_turn_of(state))
    order = (*state.players[seat + 1 :], *state.players[: seat + 1])
    following = next(player for player in order if player not in state.gone)
    return replace(state, turn=following, turn_number=state.turn_number + 1, played_this_turn=0)


def _leave(state: DeskState, action: Leave) -> DeskState:
    """TA17: points frozen, Scene and Characters taken away, seat passed by."""
    require_known(state.present, (action.player,))
    scene = state.scene_of(action.player)
    after = state if scene is None else _without_scene(state, scene.id)
    after = replace(
        after,
        gone=(*state.gone, action.player),
        characters=tuple(each for each in after.characters if each.owner != action.player),
    )
    if len(after.present) < FEWEST_PLAYERS:
        return replace(after, status=Status.VOID, turn=None)
    return _next_turn(after) if state.turn == action.player else after


# ---------------------------------------------------------------- scenes and characters


def _play_scene(state: DeskState, action: PlayScene) -> DeskState:
    """T5: at most one own Scene in play."""
    require_known(state.present, (action.by,))
    if not action.by_effect:
        require_turn(action.by, state.turn)
    if state.scene_of(action.by) is not None:
        raise FindingError(
            "E_SCENE_IN_PLAY", f"{action.by!r} has a Scene in play already", player=action.by
        )
    if action.complete is None and action.trash is None:
        raise FindingError("E_NO_NUMBERS", "a Scene has at least one of its two numbers")
    made = state.pieces_made + 1
    scene = Scene(
        id=f"s{made}",
        owner=action.by,
        name=action.title,
        traits=action.traits,
        complete=action.complete,
        trash=action.trash,
    )
    return replace(state, scenes=(*state.scenes, scene), pieces_made=made)


def _play_character(state: DeskState, action: PlayCharacter) -> DeskState:
    """T6: to any Scene in play; at most 2 a turn, a Star does not count."""
    require_known(state.present, (action.by,))
    if not action.by_effect:
        require_turn(action.by, state.turn)
    scene = _scene(state, action.scene)
    is_limited = not (action.by_effect or action.star)
    if is_limited and state.played_this_turn >= CHARACTERS_A_TURN:
        raise FindingError(
            "E_CHARACTER_LIMIT",
            f"{CHARACTERS_A_TURN} Characters were played this turn; only a Star may follow",
            limit=CHARACTERS_A_TURN,
        )
    made = state.pieces_made + 1
    character = Character(
        id=f"c{made}",
        owner=action.by,
        scene=scene.id,
        name=action.title,
        traits=action.traits,
        is_star=action.star,
        matches=action.matches,
    )
    return replace(
        state,
        characters=(*state.characters, character),
        played_this_turn=state.played_this_turn + is_limited,
        pieces_made=made,
    )


def _move_character(state: DeskState, action: MoveCharacter) -> DeskState:
    """T6: a Character stays until its Scene goes or an effect moves it."""
    character = _character(state, action.character)
    rest = tuple(each for each in state.characters if each.id != character.id)
    if action.scene is None:
        return replace(state, characters=rest)
    moved = replace(character, scene=_scene(state, action.scene).id)
    return replace(state, characters=(*rest, moved))


def _set_match(state: DeskState, action: SetMatch) -> DeskState:
    """TA15: an effect may make a Character match, or not."""
    character = _character(state, action.character)
    changed = replace(character, matches=action.matches)
    return replace(
        state,
        characters=tuple(changed if each.id == character.id else each for each in state.characters),
    )


# ---------------------------------------------------------------- points


def _score(state: DeskState, action: Score) -> tuple[DeskState, Scoring]:
    """T8: points first, then the Scene and all Characters at it are discarded."""
    scoring = preview_score(state, action)
    after = state if action.scene is None else _without_scene(state, action.scene)
    points = {**state.points_of, **scoring.after}
    return _ended(after, points, scoring.winners), scoring


def _event_of(state: DeskState, action: Score) -> ScoreEvent:
    """The declaration as the score procedure takes it."""
    # Asked first, since it comes before whatever is wrong with the Scene.
    require_turn(action.by, state.turn)
    if action.scene is None:
        if action.owner is None:
            raise FindingError("E_UNKNOWN_SCENE", "say which Scene, or whose it is")
        return ScoreEvent(
            by=action.by,
            kind=action.kind,
            owner=action.owner,
            counted=action.counted,
            need=action.need,
            need_is_told=action.need is not None,
            effect=action.effect,
        )
    scene = _scene(state, action.scene)
    there = state.characters_at(scene.id)
    usable = set(eligible(scene, there).of(action.kind))
    counted = tuple(dict.fromkeys(action.characters))
    if scene.need(action.kind) is not None:
        for each in counted:
            if each not in usable:
                raise FindingError(
                    "E_POOL",
                    f"Character {each!r} cannot be counted to {action.kind.value} this Scene",
                    character=each,
                    kind=action.kind.value,
                )
    return ScoreEvent(
        by=action.by,
        kind=action.kind,
        owner=scene.owner,
        counted=count_by_owner([each for each in there if each.id in counted]),
        need=scene.need(action.kind),
        available=count_by_owner([each for each in there if each.id in usable]),
        effect=action.effect,
    )


def _adjust(state: DeskState, action: Adjust) -> tuple[DeskState, Scoring]:
    """TA15: points by hand need a reason, never fall below 0, and may end the game."""
    require_known(state.present, (action.player,))
    if not action.reason:
        raise FindingError("E_REASON", "points by hand need a reason")
    before = state.points_of
    after = {**before, action.player: max(0, before[action.player] + action.points)}
    scoring = Scoring(
        delta={player: after[player] - before[player] for player in state.players},
        after=after,
        winners=winners_of(state.present, after),
        reasons={action.player: ("by_hand",)},
    )
    return _ended(state, after, scoring.winners), scoring


def _ended(state: DeskState, points: dict[str, int], winners: tuple[str, ...]) -> DeskState:
    """TA8, TA9: whoever reaches 7 first ends the game at once."""
    after = replace(state, points=tuple(points[player] for player in state.players))
    if not winners:
        return after
    return replace(after, winners=winners, status=Status.OVER, turn=None)


# ---------------------------------------------------------------- undo and looking up


def _undone(state: DeskState) -> DeskState:
    if len(state.log) < 2:
        raise FindingError("E_NOTHING_TO_UNDO", "there is nothing to undo")
    return replay(state.log[:-1])


def _turn_of(state: DeskState) -> str:
    assert state.turn is not None, "a running game has a player in turn"
    return state.turn


def _present_points(state: DeskState) -> dict[str, int]:
    points = state.points_of
    return {player: points[player] for player in state.present}


def _without_scene(state: DeskState, scene_id: str) -> DeskState:
    return replace(
        state,
        scenes=tuple(scene for scene in state.scenes if scene.id != scene_id),
        characters=tuple(each for each in state.characters if each.scene != scene_id),
    )


def _scene(state: DeskState, scene_id: str) -> Scene:
    found = state.scene(scene_id)
    if found is None:
        raise FindingError("E_UNKNOWN_SCENE", f"no Scene {scene_id!r} is in play", scene=scene_id)
    return found


def _character(state: DeskState, character_id: str) -> Character:
    found = state.character(character_id)
    if found is None:
        raise FindingError(
            "E_UNKNOWN_CHARACTER",
            f"no Character {character_id!r} is in play",
            character=character_id,
        )
    return found
