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
from flask_babel import gettext

from companion.web.camera_words import CAMERA_COUNTED, CAMERA_HINTS, CAMERA_PHRASES
from companion.web.refusals import ERRORS, HINTS


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
    "how.short.all_found": _N("all cards found"),
    "how.short.game_over_card": _N("game-over card"),
    "how.all_found": _N("All its cards are found."),
    "how.game_over_card": _N("The other side touched the game-over card."),
    "how.solo.all_found": _N("All your cards are found."),
    "how.solo.rival_first": _N("The rival covered all its cards first."),
    "how.solo.game_over_card": _N("You touched the game-over card."),
    "chart": _N("Result: {result}"),
    "clue.waiting": _N("No clue yet"),
    "clue.unlimited": _N("as many as you like"),
    "clue.ask.waits": _N("The rival cluemaster is asked about “{word}”."),
    "clue.ask.allowed": _N("“{word}” is allowed."),
    "clue.ask.refused": _N("“{word}” is not allowed."),
    "remaining": _N("{team}: {count} to find"),
    "camera.live": _N("The camera sees the table"),
    "camera.hidden": _N("The camera does not see the whole table"),
    "camera.lost": _N("The camera gives no picture"),
    "camera.none": _N("No camera: the cluemasters tap the cards"),
    "camera.paused": _N("The camera is paused"),
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
    "sheet.undo.text": _N("The other team is asked; everybody sees that it was taken back."),
    "sheet.undo.host": _N("Only if both teams agree. Everybody sees that it was taken back."),
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
    "host.code.used": _N("Somebody took this seat. Make another code for the next one."),
    "host.code.old": _N("This code has grown old. Make a new one."),
    "host.picture.none": _N("There is no picture yet."),
    "host.picture.whole": _N("The whole picture: no key is in play yet."),
    "host.picture.cells": _N("Only the 25 cards: a key card may stand beside them."),
    "host.pause": _N("Pause the camera"),
    "host.resume": _N("Let the camera look again"),
    "host.seats.camera": _N("Camera"),
    "host.new": _N("Begin a new game?"),
    "host.new.text": _N("The game on the table is ended as it stands."),
    "host.new.yes": _N("New game"),
    "team.both": _N("both teams"),
    "undo.asked": _N("{team} would like to take back the last move"),
    "undo.asked.text": _N("Does your team agree?"),
    "undo.agree": _N("We agree"),
    "undo.refuse": _N("It stands"),
    "undo.waits": _N("The other team is asked on its phone."),
    "undo.agreed": _N("{team} took back the last move; the other team agreed"),
    "undo.team": _N("{team} took back the last move"),
    "undo.host": _N("The host took back the last move"),
    "check.word": _N("Compare aloud:"),
    "timer.over.sand": _N("The sand has run through"),
    "timer.over.soft": _N("Time is up: decide now"),
    "timer.over.hard": _N("Time is up"),
    "awake.yes": _N("The screen stays awake while this page is open."),
    "awake.film": _N(
        "A silent film keeps most screens awake. If this one sleeps all the same, set it so "
        "in the phone's settings."
    ),
    "awake.no": _N(
        "This browser lets the screen sleep: set a longer time in the phone's settings."
    ),
    "photo.reading": _N("Reading the key card…"),
    "photo.none": _N(
        "No key card was recognised. Take it straight from above, with all its edges, without "
        "glare."
    ),
    "photo.starts": _N("{team} starts"),
    "film.start": _N("Begin to film"),
    "film.stop": _N("Stop filming"),
    "film.rate": _N("{rate} pictures a second arrive"),
    "film.unsafe": _N(
        "This browser lends its camera to safe pages only: start the companion with --https, "
        "or film with the computer itself."
    ),
    "film.refused": _N(
        "The browser was not allowed to use the camera. Allow it in the address line and try again."
    ),
    "film.none": _N("No camera answers. Is another program using it?"),
    "score.evening": _N("This evening"),
    "score.solo": _N("Against the rival: {won} of {games} won"),
    "fact.games": _N("Games finished"),
    "fact.cards_a_clue": _N("Cards found a clue"),
    "fact.best": _N("Best clue"),
    "fact.run": _N("Longest streak"),
    "chart.best": _N("Best result: {result}"),
    "chart.none": _N("Not won yet"),
    "chart.Ultra Phenomenal": _N("Ultra Phenomenal"),
    "chart.Really Awesome": _N("Really Awesome"),
    "chart.An Amazing Feat": _N("An Amazing Feat"),
    "chart.Pretty Incredible": _N("Pretty Incredible"),
    "chart.Excellent Effort": _N("Excellent Effort"),
    "chart.Great Teamwork": _N("Great Teamwork"),
    "chart.Getting the Picture": _N("Getting the Picture"),
    "chart.Better Than Losing": _N("Better Than Losing"),
    "game.number": _N("Game {number}"),
    "game.open": _N("not finished"),
    "game.damaged": _N("its record is damaged"),
    "game.replay": _N("See it again"),
    "game.delete": _N("Delete"),
    "game.delete.sure": _N("Delete game {number}?"),
    "game.delete.text": _N("Its moves and its photos are gone for good."),
    "step.new_game": _N("The cards are laid"),
    "step.key": _N("The key is chosen"),
    "step.cards": _N("Cards are recognised"),
    "step.clue": _N("a clue"),
    "step.ask_clue": _N("A clue is asked about"),
    "step.allow_clue": _N("A clue is answered for"),
    "step.guess": _N("a card is touched"),
    "step.cover": _N("a cover is laid"),
    "step.lift": _N("A cover is taken back"),
    "step.correct": _N("A cover is put right"),
    "step.end_turn": _N("ends the turn"),
    "step.rival_cover": _N("the rival covers a card"),
    "step.settle": _N("The cluemasters answer"),
    "step.undo": _N("The last move is taken back"),
    "device.Android phone": _N("Android phone"),
    "device.Windows computer": _N("Windows computer"),
    "device.Linux computer": _N("Linux computer"),
    "device.a program": _N("a program"),
    "device.a device without a name": _N("a device without a name"),
    "advice.no_word": _N("A clue is one word of letters."),
    "advice.more_than_one_word": _N("A clue is one word only."),
    "advice.hyphen": _N("With a hyphen it may be two words: ask the others."),
    "advice.on_the_table": _N("{card} lies on the table."),
    "advice.same_root": _N("“{word}” has the same root as {card} on the table."),
    "advice.part_of": _N("“{word}” and {card} on the table share a part."),
    "advice.single_letter": _N("A single letter is a clue only if it means something by itself."),
    "advice.position": _N("“{word}” can mean a place on the table."),
}
"""By name. A `{place}` is filled in by the page."""

COUNTED: Final = {
    "guesses": (_N("{count} guess left"), _N("{count} guesses left")),
    "host.open": (_N("Key page open on {count} device"), _N("Key page open on {count} devices")),
    "host.put_away": (
        _N("{count} card was played tonight already: put it away"),
        _N("{count} cards were played tonight already: put them away"),
    ),
    "key.open": (_N("Key open on {count} phone:"), _N("Key open on {count} phones:")),
    "hint.hidden": (
        _N("{count} card is hidden: is something in the way, or does the lamp blind it?"),
        _N("{count} cards are hidden: is something in the way, or does the lamp blind them?"),
    ),
    "mine": (_N("{team}: {count} card left"), _N("{team}: {count} cards left")),
    "score": (_N("{team} {count} game"), _N("{team} {count} games")),
    "best": (
        _N("{team}'s {word} {number} found {count} card"),
        _N("{team}'s {word} {number} found {count} cards"),
    ),
    "best.short": (
        _N("{word} {number} found {count} card"),
        _N("{word} {number} found {count} cards"),
    ),
    "fact.run.text": (
        _N("{count} right card of {team} in a row"),
        _N("{count} right cards of {team} in a row"),
    ),
    "chart.times": (_N("{count} time"), _N("{count} times")),
}
"""Phrases with a number: for one and for more, as `NAME.one` and `NAME.many`."""

CHECK_ANIMALS: Final = (
    *(
        _N("ant"),
        _N("bear"),
        _N("beaver"),
        _N("cat"),
        _N("crab"),
        _N("deer"),
        _N("dog"),
        _N("duck"),
    ),
    *(
        _N("eel"),
        _N("fox"),
        _N("frog"),
        _N("goat"),
        _N("hare"),
        _N("hedgehog"),
        _N("hen"),
        _N("lion"),
    ),
    *(
        _N("lynx"),
        _N("mole"),
        _N("moose"),
        _N("mouse"),
        _N("newt"),
        _N("otter"),
        _N("owl"),
        _N("pig"),
    ),
    *(
        _N("quail"),
        _N("raven"),
        _N("seal"),
        _N("snail"),
        _N("swan"),
        _N("toad"),
        _N("wasp"),
        _N("zebra"),
    ),
)
"""Two of them are said aloud by cluemasters who compare keys."""


def say_check_word(number: int) -> str:
    """Say a number as two animals, in the reader's language.

    Example:
        >>> say_check_word(33)
        'bear bear'
    """
    rest, first = divmod(number, len(CHECK_ANIMALS))
    second = rest % len(CHECK_ANIMALS)
    return f"{gettext(CHECK_ANIMALS[first])} {gettext(CHECK_ANIMALS[second])}"


def format_moment(at_s: float) -> str:
    """Write a moment as day and time of this machine's clock, the same in every language."""
    return datetime.fromtimestamp(at_s).strftime("%Y-%m-%d %H:%M")


blueprint = Blueprint("words", __name__)


@blueprint.get("/words.js", endpoint="module")
def serve_phrases() -> Response:
    """Serve the phrases as a module for the pages' scripts."""
    script = phrases_module(gettext)
    response = Response(script, mimetype="text/javascript")
    response.vary.update(("Cookie", "Accept-Language"))
    response.set_etag(sha256(script.encode()).hexdigest()[:16])
    response.make_conditional(request)
    return response


def phrases_module(translate: Callable[[str], str]) -> str:
    """Write the phrases as a JavaScript module.

    Args:
        translate: Gives a text in the reader's language.
    """
    told = {name: translate(text) for name, text in all_phrases().items()}
    return f"export const phrases = {json.dumps(told, ensure_ascii=False)};\n"


def all_phrases() -> dict[str, str]:
    """Every phrase that the scripts may say, by name, in the language of the source."""
    counted = {
        f"{name}.{form}": text
        for name, forms in (COUNTED | CAMERA_COUNTED).items()
        for form, text in zip(("one", "many"), forms, strict=True)
    }
    errors = {f"error.{code}": text for code, text in ERRORS.items()}
    hints = {f"hint.{beginning}": text for beginning, text in (HINTS | CAMERA_HINTS).items()}
    return {**PHRASES, **CAMERA_PHRASES, **counted, **errors, **hints}
