"""Turns the bytes of people's text files into letters, whichever program wrote them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from companion.errors import DeckError

_LETTERS = "\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u00ff\u0152\u0153\u0160\u0161\u017d\u017e"
_CAPITALS = "\u00c0-\u00d6\u00d8-\u00de\u0152\u0160\u017d"
_BETWEEN_LETTERS = "\u2018\u2019\u2013\u2014\u00b7\u00b4"
_BESIDE_LETTERS = (
    "\u00a0\u201a\u201c\u201d\u201e\u00ab\u00bb\u2039\u203a\u2026\u20ac\u00a3\u00a7\u00b0\u00bf\u00a1"
    "\u00aa\u00ba"
)
_UNLIKELY = re.compile(
    # Signs that no word has; they are what other old alphabets turn into.
    rf"[^\x00-\x7f{_LETTERS}{_BETWEEN_LETTERS}{_BESIDE_LETTERS}]"
    # Three accented letters in a row: Cyrillic or Greek.
    rf"|[{_LETTERS}]{{3}}"
    # A capital inside a word, or a sign there: an old Macintosh's umlauts.
    rf"|[^\W\d_][{_CAPITALS}](?=[a-z\u00df-\u00ff])|[^\W\d_][{_BESIDE_LETTERS}](?=[^\W\d_])"
    r"|[\x00-\x08\x0e-\x1f\x7f]"
)
_ACCENTED_WORD = re.compile(r"\w*[^\x00-\x7f]\w*")
_CURE = "save the file as UTF-8 (Excel: CSV UTF-8)"


@dataclass(frozen=True, slots=True)
class TextFile:
    """What a file says.

    Attributes:
        text: Its text.
        note: What people should know of how it was read; empty when there is nothing.
    """

    text: str
    note: str = ""


def decode_text(name: object, content: bytes) -> TextFile:
    r"""Decode UTF-8, UTF-16 with its mark, or else what Excel writes in Western Europe.

    Windows' old alphabet (cp1252) cannot be told from others for certain: it is taken only where
    everything looks like words of Western languages, and a note shows one of them.

    Args:
        name: The file's name, for what is complained about.
        content: All of it.

    Raises:
        DeckError: It is no text, or in another alphabet; the message says line and cure.

    Example:
        >>> decode_text("own.csv", "B\u00e4r".encode()).note
        ''
        >>> decode_text("own.csv", "word\nB\u00e4r".encode("cp1252")).note[:15]
        'own.csv, line 2'
    """
    has_utf16_mark = content[:2] in (b"\xff\xfe", b"\xfe\xff")
    note = ""
    try:
        text = content.decode("utf-16" if has_utf16_mark else "utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        old = None if has_utf16_mark else _as_windows_wrote(content)
        if old is None:
            raise DeckError(f"{name}, line {line}: this is not UTF-8 text; {_CURE}") from error
        text = old
        word = _ACCENTED_WORD.search(text.splitlines()[line - 1])
        note = (
            f"{name}, line {line}: {(word[0] if word else '')!r} is not written in UTF-8; it was "
            f"read as Windows writes Western letters. If it looks wrong, {_CURE}"
        )
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        raise DeckError(f"{name}, line {line}: this is not a text file")
    return TextFile(text, note)


def _as_windows_wrote(content: bytes) -> str | None:
    try:
        text = content.decode("cp1252")
    except UnicodeDecodeError:
        return None
    return None if _UNLIKELY.search(text) else text
