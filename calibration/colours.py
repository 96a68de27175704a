"""What the inks look like in this light and to this camera, and whether they can be told apart.

Two ways lead here: printed covers lie on the table and are known by their tags; or shop-bought
covers are shown once each, and the page says which. Pure: colours go in, a judgement comes out.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from companion.deck.geometry import CardGeometry
from companion.terms import CoverCard, Edition
from companion.vision.covers import CellColor, lab_of, measure_colors
from companion.vision.frame import Image
from companion.vision.profile import CameraProfile, InkSeen
from companion.vision.reading import BoardReading, CellState

_Floats = NDArray[np.float64]

PASS_DISTANCE = 40.0
"""CIE76 between two kinds. On paper under a good lamp orange and yellow lie 65 to 69 apart; gloss
and shadow move one cover by up to 15."""

LEAST_DISTANCE = 24.0
_SPREAD_TIMES = 4.0
"""Two kinds have to lie apart by so many times what each scatters."""

_CLIPPED_SHARE = 0.15
_DARK_WHITE = 0.12
"""Linear: below this, white is grey on the screen, and noise is a tenth of an ink's colour."""

_CAST = 2.2
_GLARE_SPREAD = 14.0


class ColorVerdict(StrEnum):
    """How well the kinds can be told apart."""

    PASS = "pass"
    WARNING = "warning"
    FAIL = "fail"


@dataclass(frozen=True, slots=True)
class ColorReport:
    """The inks as they are seen, and how far apart.

    Attributes:
        inks: What each kind that was seen looks like.
        paper: What bare card looks like, linear RGB relative to its own white, or None.
        distances: CIE76 of each pair of kinds, the nearest first; None stands for bare card.
        team_distance: CIE76 between the two teams' covers; None where one was not seen.
        verdict: Pass, warning or fail.
        cures: What would help, one line each, the likeliest first.
        missing: Kinds that were not seen.
    """

    inks: Mapping[CoverCard, InkSeen]
    paper: tuple[float, float, float] | None
    distances: tuple[tuple[CoverCard | None, CoverCard | None, float], ...]
    team_distance: float | None
    verdict: ColorVerdict
    cures: tuple[str, ...]
    missing: tuple[CoverCard, ...]

    def put_into(self, profile: CameraProfile) -> CameraProfile:
        """The profile with these inks."""
        return replace(profile, inks=dict(self.inks), paper=self.paper)

    def lines(self, edition: Edition = Edition.SIMPSONS) -> tuple[str, ...]:
        """Say it, one line each, the verdict first."""
        names = [edition.shown_as(str(kind)) for kind in (CoverCard.ORANGE, CoverCard.YELLOW)]
        said = {
            ColorVerdict.PASS: "can be told apart",
            ColorVerdict.WARNING: "can be told apart, but with little to spare",
            ColorVerdict.FAIL: "cannot be told apart safely",
        }
        told = [f"{self.verdict}: the covers {said[self.verdict]} in this light"]
        if self.team_distance is not None:
            told.append(
                f"{names[0]} and {names[1]} lie {self.team_distance:.0f} apart "
                f"(CIE76; {PASS_DISTANCE:.0f} is good, {LEAST_DISTANCE:.0f} the least)"
            )
        told += [f"not seen yet: {edition.shown_as(str(kind))}" for kind in self.missing]
        return (*told, *self.cures)


Samples = Mapping[CoverCard | None, Sequence[CellColor]]
"""Colours that were measured, by the kind that lies there; None for bare cards."""


def sample_reading(
    image: Image, reading: BoardReading, geometry: CardGeometry | None = None
) -> dict[CoverCard | None, list[CellColor]]:
    """Measure covers and bare cards where a reading knows what lies there.

    Args:
        image: The picture that was read.
        reading: What was read; covers known by their tags.
        geometry: The cards' measures.
    """
    geometry = geometry or CardGeometry()
    samples: dict[CoverCard | None, list[CellColor]] = {}
    known = [
        cell
        for cell in reading.cells
        if cell.state is CellState.COVERED or (cell.state is CellState.CARD and cell.card)
    ]
    if not known:
        return samples
    quads = np.array([cell.quad_px for cell in known])
    if reading.is_mirrored:
        quads = quads[:, [1, 0, 3, 2]]
    sides = np.linalg.norm(np.roll(quads, -1, axis=1) - quads, axis=2).mean(axis=0)
    first = 0 if sides[0] + sides[2] > sides[1] + sides[3] else 1
    # Which way round a piece lies is not part of a reading: turned wrongly, its field has a tag.
    turned = [
        measure_colors(image, list(np.roll(quads, turn, axis=1)), [0.0] * len(quads), geometry)
        for turn in (first, first + 2)
    ]
    for at, cell in enumerate(known):
        best = max((colors[at] for colors in turned), key=lambda color: color.share)
        samples.setdefault(cell.cover, []).append(best)
    return samples


def judge_colors(
    samples: Samples, looks: Mapping[CoverCard, bytes | None] | None = None
) -> ColorReport:
    """Judge the inks that were measured.

    Args:
        samples: By kind; several of a kind, from several places of the table, judge better.
        looks: What is drawn on covers of each kind, where they were shown.
    """
    looks = looks or {}
    labs = {kind: relative_labs(colors) for kind, colors in samples.items() if colors}
    inks: dict[CoverCard, InkSeen] = {}
    paper: tuple[float, float, float] | None = None
    for kind, colors in samples.items():
        if not colors:
            continue
        rgb = _three(np.median([_relative(color) for color in colors], axis=0))
        if kind is None:
            paper = rgb
        else:
            inks[kind] = InkSeen(rgb, _spread(labs[kind]), looks.get(kind))
    middles = {kind: np.median(lab, axis=0) for kind, lab in labs.items()}
    distances = sorted(
        (
            (one, other, float(np.linalg.norm(middles[one] - middles[other])))
            for one, other in itertools.combinations(middles, 2)
        ),
        key=lambda pair: pair[2],
    )
    team_distance = next(
        (gap for one, other, gap in distances if {one, other} == _TEAMS),
        None,
    )
    verdict = _verdict(distances, {kind: _spread(lab) for kind, lab in labs.items()})
    missing = tuple(kind for kind in CoverCard if kind not in inks)
    if {CoverCard.ORANGE, CoverCard.YELLOW} & set(missing) and verdict is ColorVerdict.PASS:
        verdict = ColorVerdict.WARNING
    every = [color for colors in samples.values() for color in colors]
    spread = max((_spread(lab) for lab in labs.values()), default=0.0)
    cures = tuple(_cures(every, spread, is_fine=verdict is ColorVerdict.PASS))
    return ColorReport(inks, paper, tuple(distances), team_distance, verdict, cures, missing)


_TEAMS = {CoverCard.ORANGE, CoverCard.YELLOW}


def _relative(color: CellColor) -> _Floats:
    return np.asarray(color.body / np.maximum(color.white, 1e-3), np.float64)


def relative_labs(colors: Sequence[CellColor]) -> _Floats:
    """CIE L*a*b* of colours relative to their white, shape `(n, 3)`."""
    labs = lab_of(np.array([_relative(color) for color in colors]))
    labs[:, 0] = np.minimum(labs[:, 0], 100.0)
    return labs


def _spread(labs: _Floats) -> float:
    return float(np.sqrt(((labs - np.median(labs, axis=0)) ** 2).sum(axis=1).mean()))


def _verdict(
    distances: Sequence[tuple[CoverCard | None, CoverCard | None, float]],
    spreads: Mapping[CoverCard | None, float],
) -> ColorVerdict:
    worst = ColorVerdict.PASS
    for one, other, gap in distances:
        needed = _SPREAD_TIMES * max(spreads[one], spreads[other])
        if gap < max(LEAST_DISTANCE, needed / 2):
            return ColorVerdict.FAIL
        # Neutral to card is the nearest pair on paper, with 42: only the teams are held to more.
        is_close = gap < (PASS_DISTANCE if {one, other} == _TEAMS else 0.75 * PASS_DISTANCE)
        if is_close or gap < needed:
            worst = ColorVerdict.WARNING
    return worst


def _cures(colors: Sequence[CellColor], spread: float, *, is_fine: bool) -> list[str]:
    """What would help, by what is wrong with the light; nothing where nothing is wrong."""
    if not colors:
        return ["no cover and no card was seen: is the table in view?"]
    told = []
    whites = np.array([color.white for color in colors])
    if float(np.mean([color.clipped for color in colors])) > _CLIPPED_SHARE:
        told.append("the picture is too bright: white is clipped; less light, or less exposure")
    if float(np.median(whites.max(axis=1))) < _DARK_WHITE:
        told.append("the picture is too dark: more light on the table")
    cast = np.median(whites, axis=0)
    if float(cast.max() / max(float(cast.min()), 1e-3)) > _CAST:
        told.append(
            "white looks strongly coloured: lock the white balance while cards alone are in view, "
            "or use a whiter lamp"
        )
    if spread > _GLARE_SPREAD:
        told.append("some covers shine: move the lamp aside, or tilt the camera against the glare")
    if not told and not is_fine:
        told.append("move the lamp nearer and to the side, and lock white balance and exposure")
    return told


def _three(values: _Floats) -> tuple[float, float, float]:
    red, green, blue = (round(float(value), 5) for value in values)
    return red, green, blue
