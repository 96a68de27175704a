"""The small marks of the text form: cells, words, cards, key cards, grids of covers."""

from __future__ import annotations

from collections.abc import Sequence

from companion.errors import UnreadableError
from companion.game.documents import Word, as_word
from companion.game.key_card import CELL_COUNT, KeyCard, parse_code
from companion.game.pieces import CardOnTable
from companion.terms import GRID_SIDE, Cell, CoverCard, Edition, Face, Role, Team

_COLUMNS = "ABCDE"
_BARE = "."
_UNKNOWN_CARD = "-"


def format_cell(cell: Cell) -> str:
    """Write a cell: column letter and row number, from the far left as the guessers see it.

    Example:
        >>> format_cell(Cell(0, 1)), parse_cell("b1")
        ('B1', Cell(row=0, col=1))
    """
    return f"{_COLUMNS[cell.col]}{cell.row + 1}"


def parse_cell(text: str) -> Cell:
    """Read a cell; the inverse of `format_cell`.

    Raises:
        UnreadableError: Not one of A1 to E5.
    """
    column = _COLUMNS.find(text[:1].upper()) if len(text) == 2 else -1
    row = "12345".find(text[1:])
    if column < 0 or row < 0:
        raise UnreadableError(f"a cell is A1 to E5; got {text!r}", text=text)
    return Cell(row, column)


def parse_word(kind: type[Word], text: str, edition: Edition = Edition.SIMPSONS) -> Word:
    """Read a word of an enumeration in the words of an edition."""
    return as_word(kind, edition.meant_by(text), edition)


def format_text(text: str) -> str:
    """Write any text so that it holds no blank and none of `% : #` or `=`.

    Example:
        >>> format_text("ICE CREAM"), parse_text("ICE%20CREAM")
        ('ICE%20CREAM', 'ICE CREAM')
    """
    return "".join(
        "".join(f"%{byte:02X}" for byte in letter.encode())
        if letter in "%:#=" or letter.isspace() or not letter.isprintable()
        else letter
        for letter in text
    )


def parse_text(text: str) -> str:
    """Read a text back; the inverse of `format_text`.

    Raises:
        UnreadableError: A per cent sign without two hexadecimal digits of UTF-8 after it.
    """
    parts = text.split("%")
    read = parts[0].encode()
    for part in parts[1:]:
        try:
            read += bytes.fromhex(part[:2]) if len(part) >= 2 else bytes.fromhex("?")
        except ValueError:
            raise UnreadableError(
                f"after % stand two hexadecimal digits; got {part[:2]!r}", text=text
            ) from None
        read += part[2:].encode()
    try:
        return read.decode()
    except UnicodeDecodeError:
        raise UnreadableError("what % stands for is no UTF-8", text=text) from None


def format_grid(squares: Sequence[Role | CoverCard | None], edition: Edition) -> str:
    """Write 25 squares as five rows; nothing is a dot."""
    letters = [
        _BARE if square is None else edition.letter(Role(square.value)) for square in squares
    ]
    return "/".join(
        "".join(letters[start : start + GRID_SIDE]) for start in range(0, CELL_COUNT, GRID_SIDE)
    )


def parse_grid(text: str, edition: Edition) -> tuple[Role | None, ...]:
    """Read 25 squares; the inverse of `format_grid`.

    Raises:
        UnreadableError: Not five rows of five of the edition's letters or dots.
    """
    meanings: dict[str, Role | None] = {edition.letter(role): role for role in Role}
    meanings[_BARE] = None
    rows = text.split("/")
    if len(rows) != GRID_SIDE or any(len(row) != GRID_SIDE for row in rows):
        raise UnreadableError("a grid has five rows of five, with / between them", text=text)
    for column, letter in enumerate(text):
        if letter != "/" and letter not in meanings:
            raise UnreadableError(
                f"{letter!r} is none of {' '.join(meanings)}", text=text, column=column
            )
    return tuple(meanings[letter] for row in rows for letter in row)


def format_key(key: KeyCard, edition: Edition = Edition.SIMPSONS) -> str:
    """Write a key card as it lies, in the guessers' cells, and who starts.

    Example:
        >>> from companion.game.key_card import key_from_rank
        >>> format_key(key_from_rank(1))
        'XNNNN/NNNOO/OOOOO/OYYYY/YYYYY yellow'
    """
    return f"{format_grid(key.squares, edition)} {edition.shown_as(key.starting_team.value)}"


def parse_key(text: str, edition: Edition = Edition.SIMPSONS) -> KeyCard:
    """Read a key card: `format_key`'s text, or `code` and a short code.

    Raises:
        UnreadableError: Neither.
    """
    first, _, second = text.strip().partition(" ")
    if first == "code":
        return parse_code(second)
    squares = parse_grid(first, edition)
    start = parse_word(Team, second.strip(), edition)
    try:
        return KeyCard(tuple(role for role in squares if role is not None), start)
    except ValueError as error:
        raise UnreadableError(str(error), text=text) from None


def format_cards(cards: Sequence[CardOnTable | None]) -> str:
    """Write the cards on the table: `id:face:word` each, or `-`, with blanks between."""
    return " ".join(
        _UNKNOWN_CARD
        if card is None
        else f"{format_text(card.id)}:{card.face.value}:{format_text(card.word)}"
        for card in cards
    )


def parse_cards(text: str) -> tuple[CardOnTable | None, ...]:
    """Read the cards on the table; the inverse of `format_cards`.

    Raises:
        UnreadableError: Not 25 of them, or one that is no card.
    """
    written = text.split()
    if len(written) != CELL_COUNT:
        raise UnreadableError(f"{CELL_COUNT} cards lie there; got {len(written)}", text=text)
    return tuple(None if part == _UNKNOWN_CARD else _parse_card(part) for part in written)


def _parse_card(text: str) -> CardOnTable:
    parts = text.split(":")
    if len(parts) != 3:
        raise UnreadableError(f"a card is id:face:word; got {text!r}", text=text)
    return CardOnTable(parse_text(parts[0]), parse_text(parts[2]), parse_word(Face, parts[1]))
