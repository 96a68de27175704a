"""The labels of the print shop's choices, for translation; names of decks and printers stay."""

from __future__ import annotations

from typing import Final

from companion.web.languages import catalogue, language_now


def _N(text: str) -> str:  # noqa: N802  # the usual name of this marker in gettext
    return text


CHOICES: Final = frozenset(
    {
        _N("Cards"),
        _N("Key cards"),
        _N("Cover cards"),
        _N("Key card stand"),
        _N("Rules on one page"),
        _N("Chart for two players"),
        _N("Corner marks for the camera"),
        _N("Lens target"),
        _N("Alignment sheet"),
        _N("What is in the box"),
        _N("both sides, long edge"),
        _N("both sides, short edge"),
        _N("one side, fold and glue"),
        _N("usual"),
        _N("own size"),
        _N("none"),
        _N("full"),
        _N("little"),
        _N("as it is"),
        _N("bundled"),
        _N("my own words"),
        _N("PDF"),
        _N("PDF, manifest and cut lines (ZIP)"),
    }
)


def in_readers_language(label: str) -> str:
    """A label as the reader of this page reads it."""
    return catalogue(language_now()).gettext(label) if label in CHOICES else label
