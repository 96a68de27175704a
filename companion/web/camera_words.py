"""What the camera's page says while a camera is measured, for translation."""

from __future__ import annotations

from typing import Final


def _N(text: str) -> str:  # noqa: N802  # the usual name of this marker in gettext
    return text


CAMERA_PHRASES: Final = {
    "measure.lens.none": _N("Lens: not measured; the game rarely needs it"),
    "measure.lens.measured": _N("Lens: measured"),
    "measure.lens.guessed": _N("Lens: guessed from the cards on the table"),
    "measure.lens.other": _N("Lens: measured for other pictures of this camera, so it is not used"),
    "measure.colours.yes": _N("Colours: measured; measure again when the light is another"),
    "measure.colours.no": _N("Colours: not measured; printed covers rarely need it"),
    "measure.place.yes": _N("Place: as you have drawn it"),
    "measure.place.no": _N("Place: found by the picture"),
    "measure.held": _N("Held still: {what}"),
    "measure.kept": _N("The camera's driver keeps to itself: {what}"),
    "measure.what.white balance": _N("white balance"),
    "measure.what.exposure": _N("exposure"),
    "measure.what.focus": _N("focus"),
    "measure.camera": _N("{camera}, {width} x {height}"),
    "measure.none": _N("There is no camera here that could be measured."),
    "measure.busy": _N(
        "A key is in play, and then the whole picture is shown to nobody. Measure before a game or "
        "between two."
    ),
    "lens.no_target": _N("Hold the target before the camera; a part of it is enough."),
    "lens.mirrored": _N("The picture is mirrored: switch mirroring off in the camera's settings."),
    "lens.blurred": _N("Too blurred: hold it still, give it more light, or set the focus."),
    "lens.nearer": _N("Bring it nearer to the camera."),
    "lens.hold_still": _N("Good: hold it still."),
    "lens.show_zone": _N("Show it in the marked part of the picture."),
    "lens.show_corner": _N("Show it right in the marked corner; it may be cut off there."),
    "lens.tilt.left": _N("Tilt it: the left edge away from the camera."),
    "lens.tilt.right": _N("Tilt it: the right edge away from the camera."),
    "lens.tilt.top": _N("Tilt it: the top edge away from the camera."),
    "lens.tilt.bottom": _N("Tilt it: the bottom edge away from the camera."),
    "lens.more": _N("Some more, from other sides and distances."),
    "lens.enough": _N("That is enough. One moment."),
    "lens.pass": _N("The lens is known now, and is used from now on."),
    "lens.warning": _N("The lens is known now, and could be known better:"),
    "lens.figures": _N(
        "Focal length {focal} px; the corners were {bent} px off; {left} px are left over "
        "{used} views, at worst {unsure} px."
    ),
    "lens.fail.few_views": _N("Too few views: at least eight, better sixteen."),
    "lens.fail.mirrored": _N("The picture is mirrored; nothing was measured."),
    "lens.fail.centre_only": _N(
        "The target was only seen in the middle. A lens bends most in the corners: show it there."
    ),
    "lens.fail.flat": _N(
        "All views show the target flat. Tilt it, or the focal length cannot be told."
    ),
    "lens.fail.not_square": _N(
        "The target's squares are not square: print it at 100 %, without “fit to page”."
    ),
    "lens.fail.no_fit": _N("These views fit no lens: is the target bent? Glue it to a board."),
    "lens.fail.unsure": _N(
        "Two halves of the views disagree: take more, tilted and in the corners."
    ),
    "colours.no_table": _N(
        "The table is not seen: lay the cards, and let the camera see them all."
    ),
    "colours.lay.any": _N("Lay one cover of each kind on any cards, and take your hands away."),
    "colours.lay.one": _N("Lay one {kind} cover on any card, and take your hand away."),
    "colours.all": _N("All four kinds were seen."),
    "colours.pass": _N("The covers are told apart well in this light."),
    "colours.warning": _N("The covers are told apart, with little to spare:"),
    "colours.fail": _N("In this light the covers cannot be told apart safely:"),
    "colours.distance": _N("{first} and {second} lie {distance} apart; 40 is good, 24 the least."),
    "colours.missing": _N("Not seen: {kinds}"),
    "place.corner.0": _N("The corner at the guessers' far left"),
    "place.corner.1": _N("The corner at the guessers' far right"),
    "place.corner.2": _N("The corner at the guessers' near right"),
    "place.corner.3": _N("The corner at the guessers' near left"),
}
"""By the names that the page's script uses."""

CAMERA_COUNTED: Final = {
    "lens.views": (_N("{count} view taken"), _N("{count} views taken")),
}

CAMERA_HINTS: Final = {
    "the camera is being measured": _N(
        "The camera is being measured; nothing on the table is counted meanwhile."
    ),
    "the picture is too bright": _N(
        "The picture is too bright, white is cut off: less light, or less exposure."
    ),
    "the picture is too dark": _N("The picture is too dark: more light on the table."),
    "white looks strongly coloured": _N(
        "White looks strongly coloured: lock the white balance while only cards are in view, or "
        "take a whiter lamp."
    ),
    "some covers shine": _N(
        "Some covers shine: move the lamp aside, or tilt the camera against the glare."
    ),
    "move the lamp nearer": _N(
        "Move the lamp nearer and to the side, and lock white balance and exposure."
    ),
    "no cover and no card was seen": _N("No cover and no card was seen: is the table in view?"),
    "the target was printed at": _N(
        "The target was printed at another size: the lens is right all the same, but cards from "
        "that printer are not. Print at 100 %."
    ),
    "some views did not fit": _N("Some views did not fit and were left out."),
    "some parts of the picture": _N("Some parts of the picture have not seen the target."),
    "at worst it may be": _N("More views make it surer."),
}
"""Cures and notes, by their beginning (they may name figures)."""
