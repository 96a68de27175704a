"""What the camera's page can do: measure lens and colours, and say where the cards lie."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import monotonic
from typing import Any

from calibration.colours import ColorReport
from calibration.lens import LensReport
from companion.cli.camera_profiles import LENS_REPORT, keep_profile, usable_profile
from companion.cli.colour_step import STEP as COLOURS
from companion.cli.colour_step import ColourStep
from companion.cli.eyes import make_reader
from companion.cli.lens_step import STEP as LENS
from companion.cli.lens_step import LensStep
from companion.cli.settings import Settings
from companion.cli.sight import Sight
from companion.cli.steady import Steady
from companion.deck.cards import Deck
from companion.errors import UsageError
from companion.store.store import Store
from companion.table.hall import Hall
from companion.table.live import Live
from companion.vision.frame import Frame, Image
from companion.vision.knowledge import read_place
from companion.vision.placed_by_hand import PlaceRefusedError

LEFT_AFTER_S = 20.0
"""A step whose page asks no more was left: the game must not wait for it. Pages ask twice a second,
and not while another window hides them."""


class CalibrationDesk:
    """Measures the cameras of a hall's tables.

    Args:
        hall: The tables.
        store: Where profiles are kept.
        deck: The cards in play.
        settings: What was asked for.
        clock: Seconds, monotonic.
    """

    def __init__(
        self,
        hall: Hall,
        store: Store,
        deck: Deck,
        settings: Settings,
        *,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._hall = hall
        self._store = store
        self._deck = deck
        self._settings = settings
        self._sights: dict[str, Sight] = {}
        self._steadies: dict[str, Steady] = {}
        self._steps: dict[str, LensStep | ColourStep] = {}
        self._clock = clock
        self._asked_at_s: dict[str, float] = {}

    def sight_of(self, code: str, camera: str) -> Sight:
        """Begin to know the camera of a table, with what was measured of it before.

        Args:
            code: The table.
            camera: What the camera's profile is kept under.
        """
        profile = usable_profile(self._store, camera)
        sight = Sight(profile, lambda changed: keep_profile(self._store, changed))
        self._sights[code] = sight
        self._steps.pop(code, None)
        return sight

    def hold_steady(self, code: str, steady: Steady) -> None:
        """Know who holds the colours of a table's camera, so that it can be said."""
        self._steadies[code] = steady

    def show(self, code: str) -> dict[str, Any]:
        """What is known of the camera, and how far a step has come."""
        self._asked_at_s[code] = self._clock()
        sight, live = self._sights.get(code), self._hall.table(code).live
        if sight is None or live is None:
            return {"camera": None}
        profile, look = sight.profile, live.newest
        size_wh = None if look is None else look.frame.image.shape[1::-1]
        lens = None if profile.lens is None else "guessed" if profile.is_provisional else "measured"
        if lens is not None and size_wh is not None:
            found = profile.lens_for(profile.camera, (int(size_wh[0]), int(size_wh[1])))
            lens = "other" if isinstance(found, str) else lens
        report = self._steadies[code].report if code in self._steadies else None
        step = self._steps.get(code)
        return {
            "camera": profile.camera,
            "size": None if size_wh is None else [int(side) for side in size_wh],
            "is_open": not self._key_is_chosen(code),
            "lens": lens,
            "colours": bool(profile.inks),
            "place": sight().place,
            "held": None if report is None else list(report.locked),
            "kept": None if report is None else list(report.refused),
            "step": None if step is None else step.document(),
        }

    def begin(self, code: str, step: str) -> None:
        """Begin to measure.

        Raises:
            UsageError: There is no camera, a key is in play, or there is no such step.
        """
        live, sight = self._camera_of(code)
        begun: LensStep | ColourStep

        def is_current() -> bool:
            # A step that was left, or that another has taken the place of, may still be solving.
            return self._steps.get(code) is begun

        def end() -> None:
            if is_current():
                live.assist(None)

        def learn_lens(report: LensReport) -> None:
            if is_current():
                self._learn_lens(sight, report)

        def learn_colours(report: ColorReport) -> None:
            if is_current():
                self._learn_colours(sight, report)

        if step == LENS:
            begun = LensStep(learn_lens, end)
        elif step == COLOURS:
            settings = self._settings
            reader = make_reader(
                self._deck, settings.edition, settings.untagged_from, card=settings.card
            )
            begun = ColourStep(
                reader,
                settings.edition,
                is_tagged=settings.untagged_from is None,
                learn=learn_colours,
                end=end,
            )
        else:
            raise UsageError(f"'step' is {LENS!r} or {COLOURS!r}; got {step!r}")
        self._steps[code] = begun
        self._asked_at_s[code] = self._clock()

        def assist(frame: Frame) -> Image:
            if not is_current():
                return frame.image
            is_left = self._clock() - self._asked_at_s[code] > LEFT_AFTER_S
            if is_left or self._key_is_chosen(code):
                self.stop(code)
                return frame.image
            return begun(frame)

        live.assist(assist)

    def finish(self, code: str) -> None:
        """Make the best of what was seen so far."""
        step = self._steps.get(code)
        if step is not None:
            step.finish()

    def stop(self, code: str) -> None:
        """Leave a step, whatever it has seen."""
        self._steps.pop(code, None)
        live = self._hall.table(code).live
        if live is not None:
            live.assist(None)

    def place(self, code: str, corners: object) -> None:
        """Believe a person who says where the cards lie; None believes the picture again.

        Raises:
            UsageError: There is no camera, a key is in play, or no 25 cards lie so.
        """
        _, sight = self._camera_of(code)
        try:
            sight.place(None if corners is None else read_place(corners))
        except PlaceRefusedError as error:
            raise UsageError(str(error)) from error

    def _camera_of(self, code: str) -> tuple[Live, Sight]:
        live, sight = self._hall.table(code).live, self._sights.get(code)
        if live is None or sight is None:
            raise UsageError("this table has no camera that could be measured")
        if self._key_is_chosen(code):
            # The whole picture is needed, and a key card may stand in it.
            raise UsageError(
                "a key is in play, and the whole picture is shown to nobody: wait for "
                "the end of this game"
            )
        return live, sight

    def _key_is_chosen(self, code: str) -> bool:
        return self._hall.table(code).referee.moment.key_is_chosen

    def _learn_lens(self, sight: Sight, report: LensReport) -> None:
        self._store.save_document(LENS_REPORT, sight.profile.camera, report.to_document())
        sight.learn(
            lambda before: replace(before, lens=report.lens, is_provisional=False, crop_px=None)
        )

    def _learn_colours(self, sight: Sight, report: ColorReport) -> None:
        sight.learn(report.put_into)
