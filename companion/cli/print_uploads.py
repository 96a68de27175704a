"""Decks and fonts that came by the browser; they are kept until the program ends."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Any

from companion.deck.cards import Deck, load_deck
from companion.deck.geometry import CardGeometry
from companion.deck.look_over import look_over
from companion.deck.picture_files import PICTURE_ENDINGS, is_picture_file
from companion.errors import DeckError, SheetOverflowError, UsageError
from printables.cards import CardShop
from printables.own_font import OwnFont

MOST_UPLOADS = 3
"""Decks, and fonts, that are kept; the oldest goes when another comes."""

_DECK_ENDINGS = (*PICTURE_ENDINGS, ".csv", ".yaml", ".yml")
_FONT_ENDINGS = (".ttf", ".otf", ".ttc", ".otc")


@dataclass(frozen=True, slots=True)
class _Kept:
    """What came once.

    Attributes:
        name: What a wish calls it.
        folder: Where it lies.
        forget: Deletes it.
        deck: The deck, if it is one.
        font: The font file, if it is one.
    """

    name: str
    folder: Path
    forget: Callable[[], object]
    deck: Deck | None = None
    font: Path | None = None


class Uploads:
    """What people sent."""

    def __init__(self) -> None:
        self._decks: list[_Kept] = []
        self._fonts: list[_Kept] = []

    def take_deck(self, files: Iterable[tuple[str, IO[bytes]]]) -> Mapping[str, Any]:
        """Take in a deck file with its pictures, or pictures alone.

        Raises:
            DeckError: It is no deck.
        """
        folder, forget = self._folder()
        try:
            deck = _read_deck(folder, files)
        except DeckError as error:
            forget()
            raise DeckError(_without(error.message, folder)) from error
        name = f"upload-{deck.fingerprint}"
        _keep(self._decks, _Kept(name, folder, forget, deck=deck))
        return {
            "deck": name,
            "label": f"{deck.name}, {len(deck)} ({deck.fingerprint})",
            "remarks": self._remarks(),
        }

    def take_font(self, files: Iterable[tuple[str, IO[bytes]]]) -> Mapping[str, Any]:
        """Take in one font file; the deck that came last is looked over with it.

        Raises:
            UsageError: It is no font.
        """
        folder, forget = self._folder()
        try:
            kept = [_keep_file(folder, name, stream, _FONT_ENDINGS) for name, stream in files]
            (path,) = (each for each in kept if each is not None)
            OwnFont(path)
        except ValueError as error:
            forget()
            raise UsageError("choose one font file, .ttf or .otf") from error
        except UsageError as error:
            forget()
            raise UsageError(_without(error.message, folder)) from error
        name = f"font-{folder.name.rpartition('-')[2]}"
        _keep(self._fonts, _Kept(name, folder, forget, font=path))
        return {"font": name, "label": path.name, "remarks": self._remarks()}

    def deck(self, name: str) -> Deck:
        """Find a deck by the name that a wish has for it.

        Raises:
            UsageError: It is not kept any more.
        """
        kept = _newest(self._decks, name)
        if kept is None or kept.deck is None:
            raise UsageError("this deck is not kept any more; choose its files once more")
        return kept.deck

    def font(self, name: str) -> Path:
        """Find a font by the name that a wish has for it.

        Raises:
            UsageError: It is not kept any more.
        """
        kept = _newest(self._fonts, name)
        if kept is None or kept.font is None:
            raise UsageError("this font is not kept any more; choose its file once more")
        return kept.font

    @contextmanager
    def unnamed(self) -> Iterator[None]:
        """Take the folders out of what is complained about: people know their files' names only."""
        try:
            yield
        except (DeckError, UsageError, SheetOverflowError) as error:
            for kept in (*self._decks, *self._fonts):
                error.message = _without(error.message, kept.folder)
            raise

    def _remarks(self) -> list[str]:
        """What is to be said of the newest deck, printed with the newest font."""
        if not self._decks or (deck := self._decks[-1].deck) is None:
            return []
        path = self._fonts[-1].font if self._fonts else None
        font = OwnFont(path) if path is not None else None
        remarks = look_over(deck, CardShop(CardGeometry(), font, is_checking=True).why_not)
        return [_without(str(remark), self._decks[-1].folder) for remark in remarks]

    def _folder(self) -> tuple[Path, Callable[[], object]]:
        folder = Path(tempfile.mkdtemp(prefix="companion-deck-"))
        # Cleans up when it is called, and at the latest when the program ends.
        return folder, weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)


def _keep(shelf: list[_Kept], new: _Kept) -> None:
    shelf.append(new)
    for old in shelf[:-MOST_UPLOADS]:
        old.forget()
    del shelf[:-MOST_UPLOADS]


def _newest(shelf: list[_Kept], name: str) -> _Kept | None:
    return next((kept for kept in reversed(shelf) if kept.name == name), None)


def _without(message: str, folder: Path) -> str:
    """A message without the folder, which is nothing that people know."""
    return message.replace(f"{folder}{os.sep}", "").replace(str(folder), "these files")


def _keep_file(folder: Path, name: str, stream: IO[bytes], endings: tuple[str, ...]) -> Path | None:
    """Keep one file; None where it is none of those that are wanted."""
    # Browsers may send a path; only the last part of it is taken, and no hidden file.
    plain = re.split(r"[/\\]", name)[-1]
    if not plain or plain.startswith(".") or not plain.lower().endswith(endings):
        return None
    try:
        with (folder / plain).open("wb") as out:
            shutil.copyfileobj(stream, out)
    except (OSError, ValueError) as error:
        raise DeckError(f"a file of this name cannot be kept: {plain[:40]!r}") from error
    return folder / plain


def _read_deck(folder: Path, files: Iterable[tuple[str, IO[bytes]]]) -> Deck:
    kept = [_keep_file(folder, name, stream, _DECK_ENDINGS) for name, stream in files]
    sources = [path for path in kept if path is not None and not is_picture_file(path.name)]
    if len(sources) > 1:
        raise DeckError(f"one deck at a time, not {len(sources)}: choose one CSV or YAML file")
    if sources:
        return load_deck(sources[0])
    return replace(load_deck(folder), name="own pictures")
