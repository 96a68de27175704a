"""A table whose covers people lay and lift, and a camera that looks when told to."""

from __future__ import annotations

import zlib
from random import Random

from companion.deck.cards import load_deck
from companion.game.actions import Action
from companion.game.key_card import deal_key_card
from companion.game.rules import apply_action
from companion.game.state import GameState
from companion.table.dealing import deal_cards
from companion.table.discrepancy import Kind
from companion.table.reconcile import Memory, Verdict, reconcile
from companion.terms import ALL_CELLS, Cell, CoverCard, Face, Role, Team
from companion.vision.reading import CellState, SettledBoard, SettledCell

KEY = deal_key_card(Random(5), starting_team=Team.ORANGE)
DECK = load_deck("springfield")
CARDS = deal_cards(DECK, Random(6))
WORDS = {card.id: card.word for card in DECK.cards}


class Table:
    """The table as it lies."""

    def __init__(self) -> None:
        self.covers: dict[Cell, CoverCard] = {}
        self.since_s: dict[Cell, float] = {}
        self.hidden: frozenset[Cell] = frozenset()
        self.unknown: frozenset[Cell] = frozenset()
        self.cards = CARDS
        self.now_s = 0.0

    def lay(self, *covers: tuple[Cell, CoverCard | Role], apart_s: float = 2.0) -> Table:
        for cell, cover in covers:
            self.now_s += apart_s
            self.covers[cell] = CoverCard(cover.value)
            self.since_s[cell] = self.now_s
        return self

    def lift(self, *cells: Cell) -> Table:
        self.now_s += 2.0
        for cell in cells:
            del self.covers[cell]
            self.since_s[cell] = self.now_s
        return self

    def board(self) -> SettledBoard:
        return SettledBoard(
            cells=tuple(self._cell(cell) for cell in ALL_CELLS),
            hidden=self.hidden,
            at_s=self.now_s,
        )

    def _cell(self, cell: Cell) -> SettledCell:
        cover = self.covers.get(cell)
        card = None if cell in self.unknown else self.cards[cell.position]
        return SettledCell(
            cell=cell,
            state=CellState.COVERED if cover else CellState.CARD,
            card=card and card.id,
            face=Face.WORD if card else None,
            cover=cover,
            since_s=self.since_s.get(cell, 0.0),
        )


class Watcher:
    """Looks at a table again and again, applying what each look gives."""

    def __init__(self, state: GameState, table: Table) -> None:
        self.state = state
        self.table = table
        self.memory = Memory()
        self.accepted: list[Action] = []

    def look(self) -> Verdict:
        while True:
            verdict = reconcile(self.state, self.table.board(), self.memory, WORDS)
            self.memory = verdict.memory
            if not verdict.actions:
                return verdict
            for action in verdict.actions:
                self.act(action)
                self.accepted.append(action)

    def act(self, *actions: Action) -> None:
        for action in actions:
            self.state = apply_action(self.state, action)


def kinds(verdict: Verdict) -> list[tuple[Kind, tuple[Cell, ...]]]:
    return [(found.kind, found.cells) for found in verdict.discrepancies]


def finger_print(state: GameState) -> int:
    """A number that stands for the whole state, the same in every process."""
    return zlib.crc32(repr(state).encode())
