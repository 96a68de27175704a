"""How well covers are told by the light they lie in: pictures of our printed deck, with answers.

Usage: python tests/round_trip/colours.py FOLDER [FOLDER ...]. Each folder holds pictures (`*.jpg`)
and answers (`*.json`) of the path-tracing camera; folders after the first may hold the same tables
at other exposures. Prints, for cells of which nine tenths are in view, what was told rightly,
wrongly and not at all, as bought and after colours were measured on the first folder's picture.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from calibration.colours import judge_colors, sample_reading
from companion.deck.cards import load_decks
from companion.deck.tags import tags_of
from companion.terms import CoverCard, Edition
from companion.vision.covers import judge_color, measure_colors
from companion.vision.frame import Frame, Image
from companion.vision.knowledge import Knowledge
from companion.vision.picture import decode_picture
from companion.vision.profile import CameraProfile, InkSeen
from companion.vision.readers import TaggedReader
from companion.vision.reading import BoardReading, CellState, Unseen
from companion.vision.tags import TagBank, make_tag_bank

IN_VIEW = 0.9
NEAR_CARD_WIDTHS = 0.35
LINEAR = (np.arange(256) / 255.0) ** 2.2


@dataclass
class Count:
    """Cells by what became of them."""

    cells: int = 0
    right: int = 0
    unknown: int = 0
    wrong: int = 0
    by_colour_wrong: int = 0
    by_colour: int = 0
    tables: int = 0
    unseen: int = 0
    told: list[str] = field(default_factory=list)

    def line(self, name: str) -> str:
        share = 100 * self.unknown / max(self.cells, 1)
        return (
            f"{name}: {self.tables} tables ({self.unseen} not found), {self.cells} cells in view: "
            f"{self.right} right, {self.unknown} unknown ({share:.2f} %), {self.wrong} wrong; "
            f"covers by colour alone: {self.by_colour_wrong} of {self.by_colour} wrong"
        )


def exposed(image: Image, stops: float) -> Image:
    """The same picture with more or less light, clipped as a sensor clips."""
    if stops == 0:
        return image
    light = np.clip(LINEAR * 2.0**stops, 0, 1) ** (1 / 2.2) * 255
    return np.rint(light).astype(np.uint8)[image]


def count(
    image: Image,
    truth: dict,
    bank: TagBank,
    inks: dict[CoverCard, InkSeen] | None,
    into: Count,
    name: str,
) -> BoardReading | Unseen:
    """Read one picture and add up."""
    profile = None if inks is None else CameraProfile("path-traced", inks=inks)
    reader = TaggedReader(bank, knows=lambda: Knowledge(profile))
    reading = reader.read(Frame(image, 0.0, 0))
    into.tables += 1
    into.unseen += isinstance(reading, Unseen)
    for true in truth["cells"]:
        if true["visible"] < IN_VIEW:
            continue
        into.cells += 1
        kind = None if true["cover"] is None else CoverCard(true["cover"])
        if isinstance(reading, Unseen):
            into.unknown += 1
            continue
        cell = reading.cells[5 * true["row"] + true["col"]]
        is_told = cell.state in (CellState.CARD, CellState.COVERED)
        if not is_told:
            into.unknown += 1
            into.told.append(f"{name} {true['row']},{true['col']} {kind} unknown")
        elif cell.cover is kind and (kind is not None or cell.card in (None, true["id"])):
            into.right += 1
        else:
            into.wrong += 1
            into.told.append(f"{name} {true['row']},{true['col']} {kind}: {cell.cover} {cell.card}")
    if isinstance(reading, BoardReading):
        by_colour(image, truth, reading, inks, into, name)
    return reading


def by_colour(
    image: Image,
    truth: dict,
    reading: BoardReading,
    inks: dict[CoverCard, InkSeen] | None,
    into: Count,
    name: str,
) -> None:
    """What colour alone says of the covers, where it is plain and clear enough to be believed."""
    for true in truth["cells"]:
        if true["visible"] < IN_VIEW or true["cover"] is None:
            continue
        cell = reading.cells[5 * true["row"] + true["col"]]
        quads = [np.roll(cell.quad_px, turn, axis=0) for turn in (0, 2)]
        colors = measure_colors(image, quads, [0.0, 0.0], bank_geometry())
        color = max(colors, key=lambda each: each.share)
        verdict = judge_color(color, Edition.SIMPSONS, inks)
        if color.share < 0.7 or verdict.margin < 0.5:
            continue
        into.by_colour += 1
        if verdict.kind is not CoverCard(true["cover"]):
            into.by_colour_wrong += 1
            into.told.append(f"{name} colour {true['cover']}: {verdict.kind} {verdict.margin:.2f}")


def bank_geometry():
    from companion.deck.geometry import CardGeometry

    return CardGeometry()


def main(folders: list[Path]) -> None:
    bank = make_tag_bank(tags_of(load_decks(())))
    plain = {folder: Count() for folder in folders}
    measured = {folder: Count() for folder in folders}
    for answers in sorted(folders[0].glob("*.json")):
        truth = json.loads(answers.read_text())
        inks: dict[CoverCard, InkSeen] | None = None
        for folder in folders:
            path = folder / answers.with_suffix(".jpg").name
            if not path.is_file():
                continue
            image = decode_picture(path.read_bytes(), path.name)
            name = f"{folder.name}/{path.stem}"
            reading = count(image, truth, bank, None, plain[folder], name)
            if inks is None and isinstance(reading, BoardReading):
                inks = dict(judge_colors(sample_reading(image, reading)).inks)
            count(image, truth, bank, inks, measured[folder], name)
    for folder in folders:
        print(plain[folder].line(f"{folder.name}, as it is"))
        print(measured[folder].line(f"{folder.name}, colours measured"))
        for line in plain[folder].told + [f"measured: {each}" for each in measured[folder].told]:
            print("   ", line)


if __name__ == "__main__":
    main([Path(each) for each in sys.argv[1:]])
