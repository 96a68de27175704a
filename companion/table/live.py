"""Watches a camera for a table: one thread reads, one looks, and only the newest frame counts."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from companion.errors import CameraLostError, CompanionError, StoreError
from companion.game.actions import Action
from companion.table.eyes import Assistant, Eyes, Look, Settling, picture_to_show
from companion.table.referee import Referee
from companion.table.status import CameraState, CameraStatus
from companion.vision.frame import Frame, FrameSource
from companion.vision.other_deck import say_other_deck
from companion.vision.reading import BoardReading, SettledBoard, Unseen

LOG = logging.getLogger(__name__)

UNSEEN_AFTER_S = 1.5
"""A hand over the whole table, or a bump, passes in less; after this the host is told."""

HIDDEN_AFTER_S = 8.0
"""Guessers point at cards for seconds; a cell hidden for longer is something left lying."""

RETRY_AFTER_S = (0.5,)
"""Waits before a lost camera is tried again; the last one is repeated. A camera that comes back is
to be seen within two seconds, and a network camera takes one to open."""


NOT_KEPT = (
    "what the camera saw cannot be kept: is the disk full, or does another program hold the file?"
)
"""What everybody is told; where the file lies is for the log."""

STOP_WITHIN_S = 5.0
"""A camera that hangs in a read is left to its thread, which does not keep the program alive."""


MEASURED = "the camera is being measured: nothing on the table is counted meanwhile"

KeepPhoto = Callable[[str, int, bytes], None]
"""Keeps a photo: the game, after how many actions, the JPEG."""


@dataclass(frozen=True, slots=True)
class _Lost:
    """The camera gives no more pictures, and why."""

    hint: str


class Live:
    """The eyes of one table.

    With `start` two threads run until `stop`: one reads the source as fast as it gives frames,
    the other looks at the newest. Frames that come while it looks are dropped, never queued. On a
    stepped source no thread is needed: `step` does the same for one frame.

    Args:
        referee: The table.
        open_source: Opens the camera; called again after it was lost.
        eyes: The functions that see.
        on_look: Called after each look with what was seen and what was accepted.
        keep_photo: Keeps the picture of the cards after each action of a game.

    Example:
        A source on a virtual clock is driven by hand::

            live = Live(referee, lambda: source, eyes)
            while (frame := source.read()) is not None:
                live.step(frame)
    """

    def __init__(
        self,
        referee: Referee,
        open_source: Callable[[], FrameSource],
        eyes: Eyes,
        *,
        on_look: Callable[[Look, tuple[Action, ...]], None] | None = None,
        keep_photo: KeepPhoto | None = None,
    ) -> None:
        self._referee = referee
        self._open_source = open_source
        self._eyes = eyes
        self._on_look = on_look
        self.keep_photo = keep_photo
        self._photographed: tuple[str | None, int] = (None, 0)
        self._cards: tuple[Frame, bytes] | None = None
        self._is_paused = False
        self._assistant: Assistant | None = None
        self._track: Any = None
        self._settling: Settling | None = None
        self._look: Look | None = None
        self._jpeg: tuple[Frame, bool, bytes] | None = None
        self._unseen_since_s: float | None = None
        self._hidden_since_s: float | None = None
        self._is_simulated = False
        self._fresh: Frame | _Lost | None = None
        self._news = threading.Condition()
        self._stopping = threading.Event()
        self._threads: tuple[threading.Thread, ...] = ()

    # ------------------------------------------------------------ looking

    @property
    def newest(self) -> Look | None:
        """The newest look; None before the first frame, and while the camera is lost."""
        return self._look

    def step(self, frame: Frame, *, is_simulated: bool | None = None) -> tuple[Action, ...]:
        """Look at one frame and hand the referee what has settled.

        Args:
            frame: The frame.
            is_simulated: Whether it is made up; None leaves it as it was said last.

        Returns:
            The actions that were accepted.
        """
        if is_simulated is not None:
            self._is_simulated = is_simulated
        assistant = self._assistant
        if assistant is not None and not self._is_paused:
            return self._assist(assistant, frame)
        if self._is_paused:
            # Pictures still come and are shown to nobody; what happens meanwhile is people's.
            self._track = self._settling = self._look = None
            self._referee.set_camera(CameraStatus(CameraState.PAUSED, None, self._is_simulated))
            return ()
        reading: BoardReading | Unseen
        if frame.is_blind:
            # Black, covered, frozen or broken pictures say nothing of the table: what is known of
            # it is kept, and so is the track, for the moment when the camera sees again.
            reading = Unseen.NO_PICTURE
        else:
            self._track, reading = self._eyes.follow(self._track, frame)
        self._settling = self._eyes.settle(self._settling, reading, frame.captured_at_s)
        board = self._settling.board
        self._look = look = Look(frame, reading)
        hint = self._hint(reading, board, frame.captured_at_s)
        if frame.trouble is not None and (frame.is_blind or hint is None):
            hint = frame.trouble.words
        # A mirrored table is not counted as seen: left and right would be guesses.
        is_seen = isinstance(reading, BoardReading) and not reading.is_mirrored
        is_unseen = not is_seen and hint is not None
        accepted: tuple[Action, ...] = ()
        # A board that settled before the view was lost is old.
        if board is not None and is_seen:
            try:
                accepted = self._referee.see(board)
            except StoreError as error:
                LOG.error("what the camera saw could not be kept: %s", error.message)
                hint = NOT_KEPT
        self._referee.set_camera(
            CameraStatus(
                CameraState.HIDDEN if is_unseen else CameraState.LIVE, hint, self._is_simulated
            )
        )
        self._photograph(look)
        if self._on_look is not None:
            self._on_look(look, accepted)
        return accepted

    @property
    def is_paused(self) -> bool:
        """Whether people told the camera to look away."""
        return self._is_paused

    def pause(self) -> None:
        """Look away until `resume`: nothing that is laid meanwhile is counted by itself."""
        self._is_paused = True
        self._referee.set_camera(CameraStatus(CameraState.PAUSED, None, self._is_simulated))

    def resume(self) -> None:
        """Look again."""
        self._is_paused = False
        self._referee.set_camera(
            CameraStatus(CameraState.HIDDEN, "waiting for the camera's first picture")
        )

    def assist(self, assistant: Assistant | None) -> None:
        """Have frames looked at by an assistant, until None is handed in; nothing is counted."""
        self._assistant = assistant
        if not self._is_paused:
            hint = "waiting for the camera's first picture" if assistant is None else MEASURED
            self._referee.set_camera(CameraStatus(CameraState.HIDDEN, hint, self._is_simulated))

    def _assist(self, assistant: Assistant, frame: Frame) -> tuple[Action, ...]:
        self._track = self._settling = None
        shown = frame.image if frame.is_blind else assistant(frame)
        self._look = Look(frame, Unseen.NO_PICTURE, shown)
        hint = frame.trouble.words if frame.trouble is not None else MEASURED
        if self._assistant is assistant:
            self._referee.set_camera(CameraStatus(CameraState.HIDDEN, hint, self._is_simulated))
        return ()

    def _photograph(self, look: Look) -> None:
        """Keep the cards as they lie after the newest action, once for each action."""
        moment = self._referee.moment
        now = (moment.game_id, moment.action_count)
        if self.keep_photo is None or now == self._photographed or now[0] is None:
            return
        cards = self.cards_picture()
        if cards is None:
            return
        self._photographed = now
        try:
            self.keep_photo(now[0], now[1] - 1, cards)
        except StoreError as error:
            LOG.warning("a photo of the table could not be kept: %s", error.message)

    def _hint(
        self, reading: BoardReading | Unseen, board: SettledBoard | None, now_s: float
    ) -> str | None:
        """Say what the host should do about the view, once it has lasted."""
        if isinstance(reading, Unseen):
            self._hidden_since_s = None
            if self._unseen_since_s is None:
                self._unseen_since_s = now_s
            return reading.value if now_s - self._unseen_since_s >= UNSEEN_AFTER_S else None
        self._unseen_since_s = None
        if reading.is_mirrored:
            return "the camera shows the table mirrored: switch mirroring off in its settings"
        other = say_other_deck(reading)
        if other is not None:
            return other
        if board is None or not board.hidden:
            self._hidden_since_s = None
            return None
        if self._hidden_since_s is None:
            self._hidden_since_s = now_s
        if now_s - self._hidden_since_s < HIDDEN_AFTER_S:
            return None
        count = len(board.hidden)
        return (
            f"{count} {'cell is' if count == 1 else 'cells are'} hidden: is something in the way?"
        )

    # ------------------------------------------------------------ the picture

    def picture(self) -> bytes | None:
        """Give the newest picture as JPEG, with what was seen drawn on it.

        Before a key is chosen it is the whole picture. Afterwards a key card may stand in view,
        so it is only the 25 cells, and None while those are not seen.
        """
        look = self._look
        if look is None:
            return None
        # Asked for now, not when the frame was taken: the key may have come since.
        is_cut = self._referee.moment.key_is_chosen
        cached = self._jpeg
        if cached is not None and cached[0] is look.frame and cached[1] is is_cut:
            return cached[2]
        image = picture_to_show(look, self._eyes.draw, is_cut=is_cut)
        if image is None:
            return None
        jpeg = self._eyes.encode(image)
        self._jpeg = (look.frame, is_cut, jpeg)
        return jpeg

    def cards_picture(self) -> bytes | None:
        """Give the 25 cells of the newest picture, straightened, as JPEG; nothing beside them."""
        look = self._look
        if look is None or isinstance(look.reading, Unseen) or self._eyes.straighten is None:
            return None
        cached = self._cards
        if cached is not None and cached[0] is look.frame:
            return cached[1]
        jpeg = self._eyes.encode(self._eyes.straighten(look.frame.image, look.reading))
        self._cards = (look.frame, jpeg)
        return jpeg

    # ------------------------------------------------------------ the threads

    def start(self) -> None:
        """Begin to watch; nothing happens when it watches already.

        The source is opened in the thread. One that is lost, or cannot be opened, is tried again.
        """
        if self._threads:
            return
        self._stopping.clear()
        self._referee.set_camera(
            CameraStatus(CameraState.HIDDEN, "waiting for the camera's first picture")
        )
        self._threads = (
            threading.Thread(target=self._read, name=f"camera of {self._referee.code}"),
            threading.Thread(target=self._watch, name=f"eyes of {self._referee.code}"),
        )
        for thread in self._threads:
            thread.daemon = True
            thread.start()

    def stop(self) -> None:
        """Stop watching; returns when both threads have ended, or hang in a dead camera."""
        self._stopping.set()
        with self._news:
            self._news.notify_all()
        for thread in self._threads:
            thread.join(STOP_WITHIN_S)
        self._threads = ()

    def __enter__(self) -> Live:
        """Start watching."""
        self.start()
        return self

    def __exit__(self, *_error: object) -> None:
        """Stop watching."""
        self.stop()

    def _read(self) -> None:
        failures = 0
        while not self._stopping.is_set():
            try:
                source = self._open_source()
            except CompanionError as error:
                self._hand_over(_Lost(error.message))
            else:
                failures = failures if self._read_all(source) == 0 else 0
            wait_s = RETRY_AFTER_S[min(failures, len(RETRY_AFTER_S) - 1)]
            failures += 1
            self._stopping.wait(wait_s)

    def _read_all(self, source: FrameSource) -> int:
        """Read until the source ends or is lost; gives the number of frames."""
        count = 0
        try:
            self._is_simulated = source.is_simulated
            while not self._stopping.is_set():
                frame = source.read()
                if frame is None:
                    self._hand_over(_Lost(f"{source.name} has come to its end"))
                    # A film that has ended does not come back by being opened again.
                    self._stopping.wait()
                    break
                count += 1
                self._hand_over(frame)
        except CameraLostError as error:
            self._hand_over(_Lost(error.message))
        finally:
            source.close()
        return count

    def _watch(self) -> None:
        while not self._stopping.is_set():
            with self._news:
                while self._fresh is None and not self._stopping.is_set():
                    self._news.wait()
                fresh, self._fresh = self._fresh, None
            if isinstance(fresh, Frame):
                try:
                    self.step(fresh)
                except Exception:
                    # One frame that breaks the eyes must not end the evening.
                    LOG.exception("frame %d could not be looked at", fresh.number)
                    self._track = self._settling = None
            elif fresh is not None:
                self.lose(fresh.hint)

    def _hand_over(self, fresh: Frame | _Lost) -> None:
        """Put something in place of what the eyes have not looked at yet."""
        with self._news:
            self._fresh = fresh
            self._news.notify_all()

    def lose(self, hint: str) -> None:
        """Say that the camera gives no more pictures (a stepped source's driver may too)."""
        self._look = self._jpeg = self._track = self._settling = None
        self._unseen_since_s = self._hidden_since_s = None
        self._referee.set_camera(CameraStatus(CameraState.LOST, hint, self._is_simulated))
