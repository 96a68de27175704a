"""`companion bench`: speed and reads beside other readers, on the same frames in the same run."""

from __future__ import annotations

import argparse
import statistics
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any

from companion.cli.bench_following import following_times
from companion.cli.console import emit, say, show
from companion.cli.doctor import why_pyzbar_is_missing
from companion.cli.files import read_whole
from companion.cli.options import Commands, add_command, add_json, number_between
from companion.errors import UsageError

if TYPE_CHECKING:
    from companion.vision.frame import Image

FRAMES = Path("tests/frames")
PICTURES = frozenset({".jpg", ".jpeg", ".png"})
OURS = "companion"
YARDSTICK = "opencv aruco"


@dataclass(frozen=True, slots=True)
class Measured:
    """One reader over all frames.

    Attributes:
        reader: Its name.
        median_ms: Median time of one frame.
        right: Cards in view that it named.
        wrong: Cards that it named and that are not there.
    """

    reader: str
    median_ms: float
    right: int
    wrong: int


def add_to(commands: Commands) -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "bench",
        run,
        summary="measures speed and reads beside zxing-cpp, pyzbar and OpenCV's ArUco detector",
        example="companion bench tests/frames",
    )
    parser.add_argument(
        "frames",
        nargs="?",
        type=Path,
        default=FRAMES,
        metavar="DIR",
        help=f"folder of pictures, with their answers in frames.toml (default: {FRAMES})",
    )
    parser.add_argument(
        "--rounds",
        type=number_between(int, 1, 1000),
        default=3,
        metavar="N",
        help="measure each frame N times and keep its quickest (default: 3)",
    )
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Measure every reader on every frame, frame by frame, so that all share its moods."""
    frames = load_frames(arguments.frames)
    readers = make_readers()
    times_ms: dict[str, list[float]] = {name: [] for name in readers}
    right = dict.fromkeys(readers, 0)
    wrong = dict.fromkeys(readers, 0)
    for _, image, cards in frames:
        for name, reader in readers.items():
            took_ms, named = measure(reader, image, arguments.rounds)
            times_ms[name].append(took_ms)
            right[name] += len(named & cards)
            wrong[name] += len(named - cards)
    measured = [
        Measured(name, statistics.median(times_ms[name]), right[name], wrong[name])
        for name in readers
    ]
    in_view = sum(len(cards) for *_, cards in frames)
    later = following_times([image for _, image, _ in frames], arguments.rounds)
    report(measured, later, len(frames), in_view, as_json=arguments.json)
    return 0


def load_frames(folder: Path) -> list[tuple[str, Image, frozenset[str]]]:
    """Load the pictures of a folder, and the cards in view in each.

    Raises:
        UsageError: There is none, or its answers are missing.
    """
    from companion.vision.picture import decode_picture

    answers_file = folder / "frames.toml"
    try:
        answers = tomllib.loads(read_whole(answers_file, "answers").decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{str(answers_file)!r} is not TOML: {error}") from error
    frames = []
    for path in sorted(folder.iterdir()):
        if path.suffix not in PICTURES or path.name not in answers:
            continue
        image = decode_picture(read_whole(path, "frame"), str(path))
        frames.append((path.name, image, frozenset(answers[path.name].get("cards", ()))))
    if not frames:
        raise UsageError(f"{str(folder)!r} holds no picture that frames.toml names")
    return frames


def make_readers() -> dict[str, Callable[[Image], frozenset[str]]]:
    """Every reader that is there, each from a picture to the ids of the cards it named."""
    import cv2
    import zxingcpp

    from companion.deck.cards import built_in_deck
    from companion.deck.tags import tags_of
    from companion.vision.pipeline import read_board
    from companion.vision.reading import Unseen
    from companion.vision.tags import make_tag_bank

    cv2.setNumThreads(1)
    deck = built_in_deck()
    tags = tags_of(deck)
    bank = make_tag_bank(tags)
    card_of = {tag.payload: tag.piece.id for tag in tags if tag.piece.kind == "card"}
    aruco = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))

    def read_ours(image: Image) -> frozenset[str]:
        reading = read_board(image, bank)
        if isinstance(reading, Unseen):
            return frozenset()
        return frozenset(
            cell.card for cell in reading.cells if cell.card is not None and cell.cover is None
        )

    def read_aruco(image: Image) -> frozenset[str]:
        # It knows none of these tags; what counts here is the time it takes to look for its own.
        aruco.detectMarkers(image)
        return frozenset()

    qr_codes = zxingcpp.BarcodeFormats([zxingcpp.BarcodeFormat.QRCode])

    def read_zxing(image: Image) -> frozenset[str]:
        found = zxingcpp.read_barcodes(image, formats=qr_codes)
        return frozenset(card_of[code.text] for code in found if code.text in card_of)

    readers: dict[str, Callable[[Image], frozenset[str]]] = {
        OURS: read_ours,
        YARDSTICK: read_aruco,
        "zxing-cpp": read_zxing,
    }
    reason = why_pyzbar_is_missing()
    if reason is None:
        from pyzbar import pyzbar

        def read_pyzbar(image: Image) -> frozenset[str]:
            found = pyzbar.decode(image, symbols=[pyzbar.ZBarSymbol.QRCODE])
            texts = (code.data.decode(errors="replace") for code in found)
            return frozenset(card_of[text] for text in texts if text in card_of)

        readers["pyzbar"] = read_pyzbar
    else:
        say(f"companion bench: pyzbar is left out, {reason}")
    return readers


def measure(
    reader: Callable[[Image], frozenset[str]], image: Image, rounds: int
) -> tuple[float, frozenset[str]]:
    """Quickest of some rounds in milliseconds of processor time, and what was named.

    Processor time, not the clock's: another program on the same machine does not count.
    """
    quickest_ms = float("inf")
    named: frozenset[str] = frozenset()
    for _ in range(rounds):
        started_s = process_time()
        named = reader(image)
        quickest_ms = min(quickest_ms, (process_time() - started_s) * 1000)
    return quickest_ms, named


def report(
    measured: Sequence[Measured],
    later_ms: Mapping[str, float],
    frame_count: int,
    cards_in_view: int,
    *,
    as_json: bool,
) -> None:
    """Print the table, and the figures that are looked at: times of the yardstick's time."""
    show(f"{frame_count} frames, {cards_in_view} cards in view, one thread", as_json=as_json)
    show(f"{'reader':14}{'median ms':>10}{'right':>8}{'wrong':>8}", as_json=as_json)
    by_name = {each.reader: each for each in measured}
    for each in measured:
        counts = ("", "") if each.reader == YARDSTICK else (each.right, each.wrong)
        show(f"{each.reader:14}{each.median_ms:10.1f}{counts[0]:>8}{counts[1]:>8}", as_json=as_json)
    times = by_name[OURS].median_ms / by_name[YARDSTICK].median_ms
    show(f"a full first reading takes {times:.1f} x {YARDSTICK} detectMarkers", as_json=as_json)
    later = {name: took / by_name[YARDSTICK].median_ms for name, took in later_ms.items()}
    for name, ratio in later.items():
        show(f"{name} takes {ratio:.2f} x", as_json=as_json)
    if as_json:
        document: dict[str, Any] = {
            "frames": frame_count,
            "cards_in_view": cards_in_view,
            "times_aruco": round(times, 2),
            "later_times_aruco": {name: round(ratio, 3) for name, ratio in later.items()},
            "readers": {
                each.reader: {
                    "median_ms": round(each.median_ms, 2),
                    "right": each.right,
                    "wrong": each.wrong,
                }
                for each in measured
            },
        }
        emit(document)
