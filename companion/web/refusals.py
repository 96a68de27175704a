"""Refusals by their codes and hints of the camera by their beginnings, for translation.

English readers are told what the rooms themselves say, which names the card and the figure; others
are told this, in their language.
"""

from __future__ import annotations

from typing import Final


def _N(text: str) -> str:  # noqa: N802  # the usual name of this marker in gettext
    return text


ERRORS: Final = {
    "rule/broken": _N("The rules have no place for this now."),
    "rule/not-your-turn": _N("It is the other team's turn."),
    "rule/cell-covered": _N("This card is covered already."),
    "rule/no-guesses-left": _N("This turn has no guesses left."),
    "rule/clue-refused": _N("This word cannot be the clue."),
    "rule/game-over": _N("This game is over."),
    "table/stale-revision": _N("The table has moved on. Look again."),
    "table/not-allowed": _N("This belongs to somebody else at the table."),
    "table/unknown": _N("There is nothing of this name."),
    "seat/refused": _N(
        "This code gives no seat: it is mistyped, used or too old. The host's page shows the "
        "one that is good now."
    ),
    "seat/too-many-tries": _N("Too many wrong codes. Wait a minute."),
    "text/unreadable": _N("This cannot be read."),
    "deck/unusable": _N("These cards do not suffice."),
    "camera/lost": _N("The camera gives no picture."),
    "store/failed": _N("It could not be kept: is the disk full, or another companion running?"),
    "store/corrupt": _N("The record is damaged."),
    "store/newer-schema": _N("The record is of a newer companion."),
    "web/unexpected": _N("Something went wrong on the table's computer; nothing was changed."),
    "web/misdirected": _N("Use the address on the host's screen."),
    "web/offline": _N("That did not arrive: no network."),
    "http/400": _N("This request cannot be read."),
    "http/403": _N("This is not for everybody at the table."),
    "http/404": _N("There is nothing at this address."),
    "http/405": _N("This address does not take that kind of request."),
    "http/413": _N("This is too large."),
    "http/415": _N("This is of the wrong kind."),
}
"""What a refusal says by its code, for those whose language is not that of the rooms."""

HINTS: Final = {
    "what the camera saw cannot be kept": _N(
        "What the camera saw cannot be kept: is the disk full, or does another program hold the "
        "file?"
    ),
    "the picture is black": _N("The picture is black."),
    "fewer than thirteen cards": _N("Fewer than thirteen cards are in view: move the camera back."),
    "the cards in view make no grid": _N("The cards in view make no grid of five by five."),
    "fewer than five rows": _N("Fewer than five rows are in view: move the camera back."),
    "fewer than five columns": _N("Fewer than five columns are in view: move the camera back."),
    "cards are in view, but none": _N("Cards are in view, but none of this deck."),
    "another deck lies here (": _N("Another deck lies here ({cards}): it is not the deck in play."),
    "another deck lies here": _N("Another deck lies here: it is not the deck in play."),
    "a key card is in view": _N("A key card is in view: turn it away from the camera."),
    "the picture is too small": _N("The picture is too small: it takes 320 by 240 pixels or more."),
    "the cards are too small": _N(
        "The cards are too small in the picture: bring the camera nearer."
    ),
    "the camera gives no usable picture": _N("The camera gives no usable picture."),
    "the camera shows the table mirrored": _N(
        "The camera shows the table mirrored: switch mirroring off in its settings."
    ),
    "the cards on the table are not": _N("The cards on the table are not those of this game."),
    "waiting for the camera's first": _N("Waiting for the camera's first picture."),
    "the camera's picture is black": _N(
        "The camera's picture is black: is there light, is its shutter open?"
    ),
    "the camera sees one even surface": _N(
        "The camera sees one even surface: is something over the lens, or is the table empty?"
    ),
    "the camera has given the same": _N("The camera has stopped and is being opened again."),
    "the camera's picture has not": _N(
        "The camera's picture never changes: is it a still picture?"
    ),
    "the camera's pictures come broken": _N(
        "The camera's pictures come broken: try another cable, or a USB port of its own."
    ),
    "the camera's pictures are": _N("The camera's pictures come late."),
    "the camera now gives": _N("The camera gives pictures of another size now."),
    "the camera gives": _N(
        "The camera gives small or few pictures: more light helps, or another USB port."
    ),
}
"""What the camera's eyes say to the host, by its beginning (they may name figures)."""
