"""`companion doctor`: what works on this machine, and what to do about what does not."""

from __future__ import annotations

import argparse
import platform
import shutil
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from enum import StrEnum
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path
from re import match

from companion.cli.console import emit, show
from companion.cli.files import check_folder
from companion.cli.network import addresses_of_this_machine
from companion.cli.options import Commands, add_command, add_data, add_json
from companion.cli.settings import default_data_folder

LITTLE_DISK_MB = 200
"""An evening with its pictures takes some ten megabytes; below this a host should know."""


class Verdict(StrEnum):
    """How a finding looks."""

    FINE = "ok"
    PASSED_OVER = "passed over"
    """Not there, and everything else works without it."""
    TO_DO = "to do"


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the doctor's report.

    Attributes:
        subject: What was looked at.
        name: Which one.
        verdict: How it looks.
        found: What was found.
        cure: What to do about it, or None.
    """

    subject: str
    name: str
    verdict: Verdict
    found: str
    cure: str | None = None


def add_to(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "doctor",
        run,
        summary="looks at packages, tag readers, cameras, disk and network addresses",
        example="companion doctor",
    )
    parser.add_argument(
        "--cameras",
        action="store_true",
        help="only the cameras, measured: sizes that truly come, pictures a second, delay",
    )
    add_json(parser)
    add_data(parser)


def run(arguments: argparse.Namespace) -> int:
    """Report every finding; a sick machine is still a report, so the status is 0."""
    data = arguments.data or default_data_folder()
    if arguments.data is not None:
        # A folder that was named and cannot be used is a mistake in the command, not a finding.
        check_folder(data)
    heading = None
    findings = look_at_cameras(measure=True) if arguments.cameras else examine(data)
    for finding in findings:
        if arguments.json:
            emit(asdict(finding))
            continue
        if finding.subject != heading:
            heading = finding.subject
            show(f"\n{heading}", as_json=False)
        mark = {Verdict.FINE: "ok", Verdict.PASSED_OVER: "--", Verdict.TO_DO: "!!"}[finding.verdict]
        show(f"  {mark}  {finding.name:24} {finding.found}", as_json=False)
        if finding.cure:
            show(f"      {'':24} -> {finding.cure}", as_json=False)
    return 0


def examine(data: Path) -> Iterator[Finding]:
    """Look at everything, one thing after the other."""
    yield Finding(
        "Machine",
        "Python",
        Verdict.FINE,
        f"{platform.python_version()} on {platform.system()} {platform.machine()}",
    )
    yield from look_at_packages()
    yield from look_at_tag_readers()
    yield from look_at_cameras()
    yield look_at_disk(data)
    yield from look_at_addresses()


def look_at_packages() -> Iterator[Finding]:
    """Every package that the distribution asks for."""
    try:
        asked = requires("springfield-companion") or []
    except PackageNotFoundError:
        yield Finding(
            "Packages",
            "springfield-companion",
            Verdict.TO_DO,
            "not installed",
            "python -m pip install .",
        )
        return
    for requirement in asked:
        if "extra ==" in requirement:
            continue
        found_name = match(r"[A-Za-z0-9._-]+", requirement)
        name = found_name[0] if found_name else requirement
        try:
            yield Finding("Packages", name, Verdict.FINE, version(name))
        except PackageNotFoundError:
            cure = f"{sys.executable} -m pip install '{requirement}'"
            yield Finding("Packages", name, Verdict.TO_DO, "missing", cure)


def look_at_tag_readers() -> Iterator[Finding]:
    """The deck's own matcher, zxing-cpp and pyzbar."""
    yield Finding("Tag readers", "deck matcher", Verdict.FINE, "reads the tags of the deck in play")
    try:
        import zxingcpp  # noqa: F401  # importing it is the test
    except ImportError as error:
        yield Finding("Tag readers", "zxing-cpp", Verdict.PASSED_OVER, f"does not load: {error}")
    else:
        yield Finding("Tag readers", "zxing-cpp", Verdict.FINE, f"version {version('zxing-cpp')}")
    from companion.vision.words import WORDS_EXTRA, find_models

    if find_models() is None:
        yield Finding(
            "Tag readers",
            "words",
            Verdict.PASSED_OVER,
            "words on shop-bought cards are not read; all else works without",
            f"to have it: {WORDS_EXTRA}",
        )
    else:
        found = f"rapidocr {version('rapidocr')}, models at hand"
        yield Finding("Tag readers", "words", Verdict.FINE, found)
    reason = why_pyzbar_is_missing()
    if reason is None:
        yield Finding("Tag readers", "pyzbar", Verdict.FINE, "the zbar library is there")
    else:
        yield Finding(
            "Tag readers",
            "pyzbar",
            Verdict.PASSED_OVER,
            reason,
            "nothing has to be done; to have it: apt-get install libzbar0, brew install zbar",
        )


def why_pyzbar_is_missing() -> str | None:
    """Try pyzbar: it looks for the zbar library of the system when it is imported.

    Returns:
        None when it works, else the reason in a few words.
    """
    try:
        import pyzbar.pyzbar  # noqa: F401  # importing it is the test
    except ImportError:
        return "the zbar library is not on this system; the other readers do without"
    except OSError as error:
        # Windows: the wheel's DLL wants a runtime that is not everywhere.
        return f"the zbar library does not load ({error}); the other readers do without"
    return None


def look_at_cameras(*, measure: bool = False) -> Iterator[Finding]:
    """Open each camera and look at what truly comes: one that opens may still give nothing.

    Args:
        measure: Try the usual sizes, and measure rate and delay; some seconds a camera.
    """
    from companion.vision.camera import list_cameras

    cameras = list_cameras(measure=True) if measure else list_cameras()
    for camera in cameras:
        name = f"camera {camera.index}"
        called = f"{camera.device_name}, {camera.backend}" if camera.device_name else camera.backend
        if camera.size_wh is None:
            yield Finding(
                "Cameras",
                name,
                Verdict.TO_DO,
                f"{called}, opens but gives no picture",
                "close the program that uses it, and allow camera access in the system settings",
            )
            continue
        width_px, height_px = camera.size_wh
        told = [f"{called}, gives {width_px} x {height_px}", *camera.notes]
        if camera.rate_per_s is not None:
            told.append(f"{camera.rate_per_s:.1f} pictures a second")
        if camera.delay_s is not None:
            told.append(f"{1000 * camera.delay_s:.0f} ms old when they come")
        if camera.modes:
            sizes = ", ".join(f"{width} x {height}" for width, height in camera.modes)
            told.append(f"sizes that truly come: {sizes}")
        cure = _cure_of(min(camera.size_wh), camera.rate_per_s)
        verdict = Verdict.TO_DO if cure else Verdict.FINE
        yield Finding("Cameras", name, verdict, "; ".join(told), cure)
    if not cameras:
        yield Finding(
            "Cameras",
            "none",
            Verdict.PASSED_OVER,
            "no camera opens; `companion play` plays on the simulated table",
            "plug one in, or use a phone: companion play --camera http://PHONE:PORT/video",
        )


def _cure_of(side_px: int, rate_per_s: float | None) -> str | None:
    from companion.vision.health import SLOW_PER_S, SMALL_SIDE_PX

    if side_px < SMALL_SIDE_PX:
        return "too small to read tags of 25 cards: try another USB port, or another camera"
    if rate_per_s is not None and rate_per_s < SLOW_PER_S:
        return "more light, or a USB port of its own, makes it faster"
    return None


def look_at_disk(data: Path) -> Finding:
    """Free space where evenings are kept, and whether the folder can be written."""
    existing = next((folder for folder in (data, *data.parents) if folder.exists()), Path("/"))
    try:
        free_mb = shutil.disk_usage(existing).free // 1_000_000
    except OSError as error:
        return Finding("Disk", str(data), Verdict.TO_DO, str(error), "choose another with --data")
    if free_mb < LITTLE_DISK_MB:
        found, cure = f"only {free_mb} MB free", "make room, or choose another with --data"
        return Finding("Disk", str(data), Verdict.TO_DO, found, cure)
    return Finding("Disk", str(data), Verdict.FINE, f"{free_mb / 1000:.1f} GB free")


def look_at_addresses() -> Iterator[Finding]:
    """The addresses to type into a phone."""
    addresses = addresses_of_this_machine()
    for address in addresses:
        yield Finding("Network", address, Verdict.FINE, "phones in the same network reach it")
    if not addresses:
        yield Finding(
            "Network",
            "none",
            Verdict.TO_DO,
            "no network address besides this machine's own",
            "join the Wi-Fi that the phones are in",
        )
