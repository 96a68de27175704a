from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from flask.testing import FlaskClient

from calibration import capture as lens_advice
from calibration.colours import ColorVerdict, judge_colors
from calibration.lens import Refused
from companion.game.actions import ACTION_NAMES
from companion.game.clue import AdviceKind
from companion.game.outcome import How
from companion.game.solo import chart
from companion.game.state import Phase
from companion.table.discrepancy import Answer, Discrepancy, Kind
from companion.table.live import MEASURED
from companion.table.status import CameraState
from companion.table.turn_timer import TimerKind
from companion.terms import CoverCard, Edition, Team
from companion.vision.covers import CellColor
from companion.vision.locks import HELD
from companion.vision.reading import Unseen
from companion.web.camera_words import CAMERA_COUNTED, CAMERA_HINTS, CAMERA_PHRASES
from companion.web.refusals import HINTS
from companion.web.words import COUNTED as OTHERS_COUNTED
from companion.web.words import PHRASES as OTHER_PHRASES
from companion.web.words import all_phrases, phrases_module

PHRASES = {**OTHER_PHRASES, **CAMERA_PHRASES}
COUNTED = {**OTHERS_COUNTED, **CAMERA_COUNTED}

SCRIPTS = Path(__file__).resolve().parents[2] / "companion" / "web" / "static" / "js"
ASKED = re.compile(r"""say\(\s*["']([\w.-]+)["']""")
BUILT = re.compile(r"""say\(\s*`([\w.-]*)\$\{""")


def sources() -> str:
    """The scripts that say these phrases (the desk's and the league's bring their own)."""
    scripts = [path.read_text("utf-8") for path in sorted(SCRIPTS.glob("*.js"))]
    return "\n".join(script for script in scripts if "./phrase.js" in script)


def test_every_phrase_that_a_script_names_is_there() -> None:
    asked = ASKED.findall(sources())

    assert len(asked) > 20
    assert [name for name in asked if name not in PHRASES] == []
    counted = re.findall(r"""sayCount\(\s*["']([\w.-]+)["']""", sources())
    assert [name for name in counted if name not in COUNTED] == []


def built_names() -> Iterator[str]:
    """Names that scripts put together from the words of the wire."""
    for edition in Edition:
        for team in Team:
            yield f"team.{edition.shown_as(team.value)}"
        for cover in CoverCard:
            for kind in ("cover", "side", "name"):
                yield f"{kind}.{edition.shown_as(cover.value)}"
    for phase in (Phase.CLUE, Phase.GUESS, Phase.SETTLE):
        yield f"phase.{phase.value}"
    for how in How:
        yield f"how.{how.value}"
        yield f"how.solo.{how.value}"
    for state in CameraState:
        yield f"camera.{state.value}"
    for trouble in Kind:
        yield f"ask.{trouble.value}"
        if trouble is not Kind.REFUSED:
            yield f"ask.text.{trouble.value}"
        if Answer.CONFIRM in Discrepancy(trouble, ()).answers:
            yield f"ask.confirm.{trouble.value}"
    yield "ask.text.counted"
    yield from (f"host.picture.{extent}" for extent in ("whole", "cells"))
    yield from (f"host.seats.{standing}" for standing in ("host", "cluemaster", "camera"))
    yield from (f"advice.{kind.value}" for kind in AdviceKind)
    yield from (f"chart.{name}" for _left, name in chart())
    yield from (f"step.{name}" for name in ACTION_NAMES)
    yield from (f"how.short.{how.value}" for how in How)
    yield from (f"timer.over.{kind.value}" for kind in TimerKind if kind is not TimerKind.OFF)
    yield "device.Android phone"
    yield from measured_names()


def measured_names() -> Iterator[str]:
    """Names of what is said while a camera is measured."""
    for lens in ("none", "measured", "guessed", "other"):
        yield f"measure.lens.{lens}"
    for known in ("yes", "no"):
        yield f"measure.colours.{known}"
        yield f"measure.place.{known}"
    for name in HELD:
        yield f"measure.what.{name}"
    for step in lens_advice.AdviceKind:
        if step is not lens_advice.AdviceKind.TILT:
            yield f"lens.{step}"
    yield from (f"lens.tilt.{side}" for side in ("left", "right", "top", "bottom"))
    yield from (f"lens.fail.{reason}" for reason in Refused)
    yield from ("lens.pass", "lens.warning")
    yield from (f"colours.{verdict}" for verdict in ColorVerdict)
    yield from (f"place.corner.{corner}" for corner in range(4))


def test_every_phrase_that_is_put_together_is_there() -> None:
    names = set(built_names())

    assert sorted(names - PHRASES.keys()) == []
    for beginning in set(BUILT.findall(sources())):
        assert any(name.startswith(beginning) for name in names), beginning


def test_what_helps_against_bad_light_is_known_by_its_beginning() -> None:
    """What a workbench advises, in its own words, must be found in every language."""
    dark = CellColor(np.full(3, 0.05), np.array([0.1, 0.05, 0.02]), 1.0, 0.9)
    shining = CellColor(np.full(3, 0.9), np.ones(3), 1.0, 0.9)
    reports = [
        judge_colors({}),
        judge_colors({CoverCard.ORANGE: [dark, shining], CoverCard.YELLOW: [dark, dark]}),
        judge_colors({CoverCard.ORANGE: [dark, dark], CoverCard.YELLOW: [dark, dark]}),
    ]
    plain = CellColor(np.full(3, 0.5), np.full(3, 0.8), 1.0, 0.0)
    reports.append(judge_colors({CoverCard.ORANGE: [plain], CoverCard.YELLOW: [plain]}))
    told = {cure for report in reports for cure in report.cures}
    told |= {
        "some views did not fit, 1 of 20: left out",
        "some parts of the picture, 3, have not seen the target",
        "at worst it may be 1.2 px off: more views make it surer",
        "the target was printed at 97.0 %: the lens is right",
    }

    assert len(told) >= 5
    for cure in told:
        assert any(cure.startswith(beginning) for beginning in CAMERA_HINTS), cure
    assert MEASURED.startswith("the camera is being measured")


def test_every_reason_for_no_table_has_words_for_people() -> None:
    for reason in Unseen:
        assert any(reason.value.startswith(beginning) for beginning in HINTS), reason


def test_scripts_hold_no_texts_of_their_own() -> None:
    shown = re.compile(r"""textContent\s*=\s*["'`][A-Za-z]{3}""")

    assert shown.findall(sources()) == []


def test_phrases_come_as_a_module(guesser: FlaskClient) -> None:
    answer = guesser.get("/words.js")

    assert answer.mimetype == "text/javascript"
    _, _, told = answer.text.partition("export const phrases = ")
    assert json.loads(told.rstrip(";\n")) == all_phrases()


def test_phrases_are_translated() -> None:
    assert '"team.orange": "ORANGE"' in phrases_module(str.upper)
