"""Cameras that are asked to keep still, as the backends of three systems answer."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import pytest

from companion.vision.locks import LockReport, lock_camera

WB, EXPOSURE, FOCUS = "white balance", "exposure", "focus"


class Driver:
    """A `cv2.VideoCapture` of one backend: which properties there are, and what they do."""

    backend = ""

    def __init__(self, **properties: float) -> None:
        self.properties = {getattr(cv2, f"CAP_PROP_{name}"): at for name, at in properties.items()}
        self.automatics = {WB: True, EXPOSURE: True, FOCUS: True}

    def getBackendName(self) -> str:  # noqa: N802  # OpenCV's name
        return self.backend

    def get(self, property_: int) -> float:
        return self.properties.get(property_, -1.0)

    def set(self, property_: int, value: float) -> bool:
        raise NotImplementedError


class V4l2(Driver):
    """Controls are numbers of the driver's own; a value is taken in manual mode only."""

    backend = "V4L2"
    manual = 1.0
    menu = (1.0, 3.0)

    def __init__(self, **properties: float) -> None:
        usual = {
            "AUTO_WB": 1.0,
            "WB_TEMPERATURE": 4100.0,
            "AUTO_EXPOSURE": self.menu[-1],
            "EXPOSURE": 156.0,
            "AUTOFOCUS": 1.0,
            "FOCUS": 30.0,
        }
        super().__init__(**(usual | properties))

    def set(self, property_: int, value: float) -> bool:
        if property_ not in self.properties:
            return False
        if property_ == cv2.CAP_PROP_AUTO_EXPOSURE:
            if value not in self.menu:
                return False
            self.automatics[EXPOSURE] = value != self.manual
            if value == self.manual:
                # Out of automatic a camera has a value of its own.
                self.properties[cv2.CAP_PROP_EXPOSURE] = 250.0
        if property_ == cv2.CAP_PROP_AUTO_WB:
            self.automatics[WB] = value == 1
        if property_ == cv2.CAP_PROP_AUTOFOCUS:
            self.automatics[FOCUS] = value == 1
        if property_ == cv2.CAP_PROP_EXPOSURE and self.automatics[EXPOSURE]:
            return False
        self.properties[property_] = value
        return True


class V4l2WithoutAperture(V4l2):
    """Its automatic has the number 0, and there is no 3."""

    menu = (1.0, 0.0)


DSHOW_SWITCHES = {
    cv2.CAP_PROP_AUTO_WB: (WB, 0.0),
    cv2.CAP_PROP_AUTO_EXPOSURE: (EXPOSURE, 2.0),
    cv2.CAP_PROP_AUTOFOCUS: (FOCUS, 2.0),
}
DSHOW_VALUES = {
    cv2.CAP_PROP_WHITE_BALANCE_BLUE_U: cv2.CAP_PROP_AUTO_WB,
    cv2.CAP_PROP_EXPOSURE: cv2.CAP_PROP_AUTO_EXPOSURE,
    cv2.CAP_PROP_FOCUS: cv2.CAP_PROP_AUTOFOCUS,
}


class Dshow(Driver):
    """OpenCV 4.7 and later: flags are read (1 automatic, 2 manual), 0 and 1 are written."""

    backend = "DSHOW"

    def __init__(self, **properties: float) -> None:
        usual = {
            "AUTO_WB": 1.0,
            "WHITE_BALANCE_BLUE_U": 4600.0,
            "AUTO_EXPOSURE": 1.0,
            "EXPOSURE": -6.0,
            "AUTOFOCUS": 1.0,
            "FOCUS": 10.0,
        }
        super().__init__(**(usual | properties))

    def set(self, property_: int, value: float) -> bool:
        if property_ not in self.properties:
            return False
        if property_ in DSHOW_SWITCHES:
            name, manual = DSHOW_SWITCHES[property_]
            self.automatics[name] = round(value) == 1
            self.properties[property_] = 1.0 if self.automatics[name] else manual
        else:
            switch = DSHOW_VALUES[property_]
            name, manual = DSHOW_SWITCHES[switch]
            self.automatics[name] = False
            if switch in self.properties:
                self.properties[switch] = manual
            self.properties[property_] = value
        return True


class OldDshow(Dshow):
    """Before 4.7 there are no switches but that of focus (opencv 17019, 21408): they read -1."""

    def __init__(self) -> None:
        super().__init__()
        del self.properties[cv2.CAP_PROP_AUTO_EXPOSURE]
        del self.properties[cv2.CAP_PROP_AUTO_WB]


class Msmf(Driver):
    """A switch's value is written as the exposure itself, and anything but 0 means automatic."""

    backend = "MSMF"

    def __init__(self) -> None:
        super().__init__(TEMPERATURE=4600.0, EXPOSURE=-6.0, FOCUS=10.0)

    def set(self, property_: int, value: float) -> bool:
        switches = {
            cv2.CAP_PROP_AUTO_EXPOSURE: (EXPOSURE, cv2.CAP_PROP_EXPOSURE),
            cv2.CAP_PROP_AUTOFOCUS: (FOCUS, cv2.CAP_PROP_FOCUS),
        }
        values = {
            cv2.CAP_PROP_TEMPERATURE: WB,
            cv2.CAP_PROP_EXPOSURE: EXPOSURE,
            cv2.CAP_PROP_FOCUS: FOCUS,
        }
        if property_ in switches:
            name, written = switches[property_]
            self.automatics[name] = value != 0
            self.properties[written] = value
        elif property_ in values:
            self.automatics[values[property_]] = False
            self.properties[property_] = value
        else:
            return False
        return True

    def get(self, property_: int) -> float:
        if property_ in (cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_AUTOFOCUS):
            return 0.0
        return super().get(property_)


class Avfoundation(Driver):
    """It has no such properties at all."""

    backend = "AVFOUNDATION"

    def get(self, property_: int) -> float:
        return 0.0

    def set(self, property_: int, value: float) -> bool:
        return False


@pytest.mark.parametrize("make", [V4l2, V4l2WithoutAperture, Dshow, OldDshow, Msmf])
def test_what_was_seen_is_kept(make: Callable[[], Driver]) -> None:
    driver = make()
    values = {
        property_: at
        for property_, at in driver.properties.items()
        if property_ not in DSHOW_SWITCHES
    }

    report = lock_camera(driver, is_locked=True)

    assert report == LockReport((WB, EXPOSURE, FOCUS), ())
    assert driver.automatics == {WB: False, EXPOSURE: False, FOCUS: False}
    assert {property_: driver.properties[property_] for property_ in values} == values


@pytest.mark.parametrize("make", [V4l2, V4l2WithoutAperture, Dshow])
def test_what_was_held_is_handed_back(make: Callable[[], Driver]) -> None:
    driver = make()
    lock_camera(driver, is_locked=True)

    lock_camera(driver, is_locked=False)

    assert driver.automatics == {WB: True, EXPOSURE: True, FOCUS: True}


# opencv 17019, 14494: with the old DSHOW automatic exposure does not come back.
def test_what_does_not_come_back_is_said() -> None:
    driver = OldDshow()
    lock_camera(driver, is_locked=True)

    report = lock_camera(driver, is_locked=False)

    assert report.refused == (WB, EXPOSURE)


# opencv 21408, 19621: automatic white balance that cannot be switched off reads -1.
def test_what_the_driver_has_not_is_refused_in_words() -> None:
    driver = V4l2()
    for property_ in (cv2.CAP_PROP_AUTO_WB, cv2.CAP_PROP_AUTOFOCUS):
        del driver.properties[property_]

    report = lock_camera(driver, is_locked=True)

    assert report.words == "locked: exposure; this driver keeps to itself: white balance, focus"


@pytest.mark.parametrize("make", [V4l2, Dshow, Msmf])
def test_driver_that_says_yes_and_does_nothing_is_not_believed(make: type[Driver]) -> None:
    class Deaf(make):  # type: ignore[misc,valid-type]
        def set(self, property_: int, value: float) -> bool:
            return True

        def get(self, property_: int) -> float:
            # It drifts on, as automatics do.
            self.drift = getattr(self, "drift", 0.0) + 1.0
            is_switch = property_ in DSHOW_SWITCHES
            return 3.0 if is_switch else float(super().get(property_)) + self.drift

    assert lock_camera(Deaf(), is_locked=True).locked == ()


def test_macs_cameras_and_streams_are_refused_in_words() -> None:
    for camera in (Avfoundation(), object()):
        report = lock_camera(camera, is_locked=True)
        assert report.words == "this driver keeps to itself: white balance, exposure, focus"


def test_driver_that_fails_refuses() -> None:
    class Broken(V4l2):
        def set(self, property_: int, value: float) -> bool:
            raise cv2.error("ioctl failed")

    assert lock_camera(Broken(), is_locked=True).locked == ()
