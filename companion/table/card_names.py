"""Names for cards without tags: read once a game, while the table goes on."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass

from companion.errors import CompanionError
from companion.game.actions import Action, CardsSeen
from companion.game.state import CardOnTable
from companion.table.eyes import Look
from companion.table.referee import Referee
from companion.table.seats import Standing
from companion.vision.frame import Image
from companion.vision.reading import BoardReading, CellState

LOG = logging.getLogger(__name__)

STEADY_S = 1.0
"""So long all cards must lie in view: while they are dealt, hands come and go."""

LEAST_CARDS = 20
"""With more covers than this leaves, a game is too far gone for new names."""

MOST_TRIES = 3
AGAIN_AFTER_S = 15.0
"""Reading takes seconds of one processor; glare or a sleeve may have passed by the next try."""


@dataclass(frozen=True, slots=True)
class NamesRead:
    """What one picture says of the cards.

    Attributes:
        cards: All 25 in the guessers' reading order, None where one is not known.
        turn: How the reading they came from must be turned to be the guessers'; 0 as it was.
        is_mirrored: The camera shows the table mirrored; then no card has a name.
    """

    cards: tuple[CardOnTable | None, ...]
    turn: int
    is_mirrored: bool = False

    @property
    def count(self) -> int:
        """How many cards have a name."""
        return sum(card is not None for card in self.cards)


def in_background(work: Callable[[], None]) -> None:
    """Do something in a thread that does not keep the program alive."""
    threading.Thread(target=work, name="reader of words", daemon=True).start()


class CardNamer:
    """Looks over the shoulder of `Live` and gives the referee the cards' names.

    Args:
        referee: The table.
        read_names: Reads the names of the cards in a picture; takes seconds.
        turn_table: Told when the words say that the guessers sit elsewhere.
        mirror_table: Told whether the picture is mirrored, each time when names were read.
        run: How the reading is run; tests run it at once.
    """

    def __init__(
        self,
        referee: Referee,
        read_names: Callable[[Image, BoardReading], NamesRead],
        turn_table: Callable[[int], None],
        run: Callable[[Callable[[], None]], None] = in_background,
        mirror_table: Callable[[bool], None] = lambda _is_mirrored: None,
    ) -> None:
        self._referee = referee
        self._read_names = read_names
        self._turn_table = turn_table
        self._mirror_table = mirror_table
        self._run = run
        self._lock = threading.Lock()
        self._fresh: NamesRead | None = None
        self._is_reading = False
        self._begin(None)

    def _begin(self, game_id: str | None) -> None:
        """Another game: its cards have no names yet."""
        self._game_id = game_id
        self._names: NamesRead | None = None
        self._tries = 0
        self._tried_at_s = float("-inf")
        self._steady_since_s: float | None = None

    def look(self, look: Look, _accepted: tuple[Action, ...] = ()) -> None:
        """Take one look; to be called after each, in the thread that looks."""
        game_id = self._referee.moment.game_id
        if game_id != self._game_id:
            # Names that were read before the first game of an evening are that game's.
            names, was_before = self._names, self._game_id is None
            self._begin(game_id)
            self._names = names if was_before else None
        self._take_up()
        if self._names is not None:
            self._give(self._names)
        if self._is_due(look):
            self._start(look)

    def _take_up(self) -> None:
        """What was read meanwhile."""
        with self._lock:
            fresh, self._fresh = self._fresh, None
        if fresh is None:
            return
        self._mirror_table(fresh.is_mirrored)
        if fresh.is_mirrored:
            # People are told; as soon as they have switched it off the names can be read.
            self._tries = 0
            return
        if fresh.turn:
            self._turn_table(fresh.turn)
        if self._names is None or fresh.count > self._names.count:
            self._names = fresh

    def _give(self, names: NamesRead) -> None:
        """Name the cards of the game that have no name yet."""
        state = self._referee.state
        if not state.log:
            return
        held = {card.id for card in state.cards if card is not None}
        old_cards = state.cards or (None,) * len(names.cards)
        cards = tuple(
            old or (new if new is not None and new.id not in held else None)
            for old, new in zip(old_cards, names.cards, strict=True)
        )
        if cards == old_cards:
            return
        try:
            self._referee.submit(CardsSeen(cards), by=Standing.CAMERA)
        except CompanionError as error:
            LOG.warning("the cards' names were not taken: %s", error.message)

    def _is_due(self, look: Look) -> bool:
        reading, now_s = look.reading, look.frame.captured_at_s
        is_bare = (
            isinstance(reading, BoardReading)
            and sum(cell.state is CellState.CARD for cell in reading.cells) >= LEAST_CARDS
        )
        if not is_bare:
            self._steady_since_s = None
            return False
        if self._steady_since_s is None:
            self._steady_since_s = now_s
        has_enough = self._names is not None and self._names.count >= LEAST_CARDS
        return (
            not self._is_reading
            and not has_enough
            and self._tries < MOST_TRIES
            and now_s - self._steady_since_s >= STEADY_S
            and now_s - self._tried_at_s >= AGAIN_AFTER_S
        )

    def _start(self, look: Look) -> None:
        reading = look.reading
        if not isinstance(reading, BoardReading):
            return
        self._tries += 1
        self._tried_at_s = look.frame.captured_at_s
        self._is_reading = True
        board, image = reading, look.frame.image

        def work() -> None:
            names = None
            try:
                names = self._read_names(image, board)
            except Exception:
                # A reader of words that breaks must not end the evening: cards go without names.
                LOG.exception("the words on the cards could not be read")
            with self._lock:
                self._fresh = names
                self._is_reading = False

        self._run(work)
