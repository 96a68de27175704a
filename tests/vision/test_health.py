"""Pictures of cameras that lie, one fault at a time, on a clock that is handed in."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from companion.vision.health import Health, examine_picture, reopened
from companion.vision.trouble import TroubleKind

SIZE_WH = (320, 180)
FRAMES_PER_S = 15.0

Picture = Callable[[int], np.ndarray]


def a_table(number: int, size_wh: tuple[int, int] = SIZE_WH) -> np.ndarray:
    """Cards on a cloth, with the sensor's noise."""
    width, height = size_wh
    image = np.full((height, width, 3), 90, np.uint8)
    for row in range(5):
        for col in range(5):
            top, left = height * (row * 2 + 1) // 12, width * (col * 2 + 1) // 12
            image[top : top + height // 12, left : left + width // 11] = 230
    noise = np.random.default_rng(number).integers(-3, 4, image.shape, np.int16)
    return np.clip(image + noise, 0, 255).astype(np.uint8)


def watch(
    pictures: Picture,
    seconds: float,
    *,
    health: Health | None = None,
    from_s: float = 0.0,
    frames_per_s: float = FRAMES_PER_S,
    delay_s: float = 0.0,
) -> Health:
    for number in range(round(seconds * frames_per_s)):
        health = examine_picture(
            health,
            pictures(number),
            from_s + number / frames_per_s,
            delay_s=delay_s,
            wanted_size_wh=(1920, 1080),
        )
    assert health is not None
    return health


@pytest.fixture
def sound() -> Health:
    """A camera that has given ten seconds of good pictures, all large enough."""
    return watch(lambda number: a_table(number, (1280, 720)), 1.0)


def test_sound_camera_has_no_trouble(sound: Health) -> None:
    later = watch(lambda number: a_table(number, (1280, 720)), 3.0, health=sound, from_s=1.0)

    assert (later.trouble, later.is_usable, later.has_moved) == (None, True, True)
    assert later.rate_per_s == pytest.approx(15, abs=0.5)


def black(number: int) -> np.ndarray:
    return np.random.default_rng(number).integers(0, 9, (720, 1280, 3), np.uint8)


_Y, _X = np.mgrid[0:720, 0:1280]
_RED = np.dstack([20 + _X / 100, 30 + _Y / 60, 120 + _X / 20]).astype(np.uint8)


def finger(number: int) -> np.ndarray:
    return _RED + np.random.default_rng(number).integers(0, 6, _RED.shape, np.uint8)


def torn(number: int) -> np.ndarray:
    image = a_table(number, (1280, 720))
    image[400:] = 128
    return image


@pytest.mark.parametrize(
    ("pictures", "kind"),
    [
        pytest.param(black, TroubleKind.BLACK, id="black"),
        pytest.param(finger, TroubleKind.COVERED, id="covered lens"),
        pytest.param(lambda _: a_table(1, (1280, 720)), TroubleKind.FROZEN, id="same bytes"),
        pytest.param(torn, TroubleKind.DAMAGED, id="half pictures"),
        pytest.param(lambda number: a_table(number, (640, 480)), "changed_size", id="other size"),
    ],
)
def test_fault_is_told_within_three_seconds_and_is_over_when_it_is_over(
    sound: Health, pictures: Picture, kind: TroubleKind
) -> None:
    ill = watch(pictures, 3.0, health=sound, from_s=1.0)
    well = watch(lambda number: a_table(number, (1280, 720)), 1.0, health=ill, from_s=4.0)

    assert ill.trouble is not None
    assert ill.trouble.kind == kind
    assert "\n" not in ill.trouble.words
    assert well.trouble is None


@pytest.mark.parametrize("odd", [black, torn, lambda _: a_table(0, (640, 480))])
def test_single_bad_picture_is_no_trouble(sound: Health, odd: Picture) -> None:
    health = examine_picture(sound, odd(0), 1.0)

    assert health.trouble is None
    assert health.size_wh == (1280, 720)


def test_broken_and_odd_pictures_are_not_handed_on(sound: Health) -> None:
    assert not examine_picture(sound, torn(0), 1.0).is_usable
    assert not examine_picture(sound, a_table(0, (640, 480)), 1.0).is_usable
    assert examine_picture(sound, a_table(0, (1280, 720)), 1.0).is_usable


def test_black_bar_that_is_always_there_is_no_damage() -> None:
    def barred(number: int) -> np.ndarray:
        image = a_table(number, (1280, 720))
        image[600:] = 0
        return image

    health = watch(barred, 3.0)

    assert (health.trouble, health.is_usable) == (None, True)


def test_still_picture_from_the_start_does_not_blind() -> None:
    health = watch(lambda _: a_table(1, (1280, 720)), 5.0)

    assert health.trouble is not None
    assert health.trouble.kind is TroubleKind.UNCHANGING
    assert not health.trouble.is_blinding


def test_frozen_camera_is_frozen_again_after_it_was_opened_again(sound: Health) -> None:
    frozen = watch(lambda _: a_table(1, (1280, 720)), 3.0, health=sound, from_s=1.0)
    again = watch(lambda _: a_table(1, (1280, 720)), 3.0, health=reopened(frozen, 4.0), from_s=4.0)

    assert again.trouble is not None
    assert again.trouble.kind is TroubleKind.FROZEN


def test_old_pictures_are_told_with_their_age(sound: Health) -> None:
    late = watch(lambda n: a_table(n, (1280, 720)), 1.0, health=sound, from_s=1.0, delay_s=2.04)

    assert late.trouble is not None
    assert late.trouble.words == "the camera's pictures are 2.0 s old when they come"


def test_five_pictures_a_second_are_told_and_used() -> None:
    health = watch(lambda number: a_table(number, (1280, 720)), 6.0, frames_per_s=5.0)

    assert health.trouble is not None
    assert health.trouble.kind is TroubleKind.SLOW
    assert not health.trouble.is_blinding


# A camera that answers `set` with true and gives its default size (opencv 23533, 24289, 29254).
def test_default_size_does_not_pass_in_silence() -> None:
    health = watch(lambda number: a_table(number, (640, 480)), 1.0)

    assert health.trouble is not None
    assert "gives 640 x 480, not the 1920 x 1080 asked for" in health.trouble.words
