"""The error tree of the whole program.

    CompanionError
      RuleBrokenError            what the rules refuse: code, cell or clue, whose turn
        NotYourTurnError
        CellCoveredError
        NoGuessesLeftError
        ClueRefusedError
        GameOverError
        FindingError           the card game's desk and the league: finding, values
      StaleRevisionError         a move made on a view that is no longer the newest
      NotAllowedError            a move or a view that belongs to somebody else at the table
        SeatRefusedError         a code that gives no seat (any more)
        TooManyTriesError        retry_after_s
      UnknownTableError          no table has this code
      UnreadableError            text that does not parse: text, column
      DeckError                  a deck file that cannot be used: file, line, cure
      CameraLostError            device, number of the last frame
      StoreError                 what was to be kept, where
        CorruptRecordError
        NewerSchemaError
      SheetOverflowError         what, needs_mm, has_mm
      UsageError                 options or files that a command cannot use

What happens at every table is a value (`Unseen`, `Unsure`, `Discrepancy`); what should not
happen is one of these; a caller's mistake is a `ValueError`. Every message names the thing,
quotes it, and says what would be accepted. `code` is what programs compare.
"""

from __future__ import annotations

from typing import ClassVar

from companion.terms import Cell


class CompanionError(Exception):
    """Everything this program raises on purpose.

    Attributes:
        code: Stable name of the kind of error, such as `"rule/cell-covered"`.
        message: One line for people.
    """

    code: ClassVar[str] = "error"

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


class RuleBrokenError(CompanionError):
    """A move that the rules refuse; the state stays as it was.

    Attributes:
        cell: The cell in question, or None.
        clue: The clue's word in question, or None.
        turn: Whose turn it is, as a word, or None.
    """

    code: ClassVar[str] = "rule/broken"

    def __init__(
        self,
        message: str,
        *,
        cell: Cell | None = None,
        clue: str | None = None,
        turn: str | None = None,
    ) -> None:
        super().__init__(message)
        self.cell = cell
        self.clue = clue
        self.turn = turn


class NotYourTurnError(RuleBrokenError):
    """The move belongs to the other team, or to another phase of the turn."""

    code: ClassVar[str] = "rule/not-your-turn"


class CellCoveredError(RuleBrokenError):
    """The card is already covered."""

    code: ClassVar[str] = "rule/cell-covered"


class NoGuessesLeftError(RuleBrokenError):
    """The clue's number plus one has been used up."""

    code: ClassVar[str] = "rule/no-guesses-left"


class ClueRefusedError(RuleBrokenError):
    """The clue cannot be given in this form."""

    code: ClassVar[str] = "rule/clue-refused"


class GameOverError(RuleBrokenError):
    """The game has ended."""

    code: ClassVar[str] = "rule/game-over"


class FindingError(RuleBrokenError):
    """What the rules of the card game's desk or of the league refuse.

    Attributes:
        finding: Stable name of what is wrong, such as `"E_COUNT"`.
        values: What the message quotes, so that a page can say it in another language.
    """

    code: ClassVar[str] = "rule/finding"

    def __init__(self, finding: str, message: str, **values: object) -> None:
        super().__init__(message)
        self.finding = finding
        self.values = values


class StaleRevisionError(CompanionError):
    """The move was made on a view that is no longer the newest.

    Attributes:
        seen: The revision the mover saw.
        current: The revision now.
    """

    code: ClassVar[str] = "table/stale-revision"

    def __init__(self, *, seen: int, current: int) -> None:
        super().__init__(
            f"the table has moved on: this move was made on revision {seen}, now it is {current}"
        )
        self.seen = seen
        self.current = current


class NotAllowedError(CompanionError):
    """The move or the view belongs to somebody else at the table."""

    code: ClassVar[str] = "table/not-allowed"


class SeatRefusedError(NotAllowedError):
    """The code gives no seat: it was never given out, was used, or is too old."""

    code: ClassVar[str] = "seat/refused"


class TooManyTriesError(NotAllowedError):
    """Too many wrong codes in a short time.

    Attributes:
        retry_after_s: How long to wait before the next try.
    """

    code: ClassVar[str] = "seat/too-many-tries"

    def __init__(self, *, retry_after_s: float) -> None:
        super().__init__(f"too many wrong codes: try again in {retry_after_s:.0f} s")
        self.retry_after_s = retry_after_s


class UnknownTableError(CompanionError):
    """No table has this code."""

    code: ClassVar[str] = "table/unknown"


class UnreadableError(CompanionError):
    """Text that cannot be parsed.

    Attributes:
        text: What was to be read.
        column: Where it stopped making sense, from 0.
    """

    code: ClassVar[str] = "text/unreadable"

    def __init__(self, message: str, *, text: str, column: int = 0) -> None:
        super().__init__(message)
        self.text = text
        self.column = column


class DeckError(CompanionError):
    """A deck file that cannot be used; the message says file, line and cure."""

    code: ClassVar[str] = "deck/unusable"


class CameraLostError(CompanionError):
    """A camera that gives no more pictures.

    Attributes:
        device: The camera as it was named.
        last_frame: Number of the last frame it gave, -1 before the first.
    """

    code: ClassVar[str] = "camera/lost"

    def __init__(self, message: str, *, device: str, last_frame: int = -1) -> None:
        super().__init__(message)
        self.device = device
        self.last_frame = last_frame


class StoreError(CompanionError):
    """Something could not be kept or fetched; the message says what and where."""

    code: ClassVar[str] = "store/failed"


class CorruptRecordError(StoreError):
    """A record was found that does not make sense."""

    code: ClassVar[str] = "store/corrupt"


class NewerSchemaError(StoreError):
    """The data folder was written by a newer version."""

    code: ClassVar[str] = "store/newer-schema"


class SheetOverflowError(CompanionError):
    """Something does not fit on the paper.

    Attributes:
        what: The thing.
        needs_mm: What it needs.
        has_mm: What there is.
    """

    code: ClassVar[str] = "sheet/overflow"

    def __init__(self, *, what: str, needs_mm: float, has_mm: float) -> None:
        super().__init__(f"{what} needs {needs_mm:g} mm and has {has_mm:g} mm")
        self.what = what
        self.needs_mm = needs_mm
        self.has_mm = has_mm


class UsageError(CompanionError):
    """Options or files that a command cannot use: exit status 2."""

    code: ClassVar[str] = "usage"
