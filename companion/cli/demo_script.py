"""A whole game as a screenplay for the simulated table, with what must come of it.

The script's people know what they do, the camera sees only covers. So two games are followed side
by side while the script is written: the **true** one, in which every touch and every stop is
certain, and the **table's**, to which only covers and taps are told. A stop is forgotten, or a
clue only spoken, just where the table can still come to the true score, asking if need be.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any, TypeAlias

from companion.cli.demo_game import DemoGame, Expected, ExpectedCover
from companion.errors import RuleBrokenError
from companion.game.actions import (
    Action,
    CardsSeen,
    CoverLaid,
    CoverLifted,
    EndTurn,
    GiveClue,
    NewGame,
    Settle,
    Undo,
    to_document,
)
from companion.game.state import EMPTY_TABLE, CardOnTable, GameState, KeySource, Question
from companion.game.stock import COVER_STOCK
from companion.simulated.faces import FaceKey
from companion.simulated.screenplay import Bump, Deal, Hand, Lay, Lift, Step, Tap, Wait
from companion.terms import ALL_CELLS, Cell, CoverCard, Team

Apply: TypeAlias = Callable[[GameState, Action], GameState]
"""The rules, handed in: the command line itself does not know them."""

FORGOTTEN_STOP = 3
"""Every third stop is not tapped."""

WRONG_COVER_SHARE = 0.08
BUMP_SHARE = 0.08
HAND_SHARE = 0.25
"""Per cover: a wrong one is laid and taken back; the camera is knocked; somebody points."""

GAME_PATIENCE_S = 20.0
"""A new game waits until the camera has named all 25 cards."""


def write_script(
    actions: Sequence[Action],
    apply: Apply,
    rng: Random,
    *,
    cards: Sequence[CardOnTable] = (),
    has_slips: bool = True,
) -> DemoGame:
    """Turn a game into a screenplay.

    Args:
        actions: The `NewGame` and all that followed, as made up or read from a file.
        apply: The rules.
        rng: Chance: slips and pauses.
        cards: The 25 cards, where the game does not name them.
        has_slips: Whether anything goes wrong: forgotten stops, wrong covers, bumps, hands.

    Raises:
        ValueError: No new game, or not 25 cards.
        RuleBrokenError: The rules refuse an action.
    """
    first = actions[0] if actions else None
    if not isinstance(first, NewGame):
        raise ValueError(f"a game begins with a new game, not with {first!r}")
    named = [card for card in (first.cards or cards) if card is not None]
    if len(named) != len(ALL_CELLS):
        raise ValueError(f"a game has {len(ALL_CELLS)} named cards, not {len(named)}")
    director = _Director(replace(first, cards=tuple(named)), apply, rng, has_slips=has_slips)
    director.direct(actions[1:])
    return director.game()


class _Director:
    """Writes one screenplay."""

    def __init__(self, new_game: NewGame, apply: Apply, rng: Random, *, has_slips: bool) -> None:
        self._new_game = new_game
        self._apply = apply
        self._rng = rng
        self._has_slips = has_slips
        self._truth = apply(EMPTY_TABLE, new_game)
        self._table = self._truth
        self._laid: list[ExpectedCover] = []
        self._questions: list[Question] = []
        self._wrong: list[tuple[Cell, CoverCard]] = []
        self._stops = 0
        self._forgotten = 0
        self._clue_is_spoken = False
        self._steps: list[Step] = [
            Wait(0.5),
            Deal(tuple(_card_face(card) for card in new_game.cards if card is not None)),
            Wait(1.0),
            self._tap(_without_cards(new_game), cards=_ids(new_game)),
            Wait(1.0),
        ]

    def direct(self, actions: Sequence[Action]) -> None:
        position = 0
        while position < len(actions):
            action, rest = actions[position], actions[position + 1 :]
            position += 1
            match action:
                case CardsSeen() | Settle(cell=None):
                    # The camera names the cards; an answer belongs to its question, below.
                    self._truth = self._apply(self._truth, action)
                case GiveClue():
                    self._give_clue(action)
                case EndTurn():
                    self._stop(action, rest)
                case _:
                    self._do(action, rest)

    def game(self) -> DemoGame:
        state = self._truth
        self._steps.append(Wait(3.0))
        return DemoGame(
            new_game=self._new_game,
            steps=tuple(self._steps),
            expected=Expected(
                laid=tuple(self._laid),
                covers=state.covers,
                turn=state.turn,
                remaining=tuple((team, state.remaining(team)) for team in Team),
                outcome=state.outcome,
                questions=tuple(self._questions),
                wrong_covers=tuple(self._wrong),
                forgotten_stops=self._forgotten,
            ),
            touched=tuple(_touched(state).items()),
        )

    # ------------------------------------------------------------ what is said

    def _give_clue(self, action: GiveClue) -> None:
        # Said with its team: a phone is one team's cluemaster's.
        said = replace(action, team=action.team or _speaker(self._apply, self._truth, action))
        self._truth = self._apply(self._truth, said)
        if self._clue_is_spoken:
            self._clue_is_spoken = False
        else:
            self._table = self._apply(self._table, said)
            self._steps.append(self._tap(said))
        self._pause(0.8, 1.6)

    def _stop(self, action: EndTurn, rest: Sequence[Action]) -> None:
        action = replace(action, team=action.team or self._truth.turn)
        self._truth = self._apply(self._truth, action)
        self._stops += 1
        if self._has_slips and self._stops % FORGOTTEN_STOP == 0:
            is_spoken = self._forgotten % 2 == 0
            for spoken in (is_spoken, not is_spoken):
                if self._comes_right(rest, is_clue_spoken=spoken):
                    self._forgotten += 1
                    self._clue_is_spoken = spoken and _next_is_clue(rest)
                    self._pause(0.8, 1.6)
                    return
        self._table = self._apply(self._table, action)
        self._steps.append(self._tap(action))
        self._pause(0.5, 1.2)

    def _comes_right(self, rest: Sequence[Action], *, is_clue_spoken: bool) -> bool:
        """Whether the table comes to the true score without the stop, until the next one."""
        truth, table = self._truth, self._table
        is_unsaid, has_cover = is_clue_spoken, False
        try:
            for action in rest:
                before, truth = truth, self._apply(truth, action)
                match action:
                    case GiveClue() if is_unsaid:
                        is_unsaid = False
                    case GiveClue():
                        team = None if truth.clue is None else truth.clue.team
                        table = self._apply(table, replace(action, team=team))
                    case EndTurn():
                        table = self._apply(table, replace(action, team=before.turn))
                    case _:
                        for cell in _changed(before, truth):
                            table, _ = self._seen(table, cell, truth)
                            has_cover = True
                        if not _agree(truth, table):
                            return False
                if has_cover and truth.turn is not before.turn:
                    break
        except RuleBrokenError:
            return False
        return _agree(truth, table)

    # ------------------------------------------------------------ what is laid

    def _do(self, action: Action, rest: Sequence[Action]) -> None:
        """Whatever changes covers is done by hand; the rest is tapped."""
        before = self._truth
        self._truth = self._apply(before, action)
        changed = _changed(before, self._truth)
        if isinstance(action, CoverLifted):
            self._lift_for_good(action)
            return
        if not changed or isinstance(action, Undo):
            self._steps.append(self._tap(action))
            self._table = self._apply(self._table, action)
            self._pause(0.5, 1.0)
        true_end = self._truth
        if true_end.question is not None and rest and isinstance(rest[0], Settle):
            true_end = self._apply(true_end, rest[0])
        for cell in changed:
            self._change(cell, before.cover_at(cell), true_end)

    def _change(self, cell: Cell, old: CoverCard | None, true_end: GameState) -> None:
        new = true_end.cover_at(cell)
        if old is not None:
            self._steps.append(Lift(cell))
            self._pause(0.8, 1.2)
        if new is None:
            return
        self._say_stop_if_needed(cell, true_end)
        self._fumble(cell, new)
        self._steps.append(Lay(cell, self._cover_face(new)))
        self._pause(1.3, 2.2)
        self._table, question = self._seen(self._table, cell, true_end)
        if question is not None:
            self._questions.append(question)
            answer = _touched(true_end).get(cell)
            if answer is not None:
                self._steps.append(self._tap(Settle(answer), question=True))
                self._pause(0.6, 1.0)
        self._laid.append(ExpectedCover(cell, new, true_end.turn))

    def _say_stop_if_needed(self, cell: Cell, true_end: GameState) -> None:
        """A stop that the game as written implies is tapped where the cover does not tell it."""
        if _agree(true_end, self._seen(self._table, cell, true_end)[0]):
            return
        try:
            stopped = self._apply(self._table, EndTurn(self._table.turn))
            comes_right = _agree(true_end, self._seen(stopped, cell, true_end)[0])
        except RuleBrokenError:
            return
        if comes_right:
            self._steps.append(self._tap(EndTurn(self._table.turn)))
            self._table = stopped

    def _lift_for_good(self, action: CoverLifted) -> None:
        self._steps.append(Lift(action.cell))
        self._pause(1.0, 1.5)
        self._table = self._apply(self._table, action)
        place = {"row": action.cell.row, "col": action.cell.col}
        self._steps.append(Tap("answer", {"kind": "lifted", **place, "answer": "confirm"}))
        self._pause(0.6, 1.0)

    def _fumble(self, cell: Cell, right: CoverCard) -> None:
        """Now and then something goes wrong before a cover lies where it belongs."""
        if not self._has_slips:
            return
        if self._rng.random() < HAND_SHARE:
            self._steps.append(Hand())
            self._pause(0.4, 0.8)
        if self._rng.random() < BUMP_SHARE:
            self._steps.append(Bump())
            self._pause(0.8, 1.2)
        others = [
            cover
            for cover in COVER_STOCK
            if cover not in (right, CoverCard.GAME_OVER) and self._left_in_stock(cover) > 0
        ]
        # With a key on paper a wrong cover is believed: then nobody may be so careless.
        is_checked = self._new_game.key_source is not KeySource.PAPER
        if others and is_checked and self._rng.random() < WRONG_COVER_SHARE:
            wrong = self._rng.choice(others)
            self._wrong.append((cell, wrong))
            self._steps += [Lay(cell, self._cover_face(wrong)), Wait(1.8), Lift(cell), Wait(1.2)]

    def _seen(
        self, table: GameState, cell: Cell, truth: GameState
    ) -> tuple[GameState, Question | None]:
        """The table after it has seen one change, and what it asked; its question is answered."""
        cover = truth.cover_at(cell)
        if table.cover_at(cell) is not None:
            table = self._apply(table, CoverLifted(cell))
        if cover is None:
            return table, None
        table = self._apply(table, CoverLaid(cell, cover))
        question, answer = table.question, _touched(truth).get(cell)
        if question is not None and answer is not None:
            table = self._apply(table, Settle(answer))
        return table, question

    # ------------------------------------------------------------ small things

    def _cover_face(self, cover: CoverCard) -> FaceKey:
        # Rulebook, "Cover Cards": the extra card is the starting team's ninth.
        if cover in COVER_STOCK and self._lying(cover) >= COVER_STOCK[cover]:
            return ("cover_card", "extra", cover.value)
        return ("cover_card", cover.value, "front")

    def _left_in_stock(self, cover: CoverCard) -> int:
        return COVER_STOCK[cover] - self._lying(cover)

    def _lying(self, cover: CoverCard) -> int:
        return self._table.covered_count(cover)

    def _pause(self, least_s: float, most_s: float) -> None:
        self._steps.append(Wait(round(self._rng.uniform(least_s, most_s), 2)))

    def _tap(
        self, action: Action, *, cards: tuple[str, ...] | None = None, question: bool = False
    ) -> Tap:
        """A tap, with what its people see on the screen before they tap."""
        payload: dict[str, Any] = {
            "move": to_document(action, edition=self._new_game.edition),
            "edition": self._new_game.edition.value,
        }
        if cards is not None:
            return Tap(action.name, payload | {"cards": cards}, GAME_PATIENCE_S)
        covers = sum(cover is not None for cover in self._table.covers)
        return Tap(action.name, payload | {"covers": covers, "question": question})


def _agree(truth: GameState, table: GameState) -> bool:
    return (
        truth.covers == table.covers
        and truth.turn is table.turn
        and truth.outcome == table.outcome
        and table.question is None
        # A clue that the table takes for this turn's would bar the next one.
        and (table.clue is None or table.clue == truth.clue)
    )


def _changed(before: GameState, after: GameState) -> list[Cell]:
    return [cell for cell in ALL_CELLS if before.cover_at(cell) is not after.cover_at(cell)]


def _touched(state: GameState) -> dict[Cell, Team]:
    return {
        move.cell: move.team
        for move in state.moves
        if move.cell is not None and move.team is not None
    }


def _speaker(apply: Apply, state: GameState, clue: GiveClue) -> Team | None:
    given = apply(state, clue).clue
    return None if given is None else given.team


def _next_is_clue(rest: Sequence[Action]) -> bool:
    return bool(rest) and isinstance(rest[0], GiveClue)


def _card_face(card: CardOnTable) -> FaceKey:
    return ("card", card.id, card.face.value)


def _ids(new_game: NewGame) -> tuple[str, ...]:
    return tuple(card.id for card in new_game.cards if card is not None)


def _without_cards(new_game: NewGame) -> NewGame:
    """The same game, its cards to be named by the camera; its key is one of the script's."""
    source = KeySource.ENTERED if new_game.key is not None else new_game.key_source
    return replace(new_game, cards=(), key_source=source)
