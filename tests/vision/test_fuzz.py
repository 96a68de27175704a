"""Pictures that are none, broken ones, and tables without a board: no exception, no claim."""

from __future__ import annotations

import json
from collections import Counter
from functools import partial
from time import perf_counter

import cv2
import numpy as np
import pytest

from companion.errors import UsageError
from companion.simulated.surface import Surface
from companion.vision.frame import Frame
from companion.vision.picture import decode_picture
from companion.vision.pipeline import read_board
from companion.vision.readers import TaggedReader, UntaggedReader
from companion.vision.reading import BoardReading, Unseen
from companion.vision.track import follow
from companion.vision.untagged import read_untagged

QUICK, ALL = 40, 20_000
LONGEST_S = 6.0
"""No fuzzed picture, however large, may hold the eyes up for longer."""


def bytes_of(image, suffix, *how):
    is_done, content = cv2.imencode(suffix, image, list(how))
    assert is_done
    return content.tobytes()


def noise(rng, shape, high=256, kind=np.uint8):
    return rng.integers(0, high, shape).astype(kind)


def size_of(rng):
    """Mostly as small as a picture may be, so that many can be tried; some are one pixel or row."""
    if rng.random() < 0.1:
        return int(rng.integers(1, 4)), int(rng.integers(1, 400))
    return int(rng.integers(230, 360)), int(rng.integers(230, 440))


def scribble(rng, shape):
    """Lines, rectangles and grids on a ground: what a finder of cards would love to see."""
    image = np.full((*shape, 3), rng.integers(0, 256, 3), np.uint8)
    height, width = shape
    for _ in range(int(rng.integers(1, 40))):
        one, other = rng.integers(-20, [width + 20, height + 20], (2, 2)).tolist()
        colour = rng.integers(0, 256, 3).tolist()
        if rng.random() < 0.6:
            cv2.rectangle(image, one, other, colour, int(rng.choice([-1, 1, 3])))
        else:
            cv2.line(image, one, other, colour, int(rng.integers(1, 6)), cv2.LINE_AA)
    if rng.random() < 0.3:
        step = int(rng.integers(6, 60))
        image[::step] = rng.integers(0, 256, 3)
        image[:, :: max(2, step + int(rng.integers(-4, 20)))] = rng.integers(0, 256, 3)
    return image


def a_fuzzed_file(rng, board_jpeg):
    """Bytes that may or may not be a picture, and what kind they are."""
    kind = str(
        rng.choice(
            [
                "noise",
                "scribble",
                "grey",
                "alpha",
                "deep",
                "truncated",
                "flipped",
                "cut",
                "nonsense",
                "huge",
            ],
            p=[0.12, 0.24, 0.08, 0.1, 0.1, 0.12, 0.12, 0.07, 0.048, 0.002],
        )
    )
    shape = size_of(rng)
    if kind == "noise":
        return kind, bytes_of(noise(rng, (*shape, 3)), ".bmp")
    if kind == "scribble":
        return kind, bytes_of(scribble(rng, shape), ".bmp")
    if kind == "grey":
        return kind, bytes_of(scribble(rng, shape)[:, :, 0], ".png")
    if kind == "alpha":
        return kind, bytes_of(np.dstack([scribble(rng, shape), noise(rng, shape)]), ".png")
    if kind == "deep":
        channels = int(rng.choice([1, 3, 4]))
        return kind, bytes_of(noise(rng, (*shape, channels), 65_536, np.uint16), ".png")
    if kind == "truncated":
        return kind, board_jpeg[: int(rng.integers(0, len(board_jpeg) // 4))]
    if kind == "flipped":
        broken = bytearray(bytes_of(scribble(rng, shape), ".jpg"))
        for at in rng.integers(0, len(broken), int(rng.integers(1, 30))):
            broken[int(at)] = int(rng.integers(0, 256))
        return kind, bytes(broken)
    if kind == "cut":
        side = int(rng.integers(230, 400))
        whole = cv2.imdecode(np.frombuffer(board_jpeg, np.uint8), cv2.IMREAD_COLOR)
        left, top = (int(rng.integers(0, max(1, most - side))) for most in whole.shape[1::-1])
        return kind, bytes_of(whole[top : top + side, left : left + side], ".jpg")
    if kind == "huge":
        wide = bool(rng.random() < 0.5)
        image = cv2.resize(scribble(rng, (200, 300)), (6000, 300) if wide else (4000, 3000))
        return kind, bytes_of(image, ".jpg")
    return kind, rng.bytes(int(rng.integers(0, 2000)))


def try_pictures(count, seed, bank, board_jpeg):
    """Read them all both ways; what became of them, and the longest look in seconds."""
    rng = np.random.default_rng(seed)
    became: Counter[str] = Counter()
    longest_s = 0.0
    for number in range(count):
        kind, content = a_fuzzed_file(rng, board_jpeg)
        try:
            image = decode_picture(content, "fuzzed")
        except UsageError:
            became["no picture"] += 1
            continue
        started_s = perf_counter()
        for read in (partial(read_board, bank=bank), read_untagged):
            try:
                reading = read(image)
            except Exception as error:
                became[f"raised {error!r}: {kind}, number {number}"] += 1
                continue
            is_claimed = isinstance(reading, BoardReading)
            became[f"claimed: {kind}, number {number}" if is_claimed else reading.name] += 1
        longest_s = max(longest_s, perf_counter() - started_s)
    return became, longest_s


@pytest.fixture(scope="session")
def board_jpeg(shoot):
    """A file that shows a board, to be broken."""
    return bytes_of(shoot(seed=11).image, ".jpg")


@pytest.mark.parametrize(
    ("count", "seed"),
    [
        pytest.param(QUICK, 7, id="quick"),
        pytest.param(ALL, 1, id="all", marks=pytest.mark.slow),
    ],
)
def test_fuzzed_pictures_are_read_without_an_exception_or_a_claim(count, seed, bank, board_jpeg):
    became, longest_s = try_pictures(count, seed, bank, board_jpeg)

    print(f"{count} fuzzed pictures: {dict(became)}, the longest look {longest_s:.2f} s")
    assert not [what for what in became if what.startswith(("claimed", "raised"))]
    assert longest_s < LONGEST_S


@pytest.mark.parametrize(
    "image",
    [
        pytest.param(np.zeros((10, 10), np.uint8), id="grey"),
        pytest.param(np.zeros((200, 200, 4), np.uint8), id="alpha"),
        pytest.param(np.zeros((200, 200, 3), np.uint16), id="16 bit"),
        pytest.param(np.zeros((200, 200, 3), np.float32), id="float"),
    ],
)
def test_array_that_is_no_picture_is_a_callers_mistake(image, bank):
    for read in (lambda: read_board(image, bank), lambda: read_untagged(image)):
        with pytest.raises(ValueError, match="uint8"):
            read()


def test_frames_that_change_their_size_are_followed(bank, board_jpeg, shoot):
    rng = np.random.default_rng(3)
    images = [shoot(seed=11).image, noise(rng, (130, 200, 3)), shoot(seed=12).image[:140, :1]]
    images += [scribble(rng, (240, 320)), shoot(seed=11, size_wh=(640, 480)).image]
    for reader in (TaggedReader(bank), UntaggedReader()):
        track = None
        for number, image in enumerate(np.ascontiguousarray(image) for image in images):
            track, reading = follow(track, Frame(image, number / 15, number), reader)
            assert isinstance(reading, BoardReading | Unseen)


# ---------------------------------------------------------------- tables without a board


def a_table_with_fewer_columns(shoot, kept, seed):
    """A photograph of which only so many columns are left, the camera drawn nearer or not."""
    rng = np.random.default_rng(seed)
    taken = shoot(
        seed=seed,
        tilt_deg=float(rng.uniform(0, 40)),
        surface=tuple(Surface)[seed % len(Surface)],
        fill=float(rng.uniform(0.6, 0.9)),
    )
    quads = taken.quads_px.reshape(5, 5, 4, 2)
    gone = quads[:, kept:].reshape(-1, 2) if rng.random() < 0.5 else quads[:, :-kept].reshape(-1, 2)
    hull = cv2.convexHull((gone + 0.0).astype(np.int32))
    mask = np.zeros(taken.image.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, hull, 255)
    mask = cv2.dilate(mask, np.ones((9, 9), np.uint8))
    # The table top beside the board, laid over the cards that are not there.
    image = taken.image.copy()
    around = cv2.dilate(mask, np.ones((41, 41), np.uint8)) > 0
    ground = image[around & (mask == 0)]
    image[mask > 0] = ground[rng.integers(0, len(ground), int((mask > 0).sum()))]
    soft = cv2.GaussianBlur(image, (0, 0), 1.2)
    image[mask > 0] = soft[mask > 0]
    return image


def a_table_without_cards(seed):
    """A table top with things on it: mugs, papers, a keyboard, books."""
    rng = np.random.default_rng(seed)
    height, width = 540, 960
    image = np.full((height, width, 3), rng.integers(40, 220, 3), np.uint8)
    grain = rng.normal(0, 14, (height // 8, width // 40, 1))
    image = np.clip(image + cv2.resize(grain, (width, height))[..., None], 0, 255).astype(np.uint8)
    for _ in range(int(rng.integers(2, 9))):
        place = rng.integers(0, [width, height]).tolist()
        colour = rng.integers(0, 256, 3).tolist()
        if rng.random() < 0.4:
            cv2.circle(image, place, int(rng.integers(20, 90)), colour, -1, cv2.LINE_AA)
        else:
            size = rng.integers(40, 300, 2).tolist()
            box = cv2.boxPoints((place, size, float(rng.uniform(0, 180))))
            cv2.fillConvexPoly(image, box.astype(np.int32), colour, cv2.LINE_AA)
    if rng.random() < 0.5:
        side, (left, top) = int(rng.integers(18, 40)), rng.integers(0, [500, 200]).tolist()
        for row in range(4):
            for col in range(12):
                x, y = left + col * (side + 4), top + row * (side + 4)
                cv2.rectangle(image, (x, y), (x + side, y + side), (40, 40, 44), -1)
    return np.clip(image + rng.normal(0, 4, image.shape), 0, 255).astype(np.uint8)


def photographs_cut_to_columns(photos, kept):
    """The real photographs with so many columns cut away at one side."""
    for board in json.loads((photos / "boards.json").read_text())["boards"]:
        image = decode_picture((photos / board["file"]).read_bytes(), board["file"])
        centers = np.array(board["centres"], dtype=np.float64)
        along = centers[:, :, 0]
        if np.ptp(centers[0, :, 0]) < np.ptp(centers[0, :, 1]):
            image = np.ascontiguousarray(image.transpose(1, 0, 2))
            along = centers[:, :, 1]
        order = np.argsort(along.mean(axis=0))
        along = along[:, order]
        edge = int((along[:, kept - 1].max() + along[:, kept].min()) / 2)
        yield f"{board['file']} left", np.ascontiguousarray(image[:, :edge])
        edge = int((along[:, -kept].min() + along[:, -kept - 1].max()) / 2)
        yield f"{board['file']} right", np.ascontiguousarray(image[:, edge:])


def assert_none_is_claimed(images, bank):
    claims = []
    count = 0
    for name, image in images:
        count += 1
        for reading in (read_board(image, bank), read_untagged(image)):
            if isinstance(reading, BoardReading):
                claims.append(name)
    print(f"{count} pictures without a board: {len(claims)} claimed {claims}")
    assert not claims


@pytest.mark.parametrize(
    "seeds",
    [
        pytest.param(range(1), id="quick"),
        pytest.param(range(100, 120), id="all", marks=pytest.mark.slow),
    ],
)
def test_three_columns_are_no_board(seeds, shoot, bank):
    images = [(f"seed {seed}", a_table_with_fewer_columns(shoot, 3, seed)) for seed in seeds]

    assert_none_is_claimed(images, bank)


@pytest.mark.parametrize(
    "seeds",
    [
        pytest.param(range(2), id="quick"),
        pytest.param(range(200, 240), id="all", marks=pytest.mark.slow),
    ],
)
def test_table_without_cards_is_no_board(seeds, bank):
    assert_none_is_claimed([(f"seed {seed}", a_table_without_cards(seed)) for seed in seeds], bank)


@pytest.mark.parametrize("turn_deg", [0, 8, 45])
@pytest.mark.parametrize("gap", [2, 14])
def test_tiles_and_checked_cloth_are_no_board(turn_deg, gap):
    cloth = np.full((900, 1300, 3), (60, 90, 110), np.uint8)
    for left in range(0, 1300, 90):
        for top in range(0, 900, 64):
            tile = (left + gap, top + gap), (left + 90, top + 64)
            cv2.rectangle(cloth, *tile, (215, 225, 230), -1)
    turn = cv2.getRotationMatrix2D((650, 450), turn_deg, 1.0)
    image = cv2.warpAffine(cloth, turn, (1300, 900), borderMode=cv2.BORDER_REFLECT)[
        150:750, 150:1150
    ]

    assert isinstance(read_untagged(np.ascontiguousarray(image)), Unseen)


@pytest.mark.parametrize(
    "beyond",
    [
        pytest.param(30, id="lines run on beyond five by five"),
        pytest.param(2, id="lines leave the picture at all sides"),
    ],
)
@pytest.mark.parametrize("paper", [(235, 240, 240), (90, 120, 60)], ids=["white", "green"])
def test_ruled_sheet_is_no_board(paper, beyond):
    wide, high = 5 * 92 + 2 * beyond, 5 * 66 + 2 * beyond
    sheet = np.full((high, wide, 3), paper, np.uint8)
    ink = [int(part * 0.4) for part in paper]
    for at in range(6):
        cv2.line(sheet, (beyond + 92 * at, 0), (beyond + 92 * at, high), ink, 3)
        cv2.line(sheet, (0, beyond + 66 * at), (wide, beyond + 66 * at), ink, 3)
    noisy = np.clip(sheet + np.random.default_rng(2).normal(0, 3, sheet.shape), 0, 255)

    assert read_untagged(noisy.astype(np.uint8)) is Unseen.NO_GRID


@pytest.mark.slow
def test_photographs_cut_to_three_columns_are_no_board(photos, bank):
    assert_none_is_claimed(photographs_cut_to_columns(photos, 3), bank)
