"""Camera profiles: kept under the camera's name in the data folder, with what they were made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from companion.cli.console import say
from companion.cli.settings import default_data_folder
from companion.errors import CorruptRecordError, UsageError
from companion.store.store import FILE_NAME, Store
from companion.vision.camera import LiveCamera
from companion.vision.frame import FrameSource
from companion.vision.profile import CameraProfile, Intrinsics

KIND = "camera"
"""The kind of document that a profile is in the store."""

LENS_REPORT = "lens-report"
"""The kind of document with a lens's judgement and inputs."""


def change_profile(
    camera: str,
    data: Path | None,
    change: Callable[[CameraProfile], CameraProfile],
    *,
    report: Mapping[str, Any] | None = None,
) -> CameraProfile:
    """Change a camera's profile, or begin one, and keep it; a damaged one is begun anew.

    Args:
        camera: The camera.
        data: The data folder, or None for the usual one.
        change: Makes the new profile of the old one.
        report: What a lens was made of, kept beside it.
    """
    with Store(data or default_data_folder()) as store:
        profile = change(usable_profile(store, camera))
        store.save_document(KIND, camera, profile.to_document())
        if report is not None:
            store.save_document(LENS_REPORT, camera, report)
    return profile


def profile_in(store: Store, camera: str) -> CameraProfile | None:
    """Find a profile in an open store; None where nothing was measured of that camera.

    Raises:
        CorruptRecordError: What is kept is no profile.
    """
    try:
        document = store.load_document(KIND, camera)
        return None if document is None else CameraProfile.from_document(document)
    except CorruptRecordError as error:
        raise CorruptRecordError(
            f"what is kept of camera {camera!r} cannot be used: {error.message}; measure it anew "
            "with companion calibrate lens or companion calibrate colours"
        ) from error


def usable_profile(store: Store, camera: str) -> CameraProfile:
    """The profile of a camera; an empty one for none, and for a damaged one, which is said."""
    try:
        return profile_in(store, camera) or CameraProfile(camera)
    except CorruptRecordError as error:
        say(f"{error.message}; it is not used")
        return CameraProfile(camera)


def keep_profile(store: Store, profile: CameraProfile) -> None:
    """Keep a profile in an open store."""
    store.save_document(KIND, profile.camera, profile.to_document())


def profile_for(camera: str, asked: str | None, data: Path | None) -> CameraProfile:
    """The profile that was asked for, else the camera's own, else an empty one.

    Args:
        camera: The camera, as its profile would be kept.
        asked: Another profile's name, or None.
        data: The data folder, or None for the usual one.

    Raises:
        UsageError: The profile that was asked for is not there.
    """
    if asked is not None:
        return find_profile(asked, data)
    folder = data or default_data_folder()
    if not (folder / FILE_NAME).is_file():
        return CameraProfile(camera)
    with Store(folder) as store:
        return usable_profile(store, camera)


def name_of_camera(source: FrameSource) -> str:
    """What a camera's profile is kept under: which device it is, where the system says so."""
    return (source.identity or source.name) if isinstance(source, LiveCamera) else source.name


def in_words(profile: CameraProfile, size_wh: tuple[int, int] | None) -> str | None:
    """One line on what is known of a camera, and what of it cannot be used; None for nothing.

    Args:
        profile: What is known.
        size_wh: Size of the pictures, where it is known.
    """
    told = []
    if profile.lens is not None:
        how = "its lens, guessed from the cards" if profile.is_provisional else "its lens"
        found = profile.lens if size_wh is None else profile.lens_for(profile.camera, size_wh)
        told.append(how if isinstance(found, Intrinsics) else f"not {how}: {found}")
    if profile.inks:
        told.append("the covers' colours in the light of then")
    return f"known of camera {profile.camera!r}: {', and '.join(told)}" if told else None


def find_profile(camera: str, data: Path | None) -> CameraProfile:
    """Find a profile by the camera's name.

    Raises:
        UsageError: There is none.
    """
    folder = data or default_data_folder()
    profile, known = None, tuple[str, ...]()
    # Looking for a profile must not make a data folder.
    if (folder / FILE_NAME).is_file():
        with Store(folder) as store:
            profile = profile_in(store, camera)
            known = store.document_names(KIND)
    if profile is None:
        there = f"; there are {', '.join(map(repr, known))}" if known else ""
        raise UsageError(
            f"there is no profile of a camera {camera!r}{there}; make one with "
            "companion calibrate lens or companion calibrate colours"
        )
    return profile


def lens_report_of(camera: str, data: Path | None) -> Mapping[str, Any]:
    """Find what a camera's lens was made of.

    Raises:
        UsageError: There is none.
    """
    with Store(data or default_data_folder()) as store:
        report = store.load_document(LENS_REPORT, camera)
    if report is None:
        raise UsageError(f"no views are kept of a camera {camera!r}: run companion calibrate lens")
    return report
