"""Camera profiles: kept under the camera's name in the data folder, with what they were made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from companion.cli.settings import default_data_folder
from companion.errors import UsageError
from companion.store.store import Store
from companion.vision.profile import CameraProfile

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
    """Change a camera's profile, or begin one, and keep it.

    Args:
        camera: The camera.
        data: The data folder, or None for the usual one.
        change: Makes the new profile of the old one.
        report: What a lens was made of, kept beside it.
    """
    with Store(data or default_data_folder()) as store:
        document = store.load_document(KIND, camera)
        before = (
            CameraProfile(camera) if document is None else CameraProfile.from_document(document)
        )
        profile = change(before)
        store.save_document(KIND, camera, profile.to_document())
        if report is not None:
            store.save_document(LENS_REPORT, camera, report)
    return profile


def find_profile(camera: str, data: Path | None) -> CameraProfile:
    """Find a profile by the camera's name.

    Raises:
        UsageError: There is none.
    """
    with Store(data or default_data_folder()) as store:
        document = store.load_document(KIND, camera)
        known = store.document_names(KIND)
    if document is None:
        there = f"; there are {', '.join(map(repr, known))}" if known else ""
        raise UsageError(
            f"there is no profile of a camera {camera!r}{there}; make one with "
            "companion calibrate lens or companion calibrate colours"
        )
    return CameraProfile.from_document(document)


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
