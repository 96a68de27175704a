"""Turns what the disk and the database say into one clear line."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from companion.errors import CorruptRecordError, StoreError

_REASONS: tuple[tuple[str, str], ...] = (
    ("disk is full", "the disk is full"),
    ("no space left", "the disk is full"),
    ("locked", "another program holds it; close that program and try again"),
    ("readonly", "it is not writable"),
    ("unable to open", "the folder is not there or not writable"),
    ("permission denied", "the folder is not writable"),
    ("read-only file system", "the folder is not writable"),
    ("not a directory", "a file stands where a folder is needed"),
    ("file exists", "a file stands where a folder is needed"),
    ("no such table", "it is not a data file of this program"),
)
"""What SQLite and the system say (in lower case), and what it means to a host."""

_CORRUPT = ("malformed", "not a database")
"""What SQLite says of a file that is no database, or no longer."""


@contextmanager
def failing_clearly(what: str, where: str) -> Iterator[None]:
    """Let nothing but a `StoreError` out of the block.

    Args:
        what: What was to be done, such as `"keep action 7"`.
        where: The file or folder, as the host knows it.

    Raises:
        StoreError: With one line that says what, where and why.
        CorruptRecordError: The database file itself is damaged.

    Example:
        >>> with failing_clearly("keep action 7", "evening.sqlite3"):
        ...     raise PermissionError(13, "Permission denied")
        Traceback (most recent call last):
        companion.errors.StoreError: cannot keep action 7 in 'evening.sqlite3': the folder is not
        writable
    """
    try:
        yield
    except IntegrityError as error:
        raise StoreError(
            f"cannot {what} in {where!r}: it is already there; another program writes this table"
        ) from error
    except (SQLAlchemyError, OSError) as error:
        said = str(getattr(error, "orig", None) or error)
        lowered = said.lower()
        if any(word in lowered for word in _CORRUPT):
            raise CorruptRecordError(
                f"cannot {what} in {where!r}: the file is damaged or is not a database;"
                " move it away to begin anew"
            ) from error
        known = (reason for word, reason in _REASONS if word in lowered)
        reason = next(known, " ".join(said.split()))
        raise StoreError(f"cannot {what} in {where!r}: {reason}") from error
