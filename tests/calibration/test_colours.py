"""Inks under lamps, on sensors, and shown once each."""

from __future__ import annotations

import random
from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.colours import (
    ColorVerdict,
    judge_colors,
    sample_reading,
)
from calibration.showing import Showing, looks_of_shown, measure_cells, show_covers
from companion.deck.cards import Deck
from companion.deck.palette import CARD, color_of
from companion.simulated.faces import FaceShelf
from companion.simulated.photograph import photograph
from companion.terms import ALL_CELLS, Cell, CoverCard, Edition
from companion.vision.covers import CellColor, judge_color
from companion.vision.pipeline import read_board
from companion.vision.profile import CameraProfile, InkSeen
from companion.vision.reading import BoardReading
from companion.vision.tags import TagBank

WHITE = np.array([0.7, 0.7, 0.7])


def linear(kind: CoverCard | None) -> np.ndarray:
    color = CARD if kind is None else color_of(kind)
    unit = np.array(color.as_rgb_unit())
    return np.where(unit <= 0.04045, unit / 12.92, ((unit + 0.055) / 1.055) ** 2.4)


def a_color(
    kind: CoverCard | None,
    *,
    seed: int = 0,
    scatter: float = 0.02,
    white: np.ndarray = WHITE,
    clipped: float = 0.0,
    mixed: float = 0.0,
) -> CellColor:
    """One cell; `mixed` moves every ink towards the mean of all, as a poor lamp does."""
    ink = linear(kind)
    grey = np.mean([linear(each) for each in CoverCard], axis=0)
    body = ((1 - mixed) * ink + mixed * grey) * white
    body = body * (1 + np.random.default_rng(seed).normal(0, scatter, 3))
    return CellColor(body=body, white=white, share=1.0, clipped=clipped)


def samples(**how: object) -> dict[CoverCard | None, list[CellColor]]:
    return {
        kind: [a_color(kind, seed=seed, **how) for seed in range(4)]  # type: ignore[arg-type]
        for kind in (*CoverCard, None)
    }


def test_good_light_passes_and_says_how_far_apart() -> None:
    report = judge_colors(samples())

    assert report.verdict is ColorVerdict.PASS
    assert report.team_distance == pytest.approx(66, abs=4)
    assert (report.cures, report.missing) == ((), ())
    assert "orange and yellow lie" in report.lines()[1]
    assert "red and blue lie" in report.lines(Edition.CLASSIC)[1]


@pytest.mark.parametrize(
    ("how", "verdict", "cure"),
    [
        pytest.param({"mixed": 0.28}, ColorVerdict.WARNING, "move the lamp", id="poor lamp"),
        pytest.param({"mixed": 0.85}, ColorVerdict.FAIL, "move the lamp", id="useless lamp"),
        pytest.param({"clipped": 0.5}, ColorVerdict.PASS, "too bright", id="clipped"),
        pytest.param({"white": WHITE * 0.1}, ColorVerdict.PASS, "too dark", id="dark"),
        pytest.param(
            {"white": np.array([0.8, 0.5, 0.2])}, ColorVerdict.PASS, "white balance", id="cast"
        ),
        pytest.param({"scatter": 0.35}, ColorVerdict.FAIL, "shine", id="glare"),
    ],
)
def test_poor_light_is_told_with_a_cure(
    how: dict[str, object], verdict: ColorVerdict, cure: str
) -> None:
    report = judge_colors(samples(**how))

    assert report.verdict is verdict
    assert any(cure in line for line in report.cures)


def test_kinds_that_were_not_seen_are_named() -> None:
    seen = {kind: colors for kind, colors in samples().items() if kind is not CoverCard.YELLOW}
    report = judge_colors(seen)

    assert report.missing == (CoverCard.YELLOW,)
    assert (report.team_distance, report.verdict) == (None, ColorVerdict.WARNING)
    assert "not seen yet: yellow" in report.lines()


def test_nothing_seen_is_told() -> None:
    assert "is the table in view" in judge_colors({}).cures[0]


@pytest.mark.parametrize("lamp_k", [2700.0, 6500.0])
def test_printed_covers_are_measured_by_their_tags(
    lamp_k: float, springfield: Deck, printed_faces: FaceShelf, bank: TagBank
) -> None:
    kinds = [kind for kind in CoverCard for _ in range(3)]
    cells = random.Random(3).sample(ALL_CELLS, len(kinds))
    taken = photograph(
        printed_faces,
        tuple(("card", card.id, "word") for card in springfield.cards[:25]),
        covers={
            cell: ("cover_card", kind.value, "front")
            for cell, kind in zip(cells, kinds, strict=True)
        },
        lamp_k=lamp_k,
        tilt_deg=15,
        turn_deg=90,
        seed=4,
    )
    reading = read_board(taken.image, bank)
    assert isinstance(reading, BoardReading)
    report = judge_colors(sample_reading(taken.image, reading))

    assert report.missing == ()
    assert report.verdict is ColorVerdict.PASS
    assert report.team_distance is not None
    assert report.team_distance > 55
    assert max(ink.spread for ink in report.inks.values()) < 6


# ---------------------------------------------------------------- the use of a profile


def test_measured_inks_are_kept_in_the_profile() -> None:
    profile = judge_colors(samples()).put_into(CameraProfile("Stand Cam"))

    assert profile.inks is not None
    assert set(profile.inks) == set(CoverCard)
    assert CameraProfile.from_document(profile.to_document()) == profile


def test_cover_of_other_inks_is_known_by_the_profile() -> None:
    """Shop-bought covers are not printed with our inks."""
    pale = np.array([0.75, 0.35, 0.12])
    seen = {CoverCard.ORANGE: InkSeen((0.75, 0.35, 0.12), 2.0)}
    color = CellColor(body=pale * WHITE, white=WHITE, share=1.0, clipped=0.0)

    without, within = (
        judge_color(color, Edition.SIMPSONS),
        judge_color(color, Edition.SIMPSONS, seen),
    )

    assert within.kind is CoverCard.ORANGE
    assert within.margin > 0.9 > without.margin


# ---------------------------------------------------------------- shown once each


def play(*steps: tuple[dict[int, CoverCard | None], float]) -> list[Showing]:
    """Covers on cells, each step for some seconds, ten pictures a second."""
    so_far: Showing | None = None
    told: list[Showing] = []
    at_s = 0.0
    for covers, seconds in steps:
        for number in range(round(seconds * 10)):
            colors = [
                a_color(covers.get(at), seed=100 * number + at, scatter=0.01) for at in range(25)
            ]
            so_far = show_covers(so_far, colors, at_s)
            told.append(so_far)
            at_s += 0.1
    return told


def test_each_kind_is_taken_once_when_it_lies_still() -> None:
    told = play(
        ({}, 0.5),
        ({3: CoverCard.ORANGE}, 1.5),
        ({3: CoverCard.ORANGE, 7: CoverCard.YELLOW}, 1.5),
        ({3: CoverCard.NEUTRAL, 7: CoverCard.YELLOW}, 1.5),
        ({}, 1.5),
        ({12: CoverCard.GAME_OVER}, 1.5),
    )

    assert sum(each.has_taken for each in told) == 4
    assert told[-1].wanted is None
    assert told[-1].words == "thank you: all four kinds were seen"
    taken = {kind: [color] for kind, color in told[-1].taken.items()}
    assert judge_colors(taken).team_distance == pytest.approx(66, abs=5)


def test_hand_and_short_looks_are_not_taken() -> None:
    hand = dict.fromkeys(range(5), CoverCard.ORANGE)
    told = play(({}, 0.5), ({4: CoverCard.ORANGE}, 0.5), ({}, 0.5), (hand, 3.0), ({}, 1.0))

    assert not any(each.has_taken for each in told)
    assert told[-1].wanted is CoverCard.ORANGE
    assert "lay one orange cover" in told[-1].words


def test_hidden_cells_are_waited_for() -> None:
    first = show_covers(None, [None] * 25, 0.0)
    bare = show_covers(first, [a_color(None)] * 25, 0.1)
    laid = replace(a_color(CoverCard.ORANGE))
    colors = [laid, *[a_color(None)] * 24]
    showing = bare
    for step in range(12):
        showing = show_covers(showing, colors, 0.2 + 0.1 * step)
        if showing.has_taken:
            break

    assert showing.has_taken
    assert showing.taken[CoverCard.ORANGE] is laid


def test_what_is_drawn_on_a_shown_cover_is_kept(
    springfield: Deck, printed_faces: FaceShelf
) -> None:
    taken = photograph(
        printed_faces,
        tuple(("card", card.id, "word") for card in springfield.cards[:25]),
        covers={Cell(2, 2): ("cover_card", CoverCard.ORANGE.value, "front")},
        seed=6,
    )
    first = show_covers(None, [a_color(None)] * 25, 0.0)
    showing = replace(first, has_taken=True, cells={CoverCard.ORANGE: 12})

    looks = looks_of_shown(taken.image, taken.quads_px, showing, {})
    report = judge_colors({CoverCard.ORANGE: [a_color(CoverCard.ORANGE)]}, looks)

    assert report.inks[CoverCard.ORANGE].look == looks[CoverCard.ORANGE]
    assert looks[CoverCard.ORANGE] is not None
    assert looks_of_shown(taken.image, taken.quads_px, showing, looks) == {}


def test_covers_of_any_make_are_measured_against_the_cards_borders(
    springfield: Deck, printed_faces: FaceShelf
) -> None:
    kinds = dict(zip(random.Random(5).sample(ALL_CELLS, 4), CoverCard, strict=True))
    taken = photograph(
        printed_faces,
        tuple(("card", card.id, "word") for card in springfield.cards[:25]),
        covers={cell: ("cover_card", kind.value, "front") for cell, kind in kinds.items()},
        lamp_k=3200.0,
        seed=6,
    )
    colors = measure_cells(taken.image, taken.quads_px)
    report = judge_colors({kind: [colors[cell.position]] for cell, kind in kinds.items()})

    assert report.missing == ()
    assert report.team_distance is not None
    assert report.team_distance > 45


def test_ink_of_a_cover_with_a_pale_figure_is_measured_beside_the_figure(
    springfield: Deck, printed_faces: FaceShelf
) -> None:
    """The figure is brighter than the ink and fills a fifth of the card."""
    taken = photograph(
        printed_faces,
        tuple(("card", card.id, "word") for card in springfield.cards[:25]),
        lamp_k=4000.0,
        seed=6,
    )
    orange, pale = (40, 100, 225), (200, 215, 240)
    images = []
    for figure in (orange, pale):
        image = taken.image.copy()
        quad = taken.quads_px[12]
        cv2.fillConvexPoly(image, np.rint(quad).astype(np.int32), orange, cv2.LINE_AA)
        inner = quad.mean(axis=0) + 0.42 * (quad - quad.mean(axis=0))
        cv2.fillConvexPoly(image, np.rint(inner).astype(np.int32), figure, cv2.LINE_AA)
        images.append(image)

    plain, drawn = (measure_cells(image, taken.quads_px)[12] for image in images)

    assert np.abs(np.log(drawn.body / plain.body)).max() < 0.1
    assert drawn.share > 0.5
