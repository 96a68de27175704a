"""`companion calibrate lens` and `colours`: a camera or a film in, a profile kept."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from calibration.capture import ENOUGH_VIEWS, Capturing, View, guide
from calibration.colours import ColorReport, ColorVerdict, judge_colors, sample_reading
from calibration.lens import LensRefused, solve_lens, views_from, views_wanted
from calibration.report import draw_coverage, lens_lines, progress_of
from calibration.showing import Showing, looks_of_shown, measure_cells, show_covers
from calibration.target import TargetSighting, detect_target
from companion.cli.camera_profiles import change_profile, lens_report_of, name_of_camera
from companion.cli.console import emit, say, show
from companion.cli.files import read_whole, write_whole
from companion.cli.printers import find_printer
from companion.errors import CameraLostError, UsageError
from companion.terms import CoverCard
from companion.vision.camera import LiveCamera, open_camera
from companion.vision.frame import Frame, FrameSource
from companion.vision.picture import decode_picture, encode_picture

PICTURES = (".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff")
_READINGS = 3
_PATIENCE_FRAMES = 300


def run_lens(arguments: argparse.Namespace) -> int:
    """Guide, take, solve, keep."""
    row_mm, printer = arguments.row_mm, None
    if arguments.printer is not None:
        printer = find_printer(arguments.printer, arguments.data)
    is_mirrored = False
    if arguments.again:
        name = arguments.name or arguments.sources[0]
        views, size_wh = views_from(lens_report_of(name, arguments.data)["inputs"])
        views = tuple(view for at, view in enumerate(views, 1) if at not in arguments.leave_out)
        outcome = solve_lens(views, size_wh, printer=printer, row_mm=row_mm)
    else:
        name, views, size_wh, is_mirrored = _take_views(arguments)
        outcome = solve_lens(
            views, size_wh, printer=printer, row_mm=row_mm, is_mirrored=is_mirrored
        )
    if arguments.coverage is not None:
        write_whole(arguments.coverage, encode_picture(draw_coverage(views, size_wh), ".png"))
    if isinstance(outcome, LensRefused):
        if arguments.json:
            emit({"camera": name, "lens": None, "reason": outcome.reason, "words": outcome.words})
        show(lens_lines(outcome)[0], as_json=arguments.json)
        return 1
    lens = outcome.lens
    profile = change_profile(
        name,
        arguments.data,
        lambda before: replace(before, lens=lens, is_provisional=False, crop_px=None),
        report=outcome.to_document(),
    )
    if arguments.json:
        judged = {key: value for key, value in outcome.to_document().items() if key != "inputs"}
        emit({**profile.to_document(), **judged})
    for line in (f"camera {name!r}", *lens_lines(outcome)):
        show(line, as_json=arguments.json)
    return 0


def _take_views(
    arguments: argparse.Namespace,
) -> tuple[str, tuple[View, ...], tuple[int, int], bool]:
    """Views from pictures, or from a camera or film with guidance."""
    paths = [Path(source) for source in arguments.sources]
    if all(path.suffix.lower() in PICTURES and path.is_file() for path in paths):
        return _views_of_pictures(arguments.name or "pictures", paths)
    if len(paths) != 1:
        raise UsageError("give one camera or one film, or pictures that are there")
    source = open_camera(arguments.sources[0])
    try:
        capturing, is_mirrored = _guided(source, as_json=arguments.json)
        name = arguments.name or name_of_camera(source)
        return name, capturing.views, capturing.size_wh, is_mirrored
    finally:
        source.close()


def _views_of_pictures(
    name: str, paths: list[Path]
) -> tuple[str, tuple[View, ...], tuple[int, int], bool]:
    """Every picture is a view; nobody is there to be guided."""
    views: list[View] = []
    size_wh: tuple[int, int] | None = None
    mirrored = 0
    for path in paths:
        image = decode_picture(read_whole(path, "the picture"), path.name)
        now_wh = (image.shape[1], image.shape[0])
        if size_wh is not None and now_wh != size_wh:
            raise UsageError(f"{path.name!r} has another size than the pictures before it")
        size_wh = now_wh
        sighting = detect_target(image)
        mirrored += sighting is not None and sighting.is_mirrored
        view = _view_at_once(sighting, size_wh)
        if view is None:
            say(f"companion calibrate lens: no target in {path.name!r}, or it is blurred or small")
        else:
            views.append(view)
    assert size_wh is not None
    return name, tuple(views), size_wh, mirrored > len(views)


def _view_at_once(sighting: TargetSighting | None, size_wh: tuple[int, int]) -> View | None:
    taken: Capturing | None = None
    for at_s in (0.0, 1.0):
        taken = guide(taken, sighting, at_s, size_wh)
    return taken.views[0] if taken is not None and taken.views else None


def _guided(source: FrameSource, *, as_json: bool) -> tuple[Capturing, bool]:
    """Tell the person what to show until the lens is sure, or the film ends."""
    capturing: Capturing | None = None
    enough, words, mirrored, solved = ENOUGH_VIEWS, "", 0, 0
    for frame in _frames(source):
        size_wh = (frame.image.shape[1], frame.image.shape[0])
        sighting = detect_target(frame.image)
        mirrored += sighting is not None and sighting.is_mirrored
        capturing = guide(capturing, sighting, frame.captured_at_s, size_wh, enough=enough)
        if as_json and (capturing.has_taken or capturing.advice.words != words):
            emit(progress_of(capturing))
        elif capturing.advice.words != words:
            say(f"[{len(capturing.views)}] {capturing.advice.words}")
        words = capturing.advice.words
        count = len(capturing.views)
        if capturing.is_enough and count >= enough and count > solved:
            solved = count
            enough = views_wanted(solve_lens(capturing.views, size_wh), count)
            if enough <= count:
                break
    if capturing is None:
        raise UsageError("the film has no picture")
    return capturing, mirrored > 0 and not capturing.views


def run_colours(arguments: argparse.Namespace) -> int:
    """Measure the inks, say how far apart they lie, keep them."""
    path = Path(arguments.source)
    if path.suffix.lower() in PICTURES and path.is_file():
        image = decode_picture(read_whole(path, "the picture"), path.name)
        name, frames = arguments.name or path.stem, iter([Frame(image, 0.0, 0)])
        report = _measure(frames, arguments)
    else:
        source = open_camera(arguments.source)
        try:
            name = arguments.name or name_of_camera(source)
            _lock(source)
            report = _measure(_frames(source), arguments)
        finally:
            source.close()
    if report is None:
        say("companion calibrate colours: no table was seen")
        return 1
    if report.inks:
        change_profile(name, arguments.data, report.put_into)
    if arguments.json:
        emit(color_document(name, report, arguments))
    for line in (f"camera {name!r}", *report.lines(arguments.edition)):
        show(line, as_json=arguments.json)
    return 1 if report.verdict is ColorVerdict.FAIL or not report.inks else 0


def color_document(name: str, report: ColorReport, arguments: argparse.Namespace) -> dict[str, Any]:
    """A colour report as it is written."""
    shown = arguments.edition.shown_as
    return {
        "camera": name,
        "verdict": str(report.verdict),
        "team_distance": report.team_distance,
        "inks": {
            shown(str(kind)): {"rgb": list(ink.rgb), "spread": ink.spread}
            for kind, ink in report.inks.items()
        },
        "missing": [shown(str(kind)) for kind in report.missing],
        "cures": list(report.cures),
    }


def _measure(frames: Iterator[Frame], arguments: argparse.Namespace) -> ColorReport | None:
    return _of_shop(frames, arguments) if arguments.untagged else _of_printed(frames, arguments)


def _of_printed(frames: Iterator[Frame], arguments: argparse.Namespace) -> ColorReport | None:
    """Covers that are known by their tags, in a few readings."""
    from companion.cli.decks import take_decks
    from companion.deck.tags import tags_of
    from companion.vision.pipeline import read_board
    from companion.vision.reading import BoardReading
    from companion.vision.tags import make_tag_bank

    bank = make_tag_bank(tags_of(take_decks(arguments.deck)))
    samples: dict[Any, list[Any]] = {}
    readings = 0
    for tried, frame in enumerate(frames):
        reading = read_board(frame.image, bank, edition=arguments.edition)
        if isinstance(reading, BoardReading):
            readings += 1
            for kind, colors in sample_reading(frame.image, reading).items():
                samples.setdefault(kind, []).extend(colors)
        if readings >= _READINGS or tried >= _PATIENCE_FRAMES:
            break
    return judge_colors(samples) if readings else None


def _of_shop(frames: Iterator[Frame], arguments: argparse.Namespace) -> ColorReport | None:
    """Covers that are shown once each, on cards whose place is found once."""
    import numpy as np

    from companion.vision.reading import BoardReading
    from companion.vision.untagged import read_untagged

    quads: Any = None
    showing: Showing | None = None
    looks: dict[CoverCard, bytes | None] = {}
    for tried, frame in enumerate(frames):
        if quads is None:
            reading = read_untagged(frame.image, edition=arguments.edition)
            if isinstance(reading, BoardReading):
                quads = np.array([cell.quad_px for cell in reading.cells])
            elif tried >= _PATIENCE_FRAMES:
                return None
            continue
        colors = measure_cells(frame.image, quads, arguments.edition)
        before = showing
        showing = show_covers(showing, colors, frame.captured_at_s, edition=arguments.edition)
        looks |= looks_of_shown(frame.image, quads, showing, looks)
        if before is None or showing.words != before.words:
            say(showing.words)
        if showing.wanted is None:
            break
    if showing is None:
        return None
    return judge_colors({kind: [color] for kind, color in showing.taken.items()}, looks)


def _frames(source: FrameSource) -> Iterator[Frame]:
    """Frames to the end; those in which nothing can be seen are passed over, and said once."""
    said = None
    while True:
        try:
            frame = source.read()
        except CameraLostError as error:
            say(f"companion calibrate: {error.message}")
            continue
        if frame is None:
            return
        words = frame.trouble.words if frame.trouble is not None else None
        if words is not None and words != said:
            say(f"companion calibrate: {words}")
        said = words
        if not frame.is_blind:
            yield frame


def _lock(source: FrameSource) -> None:
    if isinstance(source, LiveCamera):
        say(f"camera: {source.lock().words}")
