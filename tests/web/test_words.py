from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from flask.testing import FlaskClient

from companion.game.actions import ACTION_NAMES
from companion.game.clue import AdviceKind
from companion.game.outcome import How
from companion.game.solo import chart
from companion.game.state import Phase
from companion.table.discrepancy import Answer, Discrepancy, Kind
from companion.table.status import CameraState
from companion.table.turn_timer import TimerKind
from companion.terms import CoverCard, Edition, Team
from companion.web.words import COUNTED, PHRASES, all_phrases, phrases_module

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


def test_every_phrase_that_is_put_together_is_there() -> None:
    names = set(built_names())

    assert sorted(names - PHRASES.keys()) == []
    for beginning in set(BUILT.findall(sources())):
        assert any(name.startswith(beginning) for name in names), beginning


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
