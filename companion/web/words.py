"""What the scripts of the pages say, as one module of phrases in the reader's language.

Templates mark their texts with `_()`, phrases stand here marked with `_N()`: both are what a
catalogue of translations is made from. The server hands the phrases over translated, so the
scripts hold no text of their own.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import datetime
from hashlib import sha256
from typing import Final

from flask import Blueprint, Response, request

LANGUAGE: Final = "en"
"""The language of the texts as they stand in the source."""


def _N(text: str) -> str:  # noqa: N802  # the usual name of this marker in gettext
    return text


PHRASES: Final = {
    "team.orange": _N("Orange"),
    "team.yellow": _N("Yellow"),
    "team.red": _N("Red"),
    "team.blue": _N("Blue"),
    "side.orange": _N("orange's card"),
    "side.yellow": _N("yellow's card"),
    "side.red": _N("red's card"),
    "side.blue": _N("blue's card"),
    "side.neutral": _N("neutral"),
    "side.game_over": _N("the game-over card"),
    "cover.orange": _N("covered by orange"),
    "cover.yellow": _N("covered by yellow"),
    "cover.red": _N("covered by red"),
    "cover.blue": _N("covered by blue"),
    "cover.neutral": _N("covered as neutral"),
    "cover.game_over": _N("covered by the game-over card"),
    "name.orange": _N("orange"),
    "name.yellow": _N("yellow"),
    "name.red": _N("red"),
    "name.blue": _N("blue"),
    "name.neutral": _N("neutral"),
    "name.game_over": _N("game over"),
    "card.place": _N("Row {row}, card {card}"),
    "card.unknown": _N("a card that was not seen yet"),
    "phase.setup": _N("Getting ready"),
    "phase.setup.host": _N("The host begins a game"),
    "phase.setup.key": _N("The cluemasters choose the key"),
    "phase.clue": _N("gives a clue"),
    "phase.guess": _N("guesses"),
    "phase.settle": _N("One moment: the cluemasters are asked"),
    "phase.rival": _N("the simulated rival covers a card"),
    "won": _N("{team} wins"),
    "lost": _N("The rival wins"),
    "how.all_found": _N("All its cards are found."),
    "how.game_over_card": _N("The other side touched the game-over card."),
    "how.solo.all_found": _N("All your cards are found."),
    "how.solo.rival_first": _N("The rival covered all its cards first."),
    "how.solo.game_over_card": _N("You touched the game-over card."),
    "chart": _N("Result: {result}"),
    "clue.waiting": _N("No clue yet"),
    "clue.unlimited": _N("as many as you like"),
    "clue.cards.one": _N("1 card"),
    "clue.ask.waits": _N("The rival cluemaster is asked about “{word}”."),
    "clue.ask.allowed": _N("“{word}” is allowed."),
    "clue.ask.refused": _N("“{word}” is not allowed."),
    "guesses.one": _N("1 guess left"),
    "guesses.many": _N("{count} guesses left"),
    "remaining": _N("{team}: {count} to find"),
    "camera.live": _N("The camera sees the table"),
    "camera.hidden": _N("The camera does not see the whole table"),
    "camera.lost": _N("The camera gives no picture"),
    "camera.none": _N("No camera: the cluemasters tap the cards"),
    "stale.lost": _N("Not live: looking for the table again…"),
    "stale.offline": _N("No network: what you see may be old"),
    "move.offline": _N("That did not arrive: no network."),
    "move.stale": _N("The table has moved on. Look again."),
    "move.refused": _N("That cannot be done now."),
    "look.hold": _N("Hold to look at the key"),
    "look.let-go": _N("Let go to hide it"),
    "look.tap.open": _N("Tap to open the key"),
    "look.tap.close": _N("Tap to hide the key"),
    "look.none": _N("No key yet"),
    "look.over": _N("The key lies open"),
    "look.paper": _N("The key is on paper"),
    "edge.guessers": _N("the guessers"),
    "edge.you": _N("you"),
    "sheet.guess": _N("Did a guesser touch it?"),
    "sheet.guess.yes": _N("Yes, cover it"),
    "sheet.colour": _N("Which cover belongs on it?"),
    "sheet.rival": _N("Cover it for the rival?"),
    "sheet.rival.yes": _N("Cover it"),
    "sheet.cancel": _N("Cancel"),
    "sheet.lift": _N("This card is covered. Take the cover back?"),
    "sheet.lift.yes": _N("Take it back"),
    "sheet.key": _N("Choose another key?"),
    "sheet.key.text": _N("Possible until the first clue or cover."),
    "sheet.undo": _N("Take back the last move?"),
    "sheet.undo.text": _N("Everybody at the table sees that it was taken back."),
    "sheet.undo.yes": _N("Take it back"),
    "ask.who": _N("Who touched {word}?"),
    "ask.who.cover": _N("it is {cover}"),
    "ask.who.rival": _N("the rival's turn"),
    "ask.clue": _N("{team}'s cluemaster asks: may “{word}” be a clue?"),
    "ask.clue.who": _N("{rival}'s cluemaster answers."),
    "ask.yes": _N("Allow it"),
    "ask.no": _N("Refuse it"),
    "ask.wrong_cover": _N("The wrong cover?"),
    "ask.lying": _N("Is this a guess?"),
    "ask.lifted": _N("A cover is gone"),
    "ask.order": _N("Which came first?"),
    "ask.refused": _N("This cover does not count"),
    "ask.cover": _N("a cover"),
    "ask.text.wrong_cover": _N("{word}: {seen} lies there, the key says {key}. Was it touched?"),
    "ask.text.counted": _N("{word}: {seen} lies there, it counts as {key}. Change the cover."),
    "ask.text.lying": _N("{word}: {seen} lies there, and nobody saw it coming."),
    "ask.text.lifted": _N("{word}: the cover was taken off. Was the guess a slip?"),
    "ask.text.order": _N("{word}: these covers came at once."),
    "ask.confirm.wrong_cover": _N("It was touched: count it by the key"),
    "ask.confirm.lying": _N("Yes, count it"),
    "ask.confirm.lifted": _N("Take the guess back"),
    "ask.dismiss": _N("The score is right"),
    "ask.order.this": _N("{word} came first"),
    "ask.order.next": _N("then {word}"),
    "host.cards": _N("{count} of 25 cards seen"),
    "host.cards.all": _N("All 25 cards seen"),
    "host.seats.none": _N("Nobody sits yet: make a code and scan it with a phone."),
    "host.seats.open": _N("key page open now"),
    "host.seats.closed": _N("page closed"),
    "host.seats.since": _N("since {time}"),
    "host.seats.away": _N("Take this seat away"),
    "host.seats.cluemaster": _N("Cluemaster"),
    "host.seats.host": _N("Host"),
    "host.open.none": _N("Key page open on no device"),
    "host.open.one": _N("Key page open on 1 device"),
    "host.open.many": _N("Key page open on {count} devices"),
    "host.code.used": _N("Somebody took this seat. Make another code for the next one."),
    "host.code.old": _N("This code has grown old. Make a new one."),
    "host.picture.none": _N("There is no picture yet."),
    "host.picture.whole": _N("The whole picture: no key is in play yet."),
    "host.picture.cells": _N("Only the 25 cards: a key card may stand beside them."),
    "host.new": _N("Begin a new game?"),
    "host.new.text": _N("The game on the table is ended as it stands."),
    "host.new.yes": _N("New game"),
}
"""By name. A `{place}` is filled in by the page."""


def format_moment(at_s: float) -> str:
    """Write a moment as day and time of this machine's clock, the same in every language."""
    return datetime.fromtimestamp(at_s).strftime("%Y-%m-%d %H:%M")


blueprint = Blueprint("words", __name__)


@blueprint.get("/words.js", endpoint="module")
def serve_phrases() -> Response:
    """Serve the phrases as a module for the pages' scripts."""
    script = phrases_module(lambda text: text)
    response = Response(script, mimetype="text/javascript")
    response.set_etag(sha256(script.encode()).hexdigest()[:16])
    response.make_conditional(request)
    return response


def phrases_module(translate: Callable[[str], str]) -> str:
    """Write the phrases as a JavaScript module.

    Args:
        translate: Gives a text in the reader's language.
    """
    told = {name: translate(text) for name, text in PHRASES.items()}
    return f"export const phrases = {json.dumps(told, ensure_ascii=False)};\n"
