"""The one mutable object of a table: check, apply, keep, swap, tell."""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Callable, Collection
from dataclasses import replace
from time import time
from typing import Any

from companion.deck.cards import Deck
from companion.errors import (
    NotAllowedError,
    RuleBrokenError,
    StaleRevisionError,
    StoreError,
)
from companion.game.actions import (
    Action,
    ChooseKey,
    CoverLaid,
    NewGame,
    to_document,
)
from companion.game.key_card import Chance, EdgeUp, parse_code
from companion.game.rules import apply_action
from companion.game.state import CardOnTable, GameState, KeySource, Phase
from companion.store.store import Store
from companion.table.channel import Channel, Mailbox
from companion.table.dealing import Faces, deal_cards, with_dealt_key
from companion.table.discrepancy import Answer
from companion.table.keeper import Keeper
from companion.table.moment import Moment, after_action, cut_host_view, cut_view
from companion.table.permission import may_answer, require_allowed
from companion.table.reconcile import Memory, Verdict, cards_on_table, reconcile, without
from companion.table.resolving import actions_of, found_by_id
from companion.table.seats import Standing
from companion.table.showing import Shown, check_number
from companion.table.status import CameraState, CameraStatus
from companion.table.taking_up import next_game_id, take_up
from companion.terms import Audience, Cell, Team
from companion.vision.reading import SettledBoard

LOG = logging.getLogger(__name__)

MOST_LOOKS = 30
"""Looks in a row at one and the same table: 25 covers and some names. More would be a circle."""


class Referee:
    """Keeps one table: takes actions one at a time, and tells who listens.

    An action is, under one lock and in this order, **checked** (is it allowed, is it made on the
    newest view), **applied** by the rules, **kept** by the store, **swapped** in, and **told**.
    Where one of these fails the table stays as it was and nobody is told. Views may be asked for
    from any thread without waiting.

    Args:
        code: The table's code.
        store: Where accepted actions are kept. What it holds of this table is taken up again.
        channel: The listeners.
        rng: The chance by which cards and keys are dealt.
        deck: The cards in play, several decks mixed into one.
        clock: Seconds since 1970, for the log.
        keeper: Writes the actions down; all tables of a hall have one.

    Raises:
        StoreError: The store cannot be read. (A damaged evening is not raised: the table begins
            anew and its host view says what was wrong.)
    """

    def __init__(
        self,
        code: str,
        store: Store,
        channel: Channel,
        rng: Chance,
        *,
        deck: Deck,
        clock: Callable[[], float] = time,
        keeper: Keeper | None = None,
    ) -> None:
        self.code = code
        self.channel = channel
        self.deck = deck
        self._words = {card.id: card.word for card in deck.cards}
        self._store = store
        self._keeper = Keeper(store) if keeper is None else keeper
        self._rng = rng
        self._clock = clock
        # Reentrant: a listener may look at the table while it is being told.
        self._lock = threading.RLock()
        self._board: SettledBoard | None = None
        self._is_in_view = False
        self._memory = Memory()
        self._nonce = secrets.token_bytes(16)
        self._played_cards: Callable[[], Collection[str]] = tuple
        self._moment = take_up(store, code)
        self._shown = Shown()

    # ------------------------------------------------------------ looking

    @property
    def moment(self) -> Moment:
        """The table now. Holds secrets: pages show `view_for` and `host_view` only."""
        return self._moment

    @property
    def state(self) -> GameState:
        """The game now. Holds secrets."""
        return self._moment.state

    @property
    def revision(self) -> int:
        """Count of actions accepted at this table, over all games and restarts."""
        return self._moment.revision

    def view_for(self, audience: Audience) -> dict[str, Any]:
        """Give the whole view of an audience; not to be changed, others are given the same."""
        return self._shown.view(self._moment, audience, lambda now: cut_view(now, audience))

    def host_view(self) -> dict[str, Any]:
        """Give the view of the host's page; not to be changed."""
        return self._shown.view(self._moment, "host", cut_host_view)

    def check_number(self) -> int:
        """A number by which two cluemasters tell aloud that they look at the same key."""
        return check_number(self._nonce, self._moment)

    def tell_played_cards(self, played: Callable[[], Collection[str]]) -> None:
        """Say which cards, by id, lay on the table earlier this evening."""
        self._played_cards = played

    def listen(
        self, on_news: Callable[[], None], audience: Audience = Audience.TABLE_SCREEN
    ) -> Mailbox:
        """Begin to listen to this table; see `Channel`."""
        return self.channel.listen(on_news, audience=audience)

    # ------------------------------------------------------------ people

    def submit(self, action: Action, *, by: Standing, seen_revision: int | None = None) -> int:
        """Take one action, or refuse it.

        A `NewGame` is completed first: cards that nobody named are taken from the table if the
        camera sees one, else dealt; a key that the companion is to deal is dealt.

        Args:
            action: The action.
            by: Who asks.
            seen_revision: The revision that they saw; None for whoever looks at the table itself.

        Returns:
            The revision that this action made.

        Raises:
            NotAllowedError: It belongs to somebody else at the table.
            StaleRevisionError: The table has moved on since they looked.
            RuleBrokenError: The rules refuse it.
            StoreError: It could not be kept.
        """
        if isinstance(action, NewGame):
            return self.begin(action, by=by, seen_revision=seen_revision)
        with self._lock:
            self._check(action, by, seen_revision)
            if isinstance(action, ChooseKey):
                action = with_dealt_key(action, self._rng)
            revision = self._accept(action)
            self._look_again()
            return revision

    def begin(
        self,
        action: NewGame,
        *,
        by: Standing,
        seen_revision: int | None = None,
        faces: Faces = Faces.WORDS,
        deal_anyway: bool = False,
    ) -> int:
        """Begin a new game; the old one stays in the store.

        Args:
            action: The game. Cards and a dealt key may be left out.
            by: Who asks.
            seen_revision: The revision that they saw.
            faces: Which side is up, for cards that are dealt.
            deal_anyway: Deal the cards even though the camera sees a table.

        Returns:
            The revision that the new game made.

        Raises:
            NotAllowedError, StaleRevisionError, RuleBrokenError, StoreError: As `submit`.
        """
        with self._lock:
            self._check(action, by, seen_revision)
            if not action.cards:
                action = replace(action, cards=self._cards_to_play(faces, deal_anyway))
            revision = self._accept(with_dealt_key(action, self._rng))
            self._look_again()
            return revision

    def enter_key(
        self,
        code_text: str,
        *,
        by: Standing,
        edge_up: EdgeUp = EdgeUp.TOP,
        seen_revision: int | None = None,
    ) -> int:
        """Put the key card of a code on the stand.

        Args:
            code_text: The code as typed.
            by: Who asks; must be a cluemaster.
            edge_up: Which edge of the printed card is up.
            seen_revision: The revision that they saw.

        Raises:
            UnreadableError: It is no key code.
            NotAllowedError, StaleRevisionError, RuleBrokenError, StoreError: As `submit`.
        """
        action = ChooseKey(key_source=KeySource.ENTERED, key=parse_code(code_text, edge_up=edge_up))
        return self.submit(action, by=by, seen_revision=seen_revision)

    def answer(
        self,
        discrepancy_id: str,
        answer: Answer,
        *,
        by: Standing,
        team: Team | None = None,
        cells: tuple[Cell, ...] = (),
        seen_revision: int | None = None,
    ) -> int:
        """Resolve what the table and the score disagree about.

        Args:
            discrepancy_id: Which, by its id in the view.
            answer: One of its answers.
            by: Who asks.
            team: Who touched the card, where that is known and a wrong cover is confirmed.
            cells: For `Answer.IN_ORDER`, its cells in the order they were touched.
            seen_revision: The revision that they saw.

        Returns:
            The revision afterwards.

        Raises:
            NotAllowedError: It is for cluemasters.
            StaleRevisionError: As `submit`.
            RuleBrokenError: There is no such discrepancy (any more), or the rules refuse it.
            StoreError: As `submit`.
            ValueError: It has no such answer, or these are not its cells.
        """
        with self._lock:
            if not may_answer(by, self.state):
                raise NotAllowedError("what lies on the table is resolved by the cluemasters")
            self._require_newest(seen_revision)
            found = found_by_id(self._moment.discrepancies, discrepancy_id)
            meant = actions_of(found, answer, self._board, team=team, cells=cells)
            if answer is Answer.DISMISS:
                self._memory = without(self._memory, found)
            for action in meant:
                if isinstance(action, CoverLaid) and self.state.phase is Phase.SETTLE:
                    break  # the rest waits until the question is answered
                self._accept(action)
            self._look_again()
            return self.revision

    # ------------------------------------------------------------ the camera

    def see(self, board: SettledBoard) -> tuple[Action, ...]:
        """Take the table as it lies; whatever has plainly happened is accepted.

        Returns:
            The actions that were accepted.

        Raises:
            StoreError: One could not be kept; it is tried again with the next look.
        """
        with self._lock:
            self._board, self._is_in_view = board, True
            return self._look()

    def set_camera(self, status: CameraStatus) -> None:
        """Say how the camera is doing; tells everybody when that has changed."""
        with self._lock:
            if status == self._moment.camera:
                return
            moment = replace(self._moment, camera=status)
            if status.state is not CameraState.LIVE:
                # What was seen last says nothing of what is laid there meanwhile.
                self._is_in_view = False
                moment = replace(moment, laid=(), table_hint=None, is_cleared=False)
            if status.state in (CameraState.LOST, CameraState.NONE, CameraState.PAUSED):
                self._board = None
                moment = replace(moment, discrepancies=())
            self._moment = moment
            self.channel.tell(moment.revision)

    def note(self, **facts: Any) -> None:
        """Note facts that are no action of the game (`watchers`, `timer`, `undo_asked_by`)."""
        with self._lock:
            moment = replace(self._moment, **facts)
            if moment != self._moment:
                self._moment = moment
                self.channel.tell(moment.revision)

    # ------------------------------------------------------------ check, apply, keep, swap, tell

    def _check(self, action: Action, by: Standing, seen_revision: int | None) -> None:
        require_allowed(by, action, self.state)
        self._require_newest(seen_revision)

    def _require_newest(self, seen_revision: int | None) -> None:
        current = self._moment.revision
        if seen_revision is not None and seen_revision != current:
            raise StaleRevisionError(seen=seen_revision, current=current)

    def _accept(self, action: Action) -> int:
        """Apply, keep, swap, tell: the order is law."""
        old = self._moment
        state = apply_action(old.state, action)
        is_new = isinstance(action, NewGame) or old.game_id is None
        game_id = next_game_id(self._store, self.code) if is_new else str(old.game_id)
        number = 0 if is_new else old.action_count
        self._keeper.append_action(
            self.code, game_id, number, to_document(action), at_s=self._clock()
        )
        if isinstance(action, NewGame):
            self._memory = Memory()
        self._moment = after_action(
            old, state, game_id, begins=isinstance(action, NewGame), is_first=is_new
        )
        self.channel.tell(self._moment.revision)
        return self._moment.revision

    def _look(self) -> tuple[Action, ...]:
        """Compare game and table until the table has nothing more to say."""
        accepted: list[Action] = []
        if self._board is None or not self._is_in_view:
            return ()
        for _ in range(MOST_LOOKS):
            verdict = reconcile(self.state, self._board, self._memory, self._words)
            self._memory = verdict.memory
            self._note(verdict)
            if not verdict.actions:
                break
            # One at a time: each may change what the next one means.
            action = verdict.actions[0]
            require_allowed(Standing.CAMERA, action, self.state)
            try:
                self._accept(action)
            except RuleBrokenError as error:
                LOG.warning("the rules refused what the camera saw: %s", error.code)
                break
            accepted.append(action)
        return tuple(accepted)

    def _look_again(self) -> None:
        """Look once more after people have acted; what they did stands in any case."""
        try:
            self._look()
        except StoreError:
            LOG.exception("what the camera saw could not be kept; the next look tries again")

    def _note(self, verdict: Verdict) -> None:
        """Show what a look has found apart from actions; tells those who may see the change."""
        old = self._moment
        laid = () if self._board is None else cards_on_table(self._board, self._words)
        new = replace(
            old,
            laid=laid,
            discrepancies=verdict.discrepancies,
            table_hint=verdict.hint,
            is_cleared=verdict.is_cleared,
        )
        if new == old:
            return
        self._moment = new
        is_secret = new == replace(old, discrepancies=verdict.discrepancies)
        self.channel.tell(
            new.revision,
            only=Audience.CLUEMASTER if is_secret and not self.state.key_is_on_paper else None,
        )

    # ------------------------------------------------------------ the rest

    def _cards_to_play(self, faces: Faces, deal_anyway: bool) -> tuple[CardOnTable | None, ...]:
        if not deal_anyway:
            if self._board is not None and self._is_in_view:
                return cards_on_table(self._board, self._words)
            if self._moment.camera.state in (CameraState.LIVE, CameraState.HIDDEN):
                return ()  # they are named as soon as they are seen
        # Words that come back in the next game annoy.
        return deal_cards(self.deck, self._rng, faces, put_away=self._played_cards())
