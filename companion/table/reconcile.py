"""What the table has plainly done, and what people must say of the rest. Pure.

One thought decides most of it: **a cover is a guess only where the card was seen bare before, in
this game.** So covers that lie there when a game begins, when the companion comes back after a
break, or after their guess was taken back, are not guesses until they are lifted and laid again,
or until a cluemaster says so.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import permutations

from companion.errors import RuleBrokenError
from companion.game.actions import Action, CardsSeen, CorrectCell, CoverLaid
from companion.game.rules import apply_action
from companion.game.state import CardOnTable, GameState, Phase
from companion.table.discrepancy import Discrepancy, Kind
from companion.terms import ALL_CELLS, Cell, CoverCard, Face
from companion.vision.reading import CellState, SettledBoard, SettledCell

ORDER_SEEN_AFTER_S = 0.4
"""Two covers that came less than this apart were not seen to come one after the other: nobody
lays a second card so soon, so one hand hid both and then went."""

MOST_AT_ONCE = 4
"""Up to so many covers at once every order is tried (24); for more, people are asked at once."""

CLEARED_CELLS = 20
"""After a game, so many bare cells in view mean that the covers were taken off."""

OTHER_CARDS = 3
"""So many cards that are not this game's, and more than there are of its own, are not two cards
that somebody changed: this is another table, or the next game's cards."""


@dataclass(frozen=True, slots=True)
class Memory:
    """What one game's table has shown so far.

    Attributes:
        bare: Cells that were seen bare, and not covered since without that counting.
        counted: Cells that counted as covered at the last look.
        lying: The cover that was seen on each of those cells, right or accepted by people.
        dismissed: Discrepancies of which people want to hear no more.
    """

    bare: frozenset[Cell] = frozenset()
    counted: frozenset[Cell] = frozenset()
    lying: tuple[tuple[Cell, CoverCard], ...] = ()
    dismissed: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What follows from one look at the table.

    Attributes:
        actions: What has plainly happened, in order.
        discrepancies: What people must resolve.
        memory: For the next look. To be kept once the actions are.
        hint: What a host should know about the table, or None; no secret.
        is_cleared: The game is over and its covers are gone, or other cards lie there: the next
            game can begin.
    """

    actions: tuple[Action, ...] = ()
    discrepancies: tuple[Discrepancy, ...] = ()
    memory: Memory = field(default_factory=Memory)
    hint: str | None = None
    is_cleared: bool = False


def reconcile(
    state: GameState,
    board: SettledBoard,
    memory: Memory,
    words: dict[str, str] | None = None,
) -> Verdict:
    """Compare the game with the table as it lies.

    Cells that cannot be seen now give nothing. What the rules refuse, what contradicts the key,
    and what has two meanings becomes a `Discrepancy`.

    Args:
        state: The game.
        board: The table as it lies, settled.
        memory: What the last look at this game gave; `Memory()` before the first.
        words: The word of each card of the decks in play, by card id.
    """
    seen = tuple(board.at(cell) for cell in ALL_CELLS if _is_in_view(board, cell))
    covered = {lies.cell: lies.cover for lies in seen if lies.cover is not None}
    bare = {lies.cell for lies in seen if lies.state in (CellState.CARD, CellState.EMPTY)}
    counted = frozenset(cell for cell in ALL_CELLS if state.cover_at(cell) is not None)
    cards = cards_on_table(board, words or {})
    has_begun = bool(state.moves)
    is_other = _are_other_cards(state, cards, board)

    if state.phase is Phase.SETUP:
        # Nothing counts yet. A card covered now is not bare when the game begins.
        known = (memory.bare | bare) - covered.keys()
        return Verdict(_names(state, cards, is_fresh=True), memory=Memory(bare=known))
    if is_other and (has_begun or state.phase is Phase.OVER):
        is_over = state.phase is Phase.OVER
        hint = None if is_over else "the cards on the table are not those of this game"
        return Verdict(memory=memory, hint=hint, is_cleared=is_over)

    # A guess taken back: its cover counts again only after it was lifted.
    known = (memory.bare - (memory.counted - counted)) | bare
    lying = {cell: cover for cell, cover in memory.lying if cell in counted}
    found = _Findings(state, known)
    for cell, cover in covered.items():
        if cell not in counted:
            found.weigh_new(cell, cover, board.at(cell).since_s)
            continue
        is_confirmed = cell not in memory.counted or cover is lying.get(cell)
        if cover is not state.cover_at(cell) and not is_confirmed:
            found.weigh_changed(cell, cover, was_seen=cell in lying)
        else:
            # Right, or lying there when a cluemaster let it count whatever its colour.
            lying[cell] = cover
    # People clear the table after a game: then only one cover that is gone, with the others still
    # lying, can be meant as a correction.
    gone = [cell for cell in lying if cell in bare]
    if state.phase is not Phase.OVER or len(gone) == 1:
        found.discrepancies += [Discrepancy(Kind.LIFTED, (cell,)) for cell in gone]
    actions = _names(state, cards, is_fresh=not has_begun) + found.settle_order()

    ids = {discrepancy.id for discrepancy in found.discrepancies}
    return Verdict(
        actions=actions,
        discrepancies=tuple(d for d in found.discrepancies if d.id not in memory.dismissed),
        memory=Memory(
            bare=known,
            counted=counted,
            lying=tuple(lying.items()),
            dismissed=memory.dismissed & ids,
        ),
        is_cleared=state.phase is Phase.OVER and len(bare) >= CLEARED_CELLS and not covered,
    )


def cards_on_table(board: SettledBoard, words: dict[str, str]) -> tuple[CardOnTable | None, ...]:
    """Name the 25 cards of a settled board; None where the card is not one of these decks."""
    return tuple(_card(board.at(cell), words) for cell in ALL_CELLS)


def without(memory: Memory, discrepancy: Discrepancy) -> Memory:
    """Say no more of a discrepancy while the table stays as it is."""
    return replace(memory, dismissed=memory.dismissed | {discrepancy.id})


class _Findings:
    """What one look has found so far."""

    def __init__(self, state: GameState, known_bare: frozenset[Cell]) -> None:
        self.state = state
        self.known_bare = known_bare
        self.discrepancies: list[Discrepancy] = []
        self._new: list[tuple[float, Cell, CoverCard]] = []
        self._corrections: list[Action] = []

    def weigh_new(self, cell: Cell, cover: CoverCard, since_s: float) -> None:
        """A cover on a cell that does not count as covered."""
        if self.state.phase is Phase.OVER:
            return  # people turn over what is left
        key = self.state.key
        if key is not None and key.role_at(cell) is not cover.role:
            self.discrepancies.append(
                Discrepancy(Kind.WRONG_COVER, (cell,), cover, key.role_at(cell))
            )
        elif cell not in self.known_bare:
            self.discrepancies.append(Discrepancy(Kind.LYING, (cell,), cover))
        else:
            self._new.append((since_s, cell, cover))

    def weigh_changed(self, cell: Cell, cover: CoverCard, *, was_seen: bool) -> None:
        """A cover of another colour than the one that counts."""
        key = self.state.key
        if key is not None:
            # The key has spoken: the score stays, whatever lies there.
            if key.role_at(cell) is not cover.role:
                self.discrepancies.append(
                    Discrepancy(Kind.WRONG_COVER, (cell,), cover, key.role_at(cell), counted=True)
                )
        elif was_seen:
            # With a key on paper covers are believed, so a cover put right is believed too.
            correction = CorrectCell(cell, cover)
            try:
                apply_action(self.state, correction)
            except RuleBrokenError as error:
                self._refuse(cell, cover, error)
            else:
                self._corrections.append(correction)

    def settle_order(self) -> tuple[Action, ...]:
        """Bring the new covers into the order they came in, as far as that was seen."""
        actions = list(self._corrections[:1])  # the rest is weighed again after the first
        if actions:
            return tuple(actions)
        state = self.state
        for group in _groups(sorted(self._new)):
            if state.phase is Phase.SETTLE:
                break  # nothing is decided before the cluemasters have answered
            tried = _try_every_order(state, group)
            if tried is None:
                cells = tuple(sorted(cover.cell for cover in group))
                self.discrepancies.append(Discrepancy(Kind.ORDER, cells))
                break
            if isinstance(tried, RuleBrokenError):
                self._refuse(group[0].cell, group[0].cover, tried)
                continue
            state, taken = tried
            actions += taken
        return tuple(actions)

    def _refuse(self, cell: Cell, cover: CoverCard, error: RuleBrokenError) -> None:
        self.discrepancies.append(Discrepancy(Kind.REFUSED, (cell,), cover, reason=error.message))


def _groups(new: list[tuple[float, Cell, CoverCard]]) -> list[list[CoverLaid]]:
    groups: list[list[CoverLaid]] = []
    last_s = float("-inf")
    for since_s, cell, cover in new:
        if since_s - last_s >= ORDER_SEEN_AFTER_S or not groups:
            groups.append([])
        groups[-1].append(CoverLaid(cell, cover))
        last_s = since_s
    return groups


def _try_every_order(
    state: GameState, group: list[CoverLaid]
) -> tuple[GameState, list[CoverLaid]] | RuleBrokenError | None:
    """Apply covers that came at once; None when it matters in which order."""
    if len(group) > MOST_AT_ONCE:
        return None
    ends: list[GameState] = []
    for order in permutations(group):
        end = state
        try:
            for action in order:
                end = apply_action(end, action)
        except RuleBrokenError as error:
            return error if len(group) == 1 else None
        ends.append(end)
    if any(_score(end) != _score(ends[0]) for end in ends):
        return None
    return ends[0], list(group)


def _score(state: GameState) -> tuple[object, ...]:
    """All that a different order of covers could change, but for the order itself."""
    return (
        state.covers,
        state.turn,
        state.phase,
        state.clue,
        state.right_guesses,
        state.may_have_guessed,
        state.question,
        state.outcome,
    )


def _is_in_view(board: SettledBoard, cell: Cell) -> bool:
    return cell not in board.hidden and board.at(cell).state is not CellState.HIDDEN


def _card(lies: SettledCell, words: dict[str, str]) -> CardOnTable | None:
    if lies.card is None or lies.card not in words:
        return None
    return CardOnTable(lies.card, words[lies.card], lies.face or Face.WORD)


def _names(
    state: GameState, cards: tuple[CardOnTable | None, ...], *, is_fresh: bool
) -> tuple[Action, ...]:
    """Take the cards' names from the table.

    Before the first clue or cover the table is right; afterwards only cards that had no name yet
    get one. A name is forgotten only when its card is seen elsewhere.
    """
    if not state.log:
        return ()  # no game yet that could hold them
    # A card lies once only: of two that look the same (printed twice, misread) one keeps the name.
    ids = [None if card is None else card.id for card in cards]
    cards = tuple(
        card if card and ids.index(card.id) == at else None for at, card in enumerate(cards)
    )
    elsewhere = {card.id for card in cards if card is not None}
    held = {card.id for card in state.cards if card is not None}
    if is_fresh:
        named = tuple(
            new or (None if old is not None and old.id in elsewhere else old)
            for old, new in zip(state.cards, cards, strict=True)
        )
    else:
        named = tuple(
            old or (None if new is not None and new.id in held else new)
            for old, new in zip(state.cards, cards, strict=True)
        )
    return (CardsSeen(named),) if named != state.cards else ()


def _are_other_cards(
    state: GameState, cards: tuple[CardOnTable | None, ...], board: SettledBoard
) -> bool:
    pairs = [
        (old.id, new.id)
        for cell, old, new in zip(ALL_CELLS, state.cards, cards, strict=True)
        if old is not None and new is not None and _is_in_view(board, cell)
    ]
    other = sum(old != new for old, new in pairs)
    return other >= OTHER_CARDS and other > len(pairs) - other
