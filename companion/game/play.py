"""The rules of play: setting up, touching cards, stopping, winning.

One function a rule, each naming its heading in the rulebook. Clues are in
`companion.game.giving`, undo and corrections in `companion.game.corrections`; the door for
other rooms is `companion.game.rules`.
"""

from __future__ import annotations

from dataclasses import replace

from companion.errors import (
    CellCoveredError,
    GameOverError,
    NoGuessesLeftError,
    NotYourTurnError,
    RuleBrokenError,
)
from companion.game.actions import CardsSeen, ChooseKey, EndTurn, Guess, NewGame, Settle
from companion.game.key_card import CELL_COUNT
from companion.game.outcome import How, Outcome
from companion.game.pieces import KeySource, Mode, Phase
from companion.game.solo import chart_result
from companion.game.state import GameState, Move, Question
from companion.game.stock import check_stock
from companion.terms import Cell, CoverCard, Team

# ---------------------------------------------------------------- setting up


def set_up(action: NewGame) -> GameState:
    """Rulebook, "Setup": 25 cards in a grid, a key card on its stand."""
    if action.allies and action.mode is not Mode.THREE:
        # Rulebook, "Three-Player Game": only three may choose to be allies.
        raise RuleBrokenError(
            f"allies are a way to play mode {Mode.THREE.value!r}, not {action.mode.value!r}"
        )
    state = GameState(
        edition=action.edition,
        mode=action.mode,
        allies=action.allies,
        expert_clues=action.expert_clues,
    )
    if action.cards:
        state = lay_cards(state, CardsSeen(action.cards))
    key = ChooseKey(
        key_source=action.key_source, key=action.key, starting_team=action.starting_team
    )
    if key.key is None and (key.key_source is not KeySource.PAPER or key.starting_team is None):
        return replace(state, key_source=key.key_source)
    return _with_key(state, key)


def lay_cards(state: GameState, action: CardsSeen) -> GameState:
    """Rulebook, "Setup" and "Already Know the Game": words, pictures or both, of any decks."""
    if len(action.cards) != CELL_COUNT:
        raise RuleBrokenError(f"{CELL_COUNT} cards lie on the table; got {len(action.cards)}")
    return replace(state, cards=action.cards)


def put_key_on_stand(state: GameState, action: ChooseKey) -> GameState:
    """Rulebook, "Key Card": one key card a game, any side up."""
    if state.outcome is not None:
        raise GameOverError("the game has ended; set up a new one")
    if state.clue is not None or any(state.covers):
        raise RuleBrokenError("the key card stays for the whole game; it has begun")
    return _with_key(state, action)


def _with_key(state: GameState, action: ChooseKey) -> GameState:
    if action.key_source is KeySource.PAPER:
        if action.key is not None:
            raise RuleBrokenError("a key on paper is not known to the companion")
        starting_team = action.starting_team
        if starting_team is None:
            raise RuleBrokenError("with a key on paper, say which team starts")
    else:
        if action.key is None:
            raise RuleBrokenError("no key card was given")
        # Rulebook, "Starting Team": the colour bars decide.
        starting_team = action.key.starting_team
        if action.starting_team not in (None, starting_team):
            raise RuleBrokenError("the key card lets the other team start")
    # The starting team gives the first clue. Against the simulated rival the own team is
    # the one that starts (rulebook, "Two-Player Game").
    return replace(
        state,
        key_source=action.key_source,
        key=action.key,
        starting_team=starting_team,
        turn=starting_team,
        phase=Phase.CLUE,
        asked=(),
    )


# ---------------------------------------------------------------- touching cards


def guess(state: GameState, action: Guess) -> GameState:
    """Rulebook, "Identifying": a teammate touches a card, the cluemaster covers it."""
    turn = check_playing(state, action.cell)
    cover = _identified(state, action.cell, action.cover)
    if state.is_rivals_turn:
        raise NotYourTurnError(
            "it is the simulated rival's turn: cover one of its cards",
            cell=action.cell,
            turn=turn.value,
        )
    team = action.team or turn
    if team is not turn:
        if state.has_simulated_rival:
            raise NotYourTurnError(
                "nobody guesses for the simulated rival", cell=action.cell, turn=turn.value
            )
        if not state.may_stop:
            raise _too_early(state, team, action.cell)
        state = _stopped(state)
    return _touch(_covered(state, action.cell, cover), team, action.cell, cover)


def cover_seen(state: GameState, cell: Cell, cover: CoverCard) -> GameState:
    """Work out the turn from a cover that lies there, though nobody saw who touched.

    A team may have stopped without telling anyone, once it has guessed right. A cover in
    the colour of a team leaves the turn with that team, or gives it to that team, whoever
    touched the card. A neutral or a game-over cover does not say, so the cluemasters are
    asked. Against the simulated rival only the own team touches cards; but a rival's
    cover is either a wrong guess or the rival's turn, so that is what is asked.
    """
    turn = check_playing(state, cell)
    if state.is_rivals_turn:
        if cover.role.team is not turn:
            raise NotYourTurnError(
                "the simulated rival's card is covered first", cell=cell, turn=turn.value
            )
        return rival_cover(state, cell)
    if state.key is not None and state.key.role_at(cell) is not cover.role:
        # The message does not tell what the key says: it may be read by a guesser.
        raise RuleBrokenError("this cover is a question for the cluemasters", cell=cell)
    seen = _covered(state, cell, cover)
    if not state.may_stop or cover.role.team is turn:
        return _touch(seen, turn, cell, cover)
    unsettled = replace(seen, moves=(*seen.moves, Move("guess", None, cell, cover)))
    ended = _with_winner(unsettled)
    if ended.outcome is not None:
        return ended
    if state.has_simulated_rival:
        if cover.role.team is None:
            return _touch(seen, turn, cell, cover)
    elif cover.role.team is not None:
        return next_turn(unsettled, cover.role.team, may_have_guessed=True)
    return replace(unsettled, phase=Phase.SETTLE, question=Question(cell, cover))


def rival_cover(state: GameState, cell: Cell) -> GameState:
    """Rulebook, "Two-Player Game": each rival turn covers a rival card of the cluemaster's choice.

    It may come while the own team has not said that it stops, as soon as it may stop.
    """
    turn = check_playing(state, cell)
    own = state.own_team
    if own is None:
        raise RuleBrokenError("both teams have players: no card is covered for a rival", cell=cell)
    cover = CoverCard(own.rival.value)
    if state.key is not None and state.key.role_at(cell) is not cover.role:
        raise RuleBrokenError("the card is not one of the simulated rival's", cell=cell)
    if not state.is_rivals_turn:
        if not state.may_stop:
            raise NotYourTurnError(
                "the own team guesses at least once before the rival's turn",
                cell=cell,
                turn=turn.value,
            )
        state = _stopped(state)
    covered = _covered(state, cell, cover)
    covered = replace(covered, moves=(*covered.moves, Move("rival_cover", own.rival, cell, cover)))
    ended = _with_winner(covered)
    return ended if ended.outcome is not None else next_turn(ended, own)


def settle(state: GameState, action: Settle) -> GameState:
    """Record a cluemaster's answer: who touched a card, or that a card was touched at all."""
    question = state.question
    if action.cell is not None and (question is None or question.cell != action.cell):
        return _confirmed(state, action.cell, action.team)
    if question is None:
        raise RuleBrokenError("the cluemasters are not asked anything")
    if action.team is None:
        raise RuleBrokenError("say which team touched the card", cell=question.cell)
    answered = replace(state, question=None, phase=Phase.GUESS, moves=state.moves[:-1])
    assert state.turn is not None
    if action.team is state.turn:
        return _touch(answered, state.turn, question.cell, question.cover)
    answered = _stopped(answered)
    if state.has_simulated_rival:
        move = Move("rival_cover", action.team, question.cell, question.cover)
        return next_turn(replace(answered, moves=(*answered.moves, move)), state.turn)
    return _touch(answered, action.team, question.cell, question.cover)


def _confirmed(state: GameState, cell: Cell, team: Team | None) -> GameState:
    """Score a touched card by the key, whatever cover was laid on it."""
    check_playing(state, cell)
    if state.key is None:
        raise RuleBrokenError("with a key on paper the covers themselves are believed", cell=cell)
    if team is None:
        return cover_seen(state, cell, CoverCard.for_role(state.key.role_at(cell)))
    return guess(state, Guess(cell, team))


def stop_guessing(state: GameState, action: EndTurn) -> GameState:
    """Rulebook, "Number of Guesses": teams stop at any time after at least one guess."""
    turn = check_playing(state)
    if action.team not in (None, turn):
        raise NotYourTurnError(
            f"{state.edition.shown_as(turn.rival.value)}'s turn is over already", turn=turn.value
        )
    if state.is_rivals_turn:
        raise NotYourTurnError("the simulated rival covers a card in its turn", turn=turn.value)
    if not state.may_stop:
        raise RuleBrokenError("a team guesses at least once in its turn", turn=turn.value)
    return next_turn(_stopped(state), turn.rival)


# ---------------------------------------------------------------- whose turn, and who wins


def check_playing(state: GameState, cell: Cell | None = None) -> Team:
    """Refuse a move outside of play or on a covered card; give the team in turn."""
    if state.outcome is not None:
        raise GameOverError("the game has ended", cell=cell)
    if state.turn is None:
        raise RuleBrokenError("no game has begun: the key card is not chosen yet", cell=cell)
    if cell is not None and state.cover_at(cell) is not None:
        raise CellCoveredError(
            f"the card in row {cell.row}, col {cell.col} is covered already", cell=cell
        )
    if state.phase is Phase.SETTLE:
        raise NotYourTurnError("the cluemasters answer first", cell=cell, turn=state.turn.value)
    return state.turn


def next_turn(state: GameState, team: Team, *, may_have_guessed: bool = False) -> GameState:
    """Rulebook, "Game Play": teams take turns, each beginning with a clue."""
    return replace(
        state,
        turn=team,
        phase=Phase.CLUE,
        clue=None,
        right_guesses=0,
        may_have_guessed=may_have_guessed,
        asked=tuple(asked for asked in state.asked if asked.team is not state.turn),
    )


def end_used_up_turn(state: GameState) -> GameState:
    """Rulebook, "Number of Guesses": number plus one guesses, then the turn is over."""
    if state.guesses_left is not None and state.guesses_left <= 0:
        assert state.turn is not None
        return next_turn(state, state.turn.rival)
    return state


def _stopped(state: GameState) -> GameState:
    return replace(state, moves=(*state.moves, Move("end_turn", state.turn)))


def _touch(state: GameState, team: Team, cell: Cell, cover: CoverCard) -> GameState:
    """Rulebook, "Identifying": what follows when a team touches a card, by its colour."""
    moved = replace(state, moves=(*state.moves, Move("guess", team, cell, cover)))
    if cover is CoverCard.GAME_OVER:
        # "That team immediately loses the game."
        return _ended(moved, Outcome(team.rival, How.GAME_OVER_CARD))
    ended = _with_winner(moved)
    if ended.outcome is not None:
        return ended
    if cover.role.team is not team:
        # The rival's card or a neutral card ends the turn.
        return next_turn(moved, team.rival)
    if moved.turn is not team:
        moved = next_turn(moved, team)
    right = replace(
        moved,
        phase=Phase.GUESS,
        right_guesses=moved.right_guesses + 1,
        may_have_guessed=False,
    )
    return end_used_up_turn(right)


def _with_winner(state: GameState) -> GameState:
    """Rulebook, "Winning": the first team whose cards are all covered, in anyone's turn."""
    for team in Team:
        if state.remaining(team) == 0:
            chart = None
            if team is state.own_team:
                # Rulebook, "Two-Player Game": the rival cards not yet placed are the score.
                chart = chart_result(state.remaining(team.rival) or 0)
            return _ended(state, Outcome(team, How.ALL_FOUND, chart))
    return state


def _ended(state: GameState, outcome: Outcome) -> GameState:
    return replace(state, phase=Phase.OVER, outcome=outcome)


def _covered(state: GameState, cell: Cell, cover: CoverCard) -> GameState:
    check_stock(state, cell, cover)
    covers = (*state.covers[: cell.position], cover, *state.covers[cell.position + 1 :])
    return replace(state, covers=covers)


def _identified(state: GameState, cell: Cell, said: CoverCard | None) -> CoverCard:
    """Rulebook, "Identifying": what the key says; with a key on paper, what people say."""
    if state.key is not None:
        # What was said is passed over, not compared: a refusal would tell of the key.
        return CoverCard.for_role(state.key.role_at(cell))
    if said is None:
        raise RuleBrokenError("with a key on paper, say what the card is", cell=cell)
    return said


def _too_early(state: GameState, team: Team, cell: Cell) -> RuleBrokenError:
    turn = state.turn
    last = state.moves[-1] if state.moves else None
    own = CoverCard(team.value)
    if last is not None and last.kind == "guess" and last.team is team and last.cover is own:
        return NoGuessesLeftError(
            "the clue's number plus one guesses have been made", cell=cell, turn=turn
        )
    return NotYourTurnError(
        f"it is {state.edition.shown_as(str(turn))}'s turn", cell=cell, turn=turn
    )
