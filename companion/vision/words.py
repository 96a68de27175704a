"""Words printed on cards: what each cell says, and which way up it says it.

The optional extra `words` (RapidOCR with the models inside its wheel) reads them; without it
everything else works. Shop-bought word cards print their word twice, the larger one towards the
guessers and a smaller one upside down: each line of print is read both ways round, and the larger
of what reads well tells the card's word and its up.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.terms import GRID_SIDE
from companion.vision.frame import Image

_Floats = NDArray[np.float64]

PATCH_WH_PX = (352, 240)
"""A card straightened: its word's letters are 25 to 40 px high, which the recogniser likes best."""

_SHEET_SCALE = 0.5
"""The sheet on which lines of print are looked for, against the patches: at half the size and
without gaps all 289 bare words of 16 renders are found, at full size or with white gaps 200."""

_SURE = 0.98
"""How well a word must be read where nothing else confirms it: on 6 photographs and 16 renders no
wrong word reads better than 0.974, and right ones with 0.98 and more but for a dozen."""

_CONFIRMED = 0.85
"""How well where the card's other line says the same word."""

_LISTED = 0.6
"""How well where the word is exactly one of the deck's."""

_CLEARLY = 0.05
_NOTHING = 0.88
"""A line reads one way clearly better than the other, which reads as nothing much; "SNOW" and
"MONS" both read perfectly."""


@dataclass(frozen=True, slots=True)
class WordSighting:
    """The word of one cell.

    Attributes:
        word: As printed, in capitals, or as the deck writes it.
        turn: The corner of the cell's outline that is the word's own top left: 0 where the word
            stands upright as the guessers read, 2 where it stands on its head.
        margin: How well it was read, 0 to 1.
        is_twice: The card's second line says the same word: nothing covers the card.
    """

    word: str
    turn: int
    margin: float
    is_twice: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class TextLine:
    """A line of print: its box's corners in the picture as seen, and how it reads each way.

    Attributes:
        box_px: float64, shape `(4, 2)`, upright box in the patch: top left first.
        upright: What it says, and how well it was read, 0 to 1.
        turned: The same, turned by half.
    """

    box_px: _Floats
    upright: tuple[str, float]
    turned: tuple[str, float]


class TextReader(Protocol):
    """Finds print and reads it."""

    def detect(self, image: Image) -> list[_Floats]:
        """Find boxes of print, each float64, shape `(4, 2)`."""

    def recognise(self, line: Image) -> tuple[str, float]:
        """Read one line of print that stands upright: what it says, how well it was read."""


class RapidTextReader:
    """RapidOCR, told to use the models that came with it and nothing else."""

    def __init__(self, models: dict[str, str]) -> None:
        from rapidocr import RapidOCR

        # A path that is named is never looked for in the network.
        self._engine: Any = RapidOCR(
            params={
                "Global.log_level": "critical",
                "Global.use_cls": False,
                "EngineConfig.onnxruntime.intra_op_num_threads": 1,
                "EngineConfig.onnxruntime.inter_op_num_threads": 1,
                "Det.model_path": models["det"],
                "Rec.model_path": models["rec"],
            }
        )

    def detect(self, image: Image) -> list[_Floats]:
        """Find boxes of print."""
        found = self._engine(image, use_det=True, use_rec=False)
        boxes = getattr(found, "boxes", None)
        return [] if boxes is None else [np.asarray(box, dtype=np.float64) for box in boxes]

    def recognise(self, line: Image) -> tuple[str, float]:
        """Read one line of print."""
        found = self._engine(line, use_det=False, use_rec=True)
        texts, scores = getattr(found, "txts", None), getattr(found, "scores", None)
        return (str(texts[0]), float(scores[0])) if texts and scores else ("", 0.0)


WORDS_EXTRA = "pip install 'springfield-companion[words]'"
"""What people type to get it."""


def find_models() -> dict[str, str] | None:
    """Where the models lie that came with RapidOCR; None where it is not installed."""
    try:
        import onnxruntime  # noqa: F401  # importing it is the test
        import rapidocr
    except ImportError:
        return None
    folder = Path(str(rapidocr.__file__)).parent / "models"
    found = {
        task: sorted(str(path) for path in folder.glob(f"*_{task}_*.onnx"))
        for task in ("det", "rec")
    }
    return {task: paths[0] for task, paths in found.items()} if all(found.values()) else None


def load_text_reader() -> TextReader | None:
    """RapidOCR, ready to read; None where the extra `words` is not installed."""
    models = find_models()
    if models is None:
        return None
    logging.getLogger("RapidOCR").setLevel(logging.CRITICAL)
    return RapidTextReader(models)


def read_words(
    image: Image,
    quads_px: _Floats,
    reader: TextReader,
    *,
    known: Sequence[str] = (),
) -> tuple[WordSighting | None, ...]:
    """Read the word of every cell; None where nothing is sure.

    Args:
        image: uint8, shape `(H, W, 3)`, BGR.
        quads_px: float64, shape `(25, 4, 2)`, the cells' corners as the guessers read them.
        reader: Finds print and reads it.
        known: The deck's words. Where there are some, only they are answers.
    """
    rolls = [_roll_to_landscape(quad) for quad in quads_px]
    patches = [
        _straightened(image, np.roll(quad, -roll, axis=0))
        for quad, roll in zip(quads_px, rolls, strict=True)
    ]
    cards = [
        _Print(roll, own) for roll, own in zip(rolls, _read_lines(patches, reader), strict=True)
    ]
    usual = guessers_turn_of([_sighting(card, known, None) for card in cards])
    return tuple(_sighting(card, known, usual) for card in cards)


def guessers_turn_of(sightings: Sequence[WordSighting | None]) -> int | None:
    """The turn in which most words stand upright; None where too few say so."""
    votes = np.zeros(4)
    for sighting in sightings:
        if sighting is not None:
            votes[sighting.turn] += 1
    best = int(np.argmax(votes))
    if votes[best] < _LEAST_VOTES or votes[best] < _LEAST_SHARE * votes.sum():
        return None
    return best


_LEAST_VOTES = 4
_LEAST_SHARE = 0.7
"""Cards are now and then laid upside down; not most of them."""


def _roll_to_landscape(quad_px: _Floats) -> int:
    """0 where the outline is wider than high, else the roll that makes it so."""
    wide = np.linalg.norm(quad_px[1] - quad_px[0]) + np.linalg.norm(quad_px[2] - quad_px[3])
    high = np.linalg.norm(quad_px[3] - quad_px[0]) + np.linalg.norm(quad_px[2] - quad_px[1])
    return 0 if wide >= high else 3


def _straightened(image: Image, quad_px: _Floats) -> Image:
    width, height = PATCH_WH_PX
    flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    return np.asarray(
        cv2.warpPerspective(
            image,
            cv2.getPerspectiveTransform(quad_px.astype(np.float32), flat),
            PATCH_WH_PX,
            flags=cv2.INTER_CUBIC,
            borderMode=cv2.BORDER_REPLICATE,
        ),
        dtype=np.uint8,
    )


def _read_lines(patches: Sequence[Image], reader: TextReader) -> list[list[TextLine]]:
    """All lines of print, patch by patch. One look at a sheet of all patches finds them."""
    lines = []
    for patch, boxes in zip(patches, _find_boxes(patches, reader), strict=True):
        own = []
        for low, high in _joined(boxes):
            cut = _cut(patch, low, high)
            if cut is not None:
                corners = np.array([low, [high[0], low[1]], high, [low[0], high[1]]])
                turned = np.ascontiguousarray(cut[::-1, ::-1])
                own.append(TextLine(corners, reader.recognise(cut), reader.recognise(turned)))
        lines.append(own)
    return lines


def _find_boxes(patches: Sequence[Image], reader: TextReader) -> list[list[_Floats]]:
    """Where print is in each patch: lower and higher corner of upright boxes, patch pixels."""
    width, height = (round(side * _SHEET_SCALE) for side in PATCH_WH_PX)
    rows = -(-len(patches) // GRID_SIDE)
    sheet = np.zeros((rows * height, GRID_SIDE * width, 3), np.uint8)
    for at, patch in enumerate(patches):
        row, col = divmod(at, GRID_SIDE)
        sheet[row * height : (row + 1) * height, col * width : (col + 1) * width] = cv2.resize(
            patch, (width, height), interpolation=cv2.INTER_AREA
        )
    boxes: list[list[_Floats]] = [[] for _ in patches]
    for box in reader.detect(sheet):
        low, high = box.min(axis=0), box.max(axis=0)
        row = int((low[1] + high[1]) / 2 // height)
        # Cards lie side by side on the sheet: a box over two of them is two lines.
        for col in range(int(low[0] // width), int(high[0] // width) + 1):
            at = row * GRID_SIDE + col
            corner = np.array([col * width, row * height], dtype=np.float64)
            own_low = np.maximum(low - corner, 0)
            own_high = np.minimum(high - corner, (width, height))
            if 0 <= at < len(patches) and 0 <= col < GRID_SIDE and (own_high > own_low + 6).all():
                boxes[at].append(np.array([own_low, own_high]) / _SHEET_SCALE)
    return boxes


def _joined(boxes: list[_Floats]) -> list[_Floats]:
    """Boxes of one line joined: a name of two words is often found as two."""
    joined: list[_Floats] = []
    for box in sorted(boxes, key=lambda box: float(box[0, 0])):
        for at, other in enumerate(joined):
            overlap = min(box[1, 1], other[1, 1]) - max(box[0, 1], other[0, 1])
            lower = min(box[1, 1] - box[0, 1], other[1, 1] - other[0, 1])
            gap = box[0, 0] - other[1, 0]
            if overlap > 0.6 * lower and gap < 1.2 * lower:
                joined[at] = np.array([np.minimum(box[0], other[0]), np.maximum(box[1], other[1])])
                break
        else:
            joined.append(box)
    return joined


def _cut(patch: Image, low: _Floats, high: _Floats) -> Image | None:
    """A line cut out with a little around it; None where it is no line."""
    if high[0] - low[0] < 12 or high[1] - low[1] < 8:
        return None
    left, top = np.floor(low).astype(int).clip(0)
    right, bottom = np.ceil(high).astype(int)
    cut = patch[top:bottom, left:right]
    return np.ascontiguousarray(cut) if cut.size else None


@dataclass(frozen=True, slots=True, eq=False)
class _Print:
    """What is printed on a card whose outline was rolled by `roll` to be wider than high."""

    roll: int
    lines: list[TextLine]


@dataclass(frozen=True, slots=True, order=True)
class _Word:
    """A line's word, the widest last when sorted."""

    wide_px: float
    word: str
    turn: int
    margin: float
    is_exact: bool
    other_way: str
    is_doubtful: bool


def _sighting(card: _Print, known: Sequence[str], usual_turn: int | None) -> WordSighting | None:
    """A card's word and the corner where its larger line stands upright."""
    read: list[_Word] = []
    for line in card.lines:
        word = _word_of(line, card.roll, known, usual_turn)
        if word is not None:
            read.append(word)
    clear = [word for word in read if not word.is_doubtful]
    if not clear:
        return None
    best = max(clear)
    others = [word for word in read if word is not best]
    same = [other for other in others if best.word in (other.word, other.other_way)]
    if any(other not in same and other.margin > best.margin - 0.01 for other in others):
        return None
    margin, is_confirmed = max(word.margin for word in (best, *same)), bool(same)
    least = _LISTED if best.is_exact else _CONFIRMED if is_confirmed or known else _SURE
    if margin < least:
        return None
    return WordSighting(best.word, best.turn, margin, is_confirmed)


def _word_of(
    line: TextLine, roll: int, known: Sequence[str], usual_turn: int | None
) -> _Word | None:
    """A line's word, the better way round; None where it says nothing, or says it both ways."""
    ways = ((line.upright, roll), (line.turned, (roll + 2) % 4))
    other_way, is_doubtful = "", False
    (text, score), turn = max(ways, key=lambda way: way[0][1])
    worse = min(line.upright[1], line.turned[1])
    if worse > score - _CLEARLY or worse > _NOTHING:
        # Read as most of the table reads; where that is not known or reads worse, not at all.
        usual = [way for way in ways if way[1] == usual_turn and way[0][1] > score - 0.02]
        is_doubtful = not usual
        (text, score), turn = usual[0] if usual else ((text, score), turn)
        other_way = _tidied(next(way[0][0] for way in ways if way[1] != turn))
    word = _tidied(text)
    is_exact = False
    if known and word:
        listed = closest_word(word, known)
        is_exact = listed is not None and _bare(listed) == _bare(word)
        word = listed or ""
    if not word or score < _LISTED:
        return None
    wide_px = float(line.box_px[1, 0] - line.box_px[0, 0])
    return _Word(wide_px, word, turn, score, is_exact, other_way, is_doubtful)


def _tidied(text: str) -> str:
    """Capitals, single spaces, nothing but letters, digits and what stands inside words."""
    kept = "".join(sign if sign.isalnum() or sign in " -'.&" else " " for sign in text.upper())
    word = " ".join(kept.split()).strip("-'. ")
    return word if sum(sign.isalpha() for sign in word) >= 2 else ""


def closest_word(word: str, known: Sequence[str]) -> str | None:
    """The deck's word that was read, or that differs by one letter where no other is near.

    Example:
        >>> closest_word("SAX0PHONE", ["Saxophone", "Donut"]), closest_word("CAT", ["Bat", "Hat"])
        ('Saxophone', None)
        >>> closest_word("FERRISWHEEL", ["Ferris Wheel"])
        'Ferris Wheel'
    """
    wanted = _bare(word)
    bare = [(_bare(other), other) for other in known]
    exact = [other for own, other in bare if own == wanted]
    if exact:
        return exact[0]
    if len(wanted) < _LONG_ENOUGH:
        return None
    near = [(_edits(wanted, own), other) for own, other in bare if abs(len(own) - len(wanted)) <= 2]
    close = [other for edits, other in near if edits <= 2]
    one_off = [other for edits, other in near if edits == 1]
    return one_off[0] if len(one_off) == 1 and len(close) == 1 else None


_LONG_ENOUGH = 4
"""One letter of three is no evidence."""


def _bare(word: str) -> str:
    return "".join(sign for sign in word.casefold() if sign.isalnum())


def _edits(one: str, other: str) -> int:
    """Levenshtein's distance."""
    row = list(range(len(other) + 1))
    for at, sign in enumerate(one, 1):
        before, row[0] = row[0], at
        for to, facing in enumerate(other, 1):
            before, row[to] = row[to], min(row[to] + 1, row[to - 1] + 1, before + (sign != facing))
    return row[-1]
