"""Whole games by chance, seen cover by cover: the score is the true one at every moment.

People lay covers, now and then a wrong one that is put right, several under one hand, or one whose
guess is taken back; they tap clues, and every third stop is forgotten. The camera sees the table
only through `see`; questions are answered with the truth.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

import pytest

from companion.deck.cards import load_deck
from companion.game.actions import EndTurn, GiveClue, Guess, NewGame, RivalCover, Settle, Undo
from companion.game.key_card import deal_key_card
from companion.game.rules import apply_action, start_game
from companion.game.state import GameState, KeySource, Mode, Phase
from companion.store.store import Store
from companion.table.channel import Channel
from companion.table.referee import Referee
from companion.table.seats import Standing
from companion.terms import ALL_CELLS, Audience, Cell, CoverCard, Role, Team
from tests.table.watching import CARDS, Table

BY = Standing.CLUEMASTER
OTHER_COVERS = {cover: tuple(c for c in CoverCard if c is not cover) for cover in CoverCard}


@dataclass
class Evening:
    """One game, played on a table and kept by a referee that only sees the covers."""

    referee: Referee
    truth: GameState
    rng: Random
    taps_clues: bool
    table: Table = field(default_factory=Table)
    stops: int = 0
    questions: int = 0
    wrong_covers: int = 0

    def look(self) -> None:
        self.referee.see(self.table.board())

    def give_clue(self) -> None:
        team = self.truth.turn
        self.truth = apply_action(self.truth, GiveClue("vehicle", self.rng.randint(1, 3)))
        if self.taps_clues and self.truth.clue is not None:
            clue = GiveClue("vehicle", self.truth.clue.number, team)
            self.referee.submit(clue, by=BY, seen_revision=self.referee.revision)

    def touch(self, cell: Cell, action: Guess | RivalCover) -> None:
        team = self.truth.turn
        assert self.truth.key is not None
        assert team is not None
        cover = CoverCard.for_role(self.truth.key.role_at(cell))
        before = self.truth
        self.truth = apply_action(self.truth, action)
        if not self.referee.state.key_is_on_paper and self.rng.random() < 0.15:
            self.lay_a_wrong_cover_first(cell, cover)
        self.table.lay((cell, cover))
        self.look()
        self.answer(team)
        if self.rng.random() < 0.1 and self.truth.outcome is None and self.taps_clues:
            self.take_back_and_lay_again(cell, cover, before, action, team)

    def lay_a_wrong_cover_first(self, cell: Cell, right: CoverCard) -> None:
        self.wrong_covers += 1
        state = self.referee.state
        public = self.referee.view_for(Audience.GUESSER)
        self.table.lay((cell, self.rng.choice(OTHER_COVERS[right])))
        self.look()
        assert self.referee.state is state
        assert self.referee.view_for(Audience.GUESSER) == public
        if self.rng.random() < 0.5:
            self.table.lift(cell)
            self.look()

    def take_back_and_lay_again(
        self,
        cell: Cell,
        cover: CoverCard,
        before: GameState,
        action: Guess | RivalCover,
        team: Team,
    ) -> None:
        was = self.referee.state
        while self.referee.state.cover_at(cell) is not None:
            self.referee.submit(Undo(), by=BY)
        self.look()
        assert self.referee.state.cover_at(cell) is None
        self.table.lift(cell)
        self.look()
        self.table.lay((cell, cover))
        self.look()
        self.answer(team)
        assert self.referee.state.covers == was.covers
        self.truth = apply_action(before, action)

    def answer(self, team: Team) -> None:
        if self.referee.state.phase is Phase.SETTLE:
            self.questions += 1
            self.referee.submit(Settle(team), by=BY)

    def stop(self) -> None:
        self.truth = apply_action(self.truth, EndTurn())
        self.stops += 1
        if self.stops % 3:
            self.referee.submit(EndTurn(), by=BY)

    def play(self) -> None:
        self.look()
        while self.truth.outcome is None:
            if self.truth.is_rivals_turn:
                cell = self.rng.choice(self.bare(Role.YELLOW))
                self.touch(cell, RivalCover(cell))
            else:
                self.play_a_turn()
            self.compare()

    def play_a_turn(self) -> None:
        team = self.truth.turn
        assert team is not None
        self.give_clue()
        while self.truth.outcome is None and self.truth.turn is team:
            if self.truth.right_guesses and self.rng.random() < 0.4:
                self.stop()
                return
            own = self.bare(Role.of_team(team))
            cell = self.rng.choice(own if self.rng.random() < 0.7 else self.bare())
            self.touch(cell, Guess(cell))
            self.compare()

    def bare(self, role: Role | None = None) -> list[Cell]:
        key = self.truth.key
        assert key is not None
        return [
            cell
            for cell in ALL_CELLS
            if self.truth.cover_at(cell) is None and role in (None, key.role_at(cell))
        ]

    def compare(self) -> None:
        seen = self.referee.state
        assert seen.covers == self.truth.covers
        assert seen.outcome == self.truth.outcome


def an_evening(seed: int, mode: Mode, *, taps_clues: bool, on_paper: bool) -> Evening:
    rng = Random(seed)
    starting = Team.ORANGE if mode is Mode.TWO_PLAYER else None
    key = deal_key_card(rng, starting_team=starting)
    truth = start_game(NewGame(mode=mode, key=key, cards=CARDS))
    store = Store("sqlite://")
    referee = Referee("home", store, Channel(), rng, deck=load_deck("springfield"))
    if on_paper:
        game = NewGame(
            mode=mode,
            key_source=KeySource.PAPER,
            starting_team=key.starting_team,
            cards=CARDS,
        )
    else:
        game = NewGame(mode=mode, key_source=KeySource.ENTERED, key=key, cards=CARDS)
    referee.submit(game, by=BY)
    return Evening(referee, truth, rng, taps_clues)


@pytest.mark.parametrize("on_paper", [False, True], ids=["known key", "key on paper"])
@pytest.mark.parametrize("taps_clues", [True, False], ids=["clues tapped", "clues spoken"])
@pytest.mark.parametrize("mode", [Mode.TEAMS, Mode.TWO_PLAYER])
def test_score_is_the_true_one_at_every_moment(
    mode: Mode, taps_clues: bool, on_paper: bool
) -> None:
    questions = wrong_covers = 0
    for seed in range(12):
        evening = an_evening(seed, mode, taps_clues=taps_clues, on_paper=on_paper)
        evening.play()
        questions += evening.questions
        wrong_covers += evening.wrong_covers

    assert on_paper or wrong_covers > 0
    assert questions > 0 or taps_clues
